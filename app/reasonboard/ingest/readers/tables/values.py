"""Which columns hold scores, of what; and the columns beside them that say how sure these are."""

import re
from collections import Counter

from reasonboard.ingest.formats.records import FRACTION, TOKEN_LENGTH, TOKENS
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.readers.tables import neighbors
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import Metric, benchmark, metric
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import Said, words_of
from reasonboard.ingest.readers.tables.vocabulary import listed

_LEVELS = re.compile(
    r"easy|medium|hard|simple|(?:level|lvl|lv|difficulty) ?\d|l[1-5]|short|long|very hard|extreme|seen|unseen|"
    r"in domain|out of domain|ood|id"
)
_SCORED = re.compile(r".+ scores?")
_CLOSE = 2
_BARE = frozenset(listed("columns", "averages"))
_QUALIFIERS = frozenset(listed("columns", "of_metrics"))
_BARE_SCORES = frozenset(("score", "total score", "final score"))
"""What a column is called that may be the mean of others."""
_SHORT, _ROUND = 256, 1000
_MOST_TOKENS = 50e6
_BARE_LENGTHS = frozenset(("length", "len", "lengths", "seq len", "sequence length"))


def find(draft: Draft) -> None:
    """Decide which of the other columns are values, and what belongs to them."""
    aggregates = [
        index
        for index, told, content in draft.undecided()
        if told.role is Role.AGGREGATE and content.is_numeric
    ]
    for index, told, content in draft.undecided():
        is_delta = content.is_numeric and content.is_signed and not content.spreads
        if told.role is Role.DELTA or is_delta:
            draft.put(index, Role.DELTA, "a difference")
    for index, told, _ in draft.undecided():
        is_named = told.axis or told.benchmark or told.is_result or not neighbors.is_unlisted(told)
        if is_named and _is_sure(draft, index):
            _put(draft, index)
    _levels(draft, has_total=bool(aggregates))
    _by_their_mean(draft, aggregates)
    for index, told, _ in draft.undecided():
        if not (told.metric or told.known) and _is_likely(draft, index):
            _put_alike(draft, index)
    neighbors.ask_for_unlisted(draft)
    for index in list(draft.free()):
        if _is_sure(draft, index):
            _put(draft, index)
    for index, told, content in draft.undecided():
        if _is_length(told, content):
            draft.put(index, Role.SETTING, "lengths that were set", name=told.header)
        elif _is_likely(draft, index):
            _put(draft, index)
    neighbors.averages_of_some(draft)
    _aggregates(draft, [index for index in aggregates if index not in draft.columns])
    find_parts(draft)
    neighbors.find_variants(draft)
    _once(draft)


def _is_sure(draft: Draft, index: int) -> bool:
    """Does its header say a metric, a benchmark or a value, or its cells that they are measured?"""
    told, content = draft.said(index), draft.content(index)
    if told.header in draft.answers.columns:
        return draft.answers.columns[told.header].role is Role.VALUE
    is_other = told.part or told.role not in (None, Role.VALUE) or content.are_dates
    if is_other or not content.numbers:
        return False
    if _is_length(told, content) or _are_of_training(told, content):
        return False
    is_measured = content.has_counts or bool(content.signs & {"%", "pp"})
    if is_measured or (content.spreads and content.is_numeric):
        return True
    is_named = told.role is Role.VALUE or _SCORED.fullmatch(told.words) is not None
    is_named |= told.known is not None and not told.known.is_common_word
    if is_named or (told.metric and (told.metric.is_sure or told.sign)):
        return True
    is_result = bool(told.axis or told.is_result) or _mean_of_a_spread(draft, index)
    return is_result and content.is_numeric


def _is_length(told: Said, content: Contents) -> bool:
    """Is it a length that was set: round numbers that come again?"""
    if not told.metric or told.metric.name != TOKEN_LENGTH or not content.is_whole:
        return False
    if told.words in _BARE_LENGTHS and not content.is_unique and len(content.distinct) > 1:
        return True
    values = content.values
    is_round = all(each >= _SHORT and 0 in (each % _SHORT, each % _ROUND) for each in values)
    is_of_tokens = "token" in told.words
    is_budget = is_of_tokens and re.search(r"\b(?:thinking|reasoning)\b", told.words) is not None
    return is_round and (is_budget or not (content.is_unique or is_of_tokens))


def _are_of_training(told: Said, content: Contents) -> bool:
    """Are they tokens of a training, more than any answer has?"""
    return bool(told.metric and told.metric.unit == TOKENS and content.low > _MOST_TOKENS)


def _mean_of_a_spread(draft: Draft, index: int) -> bool:
    """Is there a spread or a standard error of it beside it, as `x_mean` and `x_std`?"""
    told = draft.said(index)
    stems = {told.words, told.stem} - {""}
    others = (draft.said(each) for each in range(draft.width) if each != index)
    return any(other.part and other.stem in stems for other in others)


