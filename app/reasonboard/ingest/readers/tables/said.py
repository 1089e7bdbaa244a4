"""What a header says, as one value: its words, and what its levels say together, from the outer to the inner one."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from reasonboard.ingest.readers.tables.known_names import Benchmark, Metric
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.vocabulary import listed


@dataclass(frozen=True, slots=True)
class Said:
    """What one header says."""

    header: str
    """As written, levels between ' / '."""
    words: str
    """In lower case, without units and arrows."""
    role: Role | None = None
    """What its words name by themselves."""
    rank: int = 0
    """Of names of models: how surely the column is the model, 1 for the surest. Of other roles nothing."""
    name: str = ""
    """Of the field or setting."""
    benchmark: str = ""
    known: Benchmark | None = None
    metric: Metric | None = None
    part: Role | None = None
    """What its last words make it of the value whose name is before them: a standard error, a bound."""
    stem: str = ""
    """The words of that value."""
    sign: str = ""
    """The unit that it writes: '%', '$', 's', 'ms', 'GB'."""
    spread: str = ""
    """What it says that a second number in its cells is."""
    higher_is_better: bool | None = None
    n: int | None = None
    is_result: bool = False
    """Does it stand below 'metrics', 'scores' or 'results'?"""
    subset: str = ""
    """The part of the benchmark above it that it names."""
    axis: str = ""
    """A number or length that it is: 1, 4K, @8."""
    is_loose: bool = False
    """Is it no setting if its cells are measured: 'Reasoning', 'Mathematical Reasoning'?"""


RESULTS = frozenset(listed("results", "words"))
CONFIGS = frozenset(listed("configurations", "words"))
EVALS = frozenset(
    {"val", "eval", "test", "valid", "validation", "eval results", "benchmark", "benchmarks"}
)
_RATE = re.compile(r"(?i)\b(?:tok(?:en)?s?|samples?|items?|req(?:uest)?s?)/(?:s|sec|second|min)\b")
_SYMBOLS = re.compile("[\u23e9-\u23fa\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]+")


@lru_cache(maxsize=4096)
def words_of(text: str) -> str:
    """The words of a name in lower case between single blanks: 'avg_tokens' and 'AvgTokens' are 'avg tokens'."""
    text = _SYMBOLS.sub(" ", unicodedata.normalize("NFKC", text))
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])", " ", text)
    text = re.sub(r"#(?=\w)", "# ", text)
    text = re.sub(r"(?<=\w)/(?=\w)", " per ", text) if is_rate(text) else text
    text = re.sub(r"[\s_\-–—/:;|*`'\"?!]+", " ", text)
    return re.sub(r"(?<![a-z])\.|\.(?!\w)", "", text.lower()).strip()


def is_rate(text: str) -> bool:
    """Is it a rate such as tokens/s, whose slash is no path?"""
    return _RATE.search(text) is not None


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
