"""Reads what was asked about flights: from where to where, when, for how many, and which are wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graph.offline_model.followups import day_words, without_names
from graph.offline_model.language import clauses
from graph.offline_model.sentences import asks, wants
from nodes.tools.numerals import words_to_digits
from nodes.tools.places import find_places

ABOUT = re.compile(
    r"机票|航班|飞机票|班机|(?:坐|乘)飞机|(?<!起)(?<!蝴)飞(?!行|快|速|书|信|鸟|翔|往往)|\bflights?\b|\bfly(?:ing)?\b|\bplane tickets?\b|\bair ?fares?\b|\bair tickets?\b|\bplanes?\b|往返|\bround[- ]?trip\b|\btickets? (?:from|to|for)\b|的票",
    re.I,
)
_NOUN = re.compile(r"机票|航班|飞机|班机|\bflights?\b|\btickets?\b|\bfares?\b|\bplanes?\b", re.I)
_BOOKS = re.compile(r"(?:预订|预定|订(?!单|阅)|买|下单)|\b(?:book|reserve|buy|purchase)\b", re.I)
_READS = re.compile(r"\b(?:a|the|this|that|my|read|reading) books?\b", re.I)
_CHEAP = re.compile(
    r"最便宜|便宜|最低价|低价|价格最低|最省|特价|\bcheap(?:est)?\b|\blowest\b|\bleast expensive\b|\bbudget\b|\bbest price\b",
    re.I,
)
_EARLY = re.compile(r"最早|早班|第一班|首班|\bearliest\b|\bfirst flight of\b", re.I)
_LATE = re.compile(r"最晚|末班|最后一班|\blatest\b|\blast flight\b", re.I)
_FAST = re.compile(r"最快|时间最短|\bfastest\b|\bshortest\b|\bquickest\b", re.I)
_WINDOW = re.compile(r"(?<!不)(?<!不要)(?<!不想)靠窗|(?<!不喜欢)窗边|\bwindow\b", re.I)
_AISLE = re.compile(r"过道|走道|\baisle\b", re.I)
_PEOPLE = re.compile(
    r"(\d+)\s*(?:个|位|名)?(?:大)?(?:人|乘客|张|成人)|(?:我们|一家)(\d+)口|\b(?:for|of) (\d+)(?: (?:people|persons?|passengers?|adults?|travell?ers?|tickets?|of us|friends|seats))?\b(?!\s*(?:days?|nights?|%))|\b(\d+) of (?:them|the|those|these)\b|\b(\d+) (?:people|persons|passengers|adults|travell?ers|tickets|of us)\b",
    re.I,
)
_TOTAL = re.compile(
    r"一共|总共|合计|总价|总计|多少钱|算|乘以|\btotal\b|\bcalculat\w*|\baltogether\b|\bhow much\b|\bcosts?\b|\bprice for\b|\bmultipl\w*|\bsum\b|\bcompute\b|\bwork out\b",
    re.I,
)
_ROUND = re.compile(
    r"往返|来回|双程|\bround[- ]?trip\b|\breturn (?:ticket|flight|trip)\b|\bthere and back\b|\bboth ways\b", re.I
)
_FOLD = re.compile(r"打(?:(\d)(\d)?)折|(\d+(?:\.\d+)?)\s*%\s*(?:off|的?折扣|discount|优惠)", re.I)
_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*%\s*(?:的)?(?:税|手续费|服务费|tax|tip|fee|service)", re.I)
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*(?:%|percent)\s*(?:of|的)?\s*(?:the |that |this |its )?(?:(?:cheapest|lowest|dearest|first|best)\s*)?(?:price|fare|ticket|cost|one)\b"
    r"|(?:(?:最便宜|最低)的?(?:票价|价格|机票|价钱)?|票价|价格|机票|价钱)的?\s*(\d+(?:\.\d+)?)\s*%(?!\s*的?(?:折扣|优惠|税|手续费))",
    re.I,
)
"""A share of a price that is asked for by itself."""
_OWN = re.compile(r"\bmy (?:flight|plane|ticket)s?\b|我的?(?:航班|飞机|机票)(?:是|在|几|什么|多少)", re.I)
_STEP = re.compile(
    r"(乘以?|除以|加上?|减去?|\btimes|\bmultipl\w+ (?:\w+ ){0,3}by|\bdivided? (?:\w+ ){0,3}by|\bsplit (?:\w+ ){0,3}(?:between|among)|\bplus|\badd)\s*[¥$]?\s*(\d+(?:\.\d+)?)",
    re.I,
)
_AVERAGE = re.compile(r"平均|\baverage\b|\bmean price\b", re.I)
_GAP = re.compile(r"差价|差多少|相差|(?<!最)(?:贵|便宜)多少(?!钱)|\bdifference\b|\bhow much (?:cheaper|more)\b", re.I)
_MORNING = re.compile(r"上午|早上|早晨|\bmorning\b", re.I)
_AFTERNOON = re.compile(r"下午|\bafternoon\b", re.I)
_EVENING = re.compile(r"晚上|傍晚|夜里|今晚|明晚|\bevening\b|\bnight\b|\btonight\b", re.I)
_ORDERS = (("cheap", _CHEAP), ("early", _EARLY), ("late", _LATE), ("fast", _FAST))
_PARTS = (("morning", _MORNING), ("afternoon", _AFTERNOON), ("evening", _EVENING))
_REFINES = re.compile(
    r"^(?:那|还)?有(?:没有)?|哪(?:个|一?班|趟)|呢[?？]?$|吗[?？]?$|的$|多少|只要|只看|换|要|改|\bwhich\b|\bwhat about\b|\bhow about\b|\bany\b|\bare there\b|\bis there\b|"
    r"\bonly\b|\bshow me\b|\bhow much\b|\bprefer\b|\binstead\b|\bthe cheapest\b|\bthe earliest\b|\bfor (?:two|three|four|five|\d)\b|\bdiscount\b|折|\btotal\b|一共|总共|最便宜|最早|最晚|最快|\baverage\b|\d\s*(?:%|percent\b)",
    re.I,
)
_PATTERNS = (
    re.compile(
        r"从(?P<a>[\u4e00-\u9fff]{2,6}?)(?:出发)?[,，]?(?:坐飞机|乘飞机)?(?:直飞|飞往|飞到|飞去|飞|到达|到|去|至|往)(?P<b>[\u4e00-\u9fff]{2,6}?)(?=的|[,，。!！?？\s]|最|机票|航班|有|多少|怎么|要|$)"
    ),
    re.compile(
        r"\bfrom (?P<a>[A-Za-zÀ-ÿ' -]{2,30}?) to (?P<b>[A-Za-zÀ-ÿ' -]{2,30}?)(?= (?:on|for|tomorrow|today|next|this|in|and|with|at|please|the|leaving|departing|that|by|under|tonight|around|-)\b|[,.?!]|$| \d)",
        re.I,
    ),
    re.compile(
        r"\bto (?P<b>[A-Za-zÀ-ÿ' -]{2,30}?) from (?P<a>[A-Za-zÀ-ÿ' -]{2,30}?)(?= (?:on|for|tomorrow|today|next|this|in|and|with|at|please|the|leaving|departing|that|by)\b|[,.?!]|$| \d)",
        re.I,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked about flights."""

    origin: str = ""
    destination: str = ""
    day: str = ""
    back: str = ""
    """The day of the way back, where one is named."""
    seat: str = ""
    order: str = ""
    """cheap, early, late, fast, or empty."""
    part: str = ""
    """morning, afternoon, evening, or empty."""
    people: int = 0
    totals: bool = False
    round_trip: bool = False
    factor: str = ""
    """What the price is multiplied by besides: a discount or a surcharge, such as `* 0.9`."""
    averages: bool = False
    gap: bool = False
    books: bool = False


