"""Reads English clauses: whom each is about, and what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from memory.attributes import attribute_named
from memory.extraction.clauses import Clause
from memory.extraction.en.predicates import PREDICATES
from memory.extraction.en.values import PETS, clean
from memory.extraction.lists import LISTED, more_items
from memory.extraction.names import is_english_name, is_given_name
from memory.extraction.people import RELATION_EN, RELATIONS, attribute_of, subject_of
from memory.extraction.places import is_place
from memory.extraction.predicate import Match, Predicate

_FILLER = re.compile(
    r"^(?:(?:hi+|hello|hey+|yo|there|greetings|good (?:morning|afternoon|evening)|ok(?:ay)?|so|well|and|but|also|oh|um+|uh|hmm|yes|yeah|yep|no|nope|nah|sure|right|thanks|thank you|actually|sorry|wait|correction|btw|by the way|fyi|just so you know|just fyi|for the record|for your information|note that|please note(?: that)?|"
    r"you should know(?: that)?|i should (?:mention|say|add)(?: that)?|i (?:also )?(?:have to|must|gotta|want to|wanted to) (?:say|mention|tell you|admit|confess)(?: that)?|i forgot to (?:mention|say)(?: that)?|did i mention(?: that)?|as i said|like i said|as you know|you know|i mean|i meant|i said|i told you(?: that)?|to be (?:honest|clear|precise)|honestly|personally|in fact|"
    r"because|cuz|cos|since|as|given that|seeing that|now that|though|although|while|plus|then|anyway|anyways|unfortunately|luckily|sadly|apparently not|good news|great news|big news|news|update|quick update|life update|guess what|fun fact|about me|a bit about me|let me introduce myself|nice to meet you|scratch that|my mistake|my bad|oops|whoops|typo|what i meant is|it'?s true(?: that)?|the thing is|the truth is|turns out|it turns out(?: that)?|as of \w+(?: \w+)?|however|instead|rather|from now on|going forward)\b[\s,:!.…-]*)+",
    re.I,
)
_TIME = re.compile(
    r"^\s*(?:(?:right now|now|nowadays|currently|at the moment|these days|lately|recently|today|yesterday|this (?:week|month|year|morning|spring|summer|fall|autumn|winter)|last (?:week|month|year|night|\w+day|spring|summer|fall|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|(?:two|three|four|five|six|a few|a couple of|\d+|a|an|one) (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d|since (?:19|20)\d\d|since last \w+|"
    r"just|actually|really|finally|still|already|also|only|honestly|personally|always|usually|normally|generally|typically|mostly|basically|absolutely|definitely|totally|truly|originally|both|even|at work|at home|in my (?:free|spare) time|for (?:work|fun|a living)|on weekends|when i fly|when flying|when i travel|when travell?ing|on (?:long )?flights|on planes|as an adult|myself|do|kinda|all)\b[\s,]*)+",
    re.I,
)
_SELF = re.compile(r"^(?:i(?=['’]m\b|['’]ve\b|['’]d\b|\s)|i(?=m\s)|me and (?:my )?[\w\s]{2,20}?(?= (?:live|moved|are|have))|my (?:\w+ )?\w+(?: \w+)? and i\b|we(?=['’]re\b|['’]ve\b|\s)|(?:my family and i))\s*", re.I)
_MY = re.compile(r"^(?:my|our)\s+", re.I)
_RELATION = re.compile(rf"^(?:my|our)\s+(?:(?:dear|dearest|good|best|close|old|new|lovely|younger|older|elder|little|big|baby|twin|only|oldest|youngest|eldest|middle|college|childhood|late|future)\s+)*(?P<rel>{RELATION_EN})\b(?P<poss>['’]s?)?\s*", re.I)
_PRONOUN = re.compile(r"^(?:(?P<who>he|she|they)(?=['’]|\s)|(?P<poss>his|her|their)\s)\s*", re.I)
_PET = re.compile(rf"^(?:my|our)\s+(?P<x>(?:[\w-]+\s){{0,2}}?{PETS})(?:['’]s name)?\s+(?:is|are|['’]s)\s+(?:called|named)?\s*(?P<v>[A-Z][\w'’]+(?:\s+and\s+[A-Z][\w'’]+)?|\w+(?=$))", re.I)
_NAME = re.compile(r"^,?\s*(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?P<poss>['’]s)?\s*,?\s*(?:who\s+)?")
_CALLED = re.compile(r"^(?:(?:['’]s\s+|s\s+)?name\s+is|(?:is|['’]s)\s+(?:called|named))\s+(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|\s*[,;.!?]|\s+and\b)", re.I)
_IS_NAMED = re.compile(r"^(?:is|['’]s)\s+(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|\s*[,;.!?]|\s+and\b)")
_CALL_ME = re.compile(
    r"^(?:(?:please|just|you can|you may|you could|feel free to|everyone|everybody|people|friends|my friends|most people|my family|folks|they all|but|and|so|actually|ok|no)[\s,]+)*(?:always\s+|usually\s+|simply\s+|just\s+|all\s+)*calls?\s+me\s+(?:by my nickname,?\s+)?[\"'“]?(?P<v>[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]*)?)[\"'”]?(?=$|\s*[,;.!?]|\s+(?:instead|from now on|please|not|for short|btw|though|thanks|by|now)\b)",
    re.I,
)
_FAVOURITE_LAST = re.compile(r"^(?P<v>[\w\s'’-]{2,30}?)\s+(?:is|are)\s+(?:now\s+|still\s+|definitely\s+|actually\s+)?my\s+(?:new\s+|all[- ]time\s+|absolute\s+)?fav(?:ou?rite)?\s+(?P<what>[\w-]+)(?=$|\s*[,;.!?])", re.I)
_SEAT_LAST = re.compile(r"^(?:the\s+|an?\s+)?(?P<v>window|aisle)(?:\s+seats?)?\s+(?:is|are)\s+(?:always\s+)?(?:my\s+(?:preference|favou?rite|choice|go-to|preferred)|what i (?:prefer|like)|best for me)", re.I)
_CONNECT = re.compile(r"^\s*(?:[,;&]|\band\b|\bbut\b|\bthen\b|\balso\b|\bplus\b|\s)*", re.I)
_EXISTS = re.compile(rf"^(?:i\s+(?:have|['’]ve got|got)|i['’]ve\s+got|there['’]s)\s+(?:an?|one|two)?\s*(?:(?:good|best|close|little|big|older|younger|twin|new)\s+)*(?P<rel>{RELATION_EN})\s*,?\s*(?:named|called|whose name is)\s+(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s*,?\s*(?:who\s+)?", re.I)


@dataclass(slots=True)
class Talk:
    """What earlier clauses of the same message leave open: whom they spoke about, and what of."""

    subject: str = "user"
    label: str = "I"
    third: str = ""
    third_label: str = ""
    names: dict[str, str] = field(default_factory=dict)
    topic: str = ""
    sentence: int = -1


def read(clause: Clause, talk: Talk) -> list[Match]:
    """Give what a clause says, and carry on `talk`."""
    text = clause.text
    if clause.sentence != talk.sentence:
        talk.sentence, talk.subject, talk.label = clause.sentence, "", ""
    lead = _FILLER.match(text)
    offset = lead.end() if lead and lead.end() < len(text) else 0
    called = _CALL_ME.match(text[offset:]) or _CALL_ME.match(text)
    if called and not re.search(r"(?i)\b(?:don'?t|do not|never|stop|nobody|no one)\b", text) and _is_name(called["v"]):
        return [_match(Predicate(attribute="nickname", whole=True, importance=0.8), clean(called["v"]), "user", text[offset:], offset, len(text))]
    last = _FAVOURITE_LAST.match(text[offset:])
    seat = _SEAT_LAST.match(text[offset:])
    if seat:
        row = Predicate(attribute="seat_preference", whole=True, importance=0.8)
        return [_match(row, seat["v"], "user", text[offset:], offset, len(text))]
    if last:
        named = attribute_named("favourite " + last["what"])
        row = Predicate(attribute=named.name if named else "likes", whole=True, importance=0.7)
        return [_match(row, clean(last["v"]), "user", text[offset:], offset, len(text))]
    found = list(_walk(text, offset, talk, joined=clause.joins))
    return [] if clause.past else _texts(text, found)


def _match(row: Predicate, value: str, subject: str, text: str, start: int, end: int, attribute: str = "") -> Match:
    return Match(predicate=row, value=value, subject=subject, attribute=attribute or row.attribute, start=start, end=end, text=text)


def _walk(text: str, at: int, talk: Talk, *, joined: bool) -> Iterator[Match]:
    explicit = going_on = False
    while at < len(text):
        at = _skip(text, at)
        pet = _PET.match(text[at:])
        if pet and _is_name(pet["v"]):
            row = Predicate(attribute="pet", whole=True, importance=0.7)
            yield _match(row, clean(pet["v"]), "user", text[at : at + pet.end()], at, at + pet.end())
            at = _connect(text, at + pet.end())
            continue
        subject, after, noun, told = _subject(text, at, talk)
        if told is not None:
            yield told
        if subject is None:
            return
        explicit = explicit or after > at
        if not explicit and re.match(r"(?i)like\b", text[after:]):
            return
        if not explicit and not joined and not _ANSWER.match(text[after:]):
            return
        hit = None
        for begin in dict.fromkeys((after, _skip(text, after))):
            hit = _predicate(text, begin, at, subject, talk, noun=noun, listed=going_on and after == at)
            if hit:
                break
        if hit is None:
            return
        yield hit
        going_on = True
        if hit.predicate.sets:
            talk.topic = hit.predicate.sets
        following = _connect(text, hit.end)
        if following <= at:
            return
        at = following


_ANSWER = re.compile(r"^(?:not (?:a (?:big |huge )?fan of|into|really into)\b|(?:just |finally |recently )?(?:quit|left|joined|started (?:at|working)|moved|got a|adopted|switched|broke up|turned \d)\b|allergic to|vegan|vegetarian|living in|live in|based in|working (?:at|as)|work (?:at|for)|originally from|from|not allergic|love|hate|prefer|moved to|name is|name['’]?s|born|married|single)\b", re.I)


def _skip(text: str, at: int) -> int:
    match = _TIME.match(text[at:])
    return at + match.end() if match and at + match.end() < len(text) else at


def _connect(text: str, at: int) -> int:
    match = _CONNECT.match(text[at:])
    return at + (match.end() if match else 0)


def _subject(text: str, at: int, talk: Talk) -> tuple[str | None, int, bool, Match | None]:
    """Give the subject, where its words end, whether a noun must follow, and what naming the person tells."""
    rest = text[at:]
    exists = _EXISTS.match(rest)
    if exists and _is_name(exists["name"]):
        _speak_of(talk, exists["rel"], exists["name"], "my " + exists["rel"] + " " + exists["name"])
        return talk.subject, at + exists.end(), False, _told(exists["rel"], exists["name"], at, at + exists.end(), rest.strip(" ,"))
    self_match = _SELF.match(rest)
    if self_match:
        talk.subject, talk.label = "user", "I"
        return "user", at + self_match.end(), False, None
    relation = _RELATION.match(rest)
    if relation and not (relation["rel"].casefold() in ("doctor", "teacher") and re.match(r"(?:says|said|told)", rest[relation.end() :])):
        return _third(text, at, relation, talk)
    pronoun = _PRONOUN.match(rest)
    if pronoun:
        if not talk.third:
            return None, at, False, None
        talk.subject, talk.label = talk.third, talk.third_label
        return talk.third, at + pronoun.end(), pronoun["poss"] is not None, None
    mine = _MY.match(rest)
    if mine:
        talk.subject, talk.label = "user", "I"
        return "user", at + mine.end(), True, None
    name = re.match(r"(?P<name>[A-Z][\w-]+)(?P<poss>['’]s)?\s+(?=(?:lives|works|likes|loves|hates|moved|is|has|prefers|just|now|also|studies|speaks|drives|joined|left|quit|got|name|birthday|favou?rite|enjoys|owns|plays)\b)", rest)
    if name and is_given_name(name["name"]):
        talk.subject = talk.third = name["name"]
        talk.label = talk.third_label = name["name"]
        return name["name"], at + name.end(), name["poss"] is not None and bool(re.match(r"(?:name|birthday|favou?rite)", rest[name.end() :])), None
    if re.match(r"(?:name(?:['’]?s| is)|birthday is)\b", rest, re.I):
        return "user", at, True, None
    return talk.subject or "user", at, False, None


def _third(text: str, at: int, relation: re.Match[str], talk: Talk) -> tuple[str | None, int, bool, Match | None]:
    after = at + relation.end()
    label = relation[0].strip()
    rest = text[after:]
    called = _CALLED.match(rest) if not relation["poss"] else re.match(r"name\s+is\s+(?P<name>[\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?=$|\s*[,;.!?]|\s+and\b)", rest, re.I)
    if called is None:
        called = _IS_NAMED.match(rest)
        if called and not is_english_name(called["name"]):
            called = None
    if called and _is_name(called["name"]):
        end = after + called.end()
        _speak_of(talk, relation["rel"], called["name"], label)
        return talk.subject, _connect(text, end), False, _told(relation["rel"], called["name"], at, end, text[at:end])
    name = _NAME.match(rest)
    if name and _is_name(name["name"]) and not relation["poss"]:
        end = after + name.end()
        _speak_of(talk, relation["rel"], name["name"], f"{label} {name['name']}")
        return talk.subject, end, name["poss"] is not None, _told(relation["rel"], name["name"], at, end, text[at:])
    known = talk.names.get(_canonical(relation["rel"]), "")
    _speak_of(talk, relation["rel"], known, label)
    return talk.subject, after, relation["poss"] is not None, None


def _canonical(relation: str) -> str:
    return RELATIONS.get(" ".join(relation.casefold().split()), relation)


def _told(relation: str, name: str, start: int, end: int, text: str) -> Match:
    row = Predicate(attribute=attribute_of(relation), whole=True, importance=0.7)
    return _match(row, clean(name), "user", text, start, end)


def _speak_of(talk: Talk, relation: str, name: str, label: str) -> None:
    talk.subject = talk.third = subject_of(relation, name)
    talk.label = talk.third_label = label
    if name:
        talk.names[_canonical(relation)] = name


def _is_name(name: str) -> bool:
    return is_english_name(name, loose=True)


def _predicate(text: str, at: int, start: int, subject: str, talk: Talk, *, noun: bool, listed: bool) -> Match | None:
    rest = text[at:]
    for row in PREDICATES:
        if row.noun != noun or (row.joined and not listed) or (subject != "user" and not row.of_others) or (row.needs and row.needs != talk.topic):
            continue
        match = row.match(rest)
        if match is None:
            continue
        found = match.groupdict()
        value, end = clean(found.get("v") or found.get("w") or ""), match.end()
        if row.attribute in LISTED and found.get("v") and match.end("v") == match.end():
            end = more_items(rest, match.end())
            value = clean(rest[match.start("v") : end])
        if row.attribute in ("home", "hometown") and value:
            end, value = _with_region(rest, end, value)
        if row.accept is not None and not (value and row.accept(value)):
            continue
        second = clean(found.get("w") or "")
        if row.accept_w is not None and not row.accept_w(second):
            continue
        attribute = row.attribute
        if attribute == "favourite":
            named = attribute_named("favourite " + found["what"])
            attribute = named.name if named else "likes"
        if value and _seat(value) and attribute in ("likes", "dislikes") and "seat" in value:
            attribute = "seat_preference" if attribute == "likes" else attribute
        return Match(predicate=row, value=value, subject=subject, attribute=attribute, start=start, end=at + end, text=second)
    return None


def _with_region(text: str, end: int, value: str) -> tuple[int, str]:
    """Take the region behind a town along: "Portland, Oregon"."""
    match = re.match(r",\s*(?P<r>[A-Z]{2}\b|(?:the\s+)?[A-Z][\w.]+(?:\s[A-Z][\w.]+)*|[a-z]+)(?=$|\s*[,.;!?]|\s+(?:and|now|but|with|for)\b)", text[end:])
    if match is None or not (is_place(match["r"]) or re.fullmatch("[A-Z]{2}", match["r"]) or match["r"][0].isupper()):
        return end, value
    return end + match.end(), f"{value}, {match['r']}"


def _seat(value: str) -> bool:
    return bool(re.search(r"(?i)\b(?:window|aisle)\b", value))


def _texts(text: str, found: list[Match]) -> list[Match]:
    """Give each match the words of the clause that belong to it, with its subject in front."""
    out: list[Match] = []
    for place, match in enumerate(found):
        if match.predicate.whole:
            out.append(match)
            continue
        following = found[place + 1].start if place + 1 < len(found) else len(text)
        words = text[match.start : following] if following > match.start else text[match.start :]
        if match.attribute in ("name", "nickname"):
            words = text[match.start : match.end]
        words = re.sub(r"(?i)(?:[\s,;&]|\band|\bbut|\balso)+$", "", words)
        if not re.match(r"(?i)\s*(?:(?:i|my|we|our|he|she|they|his|her|me)\b|i'?m\b|[A-Z])", words):
            lead = "I " if match.subject == "user" else ""
            be = "am " if match.subject == "user" and re.match(r"(?i)(?:\w+ )?(?:allergic|vegan|vegetarian|living|based|working|originally|from|married|single|pescatarian|\d|not)\b", words) else ""
            words = lead + be + words if lead else words
        for attribute, value, said in _split(match, words):
            out.append(replace(match, value=value, attribute=attribute, text=said))
    return out


def _split(match: Match, said: str) -> Iterator[tuple[str, str, str]]:
    """A post and the place it is held at are two things, and two sentences."""
    if "+" not in match.attribute:
        yield match.attribute, match.value, said
        return
    first, second = match.attribute.split("+")
    yield "work_location" if first == "employer" and is_place(match.value) else first, match.value, said
    yield second, match.text, re.sub(r"(?i)\s+(?:at|for|with)\s+" + re.escape(match.value) + r".*", "", said)
