"""The statistics of a HELM run, over all instances and of each instance, and the texts of its answers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields, spans
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import LARGEST_JSON, File
from reasonboard.ingest.formats.numbers import number
from reasonboard.ingest.formats.records import (
    FRACTION,
    TOKEN_LENGTH,
    TOKENS,
    Measurement,
    Sample,
    TextPlace,
)
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common.node import Node, once
from reasonboard.ingest.texts.answer import Asked, Message, Texts, as_number, as_text

STATS = "stats.json"
PER_INSTANCE = "per_instance_stats.json"
STATES = "scenario_state.json"
_FRACTIONS = re.compile(
    r"math_equiv.*|rouge_[12l].*|bleu_[14]|ndcg.*|rr@.*|mrr.*|(?:platt_)?ece.*|selective_.*|code_eval_acc|"
    r"toxic_frac|chain_of_thought_correctness|strict_acc|ifeval_strict_accuracy|live_qa_score|pass",
    re.IGNORECASE,
)
_TOKENS = ("num_output_tokens", "num_completion_tokens")
_RUNTIME = "inference_runtime"
_SECOND = "seconds"
_FINISH = "finish_reason_"
_OF_THE_RUN = re.compile(
    r"num_.*|training_.*|batch_size|finish_reason_.*|prompt_truncated|max_prob|logprob.*|.*_cost|"
    r"inference_(?:de|idealized_).*|predicted_index"
)
_SPLITS = {"test", "valid"}


class _Stat(NamedTuple):
    """One statistic and what it is of."""

    name: str
    split: str | None
    perturbation: str | None
    mean: Node
    """Of None where it is of nothing: HELM writes such too."""


def measurements(
    file: File, benchmark: str, trials: int | None, notes: list[str]
) -> Iterator[Measurement]:
    """Every statistic that measures the model, output tokens as `token_length`; not those of the run itself.

    The filter of what was perturbed names the perturbation: only of scores.
    `stddev` is the spread over trials, no standard error, and is left out.
    """
    stats = [_stat(node) for node in Node(file, file.json, notes=notes).items()]
    counts = {
        stat.split: stat.mean.value
        for stat in stats
        if stat.name == "num_instances" and not stat.perturbation
    }
    tokens = next((name for name in _TOKENS if any(stat.name == name for stat in stats)), None)
    every: list[Measurement] = []
    for stat in stats:
        if not _is_tested(stat) or stat.mean.value is None:
            continue
        if _OF_THE_RUN.fullmatch(stat.name) and stat.name != tokens:
            continue
        unit, mean = _unit(stat.name, tokens), stat.mean
        if stat.perturbation and unit in (TOKENS, _SECOND):
            continue
        every += mean.child(mean.value, f"{file.path.name}: {mean.where}").measurements(
            benchmark,
            TOKEN_LENGTH if unit == TOKENS else stat.name,
            unit,
            split=stat.split,
            filter=stat.perturbation,
            n_items=_count(counts.get(stat.split)),
            n_repeats=trials,
        )
    yield from once(every, notes)


def samples(
    file: File | None, benchmark: str, notes: list[str], damage: list[IngestError]
) -> Iterator[Sample]:
    """One for each instance, trial and score; not those that were perturbed.

    Where the states of the requests cannot be read the error is added to `damage`: then no problem and no place of a
    text is known.
    """
    if file is None:
        return
    if file.status.st_size > LARGEST_JSON:
        notes.append(f"{PER_INSTANCE} has {file.status.st_size} bytes: too large, no samples")
        return
    seen: set[tuple[str, int]] = set()
    states: dict[tuple[str, int], _State] = {}
    try:
        states = _states(file.beside(STATES))
    except IngestError as error:
        damage.append(error)
    left_out: Counter[str] = Counter()
    for instance in Node(file, file.json).items():
        if instance.mapping().get("perturbation") is not None:
            left_out["an instance that was perturbed"] += 1
            continue
        item = instance.at("instance_id").name()
        trial = instance.at("train_trial_index")
        repeat = trial.step() if "train_trial_index" in instance.value else 0
        if (item, repeat) in seen:
            left_out["an instance for the second time in a trial"] += 1
            continue
        seen.add((item, repeat))
        state = states.get((item, repeat), _State())
        for sample in _instance(instance, benchmark, item, repeat):
            yield replace(sample, **state._asdict())
    notes.extend(f"{PER_INSTANCE}: {what} in {n} rows, left out" for what, n in left_out.items())


class _State(NamedTuple):
    """What the state of a request says of an instance."""

    texts: TextPlace | None = None
    problem: int | None = None
    """The digest of the problem's text."""
    item_fields: str | None = None


