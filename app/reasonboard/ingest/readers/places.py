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


def folder_name(file: File, otherwise: str = "") -> str:
    """The innermost folder of a file with a name of its own, else `otherwise` or the name of the file."""
    return named_after(folders(file), otherwise or file.path.stem)


def own_folder(file: File, ignored: str = "(?!)") -> str:
    """The same, where all have usual names the innermost; folders that match `ignored` do not count."""
    names = [one for one in folders(file) if not re.fullmatch(ignored, one)]
    return named_after(names, names[0] if names else file.path.stem)


def hints(file: File) -> list[str]:
    """What may name a step: the file's name and its two innermost folders."""
    return [file.path.name, *folders(file)[:2]]


def model_hints(file: File, *named: object, revision: object = None) -> list[str]:
    """The same of a file that names its model: revision and names first, then a folder and the file."""
    stated = [one for one in named if isinstance(one, str) and one.strip()]
    first = [f"revision={revision}"] if isinstance(revision, str) and revision.strip() else []
    return [*first, *stated, *folders(file)[:1], file.path.name]


def stem(file: File) -> str:
    """The name of a file without its endings."""
    return Path(file.path.name.split(".", 1)[0]).name
