"""Sound result files of every tool, which the campaign then spoils."""

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import duckdb

from tests.ingest.readers import (  # fmt: skip
    test_bigcode,
    test_evalplus,
    test_evalscope,
    test_every_eval_ever,
    test_helm,
    test_inspect_ai,
    test_lighteval,
    test_lm_eval,
    test_opencompass,
    test_qwen_math,
)
from tests.ingest.readers.workbooks import Cell, workbook

_SHARED = Path(__file__).resolve().parents[3] / "shared" / "formats"
_NO_RESULTS = (".md", ".yaml")
_LARGEST = 256 * 1024


class Seed(NamedTuple):
    """Files that are loaded together, by their paths in a folder."""

    files: Mapping[str, bytes]
    spoilt: str
    """The one that is spoilt."""


def seeds() -> list[Seed]:
    """All of them: those of the tests, and real ones where the folder of them is there."""
    return [*_documents(), *_tables(), *_real()]


def _documents() -> Iterator[Seed]:
    """A document of each tool that writes JSON."""
    alone: dict[str, object] = {
        "bigcode/evaluation_results.json": test_bigcode.DOCUMENT,
        f"evalplus/{test_evalplus.NAME}": test_evalplus.DOCUMENT,
        "evalscope/reports/m/report.json": test_evalscope.REPORT,
        "every/5917.json": test_every_eval_ever.DOCUMENT,
        "inspect/log.json": test_inspect_ai.DOCUMENT,
        f"out/results/org/m-7b/results_{test_lighteval.DATE}.json": test_lighteval.DOCUMENT,
        "lm-eval/results.json": test_lm_eval.DOCUMENT,
        f"{test_opencompass.STAMP}/results/m-7b/gsm8k.json": test_opencompass.RESULTS,
        f"R/global_step_20/aime24/{test_qwen_math.STEM}_metrics.json": test_qwen_math.METRICS,
        f"R/global_step_20/aime24/{test_qwen_math.STEM}.jsonl": test_qwen_math.ROW,
    }
    for path, content in alone.items():
        yield Seed({path: json.dumps(content).encode()}, path)
    run = {
        f"helm/run/{name}": json.dumps(content).encode()
        for name, content in test_helm.FOLDER.items()
    }
    for path in run:
        yield Seed(run, path)
    yield Seed({"log.eval": _archive()}, "log.eval")


def _archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in test_inspect_ai.members().items():
            archive.writestr(name, json.dumps(content))
    return packed.getvalue()


def _tables() -> Iterator[Seed]:
    """Tables in every form that tables come in, with and without what says how to read them."""
    head = ["model", "benchmark", "metric", "value", "stderr", "n", "step", "unit"]
    rows = [
        [f"org/m-{size}b", "MATH500", "accuracy", f"0.{size}", "0.01", "500", "10", "fraction"]
        for size in (1, 3, 7)
    ]
    for suffix, separator in ((".csv", ","), (".tsv", "\t")):
        text = "\n".join(separator.join(row) for row in [head, *rows]) + "\n"
        yield Seed({f"table{suffix}": text.encode()}, f"table{suffix}")
    lines = "".join(json.dumps(dict(zip(head, row, strict=True))) + "\n" for row in rows)
    yield Seed({"table.jsonl": lines.encode()}, "table.jsonl")
    german = "Modell;Wert\norg/m-7b;81,4\norg/m-8b;82,5\n"
    words = 'unit = "percent"\n[columns]\nModell = "model"\nWert = "value"\n'
    both = {
        "words.csv": german.encode(),
        "words.toml": f'{words}[constants]\nbenchmark = "B"\n'.encode(),
    }
    for path in both:
        yield Seed(both, path)
    with tempfile.TemporaryDirectory() as folder:
        yield from _binary(Path(folder), head, rows)


def _binary(folder: Path, head: list[str], rows: list[list[str]]) -> Iterator[Seed]:
    cells: list[list[Cell]] = [list(head), *(_cells(row) for row in rows)]
    sheet = workbook(folder / "table.xlsx", {"Results": cells}).read_bytes()
    yield Seed({"table.xlsx": sheet}, "table.xlsx")
    (folder / "table.csv").write_text("\n".join(",".join(row) for row in [head, *rows]) + "\n")
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (FROM read_csv('{folder}/table.csv')) TO '{folder}/table.parquet' (FORMAT parquet)"
        )
    yield Seed({"table.parquet": (folder / "table.parquet").read_bytes()}, "table.parquet")


def _cells(row: list[str]) -> list[Cell]:
    return [float(cell) if cell[0].isdigit() else cell for cell in row]


def _real() -> Iterator[Seed]:
    """Files as tools wrote them; those of a tool stand beside each other only where its reader looks there."""
    for path in sorted(_SHARED.rglob("*")):
        if path.is_file() and path.suffix not in _NO_RESULTS and path.stat().st_size < _LARGEST:
            name = path.relative_to(_SHARED).as_posix()
            yield Seed({name: path.read_bytes()}, name)
