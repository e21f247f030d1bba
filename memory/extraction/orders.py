"""Tells text that reads as an order to the agent from what people tell about themselves.

It is a screen for what enters memory, not a guard of the model: a memory is shown to the model in every later
conversation, so a planted order would be obeyed for ever. A standing wish of the user ("from now on answer in
Chinese") is no order in this sense; `memory.extraction.wishes` reads those.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory.extraction.plain import plain

_YOUR = (
    r"(?:(?:all|any|every|the|your|my|these|those|of|previous|prior|earlier|above|preceding|existing"
    r"|initial|original|system|safety|current|other|foregoing|past|before)\s+)*"
)
_RULES = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|commands?|directions|programming"
    r"|restrictions|messages?|context|constraints|polic(?:y|ies)|training|orders|safeguards"
    r"|guardrails|filters)"
)
_ORDERS = re.compile(
    rf"""
      (?<!\bI\ )(?<!\bI\ never\ )\b(?:ignore|ignoring|disregard(?:ing)?|forget|overrid\w*|bypass\w*|overwrit\w*|skip|discard|drop|neglect|cancel
      |violat\w*|disobey|do\s+not\s+(?:follow|obey)|don'?t\s+(?:follow|obey)|stop\s+(?:following
      |obeying))\s+{_YOUR}{_RULES}\b
    | \b(?:ignore|disregard|forget)\s+(?:everything|anything|all|what(?:ever)?)\b[^.\n]{{0,40}}\b(?:above
      |before|previous(?:ly)?|prior|said|told|earlier|taught|learned)\b
    | \bnew\s+(?:system\s+)?(?:instructions?|prompts?|rules|directives?)\s*(?:[:：]|are|follow)
    | \b(?:you\s+are|you're|u\s+are|ur|act\s+as|behave\s+as|pretend\s+(?:to\s+be|you'?re
      |you\s+are))\s+(?:now\s+|no\s+longer\s+|henceforth\s+)*(?:an?\s+|the\s+)?(?:\w+\s+){{0,3}}(?:dan\b
      |jailbroken|unrestricted|unfiltered|uncensored|evil|root|admin(?:istrator)?|developer\s+mode
      |without\s+(?:any\s+)?(?:rules|restrictions|limits|filters)|bound\s+by|hacker)
    | \byou\s+are\s+now\b | \byou\s+must\s+now\b | \bfrom\s+now\s+on,?\s+you\s+(?:are|will\s+(?:act|be|obey
      |ignore|pretend)|must\s+(?:obey|ignore))\b
    | \b(?:developer|god|debug|admin|sudo|root|jailbreak|dan|maintenance)\s+mode\s*(?:[:：]|on|enabled
      |activated|engaged|unlocked)
    | \b(?:enable|activate|enter|switch\s+to|unlock)\s+(?:developer|god|debug|admin|sudo|root|jailbreak|dan
      |unrestricted|maintenance)\s+mode
    | \b(?:reveal|show|print|repeat|output|leak|display|dump|tell\s+me|give\s+me|send\s+me|expose
      |disclose)\s+(?:me\s+)?(?:the\s+|your\s+|all\s+|full\s+|entire\s+|exact\s+|hidden\s+
      |initial\s+)*(?:system\s+prompt|system\s+message|initial\s+prompt|hidden\s+(?:prompt|instructions)
      |instructions\s+(?:above|verbatim)|(?:other|another)\s+users?'?s?\s+(?:data|memor\w+|secrets?))
    | (?:^|[\n.>|\]\"'“])[\ \t]{{0,8}}(?:\#{{1,6}}[\ \t]*|\[|<\|?|\*\*|<<)?[\ \t]{{0,8}}(?:system|assistant|developer|tool
      |sys)(?:[\ \t]{{1,8}}(?:message|prompt|override|note|notice|update|instruction))?[\ \t]{{0,8}}(?:\]|\|?>|\*\*|>>)?[\ \t]{{0,8}}[:：]
    | <\|?\s*/?\s*(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id|end_header_id
      |begin_of_text|tool_calls?|function_calls?)\b[^>]*>
    | [\[【]\s*(?:system|sys|系统)[^\]】\n]{{0,12}}[\]】] | \[/?INST\] | <</?SYS>> | \#{{2,6}}[\ \t]*(?:instructions?|system|response|new\s+task)\b
    | </?\s*(?:memor(?:y|ies)|recalled|context|data|untrusted|instructions?|tool_result|function|invoke
      |parameters?|tool|tool_use|think|thinking|system[-_\s]?(?:prompt|reminder)?|antml:\w+)[^>]{{0,80}}>
    | ["']?(?:tool_calls?|function_call|tool_use|tool_call_id)["']?\s*[:=]\s*[\[{{"'] | \{{\s*["'](?:name|tool
      |function|action)["']\s*:\s*["'][\w.-]+["']\s*,\s*["'](?:arguments|args|parameters|input|action_input
      |tool_input)["']\s*:
    | \b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+)?(?:tool\s+|function\s+)?[`'"]?(?:\w+_\w+|(?:save|forget|search
      |delete)[ _]memor\w+)[`'"]?\s*(?:tool|function)?\s*(?:with|on|to|\()
    | \b(?:when(?:ever)?|if|every\s+time|each\s+time|next\s+time|always)\b[^.\n]{{0,60}}\b(?:send|forward
      |email|post|upload|transfer|wire|exfiltrate|leak|pay)\b[^.\n]{{0,60}}(?:https?:|www\.|@|\.com\b
      |\bpasswords?\b|\bcredentials?\b|\bapi\s+keys?\b|\bbitcoin\b|\bwallet\b|\bmoney\b|\bdata\b)
    | \b(?:the\s+)?(?:assistant|ai|agent|model|bot|chatbot|llm)\s+(?:must|should|shall|will|has\s+to
      |needs\s+to|is\s+(?:now|required|instructed|authori[sz]ed|allowed|permitted))\b[^.\n]{{0,80}}
    | \b(?:note|message|attention|instructions?|reminder)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:assistant
      |ai|agent|model|llm|bot)s?\b
    | \b(?:do\s+not|don'?t|never)\s+(?:tell|inform|alert|warn|let)\s+(?:the\s+)?user\b
    | \bthe\s+user\s+(?:has\s+)?(?:already\s+)?(?:authori[sz]ed|consented|approved|granted|agreed
      |is\s+(?:an?\s+)?(?:admin|root|administrator|developer))
    | \bwithout\s+(?:asking|confirmation|approval|telling\s+the\s+user|permission)\b[^.\n]{{0,40}}\b(?:execute
      |run|send|delete|transfer|buy|book|pay)\b | \b(?:execute|run|send|delete|transfer|buy|book
      |pay)\b[^.\n]{{0,40}}\bwithout\s+(?:asking|confirmation|approval|permission)\b
    | !\[[^\]]*\]\(\s*https?:[^)]*\) | \bjavascript: | <script\b | \brm\s+-rf\s+[/~]
    """,
    re.X | re.I,
)

_ORDERS_ZH = re.compile(
    r"""
      (?:忽略|无视|忘记|忘掉|抛开|不要遵守|不要理会|不用理会|不用管|别管|跳过|绕过|违反|推翻|覆盖|丢弃|清除
      |不再遵守|停止遵守|作废)[^。，,\n]{0,8}?(?:之前|以前|先前|此前|上面|上述|以上|前面|所有|一切|全部|任何
      |原有|原来|系统|你的|既定|现有|当前|安全)[^。\n]{0,10}?(?:指令|指示|提示词?|规则|设定|要求|限制|命令
      |约束|对话|内容|说明|准则|政策|策略|话|规定|训练)
    | (?:忽略|无视|绕过|跳过|解除|突破|关闭|取消)(?:所有|一切|全部|任何|你的|系统)?的?(?:指令|规则|限制
      |安全(?:限制|策略|规则|机制)|审查|过滤|约束|系统提示)
    | 你(?:现在|从现在(?:开始|起)|此刻)(?:起|开始)?(?:就?是|叫|扮演|变成|成为|必须|处于|进入|没有任何)
    | (?:从现在(?:开始|起)|从今以后|接下来|以后)[，,]?你(?:就?是(?!否|不是)|要?扮演|将?成为|必须服从|必须听
      |不再是|没有任何限制|不受任何)
    | (?:进入|开启|启用|切换到?|打开|激活)(?:了)?(?:开发者|越狱|上帝|调试|管理员|无限制|超级用户|DAN)(?:模式
      |权限)
    | (?:开发者|越狱|上帝|调试|管理员|DAN)模式(?:已|[:：])
    | (?:输出|显示|告诉我|打印|泄露|重复|公开|说出|给我看?|展示|复述|透露)[^。，,\n]{0,6}?(?:系统提示词?
      |系统消息|初始指令|隐藏指令|你的提示词|其他用户的?(?:数据|记忆|信息|密码))
    | (?:^|[\n。>\]】「“])[\ \t]{0,8}(?:[#*\[【<]{1,6}[\ \t]*)?(?:系统|助手|开发者|管理员|工具)(?:消息|提示|指令|通知|公告
      |更新)?[\ \t]{0,8}[\]】>*]*[\ \t]{0,8}[:：]
    | 新的?(?:系统)?(?:指令|指示|规则|提示词|系统提示)(?:[:：]|如下|是)
    | (?:助手|人工智能|AI|智能体|模型|机器人|大模型)(?:必须|应当|应该|需要|务必|将会?|被授权|现在)(?:要|去
      |在)?(?:[^。\n]{0,40})
    | (?:不要|别|不得|禁止|切勿)(?:告诉|告知|通知|提醒|让)用户
    | 用户(?:已经?|早已)?(?:授权|同意|批准|是管理员)
    | (?:每次|每当|只要|一旦|当|下次|以后)[^。\n]{0,30}(?:发送|转发|发给|发到|上传|转账|汇款|泄露
      |付款)[^。\n]{0,30}(?:https?:|@|密码|账号|数据|钱|隐私|聊天记录|邮箱|信息)
    | (?:给|致)(?:助手|AI|模型|智能体|机器人)的(?:指令|留言|说明|提示)
    | (?:调用|执行|运行|使用|触发)[^。\n]{0,8}?\w+_\w+[^。\n]{0,6}?(?:工具|函数|命令)?
    | (?:无需|不用|不经|未经|不必)(?:询问|确认|同意|用户同意|批准|许可)[^。\n]{0,12}(?:执行|运行|发送|删除
      |转账|购买|预订|付款)
    """,
    re.X | re.I,
)


@lru_cache(maxsize=256)
def is_order(text: str) -> bool:
    """True when the text reads as an order to the agent, a forged turn, a tool call or a broken fence."""
    seen, _ = plain(text)
    if _ORDERS.search(seen) or _ORDERS_ZH.search(seen):
        return True
    spaced = _unspaced(seen)
    return spaced != seen and bool(_ORDERS.search(spaced) or _ORDERS_ZH.search(spaced))


def _unspaced(text: str) -> str:
    """Close up letters that were spelled apart: `i g n o r e`, 「忽 略 之 前」, `ig-nore`."""
    text = re.sub(
        r"(?<![A-Za-z])(?:[A-Za-z][ .\-_*]){3,}[A-Za-z](?![A-Za-z])",
        lambda m: re.sub(r"[^A-Za-z]", "", m[0]) + " ",
        text,
    )
    return re.sub(r"(?<=[\u4e00-\u9fff])[\s.\-_*·|]+(?=[\u4e00-\u9fff])", "", text)
