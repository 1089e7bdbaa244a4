"""What SWE-bench calls its data sets, and what the name of a report says: it states neither set nor model."""

import itertools
import re
from collections.abc import Collection
from typing import NamedTuple

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node

PLAIN = "SWE-bench"


class DataSet(NamedTuple):
    name: str
    size: int
    """0 where it grows."""


VERIFIED = DataSet("SWE-bench Verified", 500)
LITE = DataSet("SWE-bench Lite", 300)
FULL = DataSet(PLAIN, 2294)
MULTIMODAL = DataSet("SWE-bench Multimodal", 517)
MULTILINGUAL = DataSet("SWE-bench Multilingual", 300)
MINI = DataSet("SWE-bench Verified Mini", 50)
_OF_WORD = {
    "verified-mini": MINI, "verified": VERIFIED, "lite": LITE, "multimodal": MULTIMODAL, "bench-m": MULTIMODAL,
    "multilingual": MULTILINGUAL, "bench-pro": DataSet("SWE-bench Pro", 731),
    "bench-live": DataSet("SWE-bench-Live", 0),
    "rebench": DataSet("SWE-rebench", 0), "swe-gym": DataSet("SWE-Gym", 0), "swe-smith": DataSet("SWE-smith", 0),
}  # fmt: skip
"""By words in names, the longer before the shorter."""
_SUBMISSIONS = "evaluation"
_PYTHON = {
    "astropy", "django", "matplotlib", "mwaskom", "pallets", "psf", "pydata", "pylint-dev", "pytest-dev",
    "scikit-learn", "sphinx-doc", "sympy",
}  # fmt: skip
"""The owners of the repositories of SWE-bench, Verified and Lite."""
_SB_CLI = re.compile(r"(?P<data>swe-?bench[\w.-]*?)__(?:dev|test)__(?P<run>.+)", re.IGNORECASE)
_VERSION = re.compile(r"\d\.\d{1,3}(?!\d)")
_FOLDERS = 4
_NO_MODELS = re.compile(
    r"(?:output|report|results?|eval(?:uation)?|(?:all_)?preds|predictions|final|swe-?bench)(?:[_-].*)?",
    re.I,
)
"""What stands before a dot in the names that other agents give their reports, as `output.report.json`."""
_PULL = ":pr-"
"""In the instances of Multi-SWE-bench."""


class Named(NamedTuple):
    """What the name of a report says, '' where it does not."""

    model: str = ""
    run: str = ""


def of_report(file: File) -> Named:
    """Model and run of `MODEL.RUN.json`; of `swe-bench_verified__test__RUN.json`, as sb-cli writes it, the run."""
    stem = file.path.name.removesuffix(".json")
    by_client = _SB_CLI.fullmatch(stem)
    if by_client:
        return Named(run=node.name(file, by_client["run"], "the run of the name"))
    before, dot, after = stem.rpartition(".")
    if not dot or not after or _NO_MODELS.fullmatch(before):
        return Named()
    if _VERSION.match(stem, len(before) - 1):  # the dot of gpt-4.1
        return Named(model=_model(file, stem))
    return Named(_model(file, before), node.name(file, after, "the run of the name"))


def _model(file: File, written: str) -> str:
    return node.name(file, written.replace("__", "/", 1), "the model of the name")


def of_folder(file: File) -> DataSet | None:
    """The data set of a submission by its folder, `evaluation/lite/SUBMISSION`."""
    folders = places.folders(file)[:_FOLDERS]
    for inner, outer in itertools.pairwise(folders):
        if outer == _SUBMISSIONS:
            return FULL if inner == "test" else _OF_WORD.get(inner)
    return None


def benchmark(
    file: File, total: int | None, items: Collection[str], notes: list[str] | None = None
) -> str:
    """The data set by its size, where only one has that, else by a word in the names of file or folders.

    `notes` says where neither tells it.
    """
    if any(_PULL in item for item in items):
        return "Multi-SWE-bench"
    if total is not None:
        every = (VERIFIED, LITE, FULL, MULTIMODAL, MULTILINGUAL)
        same = [one for one in every if one.size == total]
        if LITE in same:
            owners = {item.partition("__")[0] for item in items}
            same = [LITE if owners <= _PYTHON else MULTILINGUAL]
        if same:
            return same[0].name
    for name in (file.path.name, *places.folders(file)[:_FOLDERS]):
        plain = re.sub(r"[\W_]+", "-", name.lower())
        for word, known in _OF_WORD.items():
            if re.search(rf"(?:^|-){word}(?:-|$)", plain):
                return known.name
    if notes is not None:
        way = "a name with verified, lite ... says it"
        notes.append(f"its data set is unknown: called {PLAIN} ({way})")
    return PLAIN
