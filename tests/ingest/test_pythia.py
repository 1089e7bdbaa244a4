"""The 432 files of the Pythia suite, as the harness left them."""

from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.loading.load import load
from reasonboard.store import snapshots

pytestmark = pytest.mark.usefixtures("studies_made")

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "pythia_v1_zero_shot"


@pytest.mark.long
@pytest.mark.skipif(not FOLDER.is_dir(), reason="../shared/data is not here")
def test_432_files_give_16_models_at_27_checkpoints_with_standard_errors(
    data: Path, tmp_path: Path
) -> None:
    report = load(data, tmp_path / "store", [str(FOLDER)], name="pythia")
    assert (report.read, report.runs, report.studies) == (432, 432, ["scale-progress", "models"])
    path = str(snapshots.current(tmp_path / "store").path)
    with duckdb.connect(path, read_only=True) as connection:
        counted = connection.execute(
            "SELECT count(DISTINCT model), count(DISTINCT step), count(DISTINCT (model, step)) FROM result"
            " WHERE source = 'pythia' AND benchmark = 'lambada_openai' AND metric = 'acc' AND stderr > 0"
            " OR step < 1000 AND source = 'pythia'"
        ).fetchone()
        last = dict(
            connection.execute(
                "SELECT params_b, round(value * 100, 1) FROM result WHERE source = 'pythia' AND step = 143000"
                " AND benchmark = 'lambada_openai' AND metric = 'acc' AND model NOT LIKE '%deduped%'"
            ).fetchall()
        )
    assert counted == (16, 27, 432)
    assert (last[0.07], last[12.0]) == (18.5, 70.5)
