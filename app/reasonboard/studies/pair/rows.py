"""The rows of the page of two models, with the numbers derived from them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from reasonboard.core.findings.pairs import Answers, Difference, Row, differences
from reasonboard.core.findings.result import strength
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.paired import PairedScores, paired_interval

Rows = Sequence[Row]
_ORDER = {Verdict.BETTER: 0, Verdict.WORSE: 1, Verdict.NOT_SIGNIFICANT: 2, None: 3}
_NAMES = {
    "Shots": ("num_fewshot", "n_shot", "n_shots", "fewshot", "few_shot", "few_shot_num", "shots"),
    "Max tokens": (
        "max_gen_toks", "max_tokens", "max_new_tokens", "max_output_tokens", "max_out_len", "max_completion_tokens",
        "max_tokens_per_call", "max_length_generation",
    ),
    "Temperature": ("temperature", "temp"),
    "Template": (
        "apply_chat_template", "chat_template", "prompt_template", "template", "prompt_type", "use_chat_template",
    ),
    "Judge": ("judge", "judge_model", "grader", "grader_model", "scorer"),
    "Harness": ("harness",),
    "Harness version": ("harness_version",),
}  # fmt: skip
"""What the settings that change a score are called by tools."""
_INDIFFERENT = frozenset({
    "batch_size", "batch_sizes", "max_batch_size", "eval_batch_size", "device", "num_workers", "max_connections",
    "use_cache", "log_samples", "limit", "eval_type", "concurrency", "world_size",
})  # fmt: skip
"""Settings of the machine that ran it, which are listed but are no reason why two runs are not alike."""

_VERSIONED = re.compile(r"(.+?) v?(\d[\w.+-]*)")
"""A tool with its version, as in 'lm-evaluation-harness 0.3'."""


class Line(NamedTuple):
    """A benchmark that both have, compared."""

    benchmark: str
    difference: Difference

    @property
    def words(self) -> str:
        """The verdict in a word or two."""
        verdict, result = self.difference.verdict, self.difference.result
        if verdict is None:
            return "cannot be tested"
        if verdict is Verdict.NOT_SIGNIFICANT:
            lost = result is not None and result.p <= ALPHA
            return "not after correction" if lost else "could be chance"
        return "A better" if verdict is Verdict.BETTER else "B better"

    @property
    def how(self) -> tuple[str, str]:
        """Was it paired, and over how many problems."""
        answers, scores = self.difference.answers, self.difference.scores
        if scores:
            most = max(answers.items_a, answers.items_b)
            of = f" of {most:,}" if most > scores.n else ""
            other = f", {answers.texts_differ:,} of other text" if answers.texts_differ else ""
            return "paired", f"{scores.n:,}{of} problems{other}"
        counts = [one["n_items"] for one in (self.difference.a, self.difference.b)]
        known = [f"{count:,}" for count in counts if count]
        words = " and ".join(dict.fromkeys(known)) if len(known) == len(counts) else ""
        if answers.items_a and answers.items_b:
            common = answers.scores.n if answers.scores else 0
            return "unpaired", f"{common or 'no'} problem{'' if common == 1 else 's'} in common"
        return "unpaired", f"{words} problems" if words else "number of problems unknown"


TYPES = {
    "benchmark": "string", "metric": "string", "a": "number", "b": "number", "a minus b": "number",
    "interval low": "number", "interval high": "number", "verdict": "string", "p": "number", "p corrected": "number",
    "tests": "integer", "test": "string", "compared": "string", "n": "integer", "over": "string",
    "only a right": "integer", "only b right": "integer", "detects": "number", "kind": "string", "kind b": "string",
    "unit": "string",
}  # fmt: skip
"""The columns of `table`."""
SETTINGS_TYPES = {
    "name": "string", "a": "string", "b": "string", "state": "string", "changes scores": "boolean",
    "of the machine": "boolean",
}  # fmt: skip
"""Those of `settings_table`."""


def lines(rows: Rows) -> list[Line]:
    """The benchmarks of both, compared as one family: by verdict, then the strongest evidence first."""
    both = [row for row in rows if row["b"] is not None and row["b"]["key"] is not None]
    found = differences([(row["a"], row["b"], Answers.from_row(row)) for row in both])
    every = [Line(row["benchmark"], one) for row, one in zip(both, found, strict=True)]
    return sorted(
        every, key=lambda line: (_ORDER[line.difference.verdict], -strength(line.difference.result))
    )


def table(rows: Rows) -> list[Row]:
    """The rows of the CSV: everything of the comparison, differences in the unit of the values."""
    return [_flat(line) for line in lines(rows)]


def _flat(line: Line) -> Row:
    one, result = line.difference, line.difference.result
    a, b = one.values
    low, high = one.interval or (None, None)
    pairing, over = line.how
    return {
        "benchmark": line.benchmark,
        "metric": one.a["metric"],
        "a": a,
        "b": b,
        "a minus b": one.estimate,
        "interval low": low,
        "interval high": high,
        "verdict": line.words,
        "p": result.p if result else None,
        "p corrected": result.adjusted if result else None,
        "tests": result.tests if result else None,
        "test": result.test if result else None,
        "compared": pairing,
        "n": one.scores.n if one.scores else None,
        "over": over,
        "only a right": one.scores.only_a if one.scores else None,
        "only b right": one.scores.only_b if one.scores else None,
        "detects": one.detects,
        "kind": one.a["kind"],
        "kind b": one.b["kind"],
        "unit": one.a["unit"],
    }


@dataclass(frozen=True)
class Setting:
    """A setting that is known of A or of B."""

    name: str
    a: str | None
    b: str | None
    changes_scores: bool
    """Is it one of those that are known to change a score, as shots and the limit of tokens?"""

    is_of_machine: bool = False

    @property
    def state(self) -> Literal["differs", "unknown", "same"]:
        if self.a is None or self.b is None:
            return "unknown"
        return "same" if self.a == self.b else "differs"


def settings(rows: Rows) -> list[Setting]:
    """The settings by what they are called here, those that differ first, then those known of one side only."""
    called = {name: title for title, names in _NAMES.items() for name in names}
    values: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for name, *both in _stated(rows):
        title = called.get(name.rsplit(".", 1)[-1].lower(), name.replace("_", " "))
        for side, value in zip(values[title], both, strict=True):
            if value is not None:
                side.append(value)
    machine = {name.replace("_", " ") for name in _INDIFFERENT}
    found = [
        Setting(
            title,
            _joined(a),
            _joined(b),
            title in _NAMES,
            title.rsplit(".", 1)[-1].lower() in machine,
        )
        for title, (a, b) in values.items()
    ]
    states, order = ("differs", "unknown", "same"), list(_NAMES)
    return sorted(
        found,
        key=lambda one: (
            states.index(one.state),
            one.is_of_machine,
            order.index(one.name) if one.changes_scores else len(order),
            one.name.lower(),
        ),
    )


def settings_table(rows: Rows) -> list[Row]:
    """The rows of the CSV of settings, as they are called in the chart."""
    return [
        {
            "name": one.name,
            "a": one.a,
            "b": one.b,
            "state": one.state,
            "changes scores": one.changes_scores,
            "of the machine": one.is_of_machine,
        }
        for one in settings(rows)
    ]


def _stated(rows: Rows) -> Iterator[tuple[str, str | None, str | None]]:
    """Name, A's and B's value of each setting; a tool that is named with its version as two settings."""
    for row in rows:
        if row["name"] != "harness":
            yield row["name"], row["a"], row["b"]
            continue
        found = [_VERSIONED.fullmatch(row[side] or "") for side in "ab"]
        tools = [one[1] if one else row[side] for one, side in zip(found, "ab", strict=True)]
        yield "harness", tools[0], tools[1]
        if any(found):
            versions = [one[2] if one else None for one in found]
            yield "harness_version", versions[0], versions[1]


def _joined(values: Sequence[str]) -> str | None:
    """The values of the settings of one name; thin counts."""
    known = [_number(one) if one.isdecimal() else one for one in dict.fromkeys(values)]
    return ", ".join(known) or None


def _number(digits: str) -> str:
    return f"{int(digits):,}" if len(digits) < 12 else digits  # noqa: PLR2004 - longer ones are ids


def differing(rows: Rows) -> list[Setting]:
    """The settings of which both values are known and differ."""
    return [one for one in settings(rows) if one.state == "differs" and not one.is_of_machine]


class CutOff(NamedTuple):
    """A minus B over all problems, and over those that neither side cut off: the second explains and is not tested."""

    whole: PairedScores
    rest: PairedScores | None
    cut_a: int
    cut_b: int
    flipped_a: int
    """Problems that only A has right, of which B's answer was cut off."""
    flipped_b: int

    @property
    def shares(self) -> list[tuple[str, PairedScores, Interval | None]]:
        """Both rows with their 95 % intervals."""
        found = [("All", self.whole)] + ([("Neither cut off", self.rest)] if self.rest else [])
        return [(name, of, paired_interval(of)) for name, of in found]


