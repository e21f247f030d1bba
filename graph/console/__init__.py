"""The console: see what the agent remembers, step through a turn, mend what is wrong; in a browser, on this machine.

`app` serves, `access` says who may see what, `words` speaks English and Chinese, `looks` is the frame of every page.
Each page is built over a room that knows nothing of browsers: `talk` and `forks` under `chat`, `turn` under `xray`,
`stepping` and `comparing` under `step`, `listing`, `review` and `timeline` under `memories`, `growth` under `health`.

Everything goes through the agent's door and the long-term memory's handle; nothing is fetched from outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.errors import SettingsError

if TYPE_CHECKING:
    from graph.settings import Settings


def run_console(settings: Settings, *, user_id: str, host: str, port: int, read_only: bool, opens: bool) -> None:
    """Serve the console until Ctrl-C.

    Raises:
        SettingsError: NiceGUI is not installed, or the address cannot be used.
    """
    try:
        import nicegui  # noqa: F401  # told by name when it is missing
    except ImportError:
        raise SettingsError(
            "the console needs NiceGUI, which is not installed; expected the extra `console`; "
            "run: pip install 'bethink[console]'"
        ) from None
    from graph.agent import open_agent
    from graph.cli.words import interface_language
    from graph.console.app import serve

    with open_agent(settings) as agent:
        language = interface_language(settings.language)
        serve(agent, user_id=user_id, host=host, port=port, read_only=read_only, opens=opens, language=language)
