"""The words that sentences about sizes and training share."""

from collections.abc import Mapping, Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import by_sign, conclusion, how_tested, points, size_label
from reasonboard.studies.scale_progress.rows import CORRECTION, Loss, training_share

_TRAININGS = (
    "trainings; Holm over the checkpoints of a curve first, as the best is chosen after looking"
)


def last_under_best(loss: Loss, text: str, marks: Mapping[str, str]) -> Finding:
    """How far a training ends under its best checkpoint, which is marked with `marks` besides."""
    best, size, result = loss
    return Finding.of(
        f"{size_label(best.params_b)} · {best.benchmark}",
        result,
        text,
        how_tested(result, _TRAININGS, correction=CORRECTION),
        {**marks, "size": best.model, "checkpoint": best.checkpoint},
        times=-100,
        estimate=-size * 100,
        detail="last vs best checkpoint",
    )


def count_significant(losses: Sequence[Loss]) -> int:
    """How many trainings end significantly under their best checkpoint."""
    return sum(bool(loss.result and loss.result.significant) for loss in losses)


def at(progress: float) -> str:
    """A place in training: '23% of training'."""
    return f"{training_share(progress)} of training"


def brackets(result: Result | None) -> str:
    """The interval of a difference with its verdict, in brackets; of a fall that of its size."""
    return f"({conclusion(result, unsigned=True)})"


def moved(difference: float) -> str:
    """'rises by 4.0 points', 'falls by 4.0 points' or 'stays as it is'."""
    if not difference:
        return "does not change"
    return f"{by_sign(difference, 'rises', '', 'falls')} by {points(abs(difference))}"
