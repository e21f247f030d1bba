"""Where people work and study, in Chinese: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.places import is_place
from memory.extraction.predicate import Predicate
from memory.extraction.zh.grammar import ORG, STOP, row
from memory.extraction.zh.values import (
    is_company,
    is_employer,
    is_job,
    is_known_job,
    is_thing,
    names_school,
)

_GRADE = re.compile(r"[高初大小研博][一二三四五六]|[一二三四五六七八九]年级|小学|初中|高中|大学|[大中小]班|职$|级$")
_WHERE_ELSE = re.compile(r"[这那哪里外边旁面楼内前后招裁开搬放加团忙做搞等涨]|附近|隔壁")
WORK: tuple[Predicate, ...] = (
    row(
        "work_location",
        r"(?:的)?(?:公司|单位|工厂|办公室|店)(?:现在|就)?(?:在|搬到了?|搬去了?|迁到了?)(?P<v>[\u4e00-\u9fffA-Za-z]{2,8})(?:了)?$",
        0.6,
        accept=lambda v: is_place(v) or (len(v) == 2 and not _WHERE_ELSE.search(v)),
    ),
    row("employer", r"(?:在)?(?P<v>家里?)(?:上班|办公|工作)", 0.0, accept=lambda _: False),
    row(
        "work_location",
        rf"(?:是)?(?:在){ORG}(?:这边|那边)?(?:工作|上班|任职|打工|搬砖|办公|实习)(?!的时候|过|室|餐)",
        0.6,
        accept=is_place,
    ),
    row("employer", rf"(?:是)?(?:就职|任职|供职|受雇|服务|效力)(?:于|在){ORG}{STOP}", 0.8, accept=is_employer),
    row(
        "employer",
        rf"(?:是)?(?:还|一直)?在{ORG}(?:公司)?(?:里|那边|这边)?(?:工作|上班|任职|就职|打工|实习|供职|搬砖"
        r"|干活|教书|当老师|做事|兼职|干)(?=$|[，。,；;！!\s]|了|呢|啊|着$|已经|快|\d"
        r"|[一二两三四五六七八九十好几多]|并|和|主要|负责|今年)",
        0.8,
        accept=is_employer,
    ),
    row(
        "employer+job_title",
        rf"在{ORG}(?:里|那边|这边)?(?:转岗|改|转去)?(?:做|当|担任|任|从事|负责|干|搞)(?:一?[名个位])?(?P<w>[\u4e00-\u9fffA-"
        r"Za-z ]{2,12}?)(?:的?工作)?(?=$|[，。,\s了])",
        0.8,
        accept=is_employer,
        accept_w=is_job,
    ),
    row(
        "employer",
        r"(?:已经|刚|刚刚|最近|上周|上个?月|昨天|今天|被)*(?:从[^，。从]{1,8}?)?(?:跳槽|跳|换工作|转|调|调动|考|派|分配|入职"
        rf"|加入|加盟|进|换)(?:(?:到|去|至|进|来)了?|(?<=职|入|盟|进|槽)了){ORG}(?:这边|那边)?(?:工作|上班|任职)?(?:了)?$",
        0.8,
        accept=lambda v: is_employer(v) and not names_school(v),
        sets="job",
    ),
    row(
        "employer",
        rf"(?:刚|刚刚|已经|正式)?(?:入职|跳槽|加盟)(?:了)?{ORG}(?:了)?$",
        0.8,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|最近)?(?:去|到|来|回)了?{ORG}(?:上班|工作|任职|实习)(?:了)?(?=$|[，。,\s])",
        0.8,
        accept=lambda v: is_employer(v) and not is_place(v),
    ),
    row(
        "employer",
        rf"(?:现在|最近|刚|已经)*(?:在|去了?|到了?|进了?){ORG}(?:那边)?(?:工作|上班|任职)?(?:了)?$",
        0.6,
        accept=is_company,
        of_user=False,
    ),
    row(
        "employer",
        r"的?(?:公司|单位|工作单位|东家|雇主|新公司|新东家|新单位)(?:现在|已经)*(?:(?:现在|目前|已经|其实|应该|就|还|也)*是|改名(?:叫|为|成)|叫|换成了?"
        rf"|变成了?){ORG}(?:了)?$",
        0.8,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer",
        rf"(?:现在|如今|目前|已经|是|就)*(?:在|去了?|到了?|来了?|进了?){ORG}(?:这边|那边)?(?:工作|上班|任职)?了?$",
        0.7,
        accept=lambda v: is_employer(v) and not is_place(v),
        needs="job",
    ),
    row(
        "work_location",
        rf"(?:现在|如今|目前|已经|是|就)*(?:在|去了?|到了?|来了?){ORG}(?:了|这边|那边)?$",
        0.6,
        accept=is_place,
        needs="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|刚刚|前几天|上周|上个月|昨天|今天)*从{ORG}(?:离职|辞职|跳槽|走|出来|跑路|裸辞|退休"
        r"|离开|毕业)了?(?=$|[，。,\s]|自己|单干|创业)",
        0.7,
        ends=True,
        accept=lambda v: is_employer(v) and not names_school(v),
        sets="job",
    ),
    row(
        "employer",
        r"(?:已经|刚|刚刚|上周|上个?月)*(?:离开|辞去|告别)了?(?P<x>(?:原|前|老|旧|原来的|之前的|上一家|现在的)?(?:单位|公司|东家|岗位|职位|工作))(?:了)?$",
        0.6,
        ends=True,
        sets="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|刚刚|正式)?(?:加入|加盟|入职|跳槽)(?:到|去)?(?:了)?{ORG}(?:了|啦)?$",
        0.8,
        accept=lambda v: is_company(v) or v.startswith("中国"),
        sets="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|刚刚|正式|又)*(?:加入|加盟|去|到|进)(?:了)?{ORG}(?:了|啦)?$",
        0.8,
        accept=lambda v: is_employer(v) and not is_place(v),
        needs="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|早就)*(?:不在|离开了?|离职){ORG}(?:公司)?(?:工作|上班|干|做|任职)?了?$",
        0.7,
        ends=True,
        accept=lambda v: is_employer(v) and not is_place(v),
        sets="job",
    ),
    row(
        "employer",
        rf"(?:已经|刚|刚刚|上周|上个?月)*被{ORG}(?:裁|裁员|裁掉|辞退|开除|优化|炒|解雇)了?(?:鱿鱼)?(?:了|啦)?(?=$|[，。,\s])",
        0.7,
        ends=True,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer+job_title",
        rf"(?:现在|目前)?(?:还)?是{ORG}(?:公司)?的(?:一?[名个位])?(?P<w>[\u4e00-\u9fffA-Za-z ]{{2,12}}?)(?=$|[，。,\s])",
        0.8,
        accept=is_company,
        accept_w=is_job,
    ),
    row(
        "employer",
        r"(?:已经|刚|刚刚|正式|终于|前几天|上周|上个?月|昨天|今天)*(?P<x>辞职|离职|失业|裸辞|(?:被|让)(?:公司|单位|老板)?(?:裁|裁员|优化|辞退|炒|开除|解雇|开)(?:掉)?)(?:了|啦)(?:鱿鱼)?",
        0.7,
        ends=True,
        sets="job",
    ),
    row("job_title", r"(?:已经|刚|刚刚|今年|去年)*(?P<v>退伍|退役|转业)(?:了|啦)(?=$|[，。,\s])", 0.6),
    row("job_title", r"(?:已经|刚|刚刚|终于|今年)*(?P<v>找到工作)(?:了|啦)(?=$|[，。,\s])", 0.5, sets="job"),
    row("job_title", r"(?:已经|刚|刚刚|去年|今年|终于|正式)*(?P<v>退休)(?:了|啦)", 0.7),
    row(
        "job_title",
        r"(?:现在|目前|暂时|还|还是|正)*(?:是|处于)?(?P<v>失业|待业|无业|没工作|没有工作)(?:中|状态|在家|人员)?$",
        0.7,
    ),
    row(
        "",
        r"(?:已经|刚|刚刚|最近)*(?:换(?:了)?(?:新|个|一?份)*(?:新)?工作|跳槽|换公司"
        r"|找到(?:了)?(?:新)?工作|拿到.{0,6}offer)(?:了|啦)?(?=$|[，。,\s])",
        0.3,
        sets="job",
    ),
    row(
        "job_title",
        r"(?:现在|目前)?(?:的)?(?:职业|工作|职位|岗位|职务|本职)(?:(?:现在|目前|已经|其实|应该|就|还|也)*是|为|变成了?)(?:一?[名个位]|做"
        r"|当)?(?P<v>[\u4e00-\u9fffA-Za-z ]{2,14})$",
        0.7,
        accept=is_thing,
    ),
    row(
        "job_title",
        r"(?:现在|目前)?(?:被)?(?:转行|改行|转岗|转型|升职|晋升|升任|升|提拔|提升|任命|当上)(?:去|来|到|为|成|做|当"
        r"|了)*(?:一?[名个位])?(?P<v>[\u4e00-\u9fffA-Za-z ]{2,12}?)(?:了)?(?=$|[，。,\s])",
        0.7,
        accept=lambda v: is_thing(v) and not names_school(v) and not _GRADE.match(v),
    ),
    row(
        "job_title",
        r"(?:现在|目前)?(?:自己|和朋友|跟人合伙)*(?:开了?|开办了?|创办了?)(?:着)?(?:自己的)?(?:一?家|一?个|小"
        r"|间)?(?P<v>[\u4e00-\u9fff]{1,8}(?:店|公司|餐厅|馆|工作室|厂|诊所|民宿|超市|铺子?))(?:了)?(?=$"
        r"|[，。,\s])",
        0.7,
    ),
    row(
        "job_title",
        r"(?:现在|目前)?(?:是)?(?:做|搞|干)(?P<v>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:工作|这行|行业|方面)?的$",
        0.7,
        accept=is_thing,
    ),
    row(
        "field_of_study",
        r"(?:已经|现在|后来|又)*(?:(?:改|转|换)(?:去|到|成|为|专业)*(?:读|念|主修)|(?:改|转|换)(?:专业)?去(?:读|学|念))(?:了)?(?P<v>(?![^，。]{0,12}(?:大学|学院|中学|小学|高中))[^，。校了]{2,20})(?:专业|系)?(?:了)?(?=$|[，。,；])",
        0.6,
        accept=is_thing,
    ),
    row(
        "job_title",
        r"(?:现在|目前|已经|刚|又|后来|一直)*(?:辞职|离职|裸辞|辞了工作|退休后|出来|改行|转行)?(?:改|去|来|在|开始|自己|在家|回家|重新|了|后)*(?P<v>送外卖|跑外卖|送快递|跑快递|开网约车|跑网约车|开滴滴|跑滴滴|开出租车?|跑出租|开货车|跑运输|摆摊|摆地摊|创业|单干|自己干|开公司|做自媒体|当主播|做直播|全职带娃|带孩子|带娃|种地|务农|打零工|做家教|做代购|接私活|写网文|炒股|当兵|服兵役|当老板|做微商|跑销售|当保姆)(?:了)?(?=$|[，。,；])",
        0.6,
        of_user=True,
    ),
    row(
        "job_title",
        r"(?:已经|刚|又)*(?:辞职|离职|裸辞|辞了工作|退休)(?:了)?(?:去|后|来|回家)*(?:做|当|成为)(?:了)?(?:一?[名个位])?(?P<v>[\u4e00-\u9fffA-Za-z]{2,12}?)(?:了)?(?=$|[，。,；])",
        0.7,
        accept=lambda v: is_job(v) or "全职" in v,
    ),
    row(
        "field_of_study",
        r"(?:已经|刚|又)*转专业(?:到|去|读|学)(?:了)?(?P<v>[^，。校了]{2,12}?)(?:专业|系)?(?:了)?(?=$)",
        0.6,
    ),
    row("field_of_study", r"(?:是)?(?:学|读|念)(?P<v>[\u4e00-\u9fffA-Za-z]{2,8}?)的$", 0.6, accept=is_thing),
    row(
        "job_title",
        r"(?:现在|目前)?(?:改|转)?(?:是|做|当|担任|从事|成为|成了|考上|当上|转正成)(?:了)?(?:一?[名个位]"
        r"|着)?(?P<v>[\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z ]{1,23}?)(?:的)?(?:工作|这行)?(?:了)?(?=$"
        r"|[，。,]|在|\s(?![A-Za-z]))",
        0.7,
        accept=is_job,
    ),
    row(
        "job_title",
        r"(?:一?[名个枚])?(?P<v>[\u4e00-\u9fffA-Za-z]{2,10})(?:一枚)?$",
        0.6,
        accept=is_known_job,
        joined=True,
    ),
    row("marital_status", r"(?P<v>单身|已婚|未婚)$", 0.6, joined=True),
)
