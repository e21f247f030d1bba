"""The faults that somebody at the console meets, in Chinese: what was given, what was expected, what to do."""

from __future__ import annotations

FAULTS = (
    # a memory written or changed by hand
    (r"this reads as a secret; .+", "这看起来是机密信息，不会被存储；请换一种说法，或去掉机密部分"),
    (r"this reads as an instruction to the agent; .+", "这看起来是给智能体的指令，不会作为记忆存储；请写成陈述句"),
    (
        r"text (.*) cannot be kept; expected 1 to (\d+) characters; .+",
        r"无法存储文本 \1；应为 1 到 \2 个字符；请写一句陈述",
    ),
    (r"importance (\S+) is outside its range; .+", r"重要度 \1 超出范围；应在 0 到 1 之间"),
    (r"importance (.*) is no number; .+", r"重要度 \1 不是数字；应在 0 到 1 之间"),
    (r"record (\S+) was never changed; .+", r"记忆 \1 从未更改过，没有可撤销的内容；可查看它的历程"),
    (
        r"record (\S+) was replaced by (\S+), which was itself replaced since by (\S+); .+",
        r"记忆 \1 已被 \2 取代，而后者又被 \3 取代；请先撤销最后一次取代",
    ),
    (
        r"no record (.+) in the memory of user (.+); expected .+",
        r"用户 \2 没有记忆 \1；可能已被删除；请在列表中重新查找",
    ),
    (r"(\d+) records? to merge; .+", r"只选择了 \1 条，无法合并；请至少选择两条不同的记忆"),
    (r"(.+) holds no memories; expected an export .+", r"\1 中没有记忆；应为本程序、mem0 或 LangGraph 存储导出的文件"),
    # a thread
    (r"thread (.+) belongs to another user .+", r"会话 \1 属于其他用户；请选择自己的会话"),
    (r"the message is empty; .+", "消息为空；请说点什么"),
    (
        r"the message has ([\d,]+) characters; at most ([\d,]+) are taken; .+",
        r"消息有 \1 个字符，最多 \2 个；请分几次发送",
    ),
    (
        r"the beginning of turn (.+) is no longer kept; .+",
        r"轮次 \1 的开头已不再保留；请重新说，或调大 BETHINK_KEEP_TURNS",
    ),
    (r"no checkpoint (.+) in this thread; .+", r"本会话没有检查点 \1；请重新选择"),
    (r"only messages can be changed before the first node; .+", "第一个节点运行之前只能更改消息；请先运行它"),
    (r"not JSON: (.+); expected a list .+", r"不是 JSON：\1；应为对象列表"),
    # the model
    (r"(.+) gave no answer within (.+); expected one; .+", r"\1 在 \2 内没有应答；请重试，或调大 BETHINK_TIMEOUT_S"),
    (
        r"(.+) cannot be reached \((.+)\); expected .+",
        r"无法连接 \1（\2）；请检查网络、BETHINK_BASE_URL 以及服务器是否在运行",
    ),
    (r"(.+) broke off: (.+); expected .+", r"\1 中途断开：\2；请重试"),
    (r"no key for (.+) \(.+\); expected .+", r"\1 缺少密钥；请设置 BETHINK_API_KEY 或 OPENAI_API_KEY"),
    (r"(.+) refused the key \((.+)\); expected .+", r"\1 拒绝了密钥（\2）；请设置有效的 BETHINK_API_KEY"),
    (r"(.+): the account has no quota left \((.+)\); .+", r"\1：账户额度已用完（\2）；请充值或换一个密钥"),
    (r"(.+) takes no more requests for now \((.+)\); .+", r"\1 暂时不再接受请求（\2）；请稍候再发送"),
    (
        r"(.+) knows no model (.+?) \((.+)\); expected .+",
        r"\1 没有模型 \2（\3）；请将 BETHINK_MODEL 设为它 /models 列出的模型",
    ),
    (r"(.+) has nothing at that address \((.+)\); .+", r"\1 在该地址没有接口（\2）；BETHINK_BASE_URL 通常以 /v1 结尾"),
    (r"(.+) is failing \((.+)\); expected an answer; .+", r"\1 出现故障（\2）；请稍后重试"),
)
"""Whole texts, and how they read in Chinese."""
