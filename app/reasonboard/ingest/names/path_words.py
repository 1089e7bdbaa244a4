"""What folders and files are called: the name of a model, or what tells a run from others where none is named."""

import re
from collections.abc import Sequence

_USUAL = {
    "results", "result", "outputs", "output", "out", "eval", "evals", "eval_results", "eval_result", "math_eval",
    "evaluation", "logs", "log", "runs", "run", "files", "wandb", "tensorboard", "tensorboard_log", "tb",
    "checkpoints", "checkpoint", "completions", "validation", "validation_data", "val", "train", "test", "rollout",
    "rollouts", "generations", "samples", "metrics", "console", "stdout", "stderr", "nohup", "latest", "default",
    "latest-run", "home", "root", "tmp", "",
}  # fmt: skip
_OF_A_CHECKPOINT = {
    "final", "last", "best", "merged", "actor", "model", "models", "hf", "lm", "huggingface", "weights",
}  # fmt: skip
_STEP = re.compile(r"(?:global[_-]?step|checkpoint|ckpt|step|iter(?:ation)?)[_\-]?\d+", re.I)
_NO_NAME = re.compile(r"\d+(?:\.\d+)?\s?[bm]?|(?:epoch|ep)[_\-=]?\d+(?:\.\d+)?", re.I)
_SIZE = re.compile(
    r"(?<![0-9A-Za-z.])(?:\d+x)?\d+(?:\.\d+)?[BbMm](?![A-Za-z0-9])|(?<=\D)\d+(?:\.\d+)?[Bb](?![A-Za-z0-9])"
)
_ENDS = re.compile(
    r"[-_.= ]*(?:\d{1,3}[-_]?shots?(?![A-Za-z])|\d{4}-\d\d-\d\d|epoch[_\-= ]?\d)", re.I
)
_KEPT_ENDING = re.compile(r"(?:_(?:v\d+|instruct|chat|base|it|sft|deduped)(?![A-Za-z0-9]))+", re.I)
_ORGANISATION = re.compile(r"([A-Za-z][\w.-]*?)(?:--|__)(?=[A-Za-z])")
_SHOTS = re.compile(r"(?<![0-9A-Za-z.])(\d{1,3})[-_]?shots?(?![A-Za-z])", re.I)
_DATE = re.compile(r"[-_. ]*(?<!\d)(?:19|20)\d\d([-_]?)[01]\d\1[0-3]\d(?!\d).*")
SEED = re.compile(r"seed[-_=]?\d+", re.I)
_MOST_PARTS = 12
_LONGEST_PART = 40


def _is_usual(part: str) -> bool:
    """Is it a step or a usual word such as 'results'?"""
    return part.lower() in _USUAL or bool(_STEP.fullmatch(part))


def says_something(part: str) -> bool:
    """Could a model be called so? Not by a number, its size, epoch or a usual word alone."""
    return not (_is_usual(part) or part.lower() in _OF_A_CHECKPOINT or _NO_NAME.fullmatch(part))


def states_size(part: str) -> bool:
    """Does it name a size, as `my-7b` does?"""
    return bool(_SIZE.search(part))


def with_organization(part: str) -> str:
    """The name of a file or folder with the slash that it cannot have: `meta-llama__Llama-3-8B` is of meta-llama."""
    return _ORGANISATION.sub(r"\1/", part, count=1)


def before_ends(name: str) -> str:
    """A name up to its size and what belongs to it, without the shots, date or epoch that follow; '' without a size."""
    start = _ENDS.split(name, maxsplit=1)[0].strip("-_. ")
    size = _SIZE.search(start)
    if size is None or not re.search("[A-Za-z]", start[: size.start()]):
        return ""
    rest = start[size.end() :]
    plain = rest.partition("_")[0]
    ending = _KEPT_ENDING.match(rest, len(plain))
    return start[: size.end()] + plain + (ending[0] if ending else "")


def without_date(name: str) -> str:
    """A name up to the date that it states."""
    return _DATE.sub("", name)


def without_shots(name: str) -> str:
    """A name without the number of examples that it states."""
    return _SHOTS.sub("", name)


def shots_in(parts: Sequence[str]) -> str | None:
    """How many examples stood in the prompt, where a name states it: `8-shot`."""
    matches = (_SHOTS.search(part) for part in parts)
    return next((match[1] for match in matches if match), None)


def path_of(parts: Sequence[str]) -> str:
    """What tells a run apart of the names `parts`, the innermost first: `./run-a/epoch_5`."""
    telling = [part[:_LONGEST_PART] for part in parts if not _is_usual(part)][:_MOST_PARTS]
    return "./" + "/".join(reversed(telling))
