"""verl's trainer: what it prints for each step, the same as rows of JSON, and the answers of a validation."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from pathlib import PurePath
from typing import Any

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import consoles, node, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.readers.verl import generations as verl_generations
from reasonboard.ingest.texts.text_file import objects

TOOL = "verl"
_STEP = re.compile(r"(?:^|[\s)])step:(\d{1,12}) - ")
_PART = re.compile(
    r"\b(?:actor|critic|val(?:-core|-aux)?|timing(?:_s)?|response_length|prompt_length|training|train|perf)/[^\s:]"
)  # fmt: skip
_STATED = {
    "experiment": re.compile(r"'experiment_name': '([^']{1,200})'|trainer\.experiment_name=(\S{1,200})"),
    "base_model": re.compile(r"'path': '([^']{1,200})'|actor_rollout_ref\.model\.path=(\S{1,200})"),
}  # fmt: skip
_PROCESS = re.compile(r"\(\w{1,60} pid=\d+(?:, ip=[\d.]+)?\) ")
_PRINTED = re.compile(r"\{'\w+': ")
_OVERRIDE = re.compile(
    r"(?:^|\s)\+{0,2}((?:actor_rollout_ref|algorithm|critic|custom_reward_function|data|model|optim|reward_model|trainer)"
    r"(?:\.\w{1,60}){1,8})=('[^']{0,200}'|\"[^\"]{0,200}\"|[^\s\\]{1,200})"
)
_MOST_LINES, _MOST_TRIES, _LONGEST = 20_000, 20, 1_000_000


def recognizes(file: File) -> bool:
    """Are there lines of verl's console, rows of its file logger, of the answers it keeps, or of its pass@k?"""
    row = file.first_row
    if row:
        return _is_logged(row) or verl_generations.recognizes(file)
    return _is_of_passes(file) or consoles.has_line(file, _is_step)


def read(file: File) -> Iterator[Found]:
    """The run at each step with every number of it; of the answers, the run at their step.

    A step that is logged again has the later numbers.
    """
    if _is_of_passes(file):
        yield from _passes(file)
    elif verl_generations.recognizes(file):
        yield verl_generations.read(file, TOOL)
    elif file.first_row:
        yield from scalars.by_step(file, _run(file, {}, {}), lambda: _rows(file))
    else:
        head = _before_steps(file)
        run = _run(file, _names(head), _configuration(head))
        yield from scalars.by_step(file, run, lambda: _lines(file))


def _lines(file: File) -> scalars.Logged:
    for line, text in consoles.lines(file):
        start = _STEP.search(text)
        if start is None:
            continue
        values: dict[str, tuple[Any, str]] = {}
        odd: list[str] = []
        for pair in text[start.end() :].split(" - "):
            tag, colon, value = pair.rpartition(":")
            if not colon or not tag.strip():
                odd.append(f"line {line}: {pair[:80]!r} is not KEY:VALUE, left out")
                continue
            if tag in values:
                odd.append(f"line {line}: {tag[:80]} appears twice, the last is kept")
            values[tag] = (consoles.number(value), f"line {line}: {tag}")
        step = Node(file, int(start[1]), f"line {line}: step").step()
        yield line, step, values, odd


def _rows(file: File) -> scalars.Logged:
    for line, raw in file.rows():
        row = Node(file, raw, f"line {line}: ")
        step = row.at("step").step()
        data = row.at("data").entries()
        yield line, step, {tag: (node.value, node.where) for tag, node in data.items()}, []


def _is_step(text: str) -> bool:
    start = _STEP.search(text)
    return bool(start and _PART.search(text, start.end()))


def _is_logged(row: Mapping[str, Any]) -> bool:
    data = row.get("data")
    if row.keys() != {"step", "data"} or not isinstance(data, dict):
        return False
    return scalars.is_reinforcement(data) or any(scalars.is_known(tag) for tag in data)


def _run(file: File, stated: Mapping[str, str], configuration: Mapping[str, Any]) -> Run:
    """The experiment as the file states it: the model of a log is the one that is trained."""
    experiment = stated.get("experiment")
    return Run(
        tool=TOOL,
        model=node.name(file, experiment, "the experiment") if experiment else "",
        name_of=NameOf.RUN,
        place=[places.stem(file), *places.folders(file)],
        settings={"base_model": stated.get("base_model"), **configuration},
        hints=places.hints(file),
    )


def _before_steps(file: File) -> list[str]:
    """The lines before the first step, without the prefixes of Ray."""
    lines = (_PROCESS.sub("", text) for _, text in consoles.lines(file))
    return list(islice(takewhile(lambda text: not _STEP.search(text), lines), _MOST_LINES))


def _names(head: list[str]) -> dict[str, str]:
    """Experiment and base model, each as printed first."""
    stated: dict[str, str] = {}
    for text in head:
        for name, pattern in _STATED.items():
            if name not in stated and (match := pattern.search(text)):
                stated[name] = (match[1] or match[2]).strip("'\"")
    return stated


def _configuration(head: list[str]) -> dict[str, Any]:
    """The options of the command, as `data.train_batch_size=1024`, and the printed configuration."""
    named = {name: value.strip("'\"") for text in head for name, value in _OVERRIDE.findall(text)}
    starts = [index for index, text in enumerate(head) if _PRINTED.match(text)]
    for start in starts[:_MOST_TRIES]:
        text, depth = "", 0
        for line in head[start:]:
            text, depth = f"{text}{line}\n", depth + line.count("{") - line.count("}")
            if depth <= 0 or len(text) > _LONGEST:
                break
        printed = consoles.literal(text.strip())
        if isinstance(printed, dict):
            return {**named, **{str(name): value for name, value in printed.items()}}
    return named


_MODEL_PATH, _DATA = "model_path", "dataset"
_PASS = re.compile(r"pass@[1-9]\d{0,4}")


def _is_of_passes(file: File) -> bool:
    """Has its first line a model, a data set, and pass@k in all other columns?"""
    header = separated.header(file)
    metrics = header[2:]
    are_metrics = bool(metrics) and all(map(_PASS.fullmatch, metrics))
    return header[:2] == [_MODEL_PATH, _DATA] and are_metrics


def _passes(file: File) -> Iterator[Found]:
    """The run of each row of `pass.csv`; what is judged again is a repeat of it."""
    lines = separated.rows(file)
    _, header = next(lines)
    separated.refuse_twins(file, header)
    repeats = Repeats()
    for line, cells in lines:
        if cells == header:
            continue
        model = node.name(file, cells[0], f"line {line}: {_MODEL_PATH}")
        data = node.name(file, cells[1], f"line {line}: {_DATA}")
        again = repeats.add(f"{model}\n{data}")
        notes: list[str] = []
        benchmark = PurePath(data).name.removesuffix(".parquet") or data
        numbers: list[Measurement] = []
        for metric, cell in zip(header[2:], cells[2:], strict=True):
            raw = Node(file, consoles.number(cell), f"line {line}: {metric}", notes)
            numbers += raw.measurements(benchmark, metric, FRACTION, higher_is_better=True)
        repeat = str(again + 1) if again else None
        run = Run(tool=TOOL, model=model, repeat=repeat, hints=places.model_hints(file, model))
        yield Found(run, numbers, notes=notes)


READER = Reader("verl", recognizes, read, texts={"verl": objects(verl_generations.texts)})
