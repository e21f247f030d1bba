"""Opens what the settings name: the one place where connections are made, and the one place where they are closed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.tools import BaseTool

from graph.log import RunLog, open_log
from graph.settings import Settings
from memory.clock import Clock, system_clock
from memory.errors import SettingsError
from memory.tokens import TokenCounter
from nodes.services import Budget, Services

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langgraph.store.base import BaseStore

    from memory.chroma_store import Cloud
    from memory.gate import Gate
    from memory.long_term import LongTermMemory
    from memory.outbox import Outbox
    from memory.turns import TurnClaims


@dataclass(slots=True, kw_only=True)
class Opened:
    """Everything an agent holds open."""

    settings: Settings
    services: Services
    store: BaseStore | None
    checkpoints: Any
    claims: TurnClaims
    outbox: Outbox
    log: RunLog | None = None
    """What logs the runs; None when the log is off."""
    stack: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Close everything, in the reverse order of opening."""
        self.stack.close()


def open_parts(settings: Settings, *, tools: Sequence[BaseTool] | None = None, clock: Clock = system_clock) -> Opened:
    """Open the store, the checkpoints, the claims, the outbox and the model; on a failure close what was opened.

    Raises:
        SettingsError, StoreError, CheckpointError: the message names the part and the mend.
    """
    with ExitStack() as stack:
        data = usable_dir(settings.data_dir)
        log = open_log(settings, stack)
        checkpoints, claims, outbox = open_persistence(settings, data, stack, clock)
        store = None if settings.short_term_only else open_store(settings, data, stack, clock)
        services = open_services(settings, data, stack, outbox=outbox, clock=clock, tools=tools)
        return Opened(
            settings=settings, services=services, store=store, checkpoints=checkpoints, claims=claims, outbox=outbox,
            log=log, stack=stack.pop_all(),
        )  # fmt: skip


def usable_dir(path: Path) -> Path:
    """Give the directory, made and writable.

    Raises:
        SettingsError: it cannot be made or written.
    """
    path = path.expanduser()
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise SettingsError(
            f"data directory {path} cannot be written ({error.strerror or error}); expected a directory of your own; "
            "set BETHINK_DATA_DIR to one, or mend its permissions"
        ) from error
    return path


def open_persistence(
    settings: Settings, data: Path, stack: ExitStack, clock: Clock = system_clock
) -> tuple[Any, TurnClaims, Any]:
    """Open the checkpoints, the claims on threads, and the outbox that the settings name."""
    from memory import checkpoints, turns

    key = settings.checkpoint_key.get_secret_value() or None
    if url := settings.database_url.get_secret_value():
        saver: Any = stack.enter_context(checkpoints.open_postgres(url, key=key, keep_turns=settings.keep_turns))
        return saver, stack.enter_context(closing(turns.PostgresTurns(url))), open_outbox(settings, data, stack, clock)
    saver = stack.enter_context(
        checkpoints.open_sqlite(data / "checkpoints.sqlite3", key=key, keep_turns=settings.keep_turns)
    )
    claims = stack.enter_context(closing(turns.SqliteTurns(data / "turns.sqlite3")))
    return saver, claims, open_outbox(settings, data, stack, clock)


def open_outbox(settings: Settings, data: Path, stack: ExitStack, clock: Clock = system_clock) -> Any:
    """Open the outbox that the settings name."""
    from memory import outbox

    if url := settings.database_url.get_secret_value():
        return stack.enter_context(outbox.PostgresOutbox(url, clock=clock))
    return stack.enter_context(outbox.Outbox(data / "outbox.sqlite3", clock=clock))


def open_store(settings: Settings, data: Path, stack: ExitStack, clock: Clock = system_clock) -> BaseStore:
    """Open the long-term store that the settings name."""
    from graph.models import open_embeddings
    from memory.chroma_store import ChromaStore
    from memory.record import FILTERED

    embeddings = open_embeddings(settings)
    if settings.chroma == "postgres":
        return stack.enter_context(open_postgres_store(settings, embeddings))
    options: Any = {"embeddings": embeddings, "clock": clock, "tagged": FILTERED}
    if settings.chroma == "embedded":
        return stack.enter_context(ChromaStore.shared(data / "chroma", **options))
    if settings.chroma == "alone":
        return stack.enter_context(ChromaStore.at(data / "chroma", **options))
    if settings.chroma == "cloud":
        return stack.enter_context(ChromaStore(cloud=cloud_of(settings), **options))
    server = ChromaStore(
        host=settings.chroma_host,
        port=settings.chroma_port,
        ssl=settings.chroma_ssl,
        headers=headers_of(settings),
        **options,
    )
    return stack.enter_context(server)


