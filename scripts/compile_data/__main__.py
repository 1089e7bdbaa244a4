"""Compile the bundled tables: `python -m scripts.compile_data ../shared/data`."""

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from . import figures, illustrative, logic, pythia, table

DATA = Path(__file__).parents[2] / "data"

COMPILED: dict[str, Callable[[Path], Iterable[table.Row]]] = {
    "pythia.csv.gz": pythia.rows,
    "simplerl-zoo.csv": figures.simplerl,
    "acemath-rm8-readings.csv": figures.acemath_rm8,
    "kimi-k15-figure-5.csv": figures.kimi,
    "meta-learning-logic.csv.gz": logic.rows,
    "reasonflux-prm.csv": figures.reasonflux,
    "dynts-readings.csv": figures.dynts,
    "caption-scale-progress.csv": lambda _: illustrative.rows(),
}


def main() -> None:
    """Write every compiled table into `data/` and say how many rows it has."""
    parser = argparse.ArgumentParser(prog="compile_data", description=__doc__)
    parser.add_argument("originals", type=Path, help="the directory of the original files")
    originals: Path = parser.parse_args().originals
    for name, rows in COMPILED.items():
        compiled = list(rows(originals))
        table.write(DATA / name, compiled)
        print(f"{name}: {len(compiled)} rows")


if __name__ == "__main__":
    main()
