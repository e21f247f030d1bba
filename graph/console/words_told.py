"""What other rooms tell in English, in Chinese too: why a memory was left out, what doctor found, a score's legs."""

from __future__ import annotations

import re

from graph.console.words_faults import FAULTS

TOLD_WORDS: dict[str, tuple[str, str]] = {
    # the legs of a recall's score
    "leg_said": ("words in common", "共有词语"),
    "leg_dense": ("meaning", "语义"),
    "leg_passage": ("words of the passage", "段落词语"),
    "leg_speaker": ("who said it", "说话人"),
    "leg_time": ("when it was said", "时间"),
    "leg_answer": ("could answer", "可作回答"),
    "leg_asking": ("is itself a question", "本身是提问"),
    "leg_session": ("its conversation", "所在会话"),
    "leg_near": ("what stands beside it", "上下文"),
    "leg_tokens": ("meaning, word by word", "逐词语义"),
    "leg_turn": ("its whole turn", "所在轮次"),
    "leg_gist": ("gist", "要点"),
    "leg_tie": ("importance and use", "重要度与使用"),
    "leg_standing": ("is what is asked for", "正是所问"),
    "cosine": ("nearness of meaning (cosine): {value}", "语义相近度（余弦）：{value}"),
    "would_be_recalled": ("would be recalled", "会被召回"),
    # doctor
    "doctor_versions": ("versions", "版本"),
    "doctor_directory": ("directory", "目录"),
    "doctor_tokenizer": ("tokenizer", "分词器"),
    "doctor_model": ("model", "模型"),
    "doctor_embedder": ("embedder", "嵌入模型"),
    "doctor_store": ("store", "长期存储"),
    "doctor_checkpoints": ("checkpoints", "检查点"),
    "doctor_outbox": ("outbox", "待写队列"),
    "doctor_ok": ("in order", "正常"),
    "doctor_note": ("to be known", "提示"),
    "doctor_bad": ("to be mended", "需要修复"),
}

IN_CHINESE = (
    # recall
    (r"taken", "会被召回"),
    (r"its message is still in the window", "原消息仍在窗口中"),
    (r"beyond the (\d+) best", r"不在最佳的 \1 条之内"),
    (r"no nearer to it than the average memory", "与问题的相近度不高于平均"),
    (r"says the same as (\w+)", r"与 \1 内容相同"),
    (r"(\d+) tokens, (-?\d+) of the budget left", r"需 \1 词元，预算仅余 \2"),
    (r"nothing is asked", "没有提问"),
    (r"the gate is off", "门限已关闭"),
    (r"the store has no vectors to tell by", "存储没有可供判断的向量"),
    (r"the gate is shut: small talk \(nearest example (\S+)\)", r"门限未通过：寒暄（最近的例子 \1）"),
    (
        (
            r"the gate is (open|shut): nearest memory (\S+), less (\S+) x (\S+) for the nearest general request, "
            r"is (\S+); threshold (\S+) \((\w+)\)"
        ),
        r"门限\1：最近的记忆 \2，减去通用请求 \3 × \4，得 \5；门限 \6（\7）",
    ),
    (r"shipped", "自带"),
    (r"fitted", "已校准"),
    # doctor
    (r"the rule-driven offline model answers", "由基于规则的离线模型回答"),
    (
        r"set OPENAI_API_KEY, or BETHINK_BASE_URL and BETHINK_MODEL, to talk to a real one",
        "设置 OPENAI_API_KEY，或 BETHINK_BASE_URL 与 BETHINK_MODEL，即可使用真实模型",
    ),
    (r"(\S+), counts without the network \((\d+)\)", r"\1，无需联网即可计数（\2）"),
    (r"(\S+), (\d+) dimensions", r"\1，\2 维"),
    (r"short-term memory only, as the settings ask", "按设置仅使用短期记忆"),
    (r"nothing has been remembered yet", "还没有任何记忆"),
    (r"in use by another program: its index was not read", "正被另一程序使用：未读取其索引"),
    (r"(\d+) items, (\d+) without a vector, filled by (\S+)", r"\1 条，\2 条缺少向量，由 \3 写入"),
    (r"opens, and its embedder is the one that is set", "可以打开，嵌入模型与设置一致"),
    (r"(\d+) threads, (\S+) MB, the largest thread (\d+) kB", r"\1 个会话，\2 MB，最大的会话 \3 kB"),
    (r"(\d+) writes wait, (\d+) are set aside after too many failures", r"\1 条等待写入，\2 条多次失败后搁置"),
    (r"(\S+), ([\d.]+ MB)", r"\1，\2"),
    (r"(.+): answers", r"\1：有应答"),
    (
        r"bethink restore, from a backup; or bethink doctor --mend, which saves what can be read",
        "从备份恢复：bethink restore；或 bethink doctor --mend，读得出的都会留下",
    ),
    (r"install the project again", "重新安装本项目"),
    (r"(\S+) is not installed", r"\1 未安装"),
)
"""Whole texts, and how they read in Chinese; what is not here stays as it was told."""
STATES = {"门限open": "门限通过", "门限shut": "门限未通过", "（shipped）": "（自带）", "（fitted）": "（已校准）"}


def in_chinese(text: str) -> str:
    """Give what another room tells in Chinese, or as it was told."""
    for told, chinese in (*IN_CHINESE, *FAULTS):
        if found := re.fullmatch(told, text, re.DOTALL):
            out = found.expand(chinese)
            for state, word in STATES.items():
                out = out.replace(state, word)
            return out
    return text
