"""The view that an image was made of, read back from the image: PNG, SVG and PDF, of any origin."""

import json
import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

LARGEST = 40 * 1024 * 1024
"""No image that is saved here has more bytes."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEYWORD = b"reasonboard:view"
_ELEMENT = "urn:reasonboard view"
_PDF = b"%PDF-"
_PDF_KEYWORDS = re.compile(rb"/Keywords <FEFF((?:[0-9A-F]{4}){1,10000})>")
"""The keywords as web/images/browser.py writes them behind a PDF."""
_END_PDF_KEYWORDS = 128 * 1024
_LONGEST_CHUNK = 65536
_LONGEST = 10_000
_ADDRESS = re.compile(r"/(?P<study>[a-z0-9-]{1,60})(?:\?[A-Za-z0-9._~%@:!;,&=+*-]{0,8000})?")
"""A path of a study and a query string in the characters that ours are made of."""


class MetadataError(Exception):
    """Why an image does not lead back to a view, in one line."""


class Origin(NamedTuple):
    """What an image was made of."""

    study: str
    address: str
    """Path and query string, which names source and version. It has no host and no prefix and is not cleaned: a server
    does that.
    """


def origin(image: bytes) -> Origin:
    """The view that an image shows; raises MetadataError where it does not say.

    Reads each byte once at most and holds no more than the image and 64 KiB, whatever the image claims.
    """
    if len(image) > LARGEST:
        raise MetadataError(f"larger than {LARGEST >> 20} MB (expected an image saved here)")
    if image.startswith(_SIGNATURE):
        text = _png_text(image)
    else:
        text = _pdf_text(image) if image.startswith(_PDF) else _svg_text(image)
    if text is None:
        raise MetadataError("contains no view (expected a PNG, SVG or PDF saved here)")
    return _origin(text)


def _origin(text: str) -> Origin:
    """What the text says, where it is as we write it."""
    try:
        content = json.loads(text) if len(text) <= _LONGEST else None
    except (ValueError, RecursionError):
        content = None
    address = content.get("address") if isinstance(content, dict) else None
    match = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if match is None:
        raise MetadataError("has no view in its metadata (expected a path such as /kv-cache)")
    return Origin(match["study"], match[0])


def _png_text(image: bytes) -> str | None:
    for content, is_sound in _texts(image):
        keyword, _, rest = content.partition(b"\0")
        if keyword == _KEYWORD:
            if not is_sound:
                raise MetadataError(
                    "is damaged (the checksum of its metadata is wrong; expected a file as it was saved)"
                )
            return _decoded(rest)
    return None


def _texts(image: bytes) -> Iterator[tuple[bytes, bool]]:
    """The content of each iTXt chunk of a sane length, and whether its checksum is right."""
    view = memoryview(image)
    position = len(_SIGNATURE)
    while position + 12 <= len(view):
        length = int.from_bytes(view[position : position + 4])
        end = position + 12 + length
        if end > len(view):
            return
        if bytes(view[position + 4 : position + 8]) == b"iTXt" and length <= _LONGEST_CHUNK:
            checksum = int.from_bytes(view[end - 4 : end])
            yield (
                bytes(view[position + 8 : end - 4]),
                zlib.crc32(view[position + 4 : end - 4]) == checksum,
            )
        position = end


def _decoded(rest: bytes) -> str:
    """The text of an iTXt chunk after its keyword: flag, method, language, translation, text."""
    flags, tail = rest[:2], rest[2:].split(b"\0", 2)
    if len(flags) < 2 or len(tail) < 3 or flags[1]:  # noqa: PLR2004  (as the docstring counts them)
        raise MetadataError("is damaged (its metadata is cut; expected a file as it was saved)")
    try:
        return (_inflated(tail[2]) if flags[0] else tail[2]).decode()
    except (zlib.error, UnicodeDecodeError):
        raise MetadataError(
            "is damaged (its metadata cannot be decoded; expected a file as it was saved)"
        ) from None


def _inflated(data: bytes) -> bytes:
    """The content of a zlib stream, up to the length that our own can have."""
    stream = zlib.decompressobj()
    text = stream.decompress(data, _LONGEST_CHUNK)
    if not stream.eof:
        raise zlib.error
    return text


def _pdf_text(image: bytes) -> str | None:
    """The view among the keywords that were written last."""
    keywords = _PDF_KEYWORDS.findall(image, max(0, len(image) - _END_PDF_KEYWORDS))
    content = (
        bytes.fromhex(keywords[-1].decode()).decode("utf-16-be", "replace") if keywords else ""
    )
    name, _, view = content.partition(" ")
    return view if name.encode() == _KEYWORD else None


def _svg_text(image: bytes) -> str | None:
    """The text of our element. A document type is refused: with it a small file can become huge."""
    parser = expat.ParserCreate("utf-8", " ")  # whatever encoding it claims
    texts: list[str] = []
    length = 0
    inside = False

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal inside
        inside = name == _ELEMENT and not texts

    def characters(text: str) -> None:
        nonlocal length
        if inside and length <= _LONGEST:
            texts.append(text)
            length += len(text)

    def end(_: str) -> None:
        nonlocal inside
        inside = False

    def doctype(*_: object) -> None:
        raise MetadataError("has a document type (expected a PNG, SVG or PDF saved here)")

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(image, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise MetadataError("is not a PNG, SVG or PDF (expected one saved here)") from None
    return "".join(texts) or None
