"""What the terminal says, in English and Chinese."""

from __future__ import annotations

import locale
import os

WORDS: dict[str, tuple[str, str]] = {
    "hello": (
        "Bethink · user {user} · thread {thread} · {model}. /help lists the commands, /quit leaves.",
        "Bethink · 用户 {user} · 会话 {thread} · {model}。/help 查看命令，/quit 退出。",
    ),
    "offline": ("offline model (rule-driven, no key)", "离线模型（规则驱动，无需密钥）"),
    "short_only": ("short-term memory only", "仅短期记忆"),
    "turn": (
        "{messages} messages in memory · {tokens:,}/{budget:,} tokens · {recalled} recalled · {written} written",
        "记忆中 {messages} 条消息 · {tokens:,}/{budget:,} 词元 · 召回 {recalled} 条 · 写入 {written} 条",
    ),
    "folded": ("{n} messages folded into the summary", "{n} 条消息折叠进摘要"),
    "cut": ("{n} parts cut to fit", "为适应预算截短 {n} 处"),
    "recall_failed": ("memories could not be read: {error}", "无法读取长期记忆：{error}"),
    "write_waits": ("the memory write waits and will be tried again", "记忆写入排队中，稍后重试"),
    "restarted": ("(the connection broke; the answer begins again)", "（连接中断，回答重新开始）"),
    "stopped": ("(stopped)", "（已停止）"),
    "bye": ("Bye.", "再见。"),
    "cleared": (
        "This conversation is empty now; the system prompt stays.", "本会话已清空；系统提示词保留。",
    ),
    "cleared_saved": ("A summary of it was kept as a memory: {text}", "其摘要已存为长期记忆：{text}"),
    "approve": ("Run {call}? [y/N] ", "执行 {call} 吗？[y/N] "),
    "declined": ("declined", "已拒绝"),
    "unknown": ("There is no command {command}; /help lists them.", "没有命令 {command}；/help 查看全部。"),
    "nothing": ("Nothing yet.", "暂时没有。"),
    "forgot": ("Forgot: {text}", "已忘记：{text}"),
    "forgot_none": ("No memory matches {text}.", "没有与 {text} 匹配的记忆。"),
    "forgot_many": ("Several memories match; name one by its id:", "有多条匹配；请用编号指定："),
    "forget_usage": ("/forget TEXT-or-id: say what to forget.", "/forget 文本或编号：请写明要忘记什么。"),
    "thread_now": ("Thread {thread}.", "当前会话 {thread}。"),
    "try_again": ("Your message is kept: /retry tries again.", "你的消息已保留：/retry 重试。"),
    "no_retry": ("There is nothing to try again.", "没有可重试的内容。"),
    "leave_hint": ("/quit leaves (or Ctrl-D).", "/quit 退出（或 Ctrl-D）。"),
    "no_long_term": ("This conversation keeps short-term memory only.", "本次对话仅使用短期记忆。"),
}  # fmt: skip

COMMANDS: dict[str, tuple[str, str]] = {
    "/help": ("this list", "本列表"),
    "/clear": ("empty this conversation; its summary is kept as a memory", "清空本会话；其摘要存为长期记忆"),
    "/memory": ("what is remembered of you", "查看关于你的记忆"),
    "/forget": ("forget one memory: /forget TEXT-or-id", "忘记一条记忆：/forget 文本或编号"),
    "/tokens": ("where the tokens of the last request went", "上一次请求的词元去向"),
    "/threads": ("your conversations", "你的会话列表"),
    "/new": ("start a new conversation: /new [NAME]", "开始新会话：/new [名称]"),
    "/retry": ("try a failed turn again", "重试失败的一轮"),
    "/graph": ("draw the graph", "画出流程图"),
    "/quit": ("leave", "退出"),
}


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.column = 1 if language == "zh" else 0

    def __call__(self, name: str, **values: object) -> str:
        """Give the words for a name, with the values put in."""
        return WORDS[name][self.column].format(**values)

    def commands(self) -> dict[str, str]:
        """Give the slash commands with what they do."""
        return {name: texts[self.column] for name, texts in COMMANDS.items()}


def interface_language(configured: str) -> str:
    """Give `zh` or `en`: as configured, else by the locale."""
    if configured:
        return configured
    names = (os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG"), locale.getlocale()[0])
    chosen = next((n for n in names if n), "") or ""
    return "zh" if chosen.lower().startswith(("zh", "chinese")) else "en"
