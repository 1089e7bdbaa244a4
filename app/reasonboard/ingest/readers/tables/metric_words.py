"""What the words of a header say of a metric: its unit, and whether it is a share that may be written in percent."""

import re
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.formats.records import FRACTION, TOKEN_LENGTH, TOKENS
from reasonboard.ingest.readers.tables.vocabulary import any_of, listed, pattern


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
_LONGEST = 80
_SHARES = pattern("shares", "words")
_UNSURE = pattern("shares", "unsure", before=r"(?:.*\s)?")
_KINDS = [(re.compile(any_of(kind["words"])), kind["unit"]) for kind in listed("metric")]


@lru_cache(maxsize=4096)
def metric(words: str) -> Metric | None:
    """The metric that these words in lower case name; None if no part of them is known."""
    at = AT_K.fullmatch(words)
    if at:
        return Metric(at_k(at), FRACTION)
    if len(words) > _LONGEST or _PER_TOKEN.match(words):
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


def _share(words: str) -> str:
    if re.fullmatch(_ACCURACY, words):
        return "acc" if words.startswith("acc") and words != "accuracy" else "accuracy"
    if words in ("lc", "length controlled"):
        return "lc_win_rate"
    return re.sub(r"[()\[\]]", "", words.removeprefix("% ")).replace(" ", "_")
