"""Who shares the first place of a benchmark, ranks and blocks."""

import math
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.core.findings.verdicts import who_is_better
from reasonboard.statistics.paired import paired_answers
from reasonboard.studies.models.blocks import Block, blocks_of, with_columns
from reasonboard.studies.models.columns import Column
from reasonboard.studies.models.findings import of_benchmarks
from reasonboard.studies.models.pair import with_differences
from reasonboard.studies.models.study import MODELS
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.rows import lines
from reasonboard.studies.pair.study import PAIR
from tests.states import many, states
from tests.studies.models.rows import Row, against, pair, score
from tests.studies.reference import holm, p_of_difference


def column(*rows: Row) -> Column:
    found: Column = with_columns(rows)[0]["column"]
    return found


def block(*rows: Row, order: str = "rank", panel: str = "") -> Block:
    (one,) = blocks_of(with_columns(rows), order, panel)
    return one


def test_two_scores_of_humaneval_that_differ_by_one_problem_are_tied() -> None:
    of = column(score("M", 0.8841, n=164), score("N", 0.8780, n=164))
    assert of.sharing == frozenset({"s/M", "s/N"})
    (row,) = with_differences([pair(0.8841, 0.8780, n=164)])
    assert row["pair"].words == "not significant"
    words = who_is_better("M", "N", [row["pair"].difference], "B")
    assert words == "No significant difference between M and N on B"


def test_of_two_models_the_other_one_is_no_number() -> None:
    low, near = (with_columns([score("M", 0.8), score("N", value)]) for value in (0.4, 0.79))
    (clear,), (shared,) = of_benchmarks(low), of_benchmarks(near)
    assert "M with 80.0% is significantly above the other model;" in clear.text
    assert "M with 80.0% is highest; the other model is tied with it;" in shared.text


def test_at_30_problems_16_7_shares_with_40_0_and_what_is_detected_stands_beside_it() -> None:
    scores = [40.0, 36.7, 23.3, 20.0, 16.7, 6.7, 3.3, 0.0, 0.0, 0.0]
    of = column(*(score(f"m{at}", value / 100, n=30) for at, value in enumerate(scores)))
    assert of.sharing is not None
    assert "s/m4" in of.sharing
    assert "s/m9" not in of.sharing
    assert of.detects is not None
    assert (
        of.detects > 40.0 - 16.7
    )  # such a difference is too small for 30 problems, which is no tie


def test_the_first_place_is_shared_by_holm_over_all_pairs() -> None:
    values = {"M": 0.82, "N": 0.80, "O": 0.74, "P": 0.60, "Q": 0.34}
    of = column(*(score(name, value) for name, value in values.items()))
    pairs = list(combinations(values, 2))
    ps = holm([p_of_difference(values[a], 500, values[b], 500) for a, b in pairs])
    lower = {b for (a, b), p in zip(pairs, ps, strict=True) if a == "M" and p <= 0.05}
    assert of.sharing == frozenset({f"s/{name}" for name in values.keys() - lower})
    assert 1 < len(of.sharing) < 5


def test_who_shares_is_not_known_where_a_score_has_no_uncertainty() -> None:
    assert column(score("M", 0.8), score("N", 0.2, n=None)).sharing is None


def test_where_less_is_better_the_lowest_is_first() -> None:
    of = column(score("M", 0.8, higher_is_better=False), score("N", 0.2, higher_is_better=False))
    assert of.best == {"s/N"}
    assert of.sharing == frozenset({"s/N"})
    assert of.ranks == {"s/M": 2.0, "s/N": 1.0}


def test_equal_scores_share_a_rank_and_the_best_mean_rank_is_on_top() -> None:
    of = block(
        score("M", 0.5), score("N", 0.5), score("O", 0.1),
        score("M", 0.1, "C"), score("N", 0.2, "C"), score("O", 0.9, "C"),
    )  # fmt: skip
    assert [(run.name, run.rank) for run in of.runs] == [("N", 1.75), ("O", 2.0), ("M", 2.25)]


def test_a_rank_over_few_benchmarks_stands_below_the_others() -> None:
    several = [
        score(name, value, benchmark)
        for benchmark in "BCD"
        for name, value in (("M", 0.5), ("N", 0.4))
    ]
    of = block(*several, score("O", 0.9))
    assert [(run.name, run.few) for run in of.runs] == [("M", False), ("N", False), ("O", True)]


def test_rows_are_sorted_by_the_selected_benchmark_or_by_name() -> None:
    rows = [score("M", 0.1), score("N", 0.9), score("M", 0.9, "C"), score("N", 0.1, "C")]
    assert [run.name for run in block(*rows, order="benchmark", panel="C").runs] == ["M", "N"]
    assert [run.name for run in block(*rows, order="benchmark", panel="B").runs] == ["N", "M"]
    assert [run.name for run in block(*rows, order="name").runs] == ["M", "N"]


