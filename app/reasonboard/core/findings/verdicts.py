"""How the verdicts on two models are counted, and which of them is better in one sentence."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.verdict_marks import Sign
from reasonboard.core.findings.pairs import Difference
from reasonboard.core.findings.words import by_sign
from reasonboard.core.headline import any_in_words, share_in_words
from reasonboard.statistics.differences import Verdict

_SIGNS: dict[Verdict | None, Sign] = {
    Verdict.BETTER: "up",
    Verdict.WORSE: "down",
    Verdict.DIFFERENT: "different",
    Verdict.NOT_SIGNIFICANT: "open",
    None: "untested",
}


_DIFFERENT = "different (direction unknown)"


class Verdicts(NamedTuple):
    """On how many benchmarks A is better than B, worse, and so on."""

    better: int
    worse: int
    different: int
    """Significant, but it is not known whether more is better."""
    undecided: int
    untested: int

    @classmethod
    def of(cls, compared: Sequence[Difference]) -> "Verdicts":
        """The verdicts of these differences, counted."""
        counts = Counter(difference.verdict for difference in compared)
        order = (Verdict.BETTER, Verdict.WORSE, Verdict.DIFFERENT, Verdict.NOT_SIGNIFICANT, None)
        return cls(*(counts[verdict] for verdict in order))

    def words(self, b: str) -> str:
        """'better than B on 1 of 6 benchmarks, worse on 2, cannot tell yet on 3'; zeros are left out."""
        names = ("better", "worse", _DIFFERENT, "cannot tell yet", "not tested")
        (first, most), *others = [pair for pair in zip(names, self, strict=True) if pair[1]]
        than = (
            f"different from {b} (direction unknown)"
            if first == _DIFFERENT
            else f"{first} than {b}"
        )
        strong = f"{than} on {share_in_words(most, sum(self))} benchmarks"
        return ", ".join([strong, *(f"{name} on {count:,}" for name, count in others)])


def sign_of(verdict: Verdict | None) -> Sign:
    """How a chart marks a difference with this verdict."""
    return _SIGNS[verdict]


def who_is_better(a: str, b: str, compared: Sequence[Difference], only: str) -> str:
    """'X is better than Y on 1 of 6 benchmarks, worse on 2, cannot tell yet on 3'.

    `only` is the name of the benchmark where there is just one.
    """
    verdicts, total = Verdicts.of(compared), len(compared)
    tested = total - verdicts.untested
    where = only if total == 1 else any_in_words(total, "benchmark")
    if not tested:
        return f"The difference between {a} and {b} is not tested on {where}: {compared[0].missing}"
    if tested == verdicts.undecided:
        equal = f"No significant difference between {a} and {b} on"
        if tested == total:
            return f"{equal} {where}"
        of_them = "the only benchmark" if tested == 1 else f"any of the {tested:,} benchmarks"
        return f"{equal} {of_them} tested, not tested on {verdicts.untested:,}"
    if total == 1:
        difference = compared[0]
        word = by_sign(difference.estimate, "higher", "", "lower")
        verdict = difference.verdict
        return f"{a} is {word if verdict is Verdict.DIFFERENT else verdict} than {b} on {only}"
    return f"{a} is {verdicts.words(b)}"
