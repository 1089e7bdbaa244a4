"""Fixtures for all tests: a snapshot of the bundled data, and snapshots of hand-written rows."""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_UN, flock
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from reasonboard import config
from reasonboard.cli import declaring
from reasonboard.core import study_tables
from reasonboard.core.control import Values
from reasonboard.core.study import Answer, Study
from reasonboard.core.view import View
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.scripts import studies
from reasonboard.ingest.snapshot import build
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.store import database, snapshots
from reasonboard.store.arrangement import Arrangement
from tests.ingest.in_process import make_no_tables
from tests.sources import two_sources
from tests.states import many

_AS_IN_THE_SOURCE = Arrangement()

Table = list[dict[str, Any]]
Given = Callable[..., Path]


# How long an example takes says nothing of the code on a machine that does something else beside it.
settings.register_profile(
    "untimed",
    deadline=None,
    max_examples=many(15, 200),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")

# The sources of tests are small: a snapshot of them is made by one thread in less time than by several.
build.MODEST["threads"] = "1"

EXAMPLES = Path(__file__).parents[1] / "docs" / "studies"
ACCURACIES = {"accuracy", "acc", "pass@1"}
ALL = frozenset(studies.scripts("tables.sql"))
"""The studies that have tables."""
DIRECTIONS = {
    "fail_rate": False,
    "score_b": True,
    "strict": True,
    "loose": True,
    "inst_level": True,
}
"""Is more of another metric better?"""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """One process collects alone: what it makes of the files of the tests is then read by the others at once.

    What is collected stays to the end: nobody searches it for garbage.
    """
    made = session.config.rootpath / ".pytest_cache" / "collected"
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    made.parent.mkdir(exist_ok=True)
    with made.open("a+") as file:
        flock(file, LOCK_EX)
        file.seek(0)
        if file.read() == run:
            flock(file, LOCK_UN)
        gc.disable()
        collected = yield
        file.truncate(0)
        file.write(run)
    gc.freeze()
    gc.enable()
    return collected


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `long` to `make test-long`, but for a test that is named.

    Those of browsers, scripts and replicas, the longest, come first, so that no process is alone with one at the end.
    """
    if not many(push=False, long=True) and not any("::" in argument for argument in config.args):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    first = ("tests/browser/", "tests/scripts/", "tests/remote/")
    items.sort(key=lambda item: not item.nodeid.startswith(first))


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first process of the tests makes and the others share: to be copied, never changed."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / f"made-{name}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        flock(lock, LOCK_EX)
        lock.seek(0)
        if not lock.read():
            make(folder / "made")
            lock.write("made")
    return folder / "made"


@pytest.fixture(scope="session")
def bundled_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the snapshot of the bundled sources."""
    made = made_once(
        tmp_path_factory, "bundled", lambda folder: publish(config.read({}).data, folder)
    )
    return shutil.copytree(made, tmp_path_factory.mktemp("bundled") / "store")


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `data` and `store`, where the studies of docs/studies are declared: to be copied, never changed."""

    def make(folder: Path) -> None:
        data, store = two_sources(folder / "data"), folder / "store"
        publish(data, store)
        load(data, store, [str(EXAMPLES / "data")], name="examples")
        studies = [declaring.read(path) for path in sorted(EXAMPLES.glob("*.toml"))]
        declaring.add(data, store, studies)

    made = made_once(tmp_path_factory, "examples", make)
    return shutil.copytree(made, tmp_path_factory.mktemp("examples") / "folder")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the two smallest bundled sources, to be spoilt: it is published within a second."""
    return two_sources(tmp_path / "data")


@pytest.fixture(scope="session")
def small_store_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which `data` is published, to be copied and never changed."""

    def make(folder: Path) -> None:
        publish(two_sources(folder / "data"), folder / "store")

    return made_once(tmp_path_factory, "small", make) / "store"


@pytest.fixture
def small_store(small_store_template: Path, tmp_path: Path) -> Path:
    """A store of one's own in which `data` is published: a copy, which costs less than a build."""
    return shutil.copytree(small_store_template, tmp_path / "store")


@pytest.fixture
def store(data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`small_store` and `data`, which commands use."""
    monkeypatch.setenv("REASONBOARD_STORE", str(small_store))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    return small_store


@pytest.fixture
def without_studies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A load leaves the tables of the studies as they are: they take nearly half of its time.

    For the folders of tests of what is stored. Those of what pages show of a load there, and of all tables of a
    snapshot, ask for `studies_made`.
    """
    if "studies_made" not in request.fixturenames:
        monkeypatch.setattr(studies, "make_tables", make_no_tables)
        monkeypatch.setattr(studies, "run_each", lambda _connection, _name: None)


@pytest.fixture
def studies_made() -> None:
    """The tables of the studies are made, as they are outside of tests."""


@pytest.fixture
def bundled(bundled_store: Path) -> Iterator[None]:
    """Queries answer from the bundled sources."""
    snapshots.use(bundled_store)
    yield
    database.close()


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal questions to the database, equal charts and equal intervals are worked out once in a test.

    For tests that ask for a state in many forms, or for many states: of 200 about a hundred differ in what
    a table is asked for.
    """

    @cache
    def lines(name: str, key: database.Key) -> list[tuple[Any, ...]]:
        return list(plain_stream(name, database.from_key(key)))

    @cache
    def some(name: str, key: database.Key, first: int, size: int) -> tuple[database.Rows, int]:
        return plain_page(name, database.from_key(key), first, size)

    @cache
    def answer(of: Study, view: View, key: database.Key, columns: int) -> Answer:
        return make_answer(of, view, database.from_key(key), columns)

    def stream(
        name: str, values: Values, arrangement: Arrangement = _AS_IN_THE_SOURCE, *rest: Any
    ) -> Iterator[tuple[Any, ...]]:
        if arrangement != _AS_IN_THE_SOURCE:
            return plain_stream(name, values, arrangement, *rest)
        return iter(lines(name, database.query_key(name, values)))

    def page(name: str, values: Values, *rest: Any) -> tuple[database.Rows, int]:
        if rest[2:] and rest[2] != _AS_IN_THE_SOURCE:
            return plain_page(name, values, *rest)
        return some(name, database.query_key(name, values), *rest[:2])

    @cache
    def derived(of: Study, view: View, key: database.Key) -> database.Rows:
        return derive(of, view, database.from_key(key))

    plain_stream, plain_page = database.stream, database.page
    make_answer, derive = Study.answer, study_tables.derived_rows
    monkeypatch.setattr(database, "stream", stream)
    monkeypatch.setattr(database, "page", page)
    monkeypatch.setattr(
        Study,
        "answer",
        lambda of, view, values, columns: answer(of, view, database.to_key(values), columns),
    )
    monkeypatch.setattr(
        study_tables,
        "derived_rows",
        lambda of, view, values: derived(of, view, database.to_key(values)),
    )
    monkeypatch.setattr("reasonboard.core.findings.intervals.of_measured", cache(of_measured))


@pytest.fixture
def given(_published: Callable[..., Path], request: pytest.FixtureRequest) -> Iterator[Given]:
    """Queries answer from hand-written rows: `given("iterations", source_id=[{...}, ...])`.

    A row needs `value`; model, benchmark, metric (accuracy), kind (stated) and locator have
    defaults. Values of metric `token_length` are tokens, all others fractions. Models may be given
    with `models={name: (family, params_b)}`; benchmarks in `aggregates` are means over others; `sizes={name: items}`,
    `chances={name: chance level}`.
    It returns the folder of these sources and their store, which other tests may share: copy it to
    change it. Tests of a study have the tables of it, of this one and of the list of all numbers: others take
    a third of the time of a build.
    """
    own = request.path.parent.name.replace("_", "-")
    also = {"pair"} if own == "models" else set()
    made = frozenset({own, "data", *also}) if own in ALL else ALL

    def build(study: str, **rows: Any) -> Path:
        folder = _published(study, made | {study}, **rows)
        snapshots.use(folder / "store")
        return folder

    yield build
    database.close()


@pytest.fixture(scope="session")
def _published(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder with `data` and `store` of hand-written rows: equal rows are published once."""
    folders: dict[str, Path] = {}

    def published(study: str, made: frozenset[str] = ALL, **rows: Any) -> Path:
        # A store without their tables is another one.
        key = repr((study, sorted(made), rows, studies.make_tables))
        if key not in folders:
            folders[key] = tmp_path_factory.mktemp("rows")
            _write_sources(folders[key] / "data", study, **rows)
            with tables_of(made):
                publish(folders[key] / "data", folders[key] / "store")
        return folders[key]

    return published


@contextmanager
def tables_of(made: frozenset[str]) -> Iterator[None]:
    """A build makes the tables of these studies alone."""
    all_scripts, digest = studies.scripts, build.tables_digest()

    def scripts(name: str) -> dict[str, str]:
        chosen = {path: text for path, text in all_scripts(name).items() if path in made}
        if name == "shows.sql" and not chosen:
            return {"": "SELECT '' AS source, '' AS study, 0 AS scores WHERE false"}
        return chosen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "scripts", scripts)
        patch.setattr("reasonboard.ingest.snapshot.publish.tables_digest", lambda: digest)
        yield


def _write_sources(
    data: Path,
    study: str,
    models: dict[str, tuple[str, float]] | None = None,
    aggregates: tuple[str, ...] = (),
    sizes: dict[str, int] | None = None,
    chances: dict[str, float] | None = None,
    **sources: Table,
) -> None:
    """A folder of bundled sources with these rows and a catalogue of the names in them."""
    (data / "catalogue").mkdir(parents=True)
    rows = [row for table in sources.values() for row in table]
    known = models or {}
    names = sorted({row.get("model", "M") for row in rows if row.get("model", "M")})
    benchmarks = sorted({row.get("benchmark", "B") for row in rows})
    metrics = sorted({"accuracy"} | {row.get("metric", "accuracy") for row in rows})
    _write(data / "catalogue" / "models.toml", "model", [
        {"name": name, "family": known.get(name, ("F", 1.0))[0], "params_b": known.get(name, ("F", 1.0))[1]}
        for name in names
    ])  # fmt: skip
    _write(data / "catalogue" / "benchmarks.toml", "benchmark", [
        {"name": name, "aggregate": name in aggregates, "exact": len({*map(spelling, benchmarks)}) < len(benchmarks)}
        | ({"items": sizes[name]} if sizes and name in sizes else {})
        | ({"chance_level": chances[name]} if chances and name in chances else {})
        for name in benchmarks
    ])  # fmt: skip
    _write(data / "catalogue" / "metrics.toml", "metric", [
        {"name": name, "label": name, "unit": "tokens" if name.startswith("token") else "fraction"}
        | ({"higher_is_better": True, "proportion": True} if name in ACCURACIES else {})
        | ({"higher_is_better": DIRECTIONS[name]} if name in DIRECTIONS else {})
        for name in metrics
    ])  # fmt: skip
    for rank, (source, table) in enumerate(sources.items(), 1):
        (data / f"{source}.toml").write_text(
            f'study = "{study}"\nrank = {rank}\ntitle = "{source}"\ncitation = "C"\nlicence = "L"\n'
            'kind = "stated"\nunit = "fraction"\n[axes]\nvalue = "v"\n'
        )
        _write_csv(data / f"{source}.csv", table)


def _write(path: Path, table: str, entries: Table) -> None:
    lines = []
    for entry in entries:
        lines.append(f"[[{table}]]")
        for key, value in entry.items():
            text = str(value).lower() if isinstance(value, bool | int | float) else f'"{value}"'
            lines.append(f"{key} = {text}")
    path.write_text("\n".join(lines) + "\n")


def _write_csv(path: Path, table: Table) -> None:
    defaults = {"model": "M", "benchmark": "B", "metric": "accuracy", "kind": "stated"}
    full = [defaults | {"locator": f"row {number}"} | row for number, row in enumerate(table, 1)]
    columns = sorted({column for row in full for column in row})
    text = [",".join(columns)]
    for row in full:
        text.append(",".join("" if row.get(c) is None else f'"{row[c]}"' for c in columns))
    path.write_text("\n".join(text) + "\n")
