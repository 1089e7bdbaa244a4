"""A small result of BigCode's harness, for the tests of all readers."""

import json
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.files import File

DOCUMENT: dict[str, Any] = {
    "humaneval": {"pass@1": 0.25, "pass@10": 0.5},
    "multiple-cpp": {"pass@1": 0.125},
    "apps-interview": {"avg_accuracy": 0.1, "strict_accuracy": None, "pass_at_k": {"pass@1": 0.2}},
    "levels": {"Easy_pass@1": 0.75, "counts": {"Easy": 10}, "bleu": 0.3, "num_failed_execution": 12},
    "config": {
        "model": "org/code-3b", "revision": "step3000", "temperature": 0.2, "n_samples": 50, "seed": 7,
        "precision": "bf16", "modeltype": "causal", "use_auth_token": "hf_abcdefghijklmnopqrst",
    },
}  # fmt: skip


def file(tmp_path: Path, document: Any) -> File:
    folder = tmp_path / "my-model"
    folder.mkdir(exist_ok=True)
    path = folder / "evaluation_results.json"
    path.write_text(json.dumps(document))
    return File(path)
