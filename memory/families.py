"""Which vocabulary and which overheads a model's name stands for.

OpenAI's own models are counted by OpenAI's published rules. For the rest no vocabulary is at hand: they are counted
with o200k and a factor, chosen so that the count is not below the model's own tokenizer by more than 2 % on Chinese,
English and JSON text, and the tools as the JSON that their templates write out. Where the provider reports usage,
that anchors the count and the factor matters only for what came after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """How the tokens of one family of models are counted."""

    name: str
    """The family: `openai`, `deepseek`, `qwen` and so on; `unknown` for a name that says nothing."""
    encoding_name: str
    """`o200k_base` or `cl100k_base`."""
    factor: float = 1.0
    """What a count is multiplied by."""
    single_digits: bool = False
    """Whether the model's tokenizer gives each digit its own token, where OpenAI's join up to three."""
    tools_as_json: bool = True
    """Whether tool schemas stand in the prompt as JSON (open templates) or in OpenAI's own short form."""
    tool_preamble: int = 0
    """Tokens of the fixed words around the tools."""


OPENAI_O200K = Family(name="openai", encoding_name="o200k_base", tools_as_json=False)
OPENAI_CL100K = Family(name="openai", encoding_name="cl100k_base", tools_as_json=False)
UNKNOWN = Family(name="unknown", encoding_name="o200k_base", factor=1.15, single_digits=True, tool_preamble=200)

_FAMILIES: tuple[tuple[str, Family], ...] = (
    (r"gpt-?oss", OPENAI_O200K),
    (r"(chat)?gpt-?4o|gpt-?4\.[1-9]|gpt-?(5|6|7|8|9)|o[1-9](-|$|:)|computer-use|codex", OPENAI_O200K),
    (r"gpt-?4|gpt-?3\.?5|text-embedding-(3|ada)|davinci-002|babbage-002", OPENAI_CL100K),
    (r"deepseek", Family(name="deepseek", encoding_name="o200k_base", factor=1.1, tool_preamble=200)),
    (
        r"qwen|qwq|qvq|tongyi",
        Family(name="qwen", encoding_name="o200k_base", factor=1.1, single_digits=True, tool_preamble=200),
    ),
    (r"kimi|moonshot", Family(name="moonshot", encoding_name="o200k_base", factor=1.1, tool_preamble=60)),
    (r"glm|chatglm", Family(name="glm", encoding_name="o200k_base", factor=1.1, tool_preamble=200)),
    (r"claude|anthropic", Family(name="claude", encoding_name="o200k_base", factor=1.35, tool_preamble=530)),
    (
        r"gemini|gemma",
        Family(name="gemini", encoding_name="o200k_base", factor=1.1, single_digits=True, tool_preamble=100),
    ),
    (
        r"mi[sx]tral|codestral|ministral|magistral|devstral|pixtral",
        Family(name="mistral", encoding_name="o200k_base", factor=1.2, single_digits=True, tool_preamble=20),
    ),
    (r"llama", Family(name="llama", encoding_name="o200k_base", factor=1.2, tool_preamble=200)),
)


def family_of(model: str) -> Family:
    """Give the family of a model's name, whatever a provider puts before and after it; unknown names count high."""
    name = model.strip().lower()
    name = re.sub(r"^ft:", "", name)
    bare = name.rsplit("/", 1)[-1]
    for candidate in dict.fromkeys((bare, name)):
        for pattern, family in _FAMILIES:
            if re.search(rf"(^|[^a-z]){pattern}", candidate):
                return family
    return UNKNOWN
