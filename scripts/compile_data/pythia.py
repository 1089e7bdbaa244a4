"""Pythia: the zero-shot files of lm-evaluation-harness, one per model and checkpoint."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from .table import Row

LAST_STEP = 143_000
SUBJECT = "hendrycksTest-"  # the harness's prefix of the 57 subjects of MMLU
TOLERANCE = 1e-3  # of a count that has to be a whole number
PROPORTIONS = frozenset({"acc", "acc_norm", "pct_stereotype"})

Task = dict[str, str]  # metric -> its number, spelled as in the file
Results = dict[str, Task]


def rows(originals: Path) -> list[Row]:
    """Every metric of every task; the subjects of MMLU only as their mean."""
    files = sorted((originals / "pythia_v1_zero_shot").glob("*/*.json"))
    read = [(file, _results(file)) for file in files]
    items = item_counts(results for _, results in read)
    return [row for file, results in read for row in _file_rows(file, results, items)]


def item_counts(files: Iterator[Results]) -> dict[tuple[str, str], str]:
    """How many items a proportion is over, by task and metric, where stderr says so.

    The harness writes the standard error of a mean of n zeros and ones,
    sqrt(p (1 - p) / (n - 1)); solved for n, it has to be the same whole number in all files.
    Files with a standard error of 0 do not tell n.
    """
    seen: dict[tuple[str, str], set[float]] = defaultdict(set)
    for results in files:
        for task, numbers in results.items():
            for metric in PROPORTIONS & numbers.keys():
                p, stderr = float(numbers[metric]), float(numbers[f"{metric}_stderr"])
                if stderr > 0:
                    seen[task, metric].add(p * (1 - p) / stderr**2 + 1)
    return {key: str(round(min(n))) for key, n in seen.items() if _one_whole_number(n)}


def _one_whole_number(values: set[float]) -> bool:
    first = round(min(values))
    return all(abs(value - first) < TOLERANCE for value in values)


def _results(file: Path) -> Results:
    content = json.loads(file.read_text(encoding="utf-8"), parse_float=str, parse_int=str)
    return cast(Results, content["results"])


def _file_rows(file: Path, results: Results, items: dict[tuple[str, str], str]) -> Iterator[Row]:
    model = file.parent.name
    step = re.findall(r"_step(\d+)\.json$", file.name)[0]
    run = {"model": model, "step": step, "progress": repr(int(step) / LAST_STEP)}
    place = f"{model}/{file.name}: results."
    for task, numbers in results.items():
        if task.startswith(SUBJECT):
            continue
        for metric in (name for name in numbers if not name.endswith("_stderr")):
            yield run | {
                "benchmark": task,
                "metric": metric,
                "value": numbers[metric],
                "stderr": numbers[f"{metric}_stderr"],
                "n_items": items.get((task, metric), ""),
                "locator": f"{place}{task}.{metric}",
            }
    for metric in ("acc", "acc_norm"):
        yield run | _mmlu(results, metric) | {"locator": f"{place}{SUBJECT}*.{metric}, mean of 57"}


def _mmlu(results: Results, metric: str) -> Row:
    """The unweighted mean of the subjects; its standard error takes them as independent."""
    subjects = [numbers for task, numbers in results.items() if task.startswith(SUBJECT)]
    n = len(subjects)
    if n != 57:  # noqa: PLR2004 - the subjects of MMLU
        raise ValueError(f"MMLU has 57 subjects, not {n}")
    variance = math.fsum(float(numbers[f"{metric}_stderr"]) ** 2 for numbers in subjects)
    return {
        "benchmark": "MMLU",
        "metric": metric,
        "filter": "mean of 57 subjects",
        "value": repr(math.fsum(float(numbers[metric]) for numbers in subjects) / n),
        "stderr": repr(math.sqrt(variance) / n),
    }