def _is_likely(draft: Draft, index: int) -> bool:
    """Beside sure values: a metric that may be none elsewhere, a common word, a name between benchmarks."""
    told, content = draft.said(index), draft.content(index)
    is_other = told.part or told.role not in (None, Role.VALUE) or content.are_dates
    if is_other or not content.is_numeric or _are_of_training(told, content):
        return False
    if told.metric or told.known:
        return bool(draft.of(Role.VALUE)) or told.known is None
    return _is_among_benchmarks(draft, index)


def _is_among_benchmarks(draft: Draft, index: int) -> bool:
    """A name that the list lacks, between known benchmarks, with values like theirs."""
    known = [each for each in draft.of(Role.VALUE) if draft.said(each).known]
    like = [at for at in known if not (draft.columns[at].metric and draft.said(at).metric)]
    is_after = min(like, default=0) > index > max(known, default=0) + 1
    return len(like) >= _CLOSE and not is_after and neighbors.is_like(draft, index, like)


def _put(draft: Draft, index: int) -> None:
    told = draft.said(index)
    found = told.metric
    name = found.name if found else ""
    if told.role is Role.AGGREGATE:
        name = _of_aggregate(told)
    elif told.role is Role.VALUE or (not name and told.known):
        name = ""
    elif not name and not told.axis:
        name = _named(told)
    written, words = told.benchmark, words_of(told.benchmark)
    if found and not told.known and words in _QUALIFIERS and benchmark(written) is None:
        written, name = "", f"{words.replace(' ', '_')}_{name}"
    stated = {"n": str(told.n or ""), "subset": told.subset}
    draft.put(
        index,
        Role.VALUE,
        "scores",
        benchmark=written,
        metric=name,
        spread=told.spread,
        higher_is_better=told.higher_is_better,
        stated={key: text for key, text in stated.items() if text},
    )


def _named(told: Said) -> str:
    """The metric that a header of no known metric is: its own words."""
    if told.benchmark:
        return ""
    return (told.stem or told.words or words_of(told.header)).replace(" ", "_")


def _levels(draft: Draft, *, has_total: bool) -> None:
    """Levels of difficulty beside a value or of a stated benchmark: parts of it."""
    has_value = bool(draft.of(Role.VALUE)) or "benchmark" in draft.constants or has_total
    levels = {
        index: told.header
        for index, told, content in draft.undecided()
        if _LEVELS.fullmatch(told.words) and content.is_numeric
    }
    if not has_value or len(levels) < _CLOSE:
        return
    for index, header in levels.items():
        draft.put(index, Role.VALUE, "scores of a part of the problems", stated={"subset": header})


def _by_their_mean(draft: Draft, aggregates: list[int]) -> None:
    """Columns of unknown names are scores if another column is their mean, or lies between them in every row."""
    free = (index for index in draft.free() if index not in aggregates)
    unknown = [index for index in free if _may_be_score(draft, index)]
    values = [index for index in draft.of(Role.VALUE) if is_share(draft.said(index))]
    bare = [each for each in values if draft.said(each).words in _BARE_SCORES]
    for index in [*aggregates, *bare]:
        for them in ([*values, *unknown], unknown):
            is_theirs = len(them) >= _CLOSE and neighbors.is_mean(draft, index, them)
            is_theirs = is_theirs or (not values and neighbors.is_between(draft, index, them))
            if unknown and set(them) & set(unknown) and is_theirs:
                _put_parts(draft, index, unknown)
                return


def _put_parts(draft: Draft, whole: int, parts: list[int]) -> None:
    known = [each for each in draft.of(Role.VALUE) if draft.said(each).known]
    found = _of_aggregate(draft.said(whole))
    for each in parts:
        if known and draft.said(each).metric:
            _put(draft, each)
        elif known:
            _put_alike(draft, each)
        else:
            draft.words.add(each)
            stated = {"subset": draft.said(each).header}
            draft.put(each, Role.VALUE, "scores of a part", stated=stated, metric=found)


def _put_alike(draft: Draft, index: int) -> None:
    draft.alike.add(index)
    header = draft.said(index).header
    draft.put(index, Role.VALUE, "like the benchmarks next to it", benchmark=header)


def _may_be_score(draft: Draft, index: int) -> bool:
    told, content = draft.said(index), draft.content(index)
    may_be = (None, Role.SUBSET, Role.SETTING, Role.UNUSED, Role.MODEL)
    is_word = told.role in may_be and re.fullmatch(r"[\w &-]+", told.header)
    return content.is_numeric and not told.part and bool(is_word) and not content.are_dates


