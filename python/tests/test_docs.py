"""What the documentation shows runs: docstrings, the page of the book, the README, the notebooks."""

import contextlib
import doctest
import inspect
import io
import json
import os
import pathlib
import re
import tempfile
import types
import unittest

import rukh
import rukh.bulk
import rukh.client
import rukh.client.errors
import rukh.client.throws
import rukh.client.webhooks
import rukh.draw
import rukh.engine
import rukh.errors
import rukh.info
import rukh.lab
import rukh.match
import rukh.pgn
import rukh.tables
import rukh.termination

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = [rukh, rukh.bulk, rukh.client, rukh.client.errors, rukh.client.throws, rukh.client.webhooks, rukh.draw, rukh.engine, rukh.errors, rukh.info, rukh.lab, rukh.match, rukh.pgn, rukh.tables, rukh.termination]


def documented():
    """Every public object with its name, native ones among them, which doctest does not find."""
    seen = set()
    for module in MODULES:
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            if id(thing) in seen or not (inspect.isclass(thing) or callable(thing)):
                continue
            seen.add(id(thing))
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing) and thing.__module__.startswith("rukh"):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


class DocstringTest(unittest.TestCase):
    def test_every_public_name_has_a_docstring(self):
        for name, thing in documented():
            # Attributes of exceptions and members of enumerations are described by their class.
            if isinstance(thing, (str, types.MemberDescriptorType)):
                continue
            self.assertTrue(inspect.getdoc(thing), name)

    def test_examples_of_docstrings_run(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        output = io.StringIO()
        for name, thing in documented():
            text = inspect.getdoc(thing) or ""
            test = parser.get_doctest(text, {}, name, None, None)
            if test.examples:
                runner.run(test, out=output.write)
        results = runner.summarize(verbose=False)
        self.assertEqual(results.failed, 0, output.getvalue())
        self.assertGreater(results.attempted, 20)


def printed(code, name):
    """What code prints, run in an empty folder."""
    output, before = io.StringIO(), os.getcwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(output):
        os.chdir(folder)
        try:
            exec(compile(code, name, "exec"), {"__name__": "example"})
        finally:
            os.chdir(before)
    return output.getvalue()


class PageTest(unittest.TestCase):
    def test_blocks_of_the_pages_run_and_print_what_they_say(self):
        block = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
        for path in ["docs/python.md", "docs/laboratory.md", "python/README.md"]:
            blocks = block.findall((ROOT / path).read_text())
            self.assertTrue(blocks, path)
            for code, output in blocks:
                found = printed(code, path)
                if output:
                    self.assertEqual(found, output, path)

    def test_cells_of_the_notebooks_run(self):
        for name, output in [("notebook", "chances"), ("laboratory", "games of each choice")]:
            notebook = json.loads((ROOT / f"examples/{name}.ipynb").read_text())
            cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
            for cell in cells:
                stored = (cell["outputs"], cell["execution_count"])
                self.assertEqual(stored, ([], None), f"{name}: no output is stored")
            code = "\n".join("".join(cell["source"]) for cell in cells)
            self.assertIn(output, printed(code, name))


if __name__ == "__main__":
    unittest.main()
