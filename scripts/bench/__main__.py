"""The command: every part of the bench, or those that are asked for, as tables and as JSON."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from reasonboard.studies.models.study import MODELS
from scripts.bench import machine, results, stores
from scripts.bench.answers import answers_of_items
from scripts.bench.change import changes
from scripts.bench.crowd import CROWDS, crowd, throughput
from scripts.bench.first_load import first_loads
from scripts.bench.grown import grown
from scripts.bench.highlight import highlights
from scripts.bench.history import history
from scripts.bench.loads import loads
from scripts.bench.one_more import one_more
from scripts.bench.own_study import own_study
from scripts.bench.problems import problems
from scripts.bench.results import Row
from scripts.bench.rollups import fields, rollups
from scripts.bench.server import served
from scripts.bench.server_time import callbacks, parts
from scripts.bench.start import starts
from scripts.bench.watched import watched

SIZES = "1e4,1e5,1e6,1e7"
_QUICK = "scale-progress,iterations"
_FOLDER = Path(__file__).resolve().parent.parent.parent / "var"


class Plan(NamedTuple):
    """How much of each thing is measured."""

    folder: Path
    sizes: tuple[int, ...]
    pages: tuple[Study, ...]
    starts: int = 5
    visits: int = 5
    rounds: int = 30
    seconds: float = 90
    """The seconds after which no further change of a page is begun."""
    states: int = 240
    asking: float = 15
    """Seconds that the sixteen connections ask for what was answered before."""
    crowded: float = 60
    """Seconds of each crowd."""
    models: int = 16
    rows: int = 10_000_000
    answers: int = 100_000_000
    problems: int = 1_000_000
    runs: int = 10_000
    logged: int = 20
    """Rows of a run that is watched: each takes some ten seconds."""


Part = Callable[[Plan], Iterable[Row]]


def main() -> None:
    """Measure, print and write."""
    options = _parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # servers and browsers end with it
    plan = _plan(options)
    chosen = options.only.split(",") if options.only else list(PARTS)
    about: dict[str, Any] = machine.about() | {
        "started": datetime.now(UTC).isoformat(timespec="seconds")
    }
    about["before"] = machine.state()
    print(machine.state_line("before", about["before"]))
    rows: list[Row] = []
    for name in chosen:
        for row in PARTS[name](plan):
            results.show(row, rows[-1] if rows else None)
            rows.append(row)
            results.write(options.json, about, rows)
    about["after"] = machine.state()
    results.write(options.json, about, rows)
    print(f"\n{machine.state_line('after', about['after'])}\nwritten: {options.json}")


def _start(plan: Plan) -> Iterator[Row]:
    yield from starts(stores.bundled(plan.folder), plan.starts)


def _first(plan: Plan) -> Iterator[Row]:
    with served(stores.bundled(plan.folder)) as server:
        yield from first_loads(server, plan.pages, plan.visits)


def _change(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        with stores.used(store), served(store) as server:
            what = "change to drawn"
            yield from changes(what, server, plan.pages, size, plan.rounds, plan.seconds)
            most = {"MB at most": server.peak_memory()}
            yield Row("peak memory", "one worker, after these changes", size, most)


def _models(plan: Plan) -> Iterator[Row]:
    store = stores.many_models(plan.folder)
    with stores.used(store), served(store) as server:
        what = "change to drawn, 100 models x 100 benchmarks"
        yield from changes(what, server, (MODELS,), 10_000, plan.rounds, plan.seconds)
        most = {"MB at most": server.peak_memory()}
        yield Row("peak memory", "one worker, after these changes", 10_000, most)


def _grown(plan: Plan) -> Iterator[Row]:
    small, large = _extremes(plan)
    yield from grown(small, large, plan.pages, max(plan.sizes), plan.rounds, plan.seconds)


def _own(plan: Plan) -> Iterator[Row]:
    small, large = _extremes(plan)
    yield from own_study(small, large, max(plan.sizes), plan.rounds, plan.seconds)


def _highlight(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        with stores.used(store), served(store) as server:
            yield from highlights(server, plan.pages, size, 2 * plan.rounds, plan.seconds)


def _server(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        yield from parts(store, plan.pages, size, plan.rounds, plan.seconds)
        yield from callbacks(store, plan.pages, size, plan.rounds, plan.seconds)


def _crowd(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        yield from throughput(store, plan.pages, size, plan.states, plan.asking)
        for what in CROWDS:
            yield crowd(store, plan.pages, size, plan.states, plan.crowded, what)


def _rollups(plan: Plan) -> Iterator[Row]:
    yield from rollups(plan.folder, plan.answers)
    yield fields(plan.folder, plan.answers // 10, plan.starts)


def _answers(plan: Plan) -> Iterator[Row]:
    yield from answers_of_items(plan.folder, plan.answers)


def _problems(plan: Plan) -> Iterator[Row]:
    yield from problems(plan.folder, plan.problems, plan.rounds)


def _history(plan: Plan) -> Iterator[Row]:
    yield from history(plan.folder, plan.runs, plan.rounds)


def _loads(plan: Plan) -> Iterator[Row]:
    yield from loads(plan.models, plan.rows)


def _more(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        yield one_more(store, size, plan.rounds)


def _watch(plan: Plan) -> Iterator[Row]:
    for size, store in _stores(plan):
        yield watched(store, size, min(plan.rounds, plan.logged))


PARTS: dict[str, Part] = {
    "start": _start,
    "first": _first,
    "change": _change,
    "models": _models,
    "grown": _grown,
    "own": _own,
    "highlight": _highlight,
    "server": _server,
    "crowd": _crowd,
    "rollups": _rollups,
    "answers": _answers,
    "problems": _problems,
    "history": _history,
    "load": _loads,
    "more": _more,
    "watch": _watch,
}


def _stores(plan: Plan) -> Iterator[tuple[int, Path]]:
    for size in plan.sizes:
        yield size, stores.generated(plan.folder, size)


def _extremes(plan: Plan) -> tuple[Path, Path]:
    """The smallest store and the largest."""
    return stores.generated(plan.folder, min(plan.sizes)), stores.generated(
        plan.folder, max(plan.sizes)
    )


def _plan(options: argparse.Namespace) -> Plan:
    sizes = tuple(int(float(part)) for part in options.sizes.split(","))
    named = options.pages or (_QUICK if options.quick else "")
    pages = tuple(study for study in STUDIES if not named or study.path in named.split(","))
    if not options.quick:
        return Plan(
            options.cache,
            sizes,
            pages,
            rounds=options.rounds,
            seconds=options.seconds,
            answers=int(options.answers),
        )
    return Plan(
        options.cache, sizes[:1], pages, starts=1, visits=1, rounds=1, seconds=1, states=8, asking=0.5, crowded=4,
        models=1, rows=10_000, answers=100_000, problems=1000, runs=200,
        logged=1,
    )  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", help=f"some of {', '.join(PARTS)}, with commas between")
    parser.add_argument("--sizes", default=SIZES, help="measurements of the made-up stores")
    parser.add_argument("--pages", help="some of the pages, with commas between")
    parser.add_argument("--rounds", type=int, default=30, help="changes of each page")
    parser.add_argument("--seconds", type=float, default=90, help="no further change after so many")
    parser.add_argument(
        "--answers", type=float, default=1e8, help="how many `rollups` and `answers` have"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a little of everything: two pages, one size"
    )
    parser.add_argument("--json", type=Path, default=_FOLDER / "bench.json", help="where to write")
    parser.add_argument(
        "--cache", type=Path, default=_FOLDER / "bench", help="where stores are kept"
    )
    return parser


if __name__ == "__main__":
    main()
