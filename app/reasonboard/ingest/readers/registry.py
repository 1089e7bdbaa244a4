"""All readers: a file belongs to the first that recognizes it."""

from reasonboard.ingest.bundled import answers as bundled
from reasonboard.ingest.readers import (
    bigcode,
    evalplus,
    hal,
    hub_results,
    livecodebench,
    mlflow,
    qwen_math,
    tau2_bench,
    tau_bench,
    terminal_bench,
    trackio,
)
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.evalscope import reader as evalscope
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from reasonboard.ingest.readers.harbor import reader as harbor
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.opencompass import reader as opencompass
from reasonboard.ingest.readers.swe_bench import reader as swe_bench
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.readers.tensorboard import reader as tensorboard
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb
from reasonboard.ingest.texts.text_file import TextForm

READERS: tuple[Reader, ...] = tuple(
    module.READER
    for module in (
        inspect_ai, lighteval, lm_eval, qwen_math, evalscope, opencompass, helm, evalplus, bigcode, every_eval_ever,
        swe_bench, livecodebench, tau_bench, tau2_bench, harbor, terminal_bench, hal,
        hub_results, verl, trl, wandb, trackio, tensorboard, mlflow, tables,
    )
)  # fmt: skip
"""In the order in which they are tried."""
TEXTS: dict[str, TextForm] = {bundled.READER: bundled.FORM} | {
    name: form for reader in READERS for name, form in reader.texts.items()
}
