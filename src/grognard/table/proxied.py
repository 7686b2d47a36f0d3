"""A reverse proxy in front of the house: what it says of its callers is true, what anybody else says is not.

From a proxy that was named with `--proxy`, X-Forwarded-For, -Proto and -Host replace the caller's address, the scheme
and the host; then cookies are Secure, origins are compared with the public name, and rates are counted by caller.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from grognard.table.guard import App, Receive, Scope, Send

Networks = tuple[IPv4Network | IPv6Network, ...]
SECURE = {"http": "https", "ws": "wss"}
PLAIN = {secure: plain for plain, secure in SECURE.items()}


def networks(addresses: str) -> Networks:
    """Addresses or networks, with commas between them; ValueError for what is neither.

    >>> networks("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    return tuple(ip_network(one.strip(), strict=False) for one in addresses.split(","))


class Proxied:
    """Wraps the app."""

    def __init__(self, app: App, proxies: Networks) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            client = scope.get("client")
            if client and self._trusted(client[0]):
                scope = self._told(scope)
        await self.app(scope, receive, send)

    def _told(self, scope: Scope) -> Scope:
        """The request as the proxy received it."""
        told = {**scope}
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        callers = _words(headers, b"x-forwarded-for")
        while callers:
            caller = _bare(callers.pop())
            if not self._trusted(caller) or not callers:  # a chain of proxies: the first that is none of ours
                told["client"] = (caller, 0)
                break
        protocols = _words(headers, b"x-forwarded-proto")
        if protocols:
            scheme = str(scope["scheme"])
            plain = PLAIN.get(scheme, scheme)
            told["scheme"] = SECURE[plain] if protocols[-1].lower() in PLAIN else plain
        hosts = _words(headers, b"x-forwarded-host")
        if hosts:
            others = [(name, value) for name, value in headers if name != b"host"]
            told["headers"] = [(b"host", hosts[-1].encode("latin-1")), *others]
        return told

    def _trusted(self, address: str) -> bool:
        return within(address, self.proxies)


def within(address: str, proxies: Networks) -> bool:
    found = _address(address)
    return found is not None and any(found in network for network in proxies)


def _words(headers: list[tuple[bytes, bytes]], wanted: bytes) -> list[str]:
    """The parts of a header that may come several times, nearest proxy last."""
    text = ",".join(value.decode("latin-1") for name, value in headers if name == wanted)
    return [word for part in text.split(",") if (word := part.strip())]


def _bare(caller: str) -> str:
    """An address without its port: "[::1]:80" and "10.0.0.1:80" as some proxies write them."""
    if caller.startswith("["):
        return caller[1:].partition("]")[0]
    return caller.partition(":")[0] if caller.count(":") == 1 else caller


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return mapped or found
