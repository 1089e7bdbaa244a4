"""Two runs over all benchmarks: against scipy on real runs, and no false verdicts where nothing differs."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard import config
from reasonboard.core.findings.pairs import Answers, differences, enters_mean, mean_difference
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import evalplus
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.paired import SeedScatter
from reasonboard.statistics.recipes import over_seeds, overall
from tests.ingest.readers.found import FILES
from tests.paired_scores import paired_scores

NO_ANSWERS = Answers()
Pair = tuple[dict[str, Any], dict[str, Any], Answers]


def row(value: float, n: int | None = None, **known: Any) -> dict[str, Any]:
    return {
        "value": value, "unit": "fraction", "higher_is_better": True, "scale": "proportion",
        "n_items": n, "n_repeats": None,
        "n_seeds": None, "stderr": None, "seed_sd": None, "n_listed": None, "kind": "measured",
    } | known  # fmt: skip


def both(a: list[float], b: list[float], *, binary: bool = True) -> Answers:
    return Answers(len(a), len(b), paired_scores(a, b, binary=binary, attempts=4))


def scores(file: str, metric: str) -> dict[str, list[float]]:
    """The scores of a file's answers by their item."""
    reader = evalplus if file.startswith("evalplus") else inspect_ai
    found: dict[str, list[float]] = {}
    for run in reader.read(File(FILES / file)):
        for sample in run.samples:
            if metric in (sample.metric, sample.benchmark) and sample.score is not None:
                found.setdefault(sample.item, []).append(sample.score)
    return found


def bundled(model: str, benchmark: str, method: str = "after RL") -> float:
    """A proportion as SimpleRL-Zoo prints it."""
    with Path(config.read({}).data, "simplerl-zoo.csv").open(encoding="utf-8") as file:
        (found,) = (
            one for one in csv.DictReader(file)
            if (one["model"], one["benchmark"], one["method"], one["metric"]) == (model, benchmark, method, "accuracy")
        )  # fmt: skip
    return float(found["value"]) / 100


EVALPLUS = "evalplus/meta-llama--Meta-Llama-3-8B-Instruct_vllm_temp_0.0-sanitized_eval_results.json"
TINY_MATH = "inspect/2026-11-20T21-54-1{}-00-00_tiny-math_{}"


def test_verdicts_on_five_real_pairs_are_those_of_scipy() -> None:
    """Paired: HumanEval with few and with many tests. Unpaired: two models of 24B and 7B on four benchmarks."""
    few, many = scores(EVALPLUS, "humaneval"), scores(EVALPLUS, "humaneval+")
    items = sorted(few)
    a, b = [few[item][0] for item in items], [many[item][0] for item in items]
    sizes = {"MATH500": 500, "Olympiad Bench": 675, "GSM8K": 1319, "Minerva Math": 272}
    printed = {
        name: (bundled("Mistral-Small-24B", name), bundled("Qwen-2.5-7B", name)) for name in sizes
    }
    found = differences(
        [(row(sum(a) / 164, 164), row(sum(b) / 164, 164), both(a, b))]
        + [(row(one, sizes[name]), row(other, sizes[name]), NO_ANSWERS) for name, (one, other) in printed.items()]
    )  # fmt: skip
    changed = [one - other for one, other in zip(a, b, strict=True) if one != other]
    expected = [stats.chi2.sf((changed.count(1) - changed.count(-1)) ** 2 / len(changed), 1)]
    for name, values in printed.items():
        right = [value * sizes[name] for value in values]
        table = [right, [sizes[name] - count for count in right]]
        expected.append(stats.chi2_contingency(table, correction=False).pvalue)
    assert [one.result.p for one in found if one.result] == pytest.approx(expected)
    order = np.argsort(expected)
    adjusted = np.empty(5)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(np.sort(expected) * np.arange(5, 0, -1)))
    assert [one.result.adjusted for one in found if one.result] == pytest.approx(list(adjusted))
    assert [one.verdict is not Verdict.NOT_SIGNIFICANT for one in found] == list(adjusted <= 0.05)
    assert found[0].verdict is Verdict.BETTER
    assert {one.verdict for one in found} > {Verdict.NOT_SIGNIFICANT}


