"""A sheet of views, and its address, which holds all of it.

`?title=...&item=kv-cache/grid?source=S%26data=7e70cf4&caption=...&item=...`: a caption belongs to the item before it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote_plus, unquote_plus

from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.export.texts import one_line
from reasonboard.store.snapshots import snapshot
from reasonboard.studies import find
from reasonboard.web.links import pinned

PATH = "sheet"
MOST = 24
LONGEST_TITLE = 120
LONGEST_CAPTION = 500
_SAFE = "/?=,@:!;"
"""What stays readable in an address (assets/sheet-address.js)."""
_NOTICES = 5
_SHOWN = 40


class Item(NamedTuple):
    """A view in one state, and its caption."""

    study: Study
    view: View
    values: Values
    search: str
    """The query string of the view's page in this state, which names the version of the data."""
    caption: str = ""

    @property
    def coded(self) -> str:
        """As it stands in the address of a sheet."""
        return _coded(f"{self.study.path}/{self.view.name}{self.search}")


class Sheet(NamedTuple):
    title: str = ""
    items: tuple[Item, ...] = ()


def encode(sheet: Sheet) -> str:
    """The query string of a sheet, '' for an empty one."""
    parts = [f"title={_coded(sheet.title)}"] if sheet.title else []
    for item in sheet.items:
        parts.append(f"item={item.coded}")
        parts += [f"caption={_coded(item.caption)}"] if item.caption else []
    return "?" + "&".join(parts) if parts else ""


def decode(search: str) -> tuple[Sheet, list[str]]:
    """The sheet of a query string, and a sentence for each invalid part.

    All untrusted values pass here: views and values are checked against what is offered, texts are plain.
    """
    search = search.removeprefix("?")
    if len(search) > url_state.LONGEST:
        return Sheet(), ["The address is too long, so nothing is shown."]
    title, entries, notices = _parts(search)
    if len(entries) > MOST:
        notices.append(f"A report has {MOST} charts at most; {len(entries) - MOST} were left out.")
    items: list[Item] = []
    lost: dict[str, list[int]] = {}
    for text, caption in entries[:MOST]:
        item, invalid, lost_data = _item(text, caption)
        items += [item] if item else []
        notices += invalid
        if lost_data:
            lost.setdefault(lost_data, []).append(len(items))
    notices = [*(f"{figures(numbers)}: {words}" for words, numbers in lost.items()), *notices]
    sheet, left_out = _short_enough(Sheet(plain(title, LONGEST_TITLE), tuple(items)))
    if left_out:
        notices.append(f"The report is too long for an address; {left_out} charts were left out.")
    return sheet, notices[:_NOTICES]


def figures(numbers: Sequence[int]) -> str:
    """These figures of a sheet in words, such as 'Figures 1, 3'."""
    return f"Figure{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def plain(text: str, longest: int) -> str:
    """The text without invisible characters, its lines kept, with `longest` characters at most."""
    lines = [one_line(line) for line in text.splitlines()]
    return "\n".join(lines).strip()[:longest].strip()


def _parts(search: str) -> tuple[str, list[tuple[str, str]], list[str]]:
    """The title, each item with its caption as they are written, and a notice for each other part."""
    title, notices = "", []
    items: list[tuple[str, str]] = []
    for name, text in _pairs(search):
        if name == "title":
            title = one_line(text)
        elif name == "item":
            items.append((text, ""))
        elif name == "caption" and items:
            items[-1] = (items[-1][0], text)
        else:
            notices.append(f"“{name[:_SHOWN]}” is not a part of a report; ignored.")
    return title, items, notices


def _pairs(search: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, search.split("&")):
        name, _, text = part.partition("=")
        yield unquote_plus(name), unquote_plus(text)


def _item(text: str, caption: str) -> tuple[Item | None, list[str], str]:
    """The item that a text names, None if there is no such view; notices; a sentence if its data are no longer kept.

    One that names no version keeps to the data of today from now on.
    """
    path_of_view, _, search = text.partition("?")
    path, _, name = path_of_view.partition("/")
    study = find(path)
    view = study.view(name) if study else None
    if study is None or view is None:
        return None, [f"Left out “{path_of_view[:_SHOWN]}”: no such view."], ""
    with pinned.answering(search) as pin:
        values, invalid = url_state.decode(study, pin.search, elsewhere=True)
        version = pin.version if pinned.is_version(pin.version) else snapshot().version
        kept = pinned.with_version(url_state.encode(study, values), version)
        lost = pinned.lost(pin)
    item = Item(study, view, values, kept, plain(caption, LONGEST_CAPTION))
    return item, [f"{view.title}: {sentence}" for sentence in invalid], lost


def _short_enough(sheet: Sheet) -> tuple[Sheet, int]:
    """The first items, as many as an address has room for, and how many had to be left out.

    Letters that need several bytes each may stand in a short text, and need more room once coded.
    """
    kept = sheet
    while len(encode(kept)) > url_state.LONGEST and kept.items:
        kept = kept._replace(items=kept.items[:-1])
    return kept, len(sheet.items) - len(kept.items)


def _coded(text: str) -> str:
    return quote_plus(text, safe=_SAFE)
