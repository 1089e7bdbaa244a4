"""Reads the file of a declared study: every role is checked before anything is made of it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from reasonboard.store.documents import DocumentError, parse_toml
from reasonboard.studies.own.columns import ITEM, can_be_averaged, is_column, is_x
from reasonboard.studies.own.declared import (
    MOST_FILTERS,
    OF_ALL_ITEMS,
    SCALES,
    STATISTICS,
    VIEWS,
    Declared,
    X,
)

LONGEST = 64_000
"""Bytes of a file."""
_PATH = re.compile(r"[a-z][a-z0-9-]{1,39}")
_TABLES = {"path", "name", "question", "lead", "rows", "roles"}
_ROWS = {"of", "metric", "where"}
_ROLES = {"x", "y", "colour", "panel", "filter", "average", "baseline", "cost", "views"}
_REPEATS = (
    "seed, source, model, method, split or a setting: values that differ in others are no repeats"
)
_OF_ANSWERS = ', with of = "answers" item.NAME'
_LONGEST_TEXT = 200
_LARGEST = 1e15
_MOST_VALUES = 1000


class DeclarationError(ValueError):
    """The file of a study cannot be taken: which place of it, what stands there, and what was expected."""


def parse(content: bytes, file: str) -> Declared:
    """The study of a file. Raises DeclarationError in one line, with the place, for what is not understood."""
    return _Reader(file).study(content)


@dataclass(frozen=True)
class _Reader:
    file: str

    def study(self, content: bytes) -> Declared:
        text, about = self._document(content)
        self._refuse_unknown(about, _TABLES, "")
        path = self._path(about)
        rows, roles = self._table(about, "rows"), self._table(about, "roles")
        self._refuse_unknown(rows, _ROWS, "rows.")
        self._refuse_unknown(roles, _ROLES, "roles.")
        rows_of = self._choice(rows, "of", "rows.", ("measurements", "answers"))
        cost = self._text(roles, "cost", "roles.", "")
        views = self._views(roles)
        if "frontier" in views and not cost:
            self._refuse(
                "roles.views", "frontier", "roles.cost, the metric that it has on its x axis"
            )
        x = self._x(roles, rows_of)
        played = {role: self._column(roles, role, rows_of) for role in ("colour", "panel")}
        filters = self._columns(roles, "filter", rows_of)
        if len(filters) > MOST_FILTERS:
            self._refuse("roles.filter", f"{len(filters)} columns", f"at most {MOST_FILTERS}")
        averaged = self._averaged(roles)
        several = [x.column, *filter(None, played.values()), *filters, *averaged]
        where = self._where(rows, rows_of)
        twice = next((column for column in several if several.count(column) > 1), None)
        if twice:
            self._refuse("roles", f"{twice} in two roles", "one role for a column")
        return Declared(
            path=path,
            name=self._text(about, "name", "", path.replace("-", " ").capitalize()),
            question=self._text(about, "question", ""),
            lead=self._text(about, "lead", "", ""),
            rows_of=rows_of,
            metrics=self._metrics(roles, rows_of, rows, {*several, *where}),
            wanted=where,
            x=x,
            colour=played["colour"],
            panel=played["panel"],
            filters=filters,
            averaged=averaged,
            baseline=self._baseline(roles, x),
            cost=cost,
            views=views,
            text=text,
        )

    def _path(self, about: Mapping[str, Any]) -> str:
        path = self._text(about, "path", "")
        if not _PATH.fullmatch(path):
            self._refuse("path", path, "2 to 40 of a-z, 0-9 and '-', a letter first")
        return path

    def _document(self, content: bytes) -> tuple[str, dict[str, Any]]:
        if len(content) > LONGEST:
            raise DeclarationError(
                f"{self.file}: {len(content):,} bytes (expected at most {LONGEST:,})"
            )
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DeclarationError(
                f"{self.file}: byte {error.start} is no UTF-8 (expected a TOML in UTF-8)"
            ) from None
        try:
            return text, parse_toml(text, self.file)
        except DocumentError as error:
            raise DeclarationError(_one_line(str(error))) from None

    def _x(self, roles: Mapping[str, Any], rows_of: str) -> X:
        role = roles.get("x")
        if role is None:
            self._refuse("roles.x", "missing", "a column, or a table with column, scale and unit")
        if isinstance(role, str):
            role = {"column": role}
        if not isinstance(role, dict):
            self._refuse("roles.x", role, "a column, or a table with column, scale and unit")
        self._refuse_unknown(role, {"column", "scale", "unit", "order"}, "roles.x.")
        scale = self._choice(role, "scale", "roles.x.", ("", *SCALES))
        column = self._text(role, "column", "roles.x.", "")
        if not column:
            self._refuse("roles.x.column", "missing", "a column")
        if not is_x(column, rows_of):
            self._refuse(
                "roles.x.column",
                column,
                f"a column of `result`, settings.NAME{_OF_ANSWERS} or metric.NAME",
            )
        order = self._values(role["order"], "roles.x.order") if "order" in role else ()
        if order and scale not in ("", "names"):
            self._refuse("roles.x.scale", scale, "none beside an order: its values are names")
        if len(set(order)) < len(order):
            self._refuse("roles.x.order", role["order"], "each value once")
        return X(column, scale, self._text(role, "unit", "roles.x.", ""), order)

    def _averaged(self, roles: Mapping[str, Any]) -> tuple[str, ...]:
        names = self._texts(roles, "average", "roles.")
        for name in names:
            if not can_be_averaged(name):
                self._refuse("roles.average", name, _REPEATS)
        return names

    def _metrics(
        self,
        roles: Mapping[str, Any],
        rows_of: str,
        rows: Mapping[str, Any],
        columns: Collection[str],
    ) -> tuple[str, ...]:
        """The metrics of the rows; of answers the statistic that `y` names, where these columns allow it."""
        metrics = self._texts(rows, "metric", "rows.")
        role = roles.get("y", {"column": "value"} if rows_of == "measurements" else None)
        role = {"column": role} if isinstance(role, str) else role
        if not isinstance(role, dict) or not isinstance(role.get("column"), str):
            self._refuse("roles.y", role, '"value", or a statistic over answers such as "pass@k"')
        self._refuse_unknown(role, {"column"}, "roles.y.")
        column = role["column"]
        if rows_of == "measurements":
            if column != "value":
                self._refuse(
                    "roles.y",
                    column,
                    '"value"; a statistic is one over answers: rows.of = "answers"',
                )
            return metrics
        if column not in STATISTICS:
            self._refuse(
                "roles.y",
                column,
                f"{', '.join(STATISTICS[:-1])} or {STATISTICS[-1]}",
            )
        if column in OF_ALL_ITEMS and any(name.startswith(ITEM) for name in columns):
            of_some = [name for name in STATISTICS if name not in OF_ALL_ITEMS]
            self._refuse("roles.y", column, f"{', '.join(of_some)} where item.NAME has a role")
        if metrics:
            self._refuse(
                "rows.metric",
                metrics[0],
                "none where rows are of answers: roles.y names the statistic",
            )
        return (column,)

    def _where(self, rows: Mapping[str, Any], rows_of: str) -> dict[str, tuple[str, ...]]:
        conditions = rows.get("where", {})
        if not isinstance(conditions, dict):
            self._refuse("rows.where", conditions, "a table of columns and lists of values")
        where = {}
        for name, values in conditions.items():
            key_path = f"rows.where.{name!r:.60}"
            if not is_column(name, rows_of):
                self._refuse(key_path, name, f"a column of `result` or settings.NAME{_OF_ANSWERS}")
            where[name] = self._values(values, key_path)
        return where

    def _values(self, raw: Any, key_path: str) -> tuple[str, ...]:
        several = raw if isinstance(raw, list) else [raw]
        if not several or len(several) > _MOST_VALUES or not all(map(_is_plain, several)):
            self._refuse(key_path, raw, f"1 to {_MOST_VALUES:,} texts or numbers")
        return tuple(map(_as_text, several))

    def _baseline(self, roles: Mapping[str, Any], x: X) -> str:
        table = roles.get("baseline", {})
        if not isinstance(table, dict) or set(table) - {x.column}:
            self._refuse("roles.baseline", table, f"a table with a value of {x.column}")
        value = table.get(x.column, "")
        if not _is_plain(value):
            self._refuse("roles.baseline", value, "a text or a number")
        return _as_text(value)

    def _views(self, roles: Mapping[str, Any]) -> tuple[str, ...]:
        views = self._texts(roles, "views", "roles.") or ("lines", "table")
        for view in views:
            if view not in VIEWS:
                self._refuse("roles.views", view, ", ".join(VIEWS))
        if views == ("table",):
            self._refuse("roles.views", "table alone", "lines, heatmap or frontier beside it")
        return tuple(dict.fromkeys(views))

    def _columns(self, roles: Mapping[str, Any], role: str, rows_of: str) -> tuple[str, ...]:
        names = self._texts(roles, role, "roles.")
        return tuple(self._checked(name, f"roles.{role}", rows_of) for name in names)

    def _column(
        self, table: Mapping[str, Any], key: str, rows_of: str, key_path: str = "roles."
    ) -> str:
        name = self._text(table, key, key_path, "")
        return self._checked(name, key_path + key, rows_of) if name else ""

    def _checked(self, name: str, key_path: str, rows_of: str) -> str:
        if not is_column(name, rows_of):
            self._refuse(key_path, name, f"a column of `result` or settings.NAME{_OF_ANSWERS}")
        return name

    def _table(self, about: Mapping[str, Any], name: str) -> dict[str, Any]:
        table = about.get(name, {})
        if not isinstance(table, dict):
            self._refuse(name, table, f"a table [{name}]")
        return dict(table)

    def _refuse_unknown(self, table: Mapping[str, Any], names: set[str], key_path: str) -> None:
        other = sorted(set(table) - names)
        if other:
            self._refuse(f"{key_path}{other[0]!r:.60}", "not understood", ", ".join(sorted(names)))

    def _choice(
        self, table: Mapping[str, Any], key: str, key_path: str, choices: tuple[str, ...]
    ) -> str:
        value = table.get(key, choices[0])
        if value not in choices:
            self._refuse(key_path + key, value, ", ".join(filter(None, choices)))
        return str(value)

    def _text(
        self, table: Mapping[str, Any], key: str, key_path: str, default: str | None = None
    ) -> str:
        value = table.get(key, default)
        if value is None:
            self._refuse(key_path + key, "missing", "a text")
        text = value if isinstance(value, str) else None
        if (
            text is None
            or len(text) > _LONGEST_TEXT * 5
            or any(ord(character) < ord(" ") and character != "\n" for character in text)
        ):
            self._refuse(key_path + key, value, f"a text of at most {_LONGEST_TEXT * 5} characters")
        return str(text)

    def _texts(self, table: Mapping[str, Any], key: str, key_path: str) -> tuple[str, ...]:
        value = table.get(key, [])
        several = value if isinstance(value, list) else [value]
        if len(several) > _MOST_VALUES or not all(
            isinstance(text, str) and 0 < len(text) <= _LONGEST_TEXT for text in several
        ):
            self._refuse(key_path + key, value, "a text or a list of texts")
        return tuple(several)

    def _refuse(self, key_path: str, value: Any, expected: str) -> NoReturn:
        value_text = value if isinstance(value, str) else repr(value)
        raise DeclarationError(
            _one_line(f"{self.file}: {key_path} is {value_text[:60]} (expected {expected})")
        )


def _one_line(text: str) -> str:
    return " ".join(
        "".join(character if character.isprintable() else " " for character in text).split()
    )


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST_TEXT
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -_LARGEST <= value <= _LARGEST


def _as_text(value: Any) -> str:
    """A value as the columns have it: 0.6, 1024, 'high'."""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
