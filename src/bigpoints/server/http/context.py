"""The services that routes and sockets share."""

from dataclasses import dataclass, field
from typing import cast

from starlette.applications import Starlette

from bigpoints.server.http.limits import Limits
from bigpoints.server.http.links import Links
from bigpoints.server.http.text_queue import TextQueue
from bigpoints.server.live.hints import HintService
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.service import TableService
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.store_watch import StoreWatch
from bigpoints.server.settings import Settings
from bigpoints.server.workers.pool import WorkerPool


@dataclass(frozen=True, slots=True)
class Services:
    """What a route or a socket may call."""

    settings: Settings
    tables: TableService
    hub: Hub
    workers: WorkerPool
    hints: HintService
    metrics: Metrics
    store_watch: StoreWatch
    links: Links
    limits: Limits
    texts: TextQueue = field(default_factory=TextQueue)


def services_of(app: Starlette) -> Services:
    """The services of an application that has started."""
    return cast("Services", app.state.services)
