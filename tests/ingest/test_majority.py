"""The vote of k answers against all sets of k, drawn one by one."""

from collections import Counter
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reasonboard.ingest.snapshot.majority import Votes, majority_at

_MOST = 10
VOTES = st.integers(1, 3).flatmap(lambda n: st.builds(Votes, st.just(n), st.integers(0, n)))


def enumerated(groups: list[Votes], silent: Votes, k: int) -> float:
    """The mean over all sets of k answers of the mean score of those that won the vote."""
    answers = [
        (name, place < one.c)
        for name, one in enumerate([silent, *groups])
        for place in range(one.n)
    ]

    def score(drawn: tuple[tuple[int, bool], ...]) -> float:
        votes = Counter(name for name, _ in drawn if name)
        won = [name for name in votes if votes[name] == max(votes.values())] or [0]
        return fmean(fmean(right for name, right in drawn if name == one) for one in won)

    return fmean(map(score, combinations(answers, k)))


@given(st.lists(VOTES, max_size=4), st.one_of(st.just(Votes(0, 0)), VOTES))
def test_a_vote_is_the_mean_over_all_sets_of_k(groups: list[Votes], silent: Votes) -> None:
    total = sum(group.n for group in groups) + silent.n
    assume(0 < total <= _MOST)
    ks = range(1, total + 1)
    assert majority_at(groups, silent, ks) == pytest.approx(
        [enumerated(groups, silent, k) for k in ks], abs=1e-12
    )


def test_a_large_vote_stays_exact() -> None:
    # Of 2 n answers half are right: by symmetry every vote of them is a toss.
    for n in (32, 500):
        assert majority_at([Votes(n, n), Votes(n, 0)], Votes(0, 0), [1, 2, 7, 64]) == pytest.approx(
            [0.5] * 4
        )
    # All answers vote: the most frequent one wins, whatever the others are.
    assert majority_at([Votes(5, 5), *[Votes(4, 0)] * 14], Votes(3, 0), [64]) == pytest.approx([1])


def test_no_vote_is_larger_than_the_answers() -> None:
    with pytest.raises(ValueError, match="k is 1 to 3"):
        majority_at([Votes(2, 1)], Votes(0, 0), [1, 3])
