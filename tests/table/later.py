"""Routes that are read when they are first asked for.

A house has 150 of them, and to read what each takes and gives costs a third of a second, more than most tests of it do;
a test asks for three. Servers in processes of their own read all of them when they start, as they do for players, and
so does who asks for the schema: a route that cannot be read is found there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.routing import APIRoute, APIRouter
from starlette.routing import compile_path, get_name


class LaterRoute(APIRoute):
    """Knows its path and its methods; everything else from the first look at it on."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        self.path, self.endpoint = path, endpoint
        self.name = settings["name"] or get_name(endpoint)
        self.methods = {method.upper() for method in settings["methods"] or ["GET"]}
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)
        self._settings = settings

    def __getattr__(self, name: str) -> Any:
        """Asked only for what is not there yet."""
        settings = self.__dict__.pop("_settings", None)
        if settings is None:
            raise AttributeError(name)
        super().__init__(self.path, self.endpoint, **settings)
        return getattr(self, name)


def read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every house that is built in this test."""
    build = APIRouter.__init__

    def built(self: APIRouter, *words: Any, **settings: Any) -> None:
        build(self, *words, **{"route_class": LaterRoute, **settings})

    monkeypatch.setattr(APIRouter, "__init__", built)