def test_repeated_answers_of_two_real_logs_are_compared_by_item() -> None:
    """The same six questions, each answered four times, as rightly in both logs: nothing can be told."""
    logs = [
        scores(TINY_MATH.format(*file), "match/accuracy")
        for file in ((4, "ZWq4hjjmk3xe6NBzs8YVyC.eval"), (5, "hmDBqeDAD7H4etpneTNeW6.json"))
    ]
    assert [len(log) for log in logs] == [6, 6]
    means = [[float(np.mean(log[item])) for item in sorted(logs[0])] for log in logs]
    known = {"n_repeats": 4}
    answered = both(means[0], means[1], binary=False)
    (found,) = differences([(row(4 / 6, 6, **known), row(4 / 6, 6, **known), answered)])
    assert means[0] == means[1]
    assert (found.estimate, found.verdict) == (0, Verdict.NOT_SIGNIFICANT)
    assert found.interval is not None  # as if four answers had changed
    assert found.interval.high == -found.interval.low == pytest.approx(2.570582 * 1.959964 / 24)


def test_two_humaneval_scores_that_differ_by_one_problem_cannot_be_told_apart() -> None:
    (found,) = differences([(row(0.8841, 164), row(0.8780, 164), NO_ANSWERS)])
    assert found.result is not None
    assert found.verdict is Verdict.NOT_SIGNIFICANT
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high
    assert found.detects == pytest.approx(0.10, abs=0.01)


def one_model_twice(random: np.random.Generator) -> list[Pair]:
    """Six benchmarks of one model, whose answers to each problem are split at random into A's and B's."""
    pairs = []
    for items, repeats in ((30, 4), (40, 1), (200, 1), (500, 4), (164, 1), (1000, 1)):
        chance = random.beta(0.8, 0.5, size=items)
        answers = random.random((2 * repeats, items)) < chance
        split = random.permuted(answers, axis=0)
        a, b = split[:repeats].mean(axis=0), split[repeats:].mean(axis=0)
        rows = [row(of.mean(), items, n_repeats=repeats) for of in (a, b)]
        pairs.append((rows[0], rows[1], both(list(a), list(b), binary=repeats == 1)))
    return pairs


def is_told_apart(pairs: list[Pair]) -> bool:
    """Is there a verdict on any of the benchmarks?"""
    return any(
        difference.verdict is not Verdict.NOT_SIGNIFICANT for difference in differences(pairs)
    )


def test_the_answers_of_one_model_split_at_random_differ_in_5_percent_of_pairs_at_most() -> None:
    random = np.random.default_rng(25)
    paired, unpaired = 0, 0
    for _ in range(1000):
        pairs = one_model_twice(random)
        paired += is_told_apart(pairs)
        unpaired += is_told_apart([(a, b, NO_ANSWERS) for a, b, _ in pairs])
    assert paired <= 50
    assert unpaired <= 50


def test_two_halves_of_the_problems_of_one_model_differ_in_5_percent_of_pairs_at_most() -> None:
    random = np.random.default_rng(26)
    apart = 0
    for _ in range(1000):
        pairs = []
        for n, share in ((82, 0.88), (250, 0.7), (660, 0.9)):
            right = random.permuted(np.arange(2 * n) < share * 2 * n)
            pairs.append((row(right[:n].mean(), n), row(right[n:].mean(), n), NO_ANSWERS))
        apart += is_told_apart(pairs)
    assert apart <= 50


COUNTS = st.tuples(*[st.integers(0, 40)] * 4).filter(any)


