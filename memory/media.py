"""What pictures, sounds and files cost in tokens, by size and detail, without fetching anything.

Sources: OpenAI's guide "Images and vision" (tiles of 512 pixels after scaling into 2048 x 2048 and to 768 on the
shorter side; for the small models patches of 32 pixels, at most 1536, times a factor), and "Audio" (a token a tenth
of a second). Where the size cannot be known (a URL, another format), the largest price of the model stands.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import struct
from typing import Any

_TILES: tuple[tuple[str, int, int], ...] = (
    (r"4o-mini", 2833, 5667),
    (r"gpt-?5(?!.*(mini|nano))", 70, 140),
    (r"(^|[^a-z0-9])o[13](?!.*mini)", 75, 150),
    (r"computer-use", 65, 129),
)
_PATCHES: tuple[tuple[str, float], ...] = (
    (r"(4\.1|5).*-nano", 2.46),
    (r"(4\.1|5).*-mini", 1.62),
    (r"o4-mini", 1.72),
)
_HEAD_CHARS = 400_000
PAGE_TOKENS = 1_600
"""A PDF page: its picture and about 800 words of text."""
UNKNOWN_FILE_TOKENS = 4_000
"""A file known by its id only."""


def image_tokens(part: dict[str, Any], model: str = "gpt-4o") -> int:
    """Give what an `image_url` part costs the model."""
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, dict) else image
    detail = image.get("detail", "auto") if isinstance(image, dict) else "auto"
    size = image_size(url) if isinstance(url, str) and url.startswith("data:") else None
    for pattern, factor in _PATCHES:
        if re.search(pattern, model):
            return math.ceil(_patches(size) * factor)
    base, tile = next(((b, t) for pattern, b, t in _TILES if re.search(pattern, model)), (85, 170))
    if detail == "low":
        return base
    return base + tile * (_tiles(*size) if size else 8)


def _tiles(width: int, height: int) -> int:
    scale = min(1.0, 2048 / max(width, height))
    width, height = width * scale, height * scale  # type: ignore[assignment]  # pixels may be fractions between steps
    scale = min(1.0, 768 / min(width, height))
    return math.ceil(width * scale / 512) * math.ceil(height * scale / 512)


def _patches(size: tuple[int, int] | None) -> int:
    if size is None:
        return 1536
    return min(1536, math.ceil(size[0] / 32) * math.ceil(size[1] / 32))


def image_size(url: str) -> tuple[int, int] | None:
    """Give width and height out of a data URL's first bytes (PNG, GIF, WebP, JPEG), or None."""
    head = _bytes_of(url, _HEAD_CHARS)
    size: tuple[int, int] | None = None
    if head[:8] == b"\x89PNG\r\n\x1a\n" and len(head) >= 24:
        size = struct.unpack(">II", head[16:24])
    elif head[:3] == b"GIF" and len(head) >= 10:
        size = struct.unpack("<HH", head[6:10])
    elif head[:4] == b"RIFF" and head[8:12] == b"WEBP" and len(head) >= 30:
        size = _webp(head)
    elif head[:2] == b"\xff\xd8":
        size = _jpeg(head)
    return size if size and min(size) > 0 else None


def _webp(head: bytes) -> tuple[int, int] | None:
    if head[12:16] == b"VP8X":
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if head[12:16] == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    width, height = struct.unpack("<HH", head[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _jpeg(head: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(head) and head[at] == 0xFF:
        kind = head[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", head[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def _bytes_of(data: str, most_chars: int | None = None) -> bytes:
    text = data.split(",", 1)[1] if data.startswith("data:") and "," in data else data
    text = text[: most_chars - most_chars % 4] if most_chars else text
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""


def audio_tokens(part: dict[str, Any]) -> int:
    """Give what an `input_audio` part costs: a token each tenth of a second; compressed sound is taken at 32 kbit/s."""
    audio = part.get("input_audio")
    data = audio.get("data") if isinstance(audio, dict) else None
    if not isinstance(data, str):
        return 0
    size = len(data) * 3 // 4
    head = _bytes_of(data, 64)
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE" and len(head) >= 32:
        rate = int.from_bytes(head[28:32], "little")
        if rate:
            return math.ceil(size / rate * 10)
    return math.ceil(size / 400)


def file_parts(part: dict[str, Any]) -> tuple[str, int]:
    """Give the text of a `file` part that has one, and the tokens of what has none (a PDF's pages)."""
    file = part.get("file")
    data = file.get("file_data") if isinstance(file, dict) else None
    if not isinstance(data, str):
        return "", UNKNOWN_FILE_TOKENS
    raw = _bytes_of(data)
    if raw[:5] == b"%PDF-":
        pages = len(re.findall(rb"/Type\s*/Page(?![s\w])", raw))
        return "", PAGE_TOKENS * max(pages, math.ceil(len(raw) / 100_000), 1)
    try:
        return raw.decode("utf-8"), 0
    except UnicodeDecodeError:
        return "", UNKNOWN_FILE_TOKENS + len(raw) // 100
