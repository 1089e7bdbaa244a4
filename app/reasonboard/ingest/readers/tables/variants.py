"""Columns such as `gsm8k_base` and `gsm8k_grpo`: one benchmark, and runs that their last words name."""

import re

from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import benchmark, is_run
from reasonboard.ingest.readers.tables.reading import Role

_FEWEST = 2


def find(draft: Draft) -> None:
    """Keep the runs that headers name behind a benchmark as a setting, if all of them read as runs."""
    split = {index: _split(draft.said(index).benchmark) for index in draft.of(Role.VALUE)}
    named = {
        index: each
        for index, each in split.items()
        if each and draft.columns[index].benchmark in (draft.said(index).benchmark, each[0])
    }
    if len({rest for _, rest in named.values()}) < _FEWEST:
        return
    for index, (name, rest) in named.items():
        stated = {**draft.columns[index].stated, "variant": rest}
        draft.tell(index, benchmark=name, stated=stated)
    shown = ", ".join(dict.fromkeys(rest for _, rest in named.values()))
    draft.note(f"{shown} behind the names of benchmarks are the setting 'variant'")


def _split(name: str) -> tuple[str, str] | None:
    """A benchmark and the run behind it; None for a name that is no such pair."""
    for gap in re.finditer(r"[\s_\-]+", name):
        before, after = name[: gap.start()], name[gap.end() :]
        if benchmark(before, is_whole=True) and not benchmark(name, is_whole=True):
            return (before, after) if is_run(after) else None
    return None
