"""How a position is copied: `clone`, written out from the fields that a state class declares.

A field annotated as a list, dict, set or bytearray is copied; any other never changes in place and is shared. The
method is made once per class, a line per field, because positions are copied by the million.
"""

from __future__ import annotations

import ast
from inspect import formatannotation, get_annotations
from typing import Any, TypeVar

from grognard.core.state import State

S = TypeVar("S", bound=State)

COPIED = frozenset(("bytearray", "dict", "list", "set"))


def copied(cls: type[S]) -> type[S]:
    """A class decorator: gives a state class its `clone`. Every slot needs an annotation."""
    classes = [one for one in reversed(cls.__mro__) if issubclass(one, State) and one is not State]
    lines = [_line(name, one) for one in classes for name in vars(one).get("__slots__", ())]
    body = ["other = new(type(self))", "self.copy_base(other)", *lines, "return other"]
    made: dict[str, Any] = {"new": object.__new__}
    exec("def clone(self):\n  " + "\n  ".join(body), made)
    cls.clone = made["clone"]  # type: ignore[method-assign]
    return cls


def _line(name: str, cls: type[State]) -> str:
    """How one field comes into the copy."""
    annotation = get_annotations(cls).get(name)
    if annotation is None:
        raise TypeError(f"{cls.__name__}.{name} has no annotation: is it copied or shared?")
    text = annotation if isinstance(annotation, str) else formatannotation(annotation)
    whole = ast.parse(text, mode="eval").body
    outer = whole.value if isinstance(whole, ast.Subscript) else whole
    copies = isinstance(outer, ast.Name) and outer.id in COPIED
    changing = [node for node in ast.walk(whole) if isinstance(node, ast.Name) and node.id in COPIED]
    if len(changing) > copies:
        raise TypeError(f"{cls.__name__}.{name}: {text} can change where a copy does not reach")
    return f"other.{name} = self.{name}.copy()" if copies else f"other.{name} = self.{name}"
