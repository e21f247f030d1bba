"""What is kept of a fault that nobody foresaw: the way to it, little of what was said, and not for ever."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from graph.cli.faults import FAULT, FAULTS_KEPT, MESSAGE_CHARS, tell_unforeseen


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def fault(message: str) -> BaseException:
    """Give a raised error that came from another one."""
    try:
        try:
            raise KeyError(message)
        except KeyError as error:
            raise RuntimeError("the turn broke") from error
    except RuntimeError as error:
        return error


def test_a_kept_traceback_leads_to_the_code_and_quotes_little(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "my locker is number 4711 " * 1000
    tell_unforeseen(fault(said))
    (file,) = folder.glob(f"{FAULT}*")
    kept = file.read_text(encoding="utf-8")
    assert "raise KeyError(message)" in kept
    assert kept.index("KeyError: ") < kept.index("RuntimeError: the turn broke")
    assert kept.count("my locker") <= MESSAGE_CHARS // 20
    assert len(kept) < 5_000
    assert file.stat().st_mode & 0o077 == 0, "for this user alone"
    told = " ".join(capsys.readouterr().err.split())
    assert "Traceback" not in told
    assert "quote what you would rather keep" in told


def test_old_tracebacks_do_not_pile_up(folder: Path) -> None:
    for n in range(FAULTS_KEPT + 3):
        tell_unforeseen(fault(f"fault {n}"))
    left = " ".join(f.read_text(encoding="utf-8") for f in folder.glob(f"{FAULT}*"))
    assert len(list(folder.glob(f"{FAULT}*"))) == FAULTS_KEPT
    assert f"fault {FAULTS_KEPT + 2}" in left


def test_a_message_of_half_characters_is_kept_too(folder: Path) -> None:
    tell_unforeseen(fault("half a \ud83d character"))
    (file,) = folder.glob(f"{FAULT}*")
    assert "RuntimeError" in file.read_text(encoding="utf-8")
