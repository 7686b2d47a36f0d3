"""Reads the data files of a game: TOML in, typed and frozen tables out.

Games describe their files as classes built on `Table` and call `read`. Whatever is wrong in a file is
told as one line per fault that names the file, the row and the key; nothing here knows a game's rules.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from grognard.hex.map import HexMap, MapError


class DataError(ValueError):
    """One or more faults in a data file, a line for each."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Table(BaseModel):
    """A table of a data file: frozen, no unknown keys, and "6" is not 6."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


T = TypeVar("T", bound=BaseModel)


def laid_over(overlay: Path | None, folder: Path) -> tuple[Path, ...]:
    """The folders in which files are looked for: an owner's own first, where he has one."""
    return (folder,) if overlay is None else (overlay, folder)


def find(name: str, *folders: Path) -> Path:
    """The file `name` in the first folder that has it: a folder laid over another stands before it."""
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise DataError(f"{name}: not found in {', '.join(str(folder) for folder in folders)}")


def find_all(pattern: str, *folders: Path) -> list[Path]:
    """Every file that matches `pattern` ("scenarios/*.toml") in any folder; of equal names the first."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(pattern)):
            found.setdefault(path.relative_to(folder).as_posix(), path)
    return [found[name] for name in sorted(found)]


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: byte {error.start}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name}: {_syntax_fault(str(error))}") from None


def read(path: Path, table: type[T]) -> T:
    """The document in a TOML file as a `table`."""
    return parse(read_toml(path), table, path.name)


def parse(document: dict[str, Any], table: type[T], source: str) -> T:
    """A document as a `table`; `source` is the file to name when something is wrong."""
    # By way of JSON, because there a strict tuple may come from a list and a whole-number key from text,
    # which is what TOML has, while "6" for 6 is still refused.
    try:
        return table.model_validate_json(json.dumps(document, default=str))
    except ValidationError as error:
        faults = error.errors(include_url=False)
        raise DataError(*(f"{source}: {_fault(fault, document)}" for fault in faults)) from None


def hex_map(document: dict[str, Any], source: str) -> HexMap:
    """A document as a map; whatever is wrong with it is told like any other fault in a data file."""
    try:
        return HexMap.from_document(document, source)
    except MapError as error:
        raise DataError(str(error)) from None


def _syntax_fault(message: str) -> str:
    """Python's "Invalid value (at line 3, column 5)" with the place first."""
    place = re.search(r" \(at (line \d+, column \d+|end of document)\)$", message)
    what = message[: place.start()] if place else message
    return f"{place[1]}: {what[0].lower()}{what[1:]}" if place else what


def _fault(fault: ErrorDetails, document: dict[str, Any]) -> str:
    return ": ".join([*_places(fault["loc"], document), _what(fault)])


def _places(loc: Sequence[int | str], document: Any) -> Iterator[str]:
    """Where a fault is, outermost first: `unit "de-17pz"`, then `steps[0].attack`."""
    place, value = "", document
    for key in loc:
        if key == "[key]":  # how pydantic says that the key itself is at fault
            continue
        value = _inside(value, key)
        place += f"[{key}]" if isinstance(key, int) else f".{key}" if place else key
        if isinstance(key, int) and (row := _row_name(value)):
            yield f"{place.removesuffix(f'[{key}]')} {_shown(row)}"
            place = ""
    if place:
        yield place


def _inside(value: Any, key: int | str) -> Any:
    try:
        return value[key]
    except (KeyError, IndexError, TypeError):
        return None


def _row_name(row: Any) -> str | None:
    """What a row is called by, where it has a name: better than its number in the list."""
    if isinstance(row, dict):
        for key in ("id", "name", "hex"):
            if isinstance(row.get(key), str):
                return str(row[key])
    return None


_SHOULD_BE = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "literal_error": "{expected}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "string_pattern_mismatch": "of the form {pattern}",
}


def _what(fault: ErrorDetails) -> str:
    kind, about = fault["type"], fault.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not a known key"
    if kind == "value_error":
        return str(about["error"])
    found = _shown(fault["input"])
    if kind in _SHOULD_BE:
        return f"should be {_SHOULD_BE[kind].format(**about)}, found {found}"
    return f"{fault['msg'][0].lower()}{fault['msg'][1:]}, found {found}"


def _shown(value: Any) -> str:
    """A value as it stands in the file, cut short when it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
