"""Whom an English clause is about: the user, somebody of theirs, or nobody that is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.en.fillers import skip_joint
from memory.extraction.en.grammar import CALLED
from memory.extraction.en.values import clean
from memory.extraction.names import is_english_name, is_given_name
from memory.extraction.people import RELATION_EN
from memory.extraction.places import is_place
from memory.extraction.predicate import Match
from memory.extraction.talk import Talk, introduced

_SELF = re.compile(
    r"^(?:i(?=['’]m\b|['’]ve\b|['’]d\b|\s)|i(?=m\s)|(?-i:[A-Z])[\w'’-]+ and i(?=\s)|me and (?:my )?[\w\s]{2,20}?(?= (?:live|moved|are|broke|split|got"
    r"|have))|my (?:\w+ )?\w+(?: \w+)? and i\b|we(?=['’]re\b|['’]ve\b|\s)|(?:my family and i)|(?:my|our) (?:whole |entire )?family(?=\s(?:has |have )?(?:just |recently )?(?:moved|relocated|live)\b))\s*",
    re.I,
)
_MY = re.compile(r"^(?:my|our)\s+", re.I)
_RELATION = re.compile(
    r"^(?:(?:my|our)\s+|(?=(?:mum|mom|dad|sis|grandma|grandpa|granny|hubby|mommy|daddy)\b))(?:(?:dear|dearest|good|best|close|old|new|lovely|twin|only|college|childhood|late"
    r"|future)\s+)*(?:(?P<which>other|second|third|oldest|youngest|eldest|middle|older|elder|big|younger|little|baby)\s+"
    rf"(?:(?:twin|only|half)\s+)?)?(?P<rel>{RELATION_EN})\b(?!(?:['’]s)?\s+(?:appointments?|visits?|check-?ups?|meetings?|calls?|party|lessons?|class(?:es)?|reunion|dinner|trip)\b)(?P<poss>(?!['’]s\s+(?:in|at|called|named|now|an?|allergic|vegan|vegetarian|married|single|from|been|got|moved|working|living|not|no|just|still|also|retired|pregnant|with|on)\b)['’]s?)?\s*",
    re.I,
)
_AGES = {
    "older": "older",
    "elder": "older",
    "big": "older",
    "younger": "younger",
    "little": "younger",
    "baby": "younger",
}
_PRONOUN = re.compile(r"^(?:(?P<who>he|she|they)(?=['’]|\s)|(?P<poss>his|her|their)\s)\s*", re.I)
_NAME = re.compile(r"^,?\s*(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?P<poss>['’]s)?\s*,?\s*(?:who\s+)?")
_CALLED = re.compile(
    r"^(?:(?:['’]s\s+|s\s+)?name\s+is|(?:is|['’]s)\s+(?:now\s+|actually\s+)?(?:called"
    r"|named))\s+(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|\s*[,;.!?]|\s+(?:and|too|as well|now)\b)",
    re.I,
)
_IS_NAMED = re.compile(
    r"^(?:is|['’]s)\s+(?:now\s+|actually\s+)?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?:\s+(?:now|these days))?(?=$|\s*[,;.!?]|\s+(?:and|too|as well|now)\b)"
)
_EXISTS = re.compile(
    r"^(?:i\s+(?:have|['’]ve got|got)|i['’]ve\s+got|there['’]s)\s+(?:an?|one|two)?\s*(?:(?:good|best"
    rf"|close|little|big|older|younger|twin|new)\s+)*(?P<rel>{RELATION_EN})\s*,?\s*{CALLED}"
    r"\s+(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s*,?\s*(?:who\s+)?",
    re.I,
)


_UNLISTED = re.compile(
    r"(?P<name>[A-Z][a-zà-ÿ]{2,}(?:-[A-Z][a-z]+)?)(?=\s+(?:just |now |also |recently |still |has |had |no longer |really |finally )*(?:lives? (?:in|with|near|alone)|moved (?:back )?to|works (?:at|for|as|in)|worked at|loves|hates|likes|enjoys"
    r"|prefers|drives|speaks|studies|(?:is|was) (?:now |not |no longer |still |also )*(?:allergic|vegan|vegetarian|in (?:year|grade|\w+ grade)|married|single|engaged|divorced|pregnant|an? \w+(?: \w+)?$|\d+$|(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)(?: now$| (?:years?|months?|weeks?) old))|joined|quit|got (?:married|engaged|divorced|promoted|a job|a new job)"
    r"|became|turned \d+|eats|drinks|had (?:a|her|his|twins)|doesn['’]t (?:eat|like|drink|live|work|smoke)|stopped \w+ing|started (?:at|working)|left)\b|['’]s (?:gone off|given up|taken up|moved|joined|become|no longer|not|pregnant|at|in|with|now|allergic|vegan|vegetarian|married|single|a|an)\s)"
)
_NO_PERSON = re.compile(
    r"(?:Everyone|Everybody|Nobody|Someone|Somebody|People|Today|Tomorrow|Yesterday|What|That|This|There|Here|Who|How|Where|When|Why|Which|Apple|Google|Amazon|Microsoft|Tesla|Netflix|Meta"
    r"|Python|Rust|Java|Linux|Windows|English|German|French|God|Everything|Something|Nothing|Anyone|The|Let|It|He|She|They|You|We|And|But|So|Mine|Mom|Mum|Dad|Work|School|Life|Home)\b"
)
"""Words with a capital that nobody is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom a clause is about."""

    name: str | None
    """`user`, a relation or a name; None when the clause is about nobody that is kept."""
    end: int
    """Where the words for it end."""
    owns: bool = False
    """True when a noun must follow: "my …", "her …"."""
    told: Match | None = None
    """What naming the person itself tells."""


def subject_at(text: str, at: int, talk: Talk) -> Subject:
    """Give whom the clause is about from this place on, and note it in `talk`."""
    rest = text[at:]
    exists = _EXISTS.match(rest)
    if exists and is_called(exists["name"]):
        told = introduced(exists["rel"], exists["name"], at, at + exists.end(), rest.strip(" ,"))
        label = f"my {exists['rel']} {exists['name']}"
        return Subject(name=talk.speak_of(exists["rel"], exists["name"], label), end=at + exists.end(), told=told)
    self_match = _SELF.match(rest)
    if self_match:
        talk.subject = "user"
        return Subject(name="user", end=at + self_match.end())
    relation = _RELATION.match(rest)
    if relation and not (
        relation["rel"].casefold() in ("doctor", "teacher") and re.match(r"(?:says|said|told)", rest[relation.end() :])
    ):
        return _third(text, at, relation, talk)
    pronoun = _PRONOUN.match(rest)
    if pronoun:
        if not talk.third:
            return Subject(name=None, end=at)
        talk.subject = talk.third
        return Subject(name=talk.third, end=at + pronoun.end(), owns=pronoun["poss"] is not None)
    mine = _MY.match(rest)
    if mine:
        talk.subject = "user"
        return Subject(name="user", end=at + mine.end(), owns=True)
    name = re.match(
        r"(?P<name>[A-Z][\w-]+)(?P<poss>['’]s)?\s+(?=(?:isn['’]t|hasn['’]t|won['’]t|can['’]t|lives|works|likes|loves|hates|moved|is|has"
        r"|prefers|just|now|also|studies|speaks|drives|joined|left|quit|got|name|birthday|favou?rite"
        r"|enjoys|owns|plays|turned|turns|had|became|gave|stopped|started|went|broke|no longer|doesn['’]t|can|adopted|bought|sold|retired|died|passed|goes|teaches|eats|drinks|hated|loved|changed|switched|transferred|graduated|finished|took|accepted|lost|won|opened|closed|returned|wears|runs|walks|swims|cycles|smokes|rides|wants|hopes)\b)",
        rest,
    )
    if name and is_given_name(name["name"]):
        owns = name["poss"] is not None and bool(re.match(r"(?:name|birthday|favou?rite)", rest[name.end() :]))
        talk.subject = talk.third = talk.label = name["name"]
        return Subject(name=name["name"], end=at + name.end(), owns=owns)
    person = _UNLISTED.match(rest)
    if person and is_english_name(person["name"]) and not is_place(person["name"]) and not _NO_PERSON.match(rest):
        talk.subject = talk.third = talk.label = person["name"]
        return Subject(
            name=person["name"], end=at + person.end() + (text[at + person.end() : at + person.end() + 1] == " ")
        )
    if re.match(r"(?:name(?:['’]?s| is)|birthday is|budget(?:['’]s| is| went| has))\b", rest, re.I):
        return Subject(name="user", end=at, owns=True)
    return Subject(name=talk.subject or "user", end=at)


def _third(text: str, at: int, relation: re.Match[str], talk: Talk) -> Subject:
    after = at + relation.end()
    label = relation[0].strip()
    rest = text[after:]
    called = (
        _CALLED.match(rest)
        if not relation["poss"]
        else re.match(
            r"name(?:\s+is|['’]s)\s+(?:(?:now|actually|really|spelled|spelt)\s+)*(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|\s*[,;.!?]|\s+(?:and|too|as well|now)\b)",
            rest,
            re.I,
        )
    )
    if called is None:
        called = _IS_NAMED.match(rest)
        if called and not (is_english_name(called["name"]) or re.search(r"\b(?:Mr|Mrs|Ms|Dr|Prof)\b", called[0])):
            called = None
    if called and is_called(called["name"]):
        end = after + called.end()
        told = introduced(relation["rel"], clean(called["name"]), at, end, text[at:end])
        return Subject(name=talk.speak_of(relation["rel"], called["name"], label), end=skip_joint(text, end), told=told)
    name = _NAME.match(rest)
    if name and is_called(name["name"]) and not relation["poss"]:
        end = after + name.end()
        told = introduced(relation["rel"], name["name"], at, end, text[at:])
        about = talk.speak_of(relation["rel"], name["name"], f"{label} {name['name']}")
        return Subject(name=about, end=end, owns=name["poss"] is not None, told=told)
    about = talk.speak_of(relation["rel"], talk.name_of(relation["rel"]), label)
    if relation["which"] and (which := _which(relation["which"].casefold(), about)):
        talk.subject = talk.third = about = f"{which} {about}"
    return Subject(name=about, end=after, owns=relation["poss"] is not None)


def _which(said: str, relation: str) -> str:
    """Give which of several is meant; nothing where the word says so of nobody: "my little daughter", "my big boss"."""
    if said not in _AGES:
        return said
    siblings = relation in ("brother", "sister")
    return (
        _AGES[said] if siblings or (relation in ("son", "daughter") and said in ("older", "elder", "younger")) else ""
    )


def is_called(name: str) -> bool:
    """True when somebody can be called so, where the words say that it is a name."""
    return is_english_name(name, loose=True)
