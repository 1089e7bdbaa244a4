"""All runs that answered a problem, each with its score and the page of its answer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.core.headline import counted
from reasonboard.store.database import Row, query
from reasonboard.studies.pair.problems import finish_words, graded_words, score_words
from reasonboard.web.item.address import Address
from reasonboard.web.item.answers import MAIN_METRIC, Answer

_MOST = 200
_RIGHT = 0.5
"""A run is right on a problem if at least this share of its answers is."""


class OfAll(NamedTuple):
    """What all runs answered to a problem."""

    who: str
    """'17 runs of 3 models'; '3 models' if each has one."""
    words: str
    """How many are right and wrong, or from where to where graded scores go."""
    first: str
    """What those on top are: 'best', or 'highest' where no direction is known."""
    runs: list[dict[str, Any]]
    """The first of them, the best on top, as the template takes them."""
    left_out: int
    """Runs that are not listed."""


def of_all(address: Address, answers: Sequence[Answer], page: str) -> OfAll:
    """Every run that answered the problem, of which the page at the path `page` shows `answers`."""
    rows = query(
        "web/item_of_all_runs",
        benchmark=address.benchmark,
        metric=address.metric or MAIN_METRIC,
        key=answers[0].key,
        item=address.item,
    )
    letters = {answer.key: answer.letter for answer in answers}
    is_known = all(row["higher_is_better"] is not None for row in rows)
    models = len({row["model"] for row in rows})
    of_models = counted(models, "model")
    return OfAll(
        of_models if models == len(rows) else f"{counted(len(rows), 'run')} of {of_models}",
        _in_words(rows),
        "best" if is_known else "highest",
        [_run(row, address, letters, page) for row in rows[:_MOST]],
        max(0, len(rows) - _MOST),
    )


def _in_words(rows: Sequence[Row]) -> str:
    """'3 right, 1 wrong', of runs: right ones have at least half of their answers right; 'scores from 2 to 9'."""
    graded = next((row["graded"] for row in rows if row["graded"]), "")
    if not graded:
        right = sum(row["score"] >= _RIGHT for row in rows)
        return f"{right:,} right, {len(rows) - right:,} wrong"
    scores = [row["score"] for row in rows]
    ends = dict.fromkeys(graded_words(end, graded) for end in (min(scores), max(scores)))
    return f"scores {'from ' if len(ends) > 1 else ''}{' to '.join(ends)}"


def _run(row: Row, address: Address, letters: dict[str, str], page: str) -> dict[str, Any]:
    key, letter = row["key"], letters.get(row["key"], "")
    words = score_words(row["n"], row["c"])
    return {
        "name": " · ".join(filter(None, [row["model"], row["variant"]])),
        "own": row["own"],
        "letter": letter,
        "href": page + address.search(a=key, b="", item=row["item"], items="", field=(), repeat=0),
        "beside": "" if letter else page + address.search(b=key, items="", field=(), repeat=0),
        "score": graded_words(row["score"], row["graded"]) if row["graded"] else words,
        "is_right": row["c"] == row["n"] and not row["graded"],
        "tokens": "–" if row["tokens"] is None else f"{row['tokens']:,.0f}",
        "finish": finish_words(row["cut"], row["n"], row["finish"]) or "–",
        "is_cut": bool(row["cut"]),
    }
