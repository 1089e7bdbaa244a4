"""Bodies of callbacks, as the pages send them."""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from scripts.bench.states import body, callback_of, start, walk
from scripts.prove.client import Reader

Body = dict[str, Any]


class Callbacks:
    """The callbacks that a server names."""

    def __init__(self, reader: Reader) -> None:
        self.all: list[dict[str, Any]] = json.loads(reader.get("/_dash-dependencies").text())

    def body(self, output: str, values: Mapping[str, object]) -> Body:
        """The body for the callback with this output, by the values of its inputs and states."""
        callback = next(entry for entry in self.all if entry["output"] == output)
        return _body(callback, values)

    def page(self, path: str, search: str = "") -> Body:
        """Asks for all of a page."""
        request = {"path": path, "search": search, "columns": 4, "carried": None}
        return self.body("page.children", {"request.data": request})

    def share(self, study: str, view: str, search: str) -> Body:
        """Asks for a short link to a view."""
        values = {f"{study}-page-share.data": {"view": view, "search": search}}
        return self.body(f"{study}-page-shared.data", values)

    def changes(self, count: int, studies: Sequence[Study] = STUDIES) -> list[Body]:
        """Bodies of changes of each page from one state to another. This process has to answer from the store."""
        made: list[Body] = []
        for study in studies:
            callback, before = callback_of(study, self.all), start(study)
            for change in islice(walk(study, before), count):
                made.append(body(study, callback, before, change.values))
                before = change.values
        return made

    def every(self) -> list[Body]:
        """A body for every callback that the server answers itself, its values left out."""
        return [_body(entry, {}) for entry in self.all if not entry.get("clientside_function")]


def link_of(answer: str) -> str:
    """The name of the short link in an answer to `share`; raises ValueError where none was made."""
    for part in json.loads(answer)["response"].values():
        name = part.get("data", {}).get("name")
        if name:
            return str(name)
    raise ValueError(f"no link was made: {answer[:300]}")


def search_of(reader: Reader, name: str) -> str:
    """The query string that a short link leads to."""
    location = reader.get(f"/v/{name}").headers.get("location", "")
    return f"?{location.partition('?')[2].partition('#')[0]}"


def _body(callback: dict[str, Any], values: Mapping[str, object]) -> Body:
    output = callback["output"]
    pairs = [name.rsplit(".", 1) for name in output.strip(".").split("...")]
    outputs = [{"id": id, "property": name} for id, name in pairs]

    def filled(items: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [item | {"value": values.get(f"{item['id']}.{item['property']}")} for item in items]

    first = callback["inputs"][0]
    return {
        "output": output,
        "outputs": outputs if output.startswith("..") else outputs[0],
        "inputs": filled(callback["inputs"]),
        "state": filled(callback["state"]),
        "changedPropIds": [f"{first['id']}.{first['property']}"],
    }
