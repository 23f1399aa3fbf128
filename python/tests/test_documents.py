"""docs/python.md and the docstrings, typed as they stand."""

import doctest
import importlib

import pytest
from conftest import PROJECT

import lash

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def test_the_page(monkeypatch):
    monkeypatch.chdir(PROJECT)
    failed, tried = doctest.testfile(str(PROJECT / "docs/python.md"), module_relative=False,
                                     optionflags=FLAGS)
    assert tried > 25 and failed == 0


@pytest.mark.parametrize("name", ["", ".laws", ".own_laws", ".rigs", ".runs"])
def test_docstrings(monkeypatch, name):
    monkeypatch.chdir(PROJECT)
    module = importlib.import_module("lash" + name)
    assert doctest.testmod(module, optionflags=FLAGS, extraglobs={"lash": lash}).failed == 0


def test_pictures(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("svg")
    result = lash.run(PROJECT / "examples/embedding.adm", end=0.1)
    drawn = [lash.law("flores", K=1e8, e=0.5).plot(), lash.law("lugre").plot(),
             lash.impact("flores", K=1e8, e=0.5).plot(), lash.rig("presliding", "lugre").plot(),
             result.plot("request_2", ["f1", "f4"])]
    for i, axes in enumerate(drawn):
        assert axes.lines and axes.get_xlabel()
        axes.figure.savefig(tmp_path / f"{i}.svg")
        matplotlib.pyplot.close(axes.figure)
    assert "m/s" in drawn[4].get_legend().get_texts()[0].get_text()


def test_importing_is_quick():
    """Neither matplotlib nor numpy is loaded for nothing."""
    import subprocess
    import sys
    out = subprocess.run([sys.executable, "-c", "import lash, sys; lash.law('hertz', K=1e8)(1e-5, 0, 1); "
                          "print('numpy' in sys.modules, 'matplotlib' in sys.modules)"],
                         capture_output=True, text=True, check=True).stdout
    assert out.split() == ["False", "False"]
