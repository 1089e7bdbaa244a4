"""The answer of models: a rank of what is chosen, which names no pair."""

from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.studies.models.blocks import Block, blocks_of, with_columns
from reasonboard.studies.models.headline import _extent, _of_best, _of_own
from reasonboard.studies.models.study import MODELS
from tests.conftest import Given
from tests.states import many
from tests.studies.models.rows import Row, score


def block(*rows: Row) -> Block:
    (one,) = blocks_of(with_columns(rows))
    return one


def of_best(*rows: Row) -> str:
    return " ".join(_of_best(block(*rows)))


def of_own(*rows: Row) -> str:
    one = block(*rows)
    return " ".join(_of_own(next(run for run in one.runs if run.own), one)).strip()


def ahead(name: str, benchmark: str, n: int | None = 500, **more: object) -> list[Row]:
    """A run significantly ahead of N on a benchmark."""
    return [score(name, 0.9, benchmark, n, **more), score("N", 0.3, benchmark, n, **more)]


def tied(name: str, benchmark: str, n: int | None = 500, **more: object) -> list[Row]:
    """A run barely ahead of N on a benchmark."""
    return [score(name, 0.51, benchmark, n, **more), score("N", 0.50, benchmark, n, **more)]


def test_the_best_is_counted_by_what_its_lead_is_worth() -> None:
    several = [
        *ahead("M", "B"),
        *tied("M", "C"),
        *tied("M", "D"),
        *ahead("N", "E")[:1],
        score("M", 0.1, "E"),
    ]
    assert of_best(*several) == (
        "M scores highest on 3 of 4 benchmarks, significantly ahead on 1, tied for first on 2."
    )
    assert of_best(*ahead("M", "B")) == "M scores highest on B, significantly ahead there."
    assert of_best(*tied("M", "B"), *tied("M", "C")) == (
        "M scores highest on both benchmarks, tied for first on both."
    )
    of_three = [*tied("M", "B"), *tied("M", "C"), *tied("M", "D")]
    assert of_best(*of_three).endswith("on all 3 benchmarks, tied for first on all of them.")


def test_what_is_not_tested_is_not_called_open() -> None:
    without = [*ahead("M", "B", None), *tied("M", "C", None)]
    assert of_best(*without) == (
        "M scores highest on both benchmarks, not tested (number of problems unknown) on both."
    )
    partly = [*ahead("M", "B", None), *tied("M", "C")]
    assert of_best(*partly).endswith(
        "tied for first on 1, not tested (number of problems unknown) on 1."
    )


def test_one_run_is_compared_with_nothing() -> None:
    assert of_best(score("M", 0.5), score("M", 0.4, "C")) == (
        "M is the only model here, so nothing to compare."
    )


def test_where_less_is_better_the_best_is_not_the_highest() -> None:
    rows = [score("M", 0.1, higher_is_better=False), score("N", 0.9, higher_is_better=False)]
    assert of_best(*rows) == "M scores best on B, significantly ahead there."


def test_an_own_run_is_ranked_and_no_model_is_named_against_it() -> None:
    own: dict[str, Any] = {"own": True}
    mine = [
        score("mine", 0.51, "B", **own),
        score("mine", 0.5, "C", **own),
        score("mine", 0.1, "D", **own),
    ]
    others = [score("N", value, name) for name, value in zip("BCD", (0.5, 0.52, 0.9), strict=True)]
    assert of_own(*mine, *others) == (
        "is tied for first on 2 of 3 benchmarks, significantly below first on 1. Best average rank: N."
    )
    assert of_own(score("mine", 0.9, **own), score("N", 0.1)) == "is significantly ahead on B."


def test_an_own_run_that_is_not_tested_says_why() -> None:
    rows = [score("mine", 0.9, n=None, own=True), score("N", 0.1)]
    assert of_own(*rows) == "scores highest on B; not tested: number of problems unknown."
    below = [score("mine", 0.1, n=None, own=True), score("N", 0.9)]
    assert of_own(*below) == "is not first on B; not tested: number of problems unknown."


