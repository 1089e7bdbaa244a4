"""The view of an image: what is written is read, and whatever else is refused in one line."""

import io
import json
import zlib
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from reasonboard.export.metadata import LARGEST, MetadataError, Origin, origin

KEYWORD = "reasonboard:view"
ADDRESS = "/kv-cache?source=dynts-readings&benchmark=AIME24&data=481b51e"
VIEW = json.dumps({"address": ADDRESS})
EXPECTED = Origin("kv-cache", ADDRESS)
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><metadata><r:view xmlns:r="urn:reasonboard">{}</r:view></metadata></svg>'

HOSTILE: list[Any] = [
    None, 7, [], {}, "", {"address": None}, {"address": 5}, {"address": ["/kv-cache"]}, {"address": ""},
    {"address": "kv-cache"}, {"address": "//evil.example/kv-cache"}, {"address": "/\\evil.example"},
    {"address": "http://evil.example/kv-cache"}, {"address": "javascript:alert(1)"}, {"address": "/../etc/passwd"},
    {"address": "/kv-cache#x"}, {"address": "/kv-cache?a=<script>"}, {"address": "/kv-cache?a=\n"},
    {"address": "/kv-cache?a=\x1b[31m"}, {"address": "/kv-cache?" + "a" * 8001}, {"address": "/kv-cache\n"},
    {"__proto__": {"address": "/kv-cache"}},
]  # fmt: skip


def png(text: str, *, compressed: bool = False) -> bytes:
    """A small PNG that says this of its view, as another program writes it."""
    info = PngInfo()
    info.add_itxt("Title", "Another text")
    info.add_itxt(KEYWORD, text, zip=compressed)
    buffer = io.BytesIO()
    Image.new("RGB", (3, 2), "white").save(buffer, "PNG", pnginfo=info)
    return buffer.getvalue()


def chunk(kind: bytes, content: bytes, *, length: int | None = None) -> bytes:
    stated = len(content) if length is None else length
    return stated.to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)


def with_chunk(part: bytes) -> bytes:
    """A PNG without texts, with this after its header."""
    buffer = io.BytesIO()
    Image.new("RGB", (3, 2)).save(buffer, "PNG")
    whole = buffer.getvalue()
    return whole[:33] + part + whole[33:]


def outcome(image: bytes) -> Origin | None:
    """Where the image leads, None where it is refused, and that in one line."""
    try:
        return origin(image)
    except MetadataError as error:
        line = str(error)
    assert line
    assert "\n" not in line
    return None


@pytest.mark.parametrize("compressed", [False, True])
def test_a_png_leads_back(compressed: bool) -> None:
    assert origin(png(VIEW, compressed=compressed)) == EXPECTED


def test_an_svg_leads_back() -> None:
    assert origin(SVG.format(escape(VIEW)).encode()) == EXPECTED


@given(
    study=st.from_regex(r"[a-z0-9-]{1,60}", fullmatch=True),
    search=st.from_regex(r"(\?[A-Za-z0-9._~%@:!;,=+*-]{0,300})?", fullmatch=True),
    compressed=st.booleans(),
)
def test_what_is_written_is_read(study: str, search: str, compressed: bool) -> None:
    text = json.dumps({"address": f"/{study}{search}"})
    expected = Origin(study, f"/{study}{search}")
    assert origin(png(text, compressed=compressed)) == expected
    assert origin(SVG.format(escape(text)).encode()) == expected


@pytest.mark.parametrize(
    "image", [png(VIEW), png(VIEW, compressed=True), SVG.format(escape(VIEW)).encode()]
)
def test_an_image_cut_at_any_byte_leads_there_or_nowhere(image: bytes) -> None:
    for end in range(len(image)):
        assert outcome(image[:end]) in (None, EXPECTED)


@pytest.mark.parametrize("image", [png(VIEW), png(VIEW, compressed=True)])
def test_no_changed_byte_leads_elsewhere(image: bytes) -> None:
    for place in range(len(image)):
        changed = bytearray(image)
        changed[place] ^= 0x21
        assert outcome(bytes(changed)) in (None, EXPECTED)


def test_a_wrong_checksum_is_refused() -> None:
    image = png(VIEW)
    place = image.index(b"AIME24")
    with pytest.raises(MetadataError, match="checksum"):
        origin(image[:place] + b"AIME25" + image[place + 6 :])


@given(length=st.integers(0, 2**32 - 1))
def test_no_claimed_length_does_harm(length: int) -> None:
    part = chunk(b"iTXt", f"{KEYWORD}\0\0\0\0\0{VIEW}".encode(), length=length)
    assert outcome(with_chunk(part)) in (None, EXPECTED)


@pytest.mark.parametrize(
    "rest",
    [b"", b"\0", b"\0\0", b"\0\0\0", b"\1\0\0\0nonsense", b"\0\1\0\0" + VIEW.encode(), b"\0\0\0\0\xff\xfe",
     b"\1\0\0\0" + zlib.compress(b"x" * 50_000_000), b"\1\0\0\0" + zlib.compress(VIEW.encode())[:-1]],
    ids=lambda rest: repr(rest[:12]),
)  # fmt: skip
def test_a_broken_or_swollen_text_is_refused(rest: bytes) -> None:
    with pytest.raises(MetadataError, match="damaged"):
        origin(with_chunk(chunk(b"iTXt", KEYWORD.encode() + b"\0" + rest)))


@pytest.mark.parametrize("stated", HOSTILE, ids=lambda stated: repr(stated)[:40])
def test_hostile_metadata_leads_nowhere(stated: object) -> None:
    text = json.dumps(stated)
    escaped = text.replace("<", "&lt;")
    for image in (png(text), SVG.format(escaped).encode()):
        with pytest.raises(MetadataError):
            origin(image)


@pytest.mark.parametrize("text", ["", "{", "nonsense", "[" * 9000, "9" * 9000, "x" * 60_000])
def test_what_is_no_object_leads_nowhere(text: str) -> None:
    for image in (png(text), SVG.format(escape(text)).encode()):
        with pytest.raises(MetadataError):
            origin(image)


@pytest.mark.parametrize(
    "image",
    [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"<svg/>", b"<svg", b"\0" * 100, "ä".encode("latin-1"),
     b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>',
     b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', b"<a>" * 100_000, b"\xff\xfe<\0s\0v\0g\0/\0>\0",
     b'<?xml version="1.0" encoding="nonsense"?><svg/>', b"\0" * (LARGEST + 1)],
    ids=lambda image: repr(image[:24]),
)  # fmt: skip
def test_what_is_no_image_of_ours_leads_nowhere(image: bytes) -> None:
    with pytest.raises(MetadataError):
        origin(image)


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(content: bytes) -> None:
    outcome(content)
    outcome(b"\x89PNG\r\n\x1a\n" + content)
    outcome(with_chunk(chunk(b"iTXt", f"{KEYWORD}\0".encode() + content)))
