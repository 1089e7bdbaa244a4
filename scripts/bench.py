"""How long the server takes for one change of a filter: `make bench`.

Prints, per study, the median and the 95th percentile of whole callbacks (request in, JSON out) over
different states, what turning intervals on adds to drawing, and the size of the answer.
Numbers of one run can be compared with each other;
those of different machines, or of a busy one, cannot.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from app import config
from app.control import Values
from app.ingest.publish import publish
from app.main import create_app
from app.studies import STUDIES
from app.study import COLUMNS, Study

ROUNDS = 60


def main() -> None:
    """Measure every study and print a table, or JSON with --json."""
    parser = argparse.ArgumentParser(description="Server time and size of one change of a filter.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as store:
        publish(config.read({}).data, Path(store))
        client = create_app(config.read({"REASONBOARD_STORE": store})).test_client()
        results = [_measure(client, study) for study in STUDIES]
    if options.json:
        print(json.dumps(results, indent=2))
        return
    print(
        f"{'study':16} {'cold ms':>8} {'warm ms':>8} {'p95 ms':>8} {'intervals':>9} {'bytes':>8} {'gzip':>8}"
    )
    for one in results:
        print(
            f"{one['study']:16} {one['cold_ms']:8.1f} {one['warm_ms']:8.1f} {one['p95_ms']:8.1f} "
            f"{one['intervals_ms']:+9.1f} {one['bytes']:8.0f} {one['compressed']:8.0f}"
        )


def _measure(client: FlaskClient, study: Study) -> dict[str, Any]:
    """Times in ms: the first answer to each state (`cold`) and the next ones from memory (`warm`)."""
    callback = next(
        one
        for one in json.loads(client.get("/_dash-dependencies").data)
        if one["output"].startswith(f"..{study.path}-")
    )
    cold: list[float] = []
    warm: list[float] = []
    sizes: list[int] = []
    compressed: list[int] = []
    for control, values in _changes(study):
        body = _body(study, callback, values, control)
        for times in (cold, warm):
            started = time.perf_counter()
            answer = client.post("/_dash-update-component", json=body)
            times.append((time.perf_counter() - started) * 1000)
            assert answer.status_code == 200, answer.text  # noqa: S101, PLR2004
        sizes.append(len(answer.data))
        squeezed = client.post(
            "/_dash-update-component", json=body, headers={"Accept-Encoding": "gzip"}
        )
        compressed.append(len(squeezed.data))
    return {
        "study": study.path,
        "cold_ms": statistics.median(cold),
        "warm_ms": statistics.median(warm),
        "p95_ms": statistics.quantiles(cold, n=20)[-1],
        "intervals_ms": _intervals(study),
        "bytes": statistics.median(sizes),
        "compressed": statistics.median(compressed),
    }


def _intervals(study: Study) -> float:
    """What turning intervals on adds to drawing all views of a study once, in ms: the median."""
    if not any(control.name == "intervals" for control in study.controls):
        return 0.0
    added = []
    for _, values in _changes(study):
        took = {}
        for shown in (
            "off",
            "on",
            "off",
            "on",
        ):  # the second time all queries are answered from memory
            started = time.perf_counter()
            for view in study.views:
                study.answer(view, values | {"intervals": shown}, COLUMNS[-1])
            took[shown] = (time.perf_counter() - started) * 1000
        added.append(took["on"] - took["off"])
    return statistics.median(added)


def _changes(study: Study) -> list[tuple[str, Values]]:
    """Seeded changes of one filter each: the control and the values after it."""
    dice = random.Random(1)  # noqa: S311
    defaults = study.defaults()
    several = [one for one in study.controls if one.multi and len(one.options(defaults)) > 1]
    changes: list[tuple[str, Values]] = []
    while len(changes) < ROUNDS:
        control = dice.choice(several)
        offered = [choice.value for choice in control.options(defaults)]
        chosen = dice.sample(offered, dice.randint(1, max(1, len(offered) - 1)))
        changes.append((control.name, defaults | {control.name: chosen}))
    return changes


def _body(study: Study, callback: dict[str, Any], values: Values, control: str) -> dict[str, Any]:
    """The body that the browser sends when this control has changed from the defaults."""
    known: dict[str, Any] = {f"{study.path}-{name}.value": value for name, value in values.items()}
    known[f"{study.path}-columns.data"] = COLUMNS[-1]
    known[f"{study.path}-search.data"] = ""
    for view in study.views:
        known[f"{study.path}-{view.name}-tab.value"] = "chart"
    pairs = [one.rsplit(".", 1) for one in callback["output"].strip(".").split("...")]

    def filled(items: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [item | {"value": known.get(f"{item['id']}.{item['property']}")} for item in items]

    return {
        "output": callback["output"],
        "outputs": [{"id": id, "property": name} for id, name in pairs],
        "inputs": filled(callback["inputs"]),
        "state": filled(callback["state"]),
        "changedPropIds": [f"{study.path}-{control}.value"],
    }


if __name__ == "__main__":
    main()
