"""A wheel, built without a network, unpacked elsewhere and used."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, PROJECT


def test_the_wheel(tmp_path):
    pytest.importorskip("build")
    if os.environ.get("LASH_SANITIZED"):
        pytest.skip("a wheel of a sanitized build is nothing to give away")
    source = tmp_path / "source"
    shutil.copytree(BUILD / "python", source, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--wheel", str(source), "--outdir",
                    str(tmp_path)], check=True, capture_output=True, env={**os.environ, "PYTHONPATH": ""})
    wheel, = tmp_path.glob("lash-*.whl")
    assert wheel.name.endswith("-cp311-abi3-linux_x86_64.whl")
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(tmp_path / "here")], check=True)
    said = subprocess.run(
        [sys.executable, "-c", "import lash; print(lash.__file__); "
         f"print(lash.run({str(PROJECT / 'examples/embedding.adm')!r}, end=0.1)['request_2']['f4'][-1])"],
        check=True, capture_output=True, text=True, cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "here")}).stdout.split()
    assert pathlib.Path(said[0]).is_relative_to(tmp_path / "here")
    assert float(said[1]) == pytest.approx(0.5, abs=1e-6)
