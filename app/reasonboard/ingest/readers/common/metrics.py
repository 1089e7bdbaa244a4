"""In which unit the usual metrics of evaluation tools are, by their names."""

import re

from reasonboard.ingest.formats.records import FRACTION

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


def unit(metric: str) -> str:
    """FRACTION for what goes from 0 to 1 by its name's meaning, 'perplexity' and such, else 'score'.

    For the tools that write fractions; what a value looks like plays no part.
    """
    return FRACTION if _FRACTIONS.fullmatch(metric) else _UNITS.get(metric.lower(), "score")