@given(
    st.lists(COUNTS, min_size=1, max_size=8),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8),
)
def test_no_interval_contradicts_its_verdict(
    counts: list[tuple[int, int, int, int]], values: list[tuple[float, float]]
) -> None:
    pairs = []
    for count in counts:
        a = [1.0] * (count[0] + count[1]) + [0.0] * (count[2] + count[3])
        b = [1.0] * count[0] + [0.0] * count[1] + [1.0] * count[2] + [0.0] * count[3]
        pairs.append((row(sum(a) / len(a)), row(sum(b) / len(b)), both(a, b)))
    pairs += [(row(a, 50), row(b, 70), NO_ANSWERS) for a, b in values]
    for found in differences(pairs):
        assert found.interval is not None
        assert found.interval.low <= found.estimate + 1e-12
        assert found.estimate - 1e-12 <= found.interval.high
        holds_0 = found.interval.low <= 0 <= found.interval.high
        if found.verdict is Verdict.NOT_SIGNIFICANT:
            assert found.words == ("not significant" if holds_0 else "only before correction")
        else:
            assert not holds_0


def test_few_problems_in_common_do_not_stand_for_all() -> None:
    shared = paired_scores([1.0] * 40, [0.0] * 40)
    for items_b, is_paired in ((80, True), (81, False)):
        (found,) = differences([(row(0.5, 500), row(0.5, items_b), Answers(500, items_b, shared))])
        assert (found.scores is not None) is is_paired
        assert found.estimate == (1 if is_paired else 0)
        assert found.values == ((1, 0) if is_paired else (0.5, 0.5))


def test_disjoint_problems_cannot_be_paired() -> None:
    """Two runs of one name: one answered the first half, one the second."""
    (found,) = differences([(row(0.9, 100), row(0.5, 100), Answers(100, 100, None))])
    assert (found.scores, found.verdict) == (None, Verdict.BETTER)
    assert found.result is not None
    assert "two-proportion" in found.result.test


def test_less_is_better_where_the_metric_says_so_and_tokens_are_not_tested() -> None:
    errors = {"higher_is_better": False}
    tokens = {"unit": "tokens", "scale": "amount", "higher_is_better": None}
    found = differences(
        [
            (row(0.1, 500, **errors), row(0.5, 500, **errors), NO_ANSWERS),
            (row(700.0, 30, **tokens), row(500.0, 30, **tokens), NO_ANSWERS),
            (row(0.5), row(0.9, 30), NO_ANSWERS),
        ]
    )
    assert [one.verdict for one in found] == [Verdict.BETTER, None, None]
    assert [one.detects is None for one in found] == [False, True, True]
    assert found[1].estimate == 200


def compared(*pairs: tuple[list[float], list[float]]) -> list[Any]:
    return differences([(row(sum(a) / len(a)), row(sum(b) / len(b)), both(a, b)) for a, b in pairs])


def test_the_mean_over_benchmarks_counts_each_once() -> None:
    """A worked example: two benchmarks with 4 and 6 problems, made by plain loops."""
    mean = mean_difference(
        compared(([1, 1, 0, 1], [0, 1, 0, 0]), ([1, 0, 1, 1, 0, 1], [1, 0, 0, 1, 0, 0]))
    )
    assert mean is not None
    assert mean.result is not None
    assert mean.estimate == pytest.approx(0.416667, abs=1e-6)
    assert mean.interval == pytest.approx((-0.02023, 0.853563), abs=1e-5)
    assert mean.result.p == mean.result.adjusted == pytest.approx(0.058363, abs=1e-6)
    assert mean.words == "not significant"
    assert mean.detects is None


def test_a_benchmark_without_a_flip_enters_the_mean() -> None:
    mean = mean_difference(compared(([1, 1, 0, 1], [1, 1, 0, 1]), ([1, 0, 1, 1], [1, 0, 0, 1])))
    assert mean is not None
    assert mean.estimate == pytest.approx(0.125)


def test_one_benchmark_has_no_mean() -> None:
    assert mean_difference(compared(([1, 1, 0, 1], [0, 1, 0, 0]))) is None
    assert mean_difference([]) is None


