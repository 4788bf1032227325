"""Workers on one database behind a proxy, as deploy/ has them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from support.observation import TINY, metric
from support.postgres import running_postgres
from support.proxies import Proxy, free_ports, proxying
from support.server_process import Guest, Json, Server, Visitor, serving

TABLES_PER_ADDRESS = 40
"""What an address may create in an hour."""


@dataclass(slots=True)
class Deployment:
    """A proxy, and its workers by their ports."""

    proxy: Proxy
    folder: Path
    database: str
    stack: ExitStack
    workers: dict[int, Server] = field(default_factory=dict)

    def start(self, port: int) -> None:
        """Start a worker that trusts the proxy."""
        running = serving(
            self.folder / str(port),
            port,
            public_url=self.proxy.url,
            trusted_proxies="127.0.0.1",
            database=self.database,
            tables_per_address=TABLES_PER_ADDRESS,
        )
        self.workers[port] = self.stack.enter_context(running)

    def visitor(self, address: str = "127.0.0.1") -> Visitor:
        """Somebody who comes through the proxy."""
        return Visitor(self.proxy.url, address=address, tls=self.proxy.tls)

    def counts(self, name: str) -> dict[int, float]:
        """A metric of each worker, asked for behind the proxy's back."""
        return {port: metric(Visitor(f"http://127.0.0.1:{port}", "nobody"), name) for port in self.workers}


@contextmanager
def deployed(program: str, folder: Path) -> Iterator[Deployment]:
    """Two workers on a PostgreSQL of their own behind nginx or Caddy."""
    port, *workers = free_ports(3)
    with ExitStack() as stack:
        proxy = stack.enter_context(proxying(program, folder, port, workers))
        database = stack.enter_context(running_postgres()).new_database()
        deployment = Deployment(proxy, folder, database, stack)
        for worker in workers:
            deployment.start(worker)
        yield deployment


def sit_down(deployment: Deployment, address: str = "127.0.0.1", setup: Json = TINY) -> tuple[str, Visitor, Visitor]:
    """A table with two people at one address; gives its code."""
    anna, ben = deployment.visitor(address), deployment.visitor(address)
    code = anna.create({"name": "Anna"}, setup=setup)
    ben.join(code, "Ben")
    return code, anna, ben


def play_out(*guests: Guest) -> None:
    """Guests in seats 1, 2, … move until the game is over; everybody sees every move."""
    rng, version = Random(1), 0
    while True:
        views = [guest.until(partial(_is_newer, version)) for guest in guests]
        if views[0]["state"] == "over":
            return
        version = views[0]["version"]
        guests[views[0]["turn"] - 1].move(rng=rng)


def _is_newer(version: int, view: Json) -> bool:
    return view["state"] != "open" and int(view["version"]) > version
