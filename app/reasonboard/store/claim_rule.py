"""How a claim of a source is tested: the words and roles that its TOML may use."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Self

Cell = str | float | None
Filter = Mapping[str, Any]
"""Column -> a value, a list of values, or {min, max}."""

COLUMNS = (
    "model", "family", "params_b", "method", "step", "progress", "iteration", "train_samples", "selector",
    "kv_method", "kv_window", "kv_ratio", "benchmark", "split", "task_type", "task_length", "place",
)  # fmt: skip
"""The columns that a role can name; `place` is the figure or table where a value stands."""

_FILTERS = {"where", "first", "others", "of"}
_LISTS = {"column", "match", "each", "sequence"}
_NUMBERS = {"low", "high", "by", "value", "equals", "at", "points"}
_FLAGS = {"mean", "complete", "best", "aggregates"}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "direction": ("up", "down", "none"),
    "share": ("all", "most", "some"),
    "method": ("ends", "rank", "linear", "logistic", "lowest"),
    "pick": ("all", "first", "last"),
    "correction": ("holm", "bh"),
    "over": ("means", "last", "gain"),
}
_COMMON = {"section", "text", "check", "where", "metric", "correction", "each", "aggregates"}
WORDS: Mapping[str, tuple[set[str], set[str]]] = MappingProxyType(
    {
        "range": ({"low", "high", "by"}, set()),
        "bound": (set(), {"low", "high", "pick", "x"}),
        "count": ({"column", "equals"}, {"x", "points"}),
        "starts": ({"x", "at"}, set()),
        "reaches": ({"x", "at", "value"}, set()),
        "trend": ({"x", "direction"}, {"method", "share", "points"}),
        "steady": ({"x", "direction"}, {"points"}),
        "order": (
            {"column"},
            {"first", "others", "sequence", "match", "direction", "share", "mean", "complete", "best", "by", "x",
             "pick"},
        ),
        "pairs": ({"column", "direction"}, {"match", "share"}),
        "gap": ({"column", "first", "others", "match", "x", "direction"}, {"share"}),
        "split": ({"x", "of", "match", "direction"}, set()),
        "differ": ({"over", "x"}, {"match"}),
        "interaction": ({"x", "match"}, set()),
        "small": ({"x", "match", "by"}, set()),
        "steadiest": ({"column", "first"}, set()),
        "noise": ({"x"}, {"share"}),
        "together": ({"x", "with"}, {"share"}),
        "without_gain": ({"x", "with", "by"}, {"share"}),
        "drop": ({"x", "of", "at"}, set()),
        "shared_drop": ({"x", "of", "first"}, set()),
    }
)  # fmt: skip
"""Each word with the roles that it needs and those that it may have besides."""


class RuleError(ValueError):
    """What is wrong with a claim, and what was expected."""


@dataclass(frozen=True)
class Rule:
    """One test, as its roles stand in the TOML; shares and differences are fractions."""

    check: str
    where: Filter = field(default_factory=dict)
    metric: str = ""
    other: str = ""
    """A second metric (`with` in the TOML)."""
    x: str = ""
    column: tuple[str, ...] = ()
    match: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    first: Filter = field(default_factory=dict)
    others: Filter = field(default_factory=dict)
    of: Filter = field(default_factory=dict)
    sequence: tuple[Cell, ...] = ()
    direction: str = "up"
    share: str = "all"
    method: str = "ends"
    pick: str = "all"
    over: str = "means"
    correction: str = "holm"
    low: float | None = None
    high: float | None = None
    by: float | None = None
    value: float = 0.0
    equals: float = 0.0
    at: float = 0.0
    points: float = 2
    mean: bool = False
    complete: bool = False
    best: bool = False
    aggregates: bool = False
    """Are means that the source states over its benchmarks counted, too?"""

    @property
    def sign(self) -> int:
        return -1 if self.direction == "down" else 1

    @property
    def named(self) -> set[str]:
        """The columns that the rule speaks of."""
        return {self.x, *self.column, *self.each, *self.where, *self.first, *self.others}

    @classmethod
    def read(cls, claim: Mapping[str, Any]) -> Self:
        """The rule of a `[[claims]]` table with a `check`; raises RuleError."""
        word = claim.get("check")
        if not isinstance(word, str) or word not in WORDS:
            raise RuleError(f"check is {word!r} (expected one of {', '.join(WORDS)})")
        needed, allowed = WORDS[word]
        if missing := sorted(needed - set(claim)):
            raise RuleError(
                f"{word} without {', '.join(missing)} (expected {', '.join(sorted(needed))})"
            )
        if unknown := sorted(set(claim) - needed - allowed - _COMMON):
            expected = ", ".join(sorted(needed | allowed | _COMMON))
            raise RuleError(f"{word} with {', '.join(unknown)} (expected {expected})")
        roles = {name: value for name, value in claim.items() if name not in ("section", "text")}
        if "column" in roles:
            roles["column"] = _as_list(roles["column"])
        for name in {"first", "others"} & set(roles):
            if (
                not isinstance(roles[name], dict)
                and "column" in roles
                and len(roles["column"]) == 1
            ):
                roles[name] = {roles["column"][0]: roles[name]}
        for name, value in roles.items():
            _check_role(name, value)
        if "with" in roles:
            roles["other"] = roles.pop("with")
        return cls._of(roles)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The rule that `to_json` wrote."""
        return cls._of(json.loads(text))

    @classmethod
    def _of(cls, roles: dict[str, Any]) -> Self:
        lists = {name: tuple(role) for name, role in roles.items() if isinstance(role, list)}
        return cls(**(roles | lists))

    def to_json(self) -> str:
        """The roles that are not left at their defaults."""
        given = asdict(self)
        plain = Rule(self.check)
        return json.dumps(
            {one.name: given[one.name] for one in fields(self)
             if one.name == "check" or given[one.name] != getattr(plain, one.name)}
        )  # fmt: skip