def recipe(table: list[list[int]], seeds: str = "123") -> dict[str, Any]:
    """A score that is the mean of a training seed for each row of the table."""
    means = [sum(answers) / len(answers) for answers in table]
    return row(
        sum(means) / len(means),
        len(table[0]),
        n_seeds=len(means),
        seed_sd=float(np.std(means, ddof=1)),
        reruns=len(means),
        repeat_seeds=list(seeds[: len(means)]),
        repeat_values=means,
    )


def crossed_answers(a: list[list[int]], b: list[list[int]]) -> Answers:
    means = [list(np.mean(table, axis=0)) for table in (a, b)]
    seeds = [
        SeedScatter(
            len(table),
            float(np.var(table, axis=0, ddof=1).mean()),
            float(np.var(np.mean(table, axis=1), ddof=1)),
        )
        for table in (a, b)
    ]
    of_both = paired_scores(*means, binary=False, attempts=len(a))
    return Answers(len(a[0]), len(b[0]), of_both._replace(seeds_a=seeds[0], seeds_b=seeds[1]))


DAPO = (
    [[1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 1, 1]],
    [[1, 0, 1, 1, 0], [1, 1, 1, 1, 0], [0, 1, 1, 1, 1]],
)
GRPO = (
    [[0, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]],
    [[1, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, 0, 1, 1]],
)


def test_the_mean_over_benchmarks_of_recipes_is_that_of_seeds_crossed_with_problems() -> None:
    mean = mean_difference(
        differences(
            [(recipe(a), recipe(b), crossed_answers(a, b)) for a, b in zip(DAPO, GRPO, strict=True)]
        )
    )
    expected = overall(
        [(np.array(a, float), np.array(b, float)) for a, b in zip(DAPO, GRPO, strict=True)]
    )
    assert mean is not None
    assert mean.test is not None
    assert expected is not None
    assert mean.test[:4] == pytest.approx(expected[:4])
    assert mean.test.df == pytest.approx(expected.df)
    assert mean.of_several == ", 3 and 3 seeds"


def test_of_recipes_by_means_alone_the_means_of_the_seeds_are_compared() -> None:
    pairs = [(recipe(a), recipe(b), NO_ANSWERS) for a, b in zip(DAPO, GRPO, strict=True)]
    mean = mean_difference(differences(pairs))
    assert mean is not None
    assert mean.test == over_seeds([0.675, 0.775, 0.9], [0.325, 0.35, 0.55])


def test_recipes_with_other_seeds_on_a_benchmark_have_no_mean() -> None:
    pairs = [
        (recipe(a, seeds), recipe(b), NO_ANSWERS)
        for a, b, seeds in zip(DAPO, GRPO, ("123", "124"), strict=True)
    ]
    assert mean_difference(differences(pairs)) is None


@pytest.mark.parametrize(
    ("known", "enters"),
    [
        ({}, True),
        ({"aggregate": True}, False),
        ({"unit": "tokens", "scale": "amount", "stderr": 2.0}, False),
        ({"higher_is_better": False}, False),
        ({"higher_is_better": None}, False),
        ({"n_items": None}, False),
    ],
)
def test_shares_of_which_more_is_better_enter_the_mean(
    known: dict[str, Any], *, enters: bool
) -> None:
    one = row(0.5, 100) | {"aggregate": False} | known
    (found,) = differences([(one, one | {"value": 0.4}, NO_ANSWERS)])
    assert enters_mean(found) is enters


def test_a_difference_says_of_how_many_runs_each_side_is_the_mean() -> None:
    (single,) = differences([(row(0.5, 100), row(0.4, 100), NO_ANSWERS)])
    assert single.of_several == ""
    (several,) = differences([(row(0.5, 100, reruns=6), row(0.4, 100, reruns=1), NO_ANSWERS)])
    assert several.of_several == ", 6 and 1 runs"
