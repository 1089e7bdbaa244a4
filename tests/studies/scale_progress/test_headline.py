"""The answer of scale-progress: about the models and benchmarks that are chosen, and only of what is tested."""

from typing import Any

import pytest

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS
from tests.conftest import Given

SIZES = {"small": ("F", 1.0), "large": ("F", 4.0)}
ROWS = [
    {"model": model, "benchmark": benchmark, "progress": at, "value": value, "n_items": 1000}
    for model, benchmark, values in (
        ("small", "X", (0.1, 0.2, 0.3)), ("large", "X", (0.2, 0.68, 0.7)),
        ("small", "Y", (0.5, 0.5, 0.5)), ("large", "Y", (0.5, 0.5, 0.5)),
    )
    for at, value in zip((0, 0.5, 1), values, strict=True)
]  # fmt: skip
WITHOUT_N = [row | {"n_items": None} for row in ROWS]


def answer(**chosen: Any) -> Headline:
    values, notices = SCALE_PROGRESS.clean(chosen)
    assert not notices
    return insights.headline(SCALE_PROGRESS, values)


@pytest.mark.parametrize(
    ("chosen", "strong", "context", "extent"),
    [
        (
            {}, "Larger models are better on 1 of 2 benchmarks, by 20.0 points per doubling.",
            "4B reaches 90% of its total gain 50% of the way through training.", "2 sizes from 1B to 4B",
        ),
        (
            {"benchmark": ["X"]}, "Larger models are better on X, by 20.0 points per doubling.",
            "4B reaches 90% of its total gain 50% of the way through training.", "2 sizes from 1B to 4B",
        ),
        (
            {"benchmark": ["Y"]}, "Cannot tell yet: accuracy does not clearly grow with size on Y.",
            "4B does not gain accuracy over training.", "2 sizes from 1B to 4B",
        ),
        (
            {"model": ["small"]}, "1B reaches 90% of its total gain 100% of the way through training.",
            "Only one model size, so nothing to compare.", "1B",
        ),
    ],
)  # fmt: skip
def test_the_answer_and_the_byline_speak_of_what_is_chosen(
    given: Given, chosen: dict[str, Any], strong: str, context: str, extent: str
) -> None:
    given("scale-progress", models=SIZES, s=ROWS)
    found = answer(**chosen)
    assert (found.strong, found.context) == (strong, context)
    assert found.extent == f"{extent}, 3 checkpoints"


def test_without_n_the_answer_says_that_nothing_is_tested(given: Given) -> None:
    given("scale-progress", models=SIZES, s=WITHOUT_N)
    found = answer()
    assert found.strong == (
        "Larger models score higher on 1 of 2 benchmarks; not tested: number of problems unknown."
    )
    assert found.context.endswith("(not tested: number of problems unknown).")
    assert "clear" not in found.strong
    assert answer(benchmark=["X"]).strong == (
        "Larger models score higher on X; not tested: number of problems unknown."
    )


@pytest.mark.usefixtures("bundled")
def test_one_model_of_a_family_is_not_called_larger_models() -> None:
    found = answer(source="pythia", model=["pythia-12b"])
    assert found.strong.startswith("12B reaches 90% of its total gain 44%")
    assert found.subject == "pythia-12b"
    assert "sizes" not in f"{found.strong} {found.context} {found.extent}"
