"""The reader's own runs: what was loaded and is not bundled."""

from datetime import datetime
from typing import NamedTuple

from reasonboard.core.control import Values, selects
from reasonboard.core.findings.standing import Standing, standing
from reasonboard.core.headline import Headline
from reasonboard.core.study import Study
from reasonboard.store.database import query

_TWO_LINES = 124
"""Characters of the answer line."""


class OwnRun(NamedTuple):
    """A load that a page shows."""

    name: str
    loaded_at: datetime
    tools: list[str]


def own_run(values: Values) -> OwnRun | None:
    """The load that is the chosen source; None for a bundled one, and on a page without a single source."""
    source = values.get("source")
    rows = query("core/own_run", source=source) if isinstance(source, str) else []
    return OwnRun(**rows[0]) if rows else None


def standing_of(study: Study, values: Values) -> Standing | None:
    """Where the chosen own run stands among the bundled models on the chosen benchmarks; None without a common one."""
    rows = study.rows(study.standing, values) if study.standing else []
    return standing(
        [
            row
            for row in rows
            if selects(values["benchmark"], row["benchmark"])
            and (not row["own"] or selects(values["model"], row["model"]))
        ]
    )


def run_first(answer: Headline, run: OwnRun, own_standing: Standing | None) -> Headline:
    """The answer with the own run first and its standing among bundled models; its own sentence if there is room."""
    if own_standing is None:
        return answer._replace(own=f"{run.name}:")
    name = f"{run.name} ({own_standing.model})" if own_standing.model else run.name
    context = answer.strong
    return answer._replace(
        own=name,
        strong=own_standing.sentence,
        context=context
        if len(name) + len(own_standing.sentence) + len(context) <= _TWO_LINES
        else "",
        beside="; ".join(gap.interval for gap in own_standing.gaps),
        tested=f"{own_standing.tested}\n{answer.tested}".strip(),
    )
