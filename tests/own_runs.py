"""A store with hand-written bundled models of known size and with runs that a reader loaded."""

import shutil
from pathlib import Path

from reasonboard.ingest.loading.load import load
from tests.conftest import Given

MODELS = {"small": ("F", 1.0), "large": ("F", 4.0), "made-up": ("Ill", 2.0)}
HEADER = "model,params_b,step,benchmark,accuracy,n,unit\n"


def bundled_rows() -> list[dict[str, object]]:
    """Two sizes at the steps 0 and 100 on X and Y, 1,000 problems each: 30 and 80% at last."""
    return [
        {"model": model, "benchmark": benchmark, "step": step, "progress": step / 100, "value": value, "n_items": 1000}
        for model, values in (("small", (0.1, 0.3)), ("large", (0.2, 0.8)))
        for benchmark in ("X", "Y")
        for step, value in zip((0, 100), values, strict=True)
    ]  # fmt: skip


def run_table(model: str, last: float, *, size: float = 3.0, benchmarks: str = "XYZ") -> str:
    """A loaded model of 20% at step 0 and `last` percent at step 200 on each benchmark."""
    rows = [
        f"{model},{size},{step},{benchmark},{value},1000,percent"
        for benchmark in benchmarks
        for step, value in ((0, 20), (200, last))
    ]
    return HEADER + "\n".join(rows) + "\n"


def own_store(published: Given, folder: Path, **tables: str) -> Path:
    """A store with these tables loaded in their order under their names; `published` is that of conftest.py."""
    point = {"model": "made-up", "benchmark": "X", "value": 0.5, "kind": "illustrative"}
    made_up = [point | {"progress": at} for at in (0, 1)]
    bundled = published("scale-progress", models=MODELS, best=bundled_rows(), made_up=made_up)
    shutil.copytree(bundled / "data", folder / "data")
    store = shutil.copytree(bundled / "store", folder / "store")
    for name, text in tables.items():
        add(folder, name, text)
    return store


def add(folder: Path, name: str, text: str) -> None:
    """Load a table under this name into the store of this folder."""
    path = folder / f"{name}.csv"
    path.write_text(text)
    load(folder / "data", folder / "store", [str(path)], name=name)
