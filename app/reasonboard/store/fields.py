"""The table of fields: all that is known of a column of runs, numbers and answers is told here, once.

A field is an attribute of one of the classes below, with its type and a `Field`. Records of the readers, tables of a
snapshot, columns of tables that people load, limits, keys, roles of declared studies and words on pages follow from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

_LAST_INTEGER = 2**31 - 1
_LAST_EXACT = 2**53


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included; without `low` where `above` is true."""

    low: float
    high: float
    above: bool = False

    def holds(self, value: float, noise: float = 0) -> bool:
        """Is the number in the range? NaN is in none. `noise` is how far outside is still taken."""
        if self.above and value <= self.low:
            return False
        return self.low - noise <= value <= self.high + noise

    def sql(self, value: str, noise: float = 0) -> str:
        """The same as an SQL condition on a DOUBLE that is not NULL."""
        low = f"{value} > {self.low!r}" if self.above else f"{value} >= {self.low - noise!r}"
        return f"({low} AND {value} <= {self.high + noise!r})"

    def __str__(self) -> str:
        """The range as a message has it after `expected`."""
        if self.above:
            return f"a number above {self.low:g} and up to {self.high:g}"
        return f"a number from {_bound_text(self.low)} to {_bound_text(self.high)}"


SHARE = Range(0, 1)
COUNT = Range(0, _LAST_INTEGER)
"""Of whole numbers that take four bytes."""
LARGE_COUNT = Range(0, _LAST_EXACT)
BILLIONS = Range(0, 1e6, above=True)