def test_runs_of_one_model_are_called_by_what_differs_and_equal_names_by_their_source() -> None:
    of_one = [score("M", 0.1, key="1", variant="X"), score("M", 0.2, key="2", variant="Y")]
    assert {run.name for run in block(*of_one).runs} == {"X", "Y"}
    two = [score("M", 0.1, key="1"), score("M", 0.2, key="2", title="t", own=True), score("N", 0.3)]
    assert {run.name for run in block(*two).runs} == {"M · s", "M · t", "N"}


def test_blocks_with_own_runs_come_first() -> None:
    rows = [score("M", 0.1), score("N", 0.2, "C", block="t", title="t", place=2, own=True)]
    assert [one.title for one in blocks_of(with_columns(rows))] == ["t", "s"]


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        ({"M": ("paper", False), "N": ("mine", True)}, ("paper", "and mine")),
        ({"M": ("a", True), "N": ("b", True)}, ("a", "and b")),
        ({"M": ("a", True), "N": ("b", True), "O": ("c", True)}, ("a", "and 2 more loads")),
        ({"M": ("other", False), "N": ("a", True), "O": ("b", True)}, ("other", "and 2 loads")),
        ({"M": ("a", True), "N": ("other", False)}, ("other", "and a")),
        ({"M": ("mine", True)}, ("mine", "")),
    ],
)
def test_a_block_is_called_by_sources_that_it_has(
    titles: dict[str, tuple[str, bool]], expected: tuple[str, str]
) -> None:
    """The source by which its benchmarks are known, `paper`, may be filtered out."""
    rows = [
        score(model, 0.1, title=title, own=own, block="paper", block_title="paper")
        for model, (title, own) in titles.items()
    ]
    found = block(*rows)
    assert (found.title, found.detail) == expected


def test_runs_that_no_common_benchmark_links_stand_in_blocks_of_their_own() -> None:
    rows = [score("M", 0.1, "B"), score("N", 0.2, "C"), score("O", 0.3, "B"), score("O", 0.3, "D")]
    found = [{run.name for run in one.runs} for one in blocks_of(with_columns(rows))]
    assert found == [{"M", "O"}, {"N"}]
    linked = with_columns([*rows, score("P", 0.3, "C"), score("P", 0.3, "D")])
    assert [len(one.runs) for one in blocks_of(linked)] == [4]


def test_a_printed_score_that_no_count_gives_is_marked() -> None:
    of = column(
        score("M", 0.576, n=40), score("N", 0.45, n=40), score("O", 0.577, n=40, kind="read_off")
    )
    assert of.impossible == {"s/M"}


def test_verdicts_of_a_pair_are_one_family() -> None:
    rows = with_differences([pair(0.80, 0.70, "B"), *(pair(0.5, 0.49, name) for name in "CDEFG")])
    assert rows[0]["pair"].words == "A better"
    assert rows[0]["pair"].difference.result.tests == 6
    alone = with_differences([pair(0.762, 0.70, "B"), *(pair(0.5, 0.49, name) for name in "CDEFG")])
    assert alone[0]["pair"].words == "only before correction"


@pytest.mark.usefixtures("bundled")
def test_a_share_of_which_neither_end_is_good_is_no_main_score() -> None:
    shown = {row["metric"] for row in MODELS.view_rows(MODELS.views[0], MODELS.defaults())}
    assert "pct_stereotype" not in shown
    chosen, notices = MODELS.clean({"metric": "pct_stereotype"})
    assert not notices
    assert {row["metric"] for row in MODELS.view_rows(MODELS.views[0], chosen)} == {
        "pct_stereotype"
    }


