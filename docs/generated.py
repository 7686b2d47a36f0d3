"""Fills the pages of the site with what the code itself says: a line `::: shape Piece` in a page becomes a table.

`make docs` runs it before the site is built: pages go from docs/ to build/docs. What a line names must be there, else
there is no site: a page cannot speak of what was renamed.
"""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import typing
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
COPIED = (".png", ".svg", ".ipynb")
TYPES = ROOT / "web" / "src" / "lib" / "types.ts"
LINE = re.compile(r"^::: (\w+) (\S+)$", re.MULTILINE)
INTERFACE = re.compile(
    r"^(?:/\*\* (?P<says>[^\n]*?) \*/\n)?export interface (?P<name>\w+)[^{]*\{\n(?P<body>.*?)^\}", re.M | re.S
)
MEMBER = re.compile(r"^  (?:/\*\* (?P<says>.*?) \*/\n  )?(?P<key>\w+)(?P<maybe>\??): (?P<type>.*?);$", re.M | re.S)
EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\n).+\n?)*)+", re.M)
"""An example in a docstring, with what it prints."""


class Unknown(LookupError):
    """A page names something that the code has not."""


def write(into: Path) -> None:
    """Every page of docs/, filled, and pictures and notebooks as they are."""
    shutil.rmtree(into, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        target = into / path.relative_to(DOCS)
        if path.suffix == ".md":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(expand(path.read_text(encoding="utf-8")), encoding="utf-8")
        elif path.suffix in COPIED:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def expand(markdown: str) -> str:
    """A page with its lines `::: kind name` filled."""
    return LINE.sub(lambda found: _filled(found[1], found[2]), markdown)


def _filled(kind: str, name: str) -> str:
    if kind not in KINDS:
        raise Unknown(f"::: {kind}: there are {', '.join(KINDS)}")
    return KINDS[kind](name)


# ---- what the server sends: web/src/lib/types.ts


class Key(NamedTuple):
    name: str
    type: str
    optional: bool
    says: str


class Shape(NamedTuple):
    says: str
    keys: tuple[Key, ...]


def shapes() -> dict[str, Shape]:
    """The interfaces of the client's own types, by name."""
    found = {}
    for one in INTERFACE.finditer(TYPES.read_text(encoding="utf-8")):
        keys = (
            Key(key["key"], key["type"], bool(key["maybe"]), key["says"] or "") for key in MEMBER.finditer(one["body"])
        )
        found[one["name"]] = Shape(one["says"] or "", tuple(keys))
    return found


def _shape(name: str) -> str:
    known = shapes()
    if name not in known:
        raise Unknown(f"{TYPES.name} has no interface {name}")
    rows = [
        f"| `{key.name}` | {_code(key.type)} | {'' if key.optional else 'always'} | {_cell(key.says)} |"
        for key in known[name].keys
    ]
    return "\n".join([known[name].says, "", "| key | type | | |", "|---|---|---|---|", *rows])


# ---- tables of TOML files: pydantic


def _table(name: str) -> str:
    model = _found(name)
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise Unknown(f"{name} is no table of a file")
    rows = []
    for key, about in model.model_fields.items():
        default = "" if about.default in (None, "", ()) else _code(repr(about.default))
        needed = "always" if about.is_required() else default
        rows.append(f"| `{about.alias or key}` | {_code(_type(model, key))} | {needed} |")
    says = inspect.getdoc(model) or ""
    return "\n".join([says, "", "| key | type | default |", "|---|---|---|", *rows])


def _type(model: type, key: str) -> str:
    """A field's type as its source writes it, without what pydantic is told besides."""
    home = next(cls for cls in model.__mro__ if key in inspect.get_annotations(cls))
    written = inspect.get_annotations(home)[key]
    return re.sub(r"Annotated\[([^,\[\]]+(?:\[[^\]]*\])?), Field\([^)]*\)\]", r"\1", str(written))


# ---- Python: signatures and docstrings


def _doc(name: str) -> str:
    found = _found(name)
    if isinstance(found, type):
        return "\n\n".join([f"### `{found.__name__}`", _prose(found), *_fields(found), *_methods(found)])
    return _called("###", name.rpartition(".")[2], found)


def _prose(found: Any) -> str:
    """A docstring, its examples as code."""
    text = inspect.getdoc(found) or ""
    return EXAMPLE.sub(lambda one: f"```python\n{one[0].strip()}\n```\n", text)


def _called(heading: str, name: str, found: Any, value: bool = False) -> str:
    """A function, or a property, which is a value: its name, how it is called, what it does."""
    signature = _signature(found).replace("() ->", ":") if value else _signature(found)
    return f"{heading} `{name}`\n\n```python\n{name}{signature}\n```\n\n{_prose(found)}"


def _signature(found: Any) -> str:
    """As the source writes it, without `self` and the modules that types come from."""
    text = re.sub(r"^\((?:self|cls)(?:, )?", "(", str(inspect.signature(found)))
    text = re.sub(r" = <.*? at 0x\w+>", " = ...", text)  # a default that has no words
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text.replace("'", ""))


