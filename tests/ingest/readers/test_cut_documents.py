"""A JSON document that was cut anywhere is refused with its line and column, whatever its reader."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import bigcode, evalplus, evalscope, every_eval_ever
from reasonboard.ingest.records import Found
from tests.ingest.readers import test_bigcode, test_evalplus, test_evalscope, test_every_eval_ever


class Reader(Protocol):
    def read(self, file: File) -> Iterator[Found]: ...


@pytest.mark.parametrize(
    ("reader", "name", "document"),
    [
        (bigcode, "evaluation_results.json", test_bigcode.DOCUMENT),
        (evalplus, test_evalplus.NAME, test_evalplus.DOCUMENT),
        (evalscope, "report.json", test_evalscope.REPORT),
        (every_eval_ever, "5917.json", test_every_eval_ever.DOCUMENT),
    ],
    ids=["bigcode", "evalplus", "evalscope", "every_eval_ever"],
)
def test_a_document_cut_anywhere_is_refused_with_line_and_column(
    tmp_path: Path, reader: Reader, name: str, document: dict[str, Any]
) -> None:
    text, path = json.dumps(document), tmp_path / name
    for end in range(1, len(text), 17):
        path.write_text(text[:end])
        with pytest.raises(IngestError, match=r"\.json:1:\d+: .*expected JSON"):
            list(reader.read(File(path)))