def read(text: str) -> Asked | None:
    """Read a text, in plain form; None when it does not ask for flights."""
    if not ABOUT.search(text):
        return None
    origin, destination = _route(text)
    if re.search(r"火车|高铁|动车|\btrains?\b|\bbus\b", text, re.I) and not re.search(
        r"飞|航班|机票|\bfl(?:y|ight)", text, re.I
    ):
        return None
    if _OWN.search(text) and not (origin and destination):
        return None
    books = bool(_BOOKS.search(text))
    clause = next((c for c in clauses(text) if ABOUT.search(c)), text)
    wanted = wants(text, ABOUT) or (books and not _READS.search(text))
    hopes = bool(re.search(r"(?:想|要|打算)(?:从|飞|坐)|\b(?:want|need|like|looking)\b", clause, re.I))
    prices = asks(text) and bool(_TOTAL.search(text) or _CHEAP.search(text))
    wishes = bool(origin and destination) and (hopes or prices)
    if re.search(r"往返|round[- ]?trip", text, re.I) and not (origin and destination) and not _NOUN.search(text):
        return None
    if not wanted and not wishes:
        if re.match(r"我|i\b|i'm\b|we\b|my\b", clause, re.I):
            return None
        if not ((origin or destination) and _NOUN.search(text)) and not (origin and destination):
            return None
    if not (origin or destination or _NOUN.search(text)):
        return None
    days = day_words(text)
    numbers = words_to_digits(without_names(text))
    people = next((int(next(g for g in m.groups() if g)) for m in _PEOPLE.finditer(numbers)), 0)
    return Asked(
        origin=origin,
        destination=destination,
        day=days[0] if days else "",
        back=days[1] if len(days) > 1 and _ROUND.search(text) else "",
        seat="window" if _WINDOW.search(text) else "aisle" if _AISLE.search(text) else "",
        order=next((n for n, p in _ORDERS if p.search(text)), ""),
        part=next((n for n, p in _PARTS if p.search(text)), ""),
        people=people if people > 1 else 0,
        totals=bool(_TOTAL.search(text)) and people > 0,
        round_trip=bool(_ROUND.search(text)),
        factor=_factor(numbers),
        averages=bool(_AVERAGE.search(text)),
        gap=bool(_GAP.search(text)),
        books=books,
    )


