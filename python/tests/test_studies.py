"""Sweeps, comparisons and validation from Python: the numbers of the command."""

import csv
import subprocess

import numpy as np
import pytest
from conftest import BALL, PROJECT, RSSR

import lash

PEAK = "peak(request/2.f4)"


def test_a_sweep_is_runs(command, tmp_path):
    sweep = lash.sweep(BALL, vary={"STRING/1.e": [0.25, 0.5, 0.75]}, measure=[PEAK, "impacts"], end=0.1)
    assert sweep.parameters == ["STRING/1.e"] and not sweep.failed
    np.testing.assert_allclose(sweep["STRING/1.e"], [0.25, 0.5, 0.75])
    assert sweep["impacts"].tolist() == [1, 1, 1]
    subprocess.run([command, "sweep", str(BALL), "--vary", "STRING/1.e=0.25,0.5,0.75", "--measure",
                    f"{PEAK},impacts", "--end", "0.1", "--out", str(tmp_path), "--quiet"], check=True,
                   capture_output=True)
    with open(tmp_path / "points.csv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    column = next(k for k in rows[0] if k.startswith("peak"))
    assert [float(r[column]) for r in rows] == sweep[PEAK].tolist()
    with pytest.raises(KeyError, match="impacts"):
        sweep["nonsense"]


def test_a_sweep_goes_on_and_tells_what_fails(tmp_path):
    options = {"vary": {"STRING/1.K": "1e7:1e8:2"}, "measure": PEAK, "end": 0.1, "folder": tmp_path}
    first = lash.sweep(BALL, **options)
    again = lash.sweep(BALL, **options)  # all points are there
    np.testing.assert_array_equal(first[PEAK], again[PEAK])
    broken = lash.sweep(BALL, vary={"STRING/1.e": [0.5, 2.0]}, measure=PEAK, end=0.1)
    assert list(broken.failed) == [1] and "not legal" in broken.failed[1]
    with pytest.raises(lash.InputError, match="STRING/9"):
        lash.sweep(BALL, vary={"STRING/9.e": [0.5]}, measure=PEAK, end=0.1)
    with pytest.raises(lash.InputError, match="nonsense"):
        lash.sweep(BALL, vary={"STRING/1.e": [0.5]}, measure="nonsense(1)", end=0.1)


def test_laws_side_by_side(tmp_path):
    """A law in Python beside ours, in the processes of the comparison."""
    @lash.contact_law(units={"K": "N/m^1.5"})
    def push(delta, v, v0, K=1e8, e=0.9):
        return K * delta**1.5 * (1 + 0.75 * (1 - e**2) * v / v0)

    words = "E=207e9 nu=0.3 Ri=0.010 Rj=0.0095 curvature=external e=0.9"  # a stiffness for all laws
    model = tmp_path / "rssr.adm"
    model.write_text(RSSR.read_text().replace(words, "K=1e10 e=0.9 Ri=0.010 Rj=0.0095"))
    assert "K=1e10" in model.read_text()
    options = {"end": 4e-3, "step": 1e-5, "integrator": "rk4", "measure": ["impacts", "peak(request/2.f1)"]}
    found = lash.compare(model, ["lankarani_nikravesh", push, "hertz"], **options)
    assert list(found.variants) == ["lankarani_nikravesh", "push", "hertz"]
    ours, own = found["lankarani_nikravesh"], found["push"]
    assert own["impacts"] == ours["impacts"] > 0
    assert own["peak(request/2.f1)"] == pytest.approx(ours["peak(request/2.f1)"], rel=1e-9)
    assert found["hertz"]["peak(request/2.f1)"] != ours["peak(request/2.f1)"]
    assert "push" in repr(found)


def test_oil_against_none():
    """A pin that strikes dry does not in oil; the film's words leave with it."""
    pin = PROJECT / "validation/library/oil_in_the_pin/pin.adm"
    found = lash.compare(pin, film=["none", "short"], measure="impacts", without=["JPRIM/1"], end=4e-3)
    assert list(found.variants) == ["none", "short"]
    assert found["none"]["impacts"] > 10 and found["short"]["impacts"] == 0
    with pytest.raises(lash.InputError, match="did you mean 'short'"):
        lash.compare(pin, film=["shrt"], measure="impacts", end=1e-3)


def test_a_published_mechanism():
    found = lash.validate("impact_pendulum", quick=True, folder=PROJECT / "validation")
    assert not found.surprises and not found.failed
    assert len(found["impact_pendulum"]) > 3
    with pytest.raises(lash.InputError, match="nonsense"):
        lash.validate("nonsense", folder=PROJECT / "validation")
