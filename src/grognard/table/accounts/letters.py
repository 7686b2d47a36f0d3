"""Letters: where a house may send mail, it proves an address by a link and helps who has lost what proved his name.

A letter is sent in a thread, and again a little later where the server of mails is down; nobody waits for it, and what
was asked for is done all the same. What waits is in memory: it is lost with the process, and can be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from grognard.table.accounts.declined import Declined

VARIABLE = "GROGNARD_MAIL"
EXAMPLE = "smtp://user@host:25?from=house@example.org"
ADDRESS = re.compile(r"[^@\s<>()\[\],;:\"\\]{1,64}@[^@\s<>()\[\],;:\"\\]+\.[^@\s<>()\[\],;:\"\\]+")
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
LONGEST = 254
SECONDS = 20.0
AGAIN = (0.0, 30.0, 300.0, 1800.0)
"""Seconds before each try."""
WAITING = 200
"""Letters that wait to be sent; more are not taken."""

FAILED = "a letter could not be sent: %s"
"""With the error's kind alone: its text may hold the address."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Server:
    """A server of mails, as `smtp://user:password@host:port?from=address` or `smtps://...` names it."""

    host: str
    port: int
    user: str | None
    password: str | None
    sender: str
    encrypted: bool

    @classmethod
    def named(cls, address: str) -> Server:
        """ValueError for what names none.

        >>> Server.named("smtp://localhost?from=house@example.org").port
        25
        """
        parts = urlsplit(address)
        sender = parse_qs(parts.query).get("from", [""])[0]
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not ADDRESS.fullmatch(sender):
            raise ValueError(f"not an address like {EXAMPLE}")
        port = parts.port or (465 if parts.scheme == "smtps" else 25)
        user, password = (None if one is None else unquote(one) for one in (parts.username, parts.password))
        return cls(parts.hostname, port, user, password, sender, parts.scheme == "smtps")

    def send(self, letter: EmailMessage) -> None:
        trusted = ssl.create_default_context()
        if self.encrypted:
            line: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=trusted)
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        with line:
            line.ehlo()
            safe = self.encrypted or self.host in LOOPBACK
            if not self.encrypted and line.has_extn("starttls"):
                line.starttls(context=None if safe else trusted)
                line.ehlo()
                safe = True
            if self.user is not None:
                if not safe:
                    raise smtplib.SMTPException("no password goes out in the open")
                line.login(self.user, self.password or "")
            line.send_message(letter)


class Letters:
    """What leaves the house by mail."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._under_way: set[asyncio.Task[None]] = set()

    def write(self, to: str, subject: str, text: str) -> None:
        """Send a letter soon; nobody waits for it."""
        if len(self._under_way) >= WAITING:
            log.error("a letter was not sent: too many wait already")
            return
        task = asyncio.create_task(self._send(self._letter(to, subject, text)))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def sent(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> bool:
        """Send a letter at once; whether the server of mails has taken it."""
        letter = self._letter(to, subject, text)
        for name, value in headers.items():
            letter[name] = value
        try:
            await asyncio.to_thread(self._server.send, letter)
        except (OSError, smtplib.SMTPException) as error:
            log.error(FAILED, type(error).__name__)
            return False
        return True

    def _letter(self, to: str, subject: str, text: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._server.sender, to, subject
        letter.set_content(text)
        return letter

    async def _send(self, letter: EmailMessage) -> None:
        for wait in AGAIN:
            await asyncio.sleep(wait)
            try:
                return await asyncio.to_thread(self._server.send, letter)
            except (OSError, smtplib.SMTPException) as error:
                log.error(FAILED, type(error).__name__)
        return None


def address(text: str) -> str:
    """An address a letter can be sent to; Declined for what is none."""
    text = text.strip()
    if len(text) > LONGEST or not text.isprintable() or not text.isascii() or not ADDRESS.fullmatch(text):
        raise Declined(422, "email_wrong", "that is no e-mail address")
    return text


def to_confirm(name: str, link: str) -> tuple[str, str]:
    """The letter that proves an address, in both languages."""
    return "Grognard: " + name, (
        f"{name} wants letters from this house to come here. If that is you, open this link within two days:\n\n"
        f"{link}\n\n"
        "If not, do nothing: nothing more will come.\n\n"
        f"{name}さんがこのアドレスを登録しようとしています。ご本人の場合は、2日以内に上のリンクを開いてください。"
        "お心当たりがなければ、何もする必要はありません。\n"
    )


def to_recover(name: str, link: str) -> tuple[str, str]:
    """The letter for somebody who cannot sign in any more."""
    return "Grognard: " + name, (
        f"Somebody who cannot sign in as {name} asked for this letter. If it was you, set a password within "
        f"an hour:\n\n{link}\n\nIf not, do nothing: nothing has changed.\n\n"
        f"{name}さんとしてサインインできない方の依頼でお送りしています。ご本人の場合は、1時間以内に上のリンクから"
        "パスワードを設定してください。お心当たりがなければ、何も変わりません。\n"
    )


def to_banned(name: str, why: str, until: str | None) -> tuple[str, str]:
    """The letter to somebody who is kept out, with the reason and the end."""
    return "Grognard: " + name, (
        f"The house keeps {name} out{f' until {until} (UTC)' if until else ''}: {why}\n\n"
        "You can say something against it once: sign in, and you are shown where.\n\n"
        f"{name}さんの入室は{f'{until}（UTC）まで' if until else '解除されるまで'}禁止されています。理由：{why}\n\n"
        "一度だけ異議を申し立てることができます。サインインすると入力欄が表示されます。\n"
    )


def to_appellant(name: str, granted: bool, why: str) -> tuple[str, str]:
    """What somebody who is kept out is answered."""
    english, japanese = (
        ("you are let in again", "再び入室できます") if granted else ("it stays so", "入室禁止は続きます")
    )
    return "Grognard: " + name, (
        f"The house has read what you said, {name}: {english}. {why}\n\n"
        f"{name}さんの異議を確認しました。{japanese}。{why}\n"
    )
