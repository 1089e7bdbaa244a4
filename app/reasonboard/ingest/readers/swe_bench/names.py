"""What SWE-bench calls its data sets, and what the name of a report says: it states neither set nor model."""

import itertools
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, node

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


TOOL = "SWE-bench"
_INNER = {"results", "logs"}
_METADATA = ("metadata.yaml", "metadata.yml")
_FOLDER = re.compile(r"(?P<date>\d{8})_(?P<name>.+)", re.DOTALL)


def is_metadata(file: File) -> bool:
    """Does it describe a submission whose results are next to it?"""
    folder = file.path.parent
    results = (folder / "results" / "results.json", folder / "per_instance_details.json")
    return file.path.name in _METADATA and any(path.is_file() for path in results)


def run_of_submission(file: File, notes: list[str]) -> Run:
    """The run of a submission: its model where one is named, else what the submission is called."""
    folder = next((name for name in places.folders(file) if name not in _INNER), "")
    stated = _metadata(file, notes)
    tags = node.mapping(stated.get("tags"))
    models = tags.get("model")
    every = models if isinstance(models, list) else [models]
    model = node.text(every[0]) if len(every) == 1 else None
    called = node.text(node.inner(stated, "info", "name")) or node.text(stated.get("name"))
    match = _FOLDER.fullmatch(folder)
    plain = model.rstrip("/").rpartition("huggingface.co/")[2] if model else None
    shown = plain or called or (match["name"] if match else folder)
    stamp = dates.of_stamp(match["date"], "%Y%m%d") if match else None
    return Run(
        tool=TOOL,
        model=node.name(file, shown, "the model of the submission") if shown else "",
        name_of=NameOf.MODEL if plain else NameOf.RUN,
        date=stamp[:10] if stamp else None,
        settings={
            "agent": called if plain else None,
            "attempts": node.inner(tags, "system", "attempts"),
        },
        hints=[*([plain] if plain else []), folder],
    )


def _metadata(file: File, notes: list[str]) -> Mapping[str, Any]:
    """What stands in the submission's folder, above that of its results."""
    for folder in (file.path.parent, file.path.parent.parent):
        for name in _METADATA:
            if (folder / name).is_file():
                try:
                    return node.mapping(yaml_file.parse(file.at(folder / name)))
                except IngestError as error:
                    notes.append(f"{error}: left out")
    return {}
