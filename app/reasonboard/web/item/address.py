"""The address of one problem: `/item?a=RUN&b=RUN&benchmark=NAME&item=ID&repeat=0`."""

from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlencode

PATH = "item"
PARENT = "models"
"""The page that it belongs to."""
_LONGEST = 1024


@dataclass(frozen=True, slots=True)
class Address:
    """Which problem is shown, of whom, and how. All but `repeat` are texts that nobody has checked yet."""

    a: str = ""
    """The key of a run (`model_run.key`)."""
    b: str = ""
    """That of another; '' for one run alone."""
    benchmark: str = ""
    item: str = ""
    metric: str = ""
    """By which it was scored; '' for the one that both runs have."""
    repeat: int = 0
    """Which attempt, counted from 0 as in the table `sample`."""
    items: str = ""
    """The set of problems that previous and next go through."""
    field: tuple[str, ...] = ()
    """The fields that the problems of this set have: `level:5`."""
    raw: bool = False
    """Is the text shown as it stands in the file, without math?"""
    more: int = 0
    """How often the reader asked for more of the long texts."""

    def search(self, **changes: object) -> str:
        """The query string of this address with some parts changed; defaults are left out."""
        other = replace(self, **changes)  # type: ignore[arg-type]
        parts: dict[str, str | tuple[str, ...]] = {
            name: getattr(other, name)
            for name in ("a", "b", "benchmark", "item", "metric", "items", "field")
            if getattr(other, name)
        }
        numbers = {"repeat": other.repeat, "raw": int(other.raw), "more": other.more}
        parts |= {name: str(number) for name, number in numbers.items() if number}
        return f"?{urlencode(parts, doseq=True)}"


def decode(search: str) -> Address:
    """The address in a query string, whatever somebody wrote there."""
    parameters = parse_qs(search.lstrip("?")[: 8 * _LONGEST])
    fields = {name: values[-1][:_LONGEST].replace("\0", "") for name, values in parameters.items()}
    texts = {
        name: fields.get(name, "") for name in ("a", "b", "benchmark", "item", "metric", "items")
    }
    return Address(
        **texts,
        repeat=_number(fields.get("repeat", "")),
        field=tuple(text.replace("\0", "") for text in parameters.get("field", ())),
        raw=fields.get("raw") == "1",
        more=_number(fields.get("more", "")),
    )


def _number(text: str) -> int:
    """The whole number that a text is; 0 for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0  # noqa: PLR2004