def cut_off(rows: Rows) -> CutOff | None:
    """The rows of sql/cut_off.sql; None where no answer says why it ended, or none was cut off."""
    found = {row["is_whole"]: row for row in rows}
    whole = found.get(True)
    if whole is None or not (whole["cut_a"] or whole["cut_b"]):
        return None
    return CutOff(
        _scores(whole),
        _scores(found[False]) if False in found else None,
        *(whole[name] for name in ("cut_a", "cut_b", "flipped_a", "flipped_b")),
    )


def _scores(row: Row) -> PairedScores:
    return PairedScores(*(row[name] for name in PairedScores._fields))


def points(number: float) -> str:
    """A difference of fractions in points with its sign: '+9.6', '−1.8', '0.0'."""
    rounded = round(number * 100, 1)
    return f"{'−' if rounded < 0 else '+' if rounded > 0 else ''}{abs(rounded):.1f}"


def value(number: float, unit: str) -> str:
    """A score as it stands in a column: fractions in percent without the sign."""
    if unit == "fraction":
        return f"{number * 100:.1f}"
    return f"{number:,.3g}" if abs(number) < 1000 else f"{number:,.0f}"  # noqa: PLR2004


def change(line: Line) -> str:
    """A minus B of a line, in points or in the unit of the scores."""
    unit: Any = line.difference.a["unit"]
    if unit == "fraction":
        return points(line.difference.estimate)
    number = line.difference.estimate
    return f"{'−' if number < 0 else '+'}{abs(number):,.3g}"
