"""Solutions that EvalPlus judged: the list of those of a task, in a document of all tasks."""

from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Texts
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:
    """The solution; the task itself stands in no file of the tool. Of 2023 there are no solutions in it."""
    solutions = file.value(begin)
    record: Any = (
        solutions[repeat] if isinstance(solutions, list) and repeat < len(solutions) else None
    )
    if not isinstance(record, dict):
        raise ChangedError("The file has the verdicts, not the solutions.")
    if record.get("task_id") not in (None, item):
        raise ChangedError("Another problem stands where it was loaded from.")
    solution = record.get("solution")
    failed = [
        f"{kind}: {len(record[name])} tests failed"
        for kind, name in (("base", "base_fail_tests"), ("plus", "plus_fail_tests"))
        if isinstance(record.get(name), list) and record[name]
    ]
    if not isinstance(solution, str):
        raise ChangedError("The file has the verdict, not the solution.")
    return Texts(answer=solution, scored_by="; ".join(failed) or None)
