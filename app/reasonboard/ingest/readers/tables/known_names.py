"""Names that say themselves what they are: models by their form, benchmarks and metrics of the field by lists.

The lists only help to tell what a column is: no name is changed by them, and the catalogue decides which names are one.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.formats.records import FRACTION, TOKEN_LENGTH, TOKENS
from reasonboard.ingest.names.benchmark_words import read, spelling
from reasonboard.ingest.readers.tables.vocabulary import any_of, listed, pattern

PERPLEXITY, ELO, MARKS, RATE = "perplexity", "elo", "score", "fraction"


class Benchmark(NamedTuple):
    """What is known of how a benchmark is scored."""

    unit: str
    """RATE for shares, which may be written in percent."""
    metric: str
    is_common_word: bool = False
    """Is it a word that means much else? Then it counts only in its spelling or beside other benchmarks."""


_NAMES = listed("benchmarks")
_COMMON = frozenset(_NAMES["common"])
_SCORED = {
    **dict.fromkeys(_NAMES["corpora"], (PERPLEXITY, "ppl")),
    **dict.fromkeys(_NAMES["marked"], (MARKS, "score")),
    **dict.fromkeys(_NAMES["rated"], (ELO, "rating")),
    **dict.fromkeys(_NAMES["attacked"], (RATE, "attack_success")),
    **dict.fromkeys(_NAMES["won"], (RATE, "win_rate")),
}
_BENCHMARKS = frozenset((*_NAMES["names"], *_COMMON, *_SCORED))
_OF_CODE = pattern("benchmarks", "code")
_SHORTEST = 3
_MOST_MORE = 3
_LONGEST = 100
_LENGTHS = range(2, 121)
_PREFIXES = pattern("benchmarks", "before", before="^", after=r"[\s_./-]+")
_METRIC_WORD = pattern("benchmarks", "metrics")


def benchmark(text: str, *, is_whole: bool = False) -> Benchmark | None:
    """What is known of the benchmark that is called so, unless `is_whole` with more words after it; None if none is."""
    if len(text) > _LONGEST:  # reading a name takes the square of its length
        return None
    bare = _PREFIXES.sub("", read(text).bare.strip())
    bare = bare.rpartition("/")[2] if re.fullmatch(r"[\w.-]+/[\w.-]+", bare) else bare
    tokens = re.findall(r"[^\W_]+\+?", bare)
    if not tokens or not re.search("[A-Za-z]", bare):
        return None
    for count in range(len(tokens), len(tokens) - 1 if is_whole else 0, -1):
        key = spelling(" ".join(tokens[:count]))
        is_all = count == len(tokens)
        if key in _BENCHMARKS and (is_all or _is_more(key, tokens[0], tokens[count:])):
            return _known(key, "".join(tokens[:count]))
    return None


def is_listed(text: str) -> bool:
    """Is it the name of a benchmark as a whole, even if its last word means something else: RACE-High?"""
    return len(text) <= _LONGEST and spelling(text) in _BENCHMARKS


def _is_more(key: str, first: str, rest: list[str]) -> bool:
    """Can these words follow a name of a benchmark as parts of it: a year, a version, a subset?"""
    is_name = (key not in _COMMON or first.isupper()) and len(key) >= _SHORTEST
    return is_name and len(rest) <= _MOST_MORE and not _METRIC_WORD.fullmatch(rest[-1])


def _known(key: str, written: str) -> Benchmark:
    unit, metric = _SCORED.get(key, (RATE, "pass@1" if _OF_CODE.match(key) else "accuracy"))
    common = key in _COMMON and not written.isupper() and not re.search(r"\d", written)
    return Benchmark(unit, metric, common)


_FAMILY = pattern("models", "families", after=r"(?:$|[\s\-_.:/(\d])")
_SIZE = re.compile(
    r"(?<![0-9A-Za-z.])(?:\d+x)?\d+(?:\.\d+)?[bBmM](?![A-Za-z0-9])|[a-z]\d+(?:\.\d+)?b\b"
)
_HUB = re.compile(r"[A-Za-z][\w.-]*/[A-Za-z][\w.\-:]*(?:/[\w.-]+)?")
_TUNED = pattern("models", "tuned", before="[-_ ]", after="(?:$|[-_ (])")
_METRIC_PATH = re.compile(
    r"(?:val|eval|test|train|reward|metrics?|actor|critic|perf|loss|time|timing)[\w-]*/"
)
_ONLY_SIZE = re.compile(r"[\d.x]+\s?[bBmMkKtT]")


def is_model(text: str) -> bool:
    """Does it read as the name of a model: a family, a size in it, a name of a hub, or how it was trained?"""
    text = text.strip()
    if len(text) not in _LENGTHS or not re.search("[A-Za-z]", text) or _ONLY_SIZE.fullmatch(text):
        return False
    if _HUB.fullmatch(text):
        return not _METRIC_PATH.match(text)
    return bool(_FAMILY.match(text) or _SIZE.search(text) or _TUNED.search(text))


_RUN = pattern("models", "runs", after=r"(?:$|[-_ .+/(\d])")


def is_run(text: str) -> bool:
    """Does it read as the name of a run: a way to train, or a baseline?"""
    return bool(_RUN.match(text.strip()))


class Metric(NamedTuple):
    """A metric of a known kind."""

    name: str
    """As it is stored."""
    unit: str
    """FRACTION for all shares, however they are written."""
    is_sure: bool = True
    """Is it a metric wherever it stands? Else only beside others."""


_ACCURACY = r"(?:acc|acc\.|accuracy|accuracies|genauigkeit|准确率|précision|exactitude|korrekt)"
AT_K = re.compile(
    r"(?P<how>g-?pass|pass|maj|majority|maj vote|majority vote|avg|average|mean|cons|consensus|best|bon|best of|rm|"
    r"prm|sc|success|solve|oracle|top|acc|hits?|recall|precision|n ?dcg|map|mrr|p)"
    r"(?:(?P<sign>[@^])|[ _-]?at[ _-]?| (?=of ))\s?(?P<k>\d{1,6}|k|n)",
    re.IGNORECASE,
)
_TOKENS = re.compile(
    r"(?:(?:avg|average|mean|median|num|n|no\.?|#|total|number of|of)\s)*"
    r"(?:(?:output|completion|completions|response|answer|generated|generation|gen|reasoning|thinking|cot|solution|out)\s)*"
    r"(?:tokens?|tok|len|len\.|length|lengths|token len|token length|token count|tokens used|seq len|sequence length|"
    r"länge|longueur)"
    r"(?:\s(?:mean|avg|average|(?:per )?(?:problem|answer|question|sample|response|task)|out|output|generated|used))*"
)
_INPUT = re.compile(
    r"\b(?:prompt|input|in|train|training|max|context|total|cached|question|min|std|truncated|clipped|clip|budget)\b"
)
_PER_TOKEN = re.compile(
    r"(?:.*\s)?(?:acc|accuracy|scores?|rewards?|points?|per)\s(?:1k |k )?(?:tokens?|toks?)$"
)
_LONGEST_METRIC = 80
_SHARES = pattern("shares", "words")
_UNSURE = pattern("shares", "unsure", before=r"(?:.*\s)?")
_KINDS = [(re.compile(any_of(words)), unit) for unit, words in listed("metrics").items()]


@lru_cache(maxsize=4096)
def metric(words: str) -> Metric | None:
    """The metric that these words in lower case name; None if no part of them is known."""
    at = AT_K.fullmatch(words)
    if at:
        return Metric(at_k(at), FRACTION)
    if len(words) > _LONGEST_METRIC or _PER_TOKEN.match(words):
        return None
    if re.fullmatch(r"(?:avg|average|mean|overall|macro) \w+[@^]\d+", words):
        return Metric(words.replace(" ", "_"), FRACTION)
    if _TOKENS.fullmatch(words):
        return Metric(TOKEN_LENGTH, TOKENS)
    return _amount(words) or _share_of(words)


def _amount(words: str) -> Metric | None:
    """A metric that is no share: tokens, a loss, a time, a rating."""
    name = words.replace(" ", "_")
    if re.search(r"\b(?:tokens?|toks?)$", words):
        return Metric(name, TOKENS, is_sure=not _INPUT.search(words))
    for each, unit in _KINDS:
        if each.fullmatch(words):
            return Metric(name, unit, is_sure=not _INPUT.search(words) or unit == "loss")
    return None


def _share_of(words: str) -> Metric | None:
    if not _SHARES.fullmatch(words):
        return None
    return Metric(_share(words), FRACTION, is_sure=not _UNSURE.fullmatch(words))


_SHORT = {
    "majority": "maj", "majority vote": "maj", "maj vote": "maj", "average": "avg", "consensus": "cons",
    "best of": "best", "n dcg": "ndcg",
}  # fmt: skip


def at_k(match: re.Match[str]) -> str:
    """The usual name of a score of k attempts: 'pass@8', 'maj@8', 'pass^4'."""
    how = match["how"].lower()
    return f"{_SHORT.get(how, how)}{match['sign'] or '@'}{match['k'].lower()}"


def leaves_k_open(name: str) -> bool:
    """Is it a score of k attempts that does not say k: 'pass@k'?"""
    match = AT_K.fullmatch(name.replace("_", " "))
    return match is not None and match["k"].lower() in ("k", "n")


def _share(words: str) -> str:
    if re.fullmatch(_ACCURACY, words):
        return "acc" if words.startswith("acc") and words != "accuracy" else "accuracy"
    if words in ("lc", "length controlled"):
        return "lc_win_rate"
    return re.sub(r"[()\[\]]", "", words.removeprefix("% ")).replace(" ", "_")
