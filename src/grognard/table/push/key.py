"""The house's own key, by which those who carry notices know it: made once, kept in a file that nobody else reads.

Browsers that were promised notices know its public half. With another key they have to be asked again.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from webpush import WebPush
from webpush.vapid import VAPID

PEOPLE = stat.S_IRWXG | stat.S_IRWXO
LARGEST = 4096
DAY = 86_400


class NoKey(Exception):
    """Why a file holds no key of ours, in a few words."""


class Key:
    """What signs the house's notices, and who answers for them."""

    def __init__(self, private: bytes, contact: str) -> None:
        """NoKey for what is none of P-256, the one curve that browsers know."""
        try:
            found = load_pem_private_key(private, None)
        except (ValueError, TypeError):
            raise NoKey("there is no private key in it") from None
        if not isinstance(found, ec.EllipticCurvePrivateKey) or not isinstance(found.curve, ec.SECP256R1):
            raise NoKey("it is a key of another kind: make one with `grognard admin push-key`")
        public = found.public_key()
        pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        plain = found.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self.public = str(VAPID.get_application_server_key(public))
        self.seals = WebPush(plain, pem, contact, ttl=DAY)


def read(file: Path, contact: str) -> Key:
    """The key in a file; NoKey where there is none, or where others may read it."""
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            private = opened.read(LARGEST)
    except OSError as error:
        raise NoKey(error.strerror or "it cannot be read") from None
    if sys.platform != "win32" and mode & PEOPLE:
        raise NoKey("others may read it: chmod 600 it first")
    return Key(private, contact)


def make(file: Path) -> str:
    """Write a new key, where there is no file yet; its public half."""
    private, _, public = VAPID.generate_keys()
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(private)
    except FileExistsError:
        raise NoKey("there is a file already, and browsers may know its key: name another") from None
    except OSError as error:
        raise NoKey(error.strerror or "it cannot be written") from None
    return str(public)
