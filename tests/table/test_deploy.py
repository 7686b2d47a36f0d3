"""What lies in deploy/ fits the program: every flag it passes is known, every file it names is there, nginx serves with
it, and systemd has nothing to say against it. A container is not built here."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
import tomllib
from pathlib import Path
from typing import Any

import httpx2
import pytest
import typer
import yaml

from grognard.cli import app
from grognard.cli.serve import PORT
from grognard.table.guard import ALIVE
from tests.table.databases import free_port
from tests.table.serving import served

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
UNITS = sorted(DEPLOY.glob("*.service"))


def understood(words: list[str]) -> dict[str, Any]:
    """What the command line makes of these words; whatever is wrong with them is raised."""
    group: Any = typer.main.get_command(app)
    name, *rest = words
    found: dict[str, Any] = group.commands[name].make_context(name, rest).params
    return found


def need(program: str, debian: str, *places: str) -> str:
    found = shutil.which(program) or next((one for one in places if Path(one).is_file()), None)
    if found is None:
        why = f"there is no {program} here: install Debian's `{debian}`"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


def test_a_flag_that_there_is_not_would_be_found() -> None:
    with pytest.raises(Exception, match="--procesess"):
        understood(["serve", "--procesess=2"])


def test_the_houses_of_the_compose_file_are_started_as_the_program_can_be() -> None:
    words = [re.sub(r"\$\{[^}]*\}", "games.example", word) for word in COMPOSE["services"]["house"]["command"]]
    told = understood(words)
    assert told["public"] and told["no_browser"] and told["name"] == ["games.example"] and told["log"] == "json"
    subnet = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert ipaddress.ip_network(told["proxy"]) == ipaddress.ip_network(subnet), "the proxy is one of them"
    published = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert not [port for port in published if str(PORT) in port or "9101" in port], "nginx alone is reached"


def test_what_the_compose_file_names_is_there() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            known = source in COMPOSE["volumes"] or source == "./tls" or (DEPLOY / source).is_file()
            assert known, f"{source} is not there"
    built = services["house"]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).is_file()
    assert f"server house:{PORT} " in (DEPLOY / "nginx.conf").read_text() and "house" in services
    text = (DEPLOY / "compose.yaml").read_text()
    assert not re.search(r"^\s+(POSTGRES_PASSWORD|GROGNARD_DATABASE):", text, re.MULTILINE), "secrets are in house.env"


def test_the_container_is_made_of_what_there_is_and_starts_as_the_program_can_be() -> None:
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)[0])
    assert entry[0] in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    told = understood(json.loads(re.findall(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)[0]))
    assert told["data_dir"] == Path("/data") and "VOLUME /data" in DOCKERFILE
    assert f"EXPOSE {PORT}\n" in DOCKERFILE and f":{PORT}{ALIVE}'" in DOCKERFILE
    assert re.search(r"^USER (?!root)", DOCKERFILE, re.MULTILINE)
    copied = {word for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE) for word in line.split()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {source.split("/")[0] for source in included} <= copied, "what goes into the wheel"


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_the_program_as_it_can_be(unit: Path) -> None:
    starts = [shlex.split(line) for line in re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)]
    assert starts
    for words in starts:
        if words[:2] == ["/bin/sh", "-c"]:
            words = shlex.split(words[2].removeprefix("exec "))
        if words[0].endswith("/grognard"):
            understood([word for word in words[1:] if not word.startswith("$")])


def test_systemd_has_nothing_to_say_against_the_units(tmp_path: Path) -> None:
    analyze = need("systemd-analyze", "systemd")
    program = tmp_path / "grognard"
    program.touch(0o755)
    for unit in [*UNITS, *DEPLOY.glob("*.timer")]:
        text = unit.read_text().replace("/opt/grognard/bin/grognard", str(program))
        (tmp_path / unit.name).write_text(text)
    units = [str(one) for one in tmp_path.iterdir() if one.suffix in (".service", ".timer")]
    done = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True, timeout=60)
    ours = [line for line in done.stderr.splitlines() if "grognard" in line]
    assert ours == [] and len(units) >= 4
    broken = tmp_path / "grognard-broken.service"
    broken.write_text("[Service]\nExecStart=no/where\n")
    wrong = subprocess.run([analyze, "verify", "--man=no", str(broken)], capture_output=True, text=True, timeout=60)
    assert "grognard-broken" in wrong.stderr, "it would say so"


def test_prometheus_asks_where_the_unit_tells() -> None:
    jobs = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    (target,) = jobs[0]["static_configs"][0]["targets"]
    assert f"--metrics {target.partition(':')[2]} " in (DEPLOY / "grognard.service").read_text()


def test_a_house_is_served_through_nginx_as_it_is_set_up_here(tmp_path: Path) -> None:
    nginx = need("nginx", "nginx-light", "/usr/sbin/nginx")
    openssl = need("openssl", "openssl")
    plain, secure = free_port(), free_port()
    (tmp_path / "tls").mkdir()
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example", "-days", "2"]
    pair = ["-keyout", str(tmp_path / "tls" / "house.key"), "-out", str(tmp_path / "tls" / "house.crt")]
    subprocess.run([*made, *pair], check=True, capture_output=True, timeout=60)
    flags = ("--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1", "--name", "games.example")
    with served(tmp_path / "games", *flags) as house:
        text = (DEPLOY / "nginx.conf").read_text()
        for ours, here in (
            ("server house:8017", f"server {house.url.removeprefix('http://')}"),
            ("listen 80 ", f"listen 127.0.0.1:{plain} "), ("listen 443 ", f"listen 127.0.0.1:{secure} "),
            ("include mime.types;", f"client_body_temp_path {tmp_path}; proxy_temp_path {tmp_path}; "
             f"fastcgi_temp_path {tmp_path}; uwsgi_temp_path {tmp_path}; scgi_temp_path {tmp_path};"),
        ):  # fmt: skip
            assert text.count(ours) == 1, ours
            text = text.replace(ours, here)
        user = "user root;" if os.geteuid() == 0 else ""
        settings = tmp_path / "nginx.conf"
        settings.write_text(f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error; {user}\n{text}")
        command = [nginx, "-p", str(tmp_path), "-c", str(settings)]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0, checked.stderr
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            _served_through(plain, secure)
        finally:
            running.terminate()
            running.wait(20)


def _served_through(plain: int, secure: int) -> None:
    from websockets.sync.client import connect
    from websockets.typing import Origin

    named = {"host": "games.example", "origin": "https://games.example"}
    trusting = ssl._create_unverified_context()
    with httpx2.Client(base_url=f"https://127.0.0.1:{secure}", verify=trusting, timeout=20, headers=named) as client:
        until = time.monotonic() + 20
        while True:
            try:
                assert client.get("/readyz").text == "ready\n"
                break
            except httpx2.ConnectError:
                assert time.monotonic() < until
                time.sleep(0.1)
        made = client.post("/api/tables", json={"game": "avl"})
        assert made.status_code == 201, made.text
        cookie = made.headers["set-cookie"]
        assert "Secure" in cookie, "the house knows that it is reached by TLS"
        assert client.get("/metrics").status_code == 404
        away = httpx2.get(f"http://127.0.0.1:{plain}/x", headers=named, timeout=20)
        assert away.status_code == 301 and away.headers["location"] == "https://games.example/x"
        address = f"wss://games.example:{secure}/api/tables/{made.json()['id']}/live?seat=axis"
        with connect(
            address, sock=socket.create_connection(("127.0.0.1", secure), 20), ssl=trusting, max_size=None,
            origin=Origin("https://games.example"),
            additional_headers={"cookie": cookie.split(";")[0]},
        ) as line:  # fmt: skip
            assert "view" in str(line.recv(20))[:20]
