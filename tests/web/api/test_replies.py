"""Refusals in one line."""

from flask import Blueprint, Flask

from reasonboard.web.api.replies import refuse_in_one_line
from reasonboard.web.images.browser import LateError


def test_an_image_that_is_late_is_answered_as_a_busy_server() -> None:
    routes = Blueprint("routes", __name__)
    refuse_in_one_line(routes)

    @routes.get("/late")
    def late() -> str:
        raise LateError("The image was not ready within 25 s")

    app = Flask(__name__)
    app.register_blueprint(routes)
    response = app.test_client().get("/late")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert response.text == "The image was not ready within 25 s\n"
