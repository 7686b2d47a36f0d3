"""People with accounts in a house under test, and a device that makes passkeys as a browser does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from httpx2 import Response
from sqlalchemy import URL
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from tests.table.guests import Guest, Inn, opened

HOUSE = "club.example"
PASSWORD = "eleven lancers at dawn"


@contextmanager
def club(folder: Path | URL, **settings: Any) -> Iterator[Inn]:
    """A public house with accounts."""
    with opened(folder, **{"public": True, "accounts": True} | settings) as inn:
        yield inn


class Browser(Guest):
    """Somebody with a browser that keeps all its cookies and goes to the house by its name."""

    def __init__(self, inn: Inn, host: str = HOUSE) -> None:
        super().__init__(inn)
        self.host = host
        self.jar: dict[str, str] = {}

    def headers(self, **more: str) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        mine = {"host": self.host, "origin": f"http://{self.host}", "cookie": cookies, "user-agent": "Firefox/1 Linux"}
        return {name: value for name, value in (mine | more).items() if value}

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> Response:
        client = self.inn.client
        client.cookies.clear()
        response = client.request(method, path, json=body, headers=self.headers(**more))
        client.cookies.clear()
        for cookie in response.headers.get_list("set-cookie"):
            name, _, value = cookie.split(";")[0].partition("=")
            if "max-age=0" in cookie.lower():
                self.jar.pop(name, None)
            else:
                self.jar[name] = value
        return response

    def register(self, name: str = "kestrel", password: str = PASSWORD) -> Response:
        return self.post("/api/account/register", {"name": name, "password": password})

    def enter(self, name: str = "kestrel", password: str = PASSWORD) -> Response:
        return self.post("/api/account/enter", {"name": name, "password": password})

    def register_passkey(self, device: Device, name: str = "kestrel") -> Response:
        options = self.post("/api/account/register/passkey", {"name": name})
        assert options.status_code == 200, options.text
        made = device.make(options.json(), self)
        return self.post("/api/account/register/passkey/done", {"credential": made})

    def enter_passkey(self, device: Device) -> Response:
        options = self.post("/api/account/enter/passkey")
        assert options.status_code == 200, options.text
        return self.post("/api/account/enter/passkey/done", {"credential": device.show(options.json(), self)})

    def name(self) -> str | None:
        found: str | None = self.get("/api/me").json()["name"]
        return found


class Device:
    """Makes and shows one passkey. What it tells can be bent, to see that nobody believes it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = token_bytes(16)
        self.uses = 0
        self.verified = True

    def make(self, options: dict[str, Any], browser: Browser, **bent: Any) -> dict[str, Any]:
        public = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)})
        held = bytes(16) + len(self.id).to_bytes(2) + self.id + cose
        data = self._data(bent.get("house", options["rp"]["id"]), 0x40) + held
        client = _client("webauthn.create", options, browser, **bent)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._told({"clientDataJSON": client, "attestationObject": bytes_to_base64url(attested)})

    def show(self, options: dict[str, Any], browser: Browser, **bent: Any) -> dict[str, Any]:
        self.uses += 1
        data = self._data(bent.get("house", options["rpId"]))
        client = _client("webauthn.get", options, browser, **bent)
        signed = data + hashlib.sha256(base64url_to_bytes(client)).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        told = {"clientDataJSON": client, "authenticatorData": bytes_to_base64url(data)}
        return self._told(told | {"signature": bytes_to_base64url(signature)})

    def _data(self, house: str, flags: int = 0) -> bytes:
        flags |= 0x01 | (0x04 if self.verified else 0)
        return hashlib.sha256(house.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _told(self, response: dict[str, Any]) -> dict[str, Any]:
        called = bytes_to_base64url(self.id)
        return {"id": called, "rawId": called, "type": "public-key", "response": response}


def _client(kind: str, options: dict[str, Any], browser: Browser, **bent: Any) -> str:
    told = {
        "type": kind,
        "challenge": bent.get("challenge", options["challenge"]),
        "origin": bent.get("origin", f"http://{browser.host}"),
        "crossOrigin": False,
    }
    return bytes_to_base64url(json.dumps(told).encode())
