"""verl's trainer: what it prints for each step, the same as rows of JSON, and the answers of a validation."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import consoles, node, places, scalars, verl_generations
from reasonboard.ingest.readers.node import Node
from reasonboard.ingest.records import Found, NameOf, Run
from reasonboard.ingest.settings import allowed_settings

TOOL = "verl"
_STEP = re.compile(r"(?:^|[\s)])step:(\d{1,12}) - ")
_PART = re.compile(
    r"\b(?:actor|critic|val(?:-core|-aux)?|timing(?:_s)?|response_length|prompt_length|training|train|perf)/[^\s:]"
)  # fmt: skip
_STATED = {
    "experiment": re.compile(r"'experiment_name': '([^']{1,200})'|trainer\.experiment_name=(\S{1,200})"),
    "base_model": re.compile(r"'path': '([^']{1,200})'|actor_rollout_ref\.model\.path=(\S{1,200})"),
}  # fmt: skip


def recognises(file: File) -> bool:
    """Are there lines of verl's console, rows of its file logger, or of the answers it keeps?"""
    row = file.first_row
    if row:
        return _is_logged(row) or verl_generations.recognises(file)
    return consoles.has_line(file, _is_step)


def read(file: File) -> Iterator[Found]:
    """The run at each step with every number of it; of the answers, the run at their step.

    A step that is logged again has the later numbers.
    """
    if verl_generations.recognises(file):
        yield verl_generations.read(file, TOOL)
    elif file.first_row:
        yield from scalars.by_step(file, _run(file, {}), lambda: _rows(file))
    else:
        yield from scalars.by_step(file, _run(file, _configuration(file)), lambda: _lines(file))


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
                odd.append(f"line {line}: {pair[:80]!r} is no KEY:VALUE, left out")
                continue
            if tag in values:
                odd.append(f"line {line}: {tag[:80]} stands twice, the last is kept")
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


def _run(file: File, stated: Mapping[str, str]) -> Run:
    """The experiment as the file states it: the model of a log is the one that is trained."""
    experiment = stated.get("experiment")
    return Run(
        tool=TOOL,
        model=node.name(file, experiment, "the experiment") if experiment else "",
        name_of=NameOf.RUN,
        place=[places.stem(file), *places.folders(file)],
        settings=allowed_settings(file, stated, ("base_model",))[0],
        hints=places.hints(file),
    )


def _configuration(file: File) -> dict[str, str]:
    """Experiment and base model from the configuration that is printed before the first step."""
    stated: dict[str, str] = {}
    for _, text in consoles.lines(file):
        if len(stated) == len(_STATED) or _STEP.search(text):
            break
        for name, pattern in _STATED.items():
            if name not in stated and (match := pattern.search(text)):
                stated[name] = (match[1] or match[2]).strip("'\"")
    return stated
