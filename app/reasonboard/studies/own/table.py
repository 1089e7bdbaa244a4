"""The table of a declared study: its marks, under the names of the columns that play the roles."""

from collections.abc import Sequence

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.studies.own.declared import Declared, label_of
from reasonboard.studies.own.rows import Row, shown_number, times_of

TYPES = {
    "metric": "string", "value": "number", "stderr": "number", "low": "number", "high": "number",
    "compared with": "string", "difference": "number", "p (corrected)": "number", "n": "integer", "repeats": "integer",
    "seeds": "integer", "numbers": "integer", "differs in": "string", "kind": "string", "source": "string",
    "unit": "string",
}  # fmt: skip
"""The columns beside those of the roles."""


def table(declared: Declared, rows: Sequence[Row]) -> list[Row]:
    """One row per mark; values and interval ends in percent where they are shares."""
    return [_line(declared, row) for row in rows]


def marks_of_row(declared: Declared, row: Row, _values: Values) -> list[Mark]:
    """The mark that a row of `table` is: its place in each role that a column plays."""
    columns = declared.selecting.items()
    return [{name: row[label_of(column)] for name, column in columns if column}]


def _line(declared: Declared, row: Row) -> Row:
    roles = {
        label_of(declared.panel): row["panel"],
        label_of(declared.color): row["color"],
        **{
            label_of(name): value
            for name, value in zip(declared.filters, row["filtered"], strict=True)
        },
        label_of(declared.x.column): row["x"],
    }
    roles.pop("", None)
    above = row["above"]
    cost = {"cost": row["cost"]} if declared.cost else {}
    return roles | {
        "metric": row["metric"],
        "value": row["shown"],
        "stderr": None if row["stderr"] is None else row["stderr"] * times_of(row),
        "low": row["low"],
        "high": row["high"],
        **cost,
        "compared with": row["reference"] or None,
        "difference": shown_number(above.estimate, row) if above else None,
        "p (corrected)": above.adjusted if above else None,
        "n": row["n_items"],
        "repeats": row["n_repeats"],
        "seeds": row["n_seeds"] or None,
        "numbers": row["cells"],
        "differs in": ", ".join(row["differing"] or ()) or None,
        "kind": row["kind"],
        "source": ", ".join(row["sources"]),
        "unit": "%" if row["unit"] == "fraction" else row["unit"],
    }
