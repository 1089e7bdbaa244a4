"""pass@k and pass^k of a mark whose answers are known."""

from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.core.findings.answers import passes
from reasonboard.statistics.intervals import wilson


def test_hand_worked_counts() -> None:
    # Two items with 1 of 2, two with 2 of 2: pass@1 = 3/4, pass@2 = 1, pass^2 = 1/2.
    rows = passes([(2, 1, 2), (2, 2, 2)])
    assert [row["k"] for row in rows] == [1, 2]
    assert [row["pass@k"] for row in rows] == ["75.0%", "100.0%"]
    assert [row["pass^k"] for row in rows] == ["75.0%", "50.0%"]
    assert rows[0]["items"] == 4
    # Of 4 problems with 1/2, 1/2, 1 and 1: n* is 18, t of 3 degrees of freedom.
    assert rows[0]["95% interval of pass@k"].startswith("24.2 to 96.6, Wilson")
    # All 4 are 1: n* is 4, so that the lower end is 4 / (4 + t²).
    low = 4 / (4 + stats.t.ppf(0.975, 3) ** 2)
    assert rows[1]["95% interval of pass@k"].startswith(f"{low * 100:.1f} to 100.0, Wilson")


def test_k_goes_up_to_the_fewest_answers_and_that_is_among_them() -> None:
    assert [row["k"] for row in passes([(6, 3, 10), (8, 2, 5)])] == [1, 2, 4, 6]
    assert [row["k"] for row in passes([(1, 1, 10), (1, 0, 5)])] == [1]
    assert passes([]) == []


def test_single_answers_have_wilsons_interval() -> None:
    (row,) = passes([(1, 1, 700), (1, 0, 500)])
    low, high = wilson(700, 1200)
    assert row["95% interval of pass@k"].startswith(f"{low * 100:.1f} to {high * 100:.1f}, Wilson")


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 20)), min_size=1, max_size=4))
def test_more_tries_never_make_pass_at_k_smaller_nor_pass_hat_k_larger(
    of: list[tuple[int, int]],
) -> None:
    rows = passes([(4, c, items) for c, items in of])
    at = [float(row["pass@k"].removesuffix("%")) for row in rows]
    hat = [float(row["pass^k"].removesuffix("%")) for row in rows]
    assert at == sorted(at)
    assert hat == sorted(hat, reverse=True)
    assert at[0] == hat[0]
