"""Documents with any part replaced, cut anywhere, or with a key twice: read or refused, for every reader."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import (
    bigcode,
    evalplus,
    hal,
    livecodebench,
    qwen_math,
    tau2_bench,
    tau_bench,
    terminal_bench,
)
from reasonboard.ingest.readers.evalscope import reader as evalscope
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.harbor import reader as harbor
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.opencompass import reader as opencompass
from reasonboard.ingest.readers.swe_bench import reader as swe_bench
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb
from tests.ingest.readers import test_bigcode as of_bigcode
from tests.ingest.readers import test_evalplus as of_evalplus
from tests.ingest.readers import test_evalscope as of_evalscope
from tests.ingest.readers import test_every_eval_ever as of_every
from tests.ingest.readers import test_every_eval_ever_samples as of_every_samples
from tests.ingest.readers import test_hal as of_hal
from tests.ingest.readers import test_harbor as of_harbor
from tests.ingest.readers import test_helm as of_helm
from tests.ingest.readers import test_inspect_ai as of_inspect
from tests.ingest.readers import test_lighteval as of_lighteval
from tests.ingest.readers import test_livecodebench as of_lcb
from tests.ingest.readers import test_lm_eval as of_lm_eval
from tests.ingest.readers import test_lm_eval_samples as of_lm_eval_samples
from tests.ingest.readers import test_opencompass as of_opencompass
from tests.ingest.readers import test_qwen_math as of_qwen_math
from tests.ingest.readers import test_swe_bench as of_swe
from tests.ingest.readers import test_tau_bench as of_tau
from tests.ingest.readers import test_trl as of_trl
from tests.ingest.readers import test_verl as of_verl
from tests.ingest.readers import test_wandb as of_wandb
from tests.ingest.readers.found import Reader, Write, put
from tests.ingest.readers.mutants import parts, read_or_refused
from tests.states import many

DOCUMENTS: list[tuple[Reader, dict[str, Any], Write]] = [
    (bigcode, of_bigcode.DOCUMENT, of_bigcode.file),
    (evalplus, of_evalplus.DOCUMENT, lambda at, one: put(at / of_evalplus.NAME, one)),
    (evalplus, of_evalplus.OLD, lambda at, one: put(at / of_evalplus.NAME, one)),
    (evalscope, of_evalscope.REPORT, lambda at, one: File(of_evalscope.run_folder(at, one))),
    (every_eval_ever, of_every.DOCUMENT, of_every.write),
    (
        helm,
        of_helm.SPEC,
        lambda at, one: of_helm.folder(at, of_helm.FOLDER | {"run_spec.json": one}),
    ),
    (inspect_ai, of_inspect.DOCUMENT, lambda at, one: File(of_inspect.plain(at, one))),
    (lighteval, of_lighteval.DOCUMENT, of_lighteval.results),
    (lm_eval, of_lm_eval.DOCUMENT, lambda at, one: put(at / "results.json", one)),
    (opencompass, of_opencompass.RESULTS | of_opencompass.REPLICAS, of_opencompass.results),
    (qwen_math, of_qwen_math.METRICS, of_qwen_math.metrics),
    (hal, of_hal.DOCUMENT, of_hal.upload),
    (harbor, of_harbor.TRIAL, lambda at, one: put(at / "job/trial/result.json", one)),
    (swe_bench, of_swe.REPORT, of_swe.report),
    (swe_bench, of_swe.INSTANCE, of_swe.report),
    (tau2_bench, of_tau.SMALL, of_tau.results),
    (terminal_bench, of_harbor.SMALL, of_harbor.run),
    (trl, of_trl.STATE, of_trl.state),
    (wandb, of_wandb.SUMMARY, lambda at, one: put(at / "wandb-summary.json", one)),
]


def beside_opencompass(folder: Path, one: Any) -> File:
    return of_opencompass.results(folder, of_opencompass.RESULTS, one)


def answers_of_lm_eval(folder: Path, one: Any) -> File:
    of_lm_eval_samples.answers(folder, one)
    return File(of_lm_eval_samples.results(folder))


def answers_of_every(folder: Path, one: Any) -> File:
    of_every_samples.answers(folder, one)
    return of_every.write(folder, of_every.DOCUMENT)


def answers_of_helm(folder: Path, one: Any) -> File:
    return of_helm.folder(folder, of_helm.FOLDER | {"per_instance_stats.json": one})


def answers_of_qwen(folder: Path, one: Any) -> File:
    of_qwen_math.rows(folder, *one)
    return of_qwen_math.metrics(folder, of_qwen_math.METRICS)


OPENCOMPASS = of_opencompass.predictions(1, res_length=5, all_input_length=7) | {
    "1": {"label: A": {"PPL": 1.0}, "prediction": "A"}
}
EVALSCOPE = {
    "review": of_evalscope.review(0, 1.0, group_id=0),
    "prediction": of_evalscope.prediction(0, 5),
}


def answers_of_evalscope(folder: Path, one: Any) -> File:
    report, answers = of_evalscope.small(), ([one["review"]], [one["prediction"]])
    return File(of_evalscope.run_folder(folder, report, *answers))


BESIDE: list[tuple[Reader, Any, Write]] = [
    (evalscope, EVALSCOPE, answers_of_evalscope),
    (every_eval_ever, of_every_samples.ROWS, answers_of_every),
    (helm, of_helm.STATISTICS[4:8], lambda at, one: of_helm.folder(at, of_helm.FOLDER | {"stats.json": one})),
    (helm, of_helm.INSTANCES[2:], answers_of_helm),
    (livecodebench, of_lcb.PROBLEMS[:1], of_lcb.verdicts),
    (livecodebench, of_lcb.NUMBERS, of_lcb.numbers),
    (lm_eval, of_lm_eval_samples.ROWS, answers_of_lm_eval),
    (opencompass, OPENCOMPASS, beside_opencompass),
    (qwen_math, [of_qwen_math.ROW, of_qwen_math.ROW | {"idx": 1}], answers_of_qwen),
    (tau_bench, of_tau.ATTEMPTS[:2], of_tau.attempts),
    (verl, [of_verl.ROW, of_verl.ROW | {"step": 4}], lambda at, one: of_verl.rows(at, *one)),
    (verl, [of_verl.ANSWER | {"acc": 1.0}, of_verl.ANSWER], lambda at, one: of_verl.rows(at, *one)),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "document", "write"), [*DOCUMENTS, *BESIDE])
def test_any_part_may_be_replaced(
    tmp_path: Path, reader: Reader, document: Any, write: Write
) -> None:
    outcomes = []
    # In a push each part is replaced by every third thing: by all of them from one part to the next.
    for part in islice(parts(document), 0, None, many(3, 1)):
        file = write(tmp_path, part)
        assert reader.recognizes(file) in (True, False)
        outcomes.append(read_or_refused(reader.read, file))
    assert many(6, 20) < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(("reader", "document", "write"), DOCUMENTS)
def test_a_document_may_be_cut_anywhere(
    tmp_path: Path, reader: Reader, document: dict[str, Any], write: Write
) -> None:
    file, text = write(tmp_path, document), json.dumps(document)
    for end in range(1, len(text), 17):
        file.path.write_text(text[:end])
        with pytest.raises(IngestError, match=r"json:1:\d+: .*expected JSON"):
            list(reader.read(File(file.path, file.name)))


@pytest.mark.parametrize(("reader", "document", "write"), DOCUMENTS)
def test_a_key_that_stands_twice_is_refused(
    tmp_path: Path, reader: Reader, document: dict[str, Any], write: Write
) -> None:
    file, key = write(tmp_path, document), next(iter(document))
    file.path.write_text(f'{{"{key}": 1, {json.dumps(document)[1:]}')
    with pytest.raises(IngestError, match=rf"the key '{key}' appears twice"):
        list(reader.read(File(file.path, file.name)))


@pytest.mark.parametrize("name", ["stats.json", "per_instance_stats.json"])
def test_a_file_beside_another_may_be_cut_anywhere(tmp_path: Path, name: str) -> None:
    text = json.dumps(of_helm.FOLDER[name])
    for end in range(2, len(text) - 1, 61):
        with pytest.raises(IngestError, match=rf"{name}:1:\d+: .*expected JSON"):
            of_helm.read(of_helm.folder(tmp_path, of_helm.FOLDER | {name: text[:end]}))
