"""The container: what its files promise. scripts/check-image builds and runs it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from reasonboard import config
from reasonboard.store.places.address import parse

ROOT = Path(__file__).resolve().parent.parent
HADOLINT = Path(sys.executable).parent / "hadolint"


def stages() -> list[list[tuple[str, str]]]:
    """The Dockerfile's stages, each a list of (instruction, argument)."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    found: list[list[tuple[str, str]]] = []
    for line in filter(None, joined.splitlines()):
        instruction, _, argument = line.partition(" ")
        if instruction == "FROM":
            found.append([])
        if found:
            found[-1].append((instruction, argument))
    return found


def argument(instruction: str) -> str:
    """The argument of the final stage's only such instruction."""
    (found,) = [text for name, text in stages()[-1] if name == instruction]
    return found


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in argument("ENV").split())


def compose() -> list[str]:
    """The lines of compose.yaml without comments and indentation."""
    lines = (ROOT / "compose.yaml").read_text().splitlines()
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines) if line]


def items(key: str) -> list[str]:
    """The list under a key of compose.yaml."""
    lines = compose()
    found = []
    for line in lines[lines.index(f"{key}:") + 1 :]:
        if not line.startswith("- "):
            break
        found.append(line.removeprefix("- ").strip('"'))
    return found


