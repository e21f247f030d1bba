"""The words of the records, beside the store: BM25 over two keys, right across processes, rebuildable.

`words` cuts texts, `entry` hashes a record's words, `postings` and `user_index` are the arrays a query runs over,
`lexicon` is the log on disk and the cache in memory, `beside` finds the lexicon of a store.
"""

from memory.lexical.beside import follow, lexicon_for, lexicon_of, read_in_step
from memory.lexical.lexicon import Lexicon
from memory.lexical.words import content_words, words

__all__ = ["Lexicon", "content_words", "follow", "lexicon_for", "lexicon_of", "read_in_step", "words"]
