"""The middleware in its order, around an application."""

from collections.abc import Callable

from starlette.types import ASGIApp, Scope

from bigpoints.server.http.middleware.body_size import BodySizeLimit
from bigpoints.server.http.middleware.hosts import HostCheck
from bigpoints.server.http.middleware.origins import OriginCheck
from bigpoints.server.http.middleware.rate import RateLimit
from bigpoints.server.http.middleware.request_log import RequestLog
from bigpoints.server.http.middleware.security_headers import SecurityHeaders
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.settings import Settings


def add_middleware(
    app: ASGIApp, settings: Settings, metrics: Metrics, is_exempt: Callable[[Scope], bool] = lambda _: False
) -> ASGIApp:
    """Wrap an application: the cheapest check comes first, and what it refuses is logged and counted, too.

    Exempt requests have no rate limit: a browser loads a page in many requests, each cheaper than a refusal.
    """
    app = BodySizeLimit(app, settings.body_bytes)
    app = OriginCheck(app, settings.public_url)
    app = HostCheck(app, settings)
    app = RateLimit(app, Limiter(settings.requests_per_second, settings.requests_burst), is_exempt)
    app = RequestLog(app, metrics)
    return SecurityHeaders(app, settings)
