"""Where things are: the command of the build beside this package, and datasets of the project."""

import os
import pathlib
import warnings

import hypothesis
import pytest

import lash

hypothesis.settings.register_profile("lash", database=None, derandomize=True)
hypothesis.settings.load_profile("lash")

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("LASH_BUILD", PROJECT / "build"))
RSSR = PROJECT / "validation/rssr/rssr.adm"
BALL = PROJECT / "examples/embedding.adm"


@pytest.fixture
def command():
    if not (BUILD / "lash").exists():
        pytest.skip("the command lash is not built")
    return str(BUILD / "lash")


@pytest.fixture(autouse=True)
def quiet():
    """RSSR has the inertia of its paper, of which the reader warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lash.ModelWarning)
        yield
