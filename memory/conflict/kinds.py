"""Things of which people mostly use one: who switched to tea has left coffee, who switched to Rust has left Python."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.conflict.chinese import fills_its_frame, goes_elsewhere, is_most_now, is_switched
from memory.gist.traditional import simplified
from memory.record import MemoryRecord

_KINDS = """
coffee; tea; green tea; black tea; herbal tea; matcha; decaf; espresso; latte; soda; coke; cola; pepsi; juice; 咖啡; 茶; 绿茶; 红茶; 奶茶; 可乐; 果汁; 白开水; 美式; 拿铁
milk; oat milk; soy milk; almond milk; coconut milk; whole milk; skim milk; 牛奶; 豆浆; 燕麦奶; 酸奶
beer; wine; whisky; whiskey; vodka; gin; 啤酒; 红酒; 白酒; 黄酒
vs code; vscode; visual studio code; vim; neovim; emacs; sublime; sublime text; intellij; pycharm; cursor; zed; notepad++; atom; xcode
windows; mac; macos; linux; ubuntu; fedora; arch; debian; chromebook; 苹果电脑
chrome; firefox; safari; edge; brave; opera; arc
notion; obsidian; evernote; onenote; roam; logseq; apple notes; bear; 印象笔记; 有道云笔记; 语雀; 飞书
python; java; javascript; typescript; rust; go; golang; c++; c#; kotlin; swift; ruby; php; scala; r; julia; matlab
react; vue; angular; svelte
spotify; apple music; youtube music; tidal; deezer; qq音乐; 网易云音乐; 网易云; 酷狗
netflix; disney+; hulu; hbo; hbo max; prime video; 爱奇艺; 优酷; 腾讯视频; b站
android; ios; iphone; 安卓; 安卓手机; 苹果手机; 鸿蒙
gmail; outlook; protonmail; proton mail; yahoo; fastmail; hotmail
slack; teams; discord; microsoft teams; 钉钉; 飞书; 企业微信
whatsapp; telegram; signal; wechat; imessage; 微信; qq
verizon; at&t; t-mobile; vodafone; o2; ee; three; 移动; 联通; 电信
hsbc; barclays; chase; wells fargo; bank of america; monzo; revolut; citibank; 招商银行; 工商银行; 建设银行; 农业银行; 中国银行
bus; train; car; bike; subway; metro; tram; scooter; walk; 公交; 地铁; 自行车; 开车; 骑车; 打车; 走路; 步行; 电动车
football; soccer; basketball; volleyball; tennis; badminton; rugby; hockey; baseball; cricket; handball; table tennis; squash; golf; netball; lacrosse; softball; 足球; 篮球; 网球; 羽毛球; 乒乓球; 排球
night owl; early bird; early riser; late riser; morning person; night person; evening person
introvert; extrovert; ambivert
republican; democrat; conservative; liberal; socialist; libertarian
playstation; xbox; nintendo; nintendo switch; steam deck; gaming pc
running; swimming; cycling; yoga; pilates; weightlifting; boxing; climbing; crossfit; 跑步; 游泳; 瑜伽; 普拉提; 骑行; 力量训练; 拳击
morning; evening; night; afternoon; 早上; 晚上; 中午; 下午
熬夜; 早睡; 晚睡; 早睡早起
微信支付; 支付宝; 现金; apple pay; 刷卡; 信用卡
kindle; paper books; audiobooks; 纸质书; 电子书
glasses; contact lenses; contacts; 眼镜; 隐形眼镜
night shift; day shift; early shift; late shift; morning shift; evening shift; graveyard shift; afternoon shift
work nights; work days; work mornings; work evenings; work afternoons
ibuprofen; naproxen; aspirin; paracetamol; acetaminophen; diclofenac; celecoxib
citalopram; escitalopram; sertraline; fluoxetine; paroxetine; venlafaxine; duloxetine; mirtazapine; zoloft; prozac; lexapro
loratadine; cetirizine; fexofenadine; desloratadine; claritin; zyrtec; allegra
atorvastatin; simvastatin; rosuvastatin; pravastatin; lipitor; crestor
lisinopril; ramipril; losartan; enalapril; valsartan; candesartan; perindopril
omeprazole; lansoprazole; pantoprazole; esomeprazole; famotidine
warfarin; apixaban; rivaroxaban; edoxaban; dabigatran
dark mode; light mode; 深色模式; 浅色模式
piano; guitar; violin; drums; cello; oboe; bassoon; clarinet; trombone; trumpet; tuba; accordion; banjo; mandolin; harmonica; organ; recorder; bagpipes; double bass; viola; french horn; keyboard; harp; bass; ukulele; saxophone; flute; 钢琴; 吉他; 小提琴; 架子鼓; 古筝; 尤克里里
"""

_SWAPS = re.compile(
    r"(?i)\b(?:switched|changed|moved|migrated|converted|swapped|went)\b|\bback to\b|\binstead\b|\bshifts?\b.*\bnow\b"
    r"|\b(?:drink|use|take|ride|drive|code|write|program|wear|subscribe|bank|commute|listen|play|work|read)\b.*\b(?:now|again)\b|\bnow (?:drink|use|take|ride|drive|code|write|wear|play|work|read)|\b(?:drinking|using|taking|riding|coding|wearing|playing)\b.*\bnow\b"
    r"|改(?!天)|换|转(?:到|用|战|投)|现在(?:都|只|一般|主要|每天)?(?:喝|用|坐|骑|开|听|看|弹|练|写)"
)
_LIKES = re.compile(r"(?i)\b(?:like|love|enjoy|prefer|hate|learn|learning|study|start(?:ed)?)\w*\b|喜欢|爱|学|开始")


def of_one_kind(one: str, other: str) -> bool:
    """Two of a kind: dark mode and light mode, 安卓手机 and 苹果手机. Who switched to one has left the other."""
    if not one or not other or one.casefold() == other.casefold():
        return False
    if one[-1].isascii() and other[-1].isascii():
        mine, theirs = one.casefold().split(), other.casefold().split()
        return len(mine) > 1 and len(theirs) > 1 and mine[-1] == theirs[-1]
    return len(one) > 2 and len(other) > 2 and one[-2:] == other[-2:]


def of_one_known_kind(one: str, other: str) -> bool:
    """True for two things that the table has in one row: of them people mostly use one."""
    mine, theirs = _kinds(one), _kinds(other)
    return any(kind in theirs and thing != theirs[kind] for kind, thing in mine.items())


def apart_in_kind(one: str, other: str) -> bool:
    """True for two things that the table has in different rows: Vim and Firefox are both used at a time."""
    mine, theirs = _kinds(one), _kinds(other)
    return bool(mine and theirs) and not mine.keys() & theirs.keys()


def swapped(text: str, one: str, other: str) -> bool:
    """True when a text says that one thing has taken the place of another of its kind."""
    if not _SWAPS.search(text) or (_LIKES.search(text) and "改学" not in text):
        return False
    return of_one_known_kind(one, other)


@lru_cache(maxsize=4096)
def _kinds(value: str) -> dict[int, str]:
    flat = simplified(value).casefold().strip()
    found: dict[int, str] = {}
    for kind, things in enumerate(_table()):
        named = [t for t in things if _names(flat, t)]
        if named:
            found[kind] = max(named, key=len)
    return found


def _names(value: str, thing: str) -> bool:
    if not thing.isascii():
        return thing in value
    return re.search(rf"(?<![\w+#]){re.escape(thing)}(?![\w+#])", value) is not None


@lru_cache(maxsize=1)
def _table() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(t.strip() for t in line.split(";")) for line in _KINDS.strip().splitlines())


def takes_its_place(text: str, value: str, known: MemoryRecord) -> bool:
    """True when a text says that what is done now takes the place of what is known."""
    if known.attribute == "habit" and _NOW.search(text) and not _LIKES.search(text) and of_one_kind(value, known.value):
        return True
    if _preferred_now(text, value, known) or _in_its_place(text, known.text):
        return True
    if (
        is_most_now(text, known.text)
        or is_switched(text, known.text)
        or (known.attribute == "plan" and goes_elsewhere(text, known.text))
    ):
        return True
    if known.attribute in ("habit", "medication") and fills_its_frame(text, known.text):
        return True
    return bool(known.value) and swapped(text, value, known.value)


DONE = frozenset({"habit", "likes", "plan", "skill", "language", "medication"})
"""The attributes of what is done, where one doing can take another's place."""
_SLOT = re.compile(
    r"(?i)(?:for|at|with) (?P<meal>breakfast|lunch|dinner|supper)\b|\bto (?P<way>work|school|the office|campus|class)\b"
    r"|(?P<zh>早餐|早饭|午餐|午饭|中饭|晚餐|晚饭|夜宵|早上|晚上)(?:我)?[^，。]{0,6}?(?P<verb>喝|吃)|(?P<zhway>上班|上学|通勤)|(?P<fan>球迷|粉丝|支持(?=[^，。]{1,8}$))|(?P<zhday>每?周[一二三四五六日天末])(?=.{0,4}去)"
    r"|\b(?P<team>support|root for|cheer for|follow)\b|\b(?P<used>bank with|shop at|subscribe to|use|teach|code in|program in)\b"
)
"""What is filled by one thing at a time: breakfast, the way to work, the team that one is for."""
_NOW = re.compile(
    r"(?i)\b(?:now|these days|nowadays|instead|switched|moved to|changed to|transferred to|put on)\b|现在|改|如今|换"
)


