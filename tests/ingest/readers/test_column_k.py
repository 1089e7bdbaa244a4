"""A column `k`: how many of n are right, or the k of a pass@k beside it."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.readers.tables.tidy import column_k
from tests.ingest.readers.test_tables import numbers, read, written

PLACE = "model,benchmark"


@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        ("k,n,pass_at_k", "8,64,0.47", ("pass@8", 0.47, None, 64)),
        ("k,n,pass@k", "8,64,0.47", ("pass@8", 0.47, None, 64)),
        ("K,N,Pass@K", "8,64,0.47", ("Pass@8", 0.47, None, 64)),
        ("pass_k,k", "0.47,8", ("pass@8", 0.47, None, None)),
        ("k,pass^k", "4,0.3", ("pass^4", 0.3, None, None)),
        ("k,n,maj@k", "16,64,0.7", ("maj@16", 0.7, None, 64)),
        ("metric,k,n,value", "pass@k,8,64,0.47", ("pass@8", 0.47, None, 64)),
        ("metric,k,value", "pass_at_k,8,0.47", ("pass@8", 0.47, None, None)),
        ("k,n", "8,64", ("accuracy", 0.125, 64, None)),
        ("k,n,note", "8,64,fine", ("accuracy", 0.125, 64, None)),
        ("k,n,temperature", "8,64,0.6", ("accuracy", 0.125, 64, None)),
    ],
)
def test_it_belongs_to_the_score_beside_it_or_is_a_count(
    tmp_path: Path, header: str, row: str, expected: tuple[str, float, int | None, int | None]
) -> None:
    file = written(tmp_path, f"{PLACE},{header},unit\nm,AIME24,{row},fraction\n")
    (one,) = numbers(read(file))
    assert (one.metric, one.value, one.n_items, one.n_repeats) == expected


def test_several_k_of_one_benchmark_are_several_metrics(tmp_path: Path) -> None:
    text = f"{PLACE},k,n,pass_at_k,unit\nm,AIME24,1,64,0.3,fraction\nm,AIME24,8,64,0.5,fraction\n"
    found = numbers(read(written(tmp_path, text)))
    assert [(one.metric, one.value) for one in found] == [("pass@1", 0.3), ("pass@8", 0.5)]


@pytest.mark.parametrize("other", ["my_rate", "math-acc", "judge score"])
@pytest.mark.parametrize("count", [False, True])
def test_where_it_could_be_both_one_line_asks_and_either_answer_works(
    tmp_path: Path, other: str, count: bool
) -> None:
    text = f"{PLACE},k,n,{other},unit\nm,AIME24,8,64,0.47,fraction\n"
    with pytest.raises(IngestError) as refused:
        read(written(tmp_path, text))
    message = str(refused.value)
    assert "\n" not in message
    advice = ('k = "correct_items"', f'"{other}" = "value"')
    assert all(line in message for line in advice)
    about = f"[columns]\n{advice[0] if count else advice[1]}\n"
    (one,) = numbers(read(written(tmp_path, text, about=about)))
    assert one.value == (8 / 64 if count else 0.47)


def test_two_scores_of_k_attempts_are_asked_about(tmp_path: Path) -> None:
    text = f"{PLACE},k,pass@k,maj@k,unit\nm,AIME24,8,0.47,0.5,fraction\n"
    with pytest.raises(IngestError, match=r"'pass@k' and 'maj@k' could both be value"):
        read(written(tmp_path, text))
    about = '[columns]\n"maj@k" = "value"\n'
    (one,) = numbers(read(written(tmp_path, text, about=about)))
    assert (one.metric, one.value) == ("maj@8", 0.5)


def test_a_k_that_is_no_number_of_attempts_is_refused(tmp_path: Path) -> None:
    for wrong in ("0", "2.5", "many"):
        text = f"{PLACE},k,pass@k,unit\nm,AIME24,{wrong},0.47,fraction\n"
        with pytest.raises(IngestError, match=r"t\.csv:2: "):
            read(written(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pass@k", "pass@8"), ("pass_at_k", "pass@8"), ("Pass@K", "Pass@8"), ("math/pass@k", "math/pass@8"),
        ("passk", "pass@8"), ("avg@k", "avg@8"), ("accuracy", "accuracy"), ("pass@4", "pass@4"), ("rank", "rank"),
    ],
)  # fmt: skip
def test_a_score_of_k_attempts_is_named_with_its_number(name: str, expected: str) -> None:
    assert column_k.named(name, 8) == expected
