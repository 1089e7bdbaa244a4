"""How a claim of a source is tested: the words and roles that its TOML may use."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from msgspec import Struct

from reasonboard.store.fields import CONDITIONS, MEASUREMENT, MODEL
from reasonboard.store.shapes import ShapeError, one_of, shaped

Cell = str | float | None
_TOLD = (*MODEL, *CONDITIONS, *(field for field in MEASUREMENT if field.role))
COLUMNS = ("model", *(field.name for field in _TOLD), "benchmark", "place")
"""The columns that a role can name; `place` is the figure or table where a value stands."""

USUAL = ("family", "split", "train_samples")
"""Of these a claim is about the value that a page shows at first, unless it names the column."""
_NUMERIC = sorted(field.name for field in _TOLD if field.type is not str)
_Column = Annotated[str, one_of(*COLUMNS)]
Filter = dict[
    _Column, str | int | float | list[str | int | float] | dict[Literal["min", "max"], float]
]
"""Column -> a value, a list of values, or {min, max}."""
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


class Rule(Struct, frozen=True):
    """One test, as its roles are in the TOML; shares and differences are fractions."""

    check: str
    where: Filter = {}
    metric: str = ""
    x: Annotated[str, one_of(*_NUMERIC)] = ""
    column: _Column = ""
    match: tuple[_Column, ...] = ()
    each: tuple[_Column, ...] = ()
    first: Filter = {}
    others: Filter = {}
    direction: Literal["up", "down"] = "up"
    share: Literal["all", "most", "some"] = "all"
    method: Literal["ends", "rank"] = "ends"
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
        try:
            for name in {"first", "others"} & set(roles):
                if not isinstance(roles[name], dict):
                    roles[name] = {shaped(roles["column"], _Column, "column"): roles[name]}
            rule = shaped(roles, cls)
        except ShapeError as error:
            raise RuleError(str(error)) from None
        _check_together(rule, roles)
        return rule


def _check_together(rule: Rule, roles: Collection[str]) -> None:
    """Has a rule the roles that others of it ask for?"""
    if rule.check == "range" and not {"low", "high"} & set(roles):
        raise RuleError("range lacks low and high (expected one of them or both)")
    if "others" in roles and "first" not in roles:
        raise RuleError("order lacks first (expected it with others)")
    if rule.check == "order" and "first" not in roles and rule.column not in _NUMERIC:
        raise RuleError(
            f"column is {rule.column!r} (expected one of {', '.join(_NUMERIC)}, or first)"
        )
