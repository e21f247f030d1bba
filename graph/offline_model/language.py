"""Which language a text is in, and its plain form, on which the rules are written."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Language = Literal["zh", "en"]

_TRADITIONAL = str.maketrans(
    "氣機嗎麼說記還誰歡飛訂幫這個時間點幾錢張聽請問愛沒過臺灣為與對會話語學習覺讓從開關東兩萬億們來發現樣裡裏給買貴價樓證電動後"
    "當號歲聯繫經驗應該覽書讀寫貓魚雞豬藥過敏媽爸爺奶兒鄰員師醫護職業務處區縣鄉鎮國華漢頭髮紅綠藍黃願望歷歲數據預計劃帳單總"
    "結論議題連絡網絡隨議適遠近離別聖誕節慶祝賀謝見晚聲輕鬆簡體繁備選項換將轉帶準確實際試驗減乘餘額變數術標題類種",
    "气机吗么说记还谁欢飞订帮这个时间点几钱张听请问爱没过台湾为与对会话语学习觉让从开关东两万亿们来发现样里里给买贵价楼证电动后"
    "当号岁联系经验应该览书读写猫鱼鸡猪药过敏妈爸爷奶儿邻员师医护职业务处区县乡镇国华汉头发红绿蓝黄愿望历岁数据预计划帐单总"
    "结论议题连络网络随议适远近离别圣诞节庆祝贺谢见晚声轻松简体繁备选项换将转带准确实际试验减乘余额变数术标题类种",
)
"""The traditional characters that the rules' words are written with, each for its simplified one."""

_CONTRACTIONS = (
    (r"\bwhats\b", "what's"),
    (r"\bwhos\b", "who's"),
    (r"\bwheres\b", "where's"),
    (r"\bwhens\b", "when's"),
    (r"\bhows\b", "how's"),
    (r"\bim\b", "I'm"),
    (r"\bive\b", "I've"),
    (r"\bdont\b", "don't"),
    (r"\bdoesnt\b", "doesn't"),
    (r"\bdidnt\b", "didn't"),
    (r"\bcant\b", "can't"),
    (r"\bwanna\b", "want to"),
    (r"\bgonna\b", "going to"),
    (r"\bgimme\b", "give me"),
    (r"\bplz\b|\bpls\b", "please"),
    (r"\b(?:wheather|wether|waether|weahter)\b", "weather"),
    (r"\b(?:temprature|temperture)\b", "temperature"),
    (r"\bremeber\b|\brember\b", "remember"),
    (r"\bu\b", "you"),
    (r"\bur\b", "your"),
    (r"\br\b(?= you\b)", "are"),
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_GRAMMAR_ZH = re.compile(
    r"[我你您他她它咱的了是在有不叫吗呢吧啊呀嘛么什谁哪怎几多少把被给对和跟与或请帮查找看告问想要会能可去来到从说记忘算今后昨天点早晚这那就也还再好很最过为让用]"
)
_QUOTED = re.compile(r"[“”\"'「『].{0,80}?[”\"'」』]")
_TONGUES = {"zh": (r"(?:中文|汉语|普通话)", r"(?:chinese|mandarin)"), "en": (r"(?:英文|英语)", r"english")}


def _wish_for(zh: str, en: str) -> re.Pattern[str]:
    """Give how a wish for answers in a language reads; that someone speaks it, or wants a translation, is no such wish."""
    return re.compile(
        rf"(?<!译)(?:用|使用|改用){zh}(?:来)?(?:回答|回复|回我|答复|交流|跟我说|和我说|说话)|(?:切换|换|改)(?:到|成|为){zh}(?:吧|回答|模式|$)|"
        rf"(?:^|请|以后|今后|都|麻烦|可以)(?:请)?(?:用|说|讲){zh}(?:吧|好吗|$)|{zh}(?:回答|回复)(?:我|就|吧|$)|"
        rf"(?:^|\b(?:please|always|only|should|must|just|you|to|and|now) )(?:answer|reply|respond|talk|speak|write)(?: to me| me| back| everything)? in {en}\b|"
        rf"^(?:please )?speak {en}(?:,? please)?\W*$|\bswitch to {en}\b|\b(?:answers|replies|responses) in {en}\b|^(?:in )?{en},? please\W*$",
        re.I,
    )


_WISHES: dict[Language, re.Pattern[str]] = {"zh": _wish_for(*_TONGUES["zh"]), "en": _wish_for(*_TONGUES["en"])}


def plain(text: str) -> str:
    """Give the text as the rules read it: compatibility forms folded, simplified characters, contractions mended."""
    text = unicodedata.normalize("NFKC", text).translate(_TRADITIONAL)
    text = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    for pattern, mended in _CONTRACTIONS:
        text = re.sub(pattern, mended, text, flags=re.I)
    return " ".join(text.split())


def language_of(text: str) -> Language | None:
    """Give the language a text is written in; None when it has no words. A name in the other script does not turn it."""
    bare = _QUOTED.sub(" ", text) if len(_QUOTED.sub("", text).strip()) >= 2 else text
    words = len(re.findall(r"[A-Za-z]{2,}|\b[Ii]\b", bare))
    chinese = len(_CHINESE.findall(bare))
    if not chinese:
        return "en" if words else None
    if words < 2 or len(_GRAMMAR_ZH.findall(bare)) * 3 >= words:
        return "zh"
    return "en" if words >= chinese else "zh"


def asked_language(text: str) -> Language | None:
    """Give the language that a text asks answers to be in, or None: `请用英文回答`, `reply in Chinese`."""
    return next((language for language, wish in _WISHES.items() if wish.search(text)), None)


def is_chinese(char: str) -> bool:
    """True for a Chinese character."""
    return bool(_CHINESE.match(char))


def clauses(text: str) -> list[str]:
    """Give the parts of a text between its stops: commas and semicolons too where the text is Chinese."""
    return [
        part.strip() for part in (_STOPS_ZH if language_of(text) == "zh" else _STOPS_EN).split(text) if part.strip()
    ]


_STOPS_ZH = re.compile(r"[。！？!?；;\n]+|(?<!\d)[.](?=\s|$|[\u4e00-\u9fff])\s*|[，,](?!\d{3}(?!\d))")
_STOPS_EN = re.compile(
    r"[!?;\n]+|(?<=[a-z\d\"')])(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bProf)\.(?:\s+|$)|,?\s+(?:and|but|so)\s+(?=i\b|i'm\b|i've\b|my\b|we\b|please\b|what|who|where|can|could)|,\s+(?=i\b|i'm\b|my\b|please\b|what|who|where|how|can|could|find|check)",
    re.I,
)
