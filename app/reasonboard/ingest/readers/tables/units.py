"""In which unit the values of a table are: by signs, by what is known of the metric, and by all values together."""

import re

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.records import FRACTION, HOURS, PERCENT, TOKENS
from reasonboard.ingest.readers.tables import values
from reasonboard.ingest.readers.tables.answers import UNITS
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import (
    ELO,
    PERPLEXITY,
    Benchmark,
    Metric,
    benchmark,
    metric,
)
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.shares import SCORE, SHARE, decide, is_said, is_share
from reasonboard.ingest.readers.tables.vocabulary import by_word

_SIGNS = by_word("sign_units")
_DURATIONS = {"seconds", "ms", "minutes", HOURS, "µs", "days"}
_FULL = 100


def find(draft: Draft) -> None:
    """Give every value its metric and unit, or ask."""
    usual = _usual_metric(draft)
    for index in draft.of(Role.VALUE):
        said = draft.answers.columns.get(draft.said(index).header)
        if said and said.unit:
            draft.tell(index, unit=said.unit, higher_is_better=said.higher_is_better)
        _of_column(draft, index, usual)
    _by_unit_column(draft)
    _ask_for_missing(draft)
    stated = draft.answers.constants.get("unit") or draft.constants.get("unit") or ""
    decide(draft, stated)


def _by_unit_column(draft: Draft) -> None:
    """Where a column names the unit of every value, nothing is asked."""
    named = draft.of(Role.UNIT)
    if not named:
        return
    written = draft.content(named[0]).names
    for index in draft.of(Role.VALUE):
        column, every = draft.columns[index], draft.content(index).cells
        pairs = zip(written, every, strict=True)
        units = {text for text, cell in pairs if isinstance(cell, Number)}
        if column.unit not in (SHARE, SCORE) or is_said(draft, index) or "" in units:
            continue
        are_shares = all(UNITS.get(text.lower()) in (FRACTION, PERCENT) for text in units)
        is_named = column.metric != SCORE or not are_shares or draft.of(Role.METRIC)
        draft.tell(index, unit="", metric=column.metric if is_named else "accuracy")


def _ask_for_missing(draft: Draft) -> None:
    """Numbers that no measurement gives, such as -1 or a perplexity of 0, may stand for a run that failed."""
    if "missing" in draft.answers.constants:
        return
    for index in draft.of(Role.VALUE):
        content, column = draft.content(index), draft.columns[index]
        is_positive = column.unit in (SHARE, PERCENT, FRACTION, ELO, TOKENS, *_DURATIONS)
        odd = [number for number in content.numbers if number.value == -1 and is_positive]
        if column.unit == PERPLEXITY:
            odd += [number for number in content.numbers if number.value <= 0]
        if odd and any(number.value > 0 for number in content.numbers):
            shown, header = odd[0].text, column.header
            options = [Option(f"missing={shown}", f"{shown} stands for no value", "left out")]
            draft.ask(f"is {shown} in {header!r} a run that failed?", options, header, 84)
            return


def _usual_metric(draft: Draft) -> Metric | None:
    """The one metric that the text around the table names."""
    if stated := draft.constants.get("metric"):
        return metric(words_of(stated)) or Metric(stated, SHARE, is_sure=False)
    corner = draft.table.corner
    if corner and corner.metric:
        return corner.metric
    titles = [draft.said(index).metric for index in draft.of(Role.MODEL)]
    if titles and titles[0]:
        return titles[0]
    words = map(words_of, _NAMED.findall(draft.around.replace("_", " ")))
    found = {each.name: each for each in map(metric, words) if each}
    return next(iter(found.values())) if len(found) == 1 else None


_NAMED = re.compile(
    r"\b(?:pass[@^]\d+|accuracy|exact match|perplexit(?:y|ies)|ppl|f1|win rate|bits per byte|bpb|success rate|"
    r"solve rate|resolve rate|hallucination rate|error rate|attack success rate|asr)\b",
    re.IGNORECASE,
)


