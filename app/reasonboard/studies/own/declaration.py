"""Reads the file of a declared study: every role is checked before anything is made of it."""

from collections.abc import Collection, Sequence
from typing import Annotated, NoReturn

from msgspec import Meta, Struct, field

from reasonboard.store.documents import DocumentError, parse_toml
from reasonboard.store.shapes import ShapeError, matching, one_of, shaped
from reasonboard.studies.own.declared import (
    ITEM,
    MOST_FILTERS,
    OF_ALL_ITEMS,
    SCALES,
    STATISTICS,
    VIEWS,
    Declared,
    X,
    can_be_averaged,
    is_column,
    is_x,
)

LONGEST = 64_000
"""Bytes of a file."""
_REPEATS = (
    "seed, source, model, method, split or a setting: values that differ in others are no repeats"
)
_OF_ANSWERS = ', with of = "answers" item.NAME'
_A_COLUMN = f"a column of `result` or settings.NAME{_OF_ANSWERS}"
_AN_X = f"a column of `result`, settings.NAME{_OF_ANSWERS} or metric.NAME"
_MOST_VALUES = 1000

_Words = Annotated[
    str, matching(r"[^\x00-\x09\x0b-\x1f]{0,1000}", "a string of at most 1000 characters")
]
_Name = Annotated[str, Meta(min_length=1, max_length=200, description="a string")]
_Names = (
    _Name | Annotated[list[_Name], Meta(max_length=_MOST_VALUES, description="a list of strings")]
)
_Value = (
    Annotated[str, Meta(max_length=200, description="a string")]
    | Annotated[float, Meta(ge=-1e15, le=1e15, description="a number up to 1e15")]
)
_Values = (
    _Value
    | Annotated[
        list[_Value],
        Meta(min_length=1, max_length=_MOST_VALUES, description=f"a list of 1 to {_MOST_VALUES:,} of them"),
    ]
)  # fmt: skip


class _X(Struct, forbid_unknown_fields=True):
    column: _Words
    scale: Annotated[str, one_of(*SCALES)] = ""
    unit: _Words = ""
    order: _Values = []


class _Y(Struct, forbid_unknown_fields=True):
    column: _Words


class _Roles(Struct, forbid_unknown_fields=True):
    x: _Words | _X
    y: _Words | _Y | None = None
    color: _Words = ""
    panel: _Words = ""
    filter: _Names = []
    average: _Names = []
    baseline: dict[str, _Value] = {}
    cost: _Words = ""
    views: _Names = []


class _Rows(Struct, forbid_unknown_fields=True):
    of: Annotated[str, one_of("measurements", "answers")] = "measurements"
    metric: _Names = []
    where: dict[str, _Values] = {}


class _File(Struct, forbid_unknown_fields=True):
    path: Annotated[
        str, matching(r"[a-z][a-z0-9-]{1,39}", "2 to 40 of a-z, 0-9 and '-', a letter first")
    ]
    question: _Words
    roles: _Roles
    name: _Words | None = None
    lead: _Words = ""
    rows: _Rows = field(default_factory=_Rows)


class DeclarationError(ValueError):
    """The file of a study cannot be taken: which place of it, what stands there, and what was expected."""


def parse(content: bytes, file: str) -> Declared:
    """The study of a file. Raises DeclarationError in one line, with the place, for what is not understood."""
    if len(content) > LONGEST:
        raise DeclarationError(f"{file}: {len(content):,} bytes (expected at most {LONGEST:,})")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeclarationError(
            f"{file}: byte {error.start} is no UTF-8 (expected a TOML in UTF-8)"
        ) from None
    try:
        return _declared(shaped(parse_toml(text, file), _File), text)
    except DocumentError as error:
        raise DeclarationError(_one_line(str(error))) from None
    except ShapeError as error:
        raise DeclarationError(_one_line(f"{file}: {error}")) from None


