"""Notices by push over HTTP: which of one's browsers show them, this one too, and no more."""

from __future__ import annotations

import base64
import binascii
import time
from typing import Annotated, Any, Literal

from cryptography.hazmat.primitives.asymmetric import ec
from fastapi import FastAPI, Path, Request
from pydantic import StringConstraints

from grognard.table.accounts.asking import Address, Signed
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.accounts.devices import device
from grognard.table.house import House
from grognard.table.push.book import Pushes, called
from grognard.table.push.crier import Crier
from grognard.table.push.endpoint import LONGEST, Barred, place
from grognard.table.push.key import Key
from grognard.table.rows import PushRow
from grognard.table.visiting import Body

SECRET = 16
"""Bytes of what a browser shares with the house, for its notices alone."""
Endpoint = Annotated[str, StringConstraints(max_length=LONGEST)]
Coded = Annotated[str, StringConstraints(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]
PushId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


class Browser(Body):
    """What a browser says of itself when it is to be pushed to."""

    endpoint: Endpoint
    p256dh: Coded
    auth: Coded
    language: Literal["en", "ja"] = "en"


def add(app: FastAPI, house: House, desk: Desk, key: Key | None) -> None:
    crier = house.crier = None if key is None else Crier(house, key)
    pushes = Pushes(house.store.engine)

    @app.get("/api/account/push")
    async def told(member: Signed) -> dict[str, Any]:
        """The house's public key, nothing where it pushes no notices, and the browsers that show one's own."""
        browsers = [
            {"id": one.id, "device": one.device, "created": one.created, "here": one.session_id == member.session}
            for one in await pushes.of(member.account)
        ]
        return {"key": None if crier is None else crier.public, "browsers": browsers}

    @app.post("/api/account/push", status_code=204)
    async def want(wanted: Browser, request: Request, member: Signed, address: Address) -> None:
        """Push notices to this browser from now on."""
        if crier is None:
            raise Declined(409, "no_push", "this house pushes no notices")
        await desk.tries.ask(address)
        try:
            place(wanted.endpoint)
            _checked(wanted)
        except (Barred, ValueError, binascii.Error):
            raise Declined(422, "push_wrong", "nothing can be pushed there") from None
        now = time.time()
        await pushes.add(
            PushRow(
                id=called(wanted.endpoint), account_id=member.account, session_id=member.session,
                endpoint=wanted.endpoint, p256dh=wanted.p256dh, auth=wanted.auth, language=wanted.language,
                device=device(request.headers.get("user-agent", "")), created=now, sent=now, looked=now, known={},
                failed=0, again=0.0,
            )
        )  # fmt: skip

    @app.delete("/api/account/push/{push_id}", status_code=204)
    async def stop(push_id: PushId, member: Signed) -> None:
        if not await pushes.remove(member.account, push_id):
            raise Declined(404, "push_none", "no browser of yours is called that")


def _checked(wanted: Browser) -> None:
    """ValueError for keys by which nothing could be sealed."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(wanted.p256dh))
    if len(_decoded(wanted.auth)) != SECRET:
        raise ValueError("a browser's secret is of another length")


def _decoded(text: str) -> bytes:
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
