"""The words that sentences about types and lengths share."""

from reasonboard.core.findings.words import UNKNOWN, interval
from reasonboard.statistics.means import Estimate

SEEDS = "Answers are taken as independent; the seeds of a cell share its items."


def share(mean: Estimate) -> str:
    """The interval of a mean accuracy in words."""
    return interval(*mean.share) if mean.share else UNKNOWN
