"""What the usual metric names of evaluation tools measure: in which unit, and which way is better."""

import re

from reasonboard.ingest.records import FRACTION

_FRACTIONS = re.compile(
    r"(?:.*_)?acc(?:uracy)?(?:_.*)?|(?:.*_)?exact_match.*|[pq]{0,2}em(?:_.*)?|(?:maj|cons|avg|mean)@.*|"
    r"(?:m?g-)?pass[@^].*|extractive_match.*|(?:.*_)?f1(?:_.*)?|mc[12]|mcc?_single|(?:.*_)?recall.*|"
    r"(?:.*_)?precision.*|mrr|contains.*|pct_.*|(?:prompt|inst)_level_.*",
    re.IGNORECASE,
)
_UNITS = {
    "ppl": "perplexity", "perplexity": "perplexity", "word_perplexity": "perplexity",
    "byte_perplexity": "perplexity", "bits_per_byte": "bits per byte", "likelihood_difference": "nats",
    "likelihood_diff": "nats",
}  # fmt: skip
_LOWER = {*_UNITS, "mae", "mse", "rmse", "brier_score", "ter", "wer", "cer", "loss", "nll"}


def unit(metric: str) -> str:
    """FRACTION for what goes from 0 to 1 by its name's meaning, 'perplexity' and such, else 'score'.

    For the tools that write fractions; what a value looks like plays no part.
    """
    return FRACTION if _FRACTIONS.fullmatch(metric) else _UNITS.get(metric.lower(), "score")


def higher_is_better(metric: str) -> bool:
    """Which way is better, where the file does not say it."""
    return metric.lower() not in _LOWER
