"""The words that sentences about types and lengths share."""

from reasonboard.core.findings.words import UNKNOWN, interval
from reasonboard.statistics.means import Estimate

SEEDS = "Assumes independent answers; the seeds of a cell share its problems."


def share(mean: Estimate) -> str:
    """The interval of a mean accuracy in words."""
    return interval(*mean.share) if mean.share else UNKNOWN
