"""Where notices are sent. A browser names the place, so anybody can name any: ours is never made to call at home.

A name must look like one of the open net, is looked up each time, and all its addresses must be of everybody's net;
the connection goes to the very address that was looked at, with TLS for the name. Nobody is sent on to a second place.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import h11

LONGEST = 1000
PLACE = re.compile(
    r"https://(?P<host>(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61})(?::443)?(?P<path>/[!-~]*)"
)
"""A name with a dot whose last part is no number: no address, no name of this machine, no user, no other port."""
PORT = 443
SECONDS = 10.0
"""For all of it, from the name to the answer: who answers drop by drop is not waited for."""
AT_ONCE = 65_536
LOOKS = 4
"""Names that are looked up at the same time, by threads that do nothing else: the net's books may be slow."""
EMBEDDING = tuple(
    map(IPv6Network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
)
"""Addresses that stand for IPv4 addresses, which may be anybody's."""

_books = ThreadPoolExecutor(LOOKS, "push-names")


class Barred(Exception):
    """A place to which nothing is ever sent."""


def place(endpoint: str) -> tuple[str, str]:
    """Host and path of a place that may be one; Barred for what cannot.

    >>> place("https://push.example/a?b")
    ('push.example', '/a?b')
    """
    found = PLACE.fullmatch(endpoint) if len(endpoint) <= LONGEST else None
    if found is None or len(found["host"]) > 253:
        raise Barred("not an https address of the open net")
    return found["host"], found["path"]


def open_net(address: str) -> bool:
    """Whether an address is everybody's: neither this machine, its network, nor one that only looks otherwise.

    >>> [open_net(one) for one in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "8.8.8.8")]
    [False, False, False, False, False, True]
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:  # a zone of this machine's
        return False
    if isinstance(found, IPv6Address) and any(found in one for one in EMBEDDING):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


async def addresses(host: str) -> list[str]:
    """What a name stands for now; OSError where it stands for nothing."""
    ask = asyncio.get_running_loop().run_in_executor
    found = await ask(_books, socket.getaddrinfo, host, PORT, 0, socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a notice; the status it was answered with. Barred where nothing may be sent, OSError (a timeout is one)
    where nobody answers."""
    host, path = place(endpoint)
    async with asyncio.timeout(SECONDS):
        found = await addresses(host)
        if not found or not all(map(open_net, found)):
            raise Barred("it does not lead to the open net")
        reader, writer = await _connected(host, found)
        try:
            return await _asked(reader, writer, host, path, body, headers)
        finally:
            writer.transport.abort()


async def _connected(host: str, found: Sequence[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    failure: OSError = OSError("nobody is there")
    for address in found:
        try:
            return await asyncio.open_connection(address, PORT, ssl=trusted(), server_hostname=host)
        except OSError as error:  # a machine without IPv6 finds no way, and the next address has one
            failure = error
    raise failure


async def _asked(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    host: str,
    path: str,
    body: bytes,
    headers: Mapping[str, str],
) -> int:
    line = h11.Connection(h11.CLIENT)
    told = {"host": host, "content-length": str(len(body)), "content-type": "application/octet-stream"}
    sent = h11.Request(
        method="POST", target=path, headers=[*(told | dict(headers)).items(), ("connection", "close")]
    )  # fmt: skip
    for part in (sent, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(line.send(part) or b"")
    await writer.drain()
    try:
        while True:
            event = line.next_event()
            if isinstance(event, h11.Response):
                return event.status_code
            if event is h11.NEED_DATA:
                line.receive_data(await reader.read(AT_ONCE))
    except h11.RemoteProtocolError:
        raise OSError("what answers is no web server") from None
