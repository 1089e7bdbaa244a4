"""How the problems of a list begin: read in the files with their texts, for the page of it that is shown alone."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from os.path import commonprefix

from reasonboard.config import Settings
from reasonboard.ingest.readers import door
from reasonboard.ingest.texts.answer import ChangedError
from reasonboard.store.database import Row
from reasonboard.store.errors import DataError, RemoteError
from reasonboard.web.item.address import Address
from reasonboard.web.item.answers import closed_benchmark, part_rows, places
from reasonboard.web.item.plain_text import visible

_LONGEST = 80
"""In characters."""
_READ = 20_000
"""Characters of a text in which its beginning is looked for."""
_SHARED = 20
"""From this many characters on, a beginning that all have in common, as an instruction, is left out."""
_SECONDS = 0.25
"""The longest that a reader waits for them: what is not read by then is not shown."""


def beginnings(address: Address, items: Sequence[str], settings: Settings) -> dict[str, str]:
    """The first words of the problems of A with these ids, those that can be read; {} where they may not be shown."""
    place = places(address).get("a")
    if place is None or not items:
        return {}
    try:
        rows = part_rows("web/item_places", address.a, place, items=list(items))
    except (DataError, RemoteError):  # the page of a problem says what is wrong
        return {}
    names = {address.benchmark, *(row["raw_benchmark"] for row in rows)}
    if closed_benchmark(names, settings):
        return {}
    return first_words(_read(rows, settings))


def first_words(texts: Mapping[str, str]) -> dict[str, str]:
    """The first words of each text, after what all of them begin with."""
    plain = {item: " ".join(text[:_READ].split()) for item, text in texts.items()}
    shared = commonprefix(list(plain.values())) if len(plain) > 1 else ""  # noqa: RUF071 - no paths
    start = shared.rfind(" ") + 1
    start = start if start >= _SHARED else 0
    return {
        item: ("… " if start else "") + _shortened(text[start:])
        for item, text in plain.items()
        if text[start:]
    }


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return visible(text)
    words = text[: _LONGEST + 1].rpartition(" ")[0] or text[:_LONGEST]
    return f"{visible(words)} …"


def _read(rows: Sequence[Row], settings: Settings) -> dict[str, str]:
    """The texts of the problems that stand at these places, by their ids."""
    end = time.monotonic() + _SECONDS
    texts_of_items = {}
    for row in rows:
        left = end - time.monotonic()
        if left <= 0:
            break
        try:
            file = door.text_file(row, settings.data, settings.store)
            where = (row["reader"], row["place"], row["item"], row["repeat"])
            texts = door.in_time(left, file, partial(door.read, file, *where))
        except ChangedError:
            continue
        texts_of_items[row["item"]] = texts.question.text if texts.question else ""
    return texts_of_items
