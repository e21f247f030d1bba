"""Reads English clauses: whom each is about, and what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.extraction.clauses import Clause
from memory.extraction.en.doing import doing
from memory.extraction.en.fillers import FILLER, skip_joint, skip_time
from memory.extraction.en.owning import owning
from memory.extraction.en.phrases import pet_named, phrase
from memory.extraction.en.predicates import find
from memory.extraction.en.subject import is_called, subject_at
from memory.extraction.en.values import LANGUAGES, PETS
from memory.extraction.places import is_place
from memory.extraction.predicate import Match
from memory.extraction.talk import Talk, introduced

_ANSWER = re.compile(
    r"^(?:not (?:a (?:big |huge )?fan of|into|really into)\b|(?:just |finally |recently )?(?:quit"
    r"|left|joined|started (?:at|working)|moved|shifted|relocated|got (?:an?|the|my|our)|doing an?|took an?|landed an?|accepted an?|bought|sold|upgraded|retired|graduated|dropped out|gave up|started|signed|promoted|became|turned|adopted|switched|broke up|turned \d)\b"
    r"|(?:\w+ed|quit|left|sold)\b.*\band (?:moved|joined|started|switched|relocated)\b|(?:huge |big |massive )?fan of|obsessed with|addicted to|seeing an?|dating|up at|tied the knot|no longer|back to|back on|packed|not allergic|driving|drinking|using|became|off\b|dropped out|changed to|married to|engaged to"
    r"|allergic to|vegan|vegetarian|living in|live in|based in|working (?:at|as)|work (?:at|for)"
    r"|originally from|from(?=\s(?-i:[A-Z]))|not allergic|love|hate|prefer|moved to|name is|name['’]?s|born|married"
    r"|single)\b",
    re.I,
)

_HAS_SUBJECT = re.compile(
    r"(?i:\s*(?:mum|mom|dad|sis|grandma|grandpa|granny|hubby|mommy|daddy|i|my|we|our|he|she|they|his|her|me|name|it)\b|\s*i['’]?m\b)|\s*[A-Z]"
)
_AND_VERB = re.compile(
    r"(?:\s|(?<=\s))(?:and|but|then)\s+(?:then\s+|now\s+|also\s+|just\s+|so\s+)*"
    r"(?=(?:is|are|learning|live|work|moved|relocated|joined|started|left|quit|prefer|have|own|drive|speak|study|bought|sold|adopted|became|got|am|bike"
    r"|took|settled|opened|set up|founded|launched|retrained|trained|found|accepted|landed|retired|stopped|gave|switched|run|go|wake|teach|changed|graduated)\b)|(?:\s|(?<=\s))to\s+(?=become an?\b)",
    re.I,
)
_OF_OTHERS = re.compile(
    r"(?i)(?:lives|works|likes|loves|hates|enjoys|prefers|speaks|has|drives|studies|is|plays|owns|goes|wants|needs|does|eats)\b"
)
"""Verbs that the user is not the subject of: "I know a man who cooks and loves sushi"."""
_BECAME = re.compile(
    r"(?i)(?P<what>\bmy (?!name\b|kids?\b|child|son\b|daughter\b|wife\b|husband\b|sister\b|brother\b|mom\b|mum\b|dad\b|mother\b|father\b|parents\b|friend|boyfriend\b|girlfriend\b|partner\b|cousin|roommate|company\b|family\b)[\w\s-]{2,30}?) (?:has |have |just |recently |was |been )*(?<!to )(?:changed to|switched to|became|become) "
)
_MADE = re.compile(
    r"(?i)^(?:(?:so|and|but|ok|well|actually)[\s,]+)*(?:i|we|they)(?:['’]ve| have| had to)?\s+(?:just\s+|recently\s+|had to\s+)?(?:changed|increased|raised|lowered|reduced|cut|updated|upped|bumped|dropped|brought|got)"
    r"\s+(?:up\s+|down\s+)?(?:my|our|the)\s+(?P<what>(?!name\b)[\w-]+(?:\s[\w-]+)?)\s+(?:up\s+|down\s+)?(?:from\s+[^,]+?\s+)?to\s+(?=\S)"
)
_NOT_MADE = re.compile(
    r"(?i)\b(?:mind|majors?|courses?|degree|concentration|jobs?|flights?|appointments?|meetings?|reservations?|bookings?|plans?|settings?|branch|files?|"
    r"variables?|tune|topic|subject|tickets?|seats?|car|bike|phone|laptop|diet|address|team|schools?|party|interview|exam|trip|class|lesson|session)$"
)
"""What other rules read."""
_SET = re.compile(
    r"(?i)^(?:(?:please|can you|could you)\s+)*(?:update|change|set)\s+my\s+(?P<what>e-?mail(?: address)?|(?:phone )?number|phone|address|name|nickname|budget|birthday|last name)\s+(?:from\s+[^,]+?\s+)?to\s+(?=\S)"
)
"""What was brought to another value: "I raised my budget to 1500"."""
_SPOKEN = re.compile(r"(?i)fluent|native|conversational|proficient|advanced")
_ANIMAL = re.compile(rf"{PETS}\s+", re.I)
_NAMED_ANIMAL = re.compile(rf"(?i:(?:\w+ )?{PETS})\s+(?P<name>[A-Z][\w'’-]+)\s+")
_OF_ANIMALS = frozenset(
    {"age", "home", "weight", "allergy", "diet", "health", "likes", "dislikes", "habit", "medication"}
)
"""What is told of an animal under its own name."""
_WHO = re.compile(r"(?P<who>(?:[Mm]y|[Oo]ur) [a-z][\w' -]*?),? (?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)\b")
_ONCE = re.compile(
    r"(?i)\bused to (?:really |absolutely )?(?:love|like|hate|enjoy|dislike|eat|drink|avoid|play|adore|despise)\s+(?P<v>[\w\s-]{2,30})$"
)
_THEM = re.compile(
    r"(?i)\b(?P<verb>loves?|likes?|hates?|enjoys?|dislikes?|stand|eats?|drinks?|avoids?|prefers?)\s+(?:it|them|those|that)\b(?!\s+(?:when|if|that|here|there))"
)
_NEEDS_BE = re.compile(
    r"(?i)(?:\w+ )?(?:allergic|vegan|vegetarian|living|based|working|originally|from|married|single|pescatarian|\d|not)\b"
)


def read(clause: Clause, talk: Talk) -> list[Match]:
    """Give what a clause says, and carry on `talk`."""
    text = clause.text
    if clause.sentence != talk.sentence:
        talk.sentence, talk.subject, talk.thing = clause.sentence, "", ""
    lead = FILLER.match(text)
    offset = lead.end() if lead and lead.end() < len(text) else 0
    text = _BECAME.sub(r"\g<what> is now ", text)
    text = re.sub(r"(?i)^the(?= (?:[\w-]+ )?budget\b)", "my", text)
    text = re.sub(r"(?i)\bended up moving\b", "moved", text)
    made = _MADE.match(text)
    put = _SET.match(text)
    if put:
        text, offset = f"my {put['what']} is {text[put.end() :]}", 0
    elif made and not _NOT_MADE.search(made["what"]):
        text, offset = f"my {made['what']} is now {text[made.end() :]}", 0
    if talk.thing:
        text = _THEM.sub(lambda m: f"{m['verb']} {talk.thing}", text)
    whole = phrase(text, offset)
    if whole:
        return [whole]
    found = list(_walk(text, offset, talk, joined=clause.joins))
    once = _ONCE.search(text) if clause.past else None
    talk.thing = (
        once["v"] if once else next((m.value for m in found if m.attribute in ("likes", "dislikes")), talk.thing)
    )
    return [] if clause.past else [_named_alone(m, found) for m in _texts(text, found, talk)]


def _named_alone(match: Match, found: list[Match]) -> Match:
    """Where more is told of somebody that is named, let naming them tell their name alone."""
    if not match.predicate.whole or not match.value or all(m is match or m.subject != match.value for m in found):
        return match
    who = _WHO.match(match.text)
    if who is None or who["name"] != match.value:
        return match
    return replace(match, text=f"{who['who']} is called {match.value}")


def _walk(text: str, at: int, talk: Talk, *, joined: bool) -> Iterator[Match]:
    """Find the subject, match one predicate after it, and go on behind it."""
    explicit = going_on = False
    while at < len(text):
        at = skip_time(text, at)
        pet = pet_named(text, at)
        if pet:
            yield pet
            at = skip_joint(text, pet.end)
            continue
        spoken_of = bool(talk.subject)
        subject = subject_at(text, at, talk)
        if subject.told is not None:
            yield subject.told
        if subject.name is None:
            return
        explicit, elided = explicit or subject.end > at, subject.end == at and subject.name == "user"
        if not explicit and re.match(
            r"(?i)like\b|(?:love|hate|enjoy)\s+(?:the|all|and|this|that)\b", text[subject.end :]
        ):
            return
        if not explicit and not (joined and spoken_of) and not _ANSWER.match(text[subject.end :]):
            return
        hit = _of_named_animal(text, subject.end, at, talk) if subject.owns else None
        if hit is not None:
            yield introduced("", hit.subject, at, at, text[at:])
        for begin in () if hit else dict.fromkeys((subject.end, skip_time(text, subject.end))):
            hit = find(text, begin, at, subject.name, talk, noun=subject.owns, listed=going_on and subject.end == at)
            if hit:
                break
        if hit is None and subject.owns:
            hit = owning(text, subject.end, at, subject.name) or _of_animal(text, subject.end, at)
        elif hit is None and (subject.end > at or going_on):
            hit = doing(text, subject.end, at, subject.name, listed=going_on)
        if hit is None or (elided and _OF_OTHERS.match(text[at:])):
            following = (
                _next_verb(text, subject.end)
                if (subject.name == "user" or subject.end > at) and not subject.owns
                else None
            )
            if following is None:
                return
            at = following
            continue
        yield hit
        going_on = True
        if hit.predicate.sets:
            talk.topic = hit.predicate.sets
        following = skip_joint(text, hit.end)
        if following <= at:
            return
        at = following


def _of_animal(text: str, at: int, start: int) -> Match | None:
    """Give what an animal of the user's does as a rule: "my dog eats dry food"."""
    animal = _ANIMAL.match(text, at)
    found = doing(text, animal.end(), start, "animal", listed=False) if animal else None
    return replace(found, subject="user") if found else None


