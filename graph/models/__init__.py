"""Opens the chat model and the embeddings that settings name, and says what went wrong in words of our own.

`compatible.py` holds the client for every OpenAI-compatible endpoint, `retrying.py` decides what is worth another try
and when, `structured.py` gets objects out of endpoints that each know another way.
"""

from __future__ import annotations

from graph.models.explaining import explain
from graph.models.opening import open_chat_model, open_embeddings, provider_of

__all__ = ["explain", "open_chat_model", "open_embeddings", "provider_of"]
