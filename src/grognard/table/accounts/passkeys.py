"""Passkeys: what a browser is asked for, and whether what it brings is true.

A passkey belongs to the host it was made for. The host is the request's own, which the guard has checked against the
names of the house; a browser signs nothing for another.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import webauthn
from fastapi import Request
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from grognard.table.accounts.declined import Declined
from grognard.table.rows import CredentialRow

CALLED = "Grognard"
REQUIRED = UserVerificationRequirement.REQUIRED
"""It is all that proves a name: whoever finds a device must not be let in by it alone."""
MINUTES = 5
Credential = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passkey is made or used."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class Made:
    """A new passkey: what its device calls it, its public half and its count."""

    id: str
    public: str
    uses: int


def place(request: Request, names: Collection[str]) -> Place:
    """Where this request came to; Declined where there can be no passkeys: a bare address, or a name not ours."""
    host = (request.url.hostname or "").rstrip(".").lower()
    try:
        ipaddress.ip_address(host)
        bare = True
    except ValueError:
        bare = False
    if bare or not host or (names and host not in names):
        raise Declined(409, "no_passkeys", "there are no passkeys at this address: come by the house's name")
    return Place(host, f"{request.url.scheme}://{request.headers.get('host', '').lower()}")


def to_make(where: Place, account_id: str, name: str, have: Sequence[CredentialRow]) -> tuple[dict[str, Any], str]:
    """What a browser is asked to make, and the challenge in it."""
    options = webauthn.generate_registration_options(
        rp_id=where.host,
        rp_name=CALLED,
        user_id=account_id.encode(),
        user_name=name,
        timeout=MINUTES * 60_000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in have],
    )
    return json.loads(webauthn.options_to_json(options)), bytes_to_base64url(options.challenge)


def made(where: Place, challenge: str, credential: Credential) -> Made:
    """What a browser has made, if it is true."""
    try:
        found = webauthn.verify_registration_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=where.host,
            expected_origin=where.origin,
            require_user_verification=True,
        )
    except Exception as error:
        raise _declined(error) from None
    return Made(
        bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key), found.sign_count
    )


def to_show(where: Place) -> tuple[dict[str, Any], str]:
    """What a browser is asked to show: any passkey it has for this house."""
    options = webauthn.generate_authentication_options(
        rp_id=where.host, timeout=MINUTES * 60_000, user_verification=REQUIRED
    )
    return json.loads(webauthn.options_to_json(options)), bytes_to_base64url(options.challenge)


def shown(where: Place, challenge: str, credential: Credential, kept: CredentialRow) -> int:
    """What a passkey counts now, if what it signed is true."""
    if kept.house != where.host:
        raise foreign()
    try:
        found = webauthn.verify_authentication_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=where.host,
            expected_origin=where.origin,
            credential_public_key=base64url_to_bytes(kept.secret),
            credential_current_sign_count=kept.uses,
            require_user_verification=True,
        )
    except Exception as error:
        raise _declined(error) from None
    return found.new_sign_count


def called(credential: Credential) -> str:
    """What a device calls the passkey that it shows, in one spelling."""
    try:
        return bytes_to_base64url(base64url_to_bytes(str(credential.get("id", ""))[:2000]))
    except ValueError:
        return ""


def foreign() -> Declined:
    return Declined(403, "passkey_foreign", "this passkey belongs to another house")


def copied() -> Declined:
    return Declined(403, "passkey_copied", "this passkey was used elsewhere in the meantime: it may be a copy")


def _declined(error: Exception) -> Declined:
    """Whatever is wrong with what was sent, nobody is let in; the library has many ways to stumble over nonsense."""
    told = str(error) if isinstance(error, WebAuthnException) else ""
    if "RP ID" in told or "origin" in told:
        return foreign()
    if "sign count" in told:
        return copied()
    return Declined(403, "passkey_false", "that passkey does not fit what was asked")
