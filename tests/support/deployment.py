"""Workers on one database behind a proxy, as deploy/ has them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from support.observation import metric
from support.postgres import running_postgres
from support.proxies import Proxy, free_ports, proxying
from support.server_process import Server, Visitor, serving

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
