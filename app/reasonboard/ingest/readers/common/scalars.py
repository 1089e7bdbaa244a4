"""The scalars of a training: what a tag such as 'val-core/gsm8k/acc/mean@16' measures, and in what unit."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import (
    FRACTION,
    TOKEN_LENGTH,
    TOKENS,
    Found,
    Measurement,
    Run,
)
from reasonboard.ingest.readers.common import node, restarts
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.restarts import PLACES, Restarts, Scalars

HOURS = restarts.HOURS
Logged = Iterator[tuple[int, int, Scalars, list[str]]]
"""Row, step, numbers with their places, and what is odd about the row."""
Row = tuple[float, int, Scalars]
"""Time, step and numbers."""
MATTERS = ("batch_size",)
"""Settings that cannot change an evaluation, but give another model when they change in a training."""
TRAINING = "(training)"
_LENGTHS = ("response_length/mean", "completions/mean_length", "completion_length")
"""The mean length of an answer, the best first: one of them is the run's token length."""
_VALIDATION = re.compile(
    r"val-(?:core|aux)/(?P<source>.+)/(?P<kind>[^/]+)/"
    r"(?P<metric>(?P<how>mean|std|best|worst|maj)@(?P<n>\d{1,6})(?:/(?P<of>mean|std))?)"
)
_OLD_VALIDATION = re.compile(r"val/(?P<metric>test_score)/(?P<source>.+)")
_REWARDS = {"reward", "score"}
_UNITS: tuple[tuple[re.Pattern[str], str, bool | None], ...] = tuple(
    (re.compile(pattern), unit, better)
    for pattern, unit, better in (
        (r"(?:eval[_/])?rewards/accuracies|(?:.*[/_])?mean_token_accuracy", FRACTION, True),
        (r".*(?:clip_?frac|clip_ratio|clipped_ratio)(?:_\w+)?|clip_ratio/.*|.*frac_reward_zero_std", FRACTION, None),
        (r".*(?:reward_std|(?:rewards|scores?)/(?:.*/)?(?:std|var))", "reward", None),
        (r"(?:eval[_/])?(?:reward|rewards/.*)|critic/(?:score|rewards)/.*|objective/(?:rlhf_reward|scores)",
         "reward", True),
        (r"(?:.*[/_])?(?:kl|ppo_kl|kl_loss|approx_kl\w*|entropy|entropy_loss)(?:/mean)?", "nats", None),
        (r"(?:.*[/_])?\w*loss", "loss", False),
        (r"(?:response|prompt)_length(?:_non_aborted)?/(?:mean|max|min)|.*completion_length|"
         r".*completions/(?:mean|min|max)_(?:terminated_)?length|(?:.*/)?num_tokens", TOKENS, None),
        (r"timing(?:_s)?/.*|.*_runtime", "seconds", None),
        ("hours", "hours", None),
        (r"timing_per_token_ms/.*", "milliseconds", None),
    )
)  # fmt: skip
_DEVIATION = "score"


