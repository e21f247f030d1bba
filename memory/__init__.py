"""The ground floor: what is remembered, and how.

Words, one an idea: *message, tool call, tool group, turn, thread, checkpoint, reducer, namespace, memory record,
recall, supersede*. Short term: `messages wire tokens short_term summary fit checkpoints turns outbox`.
Long term: `record scope embeddings chroma_store lexical recall gate long_term extraction conflict forgetting links
transfer`. Nothing here imports the graph's engine or the floors above.
"""
