"""What a value becomes on disk: serialised pieces, named by their content, squeezed, and sealed when there is a key.

A list of messages is cut into one piece a message. Between two checkpoints of a thread all but the newest messages
are the same, so a piece is stored once and a checkpoint holds only the numbers of its pieces. Measured over 200 turns
of four nodes with 400-character messages: whole lists compressed take six times the room, uncompressed twenty times.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.serde.base import CipherProtocol, SerializerProtocol
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer

from memory.checkpoints.schema import MEND
from memory.errors import CheckpointDamaged

ONE = -1
"""The shape of a value that is a single piece; a list of messages has its length as its shape."""

_FORM = b"\x01"
_BIG = 1 << 18

DICTIONARY = b"".join(
    (
        b"parents\x80run_idchannel_versionschannel_valuesversions_seenupdated_channelspending_sends__input____start__",
        b'{"source": "update", "step": {"source": "input", "step": -1, "parents": {}, "run_id": "',
        b'{"source": "loop", "step": 1, "parents": {}, "user_id": "thread_id',
        b"branch:to:retrieve_memorybranch:to:call_modelbranch:to:execute_toolsbranch:to:write_back__pregel_tasks",
        b"retrieve_memory\x81\xb9branch:to:retrieve_memory\xaacall_model\x81\xb4branch:to:call_model",
        b"execute_tools\x81\xb7branch:to:execute_tools\xaawrite_back\x81\xb4branch:to:write_back",
        b"tokens_beforetokens_afterfoldedcutrecalledwrittenfailedreportsummary",
        b"image_url\x81\xa3url\xd9data:image/png;base64,reasoning_contentrefusalerrorsuccesspinned\xc3",
        b"\x05\x94\xbelangchain_core.messages.system\xadSystemMessage\x86\xa7content\xd9",
        b"\x05\x94\xbclangchain_core.messages.tool\xabToolMessage\x89\xa7content\xd9",
        b"\xb1additional_kwargs\x80\xb1response_metadata\x80\xa4type\xa4tool\xa4name\xaa",
        b"\xa2id\xd9$\xactool_call_id\xa6call_\xa8artifact\xc0\xa6status\xa7success\xb3model_validate_json",
        b"\xabtoken_usage\x85\xb1completion_tokens\xadprompt_tokens\xactotal_tokens\xb9completion_tokens_details",
        b"accepted_prediction_tokensaudio_tokensreasoning_tokensrejected_prediction_tokensprompt_tokens_details",
        b"cached_tokens\xaemodel_provider\xa6openai\xaamodel_name\xabgpt-4o-mini\xb2system_fingerprint\xc0",
        b"\xa2id\xa9chatcmpl-\xacservice_tier\xa7default\xadfinish_reason\xaatool_calls\xa4stop\xa8logprobs\xc0",
        b"\x05\x94\xbalangchain_core.messages.ai\xa9AIMessage\x89\xa7content\xda\x01",
        b"\xb1additional_kwargs\x80\xb1response_metadata\x80\xa4type\xa2ai\xa4name\xc0\xa2id\xd9.lc_run--019",
        b"\xaatool_calls\x91\x84\xa4name\xaacalculator\xa4args\x81\xaaexpression\xa2id\xa6call_\xa4type\xa9tool_call",
        b"\xb2invalid_tool_calls\x90\xaeusage_metadata\x85\xacinput_tokens\xadoutput_tokens\xactotal_tokens",
        b"\xb3input_token_details\x82\xa5audio\x00\xaacache_read\x00\xb4output_token_details\x82\xa5audio\x00",
        b"\xa9reasoning\x00\xb3model_validate_json\xaatool_calls\x90\xb2invalid_tool_calls\x90\xaeusage_metadata\xc0",
        b"\x05\x94\xbdlangchain_core.messages.human\xacHumanMessage\x86\xa7content\xd9",
        b"\xb1additional_kwargs\x80\xb1response_metadata\x80\xa4type\xa5human\xa4name\xc0\xa2id\xd9$",
    )
)
"""What messages share, for zlib. Part of the file's form: never edited; another one would be another form."""


def squeeze(data: bytes) -> bytes:
    """Give the bytes compressed, with zlib's checksum, which finds what a bad disk changes."""
    packer = zlib.compressobj(1 if len(data) > _BIG else 6, zdict=DICTIONARY)
    return _FORM + packer.compress(data) + packer.flush()


def unsqueeze(data: bytes) -> bytes:
    """Give back what `squeeze` was given.

    Raises:
        zlib.error: the bytes are not what `squeeze` gave.
    """
    if data[:1] != _FORM:
        raise zlib.error(f"unknown form {data[:1]!r}")
    unpacker = zlib.decompressobj(zdict=DICTIONARY)
    whole = unpacker.decompress(data[1:]) + unpacker.flush()
    if not unpacker.eof:
        raise zlib.error("cut short")
    return whole


