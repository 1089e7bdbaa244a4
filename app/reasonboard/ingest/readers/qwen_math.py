"""Qwen2.5-Math's evaluation and its forks (SimpleRL, One-Shot-RLVR): metrics in percent, answers beside them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import PurePath
from typing import Any, NamedTuple

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.errors import ReadWith
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import PERCENT, Found, Measurement, Run, Sample, TextPlace
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.texts.answer import Asked, Texts, as_text, nth
from reasonboard.ingest.texts.messages import prompt
from reasonboard.ingest.texts.text_file import objects

TOOL = "Qwen2.5-Math"
_NEEDED = {"num_samples", "num_scores", "acc"}
_ROW = {"idx", "pred", "score", "code"}
_NAME = re.compile(
    r"(?P<split>[A-Za-z]+)_(?P<prompt>.+?)_(?P<limit>-?\d+)_seed(?P<seed>\d{1,9})_t(?P<temperature>\d+(?:\.\d+)?)_.*"
)
_TILED = re.compile(r".*x(\d{1,3})")


class _Place(NamedTuple):
    """What the path says: the files state neither model nor benchmark."""

    run: Run
    benchmark: str
    split: str | None


def recognizes(file: File) -> bool:
    """Has it the counts and the accuracy of a run, or of several by their paths, or the answers' rows?"""
    if file.first_row:
        return file.first_row.keys() >= _ROW
    if not file.keys:
        return False
    return _is_run(file.json) or _is_collection(file.json)


def read(file: File) -> Iterator[Found]:
    """The run with its accuracy and, from the rows beside it, its answers; each run of a collection."""
    if file.first_row:
        yield from _rows_alone(file)
    elif file.keys >= _NEEDED:
        place = _place(file, PurePath(file.path.absolute()))
        rows = _rows_of(file)
        yield _run_with_means(Node(file, file.json), place, _samples(rows, place) if rows else ())
    else:
        for path, metrics in Node(file, file.json).entries().items():
            place = _place(file, PurePath(node.name(file, path, "a run")))
            yield _run_with_means(Node(file, metrics.value, metrics.where), place, ())


def _is_collection(document: Any) -> bool:
    every = node.mapping(document).values()
    return bool(every) and all(map(_is_run, every))


def _is_run(document: Any) -> bool:
    return node.mapping(document).keys() >= _NEEDED


def _rows_alone(file: File) -> Iterator[Found]:
    main = next((each for each in file.folder("*_metrics.json") if _belong(file, each)), None)
    if main:
        raise ReadWith(main)
    place = _place(file, PurePath(file.path.absolute()))
    yield Found(place.run, (), _samples(file, place))


def _place(file: File, path: PurePath) -> _Place:
    """Benchmark and model from `.../MODEL/BENCHMARK/SPLIT_PROMPT_N_seed0_t0.6_..._metrics.json`."""
    parts = [part for part in path.parts if part not in ("/", ".", "..")]
    last = parts[-1] if parts else ""
    folders = parts[:-1] if path.suffix in (".json", ".jsonl") else parts
    if not folders:
        folders = places.folders(file)[::-1][-1:]
    above = folders[-2::-1] or places.folders(file)
    benchmark = node.name(file, folders[-1] if folders else last, "the benchmark's folder")
    match = _NAME.fullmatch(last)
    stated = {"prompt_type": "prompt", "temperature": "temperature", "num_test_sample": "limit"}
    run = Run(
        tool=TOOL,
        model="",
        place=list(above),
        repeat=node.word(match["seed"]) if match else None,
        settings={name: match[group] for name, group in stated.items()} if match else {},
        hints=[*above[:3], last],
    )
    return _Place(run, benchmark, match["split"] if match else None)


