"""What happens to a store while a server answers from it: full, read-only, gone, exchanged, damaged."""

import http.client
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from scripts.prove.callbacks import Callbacks, link_of
from scripts.prove.client import TRACEBACK, Answer, Reader
from scripts.prove.commands import Ended
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.history import EXPORT, FRESH, SEARCH, History, seen_in_export
from scripts.prove.lanes import commands_of
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, load, sources

_LASTS = 4.0
"""Seconds that a fault lasts."""
_SIZE = "192m"
_READERS = 8
_LOAD_LIMIT = 64 * 1024
"""Bytes of a file that a load may write where no disk can be filled."""
_UNCACHED = "/api/kv-cache/{view}.csv?ratio=0.{number}"


class Fault(NamedTuple):
    """Something that befalls a store, and how it ends."""

    name: str
    begin: Callable[[World], None]
    end: Callable[[World], None]
    refused: bool = True
    """Has a load to be refused meanwhile? A store that is gone may be begun anew."""


class Asked:
    """Connections that are kept, and what is asked on them."""

    def __init__(self, readers: list[Reader], callbacks: Callbacks) -> None:
        self.readers = readers
        self.callbacks = callbacks
        body = callbacks.share("kv-cache", "grid", SEARCH)
        self.link = link_of(readers[0].callback(body).text())


def store_faults(plan: Plan) -> Iterator[Outcome]:
    """Each fault under a server of its own."""
    tally = Tally()
    with commands_of(plan, "faults") as lanes:
        for number in range(plan.counts.store_faults):
            fault = FAULTS[number % len(FAULTS)]
            folder = plan.folder / "faults" / str(number)
            data = sources(folder / "data")
            with _disk(folder / "disk") as disk:
                try:
                    _run(fault, World(lanes[0].commands, disk / "store", data))
                    tally.add(number, fault.name)
                except Wrong as wrong:
                    tally.add(number, failure=f"{fault.name}: {wrong}")
    expected = "pages go on or say 503 in one line, loads refuse in one line, all well when it ends"
    names = ", ".join(fault.name for fault in FAULTS)
    yield tally.outcome("faults", f"stores that are {names}", plan.counts.store_faults, expected)


def _run(fault: Fault, world: World) -> None:
    world.do(PUBLISH)
    load(world, "first").succeed()
    history = History(world)
    with dashboard(world.store, world.data) as server:
        readers = [Reader(server.port) for _ in range(_READERS)]
        clients = Asked(readers, Callbacks(readers[0]))
        _ask(clients, 1)
        saved = world.store.with_name("saved")
        shutil.copytree(world.store, saved)
        fault.begin(world)
        try:
            _meanwhile(fault, world, clients)
        finally:
            fault.end(world)
        _recovers(server, history, readers)
        server.check_log()
        for reader in readers:
            reader.close()


def _meanwhile(fault: Fault, world: World, clients: Asked) -> None:
    until = time.monotonic() + _LASTS
    pass_number = 2
    while time.monotonic() < until:
        _ask(clients, pass_number)
        pass_number += 1
    ended = _load(fault, world)
    if ended.code == 0:
        expect(not fault.refused, "a load succeeded meanwhile")
    else:
        expect(
            "Nothing was loaded" in ended.line(),
            "a refused load does not say that nothing was loaded",
        )


def _load(fault: Fault, world: World) -> Ended:
    """Load the second table; where the disk could not be filled, as if it were full."""
    limit = _LOAD_LIMIT if fault.name == "full" and not _filler(world).exists() else 0
    arguments = ["load", str(world.data.parent / "tables" / "second"), "--name", "second"]
    return world.commands.run(arguments, world.store, world.data, file_size=limit)


def _ask(clients: Asked, pass_number: int) -> None:
    """Ask for what is in memory and what is not, on all connections."""
    for number, reader in enumerate(clients.readers):
        new = _UNCACHED.format(
            view=("grid", "by_window", "by_ratio")[number % 3], number=pass_number * 10 + number
        )
        page = clients.callbacks.page("/kv-cache", f"?ratio=0.{pass_number}{number}")
        requests: tuple[tuple[str, Callable[[], Answer]], ...] = (
            ("/kv-cache", lambda: reader.get("/kv-cache")),  # noqa: B023  (called in this turn)
            (new, lambda: reader.get(new)),  # noqa: B023
            ("a page", lambda: reader.callback(page)),  # noqa: B023
            (EXPORT, lambda: reader.get(EXPORT)),  # noqa: B023
            (f"/v/{clients.link}", lambda: reader.get(f"/v/{clients.link}")),  # noqa: B023
            ("/healthz", lambda: reader.get("/healthz")),  # noqa: B023
        )
        for what, request in requests:
            try:
                _judge(what, request())
            except (OSError, http.client.HTTPException) as error:
                raise Wrong(f"{what}: {error!r}") from error


