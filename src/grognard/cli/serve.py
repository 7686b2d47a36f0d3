"""`grognard serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.complaint import Complaint
from grognard.cli.doors import Form, Serving, open_doors

if TYPE_CHECKING:
    from sqlalchemy import URL

    from grognard.core.play import Play
    from grognard.table.house import House
    from grognard.table.proxied import Networks

PORT = 8017


class Makers(StrEnum):
    """Whom the keeper lets make tournaments: everybody with a name, or keepers alone."""

    named = "named"
    keepers = "keepers"


LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"

DataDir = Annotated[
    Path | None, typer.Option("--data-dir", metavar="DIR", help="Where games are kept; your own data folder.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Keep games in PostgreSQL instead: postgresql+asyncpg://user@host/name; or in GROGNARD_DATABASE.",
    ),
]


def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Where to listen; 0 is any free port.")] = PORT,
    data_dir: DataDir = None,
    database: Database = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    public: Annotated[
        bool, typer.Option("--public", help="For others too: each owns the seats he opened or was invited to.")
    ] = False,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="With --public: the address to listen at.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="With --public: a host name to answer to; may be repeated."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option("--proxy", metavar="ADDRESS", help="With --public: the proxy whose X-Forwarded headers are true."),
    ] = None,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="With --public: people may have a name of their own here.")
    ] = False,
    mail: Annotated[
        str | None,
        typer.Option(
            "--mail", metavar="URL", help="With --accounts: smtp://user@host?from=ADDRESS; or in GROGNARD_MAIL."
        ),
    ] = None,
    push_key: Annotated[
        Path | None,
        typer.Option(
            "--push-key", metavar="FILE", help="With --accounts: push notices; `grognard admin push-key` makes the key."
        ),
    ] = None,
    push_contact: Annotated[
        str | None,
        typer.Option(
            "--push-contact",
            metavar="ADDRESS",
            help="With --push-key: who answers for them; else whom --mail is from.",
        ),
    ] = None,
    tournaments: Annotated[
        Makers, typer.Option("--tournaments", help="With --accounts: who may make tournaments.")
    ] = Makers.named,
    holidays: Annotated[
        int,
        typer.Option(
            "--holidays", min=0, max=366, help="With --accounts: days a year for which clocks by days may stand still."
        ),
    ] = 30,
    delay: Annotated[
        float,
        typer.Option(
            "--delay", min=0, max=1440, help="With --accounts: minutes after which everybody sees a game that is shown."
        ),
    ] = 3.0,
    several: Annotated[
        int, typer.Option("--processes", min=1, max=64, help="Processes that serve; more than one need --database.")
    ] = 1,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that think for bots.")] = 1,
    seconds: Annotated[
        float, typer.Option("--grognard-seconds", min=1, max=50, help="How long a Grognard thinks about a turn.")
    ] = 20.0,
    processes: Annotated[
        int | None,
        typer.Option(
            "--grognard-processes",
            min=1,
            max=64,
            help="How many processes a Grognard thinks with; all cores, with --public one.",
        ),
    ] = None,
    log: Annotated[
        Form, typer.Option("--log", help="How the log on stderr is written: for people, or an object a line.")
    ] = Form.text,
    drain: Annotated[
        float,
        typer.Option("--drain", min=0, max=600, help="Seconds to serve on after SIGTERM, while /readyz says draining."),
    ] = 0.0,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="[ADDRESS:]PORT",
            help="Tell Prometheus figures there, on loopback unless an address is named; each process at a port.",
        ),
    ] = None,
) -> None:
    """Play in the browser: against bots, at one screen, or, with --public, with others by link."""
    if not public and (host or name or proxy or accounts):
        flags = "--host, --name, --proxy and --accounts"
        raise Complaint(f"{flags} go with --public: without it the house serves this machine only")
    if accounts and not _has_packages("argon2", "webauthn", "zxcvbn", "openskill", "webpush"):
        raise Complaint("--accounts needs more packages: pip install 'grognard[accounts]'")
    mail = _mail(mail, accounts, name)
    push = _push(push_key, push_contact, accounts, mail)
    proxies = _proxies(proxy)
    where = kept_where(data_dir, database)
    if several > 1 and isinstance(where, Path):
        raise Complaint("--processes: several share their tables by a server only: name it with --database")
    told = _metrics(metrics, several) if metrics else None
    granted = {"seconds": seconds}
    if public or processes:
        granted["processes"] = processes or 1
    with holding(where), contextlib.closing(_listen(host or (EVERYWHERE if public else LOOPBACK), port)) as listening:
        serving = Serving(
            where, public, tuple(name or ()), proxies, workers, granted, accounts, mail, tournaments.value, log, told,
            drain, holidays, delay * 60.0, push,
        )  # fmt: skip
        if several == 1:
            _run(listening, serving, not no_browser)
        else:
            _run_several(several, listening, serving, not no_browser)


def _metrics(place: str, several: int) -> tuple[str, range]:
    """An address and the ports there: one more than there are processes, for while one is replaced."""
    address, _, port = place.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) <= 65535 - several:
        raise Complaint(f"--metrics {place}: name a port, or an address and a port like 10.0.0.1:9101")
    ports = range(int(port), int(port) + (several + 1 if several > 1 else 1))
    return address.strip("[]") or LOOPBACK, ports


def show(play: Play) -> None:
    """Look at a game in the browser, in a house of its own that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="grognard-") as name,
        holding(Path(name)),
        contextlib.closing(_listen(LOOPBACK, 0)) as listening,
    ):
        _run(listening, Serving(Path(name)), True, play)


