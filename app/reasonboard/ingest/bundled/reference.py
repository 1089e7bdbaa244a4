"""How a bundled source is cited: the table `[bibtex]` of its TOML, checked before it is stored."""

import re
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.errors import IngestError

TYPES = ("article", "book", "inproceedings", "misc", "phdthesis", "techreport")
TEXTS = (
    "title", "journal", "booktitle", "institution", "school", "publisher", "eprint", "doi", "url", "note",
)  # fmt: skip
_EXPECTED = ("type", "key", "author", "year", *TEXTS)
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9:.-]{0,79}")
_EPRINT = re.compile(r"\d{4}\.\d{4,5}(v\d+)?|[a-z-]+(\.[A-Z]{2})?/\d{7}(v\d+)?")
_URL = re.compile(r"https?://[^\s{}\\]+")
_YEARS = range(1900, 2101)


def read_reference(description: Path, about: dict[str, Any]) -> dict[str, Any] | None:
    """The parts of an entry (type, key, authors, fields by name), None where the source has no `[bibtex]`.

    An author is `Family, Given`, or a name without a comma for a group; `others` at the end is the
    rest of them. Raises IngestError naming the file and the part that is not as expected.
    """
    table = about.get("bibtex")
    if table is None:
        return None
    problem = _problem(table)
    if problem:
        raise IngestError(f"{description}: bibtex: {problem}")
    fields = {name: str(table[name]) for name in (*TEXTS, "year") if name in table}
    return {
        "type": table["type"],
        "key": table["key"],
        "authors": table.get("author", []),
        "fields": fields,
    }


def _problem(table: object) -> str | None:
    """What is wrong with the table, and what was expected; None where it is sound."""
    if not isinstance(table, dict):
        return f"{table!r} (expected a table)"
    unknown = [name for name in table if name not in _EXPECTED]
    missing = [name for name in ("type", "key", "title") if name not in table]
    if unknown or missing:
        problems = ", ".join(
            [f"{name} is not known" for name in unknown] + [f"{name} missing" for name in missing]
        )
        return f"{problems} (expected type, key and title, and any of {', '.join(_EXPECTED[2:])})"
    for name in TEXTS:
        if name in table and not _is_text(table[name]):
            return f"{name} is {table[name]!r} (expected a text)"
    return _wrong_type_or_form(table)


def _wrong_type_or_form(table: dict[str, Any]) -> str | None:
    """The first value that has not the form of its name."""
    authors, year = table.get("author", []), table.get("year", _YEARS[0])
    if table["type"] not in TYPES:
        return f"type is {table['type']!r} (expected one of {', '.join(TYPES)})"
    if not isinstance(authors, list) or not all(_is_text(author) for author in authors):
        return f"author is {authors!r} (expected a list of names)"
    if isinstance(year, bool) or not isinstance(year, int) or year not in _YEARS:
        return f"year is {year!r} (expected a whole number such as 2025)"
    forms = {
        "key": (_KEY, "letters, digits and : . -, a letter first"),
        "eprint": (_EPRINT, "an arXiv number such as 2501.12599"),
        "url": (_URL, "an address that begins with http:// or https://"),
    }
    for name, (form, expected) in forms.items():
        value = table.get(name)
        if name in table and not (isinstance(value, str) and form.fullmatch(value)):
            return f"{name} is {value!r} (expected {expected})"
    return None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
