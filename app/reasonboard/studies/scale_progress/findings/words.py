"""The words that sentences about sizes and training share."""

from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import by_sign, conclusion, points

_SMALLEST = 0.001
BEST_AGAINST_LAST = (
    "; Holm over the checkpoints of a curve first, as the best is chosen after looking"
)


def at(progress: float) -> str:
    """A place in training: 'progress 0.23'."""
    if progress and progress < _SMALLEST:  # the first steps of a long training
        return f"progress {progress:.6f}".rstrip("0")
    return f"progress {progress:.2g}"


def brackets(result: Result | None) -> str:
    """The interval of a difference with its verdict, in brackets; of a fall that of its size."""
    return f"({conclusion(result, unsigned=True)})"


def moved(difference: float) -> str:
    """'rises by 4.0 points', 'falls by 4.0 points' or 'stays as it is'."""
    if not difference:
        return "stays as it is"
    return f"{by_sign(difference, 'rises', '', 'falls')} by {points(abs(difference))}"
