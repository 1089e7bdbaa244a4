"""The words that sentences about types and lengths share."""

from collections.abc import Sequence

from reasonboard.core.findings.words import UNKNOWN, interval
from reasonboard.statistics.decline import runs
from reasonboard.statistics.means import Estimate

SEEDS = "Answers are taken as independent; the seeds of a cell share its items."


def lengths_words(lengths: Sequence[int]) -> str:
    """Rising lengths in words, runs of them as a range: '2, 7 to 9'."""
    return ", ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in runs(lengths))


def share(mean: Estimate) -> str:
    """The interval of a mean accuracy in words."""
    return interval(*mean.share) if mean.share else UNKNOWN