def test_the_best_of_several_own_runs_says_that_it_is_one_of_them() -> None:
    rows = [score(f"mine{at}", 0.3 + at / 10, own=True) for at in range(3)] + [score("N", 0.9)]
    assert of_own(*rows).startswith("(best of your 3 runs here) is significantly below first on B.")


def test_a_better_rank_over_few_benchmarks_is_not_denied() -> None:
    several = [
        score(name, value, f"b{at}")
        for at in range(4)
        for name, value in (("M", 0.5), ("mine", 0.4))
    ]
    rows = [row | {"own": row["model"] == "mine"} for row in several]
    assert of_own(*rows).endswith("Best average rank: M.")
    few = [*rows, score("O", 0.9, "b0"), score("M", 0.1, "b5"), score("mine", 0.2, "b5", own=True)]
    assert of_own(*few).endswith("Best average rank on at least half of the benchmarks: M.")


def test_runs_beyond_those_that_a_page_reads_are_named() -> None:
    one = block(*ahead("M", "B"))
    assert _extent(one, [one], 500) == "2 runs on 1 benchmark"
    assert _extent(one, [one], 612) == "2 runs on 1 benchmark, of the first 500 of 612 runs"


def answer(**chosen: Any) -> Headline:
    values, notices = MODELS.clean(chosen)
    assert not notices
    return insights.headline(MODELS, values)


def rows_of(models: str, values: tuple[float, ...]) -> list[dict[str, Any]]:
    return [
        {"model": model, "benchmark": benchmark, "value": value, "n_items": 500}
        for benchmark in ("B", "C") for model, value in zip(models, values, strict=True)
    ]  # fmt: skip


def test_the_answer_and_the_pair_are_of_the_chosen_models(given: Given) -> None:
    given("scale-progress", s=rows_of("MNOP", (0.9, 0.6, 0.58, 0.2)))
    assert answer().strong == "M scores highest on both benchmarks,"
    chosen = answer(model=["N", "O", "P"])
    assert f"{chosen.strong} {chosen.context}" == (
        "N scores highest on both benchmarks, tied for first on both."
    )
    assert chosen.extent == "3 runs on 2 benchmarks"
    values = MODELS.clean({"model": ["O", "P"]})[0]
    assert {values["a"], values["b"]} == {"s/O", "s/P"}
    alone = MODELS.clean({"model": ["O"]})[0]
    assert (alone["a"], alone["b"]) == ("s/O", "s/O")
    assert answer(model=["O"]).strong == "O is the only model here,"


def test_the_answer_names_the_block_it_is_of(given: Given) -> None:
    given("scale-progress", s=rows_of("MN", (0.9, 0.2)),
          t=[row | {"benchmark": "X"} for row in rows_of("OP", (0.7, 0.2))[:2]])  # fmt: skip
    found = answer()
    assert found.subject == "s"
    assert found.extent == "2 runs on 2 benchmarks, one of 2 blocks"


@settings(
    max_examples=many(20, 100),
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@drawn(
    values=st.lists(st.integers(0, 100), min_size=3, max_size=30, unique=True),
    seed=st.randoms(use_true_random=False),
)
def test_a_better_run_anywhere_among_the_rows_changes_the_answer(
    values: list[int], seed: Any
) -> None:
    assume(max(values) < 100)
    rows = [score(f"m{value}", value / 101) for value in values]
    best = f"m{max(values)} scores highest on B,"
    seed.shuffle(rows)
    assert of_best(*rows).startswith(best)
    rows.insert(seed.randrange(len(rows)), score("better", 1.0))
    assert of_best(*rows).startswith("better scores highest on B,")


def test_a_mean_of_several_runs_is_not_called_one_run() -> None:
    def extent(*rows: Row) -> str:
        return _extent(block(*rows), [block(*rows)], len(rows))

    alone = score("M", 0.5, reruns=6)
    assert extent(alone) == "1 model on 1 benchmark, mean of 6 runs"
    assert extent(alone, score("N", 0.4)) == "2 models on 1 benchmark"
    other = score("M", 0.4, key="s/other", variant="other")
    assert extent(alone, other) == "2 runs and means of runs on 1 benchmark"
    assert extent(score("M", 0.5)) == "1 run on 1 benchmark"
