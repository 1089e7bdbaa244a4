"""`POST /api/open`: the page that shows the view of an image that was saved here.

The browser sends the image, or of a large one the parts of `assets/open-image.js`: its beginning and its end.
"""

from flask import Blueprint, request

from reasonboard.export.metadata import MetadataError, Origin, origin
from reasonboard.studies import find


def blueprint(prefix: str) -> Blueprint:
    """The route under `<prefix>api`."""
    routes = Blueprint("opening", __name__, url_prefix=f"{prefix}api")

    @routes.post("/open")
    def opened() -> dict[str, str]:
        """The page's address, not yet cleaned, and a notice; or only a notice that says why there is none.

        The status is 200 in both cases: a browser writes any other into its console as an error.
        """
        try:
            view = view_of(request.get_data(cache=False))
        except MetadataError as problem:
            line = f"This file does not say which view it shows: it {problem}."
            return {"notice": f"{line} Results are loaded on the page Data."}
        return {"address": prefix + view.address.removeprefix("/"), "notice": ""}

    return routes


def view_of(image: bytes) -> Origin:
    """The view that an image shows; raises MetadataError where it names none of a study here."""
    view = origin(image)
    if find(view.study) is None:
        raise MetadataError(
            f"shows “{view.study}”, which is no study (expected one of this dashboard)"
        )
    return view
