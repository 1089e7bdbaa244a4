"""A board in Python: its views as frames and figures, from the store here or from a server; and in a notebook."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, overload
from urllib.parse import urlsplit

import orjson

from reasonboard.python import address as addresses
from reasonboard.python import table as tables
from reasonboard.python.address import Address, Choice
from reasonboard.python.comparison import Comparison, compared
from reasonboard.python.errors import BoardError
from reasonboard.python.table import Table, frame


class Shown:
    """What a notebook draws of views; anywhere else its address is printed."""

    def __init__(self, address: str, frames: Sequence[str], height: int) -> None:
        self.address = address
        self._frames = frames
        self._height = height

    def __repr__(self) -> str:
        return f"<Shown: {self.address}>"

    def _repr_html_(self) -> str:
        """A frame of HTML for each of the attributes, which names or holds what it shows."""
        return "\n".join(
            f'<iframe {attribute} title="{escape(self.address)}" width="100%" height="{self._height:d}" '
            'style="border:0"></iframe>'
            for attribute in self._frames
        )


if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_RUNS = "models/runs"
_MOST_NAMED = 5
_OF_ONE = {
    "item": "item", "a": "score", "n_a": "attempts", "c_a": "correct", "tokens_a": "tokens", "finish_a": "finish",
    "cut_a": "cut", "kind": "kind",
}  # fmt: skip
"""The columns of problems of a pair that there are of one run, with their names alone."""


class Reply(NamedTuple):
    """What the API answers."""

    notices: list[str]
    """A sentence for each part of the address that is not offered."""
    chunks: Iterable[bytes]


class Source(Protocol):
    """What answers: a store (local.py) or a server (over_http.py). All raise BoardError."""

    address: str
    home: str
    """What addresses of pages begin with."""

    def get(self, path: str, search: str = "") -> AbstractContextManager["Reply"]:
        """The answer of the API for a path under `/api/`."""
        ...

    def followed(self, name: str) -> str:
        """The address of the page that a short link leads to."""
        ...

    def query(self, sql: str, parameters: Mapping[str, Any]) -> Table:
        """The rows of a SELECT."""
        ...

    def framed(self, views: Sequence[Address]) -> list[str]:
        """The attribute of each frame that together show these views."""
        ...


def open(  # noqa: A001  (rb.open)
    where: str | Path = "", *, headers: Mapping[str, str] | None = None, timeout: float = 60
) -> "Board":
    """The board of this machine's store, of a store in a folder, or of a dashboard at an address of http.

    `headers` go with every request, for a proxy that asks for a login; `timeout` is in seconds. Raises BoardError.
    """
    if urlsplit(str(where)).scheme in ("http", "https"):
        from reasonboard.python.over_http import OverHttp  # noqa: PLC0415

        return Board(OverHttp(str(where), headers or {}, timeout))
    if headers:
        raise BoardError("headers are for a dashboard (expected its address, https://...)")
    from reasonboard.python.local import Local  # noqa: PLC0415  (the studies take a second to import)

    return Board(Local(Path(where) if str(where) else None))


class Board:
    """The studies of a dashboard. A view is named as `"kv-cache/grid"`, or by any pasted address of a page."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._studies: dict[str, dict[str, Any]] = {}

    def __repr__(self) -> str:
        return f"<Board of {self._source.address}>"

    @property
    def address(self) -> str:
        """The first page of the dashboard, or the folder of the store."""
        return self._source.address

    @property
    def studies(self) -> dict[str, list[str]]:
        """The views of each study."""
        self._read_studies()
        return {
            path: [view["name"] for view in study["views"]] for path, study in self._studies.items()
        }

    def frame(self, view: str, **settings: Choice) -> "pd.DataFrame":
        """The rows behind a view, as its table and its CSV have them; of a page without a view those of its first.

        `settings` are those of the page. What is chosen here and is not offered raises BoardError; what a pasted
        address has and is not offered is a warning, and stands in `attrs["notices"]`.
        """
        return frame(self._table(view, settings))

    def runs(self, **settings: Choice) -> "pd.DataFrame":
        """A row for each run that has scores: its name in `run`, model, tool, date, settings.

        Runs of one build, and seeds of one training, have a row for their mean as well, which each names as `part_of`.
        """
        return self.frame(_RUNS, **{"settings": "all", **settings})

    def items(self, run: str, benchmark: str, *, metric: str = "") -> "pd.DataFrame":
        """A row for each problem of a benchmark that a run answered: its score, attempts, tokens and finish."""
        chosen = {"a": self._run(run), "panel": benchmark, "items": "all", **_metric(metric)}
        table = self._table("pair/problems", chosen)
        columns = [column for column in table.columns if column.name in _OF_ONE]
        return frame(table._replace(columns=columns)).rename(columns=_OF_ONE)

    @overload
    def compare(self, a: str, b: str, *, benchmark: str, metric: str = "") -> Comparison: ...
    @overload
    def compare(self, a: str, b: str, *, metric: str = "") -> "pd.DataFrame": ...
    def compare(
        self, a: str, b: str, *, benchmark: str = "", metric: str = ""
    ) -> "Comparison | pd.DataFrame":
        """A minus B on a benchmark; without one a frame of all that both have. The numbers are those of the page.

        `a` and `b` are runs (the column `run` of `runs()`), or models that have one run.
        """
        chosen = {"a": self._run(a), "b": self._run(b), **_metric(metric)}
        if not benchmark:
            return self.frame("pair/benchmarks", **chosen)
        chosen["panel"] = benchmark
        return compared(
            benchmark,
            self._table("pair/benchmarks", chosen),
            self._table("pair/settings", chosen),
            lambda: self.frame("pair/problems", items="all", **chosen),
        )

    def query(self, sql: str, **parameters: Any) -> "pd.DataFrame":
        """The rows of a SELECT on the store; `$name` in it is the parameter of that name (docs/explanation/data.md)."""
        table = self._source.query(sql, parameters)
        kinds = ", ".join(dict.fromkeys(map(str, table.values.get("kind", []))))
        about = {"kinds": kinds, "source": "", "address": "", "query": sql, "notices": []}
        return frame(table._replace(provenance=about | table.provenance))

    def figure(self, view: str, *, columns: int = 4, **settings: Choice) -> "go.Figure":
        """The chart of a view as the page draws it, with at most `columns` panels side by side (1 to 4).

        Raises BoardError with the reason if the view has nothing to draw.
        """
        import plotly.graph_objects as go  # noqa: PLC0415  (some seconds)

        from reasonboard.charts.theme import no_data_reason  # noqa: PLC0415  (with numpy)

        address = self._address(view, settings)
        wide = addresses.choosing(address, {"columns": columns})
        with self._source.get(_file(address, "figure.json"), wide.search) as reply:
            chart = orjson.loads(b"".join(reply.chunks))
        _say(reply.notices, settings)
        reason = no_data_reason(chart)
        if reason:
            raise BoardError(f"{address.study}/{address.view}: no figure: {reason}")
        return go.Figure(chart)

    def show(self, view: str, *, height: int = 640, **settings: Choice) -> Shown:
        """A view in a notebook, or all views of a page: to be looked at and not changed."""
        address = self._address(view, settings, whole_page=True)
        names = [address.view] if address.view else self.studies[address.study]
        frames = self._source.framed([address._replace(view=name) for name in names])
        return Shown(self._source.home + address.page, frames, height)

    def _table(self, view: str, settings: Mapping[str, Choice]) -> Table:
        """The rows of a view with all that is known of them."""
        address = self._address(view, settings)
        with self._source.get(_file(address, "json"), address.search) as reply:
            table = tables.read(reply.chunks)
        _say(table.notices, settings)
        page = addresses.parse(table.provenance["address"])._replace(view=address.view)
        about = {"address": self._source.home + page.page, "query": page.search}
        whole = {"kinds": "", "source": "", **table.provenance, **about, "notices": table.notices}
        return table._replace(provenance=whole)

    def _address(
        self, view: str, settings: Mapping[str, Choice], *, whole_page: bool = False
    ) -> Address:
        """The address with these settings, whose study, view and settings there are. Raises BoardError."""
        link = addresses.short_link(view)
        address = addresses.parse(self._source.followed(link) if link else view)
        if address.study not in self._studies:
            self._read_studies()
        study = self._studies.get(address.study)
        if study is None:
            raise BoardError(
                f"there is no study {address.study!r} (expected one of {', '.join(self._studies)})"
            )
        views = [view["name"] for view in study["views"]]
        if address.view and address.view not in views:
            raise BoardError(
                f"{address.study} has no view {address.view!r} (expected one of {', '.join(views)})"
            )
        names = [setting["name"] for setting in study["settings"]]
        unknown = [name for name in settings if name not in names]
        if unknown:
            raise BoardError(
                f"{unknown[0]!r} is no setting of {address.study} (expected {', '.join(names)})"
            )
        if not address.view and not whole_page:
            address = address._replace(view=views[0])
        return addresses.choosing(address, settings)

    def _read_studies(self) -> None:
        """What the board has now: a study may have been declared, and another one removed."""
        with self._source.get("studies.json") as reply:
            listed = orjson.loads(b"".join(reply.chunks))
        self._studies = {study["path"]: study for study in listed}

    def _run(self, name: str) -> str:
        """The run of this name, or of the model that has only one."""
        runs = self._table(_RUNS, {"settings": "all"}).values
        if name in runs["run"]:
            return name
        columns = (runs["run"], runs["model"], runs["part_of"])
        of_model = [
            run for run, model, of in zip(*columns, strict=True) if model == name and not of
        ]
        if len(of_model) > 1:
            others = len(of_model) - _MOST_NAMED
            some = ", ".join(map(repr, of_model[:_MOST_NAMED])) + " ..." * (others > 0)
            raise BoardError(f"{name!r} has {len(of_model)} runs (expected one of them: {some})")
        return of_model[0] if of_model else name


def _file(address: Address, ending: str) -> str:
    return f"{address.study}/{address.view}.{ending}"


def _say(notices: Sequence[str], settings: Mapping[str, Choice]) -> None:
    """What an address has and is not offered is a warning; what was chosen in the call is a BoardError."""
    if notices and settings:
        raise BoardError(" ".join(notices))
    for notice in notices:
        warnings.warn(notice, stacklevel=4)


def _metric(name: str) -> dict[str, str]:
    return {"metric": name} if name else {}
