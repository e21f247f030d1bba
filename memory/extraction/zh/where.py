"""Where people live and come from, in Chinese: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.places import is_place
from memory.extraction.predicate import Predicate
from memory.extraction.zh.grammar import CITY, PLACE, PLACE_END, row
from memory.extraction.zh.values import (
    is_home,
)

WHERE: tuple[Predicate, ...] = (
    row(
        "home",
        r"(?:(?:又|刚|已经|新|全家)*(?:从(?P<from>[^，。\s]{1,10}?))?(?:把家)?(?:搬家?|[Mm]ove|迁|移居|移民|搬回)(?:到"
        rf"|去|来|回|进|至|居)*了?){PLACE}{PLACE_END}",
        0.8,
        accept=is_home,
        sets="home",
    ),
    row("home", rf"(?:定居|安家|落户|扎根|长居|久居|常驻)(?:在|到|于)?了?{PLACE}{PLACE_END}", 0.8, accept=is_home),
    row(
        "home",
        r"(?:(?:和|跟)[^，。和跟]{1,6}?(?:一起)?)?(?:一个人|独自|人|搬?出来|自己)*(?:暂时|暂|常"
        r"|长期)?(?:居?住(?:址)?(?:的地方)?(?:在|是|到|于)?|租房?(?:住)?在|租住在)(?!院|校|宿|了(?:$"
        rf"|[\d一二三四五几]))了?(?:在)?{PLACE}{PLACE_END}",
        0.8,
        accept=is_home,
    ),
    row(
        "home",
        rf"(?:已经|又|刚|决定)*回(?:到|了)?(?:老家)?{PLACE}(?:住|定居|生活|发展)(?:了)?(?=$|[，。,\s])",
        0.8,
        accept=is_home,
    ),
    row("home", rf"(?:已经|又|刚|决定)*回(?:到|了)?(?:老家|家乡){PLACE}(?:了|啦)(?=$|[，。,\s])", 0.7, accept=is_place),
    row("home", r"人在(?P<v>[\u4e00-\u9fffA-Za-z]{2,8})$", 0.7, accept=lambda v: is_place(v) or v in ("魔都", "帝都")),
    row(
        "home",
        rf"(?:现在|目前|还|一直|人)*(?:在|去了?|到了?|回了?){PLACE}(?:那边|这边)?(?:了)?$",
        0.6,
        accept=lambda v: is_place(v) and not re.search(r"工作|上班|[当做读上念开]", v),
        of_user=False,
    ),
    row(
        "home",
        r"(?:的)?(?:租的|买的|新)?(?:家|住址|住处|房子|新家|现居地?|住所|地址|现住址|坐标)(?:就|现|目前|都)?(?:住|租在|买在|是|在"
        rf"|搬到了?|安在|搬去了?|改成了?|改为|换成了?|变成了?|改到了?)+{PLACE}{PLACE_END}",
        0.8,
        accept=is_home,
    ),
    row("home", rf"(?:现居|坐标|base在?|Base在?){PLACE}{PLACE_END}", 0.8, accept=is_home),
    row(
        "home",
        rf"在{PLACE}(?:这边|那边)?(?:租房)?(?:常驻|长住|租住|扎根|住|定居|生活|居住|安家|租房|买了?房|安了家|落户)(?=$|[，。,\s了着的搬]"
        r"|已经|多|好|快|[\d一二两三四五六七八九十半])(?!的时候|过)",
        0.8,
        accept=is_home,
    ),
    row(
        "home",
        rf"(?:现在|如今|目前|是|已经|就|来|到|去)*(?:在|到了?|来了?|去了?|是){PLACE}(?:了)?$",
        0.7,
        accept=is_place,
        needs="home",
        bare=True,
    ),
    row(
        "home",
        rf"(?:已经|刚|又)*(?:换|调|转|换房)(?:到|去)(?:了)?(?:{PLACE}住|(?P<u>[^，。了]{{1,14}}?(?:栋|号楼|单元|花园|小区|公寓|苑)))(?:住)?(?:了)?$",
        0.8,
        accept=is_home,
    ),
    row(
        "work_location",
        rf"(?:已经|刚|又|被)*(?:调|转|派|外派|调动|换)(?:到|去|回|至|往)(?:了)?{PLACE}(?:工作|上班|任职|办公|分公司)(?:了)?$",
        0.7,
        accept=is_place,
    ),
    row("home", rf"(?:不|没)(?:再)?住(?:在)?{PLACE}了", 0.6, ends=True),
    row("home", r"搬(?:走|出来?)了", 0.5, ends=True, sets="home"),
    row("home", rf"(?:从)?{PLACE}搬(?:走|出来?)了", 0.5, ends=True, accept=is_place, sets="home"),
    row("home", rf"(?:搬离|离开)了?(?P<v>{CITY})了?$", 0.6, ends=True, accept=is_place, sets="home"),
    row("", r"(?:已经|刚|毕业|终于)*回(?:国|老家|家乡|来)(?:了|啦)(?=$|[，。,\s])", 0.3, sets="home"),
    row("", r"(?:刚|要|又|准备|上周|上个月|最近)*搬(?:了)?(?:新|个)?家了?(?=$|[，。,\s])", 0.3, sets="home"),
    row(
        "hometown",
        r"(?:来自|的?老家(?:(?:现在|目前|已经|其实|应该|就|还|也)*是|在)?|的?家乡(?:(?:现在|目前|已经|其实|应该|就|还|也)*是|在)?|的?故乡(?:是|在)?|籍贯是?|祖籍(?:是|在)?"
        rf"|出生(?:在|于)|生在|从小(?:在|长在)|(?:在)?土生土长的){PLACE}(?:长大的?|出生的?"
        r"|那边)?(?:的)?(?:人)?(?=$|[，。,；\s的]|，)",
        0.7,
        accept=is_home,
    ),
    row("hometown", rf"在{PLACE}(?:长大|出生|土生土长)的?", 0.7, accept=is_home),
    row("hometown", rf"(?:是)?(?:一?个|地道的?|土生土长的)?(?P<v>{CITY})人(?=$|[，。,；\s])", 0.6, accept=is_place),
)
