"""What the folders that a file lies in are called: the name of a run where no file states one."""

import re
from pathlib import Path

from reasonboard.ingest.files import File

_USUAL = {
    "results", "result", "outputs", "output", "out", "eval", "evals", "eval_results", "eval_result", "math_eval",
    "evaluation", "logs", "log", "runs", "run", "files", "wandb", "tensorboard", "tensorboard_log", "tb",
    "checkpoints", "checkpoint", "completions", "validation", "validation_data", "val", "train", "test", "rollout",
    "rollouts", "generations", "samples", "metrics", "console", "stdout", "stderr", "nohup", "latest", "default",
    "latest-run", "home", "root", "tmp", "",
}  # fmt: skip
_STEP = re.compile(r"(?:global[_-]?step|checkpoint|ckpt|step|iter(?:ation)?)?[_\-]?\d+", re.I)


def folders(file: File) -> list[str]:
    """The names of the folders that hold a file, the innermost first."""
    return [one.name for one in file.path.absolute().parents if one.name]


def named_after(names: list[str], otherwise: str) -> str:
    """The first of the names that is neither a step nor a usual word such as 'results'."""
    telling = (one for one in names if one.lower() not in _USUAL and not _STEP.fullmatch(one))
    return next(telling, otherwise)


def hints(file: File) -> list[str]:
    """What may name a step: the file's name and its two innermost folders."""
    return [file.path.name, *folders(file)[:2]]


def stem(file: File) -> str:
    """The name of a file without its endings."""
    return Path(file.path.name.split(".", 1)[0]).name
