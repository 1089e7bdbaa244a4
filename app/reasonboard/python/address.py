"""What a reader writes to name a view: `iterations/grid`, or the pasted address of a page."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from reasonboard.python.errors import BoardError

Choice = str | float | bool | Iterable[str | float]
"""What a setting of a view can be chosen as: one of its values, or several."""
_SAFE = "@:!;"


class Address(NamedTuple):
    study: str
    view: str
    """'' for the first of the page."""
    search: str
    """The query string without its `?`."""

    @property
    def page(self) -> str:
        """Path, query string and view as in the address of a page, without a host and a prefix."""
        query = f"?{self.search}" if self.search else ""
        return f"{self.study}{query}{f'#{self.view}' if self.view else ''}"


def short_link(text: str) -> str:
    """The name of the short link that an address is, '' where it is none."""
    steps = urlsplit(text).path.strip("/").split("/")
    return steps[-1] if len(steps) > 1 and steps[-2] == "v" else ""


def parse(text: str) -> Address:
    """What an address names, whatever its host and prefix. Raises BoardError for what is none.

    `iterations/grid` is a view, `/iterations?benchmark=GPQA#grid` the same on its page, and so are the addresses of
    frames (`/embed/...`) and of files (`/api/iterations/grid.csv`).
    """
    try:
        parts = urlsplit(text)
        steps = [unquote(step) for step in parts.path.strip("/").split("/")]
    except ValueError:
        steps = [""]
    if not steps[-1]:
        raise BoardError(
            f"{text[:100]!r} names no view (expected one such as 'kv-cache/grid', or the address of a page)"
        )
    if "embed" in steps[-3:-2] or "api" in steps[-3:-2]:
        return Address(steps[-2], steps[-1].partition(".")[0], parts.query)
    is_short = not parts.scheme and not text.startswith("/") and len(steps) == 2  # noqa: PLR2004  (study, view)
    study, view = steps if is_short else (steps[-1], unquote(parts.fragment))
    return Address(study, view, parts.query)


def choosing(address: Address, chosen: Mapping[str, Choice]) -> Address:
    """The address with some settings chosen anew."""
    kept = [
        part
        for part in address.search.split("&")
        if part and unquote(part.partition("=")[0]) not in chosen
    ]
    return address._replace(search="&".join([*kept, *map(_parameter, chosen.items())]))


def _parameter(setting: tuple[str, Choice]) -> str:
    """A setting as a query string has it. A switch is on or off, and a number is written as it is."""
    name, value = setting
    if isinstance(value, bool):
        value = "on" if value else "off"
    items = [value] if isinstance(value, str | int | float) else list(value)
    return f"{name}={','.join(quote(str(item), safe=_SAFE) for item in items)}"