@pytest.mark.usefixtures("bundled", "remembered")
@settings(
    max_examples=many(8, 30),
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_no_filter_changes_a_verdict(data: st.DataObject) -> None:
    values = data.draw(states(MODELS))
    free = MODELS.clean(values | {"benchmark": [], "model": []})[0]
    for name in ("grid", "forest"):
        view = MODELS.view(name)
        assert view is not None
        column_of = {
            (row["key"], row["panel"]): row["column"] for row in MODELS.view_rows(view, free)
        }
        for row in MODELS.view_rows(view, values | {"panel": free["panel"]}):
            other = column_of[row["key"], row["panel"]]
            assert row["column"].sharing == other.sharing
            assert row["column"].ranks == other.ranks
    view = MODELS.view("pair")
    assert view is not None
    words = {
        row["benchmark"]: row["pair"].words
        for row in MODELS.view_rows(view, values | {"benchmark": []})
    }
    for row in MODELS.view_rows(view, values):
        assert row["pair"].words == words[row["benchmark"]]


def _answered(key: str, only_a: int, only_b: int, n: int = 10, right: int = 0) -> Row:
    """The problems that a run and `key` answered once each, of which both have `right` right."""
    return {
        "key_b": key, "sd": None, "binary": True, "attempts": 1, "seeds_a": None, "seeds_b": None,
        "items_a": n, "items_b": n, "n": n, "only_a": only_a,
        "only_b": only_b, "mean_a": (right + only_a) / n, "mean_b": (right + only_b) / n,
    }  # fmt: skip


def test_runs_with_answers_to_the_same_problems_are_tested_by_problem() -> None:
    unpaired = column(score("M", 1.0, n=10), score("N", 0.5, n=10))
    assert unpaired.sharing == frozenset({"s/M"})
    paired = column(
        score("M", 1.0, n=10, paired=[_answered("s/N", 5, 0, right=5)]), score("N", 0.5, n=10)
    )
    assert paired.sharing == frozenset({"s/M"})
    assert paired.lead is not None
    # McNemar's z of five flips to one side, and Tango's lower end of 5 of 10.
    assert paired.lead.p == pytest.approx(math.erfc(5**0.5 / 2**0.5))
    assert paired.lead.low == pytest.approx(paired_answers(5, 0, 10).low)
    turned = column(
        score("N", 0.5, n=10, paired=[_answered("s/M", 0, 5, right=5)]), score("M", 1.0, n=10)
    )
    assert turned.lead is not None
    assert turned.lead.estimate == paired.lead.estimate == 0.5


def test_a_paired_test_that_points_the_other_way_than_the_scores_tells_nothing() -> None:
    of = column(score("M", 0.9, n=10, paired=[_answered("s/N", 0, 9)]), score("N", 0.2, n=10))
    assert of.sharing == frozenset({"s/M", "s/N"})


@pytest.mark.usefixtures("bundled")
def test_the_grid_and_the_pair_page_test_the_bundled_answers_alike() -> None:
    (of,) = {
        row["panel"]: row["column"]
        for row in MODELS.view_rows(MODELS.views[0], MODELS.defaults())
        if row["benchmark"].startswith("GSM8K, first 10")
    }.values()
    top = of.rows[of.top]["key"]
    for other in of.rows:
        if other["key"] != top:
            values, _ = PAIR.clean({"a": top, "b": other["key"]})
            (line,) = lines(compared(values))
            assert line.how[0] == "paired"
            assert of.pairs.paired(of.top, of.rows.index(other)) == line.difference.scores


def test_the_newest_load_stands_first_among_own_blocks() -> None:
    rows = [
        score(name, 0.5, f"B-{name}", own=own, loaded_at=when, place=1)
        for name, own, when in (("bundled", False, None), ("old", True, "2026-01-01"), ("new", True, "2026-01-02"))
    ]  # fmt: skip
    blocks = blocks_of(with_columns(rows))
    assert [block.runs[0].name for block in blocks] == ["new", "old", "bundled"]


def test_a_run_has_the_ranks_that_the_tests_leave_to_it() -> None:
    of = column(
        *[
            score(name, value, n=1000)
            for name, value in zip("MNOP", (0.9, 0.89, 0.87, 0.5), strict=True)
        ]
    )
    assert of.rank_ranges == {"s/M": (1, 3), "s/N": (1, 3), "s/O": (1, 3), "s/P": (4, 4)}
    assert of.sharing == frozenset({"s/M", "s/N", "s/O"})
    assert of.among(["s/M", "s/P"]).rank_ranges == {"s/M": (1, 1), "s/P": (2, 2)}
    assert column(score("M", 0.9, n=None), score("N", 0.5, n=10)).rank_ranges == {}


@given(
    st.lists(
        st.lists(st.integers(100, 160) | st.none(), min_size=3, max_size=3),
        min_size=1,
        max_size=5,
    ),
    st.integers(2, 3),
)
def test_models_that_a_ranking_parts_differ_on_the_page_of_two_models(
    counts: list[list[int | None]], models: int
) -> None:
    """Two models have the same p-value on both pages; of more a ranking corrects over their pairs, too."""
    rows = [
        score("MNO"[at], count / 200, f"B{number}", n=200)
        for number, of in enumerate(counts)
        for at, count in enumerate(of[:models])
        if count is not None
    ]
    columns = {row["benchmark"]: row["column"] for row in with_columns(rows)}
    for b in {row["key"] for row in rows}:
        beside = against(rows, b)
        for benchmark, of in columns.items():
            for row in of.rows if of.has(b) else []:
                pair = beside.pair(row["key"], benchmark)
                if pair and pair.difference.result:
                    places = [of.rows.index(row), of.rows.index(of.row(b))]
                    p = pair.difference.result.adjusted
                    assert not of.pairs.is_apart[*places] or pair.difference.is_significant
                    assert (
                        of.pairs.adjusted(places[0])[places[1]] == pytest.approx(p, abs=1e-9)
                        or models > 2
                    )


def test_a_lead_on_one_of_many_benchmarks_is_no_lead_before_its_correction() -> None:
    """p = 0.03 on the first of ten benchmarks: what *Two models* calls significant only before correction."""
    scores = {"B0": (0.86, 0.81), **{f"B{at}": (0.8, 0.8) for at in range(1, 10)}}
    rows = [
        score(name, value, benchmark)
        for benchmark, of in scores.items()
        for name, value in zip("MN", of, strict=True)
    ]
    column = next(row["column"] for row in with_columns(rows) if row["benchmark"] == "B0")
    pair = against(rows, "s/N").pair("s/M", "B0")
    assert pair
    assert column.lead.words == pair.words == "only before correction"
    assert column.sharing == {"s/M", "s/N"}