def test_hadolint_has_nothing_to_say() -> None:
    done = subprocess.run(
        [HADOLINT, "--failure-threshold", "style", "Dockerfile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_hadolint_would_find_a_fault() -> None:
    done = subprocess.run(
        [HADOLINT, "-"], input="FROM debian:latest\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "DL3007" in done.stdout


def test_the_final_stage_has_nothing_but_what_the_first_one_made() -> None:
    assert len(stages()) == 2
    final = stages()[-1]
    assert not {"RUN", "ADD"} & {name for name, _ in final}
    assert all("--from=build" in text for name, text in final if name == "COPY")


def test_only_pinned_packages_are_installed() -> None:
    installs = [text for name, text in stages()[0] if name == "RUN" and "pip install" in text]
    assert installs
    assert all("--require-hashes" in text or "--no-deps" in text for text in installs)


def test_the_user_is_a_number_other_than_root() -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", argument("USER"))


def test_the_user_owns_the_volume() -> None:
    volume = argument("VOLUME")
    owned = f"--from=build --chown={argument('USER')} {volume} {volume}"
    assert ("COPY", owned) in stages()[-1]
    assert environment()["REASONBOARD_STORE"] == volume


def test_the_environment_has_settings_that_the_command_accepts() -> None:
    settings = config.read(environment())
    assert (settings.host, str(settings.port)) == ("0.0.0.0", argument("EXPOSE"))


def test_the_health_check_asks_the_server_without_a_shell() -> None:
    check = argument("HEALTHCHECK")
    command = json.loads(check[check.index("[") :])
    assert command[:2] == ["python", "-c"]
    compile(command[2], "HEALTHCHECK", "exec")
    assert "/healthz" in command[2]


def test_the_command_is_started_without_a_shell() -> None:
    assert json.loads(argument("CMD")) == ["reasonboard", "serve", "--allow-remote"]


@pytest.mark.parametrize("line", ["read_only: true", "- ALL", "- no-new-privileges:true", "- /tmp"])
def test_compose_takes_every_right_that_is_not_needed(line: str) -> None:
    assert line in compose()


def test_compose_publishes_the_port_to_this_machine_only() -> None:
    assert items("ports") == [f"127.0.0.1:8050:{argument('EXPOSE')}"]


def test_compose_keeps_the_data_in_the_volume() -> None:
    assert items("volumes") == [f"reasonboard:{argument('VOLUME')}"]


def service(name: str) -> list[str]:
    """The lines of a service in compose.yaml."""
    text = (ROOT / "compose.yaml").read_text()
    found = re.search(rf"^  {name}:\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    assert found
    return [re.sub(r"\s#.*", "", line).strip() for line in found[1].splitlines()]


def test_behind_the_login_only_caddy_has_a_port() -> None:
    assert "ports:" not in service("private")
    assert "ports:" not in service("oauth2-proxy")
    assert "ports:" in service("login")
    for name in ("private", "oauth2-proxy", "login"):
        assert "profiles: [login]" in service(name)
    assert "profiles: [login]" not in service("reasonboard")
    assert "<<: *reasonboard" in service("private")


def test_behind_the_login_the_settings_are_sound_and_trust_only_caddy() -> None:
    pairs = [line.partition(": ") for line in service("private") if line.startswith("REASONBOARD_")]
    given = {name: value.strip('"') for name, _, value in pairs}
    assert given.pop("REASONBOARD_ALLOWED_HOSTS") == "${SITE:-}"
    settings = config.read(given | {"REASONBOARD_ALLOWED_HOSTS": "board.example.org"})
    (trusted,) = settings.trusted_proxies
    assert trusted.num_addresses == 1
    assert f"ipv4_address: {trusted.network_address}" in service("login")
    assert settings.access_log


def test_the_login_reads_the_caddyfile_and_secrets_that_are_not_in_the_repository() -> None:
    assert "- ./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in service("login")
    assert (ROOT / "deploy" / "Caddyfile").is_file()
    assert "env_file: deploy/login.env" in service("oauth2-proxy")
    assert "deploy/login.env" in (ROOT / ".gitignore").read_text().splitlines()
    example = (ROOT / "deploy" / "login.env.example").read_text()
    assert re.search(r"^OAUTH2_PROXY_CLIENT_SECRET=$", example, re.MULTILINE)


def farm() -> dict[str, Any]:
    """The services of deploy/farm.yaml, in which anchors and merges are resolved."""
    services: dict[str, Any] = yaml.safe_load((ROOT / "deploy/farm.yaml").read_text())["services"]
    return services


def test_the_farm_has_one_publisher_and_two_replicas_with_stores_of_their_own_and_one_address() -> (
    None
):
    services = farm()
    replicas = [services["replica-1"], services["replica-2"]]
    (address,) = {
        replica["command"][replica["command"].index("--from") + 1] for replica in replicas
    }
    assert parse(address).root == "board/runs"
    assert f'publish --from "{address}"' in services["publisher"]["command"][2]
    stores = [one["volumes"] for one in (*replicas, services["publisher"])]
    assert sorted(stores) == [["publisher:/data"], ["replica-1:/data"], ["replica-2:/data"]]
    proxied = re.search(r"reverse_proxy (.*) \{", (ROOT / "deploy/Caddyfile.farm").read_text())
    assert proxied
    assert proxied[1].split() == ["replica-1:8050", "replica-2:8050"]


def test_the_farm_is_open_to_this_machine_only_and_its_secrets_are_not_in_the_repository() -> None:
    for name, service in farm().items():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", [])), name
        if name.startswith(("replica", "publisher")):
            assert "ports" not in service
            assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
            assert service["env_file"] == "farm.env"
            assert service["build"]["args"] == {"S3": "1"}
        config.read(service.get("environment", {}))
    assert "deploy/farm.env" in (ROOT / ".gitignore").read_text().splitlines()
    example = (ROOT / "deploy/farm.env.example").read_text()
    assert re.search(r"^AWS_SECRET_ACCESS_KEY=$", example, re.MULTILINE)
    (trusted,) = config.read(farm()["replica-1"]["environment"]).trusted_proxies
    assert farm()["proxy"]["networks"]["farm"]["ipv4_address"] == str(trusted.network_address)


def test_what_an_extra_needs_is_pinned_as_the_tests_have_it() -> None:
    tested = "".join((ROOT / f"requirements{of}.txt").read_text() for of in ("", "-dev"))
    for extra, package in (("s3", "pyarrow"), ("clickhouse", "clickhouse-connect")):
        pinned = (ROOT / f"requirements-{extra}.txt").read_text()
        assert re.match(rf"{package}==[0-9.]+ \\\n    --hash=sha256:", pinned)
        assert all(line in tested for line in pinned.splitlines())


def test_the_build_sees_only_what_it_needs() -> None:
    patterns = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in patterns if line and not line.startswith("#")]
    allowed = {line.removeprefix("!") for line in patterns if line.startswith("!")}
    assert patterns[0] == "*"  # so .git, .venv, var, tests and all that is not named stay out
    assert {"app", "assets", "data", "pyproject.toml", "README.md", "requirements.txt"} <= allowed
    assert not [name for name in allowed if name.startswith((".", "*"))]
    assert {"**/.*", "**/__pycache__"} <= set(patterns)


def test_whatever_the_build_copies_by_name_is_seen_by_it() -> None:
    seen = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    copied = {
        name
        for stage in stages()
        for instruction, text in stage
        if instruction == "COPY" and "--from=" not in text
        for name in text.split()[:-1]
    } - {"."}
    assert copied
    for name in copied:
        assert (ROOT / name).is_file()
        assert name in seen


def test_check_image_says_what_it_needs(tmp_path: Path) -> None:
    for tool in ("env", "bash", "dirname"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    done = subprocess.run(
        [ROOT / "scripts" / "check-image"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("scripts/check-image: it needs buildah (")
    assert done.stderr.count("\n") == 1
