"""Print the measures of the code with their limits, and lower the limits of what became smaller."""

import sys
import tempfile
from pathlib import Path

from reasonboard import config
from reasonboard.ingest.snapshot.publish import publish
from scripts.house import limits
from scripts.house.measures import measured_code
from scripts.house.trace import measured_changes


def main() -> int:
    """Print all measures; 1 if one is larger than its limit."""
    with tempfile.TemporaryDirectory() as folder:
        publish(config.read({}).data, Path(folder))
        measured = measured_code() | measured_changes(Path(folder))
    allowed = limits.read()
    for name, value in measured.items():
        limit = allowed.get(name)
        print(f"{name:48} {value:8,}  {f'at most {limit.most:,}' if limit else ''}")
    problems = limits.problems(measured, allowed)
    print("\n".join(problems), file=sys.stderr)
    if not problems:
        limits.write(limits.lowered(measured, allowed))
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
