"""Are the settings and the data sound? What `reasonboard check` says."""

import hashlib

import duckdb

from app import database
from app.config import Settings
from app.database import DataError

# What must hold in every snapshot, as queries that count or name what does not.
_INVARIANTS = {
    "fractions outside 0 to 1": """
        SELECT source || ': ' || locator FROM result
        WHERE unit = 'fraction' AND value NOT BETWEEN 0 AND 1""",
    "numbers that are not finite": "SELECT source || ': ' || locator FROM result WHERE NOT isfinite(value)",
    "negative standard errors": "SELECT source || ': ' || locator FROM result WHERE stderr < 0",
    "sources without a measurement": "SELECT id FROM source WHERE id NOT IN (SELECT source FROM run)",
    "ranges whose low end is above the high one": """
        SELECT source || ': ' || benchmark FROM bound WHERE low > high""",
}


def problems(settings: Settings) -> list[str]:
    """A line for everything that is not as it should be; [] if all is sound.

    Raises DataError where there is no snapshot that could be asked.
    """
    snapshot = database.current(settings.store)
    try:
        content = snapshot.path.read_bytes()
    except OSError as error:
        raise DataError(
            f"{snapshot.path}: not readable ({error.strerror}). Start `reasonboard serve`"
        ) from error
    if hashlib.sha256(content).hexdigest() != snapshot.sha256:
        return [
            f"{snapshot.path}: damaged (its content is not what was written). Remove it and start again"
        ]
    connection = database.connect(snapshot.path)
    try:
        return [
            f"{snapshot.path.name}: {name}: {len(rows)}, first {rows[0][0]}"
            for name, sql in _INVARIANTS.items()
            if (rows := connection.execute(sql).fetchall())
        ]
    except duckdb.Error as error:
        raise DataError(
            f"{snapshot.path}: not a snapshot of ours ({str(error).splitlines()[0]})"
        ) from error
    finally:
        connection.close()
