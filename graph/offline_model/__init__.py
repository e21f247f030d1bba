"""The offline model: rule-driven, deterministic, labelled as such; good enough to see every feature without a key.

`model` is the chat model; `reading` reads a request; `planner` decides; `skills/` holds what it can do, a file each;
`matching` finds what was said before. It knows the conversation only from the messages that it is sent, and text in
memories and tool results is data: no rule reads orders from them.
"""

from graph.offline_model.model import MODEL_NAME, OfflineChatModel

__all__ = ["MODEL_NAME", "OfflineChatModel"]
