"""The command: every part of the campaign, or those that are named, and a table of what came of them."""

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from scripts.prove import report
from scripts.prove.backup import backups
from scripts.prove.files import files
from scripts.prove.flips import flips
from scripts.prove.growing import growing
from scripts.prove.hostile_requests import hostile_requests
from scripts.prove.kills import kills
from scripts.prove.leak import leak
from scripts.prove.outcome import Failure, Outcome, Wrong
from scripts.prove.plan import DEFAULT, LONG, SHORT, Plan
from scripts.prove.pushes import pushes
from scripts.prove.running import running
from scripts.prove.sequences import sequences
from scripts.prove.slow import slow
from scripts.prove.store_faults import store_faults
from scripts.prove.swaps import swaps
from scripts.prove.users import users
from scripts.prove.workers import workers
from scripts.prove.xss import xss

Part = Callable[[Plan], Iterator[Outcome]]
PARTS: dict[str, Part] = {
    "kills": kills,
    "flips": flips,
    "sequences": sequences,
    "requests": hostile_requests,
    "users": users,
    "slow": slow,
    "faults": store_faults,
    "workers": workers,
    "xss": xss,
    "backup": backups,
    "running": running,
    "growing": growing,
    "pushes": pushes,
    "leak": leak,
    "files": files,
    "swaps": swaps,
}
SEED = 22
_ROOM = 4 * 1024**3
"""Bytes that have to be free in memory for the stores to stand there."""


def main() -> int:
    """Run, print and write; 1 where a promise was broken or a part could not be done."""
    options = _parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # servers and browsers end with it
    started = time.monotonic()
    names = options.only.split(",") if options.only else list(PARTS)
    outcomes: list[Outcome] = []
    for name in names:
        begun = time.monotonic()
        outcomes += run(name, options)
        print(f"{name}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    size = "long" if options.long else "short" if options.short else "default"
    seconds = time.monotonic() - started
    today = datetime.now(UTC).date().isoformat()
    about = report.About(today, _commit(), options.seed, seconds, size)
    text = report.report(outcomes, about)
    print(text)
    if options.out:
        report.write(options.out, text)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def run(name: str, options: argparse.Namespace) -> list[Outcome]:
    """The rows of a part; one that failed where the part itself broke."""
    counts = LONG if options.long else SHORT if options.short else DEFAULT
    if options.leak_hours:
        counts = counts._replace(leak_seconds=options.leak_hours * 3600)
    counts = counts._replace(leak_pace=options.leak_pace)
    folder = Path(tempfile.mkdtemp(prefix=f"prove-{name}-", dir=_place(options.folder)))
    outcomes: list[Outcome] = []
    try:
        for outcome in PARTS[name](Plan(folder, options.seed, counts, item=options.index)):
            outcomes.append(outcome)
            print(report.table([outcome]).splitlines()[-1], file=sys.stderr, flush=True)
    except Wrong as wrong:
        outcomes.append(
            Outcome(name, "the part as a whole", 1, 0, "runs", "ended", [Failure(-1, str(wrong))])
        )
    except Exception as error:  # noqa: BLE001  (a part that broke has shown nothing)
        failure = Failure(-1, f"the checker broke: {error!r}")
        outcomes.append(Outcome(name, "the part as a whole", 1, 0, "runs", "broke", [failure]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return outcomes


def _place(folder: Path | None) -> Path | None:
    """Where the stores stand: in memory where that has room, since every item copies some."""
    shared = Path("/dev/shm")  # noqa: S108
    if folder is None and shared.is_dir() and shutil.disk_usage(shared).free > _ROOM:
        return shared
    return folder


def _commit() -> str:
    root = Path(__file__).parent
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make prove", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--long", action="store_true", help="the full counts, hours of them")
    size.add_argument("--short", action="store_true", help="a little of everything, a minute")
    parser.add_argument("--only", help=f"some of {', '.join(PARTS)}, with commas between")
    parser.add_argument("--seed", type=int, default=SEED, help="of all that is random")
    parser.add_argument("--index", type=int, default=-1, help="the only item of a part to do")
    parser.add_argument("--leak-hours", type=float, default=0, help="how long memory is watched")
    parser.add_argument("--leak-pace", type=float, default=1, help="more users and publishes of it")
    parser.add_argument("--out", type=Path, help="a document with markers for the result")
    parser.add_argument("--folder", type=Path, help="where stores are made (default: in memory)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
