"""Qwen2.5-Math's evaluation and its forks (SimpleRL, One-Shot-RLVR): metrics in percent, answers beside them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from reasonboard.ingest.errors import Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import places, shapes, values
from reasonboard.ingest.records import PERCENT, Found, Measurement, Run, Sample

TOOL = "Qwen2.5-Math"
_NEEDED = {"num_samples", "num_scores", "acc"}
_ROW = {"idx", "pred", "score", "code"}
_NAME = re.compile(
    r"(?P<split>[A-Za-z]+)_(?P<prompt>.+?)_(?P<limit>-?\d+)_seed(?P<seed>\d{1,9})_t(?P<temperature>\d+(?:\.\d+)?)_.*"
)
_TILED = re.compile(r".*x(\d{1,3})")


class _Place(NamedTuple):
    """What the path says: the files state neither model nor benchmark."""

    model: str
    benchmark: str
    split: str | None
    seed: int | None
    settings: dict[str, str]
    hints: list[str]


def recognises(file: File) -> bool:
    """Has it the counts and the accuracy of a run, or of several by their paths, or the answers' rows?"""
    if file.first_row:
        return file.first_row.keys() >= _ROW
    if not file.keys:
        return False
    return file.keys >= _NEEDED or _is_collection(file.json)


def read(file: File) -> Iterator[Found]:
    """The run with its accuracy and, from the rows beside it, its answers; each run of a collection."""
    if file.first_row:
        yield from _rows_alone(file)
    elif file.keys >= _NEEDED:
        place = _place(file, PurePath(file.path.absolute()))
        rows = _rows_of(file)
        yield _found(file, file.json, place, "", _samples(rows, place) if rows else ())
    else:
        for path, metrics in shapes.mapping(file, file.json, "the document").items():
            inner = shapes.mapping(file, metrics, f"[{path[:80]!r}]")
            place = _place(file, PurePath(shapes.name(file, path, "a run")))
            yield _found(file, inner, place, f"[{path!r}].", ())


def _is_collection(document: Any) -> bool:
    if not isinstance(document, dict):
        return False
    return bool(document) and all(
        isinstance(one, dict) and one.keys() >= _NEEDED for one in document.values()
    )


def _rows_alone(file: File) -> Iterator[Found]:
    main = _metrics_of(file)
    if main:
        raise Skip(f"read with {main.name}")
    place = _place(file, PurePath(file.path.absolute()))
    yield Found(_run(place), (), _samples(file, place))


def _place(file: File, path: PurePath) -> _Place:
    """Benchmark and model from `.../MODEL/BENCHMARK/SPLIT_PROMPT_N_seed0_t0.6_..._metrics.json`."""
    parts = [part for part in path.parts if part not in ("/", ".", "..")]
    last = parts[-1] if parts else ""
    folders = parts[:-1] if path.suffix in (".json", ".jsonl") else parts
    if not folders:
        folders = places.folders(file)[::-1][-1:]
    above = folders[-2::-1] or places.folders(file)
    benchmark = shapes.name(file, folders[-1] if folders else last, "the benchmark's folder")
    found = _NAME.fullmatch(last)
    stated = {"prompt_type": "prompt", "temperature": "temperature", "num_test_sample": "limit"}
    return _Place(
        model=shapes.name(file, places.named_after(above, above[0] if above else benchmark), "the model's folder"),
        benchmark=benchmark,
        split=found["split"] if found else None,
        seed=int(found["seed"]) if found else None,
        settings={name: found[group] for name, group in stated.items()} if found else {},
        hints=[*above[:3], last],
    )  # fmt: skip


def _run(place: _Place) -> Run:
    return Run(
        tool=TOOL,
        model=place.model,
        seed=place.seed,
        settings=place.settings,
        hints=place.hints,
    )


