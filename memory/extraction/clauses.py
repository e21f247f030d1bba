"""Cuts what the user wrote into clauses, and keeps those that state something.

A question, a condition, a guess, a joke, somebody else's words and text handed over to be translated or rewritten
state nothing about the user. Precision comes first: what is lost here is still in the episode, verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.en import assertion as english
from memory.extraction.en.plainly import plainly
from memory.extraction.orders import is_order
from memory.extraction.speech import MASKED
from memory.extraction.wishes import Wish, Wished, wished
from memory.extraction.zh import assertion as chinese
from memory.extraction.zh.closing import closed_up_change
from memory.extraction.zh.spacing import chinese_first, closed_up

CJK = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-z]")


MAX_CLAUSE_CHARS = 240
"""A longer clause is no statement, and no rule is tried on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause that states something."""

    text: str
    """Its words, without the punctuation around them."""
    sentence: int
    """The number of its sentence in the message, from 0."""
    joins: bool
    """True when it follows another clause of the same sentence."""
    past: bool = False
    """True when it tells how things were, not how they are."""
    corrects: bool = False
    """True when it follows words that take something back."""
    wish: Wish = ""
    """What the user asks of the memory about it: to keep it, to drop it, to act on it from now on."""
    written: str = ""
    """Its sentence as the user wrote it; the blanks beside Chinese characters are gone in `text`."""
    quote: str = ""
    """The words it rests on: itself, and what its sentence denies before it."""


_SENTENCE = re.compile(
    r"(?:[^。！？!?；;\n.]|\.(?!\s|$|[\u4e00-\u9fff])|(?<=\b[A-Z])\.|(?<=\b(?:Mr|Ms|Dr|St|vs))\."
    r"|(?<=\bMrs)\.|(?<=\bProf)\.)+[。！？!?；;\n.～~]*"
)


def clauses(text: str) -> Iterator[Clause]:
    """Give the stating clauses of a message, in order."""
    taken_back = False
    for number, asked in enumerate(_sentences(text)):
        if asked.wish in ("forget", "instruct"):
            yield Clause(text=asked.what, sentence=number, joins=False, wish=asked.wish, quote=asked.what)
        else:
            yield from _stating(number, asked, corrects=taken_back)
        taken_back = len(asked.what) < 60 and english.TAKES_BACK.search(asked.what) is not None


def _sentences(text: str) -> list[Wished]:
    out: list[Wished] = []
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if not sentence.strip(MASKED + " .。！!?？"):
            continue
        if is_order(sentence):
            continue
        asked = wished(sentence)
        if asked.what != sentence and is_order(asked.what):
            continue
        if asked.wish in ("forget", "instruct"):
            out.append(asked)
            continue
        if chinese.HANDED_BACK.search(sentence) or english.HANDED_BACK.search(sentence):
            return []
        if chinese.HANDED_OVER.search(sentence) or english.HANDED_OVER.search(sentence):
            break
        joke = chinese.JOKE.search(sentence) or english.JOKE.search(sentence)
        if joke:
            out.clear()
            rest = sentence[joke.end() :].lstrip(" ,，.。!！～~:：-—的啦呢")
            if not rest or _TAKES_BACK.match(rest):
                continue
            asked = Wished(wish="", what="其实" + rest if CJK.match(rest) else "actually " + rest)
        out.append(asked)
    return out


def _stating(number: int, asked: Wished, *, corrects: bool) -> Iterator[Clause]:
    written = asked.what
    sentence = closed_up(written).text if chinese_first(written) else written
    asks = bool(re.search(r"[?？]", sentence[-4:])) and not asked.wish
    sentence = found = _FOUND_ZH.sub("我", _FOUND.sub("", sentence))
    law = chinese if CJK.search(sentence) else english
    if law is english:
        sentence = plainly(sentence)
    whole = _ALONE.sub("", sentence.strip(" 。！？!?；;\n.～~"))
    parts = [p for p in law.SPLIT.split(whole) if p and p.strip(" ,，")]
    parts = _changed(_not_but(parts))
    if len(parts) > 1 and law.TAG.match(parts[-1].strip()):
        return
    past = False
    denied, hedged = "", False
    for place, part in enumerate(parts):
        part = part.strip(" ,，:：、-—…\"'")
        if len(part) > MAX_CLAUSE_CHARS:
            return
        last = place == len(parts) - 1
        cut = law.OPENS_UNREAL.search(part)
        kept = part[: cut.start()].strip() if cut else part
        if hedged:
            hedged = False
            continue
        hedged = len(kept) < 12 and law.GUESSES.fullmatch(kept) is not None
        corrects = corrects or bool(law.CORRECTS.search(part))
        later = wished(part) if place else asked
        if place and later.wish in ("forget", "instruct"):
            yield Clause(text=later.what, sentence=number, joins=False, wish=later.wish, quote=later.what)
            continue
        if (
            kept
            and not (asks and last)
            and not law.ASKS.search(kept)
            and not (law.GUESSES.search(kept) and not (corrects and _SHOULD_BE.match(kept)))
        ):
            past_here = bool(law.PAST.search(kept)) and not law.NOW.search(kept)
            past = past_here or (past and not law.NOW.search(kept) and not law.RESTARTS.search(kept))
            behind = (
                parts[place + 1].strip(" ,，")
                if not last and _DENIES_BEHIND.match(parts[place + 1].strip(" ,，"))
                else ""
            )
            quote = _stretch(whole, denied or kept, behind or kept)
            quote = quote if quote and quote in found else found
            yield Clause(
                text=law.ASIDE.sub("", kept) or kept,
                sentence=number,
                joins=place > 0,
                past=past,
                corrects=corrects,
                wish=asked.wish,
                written=written,
                quote=quote,
            )
        denied = part if not denied and _DENIES.search(part) else denied
        if cut:
            return


def _not_but(parts: list[str]) -> list[str]:
    """Close up 「生日不是三号，是五号」: the first clause says of what, the second says what."""
    out: list[str] = []
    for part in parts:
        turn = _IS.match(part.strip(" ,，"))
        head = _IS_NOT.match(out[-1].strip(" ,，")) if out and turn else None
        if out and _NOT_THAT.match(part.strip(" ,，")) and _RATHER_IS.match(out[-1].strip(" ,，")):
            out[-1] = out[-1].strip(" ,，") + part.strip(" ,，")
            continue
        if out and (denied := _NOT_EN.match(out[-1].strip(" ,"))) and (meant := _IT_IS_EN.match(part.strip(" ,"))):
            out[-1] = f"it's {meant['what']}, not {denied['no']}"
            continue
        if turn and head:
            out.append(f"{head['head']}是{turn['what']}")
        else:
            out.append(part)
    return out


_SHOULD_BE = re.compile(r"应该?(?:是|为)")
"""After a correction this is no guess."""
_TAKES_BACK = re.compile(r"(?i)(?:about|that|with|when|when i|on|the|you|再|说|而已)\b")
_FOUND = re.compile(
    r"(?i)^(?:(?:and|but|so|turns out)\s+)*(?:(?:my|the|our)\s+)?(?:\w+\s)?(?:doctors?|docs?|dr\.?\s\w+|gp|physician|allergist|dentist|clinic|hospital|specialist|nurse|scan|biopsy|tests?|test results|blood work|blood tests?|results)"
    r"\s+(?:says?|said|told me|confirmed|shows?|showed|found|found out|revealed)\s+(?:that\s+)?(?=i['’]?m\s|i\s+(?:am|have|don['’]?t have|no longer)\b|i['’]ve\s)"
)
_FOUND_ZH = re.compile(
    r"^(?:刚|最近|昨天|今天|上周)*(?:去)?(?:去)?(?:医生|大夫|医院|检查(?:结果)?|体检(?:报告)?|复查|化验|过敏原检测)(?:检查|复查|化验|检测|诊断)?(?:后|完|之后|结果|报告)?(?:出来)?(?:说|发现|显示|查出来?|告诉我)[，,]?(?:我)?(?=(?:其实|并|根本|已经|现在)*(?:对|有|没有|得了?|患|不是|是对|(?:可以|能)[吃喝碰]|不过敏))"
)
"""A doctor's finding about the user is the user's own fact."""
_HAS_CHANGED = re.compile(
    r"(?i)^(?:(?:so|and|but|hey|ok|update|fyi|btw)[\s,]+)*(?:(?:my )?new (?P<new>(?:phone )?number|e-?mail(?: address)?|address)|[\w\s'’-]{2,30}? (?:used to be|isn['’]t|is not|is no longer) my (?P<once>[\w\s'’-]{3,40}?)(?: anymore| any more| any longer)?|my (?P<was>[\w\s'’-]{3,40}?)\s+(?:used to be|was|is no longer|is not|isn['’]?t)\s+[^,]+"
    r"|(?:i|we)(?:['’]ve| have)?\s+(?:just\s+|recently\s+)?(?:changed|switched|got a new|have a new)\s+(?:my\s+)?(?P<noun>(?:phone )?number|e-?mail(?: address)?|name|address|major|nickname|job title|managers?|boss(?:es)?|dentists?|doctors?|therapists?|teachers?|tutors?|coach(?:es)?|trainers?|roommates?|gyms?|banks?|cars?|phones?|teams?|schools?|insurers?|landlords?|hairdressers?|accountants?|lawyers?|vets?))$"
)
_NOW_IS = re.compile(
    r"(?i)^(?:(?:but|and|so|now|it['’]?s|its|it is|the new one is|these days|nowadays|currently|he['’]?s|she['’]?s)[\s,]+)+(?P<what>[^,]{1,40})$"
)
_HAS_CHANGED_ZH = re.compile(
    r"^(?:我的?)?新(?:的)?(?P<new>手机号码?|号码|电话|邮箱|地址)$|^我?(?:们)?(?:的)?(?:刚|已经|最近|又)*(?:换|改|买)(?:了)?(?:一)?(?:个|部|台|辆|新)*(?P<noun>手机号码?|号码?|电话|邮箱|网名|昵称|微信名?|专业|名字?|地址|英文名|老板|经理|领导|组长|主管|上司|导师|医生|牙医|律师|家教|私教|教练|室友|房东|班主任|工作|公司|手机|车|座驾)(?:了|啦)?$|^我?(?:们)?(?:的)?(?P<who>老板|经理|领导|组长|主管|上司|导师|班主任|教练|室友|房东)(?:已经|又|刚)*(?:换人|换|走|离职|调走)了$|^我?(?:的)?(?P<off>邮箱|手机号|号码|电话|生日|地址)(?:已经)?(?:不用|换掉|停用|不是|写错|说错|打错|记错|弄错|搞错)[^，。]*了?$|^我?转(?P<what>专业)了$"
)
_NOW_IS_ZH = re.compile(
    r"^(?:现在|新的|新号|新|目前|如今)*(?:的)?(?:牙医|医生|班主任|导师|教练|老板|经理|领导|组长|室友|房东)?(?:是|叫|为|学|读|念|改成了?|[用开骑戴](?:的是|着)?)(?P<what>[^，。]{1,24}?)(?:了)?$"
)
_VALUE = re.compile(r"(?P<what>(?!(?:my|our|it|我)\b)[^,，。]{3,60})$")
_ROLE = re.compile(
    r"(?i)dentist|doctor|therapist|teacher|tutor|coach|trainer|roommate|landlord|hairdresser|accountant|lawyer|vet|牙医|医生|大夫|老师|导师|教练|室友|房东|律师|家教|私教|班主任"
)
"""Who fills a place that one person fills, though the table knows of many."""
_NOUN_ZH = {"号": "手机号", "号码": "手机号", "名": "名字"}


def _changed(parts: list[str]) -> list[str]:
    """Close up "my favourite band used to be A, now it's B" and 「换号了，现在是…」: the first says of what."""
    out: list[str] = []
    for part in parts:
        before = out[-1].strip(" ,，") if out else ""
        head, now = _HAS_CHANGED.match(before), _NOW_IS.match(part.strip(" ,"))
        head_zh, now_zh = _HAS_CHANGED_ZH.match(before), _NOW_IS_ZH.match(part.strip(" ,，"))
        if head and head["new"] and not now:
            now = _VALUE.match(part.strip(" ,"))
        if head_zh and (head_zh["new"] or head_zh["noun"] in ("车", "手机")) and not now_zh:
            now_zh = _VALUE.match(part.strip(" ,，"))
        if head and now:
            noun = head["was"] or head["once"] or head["new"] or head["noun"]
            noun = noun if noun.endswith("address") else re.sub(r"(?<=ss)es$|(?<=ch)es$|(?<!s)s$", "", noun)
            out.append(f"my {'new ' if _ROLE.fullmatch(noun) else ''}{noun} is now {now['what']}")
        elif head_zh and now_zh and not now_zh["what"].startswith("我"):
            noun = head_zh["noun"] or head_zh["who"] or head_zh["new"] or head_zh["off"] or head_zh["what"]
            new = "新" if _ROLE.fullmatch(noun) else ""
            out.append(f"我{new}{_NOUN_ZH.get(noun, noun)}是{now_zh['what']}")
        elif before and (told := closed_up_change(before, part.strip(" ,，"))):
            out.append(told)
        else:
            out.append(part)
    return out


def _stretch(sentence: str, first: str, last: str) -> str:
    """Give the words of a sentence from one of its parts to another."""
    if first == last:
        return first
    start, end = sentence.find(first), sentence.rfind(last)
    return sentence[start : end + len(last)] if 0 <= start <= end else sentence


_NOT_EN = re.compile(r"(?i)(?:no,?\s+)?not\s+(?P<no>[\w'’ -]{1,24})$")
_IT_IS_EN = re.compile(r"(?i)(?:but\s+)?it['’]?s\s+(?P<what>[\w'’ -]{1,24})$")
_RATHER_IS = re.compile(r"(?:应该|其实|哦|噢|不对)*是[\u4e00-\u9fffA-Za-z0-9]{1,8}$")
_NOT_THAT = re.compile(r"(?:而|并)?不是[\u4e00-\u9fffA-Za-z0-9]{1,8}$")
_IS_NOT = re.compile(r"(?P<head>(?=.*[的日号岁籍乡家箱话色影手业位])[^，]{2,16}?)(?:并|而|可)?不是[^，]{1,16}$")
_IS = re.compile(r"(?:而)?是(?P<what>[^，]{1,20})$")
_ALONE = re.compile(
    r"(?<=^[我俺咱])[\s,，呢啊]+(?=[\u4e00-\u9fff])|(?<=[\s,，][我俺咱])[\s,，呢啊]+(?=[\u4e00-\u9fff])"
)
"""What stands between a subject and its verb where people pause: 「我 叫小明」, 「我呢，叫小明」."""
_DENIES_BEHIND = re.compile(r"^(?:而)?(?:不是|并非)|^(?:and\s+)?not\b", re.I)
_DENIES = re.compile(r"(?i)\bnot\b|n['’]?t\b|\bno longer\b|\bused to\b|不|没|以前|之前|原来")
