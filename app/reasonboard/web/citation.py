"""A source as it is cited: as an entry of a bibliography, and in one line of plain text."""

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.bibtex import Entry
from reasonboard.web.components.cells import Row


def entry(row: Row) -> Entry:
    """The entry of a row of `sources`; one without known parts is a @misc of its title and file."""
    bibtex = row["bibtex"]
    if bibtex is None:
        note = f"{row['citation']}. File {row['file']}, sha256 {row['sha256']}"
        fields = {"title": row["title"], "url": row["url"] or "", "note": note}
        return Entry("misc", row["id"], fields=fields)
    fields = bibtex["fields"]
    numbers = f"numbers here: {KIND_WORDS[row['kind']]}"
    note = "; ".join(filter(None, [fields.get("note"), numbers]))
    return Entry(bibtex["type"], bibtex["key"], tuple(bibtex["authors"]), fields | {"note": note})


def plain(row: Row) -> str:
    """The citation in one line, with its address, the kind of its numbers and the file they are in."""
    parts = [
        row["citation"],
        row["url"] or "",
        f"Numbers here: {KIND_WORDS[row['kind']]}",
        f"File {row['file']}, sha256 {row['sha256']}",
    ]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."
