"""All readers: a file belongs to the first that recognises it."""

from collections.abc import Iterator
from typing import Protocol

from reasonboard.ingest.bulk import Bulk
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import (
    bigcode,
    evalplus,
    evalscope,
    every_eval_ever,
    helm,
    hub_results,
    inspect_ai,
    lighteval,
    lm_eval,
    mlflow,
    opencompass,
    qwen_math,
    tables,
    tensorboard,
    trackio,
    trl,
    verl,
    wandb,
)
from reasonboard.ingest.records import Found


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
    hub_results, verl, trl, wandb, trackio, tensorboard, mlflow, tables,
)  # fmt: skip
"""In the order in which they are tried."""
