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
LATIN = "æœøðþßłđħŋıə"
"""Latin letters of living alphabets that are made of no other."""
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0"
"""Letters and marks that show nothing."""
_ALIKE = str.maketrans(
    "аеорсухіјԁѕһԛԝмткнвгзбαβγεικνορτυχω01i|ıへり工口力二八",
    "aeopcyxljdshqwmtkhbr36abyelkvoptuxwollllヘリエロカニハ",
)
"""Cyrillic and Greek small letters and figures as the Latin ones they look like; i, l, 1 and | are one."""


def written(name: str) -> str:
    """The name as it is kept: one spelling of every letter, single spaces.

    >>> written("  Old   Guard "), written("Ｋｅｓｔｒｅｌ")
    ('Old Guard', 'Kestrel')
    """
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()


def _unseen(sign: str) -> bool:
    """Whether a sign shows nothing: two names that differ in it look the same."""
    return unicodedata.category(sign) in ("Cf", "Cc", "Cn", "Co", "Cs") or sign in BLANK


def folded(name: str) -> str:
    """What a name looks like; two with the same look cannot both be had.

    >>> folded("Kestrel") == folded("kestre1") == folded("KESTREI") == folded("Kestrél") == folded("ke_strel")
    True
    >>> folded("паша") == folded("pasha"), folded("сосо") == folded("coco")
    (False, True)
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold()).casefold()
    bare = "".join(one for one in decomposed if not (_unseen(one) or (unicodedata.combining(one) and not _voiced(one))))
    return "".join(sign for sign in bare.translate(_ALIKE) if sign not in SIGNS)


def _voiced(sign: str) -> bool:
    """か and が are two letters, not one with an accent."""
    return sign in "\u3099\u309a"


def reserved(name: str) -> bool:
    """Whether somebody called so would be taken for the house, or for nobody: nothing of it is seen."""
    return folded(name) in _RESERVED or all(_unseen(sign) or sign.isspace() for sign in name)


def checked(name: str) -> str:
    """The name as it is kept, or why it cannot be had."""
    name = written(name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Declined(422, "name_length", f"a name has {SHORTEST} to {LONGEST} letters")
    if any(_unseen(sign) or _odd_latin(sign) for sign in name):
        raise Declined(422, "name_signs", "a name has letters, figures, spaces and . - _ only")
    if any(not (sign.isalnum() or sign in SIGNS or unicodedata.combining(sign)) for sign in name):
        raise Declined(422, "name_signs", "a name has letters, figures, spaces and . - _ only")
    if not (name[0].isalnum() and name[-1].isalnum()) or not any(sign.isalpha() for sign in name):
        raise Declined(422, "name_signs", "a name begins and ends with a letter or a figure, and has a letter")
    if _mixed(name):
        raise Declined(422, "name_mixed", "a name is written in one alphabet")
    if reserved(name) or not folded(name):
        raise Declined(422, "name_reserved", "that name is the house's own")
    return name


def _odd_latin(sign: str) -> bool:
    """Whether it is a Latin letter of no living alphabet: ɡ and ᴏ only serve to be mistaken."""
    if not unicodedata.name(sign, "").startswith("LATIN"):
        return False
    plain = unicodedata.normalize("NFKD", sign.casefold())[:1]
    return not ("a" <= plain <= "z" or plain in LATIN)


def _mixed(name: str) -> bool:
    """Whether letters stand side by side that are not written together: that only serves to be mistaken."""
    scripts = {re.split(r"[ -]", unicodedata.name(sign, "UNKNOWN"))[0] for sign in name if sign.isalpha()}
    return len(scripts) > 1 and not scripts <= EAST


_RESERVED = frozenset(map(folded, RESERVED))
