"""Settings come from the environment, and every wrong one is named."""

import pytest

from reasonboard import config
from reasonboard.config import SettingsError


def test_the_defaults_stay_at_home() -> None:
    settings = config.read({})
    assert (settings.host, settings.port, settings.prefix) == ("127.0.0.1", 8050, "/")
    assert (settings.data / "pythia.toml").is_file()
    assert (settings.assets / "style.css").is_file()


def test_all_problems_are_said_at_once() -> None:
    with pytest.raises(SettingsError) as error:
        config.read({"PORT": "0", "REASONBOARD_PREFIX": "x", "REASONBOARD_COLOR": "red"})
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


def test_hosts_and_proxies_are_lists_with_commas() -> None:
    settings = config.read(
        {
            "REASONBOARD_ALLOWED_HOSTS": " board.example.org , .lab.example,",
            "REASONBOARD_TRUSTED_PROXIES": "10.0.0.5, 172.16.0.0/12,::1",
        }
    )
    assert settings.allowed_hosts == ("board.example.org", ".lab.example")
    assert [str(proxy) for proxy in settings.trusted_proxies] == [
        "10.0.0.5/32",
        "172.16.0.0/12",
        "::1/128",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [("REASONBOARD_ALLOWED_HOSTS", "board.example.org:8050"), ("REASONBOARD_ALLOWED_HOSTS", "http://board"),
     ("REASONBOARD_ALLOWED_HOSTS", "*"), ("REASONBOARD_ALLOWED_HOSTS", "a b"),
     ("REASONBOARD_TRUSTED_PROXIES", "proxy"), ("REASONBOARD_TRUSTED_PROXIES", "10.0.0.0/33"),
     ("REASONBOARD_ACCESS_LOG", "yes"),
     ("REASONBOARD_ANSWERS", "/share/answers"), ("REASONBOARD_ANSWERS", "hdfs://host/answers")],
)  # fmt: skip
def test_what_is_no_host_or_proxy_is_named_with_what_was_expected(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as error:
        config.read({name: value})
    assert str(error.value).startswith(f"{name} ")
    assert "(expected " in str(error.value)
    assert len(str(error.value).splitlines()) == 1