def _found(
    file: File, metrics: Mapping[str, Any], place: _Place, where: str, samples: Any
) -> Found:
    notes: list[str] = []
    n_items, n_repeats = _counts(file, metrics, place.benchmark, where)
    # Of several answers to an item Qwen's own `acc` is that of the first, SimpleRL's that of all.
    all_answers = "pass_acc" in metrics
    values: list[tuple[str, str, Any, str, int | None]] = [
        (place.benchmark, key, metrics[key], f"{where}{key}", n_repeats if all_answers else 1)
        for key in ("acc", "pass_acc", "total_acc")
        if key in metrics
    ]
    values += [
        (place.benchmark, f"pass@{k}", raw, f'{where}["pass@k"][{k!r}]', n_repeats)
        for k, raw in shapes.part(file, metrics, "pass@k").items()
    ]
    values += [
        (f"{place.benchmark}:{kind}", "acc", raw, f"{where}type_acc[{kind!r}]", None)
        for kind, raw in shapes.part(file, metrics, "type_acc").items()
    ]
    tiled = _tiles(place.benchmark)
    measurements = []
    for benchmark, metric, raw, locator, repeats in values:
        one = _measurement(file, benchmark, metric, raw, locator, notes)
        if one:
            whole = benchmark == place.benchmark
            measurements.append(
                Measurement(
                    benchmark, metric, one[0], PERCENT, locator, one[1], split=place.split,
                    n_items=n_items if whole else None,
                    n_repeats=repeats * tiled if repeats and n_items else None,
                    higher_is_better=True,
                )
            )  # fmt: skip
    return Found(_run(place), measurements, samples, notes=notes)


def _measurement(
    file: File, benchmark: str, metric: str, raw: Any, locator: str, notes: list[str]
) -> tuple[float | None, str | None] | None:
    shapes.name(file, benchmark, locator)
    shapes.name(file, metric, locator)
    found = values.measured(raw, PERCENT, locator, notes)
    if found is None:
        return None
    value, missing = found
    return value, missing


def _counts(
    file: File, metrics: Mapping[str, Any], benchmark: str, where: str
) -> tuple[int | None, int | None]:
    """Items and answers to each of a pass; `aime24x8` are 30 items that stand 8 times."""
    rows = shapes.step(file, metrics.get("num_samples"), f"{where}num_samples")
    scores = shapes.step(file, metrics.get("num_scores"), f"{where}num_scores")
    tiles = _tiles(benchmark)
    n_items = rows // tiles if rows and rows % tiles == 0 else None
    return n_items, scores // rows if rows and scores and scores % rows == 0 else None


def _tiles(benchmark: str) -> int:
    found = _TILED.fullmatch(benchmark)
    return max(int(found[1]), 1) if found else 1


def _rows_of(main: File) -> File | None:
    """The rows of a metrics file: its name goes on where theirs ends."""
    beside = [one for one in main.folder("*.jsonl") if _belong(one, main)]
    rows = max(beside, key=lambda one: len(one.path.stem), default=None)
    return rows if rows and rows.first_row.keys() >= _ROW else None


def _metrics_of(rows: File) -> File | None:
    return next((one for one in rows.folder("*_metrics.json") if _belong(rows, one)), None)


def _belong(rows: File, main: File) -> bool:
    return main.path.name.endswith("_metrics.json") and main.path.name.startswith(
        f"{rows.path.stem}_"
    )


def _samples(rows: File, place: _Place) -> Iterator[Sample]:
    """One for each answer. In a tiled set the same question is the same item, and each time a repeat."""
    first: dict[str, str] = {}
    answers: dict[str, int] = {}
    tiled = _tiles(place.benchmark) > 1
    for line, row in rows.rows():
        where = f"line {line}: "
        item = str(shapes.step(rows, row.get("idx"), f"{where}idx"))
        if tiled and isinstance(row.get("question"), str):
            item = first.setdefault(row["question"], item)
        scores = shapes.items(rows, row.get("score"), f"{where}score")
        reasons = row.get("finish_reason")
        for place_in_row, raw in enumerate(scores):
            reason = reasons[place_in_row : place_in_row + 1] if isinstance(reasons, list) else []
            repeat = answers.get(item, 0)
            answers[item] = repeat + 1
            yield Sample(
                benchmark=place.benchmark,
                item=item,
                repeat=repeat,
                score=values.score(rows, raw, f"{where}score[{place_in_row}]"),
                metric="acc",
                finish=shapes.text(reason[0]) if reason else None,
            )
