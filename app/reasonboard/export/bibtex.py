"""Entries as BibTeX: text in, text out, safe for LaTeX whatever the text is."""

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_SPECIAL = {
    "\\": r"\textbackslash{}",
    # BibTeX counts braces whether or not a backslash stands before them.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_VERBATIM = ("url", "doi", "eprint")
_MOST_COMMAS = 2
_LONGEST_KEY = 80


@dataclass(frozen=True)
class Entry:
    """What is cited. Authors are `Family, Given`, or a group's name without a comma; the last may be
    `others`. Fields are plain texts by their BibTeX names; empty ones are left out.
    """

    type: str
    key: str
    authors: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)


def bibliography(entries: Iterable[Entry]) -> str:
    """The entries in their order, each with a key of its own; letters beyond ASCII stay UTF-8."""
    taken: set[str] = set()
    return "\n".join(_entry_text(entry, key) for entry, key in _keyed(entries, taken))


def _keyed(entries: Iterable[Entry], taken: set[str]) -> Iterator[tuple[Entry, str]]:
    """Each entry with a safe key; case does not tell keys apart, so a second one gets a number."""
    for entry in entries:
        base = re.sub(r"[^A-Za-z0-9:.-]+", "-", entry.key).strip("-")[:_LONGEST_KEY] or "source"
        key, number = base, 1
        while key.lower() in taken:
            number += 1
            key = f"{base}-{number}"
        taken.add(key.lower())
        yield entry, key


def _entry_text(entry: Entry, key: str) -> str:
    fields = {"author": _authors(entry.authors)}
    for name, text in entry.fields.items():
        fields[name] = _verbatim(text) if name in _VERBATIM else _text(text, name == "title")
        if name == "eprint":
            fields["archiveprefix"] = "arXiv"
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    return "\n".join([f"@{entry.type}{{{key},", *lines, "}", ""])


def _authors(names: Iterable[str]) -> str:
    listed = list(names)
    return " and ".join(
        "others" if name == "others" and index == len(listed) else _author(name)
        for index, name in enumerate(listed, 1)
    )


def _author(name: str) -> str:
    """A person as written; a group, or a name that BibTeX would take apart wrongly, in braces."""
    parts = name.split(",")
    person = 1 < len(parts) <= _MOST_COMMAS + 1 and all(part.strip() for part in parts)
    text = _text(name)
    return text if person and not re.search(r"(?i)\band\b", name) else f"{{{text}}}"


def _text(text: str, title: bool = False) -> str:
    """The words of a text on one line, escaped; in a title those with a capital keep it by braces."""
    title_words = "".join(sign if sign.isprintable() else " " for sign in text).split()
    escaped = ["".join(_SPECIAL.get(sign, sign) for sign in word) for word in title_words]
    return " ".join(
        f"{{{escaped_word}}}" if title and word != word.lower() else escaped_word
        for word, escaped_word in zip(title_words, escaped, strict=True)
    )


def _verbatim(text: str) -> str:
    """An address or a number, which LaTeX prints as it stands: what could end it is percent-coded."""
    plain = set(string.ascii_letters + string.digits + "-._~:/?#[]@!$&'()*+,;=%")
    return "".join(sign if sign in plain else _coded(sign) for sign in text.strip())


def _coded(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "replace"))
