"""The web server: pages, a small JSON API, and a WebSocket per seat. All rules and all secrets stay behind `Room`."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from grognard.table import (
    beginnings,
    games,
    health,
    invitations,
    lessons,
    nonces,
    offers,
    schooling,
    tables,
    what_if,
)
from grognard.table.guard import PER_MINUTE, Guard
from grognard.table.house import DELAY, House
from grognard.table.live import MESSAGES_PER_SECOND
from grognard.table.proxied import Networks, Proxied
from grognard.table.room import NotStored
from grognard.table.shut import Shut
from grognard.table.store import failing
from grognard.table.studies import routes as studies
from grognard.table.witness import Witness

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
REFUSALS = (400, 403, 404, 409, 410, 413, 422, 429, 503)


class Refusal(BaseModel):
    """Why something was not done, in one line."""

    detail: str


def _refusals() -> dict[int | str, dict[str, Any]]:
    """The schema's word on them: one names the model, the others point at it, for each that names it has every route
    build a validator of its own, a thousand of them."""
    pointing = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
    found: dict[int | str, dict[str, Any]] = {status: {"content": pointing} for status in REFUSALS}
    found[REFUSALS[0]] = {"model": Refusal}
    return found


def create_app(
    where: Path | URL,
    *,
    public: bool = False,
    workers: int = 1,
    granted: Mapping[str, float] = MappingProxyType({}),
    hosts: Collection[str] = (),
    proxies: Networks = (),
    per_minute: int = PER_MINUTE,
    messages_per_second: float = MESSAGES_PER_SECOND,
    accounts: bool = False,
    mail: str | None = None,
    makers: str = "",
    holidays: int = 30,
    delay: float = DELAY,
    push: tuple[Path, str] | None = None,
) -> FastAPI:
    """The server over a data directory or a database.

    `hosts` are the names a public house answers to (all, if none are given); `proxies` are those
    whose X-Forwarded headers are believed. With `accounts` people may have names in a public house; `mail`
    is the server by which it writes to them, `makers` who of them may make tournaments, `holidays` how many
    days a year their clocks by days may stand still, and `delay` by how many seconds everybody is shown a game later
    than its players; `push` is the file with the key by which it pushes notices to their browsers, and the address of
    who answers for them.
    """
    house = House(where, public=public, workers=workers, granted=granted, delay=delay)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.close()

    schema_at = None if public else "/openapi.json"
    app = FastAPI(
        title="Grognard", lifespan=life, openapi_url=schema_at, docs_url=None, redoc_url=None, responses=_refusals()
    )
    app.state.house = house
    app.add_middleware(Guard, public=public, hosts=hosts, per_minute=per_minute)
    app.add_middleware(Witness)
    if proxies:
        app.add_middleware(Proxied, proxies=proxies)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(Shut, _shut)
    app.add_exception_handler(SQLAlchemyError, _not_kept)
    app.add_exception_handler(NotStored, _not_kept)
    health.add(app, house)
    games.add(app)
    tables.add(app, house, messages_per_second)
    schooling.add(app, house)
    what_if.add(app, house)
    lessons.add(app, house)
    beginnings.add(app, house)
    studies.add(app, house)
    invitations.add(app, house)
    offers.add(app, house)
    nonces.add(app, house)
    if accounts:
        from grognard.table.accounts import routes  # needs more packages than a house without them

        routes.add(app, house, hosts, mail, makers, holidays, push)
    _add_pages(app)
    return app


def _not_understood(_: Request, error: Exception) -> JSONResponse:
    """What was wrong with a request, in one line, without what it held: that might be a secret, or not even text."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    text = f"{where or 'the request'}: {first['msg']}".encode("ascii", "backslashreplace").decode()
    return JSONResponse({"detail": text}, 422)


def _shut(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": f"this table cannot be opened: {error}"}, 409)


def _not_kept(_: Request, error: Exception) -> JSONResponse:
    """Storage fails: nothing that was asked for has been done."""
    log.error("storage fails: %s", failing(error))
    return JSONResponse({"detail": f"the house cannot keep or find it now: {failing(error)}"}, 503)


def _add_pages(app: FastAPI) -> None:
    if not (STATIC / "index.html").is_file():

        @app.get("/", include_in_schema=False)
        def unbuilt() -> PlainTextResponse:
            return PlainTextResponse("The browser's half has not been built here; the API is under /api.\n", 503)

        return
    if (STATIC / "assets").is_dir():
        app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")
    root = STATIC.resolve()

    @app.get("/{page:path}", include_in_schema=False)
    def page(page: str) -> Response:
        if page == "api" or page.startswith("api/"):
            raise HTTPException(404, "there is nothing here")
        with contextlib.suppress(ValueError, OSError):  # a name no file can have
            wanted = (root / page).resolve()
            if page and wanted.is_relative_to(root) and wanted.is_file():
                return FileResponse(wanted)
        return FileResponse(root / "index.html")
