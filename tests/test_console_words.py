"""What the console says: in both languages, harmless, and which records it lays before a person."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from console_desk import NOW, fact

from graph.console.prose import to_html
from graph.console.review import proposals
from graph.console.words import WORDS, Words

ROOT = Path(__file__).resolve().parent.parent


def test_every_word_that_is_used_exists_in_both_languages() -> None:
    used: set[str] = set()
    for path in (ROOT / "graph" / "console").glob("*.py"):
        used.update(re.findall(r'words\(\s*"([a-z_0-9]+)"\s*[,)]', path.read_text(encoding="utf-8")))
    assert used and used <= set(WORDS)
    for name, (english, chinese) in WORDS.items():
        assert english and re.search("[\u4e00-\u9fff]", chinese), name
        assert sorted(re.findall(r"{(\w+)", english)) == sorted(re.findall(r"{(\w+)", chinese)), name
    with pytest.raises(KeyError):
        Words("zh")("no such name")


def test_a_models_words_can_do_nothing_in_the_page() -> None:
    drawn = to_html(
        "<script>x</script> ![p](http://evil.example/?q=1) <img src=x onerror=y> [a](javascript:b) **bold**"
    )
    assert "<script" not in drawn and "<img" not in drawn and "javascript:" not in drawn
    assert "evil.example" not in drawn and "<strong>bold</strong>" in drawn


def test_duplicates_and_contradictions_are_proposed_and_nothing_else() -> None:
    same = [fact(1, "My sister Mia plays chess"), fact(2, "My sister Mia plays chess!")]
    homes = [
        fact(n, f"I live in {city}", attribute="home", kind="profile") for n, city in ((3, "Berlin"), (4, "Paris"))
    ]
    rest = [fact(5, "I like tea"), fact(6, "I do not like tea"), fact(7, "Mia lives in Oslo"), fact(8, "我养了一只猫")]
    gone = [fact(9, "I live in Rome", attribute="home", kind="profile", status="superseded")]
    found = proposals([*same, *homes, *rest, *gone], NOW)
    assert [p.what for p in found] == ["contradiction", "duplicate"]
    assert [r.text for r in found[0].records] == ["I live in Berlin", "I live in Paris"]
    assert {r.id for r in found[1].records} == {r.id for r in same}
