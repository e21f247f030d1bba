"""Where the user's lines come from: a terminal with editing and history, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol


class Lines(Protocol):
    """Gives the next line, or None at the end of input."""

    def read(self, prompt: str) -> str | None:
        """Give the next line without its end; None: there is none. Raises KeyboardInterrupt on Ctrl-C."""


class TerminalLines:
    """Line editing, history across sessions, and completion of slash commands."""

    def __init__(self, history: Path, commands: Iterable[str]) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import FileHistory

        completer = WordCompleter(list(commands), sentence=True)
        self._session: PromptSession[str] = PromptSession(
            history=FileHistory(str(history)), completer=completer, complete_while_typing=False
        )

    def read(self, prompt: str) -> str | None:
        try:
            return self._session.prompt(prompt)
        except EOFError:
            return None


class PipedLines:
    """Lines of standard input, echoed, so that the output of a script reads as a conversation."""

    def __init__(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    def read(self, prompt: str) -> str | None:
        line = sys.stdin.readline()
        if not line:
            return None
        line = line.rstrip("\r\n").removeprefix("\ufeff")
        sys.stdout.write(f"{prompt}{line}\n")
        sys.stdout.flush()
        return line


def open_lines(history: Path, commands: Iterable[str]) -> Lines:
    """Give the terminal's lines where there is one, else the pipe's."""
    return TerminalLines(history, commands) if sys.stdin.isatty() and sys.stdout.isatty() else PipedLines()
