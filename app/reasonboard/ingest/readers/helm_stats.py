"""The statistics of a HELM run: over all instances, and of each instance."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import LARGEST_JSON, File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.readers import shapes, values
from reasonboard.ingest.records import FRACTION, TOKENS, Measurement, Sample

STATS = "stats.json"
PER_INSTANCE = "per_instance_stats.json"
_FRACTIONS = re.compile(
    r"math_equiv.*|rouge_[12l].*|bleu_[14]|ndcg.*|rr@.*|mrr.*|(?:platt_)?ece.*|selective_.*|code_eval_acc|"
    r"toxic_frac|chain_of_thought_correctness|strict_acc|ifeval_strict_accuracy|live_qa_score|pass",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"(?:platt_)?ece.*|toxic_frac|expected_max_toxicity|inference_runtime|.*loss", re.IGNORECASE
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
    mean: Any
    """None where it is of nothing: HELM writes such too."""
    where: str


def measurements(
    file: File, benchmark: str, trials: int | None, notes: list[str]
) -> Iterator[Measurement]:
    """Every statistic that measures the model, output tokens as `token_length`; not those of the run itself.

    What was perturbed is an aggregate whose filter names the perturbation: only of scores.
    `stddev` is the spread over trials, no standard error, and is left out.
    """
    stats = [
        _stat(file, one, f"[{place}]")
        for place, one in enumerate(shapes.items(file, file.json, "the document"))
    ]
    counts = {
        one.split: one.mean for one in stats if one.name == "num_instances" and not one.perturbation
    }
    tokens = next((one for one in _TOKENS if any(stat.name == one for stat in stats)), None)
    seen: set[tuple[str, str | None, str | None]] = set()
    for stat in stats:
        if stat.split is not None and stat.split.split("/")[0] not in _SPLITS:
            continue
        if stat.mean is None or (_OF_THE_RUN.fullmatch(stat.name) and stat.name != tokens):
            continue
        one = _measurement(file, stat, benchmark, tokens, notes)
        if one is None or (one.aggregate and one.unit in (TOKENS, _SECOND)):
            continue
        if (key := (one.metric, one.split, one.filter)) in seen:
            notes.append(f"{one.locator} is {one.metric!r} for the second time: left out")
            continue
        seen.add(key)
        count = counts.get(stat.split)
        whole = isinstance(count, int | float) and float(count).is_integer()
        n_items = shapes.whole(int(count)) if whole and count is not None else None
        yield replace(one, n_items=n_items or None, n_repeats=trials)


def samples(file: File | None, benchmark: str, notes: list[str]) -> Iterator[Sample]:
    """One for each instance, trial and metric that is a fraction; not those that were perturbed."""
    if file is None:
        return
    if file.status.st_size > LARGEST_JSON:
        notes.append(f"{PER_INSTANCE} has {file.status.st_size} bytes: too large, no samples")
        return
    seen: set[tuple[str, int]] = set()
    left_out: Counter[str] = Counter()
    for place, raw in enumerate(shapes.items(file, file.json, "the document")):
        one = shapes.mapping(file, raw, f"[{place}]")
        if one.get("perturbation") is not None:
            continue
        item = shapes.name(file, one.get("instance_id"), f"[{place}].instance_id")
        repeat = shapes.step(file, one.get("train_trial_index", 0), f"[{place}].train_trial_index")
        if (item, repeat) in seen:
            left_out["an instance for the second time in a trial"] += 1
            continue
        seen.add((item, repeat))
        yield from _instance(file, one, benchmark, item, repeat, f"[{place}]")
    notes.extend(f"{PER_INSTANCE}: {what} in {n} rows, left out" for what, n in left_out.items())


def _instance(
    file: File, one: Mapping[str, Any], benchmark: str, item: str, repeat: int, place: str
) -> Iterator[Sample]:
    listed = shapes.items(file, one.get("stats"), f"{place}.stats")
    stats = [_stat(file, stat, f"{place}.stats[{at}]") for at, stat in enumerate(listed)]
    plain = [stat for stat in stats if stat.perturbation is None and stat.mean is not None]
    if any(stat.split is not None and stat.split.split("/")[0] not in _SPLITS for stat in plain):
        return
    means: dict[str, Any] = {}
    for stat in plain:
        means.setdefault(stat.name, stat.mean)
    reasons = [
        name.removeprefix(_FINISH)
        for name in means
        if name.startswith(_FINISH) and means[name] == 1
    ]
    tokens_out = next((_count(means[name]) for name in _TOKENS if name in means), None)
    for name, mean in means.items():
        if _unit(name, None) == FRACTION and not _OF_THE_RUN.fullmatch(name):
            yield Sample(
                benchmark=benchmark,
                item=item,
                repeat=repeat,
                score=_score(file, mean, f"{place}: {name}"),
                metric=name,
                tokens_in=_count(means.get("num_prompt_tokens")),
                tokens_out=tokens_out,
                finish=shapes.text(reasons[0]) if reasons else None,
            )


def _stat(file: File, raw: Any, where: str) -> _Stat:
    stat = shapes.mapping(file, raw, where)
    named = shapes.mapping(file, stat.get("name"), f"{where}.name")
    parts = [named[key] for key in ("split", "sub_split") if named.get(key) is not None]
    split = "/".join(shapes.name(file, one, f"{where}.name.split") for one in parts)
    perturbation = named.get("perturbation")
    return _Stat(
        name=shapes.name(file, named.get("name"), f"{where}.name.name"),
        split=split or None,
        perturbation=None if perturbation is None else _perturbation(file, perturbation, where),
        mean=None if stat.get("count") == 0 else stat.get("mean"),
        where=f"{where}.mean",
    )


def _perturbation(file: File, raw: Any, where: str) -> str:
    """Its name and what else tells it from others of that name: `robustness,computed_on=worst`."""
    one = shapes.mapping(file, raw, f"{where}.name.perturbation")
    name = shapes.name(file, one.get("name"), f"{where}.name.perturbation.name")
    others = (
        f"{key}={value}"
        for key, value in one.items()
        if key not in ("name", "robustness", "fairness") and isinstance(value, str | int | float)
    )
    return shapes.name(file, ",".join([name, *others]), f"{where}.name.perturbation")


def _measurement(
    file: File, stat: _Stat, benchmark: str, tokens: str | None, notes: list[str]
) -> Measurement | None:
    where = f"{file.path.name}: {stat.where}"
    unit = _unit(stat.name, tokens)
    found = values.measured(stat.mean, unit, where, notes)
    if found is None:
        return None
    value, missing = found
    return Measurement(
        benchmark=benchmark,
        metric="token_length" if unit == TOKENS else stat.name,
        value=value,
        unit=unit,
        locator=where,
        missing=missing,
        split=stat.split,
        filter=stat.perturbation,
        higher_is_better=_direction(stat.name, unit),
        aggregate=stat.perturbation is not None,
    )


def _unit(name: str, tokens: str | None) -> str:
    if name == tokens:
        return TOKENS
    if name == _RUNTIME:
        return _SECOND
    return FRACTION if _FRACTIONS.fullmatch(name) else metrics_of.unit(name)


def _direction(name: str, unit: str) -> bool | None:
    if unit == TOKENS:
        return None
    return not _LOWER.fullmatch(name) and metrics_of.higher_is_better(name)


def _count(mean: Any) -> int | None:
    value, _ = number(mean)
    return shapes.whole(int(value)) if value is not None and value.is_integer() else None


def _score(file: File, raw: Any, where: str) -> float | None:
    value, missing = number(raw)
    if missing:
        return None
    if value is None or not 0 <= value <= 1:
        raise IngestError(f"{file.name}: {where} is {shapes.shown(raw)} (expected a fraction)")
    return value
