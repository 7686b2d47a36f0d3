"""A carrier of pushed notices on this machine: a web server with TLS that takes them, and the browsers they are for.

What a browser reads is opened here as RFC 8291 says, not with the package that sealed it.
"""

from __future__ import annotations

import json
import ssl
import threading
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from grognard.table.push import endpoint

NAME = "push.example"


class Carrier:
    """Takes notices, and answers them as it is told to."""

    def __init__(self, folder: Path) -> None:
        self.status = 201
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.certificate = _certified(folder)
        carrier = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # http.server calls it so
                body = self.rfile.read(int(self.headers["content-length"]))
                told = {name.lower(): value for name, value in self.headers.items()}
                carrier.taken.append((self.path, told, body))
                self.send_response(carrier.status)
                if carrier.status in (301, 302, 307):
                    self.send_header("location", f"https://{NAME}/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def reached(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the house find it by its name, though it is on this machine, and trust its certificate."""
        here = self.certificate

        async def addresses(host: str) -> list[str]:
            if host != NAME:
                raise OSError(f"{host} is nowhere")
            return ["127.0.0.1"]

        monkeypatch.setattr(endpoint, "addresses", addresses)
        monkeypatch.setattr(endpoint, "open_net", lambda address: address == "127.0.0.1")
        monkeypatch.setattr(endpoint, "trusted", lambda: ssl.create_default_context(cafile=str(here)))
        monkeypatch.setattr(endpoint, "PORT", self.port)


def _certified(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "carrier.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file


class Window:
    """A browser's half: its keys, and what it reads by them."""

    def __init__(self, path: str = "/send/a") -> None:
        self.endpoint = f"https://{NAME}{path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._secret = token_bytes(16)

    def wanted(self, language: str = "en") -> dict[str, str]:
        """What it tells the house."""
        keys = {"p256dh": coded(self._public), "auth": coded(self._secret)}
        return {"endpoint": self.endpoint, "language": language, **keys}

    def read(self, body: bytes) -> dict[str, Any]:
        salt, length, sealed = body[:16], body[20], body[21:]
        theirs, sealed = sealed[:length], sealed[length:]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), point)
        keyed = _derived(shared, self._secret, b"WebPush: info\x00" + self._public + theirs, 32)
        key = _derived(keyed, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _derived(keyed, salt, b"Content-Encoding: nonce\x00", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02"), "the last record"
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
