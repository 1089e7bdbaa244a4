"""MLflow: the folder of a run in `mlruns`, with a file for each metric, parameter and tag, or its database."""

import math
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import sqlite_tables, yaml_file
from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.readers.common import consoles, dates, node, run_names, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader

TOOL = "MLflow"
_MAIN = "meta.yaml"
_RUN = re.compile(rb"(?m)^run_(?:uu)?id: ")
_ANY = re.compile(rb"(?m)^lifecycle_stage: ")
_PARTS = {"metrics", "params", "tags", "inputs", "outputs"}
_DEEPEST = 8
_MOST_FILES = 10_000
_LONGEST = 500
_LONGEST_HISTORY = 100_000
LOGGED = "mlflow.log-model.history"
"""The tag with what a run logged as its models."""
_STATUS = {"1": "running", "2": "scheduled", "4": "failed", "5": "killed"} | {
    word: word for word in ("running", "scheduled", "failed", "killed")
}
"""A number in the folder of a run, a word in the database."""
_AT = re.compile(r"/(mean|std|best|worst|maj)_at_(?=\d)")
"""verl writes `mean_at_16`, as the names of MLflow's metrics have no @."""
_FEWEST, _MOST = 2, 5
"""How many parts a line has: time, value, step, and since 3.0 a dataset and its digest."""


def recognizes(file: File) -> bool:
    """Is it the description of a run or of an experiment, a file of a metric, parameter or tag, or the database?"""
    if file.path.name == _MAIN:
        return bool(_ANY.search(file.start))
    return _main_of(file) is not None or _is_database(file)


def read(file: File) -> Iterator[Found]:
    """The run at each step; of a metric that was logged twice at a step the later line.

    Raises Skip for the other files of its folder, which are read with it, for an experiment, a run without
    metrics, and one that was deleted.
    """
    main = _main_of(file)
    if main:
        raise ReadWith(file.at(main), main.name)
    if _is_database(file):
        yield from _database(file)
        return
    if not _is_run(file):
        raise Skip("not a run: its runs are read by themselves")
    stated = dict(Node(file, yaml_file.parse(file)).mapping())
    if stated.get("lifecycle_stage") == "deleted":
        raise Skip("a run that was deleted")
    metrics = _files(file, "metrics")
    if not metrics:
        raise Skip("a run without metrics")
    texts = {name: _text(text_file) for name, text_file in _files(file, "params").items()}
    params = {name: text for name, text in texts.items() if text}
    tags = _files(file, "tags")
    stated.setdefault("run_name", _text(tags.get("mlflow.runName")))
    run = _run(file, stated, params, _text(tags.get(LOGGED), _LONGEST_HISTORY))
    yield from scalars.of_log(file, run, _logged(metrics), metrics)


def _tag(name: str) -> str:
    return _AT.sub(r"/\1@", name)


def _is_run(main: File) -> bool:
    return bool(_ANY.search(main.start) and _RUN.search(main.start))


def _main_of(file: File) -> Path | None:
    """The description of the run whose `metrics`, `params` or `tags` this file lies in."""
    if file.path.name == _MAIN:
        return None
    for folder in file.path.absolute().parents[:_DEEPEST]:
        main = folder.parent / _MAIN
        if folder.name in _PARTS and main.is_file() and _is_run(File(main)):
            return main
    return None


def _run(file: File, stated: Mapping[str, Any], params: Mapping[str, Any], history: str) -> Run:
    """The run of these parameters; `history` is the tag of the models that it logged."""
    logged = run_names.logged_model(history)
    began = stated.get("start_time")
    numeric = isinstance(began, int | float) and not isinstance(began, bool)
    return run_names.run(
        TOOL,
        file,
        stated.get("run_name"),
        {"base_model": logged} | dict(params),
        id=node.text(stated.get("run_id") or stated.get("run_uuid")),
        date=dates.of_clock(began / 1000) if numeric and began is not None else None,
        status=_STATUS.get(str(stated.get("status")).lower()),
        settings=params,
    )


def _files(file: File, part: str) -> dict[str, File]:
    """Name -> file of a part of the run's folder; a name may have folders in it. Links lead elsewhere: left out."""
    folder = file.path.parent / part
    every = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    files: dict[str, File] = {}
    for path in every:
        if len(files) == _MOST_FILES:
            raise file.refused(f"more than {_MOST_FILES} files of {part}", "fewer in a run")
        name = path.relative_to(folder).as_posix()
        files[name] = File(path, str(Path(file.name).parent / part / name))
    return files