def cloud_of(settings: Settings) -> Cloud:
    """Give the database in Chroma's cloud that the settings name."""
    from memory.chroma_store import Cloud

    key = settings.chroma_api_key.get_secret_value()
    return Cloud(api_key=key, tenant=settings.chroma_tenant, database=settings.chroma_database)


def headers_of(settings: Settings) -> dict[str, str] | None:
    """Give what a Chroma server behind a gateway wants to see."""
    key = settings.chroma_api_key.get_secret_value()
    return {"Authorization": f"Bearer {key}"} if key else None


def open_postgres_store(settings: Settings, embeddings: Embeddings) -> AbstractContextManager[BaseStore]:
    """Give the long-term store on the database of the settings, to be entered.

    Raises:
        SettingsError: no database is named, or the driver is missing.
    """
    url = settings.database_url.get_secret_value()
    if not url:
        raise SettingsError(
            "memories are to be kept in PostgreSQL and no database is named; expected its address; set "
            "BETHINK_DATABASE_URL, or BETHINK_CHROMA to another place"
        )
    try:
        from memory.postgres_store import open_postgres_store as on_postgres
    except ImportError as error:
        raise SettingsError(
            f"memories are to be kept in PostgreSQL, but {error.name} is missing; expected the driver and LangGraph's "
            "store; install bethink[postgres], or set BETHINK_CHROMA to another place"
        ) from error
    return on_postgres(url, embeddings=embeddings)


def open_services(
    settings: Settings,
    data: Path,
    stack: ExitStack,
    *,
    outbox: Any = None,
    clock: Clock = system_clock,
    tools: Sequence[BaseTool] | None = None,
) -> Services:
    """Open what the nodes use: the model, the tools, the counter, and the memories' lexicon."""
    from graph.models import open_chat_model
    from memory.lexical import Lexicon
    from memory.long_term import LongTermMemory
    from memory.wire import guess_provider
    from nodes.tools import default_tools

    counter = TokenCounter(settings.model_name)
    lexicon = stack.enter_context(closing(Lexicon(data / "lexicon.sqlite3")))

    def memory_for(store: BaseStore, user_id: str) -> LongTermMemory:
        return LongTermMemory(
            store,
            user_id=user_id,
            lexical=lexicon,
            gate=gate_in(data, store),
            clock=clock,
            count_text=counter.count_text,
        )

    if tools is None:
        from graph.mcp_tools import open_mcp_tools

        own = default_tools(memory_for=memory_for, clock=clock, weather_online=settings.weather_online)
        tools = [*own, *open_mcp_tools(settings.mcp_servers, stack)]
    return Services(
        model=open_chat_model(settings),
        tools=tuple(tools),
        counter=counter,
        memory_for=memory_for,
        system_prompt=settings.system_prompt,
        provider=settings.provider or guess_provider(settings.base_url, settings.model_name),
        budget=budget_of(settings),
        outbox=outbox,
        model_extracts=not settings.offline,
        model_folds=not settings.offline,
        remembers=not settings.short_term_only,
        clock=clock,
    )


def gate_in(data: Path, store: BaseStore) -> Gate | None:
    """Give the gate that was fitted on this machine for the store's embedder; None: the shipped one decides."""
    from memory.embeddings import embedder_name
    from memory.gate import read_gates

    embeddings = getattr(store, "embeddings", None)
    return None if embeddings is None else read_gates(data).get(embedder_name(embeddings))


def budget_of(settings: Settings) -> Budget:
    """Give the part of the settings that says how much a turn may take."""
    return Budget(
        max_messages=settings.max_messages,
        max_tokens=settings.max_tokens,
        max_tool_rounds=settings.max_tool_rounds,
        max_tool_result_tokens=settings.max_tool_result_tokens,
        recall_k=settings.recall_k,
        recall_tokens=settings.recall_tokens,
        fold_at=settings.fold_at,
        fold_to=settings.fold_to,
    )
