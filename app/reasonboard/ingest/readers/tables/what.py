"""What a table measures: its columns of benchmarks and metrics, and those that say n, k, a step or a seed."""

import re

from reasonboard.ingest.readers.common.dates import iso_date
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import AT_K
from reasonboard.ingest.readers.tables.reading import Role

_MOST = 0.5
_MANY = 0.6
_CLOSE = 0.01
_LARGEST_K = 65_536
_MOST_PARAMETERS = 1e4
"""In billions: a larger number counts parameters, or is no size of a model."""
_COUNTS = ("step", "iteration", "train_samples", "task_length")
_WHYS = {
    "params_b": "sizes of models", "date": "dates", "step": "steps of the training", "seed": "seeds"
}  # fmt: skip


def find(draft: Draft) -> None:
    """Decide the columns whose headers say a role and whose cells agree with it."""
    _benchmark(draft)
    for index, told, content in draft.undecided():
        is_measured = content.is_numeric and content.decimals
        if not content.filled:
            draft.put(index, Role.UNUSED, "empty")
        elif (not told.header or told.words in ("index", "id", "idx", "row")) and content.is_index:
            draft.put(index, Role.UNUSED, "counts the rows")
        elif told.role is Role.METRIC and content.is_text:
            draft.put(index, Role.METRIC, f"{len(content.distinct)} metrics")
        elif told.role is Role.UNIT and content.is_text:
            draft.put(index, Role.UNIT, "the unit of each row")
        elif told.role is Role.FIELD and told.name == "params_b" and told.sign:
            draft.put(index, Role.UNUSED, f"a size in {told.sign}")
        elif told.role is Role.FIELD:
            _field(draft, index, told.name, content)
        elif told.role is Role.RANK and content.is_numeric:
            draft.put(index, Role.RANK, "a rank is no score")
        elif told.role is Role.UNUSED and not told.is_result and not is_measured:
            draft.put(index, Role.UNUSED, "says nothing of a score")
        elif content.is_long:
            draft.put(index, Role.UNUSED, "text")
    _counts(draft)


def _benchmark(draft: Draft) -> None:
    """The column of benchmarks: by its header, or by cells that are names of benchmarks."""
    texts = [index for index in draft.free() if draft.content(index).is_text]
    named = [index for index in texts if draft.said(index).role is Role.BENCHMARK]
    named.sort(key=lambda index: -draft.content(index).benchmarks)
    known, metrics = list[int](), list[int]()
    for index in texts:
        role, content = draft.said(index).role, draft.content(index)
        if content.benchmarks > _MANY and role in (None, Role.SUBSET, Role.MODEL):
            known.append(index)
        elif role is Role.METRIC and content.benchmarks > max(_MOST, content.metrics):
            metrics.append(index)
    for index in [*named, *known, *metrics][:1]:
        count = len(draft.content(index).distinct)
        draft.put(index, Role.BENCHMARK, f"{count} benchmark{'s' * (count != 1)}")
    for index in named[1:]:
        draft.put(index, Role.SUBSET, "a part of the benchmark")


def _field(draft: Draft, index: int, name: str, content: Contents) -> None:
    """A column of runs or numbers of the table of fields, if its cells are such."""
    is_whole = content.is_numeric and content.is_whole
    is_share = content.is_numeric and content.low >= 0 and content.high <= 1
    fits = {
        **dict.fromkeys(_COUNTS, is_whole and content.low >= 0),
        "kv_window": is_whole,
        "kv_ratio": is_share,
        "progress": is_share,
        "date": content.are_dates,
        "params_b": _are_sizes(content),
    }
    if name == "date" and fits[name] and not all(map(iso_date, content.distinct)):
        draft.put(index, Role.SETTING, "dates whose day and month are not clear", name="date")
    elif fits.get(name, True):
        draft.put(index, Role.FIELD, _WHYS.get(name, f"the {name} of each row"), name=name)
    elif name in ("step", "iteration", "params_b", "date"):
        draft.put(index, Role.UNUSED, f"is no {'size of a model' if name == 'params_b' else name}")
    else:
        draft.put(index, Role.SETTING, "a setting", name=draft.said(index).header)


def _are_sizes(content: Contents) -> bool:
    texts = [text for text in content.distinct if re.search(r"\d", text)]
    if not texts:
        return False
    with_unit = [text for text in texts if re.search(r"\d\s?[bBmM]\b|[bBmM]illion", text)]
    if len(with_unit) >= _MOST * len(texts):
        return True
    is_in_range = content.low > 0 and content.high < _MOST_PARAMETERS
    return content.is_numeric and is_in_range and not content.signs


