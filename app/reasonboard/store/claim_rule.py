"""How a claim of a source is tested: the words and roles that its TOML may use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Self

from reasonboard.store.fields import CONDITIONS, MEASUREMENT, MODEL

Cell = str | float | None
Filter = Mapping[str, Any]
"""Column -> a value, a list of values, or {min, max}."""

_TOLD = (*MODEL, *CONDITIONS, *(field for field in MEASUREMENT if field.role))
COLUMNS = ("model", *(field.name for field in _TOLD), "benchmark", "place")
"""The columns that a role can name; `place` is the figure or table where a value stands."""

USUAL = ("family", "split", "train_samples")
"""Of these a claim is about the value that a page shows at first, unless it names the column."""
_NUMERIC = {field.name for field in _TOLD if field.type is not str}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "direction": ("up", "down"),
    "share": ("all", "most", "some"),
    "method": ("ends", "rank"),
}
_COMMON = {"check", "where", "metric"}
WORDS: Mapping[str, tuple[set[str], set[str]]] = MappingProxyType(
    {
        "range": (set(), {"low", "high", "by"}),
        "trend": ({"x", "direction"}, {"each", "method", "share"}),
        "order": ({"column"}, {"first", "others", "each", "match", "direction", "share", "mean"}),
    }
)
"""Each word with the roles that it needs and those that it may have besides."""


class RuleError(ValueError):
    """What is wrong with a claim, and what was expected."""


@dataclass(frozen=True)
class Rule:
    """One test, as its roles are in the TOML; shares and differences are fractions."""

    check: str
    where: Filter = field(default_factory=dict)
    metric: str = ""
    x: str = ""
    column: str = ""
    match: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    first: Filter = field(default_factory=dict)
    others: Filter = field(default_factory=dict)
    direction: str = "up"
    share: str = "all"
    method: str = "ends"
    low: float | None = None
    high: float | None = None
    by: float | None = None
    mean: bool = False

    @property
    def sign(self) -> int:
        return -1 if self.direction == "down" else 1

    @property
    def named_columns(self) -> set[str]:
        """The columns that the rule speaks of."""
        return {self.x, self.column, *self.each, *self.where, *self.first, *self.others}

    @classmethod
    def read(cls, claim: Mapping[str, Any]) -> Self:
        """The rule of a `[[claims]]` table, whose section and text are left out; raises RuleError."""
        word = claim.get("check")
        if not isinstance(word, str) or word not in WORDS:
            raise RuleError(f"check is {word!r} (expected one of {', '.join(WORDS)})")
        needed, allowed = WORDS[word]
        allowed = allowed | needed | _COMMON
        if missing := sorted(needed - set(claim)):
            raise RuleError(
                f"{word} lacks {', '.join(missing)} (expected {', '.join(sorted(needed))})"
            )
        if unknown := sorted(set(claim) - allowed):
            raise RuleError(
                f"{word} has {', '.join(unknown)} (expected {', '.join(sorted(allowed))})"
            )
        roles = dict(claim)
        for name in {"first", "others"} & set(roles):
            _check_role("column", roles["column"], "")
            if not isinstance(roles[name], dict):
                roles[name] = {roles["column"]: roles[name]}
        for name, value in roles.items():
            _check_role(name, value, getattr(cls(word), name))
        _check_together(word, roles)
        lists = {name: tuple(role) for name, role in roles.items() if isinstance(role, list)}
        return cls(**(roles | lists))


def _check_together(word: str, roles: Mapping[str, Any]) -> None:
    """Has a rule the roles that others of it ask for?"""
    if word == "range" and not {"low", "high"} & set(roles):
        raise RuleError("range lacks low and high (expected one of them or both)")
    if "others" in roles and "first" not in roles:
        raise RuleError("order lacks first (expected it with others)")
    if word == "order" and "first" not in roles and roles["column"] not in _NUMERIC:
        raise RuleError(
            f"column is {roles['column']!r} (expected one of {', '.join(sorted(_NUMERIC))}, or first)"
        )


def _check_role(name: str, value: Any, default: object) -> None:
    """Is a role of the kind that its default has?"""
    if isinstance(default, bool):
        _require(isinstance(value, bool), name, value, "true or false")
    elif isinstance(default, float | int | None):
        _require(_is_number(value), name, value, "a number")
    elif isinstance(default, tuple):
        _require(isinstance(value, list), name, value, "a list")
        for column in value:
            _require(column in COLUMNS, name, column, f"one of {', '.join(COLUMNS)}")
    elif isinstance(default, dict):
        _require(isinstance(value, dict), name, value, "a table of columns with their values")
        for column, condition in value.items():
            _require(column in COLUMNS, name, column, f"one of {', '.join(COLUMNS)}")
            _check_wanted(f"{name}.{column}", condition)
    else:
        columns = {"x": sorted(_NUMERIC), "column": COLUMNS}
        allowed = columns.get(name) or _CHOICES.get(name, (value,))
        _require(
            isinstance(value, str) and value in allowed,
            name,
            value,
            f"one of {', '.join(map(str, allowed))}",
        )


def _check_wanted(name: str, condition: Any) -> None:
    if isinstance(condition, dict):
        sound = set(condition) <= {"min", "max"} and all(map(_is_number, condition.values()))
        _require(sound, name, condition, "min and max as numbers")
    else:
        names = condition if isinstance(condition, list) else [condition]
        sound = all(isinstance(name, str) or _is_number(name) for name in names)
        _require(sound, name, condition, "texts or numbers")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _require(sound: bool, name: str, value: object, expected: str) -> None:
    if not sound:
        raise RuleError(f"{name} is {value!r} (expected {expected})")
