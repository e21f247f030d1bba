"""Encryption of checkpoints by a key of any length.

Sealed are the state, the writes and the metadata (with the `configurable` that LangGraph copies into it). In clear stay
thread ids, user ids, run ids, checkpoint ids, namespaces, channel names, times, sizes and the number of messages. On
PostgreSQL the metadata stay in clear too, with that `configurable`.
"""

from __future__ import annotations

import hashlib

from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from memory.checkpoints.packing import SqueezingCipher
from memory.errors import CheckpointKeyError

PROOF = "the key is right"
"""What a file holds sealed, to tell a wrong key at the door from damage later."""


def derive(key: str | bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Give the 32 bytes that encrypt and the 32 that name pieces, by scrypt (n=2^14, r=8, p=1; RFC 7914).

    Raises:
        CheckpointKeyError: the key is empty.
    """
    secret = key.encode() if isinstance(key, str) else key
    if not secret:
        raise CheckpointKeyError("the checkpoint key is empty; expected a secret text; set one or leave it out")
    both = hashlib.scrypt(secret, salt=salt, n=1 << 14, r=8, p=1, dklen=64)
    return both[:32], both[32:]


def encrypted(serde: JsonPlusSerializer, key: bytes) -> EncryptedSerializer:
    """Give a serialiser that compresses and then encrypts with AES-GCM, four times as fast as the default mode.

    Raises:
        CheckpointKeyError: the package that encrypts is not installed.
    """
    try:
        from Crypto.Cipher import AES

        cipher = EncryptedSerializer.from_pycryptodome_aes(serde, key=key, mode=AES.MODE_GCM).cipher
    except ImportError as error:
        raise CheckpointKeyError(
            "a checkpoint key is set, but pycryptodome is missing; expected it for encryption; "
            "install bethink[encryption], or leave the key out"
        ) from error
    return EncryptedSerializer(SqueezingCipher(cipher), serde)
