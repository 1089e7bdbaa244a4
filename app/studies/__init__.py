"""The studies, in the order of the navigation."""

from app.studies.data import DATA
from app.studies.iterations import ITERATIONS
from app.studies.kv_cache import KV_CACHE
from app.studies.prm_selection import PRM_SELECTION
from app.studies.scale_progress import SCALE_PROGRESS
from app.studies.type_length import TYPE_LENGTH

STUDIES = (SCALE_PROGRESS, ITERATIONS, TYPE_LENGTH, PRM_SELECTION, KV_CACHE, DATA)
