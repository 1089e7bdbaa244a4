"""What the levels of a header say together, from the outer to the inner one."""

import re
from dataclasses import replace

from reasonboard.ingest.readers.tables.metric_words import Metric
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import CONFIGS, EVALS, RESULTS, Said


def together(first: Said, parts: list[Said]) -> Said:
    """What the levels of a header say together."""
    is_result = any(part.words in RESULTS for part in parts[:-1])
    if any(part.words in CONFIGS for part in parts[:-1]):
        last = parts[-1]
        if last.role in _OF_RESULTS or (last.role is Role.MODEL and last.rank <= 1):
            return replace(last, header=first.header)
        return replace(first, words=last.words, role=Role.SETTING, name=last.header)
    outside = [part for part in parts[:-1] if part.words not in RESULTS | CONFIGS | EVALS]
    telling = [*outside, *(part for part in parts[-1:] if part.words not in RESULTS | EVALS)]
    if not telling:
        return replace(first, is_result=is_result)
    *outer, last = telling
    inner = replace(last, header=first.header, is_result=is_result)
    if (of_outer := _said_above(outer, last, inner)) is not None:
        return of_outer
    known = [part for part in outer if part.known]
    known.sort(key=lambda part: part.known is not None and part.known.is_common_word)
    named = next(iter([*known, *(part for part in outer if part.role is None)]), None)
    found = inner.metric or next((part.metric for part in outer if part.metric), None)
    is_group = named is not None and named.known is not None and named.known.is_common_word
    if named is None or (inner.known and (not named.known or is_group)):
        return replace(inner, metric=found)
    return _below(inner, named, found, last.header)


def _said_above(outer: list[Said], last: Said, inner: Said) -> Said | None:
    """What levels above make of one: the name of a model, or the number of problems of a benchmark."""
    if any(each.role is Role.MODEL for each in outer) and last.words in _NAMES:
        return replace(inner, role=Role.MODEL, rank=1)
    parts = (each.part or _COUNTS.get(each.role) for each in outer)
    part = next(filter(None, parts), None)
    return replace(inner, part=part, stem=last.words) if part and last.known else None


_OF_RESULTS = frozenset((Role.FIELD, Role.BENCHMARK, Role.METRIC))
"""What says of results what they are, though it stands in a configuration."""
_NAMES = frozenset(("name", "id", "path", "model"))
_COUNTS: dict[Role | None, Role] = {Role.N: Role.N}
"""Words above the names of benchmarks that make the numbers below say something of their scores."""


def _below(inner: Said, named: Said, found: Metric | None, written: str) -> Said:
    """What a header says below another one, which names its benchmark or its metric."""
    name = named.benchmark or named.header
    if inner.metric is None and named.metric and not named.known:
        # A metric above and a name below: 'Accuracy / base', or 'reward / mean'.
        name = "" if inner.words in ("mean", "avg", "value", "average") else written
    higher = inner.higher_is_better
    is_year = re.fullmatch(r"(?:20)?[12]\d", inner.axis) is not None and named.known is not None
    if is_year:
        name, inner = f"{name} {inner.axis}", replace(inner, axis="")
    is_plain = not (inner.metric or inner.part or inner.role or inner.axis or inner.stem or is_year)
    is_role = inner.role not in (None, Role.VALUE, Role.AGGREGATE, Role.SETTING)
    return replace(
        inner,
        benchmark=name,
        known=named.known,
        metric=found,
        role=inner.role if is_role else None,
        sign=inner.sign or named.sign,
        stem=named.words if inner.part else inner.stem,
        n=inner.n or named.n,
        higher_is_better=named.higher_is_better if higher is None else higher,
        is_result=True,
        subset=written if named.known and is_plain else "",
    )