def _run_with_means(metrics: Node, place: _Place, samples: Iterable[Sample]) -> Found:
    n_items, n_repeats = _counts(metrics, place.benchmark)
    # Of several answers to an item Qwen's own `acc` is that of the first, SimpleRL's that of all.
    of_pass = n_repeats if "pass_acc" in metrics.value else 1
    stated = (key for key in ("acc", "pass_acc", "total_acc") if key in metrics.value)
    own = [(key, metrics.at(key), of_pass) for key in stated]
    of_k = metrics.part("pass@k")
    of_k = of_k.child(of_k.value, f'{metrics.where}{"." if metrics.where else ""}["pass@k"]')
    own += [(f"pass@{k}", raw, n_repeats) for k, raw in of_k.entries().items()]
    measurements: list[Measurement] = []
    for metric, raw, repeats in own:
        answers = repeats * _tiles(place.benchmark) if repeats and n_items else None
        counts = {"n_items": n_items, "n_repeats": answers}
        measurements += _measurements(raw, place, place.benchmark, metric, **counts)
    for kind, raw in metrics.part("type_acc").entries().items():
        measurements += _measurements(raw, place, f"{place.benchmark}:{kind}", "acc")
    return Found(place.run, measurements, samples, notes=metrics.notes, beside=True)


def _measurements(
    raw: Node, place: _Place, benchmark: str, metric: str, **counts: Any
) -> list[Measurement]:
    return raw.measurements(
        benchmark, metric, PERCENT, split=place.split, higher_is_better=True, **counts
    )


def _counts(metrics: Node, benchmark: str) -> tuple[int | None, int | None]:
    """Items and answers to each of a pass; `aime24x8` are 30 items that stand 8 times."""
    rows, scores = metrics.at("num_samples").step(), metrics.at("num_scores").step()
    tiles = _tiles(benchmark)
    n_items = rows // tiles if rows % tiles == 0 else None
    return n_items, scores // rows if rows and scores and scores % rows == 0 else None


def _tiles(benchmark: str) -> int:
    match = _TILED.fullmatch(benchmark)
    return max(int(match[1]), 1) if match else 1


def _rows_of(main: File) -> File | None:
    """The rows of a metrics file: its name goes on where theirs ends."""
    beside = [file for file in main.folder("*.jsonl") if _belong(file, main)]
    rows = max(beside, key=lambda file: len(file.path.stem), default=None)
    return rows if rows and rows.first_row.keys() >= _ROW else None


def _belong(rows: File, main: File) -> bool:
    name = main.path.name
    return name.endswith("_metrics.json") and name.startswith(f"{rows.path.stem}_")


def _samples(rows: File, place: _Place) -> Iterator[Sample]:
    """One for each answer. In a tiled set the same question is the same item, and each time a repeat."""
    first: dict[str, str] = {}
    repeats = Repeats()
    tiled = _tiles(place.benchmark) > 1
    for row in node.rows(rows):
        raw = row.value
        item = str(row.at("idx").step())
        fields = item_fields.kept(rows.extra_settings, raw)
        if tiled and isinstance(raw.get("question"), str):
            item = first.setdefault(raw["question"], item)
        scores = row.at("score").items()
        besides = (raw.get(name) for name in ("finish_reason", "pred"))
        lists = (beside[: len(scores)] if isinstance(beside, list) else [] for beside in besides)
        for score, reason, answer in zip_longest(scores, *lists):
            yield Sample(
                benchmark=place.benchmark,
                item=item,
                repeat=repeats.add(item),
                score=score.score(),
                metric="acc",
                finish=node.text(reason),
                problem=digests.of_problem(raw.get("question")),
                answer=digests.of_answer(answer),
                item_fields=fields,
                texts=TextPlace(rows, "qwen_math", row.begin),
            )


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row; where a set stands several times each row has its own number."""
    responses = row.get("code")
    every = responses if isinstance(responses, list) else [responses]
    if asked.repeat < max(len(every), 1):
        asked.must_be(row.get("idx"))
    at = asked.repeat % max(len(every), 1)
    return Texts(
        prompt=prompt(row.get("prompt")),
        problem=as_text(row.get("question")),
        answer=as_text(nth(every, at)),
        expected=as_text(row.get("gt")) or as_text(row.get("answer")),
        scored=as_text(nth(row.get("pred"), at)),
        scored_by=as_text(nth(row.get("report"), at)),
        finish=as_text(nth(row.get("finish_reason"), at)),
    )


READER = Reader("qwen_math", recognizes, read, texts={"qwen_math": objects(texts)})