def _text(text_file: File | None, longest: int = _LONGEST) -> str:
    """What a small file has; '' for none and for a longer one."""
    return text_file.text.strip() if text_file and text_file.status.st_size <= longest else ""


def _logged(metrics: Mapping[str, File]) -> Iterator[scalars.Row]:
    """The numbers with their times and steps, read from a line `TIME VALUE STEP` for each."""
    for name, metric_file in metrics.items():
        tag = _tag(name)
        for line, text in metric_file.lines():
            parts = text.split()
            if not _FEWEST <= len(parts) <= _MOST:
                raise metric_file.refused(f"{len(parts)} words", "a time, a value and a step", line)
            stated = consoles.number(parts[2]) if len(parts) > _FEWEST else 0
            step = Node(metric_file, stated, f"line {line}: the step").step()
            where = f"metrics/{name} line {line}"
            time = consoles.number(parts[0])
            clock = time if isinstance(time, float) and math.isfinite(time) else 0.0
            yield clock, step, {tag: (consoles.number(parts[1]), where)}


_NEEDED = {
    "runs": {"run_uuid", "name", "status", "start_time", "lifecycle_stage"},
    "metrics": {"run_uuid", "key", "value", "step", "is_nan"},
    "params": {"run_uuid", "key", "value"},
}
_SELECT_RUNS = (
    "SELECT run_uuid, name, status, start_time FROM runs WHERE lifecycle_stage = 'active' "
    "ORDER BY start_time, run_uuid"
)
_METRICS = (
    "SELECT step, key, value, is_nan FROM metrics WHERE run_uuid = ? ORDER BY timestamp, step"
)
_PARAMS = "SELECT key, value FROM params WHERE run_uuid = ?"
_SELECT_TAG = "SELECT value FROM tags WHERE run_uuid = ? AND key = ?"
_MOST_RUNS = 10_000
_INFINITE = 1.7e308
"""What MLflow stores for an infinite number is larger."""


def _is_database(file: File) -> bool:
    """Has it MLflow's tables of runs, metrics and parameters?"""
    return all(sqlite_tables.columns(file, table) >= needed for table, needed in _NEEDED.items())


def _database(file: File) -> Iterator[Found]:
    """Each run that was not deleted at each step; raises Skip if none has metrics."""
    runs = list(sqlite_tables.rows(file, _SELECT_RUNS))
    if len(runs) > _MOST_RUNS:
        raise file.refused(f"{len(runs)} runs", f"at most {_MOST_RUNS}")
    nothing = True
    for key, name, status, began in runs:
        logged = partial(_logged_rows, file, key)
        if next(logged(), None) is None:
            continue
        nothing = False
        params = {str(key): value for key, value in sqlite_tables.rows(file, _PARAMS, [key])}
        stated = {"run_id": key, "run_name": name, "status": status, "start_time": began}
        run = _run(file, stated, params, _history(file, key))
        yield from scalars.by_step(file, run, logged)
    if nothing:
        raise Skip("no run with metrics")


def _history(file: File, run: str) -> str:
    """The tag of the models that a run logged; '' if it has no such tag."""
    if not sqlite_tables.columns(file, "tags") >= {"run_uuid", "key", "value"}:
        return ""
    values = [value for (value,) in sqlite_tables.rows(file, _SELECT_TAG, [run, LOGGED])]
    return str(values[0]) if values else ""


def _logged_rows(file: File, run: str) -> scalars.Logged:
    """One number in a row; NaN and Infinity are stored as other numbers, the former with a mark."""
    for number, row in enumerate(sqlite_tables.rows(file, _METRICS, [run]), 1):
        raw, key, value, is_nan = row
        where = f"run {str(run)[:8]}, row {number}"
        step = Node(file, raw, f"{where}: step").step()
        tag = Node(file, key, f"{where}: key").name()
        shown = math.nan if is_nan else _finite(value)
        yield number, step, {_tag(tag): (shown, f"{where}: {tag}")}, []


def _finite(value: Any) -> Any:
    is_infinite = isinstance(value, float) and abs(value) > _INFINITE
    return math.copysign(math.inf, value) if is_infinite else value


READER = Reader("mlflow", recognizes, read)
