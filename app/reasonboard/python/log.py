"""`rb.init` and `run.log`: the results of a run that goes on, as a tidy table that `reasonboard load` reads."""

import fcntl
import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from reasonboard.ingest.formats.extra_settings import MOST, is_name
from reasonboard.ingest.formats.settings import flat, kept
from reasonboard.python.errors import BoardError

_UNITS = ("fraction", "percent", "tokens", "hours")
_LENGTHS = ("tokens", "token_length")
"""What the mean length of an answer is called."""
_OWN_UNITS = {**dict.fromkeys(_LENGTHS, "tokens"), "num_tokens": "tokens", "hours": "hours"}
"""The units of metrics that have one, whatever a call says."""
_PLACES = (
    "iteration", "progress", "seed", "date", "build", "repeat", "split", "task_type", "task_length", "stderr",
)  # fmt: skip
_PERCENT = 100
_WHOLE = ("step", "n", "repeats", "iteration", "task_length")


def init(
    name: str,
    *,
    model: str,
    config: Mapping[str, Any] | None = None,
    folder: str | Path = ".",
    unit: str = "fraction",
) -> "Run":
    """A run whose results are appended to `NAME.jsonl` in the folder, by this and by other processes.

    `model` is what results are of. `config` becomes settings of the run, nested ones as `optimizer.lr`: at most 32,
    without what looks like a secret, and of a path its last name. `unit` is that of values for which a call says none:
    fraction, percent, tokens or hours.
    """
    if not name or name != Path(name).name or name.startswith("."):
        raise BoardError(f"{name!r:.80} is no name of a run (expected one such as grpo-7b)")
    if not isinstance(model, str) or not model.strip():
        raise BoardError(f"model is {model!r:.80} (expected a name such as org/my-7b)")
    path = Path(folder) / f"{name}.jsonl"
    return Run(path, {"model": model} | _settings(config or {}), _check_unit(unit))


class Run:
    """What `init` gives. What was logged is in the file when `log` returns; as a context it closes the file."""

    def __init__(self, path: Path, stated: Mapping[str, Any], unit: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._stated = stated
        self._unit = unit
        self._file: int | None = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)

    def __repr__(self) -> str:
        return f"<Run that logs to {self.path}>"

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def log(
        self,
        values: Mapping[str, Any],
        *,
        step: int | None = None,
        n: int | None = None,
        repeats: int | None = None,
        unit: str = "",
        **places: Any,
    ) -> None:
        """Append results: `{"AIME24/accuracy": 0.41}` is the metric after the last slash, of the benchmark before it.

        `n` is how many problems each is over, `repeats` how often each problem was tried. `places` are iteration,
        progress, seed, date, build, repeat, split, task_type, task_length or stderr. A value logged again for the same
        step takes the place of the earlier one. Raises BoardError for what cannot be loaded; nothing is written then.
        """
        where = {"step": step, "n": n, "repeats": repeats, **places}
        now = round(time.time(), 3)
        lines = [
            {**self._stated, **measured, **where, "logged_at": now}
            for measured in _measured(values, _check_unit(unit or self._unit))
        ]
        _check(where)
        if not lines:
            raise BoardError('no value (expected some, as in run.log({"AIME24/accuracy": 0.41}))')
        self._append("".join(f"{json.dumps(line)}\n" for line in lines).encode("ascii"))

    def close(self) -> None:
        """Close the file. A run that is closed logs no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _append(self, lines: bytes) -> None:
        """Write the lines in one piece. What a writer that was killed left of a line is cut off first."""
        if self._file is None:
            raise BoardError(f"{self.path} is closed (expected run.log before the run is closed)")
        fcntl.flock(self._file, fcntl.LOCK_EX)  # the end of the file is nobody else's meanwhile
        try:
            end = _whole_lines(self._file)
            try:
                while lines:  # once, but on a disk that is nearly full
                    lines = lines[os.write(self._file, lines) :]
            except OSError as error:
                os.ftruncate(self._file, end)
                raise BoardError(
                    f"{self.path}: {error.strerror} (expected room). This result was not logged"
                ) from error
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)


def _whole_lines(file: int) -> int:
    """The size of a file in whole lines, to which it is cut where it ends within one."""
    size = end = os.fstat(file).st_size
    while end and os.pread(file, 1, end - 1) != b"\n":
        end -= 1
    if end < size:
        os.ftruncate(file, end)
    return end


def _measured(values: Mapping[str, Any], unit: str) -> Iterator[dict[str, Any]]:
    """Benchmark, metric, value and unit of each. Raises BoardError for a name without a benchmark, or no number."""
    for name, value in values.items():
        benchmark, _, metric = str(name).rpartition("/")
        if not benchmark.strip() or not metric.strip():
            raise BoardError(
                f"{name!r:.80} names no result (expected BENCHMARK/METRIC, as in AIME24/accuracy)"
            )
        number = _number(name, value)
        own = _OWN_UNITS.get(metric, unit)
        most = {"fraction": 1, "percent": _PERCENT}.get(own, math.inf)
        if not math.isnan(number) and not 0 <= number <= most:
            raise BoardError(
                f"{name} is {number:g} (expected {own} from 0 to {most:g}, or another unit: {', '.join(_UNITS)})"
            )
        called = "token_length" if metric in _LENGTHS else metric
        yield {"benchmark": benchmark, "metric": called, "value": number, "unit": own}


def _number(name: str, value: Any) -> float:
    """The number that a value is, of numpy and torch too. Raises BoardError for anything else."""
    try:
        if isinstance(value, str | bool | None):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise BoardError(f"{name} is {value!r:.80} (expected a number)") from None


def _check(where: Mapping[str, Any]) -> None:
    """Raise BoardError for a place that is none, and for a count that is no whole number."""
    for name, value in where.items():
        if name not in (*_WHOLE, *_PLACES):
            raise BoardError(
                f"{name!r:.80} is no place of a result (expected {', '.join(_PLACES)})"
            )
        if name in _WHOLE and not (
            value is None or (isinstance(value, int) and not isinstance(value, bool))
        ):
            raise BoardError(f"{name} is {value!r:.80} (expected a whole number)")


def _check_unit(unit: str) -> str:
    if unit not in _UNITS:
        raise BoardError(f"unit is {unit!r:.60} (expected one of {', '.join(_UNITS)})")
    return unit


def _settings(config: Mapping[str, Any]) -> dict[str, str]:
    """The columns of the settings. Raises BoardError for more than a table may have."""
    settings = kept(config, {name for name, _ in flat(config)}).values
    wrong = next((name for name in settings if not is_name(name)), None)
    if wrong is not None:
        raise BoardError(
            f"{wrong!r:.80} is no name of a setting (expected a short one without commas)"
        )
    if len(settings) > MOST:
        raise BoardError(
            f"config has {len(settings)} settings (expected at most {MOST}: those by which runs are compared)"
        )
    return {f"settings.{name}": value for name, value in settings.items()}