def _declared(stated: _File, text: str) -> Declared:
    roles, rows_of = stated.roles, stated.rows.of
    views = _views(roles)
    x = _x(roles.x, rows_of)
    filters, averaged = _several(roles.filter), _several(roles.average)
    for role, columns in (("color", [roles.color]), ("panel", [roles.panel]), ("filter", filters)):
        for column in filter(None, columns):
            _require(is_column(column, rows_of), f"roles.{role}", column, _A_COLUMN)
    _require(len(filters) <= MOST_FILTERS, "roles.filter", filters, f"at most {MOST_FILTERS}")
    for column in averaged:
        _require(can_be_averaged(column), "roles.average", column, _REPEATS)
    for column in stated.rows.where:
        _require(is_column(column, rows_of), f"rows.where.{column!r:.60}", column, _A_COLUMN)
    wanted = {column: _texts(values) for column, values in stated.rows.where.items()}
    played = [x.column, *filter(None, (roles.color, roles.panel)), *filters, *averaged]
    twice = next((column for column in played if played.count(column) > 1), None)
    _require(twice is None, "roles", f"{twice} in two roles", "one role for a column")
    others = f"a table with a value of {x.column}"
    _require(set(roles.baseline) <= {x.column}, "roles.baseline", roles.baseline, others)
    return Declared(
        path=stated.path,
        name=stated.path.replace("-", " ").capitalize() if stated.name is None else stated.name,
        question=stated.question,
        lead=stated.lead,
        rows_of=rows_of,
        metrics=_metrics(stated, {*played, *wanted}),
        wanted=wanted,
        x=x,
        color=roles.color,
        panel=roles.panel,
        filters=filters,
        averaged=averaged,
        baseline=_texts(roles.baseline.get(x.column, ""))[0],
        cost=roles.cost,
        views=views,
        text=text,
    )


def _x(role: str | _X, rows_of: str) -> X:
    stated = _X(role) if isinstance(role, str) else role
    order = _texts(stated.order)
    _require(is_x(stated.column, rows_of), "roles.x.column", stated.column, _AN_X)
    if order and stated.scale not in ("", "names"):
        _refuse("roles.x.scale", stated.scale, "no scale with an order: its values are names")
    _require(len(set(order)) == len(order), "roles.x.order", stated.order, "each value once")
    return X(stated.column, stated.scale, stated.unit, order)


def _metrics(stated: _File, columns: Collection[str]) -> tuple[str, ...]:
    """The metrics of the rows; of answers the statistic that `y` names, where these columns allow it."""
    metrics, y = _several(stated.rows.metric), stated.roles.y
    column = y.column if isinstance(y, _Y) else y
    if stated.rows.of == "measurements":
        only = '"value"; a statistic is one over answers: rows.of = "answers"'
        _require(column in (None, "value"), "roles.y", column, only)
        return metrics
    if column not in STATISTICS:
        _refuse("roles.y", column, f"a statistic over answers: {', '.join(STATISTICS)}")
    if column in OF_ALL_ITEMS and any(name.startswith(ITEM) for name in columns):
        of_some = [name for name in STATISTICS if name not in OF_ALL_ITEMS]
        _refuse("roles.y", column, f"{', '.join(of_some)} where item.NAME has a role")
    by_y = "no metric if rows are answers: roles.y names the statistic"
    _require(not metrics, "rows.metric", metrics, by_y)
    return (column,)


def _views(roles: _Roles) -> tuple[str, ...]:
    views = _several(roles.views) or ("lines", "table")
    for view in views:
        _require(view in VIEWS, "roles.views", view, ", ".join(VIEWS))
    if views == ("table",):
        _refuse("roles.views", "table alone", "lines, heatmap or frontier as well")
    if "frontier" in views and not roles.cost:
        _refuse("roles.views", "frontier", "roles.cost, the metric that it has on its x axis")
    return tuple(dict.fromkeys(views))


def _several(stated: str | Sequence[str]) -> tuple[str, ...]:
    return (stated,) if isinstance(stated, str) else tuple(stated)


def _texts(stated: str | float | Sequence[str | float]) -> tuple[str, ...]:
    """Values as the columns have them: 0.6, 1024, 'high'."""
    several = [stated] if isinstance(stated, str | int | float) else stated
    return tuple(
        one if isinstance(one, str) else str(float(one)).removesuffix(".0") for one in several
    )


def _require(sound: bool, place: str, value: object, expected: str) -> None:
    if not sound:
        _refuse(place, value, expected)


def _refuse(place: str, value: object, expected: str) -> NoReturn:
    raise ShapeError(f"{place} is {repr(value)[:60]} (expected {expected})")


def _one_line(text: str) -> str:
    return " ".join(
        "".join(character if character.isprintable() else " " for character in text).split()
    )
