"""The rules index of a game: every clause of its rulebook in our words, and which code and tests show it.

The command line, prompts, refusals and the log look clauses up here. `coverage` reads the game's source for
clause numbers and the test files for `@rule("avl", "9.5.2a")`; it runs neither.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from grognard.core.data import DataError, Table, read


class UnknownClause(LookupError):
    """Somebody asked for a clause that the index does not have."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoTests(LookupError):
    """Coverage was asked for where there are no test files to read."""

    def __str__(self) -> str:
        return str(self.args[0])


class Clause(Table):
    """One clause: what it says, what its tests must show, and how we rule where the rulebook is open."""

    id: str
    title: str
    says: str
    title_ja: str
    says_ja: str
    kind: Literal["rule", "example", "option", "component"]
    tests: tuple[str, ...]
    see: tuple[str, ...] = ()
    """Clauses that belong to it, where its words do not name them by their numbers."""
    ruling: str | None = None
    ruling_ja: str | None = None

    def heading(self, language: str = "en") -> str:
        return self.title_ja if language == "ja" else self.title

    def text(self, language: str = "en") -> str:
        return self.says_ja if language == "ja" else self.says

    def ruled(self, language: str = "en") -> str | None:
        """Our ruling, in English where nobody has translated it yet."""
        return self.ruling_ja or self.ruling if language == "ja" else self.ruling


class _IndexFile(Table):
    game: str
    rule: tuple[Clause, ...]


@dataclass(frozen=True)
class RulesIndex:
    """The clauses of one game, in the order of its rulebook."""

    game: str
    clauses: tuple[Clause, ...]
    folder: Path  # the game's own source, beside which the index lies

    @classmethod
    def load(cls, path: Path) -> RulesIndex:
        document = read(path, _IndexFile)
        seen: set[str] = set()
        for clause in document.rule:
            if clause.id in seen:
                raise DataError(f'{path.name}: rule "{clause.id}": stands there twice')
            seen.add(clause.id)
        for clause in document.rule:
            for other in clause.see:
                if other not in seen or other == clause.id:
                    raise DataError(f'{path.name}: rule "{clause.id}": see: there is no other clause "{other}"')
        clauses = list(document.rule)
        if all(clause.id[:1].isdigit() for clause in clauses):  # clauses with names stand in order already
            clauses.sort(key=lambda clause: order(clause.id))
        return cls(document.game, tuple(clauses), path.parent)

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(clause.id for clause in self.clauses)

    def lookup(self, number: str) -> tuple[Clause, ...]:
        """The clause with this number and those under it: "9.5.2" is 9.5.2a, 9.5.2b, ..."""
        found = tuple(clause for clause in self.clauses if is_under(clause.id, number))
        if not found:
            chapters = list(dict.fromkeys(clause.id.split(".")[0] for clause in self.clauses))
            raise UnknownClause(f'{self.game} has no clause "{number}"; its chapters are {", ".join(chapters)}')
        return found


def order(number: str) -> tuple[tuple[int, str], ...]:
    """Sort key of a clause number as a reader counts: 9.5 before 9.5.1a before 9.5.10 before 10.0.

    >>> sorted(["10.0", "9.5.10", "9.5.2b", "9.5.2a", "9.5"], key=order)
    ['9.5', '9.5.2a', '9.5.2b', '9.5.10', '10.0']
    """
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D", number))


def is_under(clause: str, number: str) -> bool:
    """Whether a clause is the one asked for, or a part of it ("9.5" holds 9.5.1a, but not 9.50)."""
    rest = clause.removeprefix(number.rstrip("."))
    return bool(number) and clause.startswith(number.rstrip(".")) and not rest[:1].isdigit()


# --- coverage -------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A clause with the places that cite it: "combat.py:41", "tests/games/avl/test_combat.py::test_name"."""

    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]


def checkout(folder: Path) -> Path | None:
    """The repository that holds `folder`, if this is one and not an installed package."""
    for parent in folder.resolve().parents:
        if (parent / "pyproject.toml").is_file() and (parent / "tests").is_dir():
            return parent
    return None


def coverage(index: RulesIndex, root: Path | None, tests_in: Path | None = None) -> list[Row]:
    """Every clause with the code and the tests that cite it; `root` is the repository (see `checkout`), unless the
    tests lie in a folder of their own."""
    code, tests = _citing_code(index), _citing_tests(index, tests_in or _tests_folder(index, root))
    return [Row(clause, tuple(code[clause.id]), tuple(tests[clause.id])) for clause in index.clauses]


def unknown_citations(index: RulesIndex, root: Path | None, tests_in: Path | None = None) -> list[str]:
    """Tests that cite a clause of this game which its index does not have."""
    tests = _citing_tests(index, tests_in or _tests_folder(index, root))
    return [
        f"{test}: there is no clause {number} in {index.game}"
        for number in sorted(tests.keys() - index.ids, key=order)
        for test in tests[number]
    ]


def _tests_folder(index: RulesIndex, root: Path | None) -> Path:
    if root is None or not (root / "tests").is_dir():
        raise NoTests(
            f"The tests of {index.game} are not installed with the package: "
            "coverage needs a checkout of the repository, with its tests folder, or --tests DIR."
        )
    return root / "tests"


def _citing_code(index: RulesIndex) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    known = "|".join(re.escape(number) for number in sorted(index.ids, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.])(?:{known})(?!\w|\.\w)")
    for path in sorted(index.folder.rglob("*.py")):
        place = path.relative_to(index.folder).as_posix()
        for line, number in dict.fromkeys(_numbers_in(path.read_text(encoding="utf-8"), pattern)):
            found[number].append(f"{place}:{line}")
    for path in sorted(index.folder.glob("data/scenarios/*.toml")):  # a scenario's own clauses may be wholly data
        place = path.relative_to(index.folder).as_posix()
        for line, text in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for number in dict.fromkeys(pattern.findall(text)):
                found[number].append(f"{place}:{line}")
    return found


def _numbers_in(source: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Clause numbers in the comments and strings of a Python source, with their lines."""
    # Code outside them is skipped because there 9.3 is a figure and no clause.
    words = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in words:
            for offset, text in enumerate(token.string.split("\n")):
                for number in pattern.findall(text):
                    yield token.start[0] + offset, number


def _citing_tests(index: RulesIndex, folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        place = path.relative_to(folder.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        for name, numbers in _marked_tests(tree.body, index.game):
            for number in numbers:
                found[number].append(f"{place}::{name}")
    return found


def _marked_tests(body: Sequence[ast.stmt], game: str) -> Iterator[tuple[str, list[str]]]:
    """The tests of a file with the clauses their decorators name; a class hands its own to its tests."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            shared = _clauses_named(node.decorator_list, game)
            for name, own in _marked_tests(node.body, game):
                yield f"{node.name}::{name}", [*shared, *own]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, _clauses_named(node.decorator_list, game)


def _clauses_named(decorators: Sequence[ast.expr], game: str) -> list[str]:
    return [
        clause.value
        for call in decorators
        if isinstance(call, ast.Call) and _name(call.func) == "rule" and _is_text(call.args[:1], game)
        for clause in call.args[1:]
        if isinstance(clause, ast.Constant) and isinstance(clause.value, str)
    ]


def _name(function: ast.expr) -> str:
    """`rule` for both `rule(...)` and `pytest.mark.rule(...)`."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_text(args: Sequence[ast.expr], text: str) -> bool:
    return any(isinstance(arg, ast.Constant) and arg.value == text for arg in args)
