"""The message list: what it is made of, what is wrong with it, and how it is mended.

The words used here, one each:

*message*     one entry of the list, a LangChain message.
*tool call*   one call in an assistant message; one whose arguments did not parse is a call like any other.
*answer*      a tool message; a *marked answer* says that no result was recorded (`is_no_result`).
*tool group*  an assistant message with calls, and the answers directly behind it. Any other message is a group alone.
*open*        a group whose calls are not all answered.
*turn*        a user message and everything up to the next user message.
*pinned*      `additional_kwargs["pinned"]` is true (`pin(message)` sets it): trimming and folding leave it.
"""

from memory.messages.calls import Call, calls_of, is_no_result, is_pinned, no_result, pin
from memory.messages.coerce import as_messages
from memory.messages.groups import Group, Turn, groups, open_calls, open_invalid_calls, turns
from memory.messages.merge import merge
from memory.messages.problems import Problem, find_problems
from memory.messages.progress import Progress, Step, progress
from memory.messages.repair import repair
from memory.messages.select import select

__all__ = [
    "Call",
    "Group",
    "Problem",
    "Progress",
    "Step",
    "Turn",
    "as_messages",
    "calls_of",
    "find_problems",
    "groups",
    "is_no_result",
    "is_pinned",
    "merge",
    "no_result",
    "open_calls",
    "open_invalid_calls",
    "pin",
    "progress",
    "repair",
    "select",
    "turns",
]
