"""The options that many commands share, and the settings they give."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory.errors import ModelKeyRefused

if TYPE_CHECKING:
    from graph.agent import Agent
    from graph.settings import Settings

User = Annotated[str, typer.Option("--user", "-u", help="Whose memories; default: the name you are logged in by.")]
Thread = Annotated[str, typer.Option("--thread", "-t", help="Which conversation; default: main.")]
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Where memories and checkpoints are kept.")]
Model = Annotated[str | None, typer.Option("--model", help="Chat model; `offline` for the rule-driven one.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Any OpenAI-compatible endpoint.")]
ShortTermOnly = Annotated[bool, typer.Option("--short-term-only", help="No long-term memory at all.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def default_user() -> str:
    """Give the user that is meant when none is named."""
    if named := os.environ.get("BETHINK_USER"):
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "me"


def own_thread(agent: Agent, user_id: str, thread_id: str) -> str:
    """Give the thread that this name means for this user: where another user took the name first, one of their own."""
    owner = agent.parts.checkpoints.owner(thread_id)
    return thread_id if owner in (None, "", user_id) else f"{thread_id}~{user_id}"


def talking(settings: Settings) -> Settings:
    """Give settings that a conversation can be held with.

    Raises:
        ModelKeyRefused: a model is named, but nothing says where it is: the offline model would answer in its name.
    """
    if settings.offline and settings.model not in ("", "offline"):
        raise ModelKeyRefused(
            f"model {settings.model!r} is named, but there is neither a key nor an endpoint; expected one of them; "
            "set OPENAI_API_KEY, or BETHINK_BASE_URL, or leave the model out to talk to the offline one"
        )
    return settings


def settings_of(**given: Any) -> Settings:
    """Read the settings, with what the command line gives on top."""
    from graph.settings import load_settings

    if not given.get("short_term_only"):
        given.pop("short_term_only", None)
    return load_settings(**given)