def _counts(draft: Draft) -> None:
    """Columns that count: problems, right answers, repeats, attempts."""
    right = draft.of(Role.CORRECT)
    has_k = any(draft.said(each).role is Role.K for each in range(draft.width) if each not in right)
    at_k = [index for index in range(draft.width) if _is_at_k(draft, index)]
    for index, told, content in draft.undecided():
        # A number of problems or repeats below 0 is refused as the rows are read, with its row.
        is_counted = content.low >= 0 or told.role in (Role.N, Role.REPEATS)
        whole = content.is_numeric and is_counted and content.is_whole
        if told.role in (Role.N, Role.K, Role.REPEATS, Role.CORRECT) and not whole:
            if content.is_numeric and told.role is not Role.CORRECT:
                draft.put(index, Role.UNUSED, "counts nothing whole")
            elif content.is_text:
                draft.put(index, Role.UNUSED, "text")
        elif told.role is Role.REPEATS:
            draft.put(index, Role.REPEATS, "repeats of each number")
        elif told.role is Role.K:
            why = "the k of the scores" if at_k else "how many attempts"
            draft.put(index, Role.K, why, name=told.header)
        elif told.role is Role.N and told.words in _MAYBE_SAMPLES:
            _n_or_k(draft, index, has_k=has_k, is_at_k=bool(at_k))
        elif told.role is Role.N and told.words in ("total", "count") and _is_sum(draft, index):
            draft.put(index, Role.AGGREGATE, "the sum of the columns next to it")
        elif told.role is Role.N:
            of = _rated(draft) if told.words in _PLAYED else told.benchmark
            draft.put(index, Role.N, "the number of problems", of=of)
        elif told.role is Role.CORRECT:
            draft.put(index, Role.CORRECT, "how many are right")
    _right(draft)


_POSITIVE = re.compile(
    r"(?:.*\s)?(?:correct|passed|solved|resolved|success(?:es)?|succeeded|wins|right)"
)
_COUNTED = re.compile(
    r"(?:.*\s)?(?:failed|failures?|wrong|incorrect|errors?|timeouts?|unresolved|unsolved|invalid|skipped|losses|ties|draws)"
)


def _right(draft: Draft) -> None:
    """Whole numbers of right or wrong answers beside the number of problems: counts, no shares."""
    n_columns = draft.of(Role.N)
    for index, told, content in draft.undecided():
        is_count = _POSITIVE.fullmatch(told.words) or _COUNTED.fullmatch(told.words)
        is_whole = content.is_numeric and content.is_whole and not content.signs and not told.sign
        if not (is_count and is_whole and n_columns) or content.has_counts:
            continue
        if all(count <= n for count, n in draft.whole_rows(index, n_columns[0])):
            if _POSITIVE.fullmatch(told.words) and not draft.of(Role.CORRECT):
                draft.put(index, Role.CORRECT, "how many are right")
            else:
                draft.put(index, Role.UNUSED, "a count")


def _is_sum(draft: Draft, index: int) -> bool:
    """Is a column the sum of the other numbers of its rows?"""
    others = [
        at
        for at, told, content in draft.undecided()
        if at != index and content.is_numeric and told.role is None
    ]
    rows = draft.whole_rows(index, *others)
    is_sum = all(abs(sum(numbers) - whole) < _CLOSE for whole, *numbers in rows)
    return len(others) > 1 and bool(rows) and is_sum


def _is_at_k(draft: Draft, index: int) -> bool:
    found = draft.said(index).metric
    return bool(found and AT_K.fullmatch(found.name) and not re.search(r"@1$|\^1$", found.name))


_MAYBE_SAMPLES = ("n", "samples", "num samples", "n samples", "num rollouts")
_PLAYED = ("votes", "battles", "games", "matches", "comparisons")


def _rated(draft: Draft) -> str:
    """The rating that votes are of."""
    said = (draft.said(index) for index in range(draft.width))
    return next((told.header for told in said if told.metric and told.metric.unit == "elo"), "")


def _n_or_k(draft: Draft, index: int, *, has_k: bool, is_at_k: bool) -> None:
    """A column n: the number of problems, samples of each beside pass@k, or the N of best of N."""
    told, content = draft.said(index), draft.content(index)
    has_right = any(each.role is Role.CORRECT for each in draft.table.said)
    is_varied = draft.varies_within(index, Role.MODEL, Role.BENCHMARK, Role.METRIC)
    values = set(content.values)
    powers = all(1 <= n <= _LARGEST_K and int(n) & (int(n) - 1) == 0 for n in values)
    if has_k or (is_at_k and (told.words != "n" or has_right or powers)):
        draft.put(index, Role.REPEATS, "samples of each problem")
    elif "samples" in told.words and not powers and is_varied:
        draft.put(index, Role.SETTING, "differs between rows of one model", name=told.header)
    elif powers and len(values) > 1 and is_varied:
        why = "among how many attempts the answer is chosen"
        draft.put(index, Role.K, why, name=told.header)
    else:
        draft.put(index, Role.N, "the number of problems", of=told.benchmark)
