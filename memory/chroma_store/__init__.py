"""The long-term store: LangGraph's `BaseStore` on Chroma, and all that keeps it sound.

store                       ChromaStore: get, put, search, delete, list, in batches
reading writing filters rows    what an operation is in rows of a collection
layout                      collections, generations, and the embedder that filled them
database faults handle      the few calls that Chroma answers, and what its errors mean
place opening               a directory alone, a server, a cloud
lease server wire shared    a directory side by side: one process holds it for all of a user's programs
upkeep copying shredding    check, rebuild, reindex, and leave no byte of what was deleted
vector_store                LangChain's vector store over one namespace
"""

from memory.chroma_store.place import Cloud, Place
from memory.chroma_store.store import ChromaStore
from memory.chroma_store.upkeep import Health, Reembedded, check, rebuild, reindex

__all__ = ["ChromaStore", "Cloud", "Health", "Place", "Reembedded", "check", "rebuild", "reindex"]
