"""The words that sentences about sizes and training share."""

from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import conclusion, p_value

UNPAIRED = "Answers are taken as independent: models that answer the same items differ by less noise than this allows."
_SMALLEST_IN_BILLIONS = 0.5
_SMALLEST = 0.001


def size_label(params: float | None) -> str:
    """Billions of parameters as they are said: 70M, 1.4B."""
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"


def at(progress: float) -> str:
    """A place in training: 'progress 0.23'."""
    if progress and progress < _SMALLEST:  # the first steps of a long training
        return f"progress {progress:.6f}".rstrip("0")
    return f"progress {progress:.2g}"


def brackets(result: Result | None, after: str = " after correction") -> str:
    """The interval of a difference with its verdict, in brackets; of a fall that of its size."""
    return f"({conclusion(result, after, unsigned=True, always=True)})"


def p_words(p: float | None, what: str = "") -> str:
    """A p-value as a sentence of its own, '' where there is none."""
    return "" if p is None else f" {f'{what}: ' if what else ''}{p_value(p)}."


def corrected(result: Result | None, what: str = "Corrected") -> str:
    """The corrected p-value as a sentence of its own."""
    return p_words(result and result.adjusted, what)


def moved(difference: float) -> str:
    """'rises by 4.0 points', 'falls by 4.0 points' or 'stays'."""
    if not difference:
        return "stays as it is"
    return f"{'rises' if difference > 0 else 'falls'} by {abs(difference) * 100:.1f} points"
