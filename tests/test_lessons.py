"""Every kind of fault of lessons.md is shown absent by a test that says so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
LESSONS = {int(number) for number in re.findall(r"^(\d+)\. ", (HERE / "lessons.md").read_text("utf-8"), re.MULTILINE)}


def marked(tree: ast.AST) -> Iterator[int]:
    """The numbers on the tests of a module."""
    for node in ast.walk(tree):
        for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.lesson":
                assert isinstance(node, ast.FunctionDef)
                assert node.name.startswith("test_"), node.name
                yield from (ast.literal_eval(number) for number in mark.args)


def test_every_lesson_is_shown_by_a_test_and_no_test_shows_another() -> None:
    shown = {number for path in HERE.rglob("test_*.py") for number in marked(ast.parse(path.read_text("utf-8")))}

    assert shown == LESSONS == set(range(1, 37))
