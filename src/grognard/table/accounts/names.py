"""Which names can be had, and which two could be taken for each other.

A name is kept as it was written and compared as it looks: without case, accents and signs between, letters of one
alphabet that look like another's taken for these. What `folded` makes of a name is stored, so it must not change; this
is why the table is ours and not that of the newest Unicode.
"""

from __future__ import annotations

import re
import unicodedata

from grognard.players import BOTS
from grognard.table.accounts.declined import Declined

SHORTEST, LONGEST = 2, 20
SIGNS = " _-."
EAST = frozenset(("LATIN", "HIRAGANA", "KATAKANA", "CJK", "FULLWIDTH", "IDEOGRAPHIC"))
"""What is written side by side in one Japanese or Chinese name."""
RESERVED = (
    *BOTS, "admin", "administrator", "keeper", "moderator", "house", "system", "root", "support", "grognard",
    "spectator", "visitor", "nobody", "anonymous", "bot", "you",
)  # fmt: skip
"""Who is called so would be taken for somebody of the house."""
_ALIKE = str.maketrans(
    "аеорсухіјԁѕһԛԝмткнвгзбαβγεικνορτυχω01i|",
    "aeopcyxljdshqwmtkhbr36abyelkvoptuxwolll",
)
"""Cyrillic and Greek small letters and figures as the Latin ones they look like; i, l, 1 and | are one."""


def written(name: str) -> str:
    """The name as it is kept: one spelling of every letter, single spaces.

    >>> written("  Old   Guard "), written("Ｋｅｓｔｒｅｌ")
    ('Old Guard', 'Kestrel')
    """
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()


def folded(name: str) -> str:
    """What a name looks like; two with the same look cannot both be had.

    >>> folded("Kestrel") == folded("kestre1") == folded("KESTREI") == folded("Kestrél") == folded("ke_strel")
    True
    >>> folded("паша") == folded("pasha"), folded("сосо") == folded("coco")
    (False, True)
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold()).casefold()
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign) or _voiced(sign))
    return "".join(sign for sign in bare.translate(_ALIKE) if sign not in SIGNS)


def _voiced(sign: str) -> bool:
    """か and が are two letters, not one with an accent."""
    return sign in "\u3099\u309a"


def checked(name: str) -> str:
    """The name as it is kept, or why it cannot be had."""
    name = written(name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Declined(422, "name_length", f"a name has {SHORTEST} to {LONGEST} letters")
    if any(not (sign.isalnum() or sign in SIGNS or unicodedata.combining(sign)) for sign in name):
        raise Declined(422, "name_signs", "a name has letters, figures, spaces and . - _ only")
    if not (name[0].isalnum() and name[-1].isalnum()) or not any(sign.isalpha() for sign in name):
        raise Declined(422, "name_signs", "a name begins and ends with a letter or a figure, and has a letter")
    if _mixed(name):
        raise Declined(422, "name_mixed", "a name is written in one alphabet")
    if folded(name) in _RESERVED or not folded(name):
        raise Declined(422, "name_reserved", "that name is the house's own")
    return name


def _mixed(name: str) -> bool:
    """Whether letters stand side by side that are not written together: that only serves to be mistaken."""
    scripts = {re.split(r"[ -]", unicodedata.name(sign, "UNKNOWN"))[0] for sign in name if sign.isalpha()}
    return len(scripts) > 1 and not scripts <= EAST


_RESERVED = frozenset(map(folded, RESERVED))