def _of_named_animal(text: str, at: int, start: int, talk: Talk) -> Match | None:
    """Give what an animal is like that is called by its name: "my dog Biscuit is four years old"."""
    animal = _NAMED_ANIMAL.match(text, at)
    if animal is None or not is_called(animal["name"]):
        return None
    name, behind = animal["name"], skip_time(text, animal.end())
    found = find(text, behind, start, name, talk, noun=False, listed=False) or doing(
        text, behind, start, name, listed=False
    )
    if found is None or found.attribute not in _OF_ANIMALS:
        return None
    talk.subject = talk.third = name
    talk.label = text[at : animal.end()].strip()
    return found


def _next_verb(text: str, at: int) -> int | None:
    """Give the place of the next verb of the same subject: "I sold Loop and joined Zillow"."""
    match = _AND_VERB.search(text, at)
    return match.end() if match else None


def _texts(text: str, found: list[Match], talk: Talk) -> list[Match]:
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
        if not _HAS_SUBJECT.match(words):
            lead = "I" if match.subject == "user" else talk.label
            be = ("am " if match.subject == "user" else "is ") if _NEEDS_BE.match(words) else ""
            words = f"{lead} {be}{words}"
        for attribute, value, said in _split(match, words):
            out.append(replace(match, value=value, attribute=attribute, text=said))
    return out