def _has_packages(*names: str) -> bool:
    return all(find_spec(name) for name in names)


def _mail(address: str | None, accounts: bool, names: list[str] | None) -> str | None:
    """The server of mails; a link in a letter must not lead to whatever host somebody wrote into a request."""
    address = address or (os.environ.get("GROGNARD_MAIL") if accounts else None)
    if address is None:
        return None
    if not accounts or not names:
        raise Complaint("--mail goes with --accounts and --name: letters lead to the house by its name")
    from grognard.table.accounts.letters import Server

    try:
        Server.named(address)
    except ValueError as error:
        raise Complaint(f"--mail: {error}") from None
    return address


def _push(file: Path | None, contact: str | None, accounts: bool, mail: str | None) -> tuple[Path, str] | None:
    """The key's file, seen to be one, and an address at which who carries notices can ask about them."""
    if file is None:
        if contact is not None:
            raise Complaint("--push-contact goes with --push-key")
        return None
    if not accounts:
        raise Complaint("--push-key goes with --accounts: notices are for members")
    from grognard.table.accounts.letters import ADDRESS, Server
    from grognard.table.push.key import NoKey, read

    contact = contact or (Server.named(mail).sender if mail else None)
    if contact is None or not ADDRESS.fullmatch(contact):
        raise Complaint("--push-key: name with --push-contact an e-mail address of who answers for the notices")
    try:
        read(file, contact)
    except NoKey as error:
        raise Complaint(f"--push-key {file}: {error}") from None
    return file, contact


def _proxies(addresses: str | None) -> Networks:
    from grognard.table.proxied import networks

    try:
        return networks(addresses) if addresses else ()
    except ValueError:
        raise Complaint(f"--proxy {addresses}: name an IP address or a network, or several with commas") from None


