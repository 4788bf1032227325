"""Attacks on the edge: identities, heads of requests, connections, frames."""

import resource
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from random import Random

from attacks.scene import Bystander, Finding, attacker, connect, is_closed, upgraded, usual_server
from support.malformed import malformed
from support.server_process import Server

_SECONDS = 5.0
_MOST_SENT = 10_000_000
"""Bytes that the system may take into its buffers before the server cuts a connection."""
_SILENT = 1_100
_FILES = 1_024
_MOST_OF_AN_ADDRESS = 480
_NAVIGATION = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
_PING = b"\x89\xfd" + bytes(4) + b"p" * 125


def erase_identity() -> Finding:
    """Another website leads a browser to an address of the API, where its cookie is not sent along."""
    with usual_server() as server:
        headers = attacker(server).request("GET", "/api/tables", known=False, headers=_NAVIGATION)[1]
    sets = "set-cookie" in headers
    return Finding(not sets, "a new cookie replaces the old" if sets else "no cookie is set", "identities stay")


def send_endless_headers() -> Finding:
    """A request whose headers never end."""
    return _send_endlessly(b"GET / HTTP/1.1\r\n", b"X-%d: " + b"y" * 4_000 + b"\r\n")


def send_endless_url() -> Finding:
    """A request whose address never ends."""
    return _send_endlessly(b"GET /", b"%d" + b"y" * 4_000)


def _send_endlessly(begin: bytes, piece: bytes) -> Finding:
    with usual_server() as server, Bystander(server) as bystander:
        sent = _flood(connect(server), begin, piece)
    measured = f"cut after {sent / 1e6:.1f} MB, most of it in buffers of the system; {bystander}"
    return Finding(sent < _MOST_SENT and bystander.is_served, measured, "a head has 32 kB at most")


def _flood(client: socket.socket, begin: bytes, piece: bytes) -> int:
    """Send as much as the other end takes, for some seconds; gives the bytes."""
    sent, end = 0, time.monotonic() + _SECONDS
    with client, suppress(OSError):
        client.sendall(begin)
        while time.monotonic() < end:
            block = b"".join(piece.replace(b"%d", b"%d" % number) for number in range(50))
            client.sendall(block)
            sent += len(block)
    return sent


def send_slow_head() -> Finding:
    """A request that comes a byte a second."""
    with usual_server() as server, connect(server) as client:
        began = time.monotonic()
        with suppress(OSError):
            client.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            while time.monotonic() - began < 20 and not _is_gone(client):
                client.sendall(b"y")
                time.sleep(1)
        seconds = time.monotonic() - began
    return Finding(seconds < 20, f"closed after {seconds:.0f} s", "a head has 10 s")


def _is_gone(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        client.setblocking(True)


def open_silent_connections() -> Finding:
    """More connections than a process may have files open, all from one address, none of which says a word."""
    _allow_ourselves_open_files()
    with ExitStack() as stack:
        server = stack.enter_context(usual_server(files=_FILES))
        bystander = stack.enter_context(Bystander(server))
        held = [stack.enter_context(client) for _ in range(_SILENT) if (client := _connect_or_none(server))]
        time.sleep(_SECONDS)
        open_after = sum(not _is_gone(client) for client in held)
        is_silent_closed = is_closed(held[0], 15)
    measured = f"{open_after} of {_SILENT} stay open at first, {bystander}"
    held_out = bystander.is_served and is_silent_closed and open_after <= _MOST_OF_AN_ADDRESS
    return Finding(held_out, measured, "an address has half of all at most, silent ones 10 s")


def _allow_ourselves_open_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _connect_or_none(server: Server) -> socket.socket | None:
    with suppress(OSError):
        return connect(server, 1.0)
    return None


def flood_pings() -> Finding:
    """Pings without end through a socket whose pongs nobody reads."""
    with usual_server() as server:
        visitor = attacker(server)
        code = visitor.create({"name": "Mallory"})
        with Bystander(server) as bystander:
            sent = _flood(upgraded(server, visitor, code), b"", _PING)
    held = bystander.is_served and sent < _MOST_SENT
    return Finding(held, f"cut after {sent / 1e6:.1f} MB, {bystander}", "more than 20 pings a second are cut")


def send_malformed_frames() -> Finding:
    """Messages and frames that are almost right, and connections cut in the middle."""
    rng, frames = Random(1), 0
    with usual_server(messages_per_second=0, address_messages_per_second=0, requests_per_second=0) as server:
        visitor = attacker(server)
        code = visitor.create({"name": "Mallory"})
        for _ in range(60):
            with upgraded(server, visitor, code) as client, suppress(OSError):
                for _ in range(20):
                    message = malformed(rng)
                    content = message.encode() if isinstance(message, str) else message
                    client.sendall(
                        bytes((rng.randrange(256), 0x80 | min(len(content), 125))) + bytes(4) + content[:125]
                    )
                    frames += 1
        is_well = visitor.ask("GET", "/health")["status"] == "ok"
        logged = server.logged()
    faults = logged.count("Fatal error") + logged.count('"level": "error"')
    return Finding(is_well and not faults, f"{frames} frames, {faults} errors logged", "nothing fails")


def name_a_database_as_folder() -> Finding:
    """A data folder that is the address of a database."""
    command = [sys.executable, "-m", "bigpoints", "serve", "--data", "postgresql://localhost/games", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        try:
            ended = subprocess.run(
                [*command, "--no-open"], capture_output=True, text=True, timeout=20, check=False, cwd=folder
            )
        except subprocess.TimeoutExpired:
            return Finding(False, "a folder of that name is made", "what is no folder is refused")
    return Finding(ended.returncode != 0, "refused" if ended.returncode else "accepted", "what is no folder is refused")


ATTACKS = (
    erase_identity,
    send_endless_headers,
    send_endless_url,
    send_slow_head,
    open_silent_connections,
    flood_pings,
    send_malformed_frames,
    name_a_database_as_folder,
)
