"""All readers: a file belongs to the first that recognises it."""

from collections.abc import Iterator
from typing import Protocol

from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import bigcode, hub_results, trackio
from reasonboard.ingest.readers.evalplus import reader as evalplus
from reasonboard.ingest.readers.evalscope import reader as evalscope
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.harbor import reader as harbor
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.livecodebench import reader as livecodebench
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.mlflow import reader as mlflow
from reasonboard.ingest.readers.opencompass import reader as opencompass
from reasonboard.ingest.readers.qwen_math import reader as qwen_math
from reasonboard.ingest.readers.swe_bench import reader as swe_bench
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.readers.tau2_bench import reader as tau2_bench
from reasonboard.ingest.readers.tau_bench import reader as tau_bench
from reasonboard.ingest.readers.tensorboard import reader as tensorboard
from reasonboard.ingest.readers.terminal_bench import reader as terminal_bench
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb


class Reader(Protocol):
    """What the module of a tool has."""

    def recognises(self, file: File) -> bool:
        """Is it a file of the tool, by its content?"""
        ...

    def read(self, file: File) -> Iterator[Found] | Iterator[Found | Bulk]:
        """What it says; raises IngestError where it is damaged, Skip where it adds nothing by itself."""
        ...


READERS: tuple[Reader, ...] = (
    inspect_ai, lm_eval, lighteval, qwen_math, evalscope, opencompass, helm, evalplus, bigcode, every_eval_ever,
    swe_bench, livecodebench, tau_bench, tau2_bench, harbor, terminal_bench,
    hub_results, verl, trl, wandb, trackio, tensorboard, mlflow, tables,
)  # fmt: skip
"""In the order in which they are tried."""
