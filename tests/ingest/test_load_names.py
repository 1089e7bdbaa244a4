"""What a load is called if nobody names it."""

import pytest

from reasonboard.ingest.loading.load_names import name_of_files


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["README.md", "sweep.csv", "vocab.json"], "sweep"),
        (["README.md"], "README"),
        (["plum-7b_gsm8k.json", "plum-7b_math.json"], "plum-7b"),
        (["ablation-seed1.csv", "ablation-seed2.csv"], "ablation"),
        (["run_2026-11-01.json", "run_2026-11-02.json"], "run_2026-11"),
        (["kv_a.csv", "math.csv"], "kv_a"),
        (["results.csv", "plums.csv"], "plums"),
        (["nights/a/x.json", "nights/README.md"], "nights"),
        (["nights/x.json", "sweep.csv", "config.json"], "nights"),
    ],
)
def test_files_without_a_folder_are_called_after_what_their_names_share(
    names: list[str], expected: str
) -> None:
    assert name_of_files(names) == expected
