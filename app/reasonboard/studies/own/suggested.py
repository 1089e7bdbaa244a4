"""A draft of a study: which columns vary in some loads, and the roles that suit them, each with its reason."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.store.database import query
from reasonboard.studies.own.declared import ITEM, MOST_FILTERS, SETTING, can_be_averaged

TOKENS = "token_length"
_ANSWERED = "answers.accuracy"
"""The accuracy of answers, as the page Explore calls it."""
_MOST_PLACES = 200
_WIDE = 8
"""From this ratio of the highest to the lowest place on, an axis is logarithmic."""
_FEW = 12
"""The most lines that a reader can distinguish."""


class Varying(NamedTuple):
    """A column in which the numbers differ."""

    name: str
    values: int
    values_of_a_model: int
    """The most values for one model."""
    numeric: bool
    ratio: float
    """The highest value over the lowest; 0 where the lowest is 0 or none is a number."""
    first: Sequence[str]


def draft(sources: Sequence[str]) -> str | None:
    """The file of a study of these sources, None where none of their columns can be an x axis.

    The reader has the file in hand: each role says why, and a column that found no role stands in a comment.
    """
    metrics = query("studies/own/measured", source=list(sources))
    if not metrics:
        return None
    metric = metrics[0]["metric"]
    varying = _varying(sources, metric)
    answered = _varying(sources, _ANSWERED)
    fields = [
        column
        for column in answered
        if column.name.startswith(ITEM) and column.values <= _MOST_PLACES
    ]
    x = _x(fields)
    if x and all(column.name in ("model", "benchmark") for column in varying):
        others = [column for column in answered if not column.name.startswith(ITEM)]
        lines = _lines(sources, None, x, [*others, x], seeds=False, has_tokens=False)
        fields.remove(x)
        return "\n".join([*lines, *_of_answers(fields)])
    x = _x(varying)
    if x is None:
        return None
    has_tokens = metric != TOKENS and any(row["metric"] == TOKENS for row in metrics)
    seeds = bool(metrics[0]["seeds"])
    lines = _lines(sources, metric, x, varying, seeds=seeds, has_tokens=has_tokens)
    return "\n".join([*lines, *_of_answers(fields)])


def _varying(sources: Sequence[str], metric: str) -> list[Varying]:
    rows = query("studies/own/varying", source=list(sources), metric=metric)
    return [Varying(**row) for row in rows]


def _of_answers(fields: Sequence[Varying]) -> list[str]:
    """What else the answers of the sources can be divided by, as a comment."""
    names = ", ".join(field.name for field in fields)
    about = 'with of = "answers" and y = "accuracy" they can play a role'
    return [*([f"# Fields of the problems in the answers: {names}; {about}"] if fields else []), ""]


def _x(varying: Sequence[Varying]) -> Varying | None:
    """The column for x: a setting of numbers before another column of numbers, then the one with the most values.

    A setting with one value per model, such as its context length, comes after them.
    """
    others = [column for column in varying if column.name not in ("model", "benchmark")]
    ordered = sorted(
        others or varying,
        key=lambda column: (
            not column.numeric,
            column.name.startswith(SETTING) and column.values_of_a_model < 2,  # noqa: PLR2004
            not column.name.startswith(SETTING),
            -column.values,
            column.name,
        ),
    )
    return ordered[0] if ordered else None


def _lines(
    sources: Sequence[str],
    metric: str | None,
    x: Varying,
    varying: Sequence[Varying],
    *,
    seeds: bool,
    has_tokens: bool,
) -> list[str]:
    """The lines of a file; without a metric that of a study of answers."""
    unused = {column.name: column for column in varying if column is not x}
    panel = unused.pop("benchmark", None)
    color = unused.pop("model", None) or _pop_few(unused)
    filters = sorted(unused)[:MOST_FILTERS]
    others = sorted(unused)[MOST_FILTERS:]
    averaged = [name for name in others if can_be_averaged(name)]
    left = [name for name in others if name not in averaged]
    averaged += ["seed"] if seeds else []
    noun = x.name.removeprefix(SETTING).removeprefix(ITEM).replace("_", " ")
    scale = ', scale = "log2"' if x.numeric and x.ratio >= _WIDE else ""
    views = ["lines", *(["heatmap"] if color else []), *(["frontier"] if has_tokens else [])]
    return [
        f"path = {quoted(path_of(noun))}",
        f"question = {quoted(f'What does {noun} change?')}",
        "[rows]",
        f"metric = [{quoted(metric)}]  # the metric with the most numbers"
        if metric
        else 'of = "answers"  # only the answers have these fields of the problems',
        f'where = {{ "source" = [{", ".join(map(quoted, sources))}] }}',
        "[roles]",
        f"x = {{ column = {quoted(x.name)}{scale} }}  # {_why(x)}",
        *([] if metric else ['y = "accuracy"  # or "pass@k", "cut_share", "mean(tokens)"']),
        *([f"color = {quoted(color.name)}  # {_why(color)}"] if color else []),
        *([f'panel = "benchmark"  # {_why(panel)}'] if panel else []),
        *_several("filter", filters, "also varies: one value at a time is shown"),
        *_several("average", averaged, "repeats: their mean is shown"),
        *([f"cost = {quoted(TOKENS)}  # the same runs state their tokens"] if has_tokens else []),
        f"views = [{', '.join(map(quoted, views))}]",
        *[
            f"# {name} varies too and has no role: choose one, or the study is refused"
            for name in left
        ],
    ]


def _pop_few(unused: dict[str, Varying]) -> Varying | None:
    """The column with the most values of those that lines can show, taken out of the others."""
    few = [column for column in unused.values() if column.values <= _FEW]
    if not few:
        return None
    return unused.pop(max(few, key=lambda column: (column.values, column.name)).name)


def _several(role: str, names: Sequence[str], why: str) -> list[str]:
    return [f"{role} = [{', '.join(map(quoted, names))}]  # {why}"] if names else []


def _why(varying: Varying) -> str:
    kind = "numbers" if varying.numeric else "values"
    more = " ..." if varying.values > len(varying.first) else ""
    printable = "".join(
        letter if letter.isprintable() else " " for letter in ", ".join(varying.first)
    )
    return f"{varying.values:,} {kind}: {printable[:80]}{more}"


def path_of(noun: str) -> str:
    """The words as the path of a study: 'thinking-budget'."""
    path = "".join(
        letter if letter.isascii() and letter.isalnum() else "-" for letter in noun.lower()
    )
    path = "-".join(filter(None, path.split("-")))[:40]
    return path if len(path) > 1 and path[0].isalpha() else f"by-{path or 'setting'}"[:40]


def quoted(text: str) -> str:
    """A text as a TOML string."""
    escaped = "".join(
        {'"': '\\"', "\\": "\\\\"}.get(
            character, character if character.isprintable() else f"\\U{ord(character):08x}"
        )
        for character in text
    )
    return f'"{escaped}"'
