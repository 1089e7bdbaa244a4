"""The studies, in the order of the navigation."""

from app.studies.data import DATA
from app.studies.kv_cache import KV_CACHE
from app.studies.scale_progress import SCALE_PROGRESS

STUDIES = (SCALE_PROGRESS, KV_CACHE, DATA)
