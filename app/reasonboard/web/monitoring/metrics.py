"""Numbers for Prometheus, added up over the worker processes.

In a server the processes share a folder (web/monitoring/folder.py), which is named before this module is imported.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from reasonboard.store import going, pushed
from reasonboard.store.snapshots import Snapshot
from reasonboard.web.monitoring.folder import VARIABLE

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))

_REGISTRY = CollectorRegistry()
_REQUESTS = Counter(
    "reasonboard_requests", "Requests by route", ("route", "method", "status"), registry=_REGISTRY
)
_SECONDS = Histogram(
    "reasonboard_request_seconds",
    "Seconds until the response was sent or buffered",
    ("route",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
    registry=_REGISTRY,
)
EXPORTS_RUNNING = Gauge(
    "reasonboard_exports_running",
    "Exports in progress",
    multiprocess_mode="livesum",
    registry=_REGISTRY,
)
EXPORTS_REFUSED = Counter(
    "reasonboard_exports_refused",
    "Exports refused because too many were running",
    registry=_REGISTRY,
)


def count(route: str, method: str, status: int, seconds: float) -> None:
    """Add a request."""
    _REQUESTS.labels(route, method if method in _METHODS else "other", str(status)).inc()
    _SECONDS.labels(route).observe(seconds)


def exposition(snapshot: Snapshot) -> bytes:
    """All numbers in Prometheus's text format, with those of the snapshot that answers and of its store."""
    registry = _REGISTRY
    if VARIABLE in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    now = CollectorRegistry()
    now.register(_Now(snapshot))
    return generate_latest(registry) + generate_latest(now)


def forget_process(process: int) -> None:
    """Take what a process that ended had at that moment, as its running exports, out of the sums."""
    if VARIABLE in os.environ:
        mark_process_dead(process)  # type: ignore[no-untyped-call]


class _Now(Collector):
    """What is measured when the metrics are requested."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._version, self._store = snapshot.version, snapshot.path.parent

    def collect(self) -> Iterable[GaugeMetricFamily | InfoMetricFamily]:
        snapshot = InfoMetricFamily("reasonboard_snapshot", "The current snapshot")
        snapshot.add_metric((), {"version": self._version})
        yield snapshot
        memory = GaugeMetricFamily(
            "reasonboard_worker_resident_bytes", "Memory of a worker process", labels=["pid"]
        )
        for process, size in _resident_bytes().items():
            memory.add_metric([str(process)], size)
        yield memory
        asides, loads = pushed.asides(self._store), going.all_loads(self._store)
        yield _by_load(
            "reasonboard_pushed_rows_set_aside",
            "Pushed rows that no page shows",
            {name: aside.rows for name, aside in asides.items()},
        )
        yield _by_load(
            "reasonboard_pushed_load_refused",
            "1 if nothing more of a pushed load can be shown",
            {name: bool(aside.problem) for name, aside in asides.items()},
        )
        yield _by_load(
            "reasonboard_rows_waiting",
            "1 if a watched load has rows that no page shows yet",
            {name: load.waits for name, load in loads.items()},
        )


def _by_load(name: str, about: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(name, about, labels=["load"])
    for load, value in values.items():
        gauge.add_metric([load], value)
    return gauge


def _resident_bytes() -> dict[int, int]:
    """The memory of this process and of those that its parent has beside it; {} where /proc does not say."""
    parent = os.getppid()
    page = os.sysconf("SC_PAGE_SIZE")
    sizes = {}
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for process in map(int, children):
            sizes[process] = int(Path(f"/proc/{process}/statm").read_text().split()[1]) * page
    except (OSError, IndexError):
        return sizes
    return sizes
