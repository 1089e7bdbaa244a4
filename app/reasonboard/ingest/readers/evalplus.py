"""EvalPlus (HumanEval+, MBPP+), 2023 to today: the verdicts on every solution of a run."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import places, shapes
from reasonboard.ingest.records import FRACTION, Found, Measurement, Run, Sample
from reasonboard.ingest.settings import kept

TOOL = "evalplus"
METRIC = "pass@1"
_VERDICTS = {
    "pass": 1.0, "success": 1.0,
    "fail": 0.0, "failed": 0.0, "timeout": 0.0, "timed out": 0.0,
}  # fmt: skip
_NAME = re.compile(
    r"(?P<model>.+?)(?:_(?P<backend>vllm|hf|openai|anthropic|google|bedrock|ollama|gptqmodel|mistral))?"
    r"_temp_(?P<temperature>\d{1,3}(?:\.\d{1,6})?)(?P<rest>[-.].*)?",
    re.DOTALL,
)
_DATA_SETS = {"humaneval", "mbpp", "evalplus", "evalplus_results"}
_ENDING = re.compile(r"[._]?eval_results\.json")


class _Place(NamedTuple):
    """What the name says: the file states neither model nor temperature."""

    model: str
    settings: dict[str, str]


def recognises(file: File) -> bool:
    """Has it a date, the hash of the data set and verdicts, for each solution or for each kind of test?"""
    if not file.keys >= {"date", "hash", "eval"} or not isinstance(file.json["eval"], dict):
        return False
    first = next(iter(file.json["eval"].values()), None)
    if isinstance(first, list):
        return not first or (isinstance(first[0], dict) and "base_status" in first[0])
    return isinstance(first, dict) and "base" in first


def read(file: File) -> Iterator[Found]:
    """The run with a verdict on every solution by the base tests, and by base and extra tests ('+').

    Up to 0.3.1 the file has no pass@k: it is made of the verdicts. Where it has one it is read.
    """
    document = shapes.mapping(file, file.json, "the document")
    answers = {
        shapes.name(file, item, "a task"): list(_verdicts(file, item, raw))
        for item, raw in shapes.mapping(file, document.get("eval"), "eval").items()
    }
    benchmark = _benchmark(file, answers)
    place = _place(file)
    settings, dropped = kept(
        place.settings | {"hash": document.get("hash")},
        ("hash", "backend", "temperature", "sanitized"),
    )
    run = Run(
        tool=TOOL,
        model=place.model,
        date=_date(document.get("date")),
        settings=settings,
        hints=[*places.folders(file)[:1], file.path.name],
    )
    notes: list[str] = []
    measurements = list(_stored(file, document, benchmark, answers, notes))
    yield Found(run, measurements, _samples(answers, benchmark), dropped=dropped, notes=notes)


def _samples(
    answers: Mapping[str, list[tuple[float, float | None]]], benchmark: str
) -> Iterator[Sample]:
    for item, verdicts in answers.items():
        for repeat, (base, plus) in enumerate(verdicts):
            yield Sample(benchmark, item, repeat, base, METRIC)
            if plus is not None:
                # The extra tests count only where the base tests pass too.
                yield Sample(f"{benchmark}+", item, repeat, base * plus, METRIC)


def _verdicts(file: File, item: str, raw: Any) -> Iterator[tuple[float, float | None]]:
    """Base and extra verdict on each solution; of 2023 they are lists of [verdict, details] by kind of test."""
    where = f"eval[{item[:80]!r}]"
    if isinstance(raw, list):
        for place, answer in enumerate(raw):
            one = shapes.mapping(file, answer, f"{where}[{place}]")
            yield (
                _verdict(file, one.get("base_status"), f"{where}[{place}].base_status"),
                None
                if one.get("plus_status") is None
                else _verdict(file, one["plus_status"], f"{where}[{place}].plus_status"),
            )
        return
    kinds = shapes.mapping(file, raw, where)
    base = shapes.items(file, kinds.get("base"), f"{where}.base")
    plus = shapes.items(file, kinds.get("plus") or [], f"{where}.plus")
    if plus and len(plus) != len(base):
        raise IngestError(f"{file.name}: {where} has {len(base)} base and {len(plus)} plus verdicts "
                          "(expected as many)")  # fmt: skip
    for place, verdict in enumerate(base):
        yield (
            _verdict(file, _first(verdict), f"{where}.base[{place}]"),
            _verdict(file, _first(plus[place]), f"{where}.plus[{place}]") if plus else None,
        )


def _first(verdict: Any) -> Any:
    return verdict[0] if isinstance(verdict, list) and verdict else verdict


def _verdict(file: File, raw: Any, where: str) -> float:
    if not isinstance(raw, str) or raw not in _VERDICTS:
        raise IngestError(
            f"{file.name}: {where} is {shapes.shown(raw)} (expected pass, fail or timeout)"
        )
    return _VERDICTS[raw]


def _stored(
    file: File,
    document: Mapping[str, Any],
    benchmark: str,
    answers: Mapping[str, list[tuple[float, float | None]]],
    notes: list[str],
) -> Iterator[Measurement]:
    counts = {len(verdicts) for verdicts in answers.values()}
    pass_at_k = shapes.part(file, document, "pass_at_k")
    for kind, suffix in (("base", ""), ("plus", "+")):
        for k, raw in shapes.part(file, pass_at_k, kind).items():
            where = f"pass_at_k.{kind}[{k!r}]"
            value, missing = number(raw)
            if (value is None and missing is None) or (value is not None and not 0 <= value <= 1):
                notes.append(f"{where} is {shapes.shown(raw)}: not a fraction, left out")
                continue
            yield Measurement(
                benchmark=f"{benchmark}{suffix}",
                metric=shapes.name(file, k, where),
                value=value,
                unit=FRACTION,
                locator=where,
                missing=missing,
                n_items=len(answers),
                n_repeats=(next(iter(counts)) or None) if len(counts) == 1 else None,
                higher_is_better=True,
            )


def _benchmark(file: File, answers: Mapping[str, Any]) -> str:
    """'humaneval' or 'mbpp', as the tool calls them: what the tasks' names begin with, `HumanEval/0`."""
    sets = {item.partition("/")[0] for item in answers}
    if len(sets) != 1 or not all("/" in item for item in answers):
        raise IngestError(
            f"{file.name}: eval has tasks of {len(sets)} data sets (expected names such as 'HumanEval/0')"
        )
    return shapes.name(file, sets.pop().lower(), "the data set")


def _place(file: File) -> _Place:
    """From `ORG--MODEL_BACKEND_temp_T[-sanitized]_eval_results.json`, or the folder of `eval_results.json`."""
    plain = _ENDING.sub("", file.path.name).removesuffix(".json")
    folders = places.folders(file)
    matches = (_NAME.fullmatch(one) for one in (plain, *folders[:2]))
    found = next((one for one in matches if one), None)
    if found is None:
        telling = [one for one in (plain, *folders) if one.lower() not in _DATA_SETS]
        return _Place(
            shapes.name(file, places.named_after(telling, plain), "the model's folder"), {}
        )
    settings = {name: found[name] for name in ("backend", "temperature") if found[name]}
    if "sanitized" in (found["rest"] or ""):
        settings["sanitized"] = "True"
    model = found["model"].replace("--", "/", 1)
    return _Place(shapes.name(file, model, "the model of the name"), settings)


def _date(raw: Any) -> str | None:
    """As ISO 8601: local time without a zone."""
    if not isinstance(raw, str):
        return None
    try:
        return datetime.strptime(raw, "%Y-%m-%d %H:%M").isoformat(timespec="minutes")
    except ValueError:
        return None
