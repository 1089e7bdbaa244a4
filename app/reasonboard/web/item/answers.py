"""What the store knows of one problem in one or two runs, and the texts that stand in its files."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import NamedTuple

from reasonboard.config import Settings
from reasonboard.ingest.readers import door
from reasonboard.ingest.texts.answer import ChangedError, Texts
from reasonboard.ingest.texts.text_file import TextFile
from reasonboard.store.database import Row, Value, query, query_part
from reasonboard.store.errors import DataError, RemoteError
from reasonboard.web.item.address import Address


@dataclass(frozen=True, slots=True)
class Answer:
    """One attempt of a run, with its texts where they can be read."""

    letter: str
    """'A' or 'B'."""
    key: str
    item: str
    """The id of the problem in this run."""
    name: str
    own: bool
    settings: Mapping[str, str]
    versions: Collection[str]
    """Those of the settings that are versions of tools and libraries."""
    score: float | None
    graded: str
    """The unit of scores that are not simply right or wrong, else ''."""
    mean: float | None
    """Of the scores of all attempts."""
    attempts: int
    right_attempts: int
    tokens: int | None
    """Of the whole response."""
    finish: str | None
    """As the tool writes it: 'stop', 'length'."""
    metric: str
    benchmark: str
    """As the tool called it, or the file was aliased."""
    file: str | None
    """As the load named it."""
    place: str | None
    """Where in it, in words: 'line 213'."""
    loaded_at: datetime | None
    kept: bool
    """Is the file that was read a copy in the store?"""
    texts: Texts | None
    lost: str | None
    """Why there are no texts, in one line; None where they are there or may not be shown."""

    @property
    def cut_off(self) -> bool:
        """Did it end at a limit of its length?"""
        return (self.finish or "").lower() in _AT_LIMIT

    @property
    def final(self) -> str:
        """The answer after the reasoning; '' where it has none, or none is known."""
        texts = self.texts
        unmarked = texts is not None and texts.reasoning is None and self.cut_off
        return "" if texts is None or unmarked else (texts.answer or "").strip()


_OF_PART = ("run", "raw_benchmark", "raw_metric", "benchmark", "metric")
MAIN_METRIC = "main"
"""In an address, of the metric by which a benchmark is shown where none is chosen."""


class Found(NamedTuple):
    """The answers of one or two runs to a problem."""

    answers: list[Answer]
    closed: str | None
    """The benchmark whose authors ask that its texts are not published; None where they are shown."""
    damaged: Sequence[str] = ()
    """What is wrong with the parts that have answers to it, or with their place, a line each."""


_AT_LIMIT = {
    "length",
    "max_tokens",
    "max_length",
    "model_length",
    "token_limit",
    "max_output_tokens",
}
_NO_FILE = "The place of this answer in its file is unknown. Load the file again."


def answers(address: Address, settings: Settings) -> Found:
    """The attempt of the address of A and, where there is one, of B: none where a run has no answer to it."""
    runs = {row["key"]: row for row in query("web/item_runs", a=address.a, b=address.b)}
    sides, damaged = [], []
    for side, place in places(address).items():
        key = address.a if side == "a" else address.b
        item = address.item if side == "a" else _item_of_b(address)
        try:
            rows = part_rows("web/item_answers", key, place, item=item) if key in runs else []
        except DataError as error:
            damaged.append(str(error))
            continue
        except RemoteError as error:
            damaged.append(str(error))
            break  # the other one is not to be had either, and a reader waits
        if rows:
            sides.append((side.upper(), runs[key], rows))
    names = {address.benchmark, *(row["raw_benchmark"] for _, _, rows in sides for row in rows)}
    closed = closed_benchmark(names, settings)
    graded = _sides(address)["graded"]
    listed = [
        _answer(letter, run, rows, address, None if closed else settings, graded)
        for letter, run, rows in sides
    ]
    return Found(listed, closed, damaged)


def part_rows(name: str, key: str, place: Mapping[str, str], /, **parameters: Value) -> list[Row]:
    """Rows of a query on the answers of a run, from the parts that have them, each with `raw_benchmark`.

    Raises DataError for a part that is damaged.
    """
    return [
        row | {"raw_benchmark": part["raw_benchmark"]}
        for part in query("web/item_parts", key=key, **place)
        for row in query_part(
            name,
            part["part"],
            part["sha256"],
            **parameters,
            **{name: part[name] for name in _OF_PART},
        )
    ]


def closed_benchmark(names: Collection[str], settings: Settings) -> str | None:
    """The benchmark of one of these names whose texts may not be shown; None where there is none."""
    if settings.closed_texts:
        return None
    return next((row["name"] for row in query("web/item_closed", names=sorted(names))), None)


def places(address: Address) -> dict[str, dict[str, str]]:
    """Of 'a' and 'b', where they have the benchmark: what it and the metric are called in the answers."""
    row = _sides(address)
    names = ("benchmark", "metric")
    return {
        side: {name: row[f"{name}_{side}"] for name in names}
        for side in ("a", "b")
        if row[f"benchmark_{side}"]
    }


def _sides(address: Address) -> Row:
    (row,) = query(
        "studies/pair/sides",
        a=address.a,
        b=address.b,
        metric=address.metric or MAIN_METRIC,
        panel=address.benchmark,
    )
    return row


def _item_of_b(address: Address) -> str:
    """The id of the problem in the answers of B: that of the address is A's. '' where B has not answered it."""
    paired = query(
        "web/item_paired", a=address.a, b=address.b, item=address.item, **_sides(address)
    )
    return str(paired[0]["item"] or "") if paired else address.item


def _answer(
    letter: str,
    run: Row,
    rows: Sequence[Row],
    address: Address,
    settings: Settings | None,
    graded: str,
) -> Answer:
    attempt = min(address.repeat, len(rows) - 1)
    row = rows[attempt]
    source = _source(row, settings) if settings else None
    texts, lost, place = _texts(row, source) if settings else (None, None, None)
    stated = texts or Texts()
    scores = [attempt["score"] for attempt in rows if attempt["score"] is not None]
    return Answer(
        letter=letter,
        key=run["key"],
        item=row["item"],
        name=" · ".join(filter(None, [run["model"], run["variant"]])),
        own=run["own"],
        settings=run["settings"] or {},
        versions=run["versions"] or (),
        score=row["score"],
        graded=graded,
        mean=fmean(scores) if scores else None,
        attempts=len(rows),
        right_attempts=sum(attempt["score"] == 1 for attempt in rows),
        tokens=stated.tokens_out if row["tokens_out"] is None else row["tokens_out"],
        finish=row["finish"] or stated.finish,
        metric=row["metric"],
        benchmark=row["benchmark"],
        file=row["name"],
        place=place,
        loaded_at=row["loaded_at"],
        kept=source is not None and source.kept,
        texts=texts,
        lost=lost,
    )


def _source(row: Row, settings: Settings) -> TextFile | None:
    noted = row["place"] is not None and row["path"] is not None
    return door.text_file(row, settings.data, settings.store) if noted else None


def _texts(row: Row, file: TextFile | None) -> tuple[Texts | None, str | None, str | None]:
    """The texts, or why there are none, and their place in words."""
    if file is None:
        return None, _NO_FILE, None

    def read() -> tuple[Texts, str]:
        texts = door.read(file, row["reader"], row["place"], row["item"], row["repeat"])
        return texts, door.place_in_words(file, row["reader"], row["place"])

    try:
        texts, place = door.in_time(door.SECONDS, file, read)
    except ChangedError as error:
        return None, str(error), None
    return texts, None, place
