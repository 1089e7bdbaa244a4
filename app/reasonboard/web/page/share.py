"""The short links of a page: its share menus ask for them (assets/share.js)."""

from dash import ClientsideFunction, Dash, Input, Output

from reasonboard.core import url_state
from reasonboard.core.study import Study
from reasonboard.web import faults
from reasonboard.web.links import pinned
from reasonboard.web.links.folder import FolderError
from reasonboard.web.page import ids
from reasonboard.web.page.ids import id_of, text


def register(app: Dash, study: Study, links_kept: int) -> None:
    """Add the creation of short links to the page's views, `links_kept` of them at most."""

    @app.callback(
        Output(id_of(study, ids.SHARED), "data"),
        Input(id_of(study, ids.SHARE), "data"),
        prevent_initial_call=True,
    )
    def make(request: object) -> dict[str, str]:
        asked = request if isinstance(request, dict) else {}
        return _link(study, asked.get("view"), text(asked.get("search")), links_kept)

    app.clientside_callback(
        ClientsideFunction("reasonboard", "share"),
        Output(id_of(study, ids.PAGE), "data-shared"),
        Input(id_of(study, ids.SHARED), "data"),
        prevent_initial_call=True,
    )


def _link(study: Study, view_name: object, search: str, links_kept: int) -> dict[str, str]:
    """The result for the menu of a view: the `name` of the short link, "" if none was made, and a `status` in words."""
    view = study.view(view_name)
    answer = {"study": study.path, "view": view.name if view else "", "search": search, "name": ""}
    if view is None:
        return answer | {"status": "No such view."}
    try:
        pin = pinned.pin(search)
        values, _ = url_state.decode(study, pin.search)
        answer["name"] = pinned.make(study, view, values, links_kept)
    except FolderError as problem:
        return answer | {"status": str(problem)}
    except faults.READING as error:
        faults.log(error)
        return answer | {"status": faults.UNREADABLE}
    return answer | {"status": pinned.lost(pin)}