def _judge(what: str, answer: Answer) -> None:
    text = answer.text()
    expect(TRACEBACK.decode() not in text, f"{what}: a traceback")
    if answer.status == http.client.SERVICE_UNAVAILABLE:
        expect(text.strip().count("\n") == 0, f"{what}: 503 with {text.count(chr(10))} lines")
        return
    may_be_lost = what.startswith("/v/") and answer.status == http.client.NOT_FOUND
    expect(
        answer.status in (200, 204, 302) or may_be_lost,
        f"{what}: status {answer.status}: {text[:120]}",
    )


def _recovers(server: Dashboard, history: History, readers: list[Reader]) -> None:
    """Raise Wrong where it does not answer rightly within seconds after the fault, or takes no load up."""
    _until_newest(server, history, readers)
    history.load()
    _until_newest(server, history, readers)


def _until_newest(server: Dashboard, history: History, readers: list[Reader]) -> None:
    until = time.monotonic() + FRESH
    newest = history.published[-1]
    fresh = [Reader(server.port) for _ in range(_READERS)]
    for reader in (*readers, *fresh):
        reason = ""
        while True:
            try:
                answer = reader.export(EXPORT)
                if answer.status == http.client.OK:
                    seen = seen_in_export(answer.text(), 0, 0)
                    reason = f"data {sorted(seen.versions)}, not {newest.version}"
                    if seen.versions == {newest.version} and seen.numbers == {newest.number}:
                        break
                else:
                    reason = f"status {answer.status}"
            except (OSError, http.client.HTTPException) as error:
                reason = repr(error)
            expect(time.monotonic() < until, f"{FRESH:.0f} s after it ended: {reason}")
            time.sleep(0.3)
    for reader in fresh:
        reader.close()


@contextmanager
def _disk(folder: Path) -> Iterator[Path]:
    """A small disk of its own where one can be mounted, else a folder."""
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def _fill(world: World) -> None:
    if not world.store.parent.is_mount():
        return
    with suppress(OSError), _filler(world).open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 65536)


def _make_room(world: World) -> None:
    _filler(world).unlink(missing_ok=True)


def _filler(world: World) -> Path:
    return world.store.parent / "filler"


def _protect(world: World) -> None:
    if world.store.parent.is_mount():
        subprocess.run(["mount", "-o", "remount,ro", str(world.store.parent)], check=True)
    else:
        expect(
            os.geteuid() != 0,
            "cannot be made read-only for root (expected a disk that can be mounted)",
        )
        world.store.chmod(0o500)


def _unprotect(world: World) -> None:
    if world.store.parent.is_mount():
        subprocess.run(["mount", "-o", "remount,rw", str(world.store.parent)], check=True)
    else:
        world.store.chmod(0o700)


def _delete(world: World) -> None:
    shutil.rmtree(world.store)


def _exchange(world: World) -> None:
    """The current snapshot's file is now another snapshot."""
    other = min(world.store.glob("*.duckdb"), key=lambda path: path.stat().st_mtime_ns)
    copy = world.store.with_name("other")
    shutil.copy(other, copy)
    copy.replace(_current(world))


def _damage(world: World) -> None:
    """The current snapshot's file is overwritten while it is open."""
    with _current(world).open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(size // 4)
        file.write(b"\xa5" * (size // 2))


def _truncate(world: World) -> None:
    os.truncate(_current(world), 5000)


def _spoil_pointer(world: World) -> None:
    (world.store / "current.json").write_text("{")


def _bring_back(world: World) -> None:
    """The store as it was before the fault."""
    shutil.rmtree(world.store, ignore_errors=True)
    shutil.copytree(world.store.with_name("saved"), world.store)


def _current(world: World) -> Path:
    return max(world.store.glob("*.duckdb"), key=lambda path: path.stat().st_mtime_ns)


FAULTS = (
    Fault("full", _fill, _make_room),
    Fault("damaged", _damage, _bring_back),
    Fault("deleted", _delete, _bring_back, refused=False),
    Fault("read-only", _protect, _unprotect),
    Fault("exchanged", _exchange, _bring_back),
    Fault("cut", _truncate, _bring_back),
    Fault("without a readable pointer", _spoil_pointer, _bring_back),
)
