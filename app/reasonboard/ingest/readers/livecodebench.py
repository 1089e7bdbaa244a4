"""LiveCodeBench, 2024 to 2026: the verdicts on every answer, `*_eval_all.json`, and the numbers of `*_eval.json`."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields, spans
from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.texts.answer import Asked, Texts, as_text, nth
from reasonboard.ingest.texts.text_file import objects

TOOL = "LiveCodeBench"
METRIC = "pass@1"
_ALL, _NUMBERS = "_eval_all.json", "_eval.json"
_NEEDED = {"question_id", "output_list"}
_NAME = re.compile(
    r"(?P<before>.*?)(?:Scenario\.)?(?P<scenario>codegeneration|selfrepair|testoutputprediction|codeexecution)"
    r"(?:_(?P<n>\d{1,4})_(?P<temperature>\d{1,2}(?:\.\d{1,4})?))?(?P<cot>_cot)?(?:_output)?",
    re.DOTALL,
)
_ABOUT = ("difficulty", "platform")
_NOISE = 1e-6


class _Problem(NamedTuple):
    answer: Sample
    """An answer to it, without a score."""
    verdicts: Sequence[float]


def recognizes(file: File) -> bool:
    """Is it a list of problems with the outputs for each, or the list of numbers, results and messages?"""
    if not file.start.lstrip().startswith(b"[") or not file.looks_like_json:
        return False
    if b'"question_id"' in file.head:
        first = node.first(file.json)
        return first.keys() >= _NEEDED and bool(first.keys() & {"code_list", "pred_list"})
    return b'"detail"' in file.head and _has_numbers(file)


def _has_numbers(file: File) -> bool:
    document = file.json
    if not isinstance(document, list) or len(document) < 2:  # noqa: PLR2004  (numbers and results)
        return False
    first, second = document[0], document[1]
    return isinstance(second, dict) and node.mapping(first).keys() >= {METRIC, "detail"}


def main_of(file: File) -> File | None:
    """The verdicts that these numbers, or these answers without verdicts, are read with."""
    name = file.path.name.removesuffix(_NUMBERS).removesuffix(".json")
    return None if file.path.name.endswith(_ALL) else file.beside(f"{name}{_ALL}")


def read(file: File) -> Iterator[Found]:
    """The run with a verdict on each answer, and the pass@k of the file beside it.

    Numbers without the verdicts are read alone: they name no problems. Answers without verdicts raise Skip.
    """
    main = main_of(file)
    if main:
        raise ReadWith(main)
    document = Node(file, file.json)
    benchmark, run = _named(file)
    if _has_numbers(file):
        results = document.items()[1].mapping()
        counts = {len(answers) for answers in results.values() if isinstance(answers, list)}
        numbers = list(_numbers(document, benchmark, len(results), counts))
        yield Found(run, numbers, notes=document.notes)
        return
    if "graded_list" not in node.first(file.json):
        raise Skip("answers without verdicts, which LiveCodeBench has in *_eval_all.json")
    problems = list(_problems(document, benchmark))
    measurements = list(_beside(file, benchmark, problems, document.notes))
    samples = (
        replace(problem.answer, repeat=repeat, score=score)
        for problem in problems
        for repeat, score in enumerate(problem.verdicts)
    )
    run = replace(run, settings={**run.settings, **_dates(document)})
    yield Found(run, measurements, samples, document.notes)


def _named(file: File) -> tuple[str, Run]:
    """The benchmark and the run, by the name of the file: `Scenario.codegeneration_10_0.2_eval_all.json`.

    The harness writes it to `output/MODEL`, its evaluator of other answers puts what a person said before it.
    """
    stem = file.path.name.removesuffix(_ALL).removesuffix(_NUMBERS).removesuffix(".json")
    stated = match.groupdict() if (match := _NAME.fullmatch(stem)) else {}
    before = stated["before"].rstrip("_.-") if stated else stem
    settings = {"n_samples": stated.get("n"), "temperature": stated.get("temperature")}
    settings |= {"chain_of_thought": "true"} if stated.get("cot") else {}
    inner, outer, *_ = [*places.folders(file), "", ""]
    model = inner if outer == "output" and not before else ""
    run = Run(
        tool=TOOL,
        model=node.name(file, model, "the model's folder") if model else "",
        settings={name: value for name, value in settings.items() if value},
        place=[*([before] if before else []), *places.folders(file)],
        hints=places.model_hints(file, model),
    )
    scenario = stated.get("scenario", "codegeneration")
    return TOOL if scenario == "codegeneration" else f"{TOOL}:{scenario}", run


def _dates(document: Node) -> dict[str, str]:
    """The first and the last day of the contests: they say which problems the run has."""
    days = [day[:10] for each in document.value if (day := node.text(each.get("contest_date")))]
    return {"first_contest": min(days), "last_contest": max(days)} if days else {}


def _problems(document: Node, benchmark: str) -> Iterator[_Problem]:
    place_of = spans.text_places(document.file, "livecodebench")
    seen: set[str] = set()
    for index, problem in enumerate(document.items()):
        problem.mapping()
        item = _item(problem)
        if item in seen:
            again = f"{problem.where}.question_id is {item[:60]!r} again"
            raise document.file.refused(again, "each problem once")
        seen.add(item)
        verdicts = [each.verdict() for each in problem.at("graded_list").items()]
        stated = problem.value.get(METRIC)
        if isinstance(stated, float) and abs(stated - _mean(verdicts)) > _NOISE:
            expected = f"{_mean(verdicts):g}, the share of its verdicts"
            raise document.file.refused(f"{problem.where}['{METRIC}'] is {stated:g}", expected)
        about = {name: problem.value.get(name) for name in _ABOUT}
        answer = Sample(
            benchmark,
            item,
            0,
            None,
            METRIC,
            problem=digests.of_problem(problem.value.get("question_content")),
            item_fields=item_fields.kept(document.file.extra_settings, about),
            texts=place_of.get(str(index)),
        )
        yield _Problem(answer, verdicts)


def _item(problem: Node) -> str:
    """A problem; of a prediction of outputs its test, of an execution the call."""
    if "pred_list" not in problem.value:
        return problem.at("question_id").name()
    if isinstance(problem.value.get("id"), str):
        return problem.at("id").name()
    test = node.word(problem.value.get("test_id"))
    name = problem.at("question_id").name()
    return f"{name}/{test}" if test is not None else name


def _mean(verdicts: Sequence[float]) -> float:
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def _beside(
    file: File, benchmark: str, problems: Sequence[_Problem], notes: list[str]
) -> Iterator[Measurement]:
    """The pass@k of the file of numbers; one that does not agree with the verdicts is left out, and said."""
    name = file.path.name.removesuffix(_ALL)
    numbers = None if name == file.path.name else file.beside(f"{name}{_NUMBERS}")
    if numbers is None:
        return
    try:
        if not _has_numbers(numbers):
            return
        document = Node(numbers, numbers.json, notes=notes)
        counts = {len(problem.verdicts) for problem in problems}
        stated = list(_numbers(document, benchmark, len(problems), counts))
    except IngestError as error:
        notes.append(f"its pass@k is left out: {error}")
        return
    mean = sum(_mean(problem.verdicts) for problem in problems) / max(len(problems), 1)
    first = next((one.value for one in stated if one.metric == METRIC), None)
    if first is not None and abs(first - mean) > _NOISE:
        others = f"of the {len(problems)} problems here {mean:g}: left out"
        notes.append(f"{numbers.path.name}: {METRIC} is {first:g}, {others}")
        return
    yield from stated


def _numbers(
    document: Node, benchmark: str, n_items: int, counts: set[int]
) -> Iterator[Measurement]:
    for metric, number in document.items()[0].entries().items():
        if metric == "detail":
            continue
        yield from number.measurements(
            benchmark,
            metric,
            FRACTION,
            n_items=n_items or None,
            n_repeats=(next(iter(counts)) or None) if len(counts) == 1 else None,
            higher_is_better=True,
        )


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of one answer to the problem."""
    question = row.get("question_id")
    asked.must_be(question, row.get("id"), f"{question}/{row.get('test_id')}")
    answer = nth(row.get("output_list"), asked.repeat)
    run = nth(row.get("code_list", row.get("pred_list")), asked.repeat)
    return Texts(
        problem=as_text(row.get("question_content", row.get("code"))),
        answer=as_text(answer),
        expected=as_text(row.get("output")),
        scored=as_text(run) if run != answer else None,
        scored_by=_message(nth(row.get("metadata"), asked.repeat)),
    )


def _message(raw: Any) -> str | None:
    """What the judge says of a failure, which is written as JSON."""
    try:
        said = json.loads(raw) if isinstance(raw, str) else raw
    except ValueError:
        return None
    if not isinstance(said, Mapping):
        return None
    return as_text(said.get("error_message")) or as_text(said.get("error"))


READER = Reader("livecodebench", recognizes, read, texts={"livecodebench": objects(texts, "byte")})
