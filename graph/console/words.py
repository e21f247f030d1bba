"""What the console says, in English and Chinese."""

from __future__ import annotations

from graph.console.words_memories import MEMORY_WORDS
from graph.console.words_told import TOLD_WORDS, in_chinese

WORDS: dict[str, tuple[str, str]] = {
    # the frame
    "skip": ("Skip to the content", "跳到内容"),
    "pages": ("Pages", "页面"),
    "chat": ("Chat", "对话"),
    "step": ("Step", "单步"),
    "memories": ("Memories", "记忆"),
    "health": ("Health", "状况"),
    "as_user": ("user {user}", "用户 {user}"),
    "read_only": ("read only", "只读"),
    "light_or_dark": ("Light / dark", "浅色 / 深色"),
    "only_looking": ("This console only looks: nothing was changed.", "控制台为只读模式：未作任何更改。"),
    "unforeseen": ("{kind}: this should not happen; the terminal says more.", "{kind}：意外错误；详见终端。"),
    "close": ("Close", "关闭"),
    "cancel": ("Cancel", "取消"),
    # the terminal
    "serving": ("Console for user {user}; open this link (it works once):\n  {link}\nCtrl-C ends it.",
                "用户 {user} 的控制台；请打开此链接（仅可使用一次）：\n  {link}\n按 Ctrl-C 结束。"),
    "next_link": ("A browser came in. For another one:\n  {link}", "已有浏览器登录。另一浏览器请用：\n  {link}"),
    "open_warning": (
        (
            "WARNING: {host} is not loopback: whoever reaches this machine sees this page, and links travel in clear. "
            "Put a TLS proxy in front, or use an SSH tunnel to a console on 127.0.0.1."
        ),
        (
            "警告：{host} 不是本机回环地址：能访问本机的人都能看到此页，且链接未加密传输。"
            "请在前面加 TLS 代理，或用 SSH 隧道连接 127.0.0.1 上的控制台。"
        ),
    ),
    # chat
    "threads": ("Threads", "会话"),
    "new_thread": ("New thread", "新会话"),
    "thread_about": ("turns: {turns} · {id}", "{turns} 轮 · {id}"),
    "conversation": ("Conversation", "对话内容"),
    "messages": ("Messages", "消息"),
    "xray": ("This turn, looked through", "本轮透视"),
    "to_step": ("Step through it", "单步查看"),
    "to_chat": ("Talk on it", "去对话"),
    "clear": ("Clear", "清空"),
    "clear_hint": ("Empties this thread; a summary of it is kept as a memory", "清空本会话；其摘要存为记忆"),
    "cleared": ("This thread is empty now.", "本会话已清空。"),
    "cleared_saved": ("Cleared. Kept as a memory: {text}", "已清空，并存为记忆：{text}"),
    "say": ("Your message", "你的消息"),
    "say_hint": ("Say something. Enter sends, Shift+Enter breaks the line", "说点什么。回车发送，Shift+回车换行"),
    "send": ("Send", "发送"),
    "stop": ("Stop", "停止"),
    "nothing_said": ("Nothing has been said in this thread yet.", "本会话还没有内容。"),
    "folded_away": ("Earlier, folded into a summary", "更早的内容（已折叠为摘要）"),
    "look_through": ("Look through", "透视"),
    "again": ("Answer again", "重新回答"),
    "say_else": ("Say something else", "改一种说法"),
    "say_else_hint": (
        (
            "The thread goes on from before this message. What the abandoned turns left in memory is taken back; the "
            "abandoned branch stays in the history of the Step page."
        ),
        "会话将从这条消息之前继续。被放弃的各轮留下的记忆会撤回；被放弃的分支仍可在「单步」页的历史中找到。",
    ),
    "approval": ("This needs your approval", "需要你的批准"),
    "approve": ("Approve", "批准"),
    "refuse": ("Refuse", "拒绝"),
    "approved": ("approved", "已批准"),
    "refused": ("refused", "已拒绝"),
    "unfinished": ("This turn was broken off; what you said is kept.", "本轮被中断；你说的内容已保留。"),
    "go_on": ("Go on", "继续"),
    # the turn looked through
    "graph_now": ("The graph; running: {node}", "流程图；正在运行：{node}"),
    "graph_next": ("The graph; next: {node}", "流程图；下一步：{node}"),
    "no_turn": ("After a turn this shows what the model saw, what was recalled and what was written.",
                "完成一轮后，这里显示模型看到了什么、召回了什么、写入了什么。"),
    "tokens": ("Tokens", "词元"),
    "tokens_of": ("{total:,} of {budget:,} tokens", "词元 {total:,} / {budget:,}"),
    "part_system": ("system prompt", "系统提示词"),
    "part_summary": ("summary", "摘要"),
    "part_memories": ("memories", "记忆"),
    "part_history": ("history", "历史"),
    "part_tool_results": ("tool results", "工具结果"),
    "part_newest_message": ("newest message", "最新消息"),
    "part_tools": ("tool descriptions", "工具说明"),
    "as_sent": ("The request as the model saw it", "模型看到的请求"),
    "n_messages": ("{n} messages", "{n} 条消息"),
    "n_messages_1": ("1 message", "1 条消息"),
    "n_tokens": ("{n} tokens", "{n} 词元"),
    "n_tokens_1": ("1 token", "1 词元"),
    "role_system": ("system", "系统"),
    "role_human": ("user", "用户"),
    "role_ai": ("assistant", "助手"),
    "role_tool": ("tool", "工具"),
    "recalled": ("Recalled", "召回"),
    "none_recalled": ("Nothing was relevant enough.", "没有足够相关的记忆。"),
    "not_recalled": ("Not recalled, and why", "未召回及原因"),
    "say_why": ("Show", "显示"),
    "nothing_left": ("Nothing was left out.", "没有被略去的记忆。"),
    "written": ("Written", "写入"),
    "none_written": ("This turn left no facts.", "本轮没有写入事实。"),
    "did_refuse_secret": ("Kept out: a secret", "未存：机密"),
    "did_refuse_instruction": ("No memory: an order to the agent", "不作为记忆：给助手的指令"),
    "instead_of": ("instead of: {text}", "取代：{text}"),
    "write_error": ("The write waits: {value}", "写入等待中：{value}"),
    "folded": ("{value} messages folded into the summary", "{value} 条消息折叠进摘要"),
    "was_cut": ("cut to fit: {cut}", "为适应预算截短：{cut}"),
    # step
    "thread": ("Thread", "会话"),
    "run": ("Run", "运行"),
    "state": ("State", "状态"),
    "checkpoints": ("Checkpoints", "检查点"),
    "next_is": ("Next: {node}", "下一步：{node}"),
    "at_rest": ("At rest", "静止"),
    "run_node": ("Run this node", "运行此节点"),
    "run_rest": ("Run to the end", "运行到底"),
    "bring_in": ("Bring it in, and stop", "送入并暂停"),
    "text": ("Text", "文本"),
    "summary": ("Summary", "摘要"),
    "the_rest": ("Everything else", "其余"),
    "put_in": ("Put into the state", "写入状态"),
    "state_kept": ("The state was changed.", "状态已更改。"),
    "no_checkpoints": ("No checkpoints yet.", "还没有检查点。"),
    "before_turn": ("before a message came in", "消息到来之前"),
    "after_node": ("after {node}", "{node} 之后"),
    "head": ("here", "当前"),
    "go_back": ("Go back here", "回到这里"),
    "went_back": ("The thread stands here again.", "会话已回到这里。"),
    "fork": ("Fork", "分叉"),
    "compare_left": ("Compare: left", "对比：左"),
    "compare_right": ("Compare: right", "对比：右"),
    "left": ("◧ left", "◧ 左"),
    "right": ("◨ right", "◨ 右"),
    "difference": ("Left and right", "左右对比"),
    "no_difference": ("They are the same.", "两者相同。"),
    # health
    "how_much": ("How much there is", "数量"),
    "turns": ("turns", "轮次"),
    "thread_size": ("size of the threads", "会话大小"),
    "count_current": ("current memories", "当前记忆"),
    "count_superseded": ("superseded", "已被取代"),
    "count_cold": ("cold", "已转冷"),
    "versions": ("earlier versions", "历史版本"),
    "outbox": ("outbox", "待写队列"),
    "outbox_state": ("{waiting} waiting, {aside} set aside", "{waiting} 等待，{aside} 搁置"),
    "growth": ("Memories over time", "记忆增长"),
    "tokens_a_turn": ("Tokens a turn", "每轮词元"),
    "doctor": ("What doctor says", "诊断结果"),
    "looking": ("Looking …", "检查中……"),
    "mend": ("Mend:", "修复："),
    "nothing_yet": ("Nothing yet.", "暂时没有。"),
    "gate": ("The gate", "门限"),
    "gate_hint": (
        "Share of messages that would be let through to memory at each threshold: your own, and everyday talk.",
        "各门限下可触及记忆的消息比例：你自己的消息与日常闲聊。",
    ),
    "gate_at": ("In force: {threshold} ({origin}). Your own messages should be above, everyday talk below.",
                "当前门限：{threshold}（{origin}）。你的消息应在其上，闲聊应在其下。"),
    "own_let_in": ("your messages", "你的消息"),
    "everyday_let_in": ("everyday talk", "日常闲聊"),
    **MEMORY_WORDS,
    **TOLD_WORDS,
}  # fmt: skip


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = "zh" if language == "zh" else "en"
        self._column = 1 if self.language == "zh" else 0

    def __call__(self, name: str, *, fallback: str = "", **values: object) -> str:
        """Give the words for a name, with the values put in; an unknown name is an error unless there is a fallback."""
        if fallback and name not in WORDS:
            return fallback
        counted = f"{name}_{values.get('n')}"  # one of something, or none of it, may read otherwise
        return WORDS[counted if counted in WORDS else name][self._column].format(**values)

    def told(self, text: str) -> str:
        """Give what another room tells in English, in this language."""
        return in_chinese(text) if self.language == "zh" else text