def _fields(cls: type) -> Iterator[str]:
    """Attributes that the source annotates, with the docstring or comment that follows them."""
    rows = [f"| `{name}` | {_code(kind)} | {_cell(says)} |" for name, kind, says in _annotated(cls)]
    if rows:
        yield "\n".join(["| attribute | type | |", "|---|---|---|", *rows])


def _annotated(cls: type) -> Iterator[tuple[str, str, str]]:
    source = inspect.getsource(cls)
    tree = ast.parse(inspect.cleandoc(source) if source[0].isspace() else source).body[0]
    assert isinstance(tree, ast.ClassDef)
    lines = source.splitlines()
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)) or node.target.id[0] == "_":
            continue
        says = lines[node.end_lineno - 1].partition("  # ")[2] if node.end_lineno else ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            says = after.value.value
        yield node.target.id, re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(node.annotation)), says


def _methods(cls: type) -> Iterator[str]:
    """Methods and properties that have something to say, and all that a subclass must supply."""
    for name, member in vars(cls).items():
        value = isinstance(member, property | cached_property)
        called = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        told = called.__doc__ or getattr(called, "__isabstractmethod__", False)
        if name[0] != "_" and inspect.isfunction(called) and told:
            yield _called("####", name, called, value)


# ---- tables of a run: Arrow schemas


def _columns(name: str) -> str:
    """Every table that a function tells of, with its columns, their types and what they mean."""
    parts = []
    for table, schema in _found(name)().items():
        rows = []
        for field in schema:
            says = ((field.metadata or {}).get(b"says") or b"").decode()
            rows.append(f"| `{field.name}` | {_code(str(field.type))} | {_cell(says)} |")
        parts.append("\n".join([f"### `{table}`", "", "| column | type | |", "|---|---|---|", *rows]))
    return "\n\n".join(parts)


# ---- lists of words, files


def _words(name: str) -> str:
    """The members of a `Literal`, or the keys of a mapping or tuple, as words."""
    found = _found(name)
    return " ".join(f"`{one}`" for one in (typing.get_args(found) or found))


def _file(name: str) -> str:
    path = ROOT / name
    if not path.is_file():
        raise Unknown(f"there is no file {name}")
    language = {".py": "python", ".toml": "toml"}.get(path.suffix, "")
    return f'```{language} title="{name}"\n{path.read_text(encoding="utf-8").rstrip()}\n```'


def _page(name: str) -> str:
    """A page that lies outside docs/, its links turned to where they lead from there."""
    return re.sub(r"\]\(docs/", "](", (ROOT / name).read_text(encoding="utf-8"))


def _all_commands(group: Any, words: str) -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it, those of groups after the others."""
    for one in group.registered_commands:
        yield f"{words} {one.name}", one
    for one in group.registered_groups:
        yield from _all_commands(one.typer_instance, f"{words} {one.name}")


def _commands(name: str) -> str:
    """The command line: what each command does."""
    rows = [
        f"| `{words}` | {_cell((inspect.getdoc(one.callback) or '').partition(chr(10))[0])} |"
        for words, one in _all_commands(_found(name), "grognard")
    ]
    return "\n".join(["| command | what it does |", "|---|---|", *rows])


KINDS: dict[str, Callable[[str], str]] = {
    "shape": _shape, "table": _table, "doc": _doc, "words": _words, "file": _file, "page": _page,
    "commands": _commands, "columns": _columns,
}  # fmt: skip


def _found(name: str) -> Any:
    """What a dotted name means."""
    module, _, rest = name.rpartition(".")
    try:
        return getattr(import_module(module), rest)
    except (ImportError, AttributeError, ValueError):
        raise Unknown(f"there is no {name}") from None


def _code(text: str) -> str:
    return f"`{' '.join(text.split())}`"


def _cell(text: str) -> str:
    return " ".join(text.replace("\n   *", " ").split()).replace("|", "\\|")


if __name__ == "__main__":
    write(ROOT / "build" / "docs")