def _split(match: Match, said: str) -> Iterator[tuple[str, str, str]]:
    """A post and the place it is held at are two things, and two sentences."""
    if "+" not in match.attribute:
        yield match.attribute, match.value, said
        spoken = re.fullmatch(r"([a-z]+)_level", match.attribute)
        if spoken and re.search(rf"(?i)\b{LANGUAGES}\b", spoken[1]) and _SPOKEN.search(match.value):
            name = spoken[1].replace("_", " ").title()
            yield "language", name, f"I speak {name}" if match.subject == "user" else f"{match.subject} speaks {name}"
        bound = re.search(r"(?i)\b(engaged|married) to\b", said) if match.attribute == "partner" else None
        if bound:
            yield "marital_status", bound[1].casefold(), re.sub(r"(?i)\b(engaged|married) to\b.*", r"\1", said)
        return
    first, second = match.attribute.split("+")
    if first == "employer" and re.search(r"(?i)student|undergrad|freshman|sophomore|postdoc", match.text):
        first = "school"
    yield "work_location" if first == "employer" and is_place(match.value) else first, match.value, said
    apart = re.sub(r"(?i)\s+(?:at|for|with)\s+(?:an?\s+|the\s+)?" + re.escape(match.value), "", said)
    yield second, match.text, re.sub(r"(?i)(?<=['’]m)\s+as\b|(?<=am)\s+as\b", "", apart)