def _states(states: File | None) -> dict[tuple[str, int], _State]:
    """The first request of each instance and trial; not those that were perturbed."""
    first_states: dict[tuple[str, int], _State] = {}
    for part in spans.parts(states, "request_states") if states else ():
        state = node.mapping(part.value)
        instance = node.mapping(state.get("instance"))
        trial = node.whole(state.get("train_trial_index")) or 0
        if states and instance.get("perturbation") is None:
            extra = node.mapping(instance.get("extra_data"))
            fields = {**extra, "sub_split": instance.get("sub_split")}
            of_instance = _State(
                TextPlace(states, "helm", part.begin),
                digests.of_problem(node.inner(instance, "input", "text")),
                item_fields.kept(states.extra_settings, fields),
            )
            first_states.setdefault((str(instance.get("id")), trial), of_instance)
    return first_states


def _instance(instance: Node, benchmark: str, item: str, repeat: int) -> Iterator[Sample]:
    stats = [_stat(stat) for stat in instance.at("stats").items()]
    plain = [stat for stat in stats if stat.perturbation is None and stat.mean.value is not None]
    if not all(_is_tested(stat) for stat in plain):
        return
    means: dict[str, Any] = {}
    for stat in plain:
        means.setdefault(stat.name, stat.mean.value)
    ends = (name for name, mean in means.items() if name.startswith(_FINISH) and mean == 1)
    reasons = [name.removeprefix(_FINISH) for name in ends]
    tokens_out = next((_count(means[name]) for name in _TOKENS if name in means), None)
    for name, mean in means.items():
        unit = _unit(name, None)
        if unit != _SECOND and not _OF_THE_RUN.fullmatch(name):
            place = instance.child(mean, f"{instance.where}: {name}")
            expected = "a fraction" if unit == FRACTION else "a number"
            if isinstance(mean, bool):
                raise place.refused(expected)
            yield Sample(
                benchmark=benchmark,
                item=item,
                repeat=repeat,
                score=place.score(expected, is_fraction=unit == FRACTION),
                metric=name,
                unit=unit,
                tokens_in=_count(means.get("num_prompt_tokens")),
                tokens_out=tokens_out,
                finish=node.text(reasons[0]) if reasons else None,
            )


def _is_tested(stat: _Stat) -> bool:
    """Is it of a split that models are tested on, or of none?"""
    return stat.split is None or stat.split.split("/")[0] in _SPLITS


def _stat(stat: Node) -> _Stat:
    named = stat.at("name")
    stated = named.mapping()
    parts = [stated.get(key) for key in ("split", "sub_split")]
    stated_parts = (part for part in parts if part is not None)
    split = "/".join(node.name(stat.file, part, f"{named.where}.split") for part in stated_parts)
    perturbed = stated.get("perturbation") is not None
    mean = stat.at("mean")
    return _Stat(
        name=named.at("name").name(),
        split=split or None,
        perturbation=_perturbation(named.at("perturbation")) if perturbed else None,
        mean=stat.child(None, mean.where) if stat.value.get("count") == 0 else mean,
    )


def _perturbation(perturbation: Node) -> str:
    """Its name and what else tells it from others of that name: `robustness,computed_on=worst`."""
    name = perturbation.at("name").name()
    others = (
        f"{key}={value}"
        for key, value in perturbation.value.items()
        if key not in ("name", "robustness", "fairness") and isinstance(value, str | int | float)
    )
    return node.name(perturbation.file, ",".join([name, *others]), perturbation.where)


def _unit(name: str, tokens: str | None) -> str:
    if name == tokens:
        return TOKENS
    if name == _RUNTIME:
        return _SECOND
    return FRACTION if _FRACTIONS.fullmatch(name) else metrics_of.unit(name)


def _count(mean: Any) -> int | None:
    value, _ = number(mean)
    return node.whole(int(value)) if value is not None and value.is_integer() else None


def texts(state: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of the state of a request; of choices the answer is what its letter stands for."""
    instance, request = node.mapping(state.get("instance")), node.mapping(state.get("request"))
    asked.must_be(instance.get("id"))
    result = node.mapping(state.get("result"))
    completion = node.first(result.get("completions"))
    answer = as_text(completion.get("text")) or ""
    choices = node.mapping(state.get("output_mapping"))
    meant = choices.get(answer.strip())
    thought = node.inner(completion, "thinking", "text")
    return Texts(
        prompt=[Message("", request["prompt"])] if request.get("prompt") else _chat(request),
        problem=as_text(node.inner(instance, "input", "text")),
        reasoning=thought if isinstance(thought, str) else None,
        answer=f"{answer} ({meant})" if isinstance(meant, str) else answer,
        expected=_expected(instance),
        scored=meant if isinstance(meant, str) else None,
        finish=as_text(node.inner(completion, "finish_reason", "reason")),
        seconds=as_number(result.get("request_time")),
    )


def _chat(request: Mapping[str, Any]) -> list[Message]:
    return [
        Message(str(message.get("role")), str(message.get("content")))
        for message in objects_in(request.get("messages"))
    ]


def _expected(instance: Mapping[str, Any]) -> str | None:
    """The reference that is tagged as correct."""
    for reference in instance.get("references") or ():
        if "correct" in (node.inner(reference, "tags") or ()):
            return as_text(node.inner(reference, "output", "text"))
    return None
