"""What the database says if disk, memory or open files do not suffice, in plain words."""

import re

import duckdb

_LACKS = {
    "no room is left on the disk": re.compile(
        r"no space left|quota exceeded|file too large|disk is full|max_temp_directory_size",
        re.IGNORECASE,
    ),
    "too little memory": re.compile(
        r"out of memory|failed to allocate|could not allocate|cannot allocate", re.IGNORECASE
    ),
    "too many files are open": re.compile(r"too many open files", re.IGNORECASE),
}


def lack_of(error: duckdb.Error) -> str:
    """What does not suffice; "" if the error is another one."""
    text = str(error)
    return next((lack for lack, says in _LACKS.items() if says.search(text)), "")


def reason_of(error: duckdb.Error) -> str:
    """Why the database failed: what does not suffice, else the first line that it says itself."""
    return lack_of(error) or str(error).splitlines()[0]
