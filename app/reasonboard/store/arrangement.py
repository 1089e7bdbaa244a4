"""The rows of a query sorted by a column, and those of them with a text in them, as SQL."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from reasonboard.store.reading import literal

PARAMETER = "table_search"
"""The parameter with the text that is searched for."""
Labels = Mapping[str, Mapping[str, str]]
"""Column to the words that a reader sees for the texts in it, where these are others."""


class Arrangement(NamedTuple):
    """How a reader has arranged a table; as its query has it where nothing is set."""

    column: str = ""
    """The column that it is sorted by; rows without a value stand last."""
    descending: bool = False
    search: str = ""
    """Only rows in which some text contains this one, in whatever case."""


class Arranged(NamedTuple):
    """A query as a reader has arranged it."""

    rows: str
    row_count: str
    """A query of one row, with the number of `rows`. It reads the texts that are searched, and sorts nothing."""
    parameters: Mapping[str, str | list[str]]
    """Further parameters of both."""


def arranged(
    sql: str,
    types: Mapping[str, str],
    arrangement: Arrangement,
    labels: Labels,
    searched: Collection[str] = (),
) -> Arranged:
    """The query `sql`, arranged.

    `types` are the columns of the query with their types in the database, `searched` those whose texts are searched: ()
    for all. A column that is not among them sorts nothing. Where the query's own order sorts it by a column of places,
    `item_place`, so does this; else texts are sorted whatever their case. No name from outside gets into the SQL:
    the column is named by its number, the text is a parameter. Equal rows keep the order of the query, which stands at
    its end.
    """
    body, between, order = sql.rpartition("\nORDER BY")
    if arrangement.column in types:
        sql = f"{body}{between} {_key(types, arrangement, order)},{order}"
    texts = [
        name
        for name, type in types.items()
        if (type == "VARCHAR" or type.startswith("ENUM")) and (name in searched or not searched)
    ]
    if not arrangement.search or not texts:
        return Arranged(sql, f"SELECT count(*) AS rows FROM ({body or sql})", {})  # noqa: S608
    where = f"WHERE {_contains(texts, arrangement.search, labels)}"
    columns = ", ".join(_quoted(name) for name in texts)
    found = f"SELECT concat({columns}) AS searched FROM ({body})\n{where}"  # noqa: S608
    return Arranged(
        f"SELECT * FROM ({sql})\n{where}",  # noqa: S608
        f"SELECT count(searched) AS rows FROM ({found})",  # noqa: S608
        {PARAMETER: arrangement.search},
    )


def texts_with_label(labels: Mapping[str, str], search: str) -> list[str]:
    """The texts whose words contain the text that is searched for."""
    return [text for text, label in labels.items() if search.lower() in label.lower()]


def _key(types: Mapping[str, str], arrangement: Arrangement, order: str) -> str:
    case = " COLLATE NOCASE" if types[arrangement.column] == "VARCHAR" else ""
    direction = "DESC" if arrangement.descending else "ASC"
    place = f"{arrangement.column}_place"
    key = place if place in order else f"{list(types).index(arrangement.column) + 1}{case}"
    return f"{key} {direction} NULLS LAST"


def _contains(texts: Sequence[str], search: str, labels: Labels) -> str:
    conditions = [f"contains(lower({_quoted(name)}::TEXT), lower(${PARAMETER}))" for name in texts]
    for name in texts:
        listed = ", ".join(literal(text) for text in texts_with_label(labels.get(name, {}), search))
        if listed:
            conditions.append(f"{_quoted(name)}::TEXT IN ({listed})")
    return " OR ".join(conditions)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
