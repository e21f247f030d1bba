"""The command `bethink`. Every command imports what it needs when it runs, so that `--help` is there at once."""

from graph.cli.main import main

__all__ = ["main"]
