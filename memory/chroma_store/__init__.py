"""The long-term store: LangGraph's `BaseStore` on Chroma, and all that keeps it sound.

store         ChromaStore: get, put, search, delete, list, in batches
reading, writing, filters, rows     what an operation is in rows of a collection
layout        collections, generations, and the embedder that filled them
database      the few calls that Chroma answers
opening       one process alone on the files
"""

from memory.chroma_store.store import ChromaStore

__all__ = ["ChromaStore"]