@dataclass(frozen=True)
class Field:
    """What is known of a column besides its type."""

    range: Range | None = None
    """Of a number: what is outside is refused."""
    names: tuple[str, ...] = ()
    """What tables of people call it besides its name."""
    condition: bool = False
    """Are runs that differ in it two models on every page? Else they are repeats of each other, as with two seeds."""
    training: bool = False
    """Is it how far a training is? Runs that differ in it are places on one curve."""
    role: bool = False
    """Can it be x, color, panel or filter of a declared study, as all conditions can?"""
    averaged: bool = False
    """May a declared study average over it?"""
    title: str = ""
    """What a page calls it, where that is not its name."""
    noun: str = ""
    """The same within a phrase, where that is not the title."""
    phrase: str = ""
    """A value of it among others, with {} for the value; by default the noun goes before a number."""
    name: str = ""
    type: type = str

    @property
    def label(self) -> str:
        """What a page calls it: 'Training samples'."""
        return self.title or self.name.replace("_", " ").capitalize()

    @property
    def words(self) -> str:
        """Its name within a sentence: 'window', 'KV method'."""
        label = self.label
        return self.noun or (label if label[1:2].isupper() else label[:1].lower() + label[1:])

    @property
    def in_a_phrase(self) -> str:
        """A value of it among others: '{} samples', 'window {}'."""
        return self.phrase or ("{}" if self.type is str else f"{self.words} {{}}")

    @property
    def before(self) -> str:
        """What goes before a value in its phrase."""
        return self.in_a_phrase.partition("{}")[0]

    @property
    def after(self) -> str:
        """What goes after it."""
        return self.in_a_phrase.partition("{}")[2]

    @property
    def sql_type(self) -> str:
        """The type of its column: an integer is as wide as its range asks for."""
        if self.type is int:
            is_small = self.range is not None and self.range.high <= _LAST_INTEGER
            return "INTEGER" if is_small else "BIGINT"
        return {str: "TEXT", float: "DOUBLE"}[self.type]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFields:
    """What a file states of a model; what it does not state is read from the name."""

    params_b: Annotated[
        float | None, Field(BILLIONS, role=True, names=("model_size", "size_b"), title="Size (B)")
    ] = None
    """Parameters in billions."""
    family: Annotated[str | None, Field(role=True)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFields(ModelFields):
    """What a file states of a run. The key of a run is a digest of all stated fields."""

    method: Annotated[str | None, Field(condition=True, averaged=True)] = None
    selector: Annotated[str | None, Field(condition=True)] = None
    selector_params_b: Annotated[
        float | None,
        Field(
            BILLIONS,
            condition=True,
            title="Selector size (B)",
            noun="selector size",
            phrase="selector {}B",
        ),
    ] = None
    step: Annotated[
        int | None, Field(LARGE_COUNT, condition=True, training=True, names=("checkpoint",))
    ] = None
    iteration: Annotated[int | None, Field(COUNT, condition=True, training=True)] = None
    """Of reinforcement learning."""
    progress: Annotated[float | None, Field(SHARE, condition=True, training=True)] = None
    """Step divided by the last step of the training."""
    train_samples: Annotated[
        int | None,
        Field(
            LARGE_COUNT,
            condition=True,
            names=("samples",),
            title="Training samples",
            noun="samples",
            phrase="{} samples",
        ),
    ] = None
    kv_method: Annotated[str | None, Field(condition=True, title="KV method")] = None
    kv_window: Annotated[int | None, Field(COUNT, condition=True, title="Window")] = None
    """Newest tokens that are always kept."""
    kv_ratio: Annotated[float | None, Field(SHARE, condition=True, title="Ratio")] = None
    """Share of the older tokens that is kept."""
    seed: Annotated[str | None, Field(averaged=True)] = None
    """Of the training. The seed of an evaluation makes a repeat."""
    date: Annotated[str | None, Field(role=True)] = None
    """When the run was made, ISO 8601, where a real date is known."""
    build: Annotated[str | None, Field(role=True)] = None
    """What it ran on: the version of the engine, a commit or a revision."""
    repeat: Annotated[str | None, Field(averaged=True)] = None
    """Which of several runs of one configuration and build it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurementFields:
    """What a file states of a number besides its benchmark, metric, value and unit."""

    task_type: Annotated[str | None, Field(role=True, names=("type",))] = None
    task_length: Annotated[int | None, Field(COUNT, role=True, names=("length",))] = None
    split: Annotated[str | None, Field(role=True, averaged=True)] = None
    filter: Annotated[str | None, Field()] = None
    stderr: Annotated[float | None, Field(names=("se", "sem"))] = None
    """In the unit of the value, which decides its range."""
    n_items: Annotated[int | None, Field(COUNT, names=("n",))] = None
    """As stated: of 0 nothing was measured, and the value is missing."""
    n_repeats: Annotated[int | None, Field(COUNT, names=("repeats",))] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFields:
    """What a file states of an answer besides its item, repeat and score."""

    tokens_in: Annotated[int | None, Field(COUNT, names=("input_tokens",))] = None
    tokens_out: Annotated[int | None, Field(COUNT)] = None
    finish: Annotated[str | None, Field(names=("finish_reason",))] = None
    """Why the answer ended, as the tool writes it: 'stop', 'length'."""


def fields_of(owner: type) -> Iterator[Field]:
    """The fields of a class, first the fields of its bases."""
    for name, hint in get_type_hints(owner, include_extras=True).items():
        for told in getattr(hint, "__metadata__", ()):
            if isinstance(told, Field):
                yield replace(told, name=name, type=_type_of(get_args(hint)[0]))


def _type_of(hint: Any) -> type:
    """The type without None."""
    kinds: list[type] = [kind for kind in get_args(hint) if kind is not type(None)]
    return kinds[0] if kinds else hint


def _bound_text(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"


MODEL = tuple(fields_of(ModelFields))
RUN = tuple(field for field in fields_of(RunFields) if field not in MODEL)
MEASUREMENT = tuple(fields_of(MeasurementFields))
ANSWER = tuple(fields_of(AnswerFields))
CONDITIONS = tuple(field for field in RUN if field.condition)
REPEAT_SETTINGS = ("seed", "sampling_seed", "generation_seed")
LIBRARY_SEEDS = ("random_seed", "numpy_seed", "torch_seed", "python_seed", "cuda_seed")
"""Settings that belong to no configuration: runs that differ in one of them are repeats. An alias file says others."""
EVENT = tuple(field for field in RUN if not field.condition)
"""What tells the runs of one configuration apart: when, of which build and which repetition."""
EVENT_ROLES = frozenset(field.name for field in EVENT if field.role)
"""The columns of an event that can be an axis: along them older runs are shown too."""