def default_folder() -> Path:
    """Where this platform keeps a user's data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Grognard"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "grognard"


def kept_where(data_dir: Path | None, address: str | None) -> Path | URL:
    """Where games are kept: what is named here counts more than what the environment says."""
    from grognard.table.database import VARIABLE, NoDatabase, database

    if data_dir is not None and address is not None:
        raise Complaint("--data-dir and --database: games are kept in one place, name one of them")
    address = address or (None if data_dir is not None else os.environ.get(VARIABLE))
    if not address:
        return data_dir or default_folder()
    try:
        return database(address)
    except NoDatabase as error:
        raise Complaint(f"--database: {error}") from None


@contextlib.contextmanager
def holding(where: Path | URL, flag: str | None = None) -> Iterator[None]:
    """A database in its newest shape, in a data folder of one's own or at a server, or one clear line.

    `flag` is what named it.
    """
    from grognard.table.database import NoDatabase, shown
    from grognard.table.migrate import Unusable, upgrade

    if isinstance(where, Path):
        with _holding_folder(where, flag or "--data-dir"):
            yield
        return
    try:
        upgrade(where)
    except (Unusable, NoDatabase) as error:
        raise Complaint(f"{flag or '--database'} {shown(where)}: {error}") from None
    yield


@contextlib.contextmanager
def _holding_folder(folder: Path, flag: str) -> Iterator[None]:
    """Two houses would each keep the same tables in memory, and neither would hear of the other."""
    from grognard.core.held import Taken, held
    from grognard.table.migrate import Unusable, upgrade
    from grognard.table.store import LOCK

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Complaint(f"{flag} {folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise Complaint(f"{flag} {folder}: it cannot be written")
    with contextlib.ExitStack() as until_closed:
        try:
            until_closed.enter_context(held(folder / LOCK))
            upgrade(folder)
        except Taken as taken:
            already = f"another grognard serves these games already (process {taken.process})"
            raise Complaint(f"{flag} {folder}: {already}") from None
        except Unusable as error:
            raise Complaint(f"{flag} {folder}: {error}") from None
        except OSError as error:
            raise Complaint(f"{flag} {folder}: {error.strerror}") from None
        yield


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise Complaint(f"--host {host}: {error.strerror}") from None
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Complaint(f"port {port} is in use already: name another with --port") from None
        raise Complaint(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return listening


def _run(listening: socket.socket, serving: Serving, browse: bool, shown: Play | None = None) -> None:
    """Serve until Ctrl-C; with `shown` the page that opens is this game's replay."""
    laying_out: list[asyncio.Task[None]] = []

    def opened(house: House) -> None:
        if shown is None:
            _say_where(listening, serving, browse)
        else:
            laying_out.append(asyncio.get_running_loop().create_task(lay_out(house, shown)))

    async def lay_out(house: House, play: Play) -> None:
        room, _ = await house.open_play(play, {}, None)
        address = f"{_address(listening)}#/replay/{room.row.id}/{play.roster.ids[0]}"
        typer.echo(f"The game is at {address}  (Ctrl-C closes)")
        _look(address, browse)

    if open_doors(opened, listening, serving):
        typer.echo("Closed.")


def _run_several(count: int, listening: socket.socket, serving: Serving, browse: bool) -> None:
    """The same in several processes, which need nothing in common but their database."""
    from grognard.cli.processes import Failed, Processes

    try:
        processes = Processes(count, open_doors, listening, serving)
        processes.closing += serving.drain
        processes.run(lambda: _say_where(listening, serving, browse))
    except Failed as failed:
        raise Complaint(str(failed) or "the processes that serve could not start") from None
    typer.echo("Closed.")


def _say_where(listening: socket.socket, serving: Serving, browse: bool) -> None:
    from grognard.table.database import shown

    kept = serving.where if isinstance(serving.where, Path) else shown(serving.where)
    url = _address(listening)
    typer.echo(f"Grognard is at {url}  (games in {kept}; Ctrl-C closes)")
    _look(url, browse)


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    called = "localhost" if host in (EVERYWHERE, "::", LOOPBACK) else host
    return f"http://{f'[{called}]' if ':' in called else called}:{port}/"


def _look(address: str, browse: bool) -> None:
    if browse and _has_browser():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_browser() -> bool:
    """Whether a browser of one's own can open: not one that would take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
