"""The command serve: run the server."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from bigpoints.cli.console import print_paragraph, stdout
from bigpoints.cli.database_option import Database, DatabaseFile, refuse_password
from bigpoints.optional_deps import require_extra

if TYPE_CHECKING:
    from bigpoints.server.settings import Settings


Host = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets phones in the same network join. [127.0.0.1]"
    ),
]
Port = Annotated[str | None, typer.Option(metavar="N", help="Port to listen on; 0 for any free one. [5055]")]
PublicUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="Address at the start of links, such as that of a proxy.")
]
# As a text: a Path would make `://` into `:/`, and the settings could not refuse it.
Data = Annotated[str | None, typer.Option(metavar="FOLDER", help="Folder of the tables.")]
KeepDays = Annotated[str | None, typer.Option(metavar="N", help="Move tables not used for N days to the trash. [30]")]
Workers = Annotated[
    str | None, typer.Option(metavar="N", help="Processes that serve tables; above 1 with --database only. [1]")
]
BotWorkers = Annotated[str | None, typer.Option(metavar="N", help="Processes for bots. [processors - 1]")]
Proxies = Annotated[
    str | None, typer.Option(metavar="ADDRESSES", help="Proxies whose X-Forwarded-For header is trusted.")
]
LogFormat = Annotated[str | None, typer.Option(metavar="FORMAT", help="Format of logs: json, text or auto. [auto]")]
LogLevel = Annotated[
    str | None, typer.Option(metavar="LEVEL", help="Minimum log level: debug, info, warning or error. [info]")
]
Open = Annotated[bool | None, typer.Option("--open/--no-open", help="Whether to open the page in a browser.")]


def serve(
    host: Host = None,
    port: Port = None,
    public_url: PublicUrl = None,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    keep_days: KeepDays = None,
    workers: Workers = None,
    workers_for_bots: BotWorkers = None,
    trusted_proxies: Proxies = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    open_browser: Open = None,
) -> None:
    """Serve tables that people and bots play at, until you press Ctrl-C.

    Everything is stored in the data folder, or in a PostgreSQL database. A second start on the same folder finds the
    first one. The page opens if this is a terminal on a machine with a display. Every setting can also be given in the
    environment, as BIGPOINTS_PORT and so on.
    """
    # Only this command pays for loading the server, and only it needs the packages.
    with require_extra("server", "the server"):
        from bigpoints.server.settings import Settings

        refuse_password(database)
    settings = Settings.given(
        host=host,
        port=port,
        public_url=public_url,
        data=data,
        database=database,
        database_file=database_file,
        keep_days=keep_days,
        workers=workers,
        workers_for_bots=workers_for_bots,
        trusted_proxies=trusted_proxies,
        log_format=log_format,
        log_level=log_level,
        open_browser=open_browser,
    )
    _serve(settings, asks_for_an_address=bool(host or port or public_url))


def _serve(settings: "Settings", *, asks_for_an_address: bool) -> None:
    """Run the server, or print the address of the one that already has this data folder."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import AlreadyRunning
        from bigpoints.server.run import serve as run

    def started(address: str) -> None:
        _print_address(address, settings)
        _open_browser(address, settings)

    try:
        run(settings, started)
        _print_goodbye()
    except AlreadyRunning as error:
        url = error.running.url
        if url is None:
            raise
        print_paragraph(stdout(), f"Big Points is running already: {url}")
        if asks_for_an_address:
            print_paragraph(stdout(), "It keeps the settings that it was started with; to change them, end it first.")
        _open_browser(url, settings)


def _open_browser(address: str, settings: "Settings") -> None:
    if settings.open_browser and has_display(os.environ, sys.platform):
        webbrowser.open(address)


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Whether there is a display for a browser; without one, a text browser would take over this terminal."""
    if platform in ("win32", "cygwin", "darwin"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _print_goodbye() -> None:
    console = stdout()
    if console.is_terminal:
        console.print()  # The terminal has written ^C.
    print_paragraph(console, "The server has ended; its tables are kept.")


def _print_address(address: str, settings: "Settings") -> None:
    from bigpoints.server.ops.listen import EVERYWHERE
    from bigpoints.server.ops.qr import qr_text

    console = stdout()
    print_paragraph(console, f"Big Points is served at {address}")
    if settings.public_url:
        print_paragraph(console, f"It listens on {settings.host}, port {settings.port}, for the proxy.")
    elif settings.host in EVERYWHERE:
        if console.is_terminal:
            print_paragraph(console, qr_text(address))
    else:
        print_paragraph(console, "Only this machine can reach it; --host 0.0.0.0 lets others in the same network join.")
    if settings.workers > 1 and settings.port:
        ports = f"{settings.port + 1} to {settings.port + settings.workers}"
        print_paragraph(console, f"Its {settings.workers} workers have the ports {ports} as well, for a proxy.")
    print_paragraph(console, f"Tables are kept in {_place(settings)}")
    print_paragraph(console, "The first time bots take up to a minute until they are compiled. Ctrl-C ends the server.")


def _place(settings: "Settings") -> str:
    from bigpoints.server.storage.address import address_name

    return address_name(settings.database) if settings.database else str(settings.data)
