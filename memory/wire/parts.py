"""Content parts: which part each role may carry in OpenAI's form, and how LangChain's other spellings become them."""

from __future__ import annotations

from typing import Any

PARTS: dict[str, frozenset[str]] = {
    "system": frozenset({"text"}),
    "developer": frozenset({"text"}),
    "tool": frozenset({"text"}),
    "function": frozenset({"text"}),
    "assistant": frozenset({"text", "refusal"}),
    "user": frozenset({"text", "image_url", "input_audio", "file"}),
}
"""By role, the part types that the typed chat-completions API takes."""

SILENT = frozenset(
    {
        "tool_use", "tool_call", "tool_call_chunk", "invalid_tool_call", "server_tool_call", "server_tool_result",
        "server_tool_call_chunk", "function_call", "thinking", "redacted_thinking", "reasoning", "reasoning_content",
        "non_standard",
    }
)  # fmt: skip
"""Parts that say nothing here: calls stand in `tool_calls`, and other APIs' reasoning blocks are not part of the
form."""


def content_for(role: str, content: Any) -> str | list[Any]:
    """Give content in the form that the role may carry; text stays text, a list keeps its parts and their order.

    What a role may not carry and has words stays as text; a picture or sound in such a place is named in brackets
    (`memory.wire.view` moves it to where it is allowed). An empty list becomes "".
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return "" if content is None else str(content)
    allowed = PARTS.get(role, PARTS["user"])
    parts = [part for part in (part_for(item, allowed) for item in content) if part is not None]
    return parts or ""


def part_for(item: Any, allowed: frozenset[str]) -> dict[str, Any] | None:
    """Give one part in OpenAI's form as far as `allowed`, or None for one that says nothing."""
    if isinstance(item, str):
        return {"type": "text", "text": item}
    if not isinstance(item, dict):
        return {"type": "text", "text": str(item)}
    kind = item.get("type")
    if kind == "text":
        return item if isinstance(item.get("text"), str) else {"type": "text", "text": str(item.get("text") or "")}
    if kind in SILENT:
        return None
    part = as_openai(item)
    kind = part.get("type")
    if kind in allowed:
        return part
    words = part.get("text") or part.get("refusal")
    if isinstance(words, str):
        return {"type": "text", "text": words}
    return {"type": "text", "text": f"[{label(part)}]"}


def as_openai(item: dict[str, Any]) -> dict[str, Any]:
    """Give LangChain's and other APIs' spelling of a picture, sound or file as OpenAI's; anything else as it is."""
    kind = item.get("type")
    if kind == "input_image":
        url = item.get("image_url")
        detail = {"detail": item["detail"]} if "detail" in item else {}
        return {"type": "image_url", "image_url": {"url": url, **detail}} if isinstance(url, str) else item
    if kind == "image_url" and isinstance(item.get("image_url"), str):
        return {"type": "image_url", "image_url": {"url": item["image_url"]}}
    data = item.get("base64") or (item.get("data") if isinstance(item.get("data"), str) else None)
    mime = item.get("mime_type") or ""
    if kind == "image":
        source = item.get("source")
        if isinstance(source, dict):
            data, mime = data or source.get("data"), mime or source.get("media_type") or ""
            if isinstance(source.get("url"), str):
                return {"type": "image_url", "image_url": {"url": source["url"]}}
        if isinstance(item.get("url"), str):
            return {"type": "image_url", "image_url": {"url": item["url"]}}
        if data:
            return {"type": "image_url", "image_url": {"url": f"data:{mime or 'image/png'};base64,{data}"}}
    if kind == "audio" and data:
        return {"type": "input_audio", "input_audio": {"data": data, "format": (mime or "audio/wav").split("/")[-1]}}
    if kind == "file" and "file" not in item:
        extras = item.get("extras")
        name = item.get("filename") or (extras.get("filename") if isinstance(extras, dict) else None) or "file"
        if data:
            return {
                "type": "file",
                "file": {"filename": name, "file_data": f"data:{mime or 'application/pdf'};base64,{data}"},
            }
        if isinstance(item.get("file_id"), str):
            return {"type": "file", "file": {"file_id": item["file_id"]}}
    return item


def label(part: dict[str, Any]) -> str:
    """Name a part in a word, for the text that stands in its place."""
    kind = str(part.get("type") or "part")
    return {"image_url": "image", "input_audio": "audio"}.get(kind, kind)


def text_of(content: Any) -> str:
    """Give the words of a content, parts joined; pictures and sounds have none."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return "" if content is None else str(content)
    words: list[str] = []
    for item in content:
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, dict) and item.get("type") not in SILENT:
            said = item.get("text") or item.get("refusal")
            if isinstance(said, str):
                words.append(said)
    return "".join(words)
