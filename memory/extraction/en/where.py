"""Where people live and come from, in English: one row a way of saying it."""

from __future__ import annotations

from memory.extraction.en.grammar import BE, DWELLING, STOP, V, row
from memory.extraction.en.values import (
    is_destination,
    is_home,
    is_origin,
)
from memory.extraction.places import is_place
from memory.extraction.predicate import Predicate

WHERE: tuple[Predicate, ...] = (
    row(
        "home",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+)*(?:moved|relocated|switched)\s+(?:over\s+)?(?:to|into)\s+(?P<v>(?:apartment|apt\.?|unit|flat|room|building|block|number|house)\s+[\w-]*\d[\w-]*|\d+[a-z]?\s+[A-Z]\w+(?:\s[A-Z]\w+)*)(?=$|\s*[,;.!?])",
        0.7,
    ),
    row(
        "home",
        rf"(?:don'?t|do not|doesn'?t|no longer)\s+lives?\s+(?:in|near)\s+{V}(?:\s+(?:anymore|any more|any "
        rf"longer|now))?{STOP}",
        0.6,
        ends=True,
        accept=is_home,
        says_ending=True,
        sets="home",
    ),
    row(
        "home",
        r"(?:have\s+|['’]ve\s+|has\s+)?(?:just\s+|recently\s+|since\s+|finally\s+|also\s+|now\s+"
        r"|actually\s+)*(?:moved|relocated|emigrated|immigrated|shifted)(?:\s+(?:back|over|out|down|up|across|house|home|here"
        r"|permanently|again|across (?:the )?\w+|(?:in )?with [\w' ]{2,30}?))*?(?:\s+from\s+(?P<from>.+?))?,?\s+(?:to|into)\s+"
        rf"(?:(?:an?|our|my|the)\s+(?:[\w-]+\s+){{0,3}}?{DWELLING}\s+(?:in|near|outside)\s+)?(?!a\b|an\b){V}{STOP}",
        0.8,
        accept=is_destination,
        sets="home",
    ),
    row(
        "home",
        rf"(?:{BE})?(?:live|lives|living|reside|resides|residing|based|settled|stationed)(?:\s+(?:alone"
        r"|together|here|now|currently|happily|with (?:my |our |a |the |his |her |two |some )?[\w'’]+(?: [\w'’]+)?|by myself|most of the year|full[- "
        r"]time))*\s+(?:in\s+(?:an?|our|my|the)\s+(?:[\w-]+\s+){0,3}?"
        rf"{DWELLING}\s+)?(?:in|out of|near|outside|around|at(?=\s+\d)|on(?=\s+(?:the\s+)?(?-i:[A-Z])[\w'’-]*(?:\s(?-i:[A-Z])[\w'’-]*)*\s(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Boulevard|Square|Court|Place|Way|Hill|Island|Row|Terrace|Close)\b))\s+(?:sunny\s+|beautiful\s+|rainy\s+|downtown\s+"
        rf"|central\s+|the city of\s+)?{V}{STOP}",
        0.8,
        accept=is_home,
    ),
    row(
        "home",
        rf"(?:just\s+|have\s+|['’]ve\s+|finally\s+)*(?:got|bought|rented|found|have|rent|own)\s+(?:my|our|an?)\s+(?:own\s+|new\s+)*{DWELLING}\s+in\s+{V}{STOP}",
        0.7,
        accept=is_destination,
    ),
    row(
        "home",
        rf"(?:is|['’]s)\s+(?:now\s+|still\s+|over\s+|currently\s+)*in\s+(?!.*\b(?:this week|today|tonight|holiday|vacation|trip|business|until|for (?:a|the) (?:week|day|weekend|month))\b){V}{STOP}",
        0.6,
        accept=lambda v: is_place(v) or (v[0].isupper() and is_home(v)),
        of_user=False,
    ),
    row(
        "home",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*moved in (?:with (?:my |our |a |some )?[\w'’]+(?: [\w'’]+)?|together)"
        rf" in\s+{V}{STOP}",
        0.8,
        accept=is_destination,
    ),
    row(
        "home",
        rf"(?:is|['’]s)\s+(?:now\s+|currently\s+)?(?:stabled|kept|boarded|housed|living)\s+(?:in|at|near)\s+{V}{STOP}",
        0.5,
        accept=lambda v: v[0].isupper() and is_home(v),
        of_user=False,
    ),
    row("home", rf"call\s+{V}\s+(?:my\s+)?home\b", 0.7, accept=is_home),
    row(
        "home",
        r"(?:have\s+|['’]ve\s+)?(?:settled(?: down)?|put down roots|bought (?:a house|an apartment|a flat|a place|a "
        rf"home))\s+in\s+{V}{STOP}",
        0.7,
        accept=is_home,
    ),
    row("home", rf"(?:{BE})?(?:now\s+)?(?:in|at)\s+{V}{STOP}", 0.7, accept=is_destination, needs="home"),
    row(
        "home",
        rf"(?:have\s+|['’]ve\s+|just\s+)*(?:left|moved (?:out of|away from))\s+{V}{STOP}",
        0.5,
        ends=True,
        accept=is_place,
        sets="home",
    ),
    row(
        "",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*moved(?:\s+(?:house|home|again|out"
        r"|apartments|flats|places))?(?=$|\s*[,;.!?]|\s+and\b|\s+last\b)",
        0.3,
        sets="home",
    ),
    row(
        "hometown",
        rf"(?:{BE})?(?:originally\s+)?(?:from|come from|comes from|hail from|hails from|grew up in|(?:was "
        r")?raised in|(?:was )?born and raised in|(?:was )?born in|was born and raised in|was born and "
        rf"grew up in)\s+{V}{STOP}",
        0.7,
        accept=is_origin,
    ),
)