def _aggregates(draft: Draft, aggregates: list[int]) -> None:
    """Columns that are called averages: of the values beside them, else values themselves."""
    values = draft.of(Role.VALUE)
    shares = [index for index in values if is_share(draft.said(index))]
    of_parts = bool(shares) and all("subset" in draft.columns[index].stated for index in shares)
    for index in aggregates:
        told = draft.said(index)
        if len(shares) > 1 and neighbors.is_mean(draft, index, shares):
            draft.put(index, Role.AGGREGATE, "the mean of the columns next to it")
        elif not shares or of_parts:
            draft.put(index, Role.VALUE, "over all parts", metric=_of_aggregate(told))
        elif told.words in _BARE:
            draft.put(index, Role.AGGREGATE, "an average, though not the plain mean of the columns")
        else:
            draft.put(index, Role.VALUE, "a score of its own", metric=told.words.replace(" ", "_"))


def _of_aggregate(told: Said) -> str:
    found = metric(re.sub(r"^(?:avg|average|mean|overall|macro|micro|total)\s?", "", told.words))
    return found.name if found else ""


def _once(draft: Draft) -> None:
    """Two columns of one benchmark and metric keep apart by their headers."""
    values = [index for index in draft.of(Role.VALUE) if not draft.said(index).axis]
    place_of = {index: _place(draft, index) for index in values}
    counts = Counter(place_of.values())
    place_of = dict(sorted(place_of.items(), key=lambda each: _is_behind(draft, each[0])))
    seen: set[tuple[str, str, str]] = set()
    for index, place in place_of.items():
        is_again = place in seen
        seen.add(place)
        if counts[place] > 1 and (is_again or place[1] != TOKEN_LENGTH):
            draft.tell(index, metric=words_of(draft.said(index).header).replace(" ", "_"))


def _is_behind(draft: Draft, index: int) -> tuple[int, bool]:
    """Which of two lengths of answers comes first: the one with more cells, then that of what was written."""
    return -draft.content(index).filled, not _WRITTEN.search(draft.said(index).words)


_WRITTEN = re.compile(r"\b(?:output|completion|response|answer|generated)\b")
"""Tokens of whole answers come before others, such as those of their thoughts."""


def _place(draft: Draft, index: int) -> tuple[str, str, str]:
    column = draft.columns[index]
    return column.benchmark, column.metric, str(sorted(column.stated.items()))


def kind_of(draft: Draft, index: int) -> Metric | None:
    """What is known of the metric of a value column."""
    column, told = draft.columns[index], draft.said(index)
    if column.metric or index in draft.words:
        return metric(words_of(column.metric)) if column.metric else None
    return told.metric


_WHY = {
    Role.N: "the number of problems", Role.STDERR: "standard errors",
    Role.SPREAD: "standard deviations, no standard errors",
}  # fmt: skip


def find_parts(draft: Draft) -> None:
    """Standard errors, spreads and bounds: of the value that they name, else of the one before them."""
    values = draft.of(Role.VALUE)
    for index, told, content in draft.undecided():
        if told.part is None:
            if not told.header and content.filled and index - 1 in values:
                before = draft.said(index - 1).header
                draft.put(index, Role.SPREAD, "belongs to the column before it", of=before)
            continue
        of = _value_of(draft, index, values)
        if of is None or not (content.is_numeric or content.has_intervals):
            draft.put(index, Role.UNUSED, "belongs to no value that is read")
            continue
        why = _WHY.get(told.part, "bounds, not stored")
        draft.put(index, told.part, why, of=draft.said(of).header)


def _value_of(draft: Draft, index: int, values: list[int]) -> int | None:
    """The value that a part belongs to: the one that it names, else the one before it."""
    told = draft.said(index)
    named = next((each for each in values if _is_named(told, draft.said(each))), None)
    if named is not None:
        return named
    if told.stem and (told.metric or told.known):
        place = spelling(told.benchmark)
        alone = [each for each in values if place and spelling(draft.said(each).benchmark) == place]
        return alone[0] if len(alone) == 1 else None
    return values[0] if len(values) == 1 else _value_before(draft, index, values)


def _is_named(told: Said, value: Said) -> bool:
    """Does a part name this value?"""
    same_place = spelling(value.benchmark) == spelling(told.benchmark)
    metric = value.metric.name if value.metric else ""
    names = {value.words, value.stem, words_of(value.header), metric}
    if told.stem and told.stem in names and (same_place or not told.benchmark):
        return True
    return same_place and told.metric is not None and told.metric.name == metric


def _value_before(draft: Draft, index: int, values: list[int]) -> int | None:
    """The value before a part that names none, unless it may as well be of another one before."""
    before = [each for each in values if each < index]
    if not before:
        return None
    last, shares = before[-1], [each for each in before if is_share(draft.said(each))]
    is_unclear = len(shares) > 1 and shares[-1] == last and shares[-2] == last - 1
    part = draft.said(index).part
    has_others = sum(1 for each in range(draft.width) if draft.said(each).part == part) > 1
    return None if is_unclear and not has_others else last


def is_share(told: Said) -> bool:
    """May the values of this header be a share?"""
    return told.metric is None or told.metric.unit == FRACTION
