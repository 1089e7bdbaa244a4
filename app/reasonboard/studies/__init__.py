"""The studies, in the order of the navigation; those with a parent are reached from its page."""

from reasonboard.core.study import Study
from reasonboard.store.database import query
from reasonboard.studies.data.study import DATA
from reasonboard.studies.history.study import HISTORY
from reasonboard.studies.iterations.study import ITERATIONS
from reasonboard.studies.kv_cache.study import KV_CACHE
from reasonboard.studies.models.study import MODELS
from reasonboard.studies.own.explore.study import EXPLORE
from reasonboard.studies.own.study import stored
from reasonboard.studies.pair.study import PAIR
from reasonboard.studies.prm_selection.study import PRM_SELECTION
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS
from reasonboard.studies.test_time.study import TEST_TIME
from reasonboard.studies.type_length.study import TYPE_LENGTH

STUDIES = (
    MODELS, SCALE_PROGRESS, ITERATIONS, TYPE_LENGTH, PRM_SELECTION, KV_CACHE, TEST_TIME, DATA, PAIR
)  # fmt: skip
LISTED = tuple(study for study in STUDIES if not study.parent)
BY_PATH = {study.path: study for study in STUDIES}


def own_pages() -> tuple[Study, ...]:
    """Runs in time, the page for looking before a study is written, and the studies declared to the store."""
    return (HISTORY, EXPLORE, *stored())


def all_studies() -> tuple[Study, ...]:
    """The studies of the product and the reader's own pages."""
    return (*STUDIES, *own_pages())


def listed_studies() -> tuple[Study, ...]:
    """The studies of the navigation: those of the product, the declared ones, then the data."""
    return (*(study for study in listed() if study is not DATA), *stored(), DATA)


def listed() -> tuple[Study, ...]:
    """Those of the product: that of runs in time, which shows loaded ones alone, once there are some."""
    first, *others = LISTED
    return (first, HISTORY, *others) if query("core/has_events") else LISTED


def find(path: str) -> Study | None:
    """The study of this path, None where there is none."""
    return BY_PATH.get(path) or next((page for page in own_pages() if page.path == path), None)
