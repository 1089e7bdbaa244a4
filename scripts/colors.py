"""Write the colors of app/reasonboard/charts/colors.py into the two files that browsers read."""

import json
from pathlib import Path

from reasonboard.charts import colors

ASSETS = Path(__file__).resolve().parents[1] / "assets"
_NOTE = (
    "/* Written by `make colors` from app/reasonboard/charts/colors.py: change a color there. */\n"
)


def files() -> dict[str, str]:
    """The names and the contents of the files."""
    return {"colors.css": _NOTE + _properties(), "colors.js": _NOTE + _script()}


def main() -> None:
    """Write both files."""
    for name, content in files().items():
        (ASSETS / name).write_text(content, "utf-8")


def _properties() -> str:
    lines = [
        " ".join(f"--{scheme}-{name}: {color};" for name, color in named.items())
        for scheme, named in colors.PAGE.items()
    ]
    return ":root {\n    " + "\n    ".join(lines) + "\n}\n"


def _script() -> str:
    content = {"ink": colors.INK, "muted": colors.MUTED, "dark": colors.DARK}
    text = json.dumps(content, indent=4)
    return f"window.reasonboard = Object.assign({{}}, window.reasonboard, {{ colors: {text} }});\n"


if __name__ == "__main__":
    main()