def _check_role(name: str, value: Any) -> None:
    if name == "x":
        _check_columns(name, [value])
    elif name in _LISTS:
        if not isinstance(value, list) or not value:
            raise RuleError(f"{name} is {value!r} (expected a list)")
        if name != "sequence":
            _check_columns(name, value)
    elif name in _FILTERS:
        _check_filter(name, value)
    elif name in _NUMBERS and (not isinstance(value, int | float) or isinstance(value, bool)):
        raise RuleError(f"{name} is {value!r} (expected a number)")
    elif name in _FLAGS and not isinstance(value, bool):
        raise RuleError(f"{name} is {value!r} (expected true or false)")
    elif name in _CHOICES and value not in _CHOICES[name]:
        raise RuleError(f"{name} is {value!r} (expected one of {', '.join(_CHOICES[name])})")
    elif name in ("metric", "with") and not isinstance(value, str):
        raise RuleError(f"{name} is {value!r} (expected the name of a metric)")


def _check_filter(name: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise RuleError(f"{name} is {value!r} (expected a table of columns with their values)")
    _check_columns(name, list(value))
    for column, wanted in value.items():
        if isinstance(wanted, dict) and not set(wanted) <= {"min", "max"}:
            raise RuleError(f"{name}.{column} has {', '.join(wanted)} (expected min, max)")
        ends = wanted.values() if isinstance(wanted, dict) else _as_list(wanted)
        kinds = (int, float) if isinstance(wanted, dict) else (int, float, str)
        if not all(isinstance(one, kinds) for one in ends):
            raise RuleError(f"{name}.{column} is {wanted!r} (expected numbers or texts)")


def _check_columns(name: str, columns: list[Any]) -> None:
    for column in columns:
        if column not in COLUMNS:
            raise RuleError(
                f"{name} names the column {column!r} (expected one of {', '.join(COLUMNS)})"
            )


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
