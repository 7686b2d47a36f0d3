"""What a browser is called in the list of sessions."""

from __future__ import annotations

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
           ("Mac OS", "macOS"), ("Linux", "Linux"))  # fmt: skip


def device(user_agent: str) -> str:
    """Browser and system, names that need no translation; nothing else of what a browser tells is kept.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Linux'
    >>> device("curl/8")
    ''
    """
    found = [next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS)]
    return " · ".join(name for name in found if name)
