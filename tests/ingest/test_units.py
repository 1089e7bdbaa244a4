"""Metrics of one name in several units, and what the name of a metric says of its direction."""

import re
from collections.abc import Iterator

import duckdb
import pytest

from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot.rebuild import rebuild
from tests.ingest.mine import Mine

HEADER = "model,benchmark,step,metric,value,unit\n"
_METRICS = (
    "SELECT DISTINCT source, metric, unit, value FROM result WHERE metric LIKE 'gain%' ORDER BY ALL"
)


@pytest.mark.long
def test_a_metric_of_another_unit_is_another_metric_in_whatever_way_the_tables_are_made(
    mine: Mine,
) -> None:
    mine.load(mine.table(f"{HEADER}a,T,1,gain,20,tokens\n", "one.csv"), name="one")
    report = mine.load(mine.table(f"{HEADER}b,T,1,gain,0.5,fraction\n", "two.csv"), name="two")
    assert report.notes == [
        "gain is in the unit fraction here and tokens elsewhere: loaded as gain (fraction)"
    ]
    expected = [("one", "gain", "tokens", 20.0), ("two", "gain (fraction)", "fraction", 0.5)]
    assert mine.query(_METRICS) == expected
    assert not mine.load(
        mine.table(f"{HEADER}b,T,1,gain,0.5,fraction\n", "two.csv"), name="two"
    ).changed
    rebuild(mine.data, mine.store)
    assert mine.query(_METRICS) == expected


def test_of_one_load_the_unit_of_most_numbers_keeps_the_name(mine: Mine) -> None:
    rows = "a,T,1,gain,0.5,fraction\na,T,2,gain,0.25,fraction\na,U,1,gain,3,tokens\n"
    mine.load(mine.table(HEADER + rows))
    assert {(metric, unit) for _, metric, unit, _ in mine.query(_METRICS)} == {
        ("gain", "fraction"),
        ("gain (tokens)", "tokens"),
    }


@pytest.mark.long
def test_a_running_log_keeps_the_name_of_its_metric_when_the_other_load_is_removed(
    mine: Mine,
) -> None:
    rows = "b,T,1,gain,0.5,fraction\n"
    mine.load(mine.table(f"{HEADER}a,T,1,gain,20,tokens\n", "one.csv"), name="one")
    mine.load(mine.table(HEADER + rows, "two.csv"), name="two", running=True)
    remove(mine.data, mine.store, ["one"])
    rows += "b,T,2,gain,0.75,fraction\n"
    mine.load(mine.table(HEADER + rows, "two.csv"), name="two", running=True)
    assert mine.query(_METRICS) == [
        ("two", "gain (fraction)", "fraction", value) for value in (0.5, 0.75)
    ]


def test_the_unit_of_a_load_is_that_of_the_tables_which_state_none(mine: Mine) -> None:
    header = "model,benchmark,value,unit\n"
    tables = [
        mine.table("model,benchmark,value\na,T,40\n", "none.csv"),
        mine.table(f"{header}b,T,0.5,fraction\nc,T,60,\n", "some.csv"),
    ]
    mine.load(*tables, unit="percent")
    rows = mine.query("SELECT model, unit, value FROM result WHERE source = 'mine' ORDER BY ALL")
    assert rows == [("a", "fraction", 0.4), ("b", "fraction", 0.5), ("c", "fraction", 0.6)]


LOWER = """
is_incorrect, is_not_attempted, not_attempted, error, word_error_rate, wer, cer, ter, task_error_rate,
failure_rate, fail@1, refusal, refusal_rate, overrefusal, toxicity, toxicity_score, toxic_frac, unsafe_rate,
harmful_rate, hallucination, hallucination_rate, is_hallucinated, sycophancy, perplexity, word_perplexity, ppl,
bits_per_byte, byte_perplexity, loss, eval_loss, val/loss, cross_entropy, nll, negative_log_likelihood, latency,
latency_p95, time_to_first_token, time_to_accuracy, seconds, runtime, cost, cost_usd, cost_per_correct, mae, mse,
rmse, brier_score, ece, calibration_error, accuracy_drop, false_positive_rate, edit_distance, num_errors, timeouts,
not_correct, inaccuracy, unfaithfulness, wrong_answers
"""
HIGHER = """
accuracy, acc, acc_norm, score, pass@1, pass@8, pass^4, pass_at_8, f1, macro_f1, f1_score, exact_match, math_equiv,
em, win_rate, mean_win_rate, reward, recall@5, precision, bleu-4, rouge_l, rouge1, chrf, mcc, is_correct,
num_correct, elo, rating, mean@4, avg@32, maj@8, cons@64, prompt_level_strict_acc, mean_inst_level_loose, auroc,
ndcg@10, mrr, spearman, edit_similarity, quality, safety, harmlessness, truthfulness, resolved, success_rate,
tokens_per_second, throughput, accuracy_given_attempted, non_refusal_rate, error_free_rate, no_error,
hallucination_detection_auroc, error_detection_f1, eval/math500/acc
"""
UNKNOWN = """
my_metric, flips, idk_freq, extract_rate, num_tokens, response_length/mean, reward_std, acc_stderr, entropy, kl,
grad_norm, accuracy_gap, score_difference, attack_success_rate, bias, pct_stereotype, refusal/accuracy, cut_share,
percent_parseable, diversity, coverage, gpu_hours, temperature, model_graded_qa/mean, log_likelihood, confidence
"""


def named(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def spellings(name: str) -> set[str]:
    words = re.split(r"[_-]", name)
    camel = words[0] + "".join(word[:1].upper() + word[1:] for word in words[1:])
    return {
        name, name.upper(), name.replace("_", "-"), name.replace("_", " ").capitalize(), camel, f"{name},none",
        f"{name},strict-match", f"mean_{name}", f"{name} (%)", f"simpleqa/{name}",
    }  # fmt: skip


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        sql.run(connection, "metric_names")
        yield connection


def directions(connection: duckdb.DuckDBPyConnection, *names: str) -> dict[str, bool | None]:
    asked = "SELECT name, called_direction(name) FROM (SELECT unnest($names) AS name)"
    return dict(connection.execute(asked, {"names": list(names)}).fetchall())


@pytest.mark.parametrize(("names", "expected"), [(LOWER, False), (HIGHER, True), (UNKNOWN, None)])
def test_a_name_says_its_direction_or_nothing_however_it_is_written(
    connection: duckdb.DuckDBPyConnection, names: str, expected: bool | None
) -> None:
    found = directions(connection, *(form for name in named(names) for form in spellings(name)))
    assert [name for name, direction in found.items() if direction is not expected] == []


def test_arrows_and_words_for_the_direction_are_believed(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    assert directions(connection, "flips ↓", "flips (higher is better)") == {
        "flips ↓": False,
        "flips (higher is better)": True,
    }