class SqueezingCipher(CipherProtocol):
    """A cipher that compresses first: afterwards there would be nothing left to compress."""

    def __init__(self, inner: CipherProtocol) -> None:
        self.inner = inner

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        name, sealed = self.inner.encrypt(squeeze(plaintext))
        return f"{name}z", sealed

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        return unsqueeze(self.inner.decrypt(ciphername.removesuffix("z"), ciphertext))


@contextmanager
def whole(what: str) -> Iterator[None]:
    """Turn what goes wrong while stored bytes are opened into one error that names them.

    Raises:
        CheckpointDamaged: they are not what was stored.
    """
    try:
        yield
    except (LookupError, ValueError, TypeError, AttributeError, zlib.error) as error:
        raise CheckpointDamaged(f"{what} is damaged ({error}); expected what was stored; {MEND}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A serialised value, or one message of a list."""

    name: bytes
    """Sixteen bytes that stand for the content; keyed when there is a key, so that nobody can try guesses on them."""
    type: str
    """The serialiser's word for the form of `plain`."""
    plain: bytes
    """The serialised bytes, neither compressed nor encrypted."""


class Packing:
    """Turns values into pieces and rows, and back. `digest_key` keys the names."""

    def __init__(self, serde: SerializerProtocol, digest_key: bytes = b"") -> None:
        self._serde = serde
        self._plain = serde.serde if isinstance(serde, EncryptedSerializer) else serde
        self._cipher = serde.cipher if isinstance(serde, EncryptedSerializer) else None
        self._digest_key = digest_key

    def cut(self, value: Any) -> tuple[int, list[Piece]]:
        """Give the value's shape and its pieces."""
        if type(value) is list and value and all(isinstance(item, BaseMessage) for item in value):
            return len(value), [self.piece(item) for item in value]
        return ONE, [self.piece(value)]

    def join(self, shape: int, values: Sequence[Any]) -> Any:
        """Give back what `cut` was given, out of its opened pieces."""
        return values[0] if shape == ONE else list(values)

    def piece(self, value: Any) -> Piece:
        """Give a value as one piece."""
        type_, plain = self._plain.dumps_typed(value)
        return Piece(name=self.name(type_, plain), type=type_, plain=plain)

    def name(self, type_: str, plain: bytes) -> bytes:
        """Give the sixteen bytes that stand for this content."""
        digest = blake2b(type_.encode(), digest_size=16, key=self._digest_key)
        digest.update(b"\0")
        digest.update(plain)
        return digest.digest()

    def seal(self, type_: str, plain: bytes) -> tuple[str, bytes]:
        """Give the type and bytes of a row: compressed, and encrypted when there is a key."""
        if self._cipher is None:
            return type_, squeeze(plain)
        cipher, sealed = self._cipher.encrypt(plain)
        return f"{type_}+{cipher}", sealed

    def unseal(self, type_: str, data: bytes) -> tuple[str, bytes]:
        """Give back what `seal` was given."""
        if "+" not in type_:
            return type_, unsqueeze(data)
        if self._cipher is None:
            raise ValueError(f"a row of type {type_} and no key")
        inner, cipher = type_.split("+", 1)
        return inner, self._cipher.decrypt(cipher, data)

    def dump(self, value: Any) -> tuple[str, bytes]:
        """Give the type and bytes of a row for a whole value."""
        return self.seal(*self._plain.dumps_typed(value))

    def load(self, type_: str, data: bytes) -> Any:
        """Give back what `dump` was given."""
        return self._plain.loads_typed(self.unseal(type_, data))

    def open(self, name: bytes, type_: str, data: bytes) -> Any:
        """Give a piece's value, after making sure that its content is what its name stands for."""
        inner, plain = self.unseal(type_, data)
        if self.name(inner, plain) != name:
            raise ValueError("the content of a piece is not what it was stored as")
        return self._plain.loads_typed((inner, plain))


def pack_numbers(numbers: Iterable[int]) -> bytes:
    """Give numbers as zigzag varints of their differences: a run of neighbours costs a byte each."""
    out = bytearray()
    last = 0
    for number in numbers:
        step, last = number - last, number
        rest = (step << 1) if step >= 0 else (-step << 1) - 1
        while rest > 0x7F:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def unpack_numbers(data: bytes) -> list[int]:
    """Give back what `pack_numbers` was given."""
    numbers: list[int] = []
    last = rest = shift = 0
    for byte in data:
        rest |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            continue
        last += -((rest + 1) >> 1) if rest & 1 else rest >> 1
        numbers.append(last)
        rest = shift = 0
    return numbers
