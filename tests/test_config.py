"""Settings come from the environment, and every wrong one is named."""

import pytest

from app import config
from app.config import SettingsError


def test_the_defaults_stay_at_home() -> None:
    settings = config.read({})
    assert (settings.host, settings.port, settings.prefix) == ("127.0.0.1", 8050, "/")
    assert (settings.data / "pythia.toml").is_file()
    assert (settings.assets / "style.css").is_file()


def test_all_problems_are_said_at_once() -> None:
    with pytest.raises(SettingsError) as error:
        config.read({"PORT": "0", "REASONBOARD_PREFIX": "x", "REASONBOARD_COLOUR": "red"})
    assert len(str(error.value).splitlines()) == 3


def test_an_empty_setting_is_the_default() -> None:
    assert config.read({"PORT": ""}).port == 8050


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_is_known(host: str) -> None:
    assert config.is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "", "localhost.example.org"]
)
def test_anything_else_is_not_loopback(host: str) -> None:
    assert not config.is_loopback(host)
