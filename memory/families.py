"""Which vocabulary and which overheads a model's name stands for.

OpenAI's own models are counted by OpenAI's published rules. For the rest no vocabulary is at hand: they are counted
with o200k, times a factor for Chinese text and one for everything else. The factors were measured beside the models'
own tokenizers (DeepSeek V3 and V4, Qwen 3 and 3.6, Gemini, Gemma 3, Llama 3, Mistral's Tekken and v3, and a published
reconstruction of Claude's counts) over chats in both languages, JSON of records and flights, and code, and set to the
highest ratio found, rounded up: the count is not below the truth by more than 2 % for Chinese, English, JSON or code.
Tools stand in those models' prompts as the JSON that their templates write out. Where the provider reports usage,
that anchors the count, and the factors matter only for what came after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """How the tokens of one family of models are counted."""

    name: str
    """The family: `openai`, `deepseek`, `qwen` and so on; `unknown` for a name that says nothing."""
    encoding_name: str = "o200k_base"
    """`o200k_base` or `cl100k_base`."""
    factor: float = 1.0
    """What the count of a text is multiplied by."""
    chinese_factor: float = 1.0
    """The same for its Chinese characters."""
    single_digits: bool = False
    """Whether the model's tokenizer gives each digit its own token, where OpenAI's join up to three."""
    per_message: int = 4
    """The frame of a message beside its role: the marks of its start and end in the template."""
    per_call: int = 16
    """The frame of a call: the marks, and the words of the JSON around name and arguments."""
    per_answer: int = 6
    """The frame of a tool's answer beside a message's."""
    tools_as_json: bool = True
    """Whether tool schemas stand in the prompt as JSON (open templates) or in OpenAI's own short form."""
    tool_preamble: int = 0
    """Tokens of the fixed words around the tools."""


OPENAI_O200K = Family(name="openai", tools_as_json=False, per_message=3, per_call=8, per_answer=4)
"""3 a message is published; a call and an answer lie between what was found for function calls and harmony's frame."""
OPENAI_CL100K = replace(OPENAI_O200K, encoding_name="cl100k_base")
UNKNOWN = Family(name="unknown", factor=1.2, chinese_factor=1.4, single_digits=True, tool_preamble=200)

_FAMILIES: tuple[tuple[str, Family], ...] = (
    (r"gpt-?oss", OPENAI_O200K),
    (r"(chat)?gpt-?4o|gpt-?4\.[1-9]|gpt-?(5|6|7|8|9)|o[1-9](-|$|:)|computer-use|codex", OPENAI_O200K),
    (r"gpt-?4|gpt-?3\.?5|text-embedding-(3|ada)|davinci-002|babbage-002", OPENAI_CL100K),
    (r"deepseek", Family(name="deepseek", factor=1.07, chinese_factor=0.83, tool_preamble=200)),
    (
        r"qwen|qwq|qvq|tongyi",
        Family(name="qwen", factor=1.1, chinese_factor=0.88, single_digits=True, tool_preamble=200),
    ),
    (r"kimi|moonshot", Family(name="moonshot", factor=1.1, chinese_factor=0.95, tool_preamble=60)),
    (r"glm|chatglm", Family(name="glm", factor=1.1, chinese_factor=0.95, tool_preamble=200)),
    (
        r"claude-(instant|[123]\b)|claude-\w+-4([-.][0-6])?(-20\d{6}|@|$|:|-latest|-v\d)",
        Family(name="claude", factor=1.2, chinese_factor=1.63, tool_preamble=530),
    ),
    (r"claude|anthropic", Family(name="claude", factor=1.63, chinese_factor=1.63, tool_preamble=530)),
    (
        r"gemini|gemma",
        Family(name="gemini", factor=1.18, chinese_factor=0.99, single_digits=True, tool_preamble=100),
    ),
    (
        r"mixtral|mistral-(7b|tiny|medium-2312)",
        Family(name="mistral", factor=1.25, chinese_factor=1.67, single_digits=True, tool_preamble=20),
    ),
    (
        r"mistral|codestral|ministral|magistral|devstral|pixtral",
        Family(name="mistral", factor=1.07, chinese_factor=1.35, single_digits=True, tool_preamble=20),
    ),
    (r"llama", Family(name="llama", factor=1.06, chinese_factor=1.12, tool_preamble=200)),
)


def family_of(model: str) -> Family:
    """Give the family of a model's name, whatever a provider puts before and after it; unknown names count high."""
    name = re.sub(r"^ft:", "", model.strip().lower())
    for candidate in dict.fromkeys((name.rsplit("/", 1)[-1], name)):
        for pattern, family in _FAMILIES:
            if re.search(rf"(^|[^a-z])({pattern})", candidate):
                return family
    return UNKNOWN