class Scalar(NamedTuple):
    benchmark: str
    metric: str
    unit: str
    better: bool | None = None
    n_repeats: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What a trainer logged at one step of a run."""

    run: Run
    """As all its steps have it: the step itself is added."""
    number: int | None
    scalars: Scalars
    notes: Sequence[str] = ()
    lost: int | None = None
    """How many numbers were left out, as the training was restarted here."""


def training(
    file: File, tags: Iterable[str], steps: Iterable[Step], notes: Sequence[str] = ()
) -> Iterator[Found]:
    """A run at each step of its training, with the numbers of that step as `measurements` reads them.

    `tags` are all that the training has: they say whether it is reinforcement learning. The first step at
    which a tag has no number carries a note on it; the first step, the `notes` of the whole file.
    """
    reinforcement = is_reinforcement(tags)
    left_out: dict[str, str] = {}
    for step in steps:
        before = len(left_out)
        numbers = measurements(file, step.scalars, left_out)
        iteration = step.number if reinforcement else None
        run = replace(
            step.run, step=step.number, iteration=iteration, lost=step.lost, chosen=MATTERS
        )
        yield Found(run, numbers, notes=[*notes, *step.notes, *list(left_out.values())[before:]])
        notes = ()


def of_log(
    file: File, run: Run, rows: Iterable[Row], tags: Iterable[str] = (), notes: Sequence[str] = ()
) -> Iterator[Found]:
    """The run at each step of a log, given as its rows with the times at which they were logged."""
    in_order = [(step, values) for _, step, values in sorted(rows, key=lambda row: row[0])]
    return by_step(file, run, lambda: numbered(in_order), notes, tags)


def numbered(rows: Iterable[tuple[int, Scalars]]) -> Logged:
    """The rows of a log, given by their steps."""
    for number, (step, values) in enumerate(rows):
        yield number, step, values, []


def by_step(
    file: File,
    run: Run,
    logged: Callable[[], Logged],
    notes: Sequence[str] = (),
    tags: Iterable[str] = (),
) -> Iterator[Found]:
    """The run at each step of what a trainer logged; of a number that was logged again at a step the last.

    `logged` are the rows in the order in which they were logged: where a training is restarted at a lower step, what
    it had logged from there on is left out. Reads twice: first which row is the last of each step, then the numbers,
    few of them at a time. `tags` are further ones that the training has.
    """
    last: dict[int, int] = {}
    tags = {*tags}
    lives = Restarts()
    for row, step, values, _ in logged():
        last[step] = row
        tags |= values.keys()
        lives.see(row, step, values)
    if not last:
        raise file.refused("no row of a step", "what a trainer logs")
    yield from training(file, tags, _whole_steps(run, last, logged(), lives), notes)


def _whole_steps(
    run: Run, last: Mapping[int, int], logged: Logged, lives: Restarts
) -> Iterator[Step]:
    pending: dict[int, dict[str, tuple[Any, str]]] = {}
    odd: list[str] = []
    for row, step, values, notes in logged:
        odd += notes
        if lives.is_lost(row, step, values):
            continue
        pending.setdefault(step, {}).update(values)
        if last[step] == row:
            lost = lives.lost.get(step)
            odd += lives.notes(step)
            yield Step(run, step, pending.pop(step), odd, lost=lost)
            odd = []


def measurements(file: File, scalars: Scalars, left_out: dict[str, str]) -> list[Measurement]:
    """The numbers of one step, each given as tag -> (raw value, locator).

    The tags that say where the training is (step, epoch, time) are no numbers of it. `left_out`
    names, once for each tag, what is not a number. Raises IngestError for a tag that cannot be a name.
    """
    numbers = []
    for tag, (raw, locator) in scalars.items():
        if tag in PLACES:
            continue
        node.name(file, tag, locator)
        benchmark, metric, unit, better, n_repeats = scalar(tag, scalars)
        notes: list[str] = []
        numbers += Node(file, raw, locator, notes).measurements(
            benchmark, metric, unit, n_repeats=n_repeats or None, higher_is_better=better
        )
        if notes:
            left_out.setdefault(tag, notes[0])
    return numbers


def scalar(tag: str, beside: Mapping[str, Any]) -> Scalar:
    """What a tag means among the others of the same step.

    The 'train/' that a dashboard puts before a trainer's own name is taken off, unless that name
    stands there too.
    """
    if match := _VALIDATION.fullmatch(tag):
        return _validation(match)
    if match := _OLD_VALIDATION.fullmatch(tag):
        return Scalar(match["source"], match["metric"], "reward", better=True)
    own = tag.removeprefix("train/")
    bare = own if own and own not in beside else tag
    lengths = (length for length in _LENGTHS if {length, f"train/{length}"} & beside.keys())
    if bare == next(lengths, None):
        return Scalar(TRAINING, TOKEN_LENGTH, TOKENS)
    unit, better = _unit(own)
    return Scalar(TRAINING, bare, unit, better)


def hours(seconds: float) -> float:
    """Seconds since the start in hours, to a second."""
    return round(seconds / 3600, 4)


def is_known(tag: str) -> bool:
    """Is it the tag of a scalar that a trainer is known to write?"""
    return scalar(tag, {tag: None}).unit != "score"


def is_reinforcement(tags: Iterable[str]) -> bool:
    """Do these tags have a reward of answers, as only reinforcement learning has?"""
    bare = {tag.removeprefix("train/") for tag in tags}
    return any(
        tag in {"reward", "objective/rlhf_reward", "objective/scores"}
        or tag.startswith(("critic/", "val-core/", "actor/"))
        for tag in bare
    )


@lru_cache(10_000)
def _unit(tag: str) -> tuple[str, bool | None]:
    known = ((unit, better) for pattern, unit, better in _UNITS if pattern.fullmatch(tag))
    return next(known, ("score", None))


def _validation(match: re.Match[str]) -> Scalar:
    """An accuracy keeps the plain name `mean@16`; beside it a reward of the same source is another metric."""
    spread = "std" in (match["how"], match["of"])
    accuracy = match["kind"] == "acc"
    reward = "reward" if match["kind"] in _REWARDS else "score"
    return Scalar(
        match["source"],
        match["metric"] if accuracy else f"{match['kind']}/{match['metric']}",
        _DEVIATION if spread else FRACTION if accuracy else reward,
        better=None if spread else True,
        n_repeats=int(match["n"]) if match["how"] == "mean" else None,
    )