def _in_its_place(text: str, known: str) -> bool:
    """One thing has taken another's place: soy milk for breakfast, and milk for breakfast now."""
    if not _NOW.search(text):
        return False
    mine, theirs = _SLOT.search(text), _SLOT.search(known)
    if mine is None or theirs is None:
        return False
    if mine["fan"] and theirs["fan"]:
        return True
    return [g for g in mine.groups() if g] == [g for g in theirs.groups() if g]


_PREFERS = re.compile(r"(?i)\bprefer\b(?!.*\b(?:over|to|rather)\b)|更喜欢(?!.*比)")


def _preferred_now(text: str, value: str, known: MemoryRecord) -> bool:
    """Two preferences in one frame, the later one "now": "I prefer email", "I prefer phone calls now"."""
    if not (_NOW.search(text) and _PREFERS.search(text) and _PREFERS.search(known.text) and value and known.value):
        return False
    mine, theirs = _kinds(value), _kinds(known.value)
    if mine and theirs and not mine.keys() & theirs.keys():
        return False
    return _frame(text, value) == _frame(known.text, known.value)


def _frame(text: str, value: str) -> str:
    return re.sub(r"[\W_]+|\b(?:now|these days|really)\b|现在|如今", "", text.replace(value, "").casefold())


_TURNED = re.compile(
    r"(?i)\bnow\b|\bthese days\b|\b(?:come|grown|learned|learnt|started) to\b|\bactually\b|\bafter all\b|\bsurprise\b"
)
_SOME_OF_IT = re.compile(r"(?i)(?:in|on|with|for|at|during|before|after) ")


def is_turned(text: str, one: str, other: str) -> bool:
    """True when the whole is taken otherwise now than some of it was: olives now, olives in a salad before."""
    mine, theirs = one.casefold(), other.casefold()
    some = bool(mine) and theirs.startswith(mine + " ") and _SOME_OF_IT.match(theirs[len(mine) + 1 :]) is not None
    return some and _TURNED.search(text) is not None
