"""EvalPlus (HumanEval+, MBPP+), 2023 to today: the verdicts on every solution of a run."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats import spans
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.texts.answer import Asked, ChangedError, Texts, nth
from reasonboard.ingest.texts.text_file import TextFile, TextForm

TOOL = "evalplus"
METRIC = "pass@1"
_NO_SETTINGS = ("date", "eval", "pass_at_k")
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


def recognizes(file: File) -> bool:
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
    document = Node(file, file.json)
    answers = {
        node.name(file, item, "a task"): list(_verdicts(solutions, f"eval[{item[:80]!r}]"))
        for item, solutions in document.at("eval").entries().items()
    }
    benchmark = _benchmark(file, answers)
    around = (_stem(file), *places.folders(file))
    model, settings = _named(file)
    run = Run(
        tool=TOOL,
        model=model,
        date=dates.of_field(document.value.get("date"), "%Y-%m-%d %H:%M"),
        settings={**node.without(document.mapping(), _NO_SETTINGS), **settings},
        place=[part for part in around if part.lower() not in _DATA_SETS],
        hints=places.model_hints(file),
    )
    measurements = list(_stored(document, benchmark, answers))
    samples = _samples(file, answers, benchmark)
    yield Found(run, measurements, samples, notes=document.notes)


def _samples(
    file: File, answers: Mapping[str, list[tuple[float, float | None]]], benchmark: str
) -> Iterator[Sample]:
    place_of = spans.text_places(file, "evalplus", "eval")
    for item, verdicts in answers.items():
        place = place_of.get(item)
        for repeat, (base, plus) in enumerate(verdicts):
            yield Sample(benchmark, item, repeat, base, METRIC, texts=place)
            if plus is not None:
                # The extra tests count only where the base tests pass too.
                yield Sample(f"{benchmark}+", item, repeat, base * plus, METRIC, texts=place)


def _verdicts(stated: Node, where: str) -> Iterator[tuple[float, float | None]]:
    """Base and extra verdict on each solution; of 2023 they are lists of [verdict, details] by kind of test."""
    raw = stated.child(stated.value, where)
    if isinstance(raw.value, list):
        for verdicts in raw.items():
            plus = verdicts.at("plus_status")
            extra = None if plus.value is None else _verdict(plus)
            yield _verdict(verdicts.at("base_status")), extra
        return
    base = raw.at("base").items()
    every_plus = raw.at("plus").items() if raw.value.get("plus") else []
    if every_plus and len(every_plus) != len(base):
        wrong = f"{where} has {len(base)} base and {len(every_plus)} plus verdicts"
        raise raw.file.refused(wrong, "as many")
    for index, verdict in enumerate(base):
        extra = _verdict(_head(every_plus[index])) if every_plus else None
        yield _verdict(_head(verdict)), extra


def _verdict(stated: Node) -> float:
    if not isinstance(stated.value, str) or stated.value not in _VERDICTS:
        raise stated.refused("pass, fail or timeout")
    return _VERDICTS[stated.value]


def _head(verdict: Node) -> Node:
    """Of [verdict, details] the first, called as the whole."""
    raw = verdict.value
    return verdict.child(raw[0], verdict.where) if isinstance(raw, list) and raw else verdict


def _stored(
    document: Node, benchmark: str, answers: Mapping[str, list[tuple[float, float | None]]]
) -> Iterator[Measurement]:
    counts = {len(verdicts) for verdicts in answers.values()}
    pass_at_k = document.part("pass_at_k")
    for kind, suffix in (("base", ""), ("plus", "+")):
        for k, raw in pass_at_k.part(kind).entries().items():
            yield from raw.measurements(
                f"{benchmark}{suffix}",
                k,
                FRACTION,
                n_items=len(answers),
                n_repeats=(next(iter(counts)) or None) if len(counts) == 1 else None,
                higher_is_better=True,
            )


def _benchmark(file: File, answers: Mapping[str, Any]) -> str:
    """'humaneval' or 'mbpp', as the tool calls them: what the tasks' names begin with, `HumanEval/0`."""
    sets = {item.partition("/")[0] for item in answers}
    if len(sets) != 1 or not all("/" in item for item in answers):
        wrong = f"eval has tasks of {len(sets)} data sets"
        raise file.refused(wrong, "names such as 'HumanEval/0'")
    return node.name(file, sets.pop().lower(), "the data set")


def _stem(file: File) -> str:
    """The name of the file without the endings of the tool."""
    return _ENDING.sub("", file.path.name).removesuffix(".json")


def _named(file: File) -> tuple[str, dict[str, str]]:
    """Model and settings, from `ORG--MODEL_BACKEND_temp_T[-sanitized]_eval_results.json` or a folder called so."""
    matches = (_NAME.fullmatch(name) for name in (_stem(file), *places.folders(file)[:2]))
    match = next((match for match in matches if match), None)
    if match is None:
        return "", {}
    settings = {name: match[name] for name in ("backend", "temperature") if match[name]}
    if "sanitized" in (match["rest"] or ""):
        settings["sanitized"] = "True"
    model = match["model"].replace("--", "/", 1)
    return node.name(file, model, "the model of the name"), settings


def texts(file: TextFile, begin: int, asked: Asked) -> Texts:
    """The solution; the task itself stands in no file of the tool. Of 2023 there are no solutions in it."""
    record = nth(file.value(begin), asked.repeat)
    if not isinstance(record, dict):
        raise ChangedError("The file has the verdicts, not the solutions.")
    asked.must_be(record.get("task_id") or asked.item)
    solution = record.get("solution")
    failed = [
        f"{kind}: {len(record[name])} tests failed"
        for kind, name in (("base", "base_fail_tests"), ("plus", "plus_fail_tests"))
        if isinstance(record.get(name), list) and record[name]
    ]
    if not isinstance(solution, str):
        raise ChangedError("The file has the verdict, not the solution.")
    return Texts(answer=solution, scored_by="; ".join(failed) or None)


READER = Reader("evalplus", recognizes, read, texts={"evalplus": TextForm(texts)})