def _of_column(draft: Draft, index: int, usual: Metric | None) -> None:
    """The metric of a value column and its unit, as far as names and signs say them."""
    column, told, content = draft.columns[index], draft.said(index), draft.content(index)
    known = _known(draft, index)
    found = values.kind_of(draft, index)
    name, unit = column.metric, column.unit
    if found is None and not name and not draft.of(Role.METRIC):
        is_other = usual and known and known.unit in (PERPLEXITY, ELO) and usual.unit == FRACTION
        found = None if is_other else usual
        name = (found.name if found else "") or _default(known, told.sign)
    if draft.of(Role.METRIC) and not name:
        name, unit = "", unit or _by_rows(draft)
    if not unit:
        unit = _signed(draft, index) or _kind(found, known, name, content)
    if (
        column.higher_is_better is False
        and found is None
        and name in ("accuracy", "score", "pass@1")
    ):
        name = f"{name} (lower is better)"
    draft.tell(index, metric=name, unit=unit)


def _known(draft: Draft, index: int) -> Benchmark | None:
    """What is known of the benchmark of a value."""
    column = draft.columns[index]
    if index in draft.words:
        return _of_rows(draft) if "subset" in column.stated else None
    if index in draft.alike:
        return Benchmark(FRACTION, "accuracy")
    if column.benchmark:
        return benchmark(column.benchmark)
    return draft.said(index).known or _of_rows(draft)


def _default(known: Benchmark | None, sign: str) -> str:
    if sign == "score" or known is None:
        return SCORE
    return known.metric


def _of_rows(draft: Draft) -> Benchmark | None:
    """What is known of the benchmarks in the rows of the table, or of the one that it states."""
    names = [text for index in draft.of(Role.BENCHMARK) for text in draft.content(index).distinct]
    names += [draft.constants["benchmark"]] if "benchmark" in draft.constants else []
    found = [benchmark(name) for name in names]
    every = [each for each in found if each]
    if every and len(every) == len(found) and len({each.unit for each in every}) == 1:
        same = len({each.metric for each in every}) == 1
        return every[0] if same else Benchmark(every[0].unit, "score")
    return None


def _by_rows(draft: Draft) -> str:
    """The unit where a column names the metric of each row: of shares and others it is decided row by row."""
    texts = (text for index in draft.of(Role.METRIC) for text in draft.content(index).distinct)
    return SHARE if any(map(is_share, texts)) else SCORE


def unit_of_row(written: str, share: str) -> str:
    """The unit of a value by the metric that its row names; shares are in `share`."""
    found = metric(words_of(written))
    if found is None:
        return SCORE
    return share if found.unit == FRACTION else found.unit


def _signed(draft: Draft, index: int) -> str:
    """The unit that cells or header write."""
    told, content = draft.said(index), draft.content(index)
    units = {_SIGNS[sign] for sign in content.signs if sign in _SIGNS}
    if content.numbers and all(number.right is not None for number in content.numbers):
        return FRACTION
    if PERCENT in units:
        return PERCENT
    if len(units) == 1:
        return next(iter(units))
    return "seconds" if units and units <= _DURATIONS else _SIGNS.get(told.sign, "")


def _kind(found: Metric | None, known: Benchmark | None, name: str, content: Contents) -> str:
    """The unit by the metric, else by the benchmark; SHARE for fractions and percent."""
    if found:
        is_of_marks = found.unit == ELO and content.high <= _FULL
        own = SCORE if is_of_marks else found.unit
        return SHARE if found.unit in (FRACTION, SHARE) else own
    if known is None:
        return SCORE
    if known.unit == ELO:
        return ELO if content.high > _FULL else SHARE
    if known.unit == PERPLEXITY:
        large = sum(value >= 1 for value in content.values)
        return PERPLEXITY if large >= len(content.values) / 2 else SCORE
    if known.unit != FRACTION:
        return known.unit
    return SHARE if name else SCORE


_TO_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0}
_THOUSAND, _MINUTE = 1000.0, 60.0


def converted(cell: Number, unit: str, sign: str) -> tuple[str, float]:
    """The unit of a cell in a column of `unit`, whose header has `sign`, and what its value is multiplied by."""
    if unit == SHARE:
        unit = FRACTION
    if unit == FRACTION and cell.sign == "%":
        unit = PERCENT
    if unit == PERCENT and cell.right is not None:
        unit = FRACTION
    if unit == "seconds":
        return unit, _TO_SECONDS.get(cell.sign, 1.0)
    if unit == "minutes":
        return "seconds", 1.0 if cell.sign == "s" else _MINUTE
    if unit == TOKENS and sign == "thousand":
        return unit, 1.0 if cell.text.strip()[-1:] in "kK" else _THOUSAND
    return unit, 1.0
