"""What a PDF says of itself: written behind it, as ISO 32000-1 (7.5.6) has it."""

import re
from collections.abc import Mapping

_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$", re.DOTALL)
VIEW = "reasonboard:view"


def with_texts(pdf: bytes, texts: Mapping[str, str]) -> bytes:
    """The PDF of Chromium with the texts of an image (as those of a PNG) in its information."""
    trailer = _TRAILER.search(pdf, max(0, len(pdf) - 4096))
    size = re.search(rb"/Size (\d+)", trailer[1]) if trailer else None
    root = re.search(rb"/Root \d+ \d+ R", trailer[1]) if trailer else None
    if trailer is None or size is None or root is None:
        raise ValueError("the PDF has no trailer (expected one as Chromium writes it)")
    entries = {
        "Title": texts["Title"],
        "Subject": f"{texts['Description']}\n{texts['Source']}",
        "Keywords": f"{VIEW} {texts[VIEW]}",
        "Creator": texts["Software"],
    }
    number = int(size[1])
    lines = b"".join(b"/%s %s\n" % (key.encode(), _text(value)) for key, value in entries.items())
    information = b"\n%d 0 obj\n<<\n%s>>\nendobj\n" % (number, lines)
    at = len(pdf) + len(information)
    place = len(pdf) + 1
    return b"".join(
        [
            pdf,
            information,
            b"xref\n%d 1\n%010d 00000 n \n" % (number, place),
            b"trailer\n<</Size %d %s /Info %d 0 R /Prev %s>>\n"
            % (number + 1, root[0], number, trailer[2]),
            b"startxref\n%d\n%%%%EOF\n" % at,
        ]
    )


def _text(value: str) -> bytes:
    """A text string in hexadecimal digits: nothing in it can end it."""
    return b"<FEFF" + value.encode("utf-16-be", "replace").hex().upper().encode() + b">"
