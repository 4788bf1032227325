"""The proxies of deploy/, really run from the shipped files: only ports, paths and the certificate are a test's own."""

import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from socket import create_connection, create_server

import pytest

from support.server_process import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
CERTIFICATE, KEY = "certificate.pem", "certificate.key"
_HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
"""Where Caddy would leave files behind."""


class Proxy:
    """A proxy on a free port of this machine, with a certificate of its own."""

    def __init__(self, program: str, config: str, folder: Path, port: int) -> None:
        self.url = f"https://localhost:{port}"
        self.port = port
        self.tls = ssl.create_default_context(cafile=str(folder / CERTIFICATE))
        # With TLS 1.3 a server sends tickets after the handshake. The blocking client of websockets reads them in one
        # thread while it writes in another, which one TLS object does not bear: one in some hundred requests got lost.
        self.tls.maximum_version = ssl.TLSVersion.TLSv1_2
        self._log = folder / "output"
        with self._log.open("wb") as log:
            command, home = _command(program, config, folder), {name: str(folder) for name in _HOMES}
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **home})
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError), create_connection(("127.0.0.1", self.port), PATIENCE):
                return
            time.sleep(0.05)
        raise AssertionError(f"the proxy does not start: {self._log.read_text(encoding='utf-8')}")

    def connect(self) -> ssl.SSLSocket:
        """A connection on which nothing has been said yet."""
        raw = create_connection(("127.0.0.1", self.port), PATIENCE)
        return self.tls.wrap_socket(raw, server_hostname="localhost")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def proxying(program: str, folder: Path, port: int, workers: Sequence[int]) -> Iterator[Proxy]:
    """A proxy in front of workers on these ports, ended in the end; without the program the test is skipped."""
    _find(program)
    make_certificate(folder)
    proxy = Proxy(program, CONFIGS[program](folder, port, workers), folder, port)
    try:
        yield proxy
    finally:
        proxy.stop()


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody listens on, below those that the system gives to outgoing connections."""
    found: set[int] = set()
    while len(found) < count:
        port = SystemRandom().randrange(10_240, 32_768)
        with suppress(OSError), create_server(("127.0.0.1", port)):
            found.add(port)
    return sorted(found)


def make_certificate(folder: Path) -> None:
    """A certificate for localhost that nobody has signed."""
    about = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(folder / KEY), "-out", str(folder / CERTIFICATE))
    subprocess.run([_find("openssl"), "req", *kind, *about, *files], check=True, capture_output=True)


def _find(program: str) -> str:
    found = shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    if found is None:
        pytest.skip(f"{program} is missing: apt install {program}")
    return found


def _command(program: str, config: str, folder: Path) -> list[str]:
    file = folder / "config"
    file.write_text(config, encoding="utf-8")
    if program == "nginx":
        return [_find(program), "-e", str(folder / "error.log"), "-c", str(file), "-g", "daemon off;"]
    return [_find(program), "run", "--config", str(file), "--adapter", "caddyfile"]


def _replaced(text: str, changes: dict[str, str]) -> str:
    """A text with changes, each of which must have something to change."""
    for old, new in changes.items():
        assert old in text, f"there is no {old!r} to replace"
        text = text.replace(old, new)
    return text


def nginx_config(folder: Path, port: int, workers: Sequence[int]) -> str:
    """The shipped configuration on other ports, with all files in a folder."""
    one = "        server 127.0.0.1:{} max_fails=2 fail_timeout=5s;\n"
    changes = {
        "user www-data;": "user root;" if os.geteuid() == 0 else "",
        "/run/nginx.pid": str(folder / "pid"),
        "/var/log/nginx/error.log": str(folder / "error.log"),
        "http {": f"http {{\n{_temporary_paths(folder)}",
        one.format(5055) + one.format(5056): "".join(map(one.format, workers)),
        "listen 80;": f"listen 127.0.0.1:{free_ports(1)[0]};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "server_name games.example;": "server_name localhost;",
        "/etc/ssl/games.example.pem": str(folder / CERTIFICATE),
        "/etc/ssl/games.example.key": str(folder / KEY),
    }
    return _replaced((DEPLOY / "nginx.conf").read_text(encoding="utf-8"), changes)


def _temporary_paths(folder: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"    {kind}_temp_path {folder / kind};\n" for kind in kinds)


def caddy_config(folder: Path, port: int, workers: Sequence[int]) -> str:
    """The shipped configuration on other ports; it stores in a folder, and asks nobody for a certificate."""
    site = f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {folder / CERTIFICATE} {folder / KEY}"
    own = f"admin off\n\tauto_https disable_redirects\n\tstorage file_system {folder / 'storage'}\n"
    changes = {
        "{\n\tservers {": f"{{\n\t{own}\tservers {{",
        "to 127.0.0.1:5055 127.0.0.1:5056": "to " + " ".join(f"127.0.0.1:{worker}" for worker in workers),
        "games.example {": site,
    }
    return _replaced((DEPLOY / "Caddyfile").read_text(encoding="utf-8"), changes)


CONFIGS: dict[str, Callable[[Path, int, Sequence[int]], str]] = {"nginx": nginx_config, "caddy": caddy_config}