def refined(asked: Asked, text: str) -> Asked | None:
    """Give what was asked before with what a short follow-up changes: the order, the seat, the hours, the people."""
    if len(text) > 60 or find_places(text) or not _REFINES.search(text):
        return None
    numbers = words_to_digits(without_names(text))
    people = next((int(next(g for g in m.groups() if g)) for m in _PEOPLE.finditer(numbers)), 0)
    seat = "window" if _WINDOW.search(text) else "aisle" if _AISLE.search(text) else ""
    part = next((n for n, p in _PARTS if p.search(text)), "")
    order = next((n for n, p in _ORDERS if p.search(text)), "")
    days = day_words(text)
    if not (people or seat or part or order or days or _factor(numbers) or _AVERAGE.search(text) or _GAP.search(text)):
        return None
    return replace(
        asked,
        day=days[0] if days else asked.day,
        seat=seat or asked.seat,
        part=part or asked.part,
        order=order or asked.order,
        people=people or asked.people,
        totals=asked.totals or people > 0,
        factor=_factor(numbers) or asked.factor,
        averages=bool(_AVERAGE.search(text)),
        gap=bool(_GAP.search(text)),
        books=False,
    )


def _factor(text: str) -> str:
    if part := _PART.search(text):
        return f"* {part[1] or part[2]} / 100"
    if fold := _FOLD.search(text):
        if fold[3]:
            return f"* (1 - {fold[3]} / 100)"
        return f"* 0.{fold[1]}{fold[2] or ''}"
    if step := _STEP.search(text):
        sign = {"乘": "*", "t": "*", "m": "*", "除": "/", "d": "/", "s": "/", "加": "+", "p": "+", "a": "+", "减": "-"}
        return f"{sign.get(step[1][0].lower(), '*')} {step[2]}"
    if share := _SHARE.search(text):
        return f"* (1 + {share[1]} / 100)"
    return ""


def _route(text: str) -> tuple[str, str]:
    places = find_places(text)
    names = list(dict.fromkeys(text[p.start : p.end] for p in places))
    for pattern in _PATTERNS:
        if match := pattern.search(text):
            return _clean(match["a"]), _clean(match["b"])
    if len(names) >= 2:
        first, second = names[0], names[1]
        before_second = text[: text.index(second)]
        if re.search(r"\bfrom\s*$", before_second, re.I) or re.search(
            rf"(?:去|到|飞){re.escape(first)}.*从\s*$", before_second
        ):
            return second, first
        return first, second
    if len(names) == 1:
        at = text.index(names[0])
        before = text[:at]
        if re.search(r"(?:从|\bfrom|\bleaving|\bout of)\s*$", before, re.I) or re.match(
            r"出发|起飞|飞出", text[at + len(names[0]) :]
        ):
            return names[0], ""
        return "", names[0]
    if unknown := re.search(
        r"\b(?:flights?|fly|flying|tickets?) to ((?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)", text, re.I
    ):
        return "", unknown[1]
    return "", ""


def _clean(name: str) -> str:
    places = find_places(name)
    if places:
        return name[places[0].start : places[0].end]
    name = re.sub(r"^(?:the city of|the)\s+", "", name.strip(), flags=re.I)
    return name.strip(" -")
