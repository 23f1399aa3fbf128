"""Wear laws beside what the command says of them, and by closed forms."""

import copy
import json
import math
import pickle
import subprocess

import numpy as np
import pytest

import lash

BUSH = {"R": 0.01, "c": 5e-5, "L": 0.02}


def said(command, *words):
    return json.loads(subprocess.run([command, *words, "--json"], check=True, capture_output=True, text=True).stdout)


def test_the_catalogue_lists_them(command):
    mine = {i.name: i for i in lash.laws() if i.kind == "wear"}
    listed = {law["name"]: law for law in said(command, "laws", "--kind", "wear")}
    assert set(mine) == set(listed) == {"archard", "energy"}
    for name, info in mine.items():
        assert info.formula == listed[name]["formula"]
        assert [(p, q.unit, q.range) for p, q in info.parameters.items()] == [
            (p["name"], p["unit"], p["legal"]) for p in listed[name]["parameters"]]
        law = lash.law(name, k_i=1e-13, **BUSH)
        assert isinstance(law, lash.Wear) and law.parameters["k_i"].value == 1e-13
        assert law.words == f"wear={name} k_i=1e-13" and copy.copy(law) is law and "wear" in law._repr_html_()


@pytest.mark.parametrize("name, way", [("archard", "slid"), ("energy", "work")])
@pytest.mark.parametrize("ball", [False, True])
def test_the_command_says_the_same_bits(name, way, ball, command):
    sizes = {k: v for k, v in BUSH.items() if not (ball and k == "L")}
    law = lash.law(name, k_i=1e-13, k_j=2e-14, **sizes)
    sets = [x for k, v in {"k_i": 1e-13, "k_j": 2e-14, **sizes}.items() for x in ("--set", f"{k}={v}")]
    told = said(command, "law", name, *sets, "--at", f"r=1e-4,load=1000,{way}=50")
    value = law(1e-4, 1000, **{way: 50})
    assert [math.degrees(value.angle)] == pytest.approx([told["contact_deg"]], rel=1e-15)
    assert value.pressure == told["pressure"]
    assert value.depth.tolist() == [told["depth_i"], told["depth_j"]]
    assert value.volume.tolist() == [told["volume_i"], told["volume_j"]]
    assert pickle.loads(pickle.dumps(law))(1e-4, 1000, **{way: 50}).pressure == value.pressure


def test_a_fresh_bearing_by_hand():
    # p = W o/(R L int o cos), o = r cos - c
    r, c, alpha = 1e-4, 5e-5, math.acos(0.5)
    line = r * (alpha + math.sin(alpha) * math.cos(alpha)) - 2 * c * math.sin(alpha)
    law = lash.law("archard", k_i=1e-13, cells=512, **BUSH)
    many = law(r, [500, 1000], slid=[[10], [50]])
    assert many.depth.shape == (2, 2, 2) and many.angle[0, 0] == pytest.approx(alpha)
    p = np.array([500, 1000]) * (r - c) / (0.01 * 0.02 * line)
    assert many.pressure == pytest.approx(np.array([p, p]), rel=1e-3)
    assert many.depth[..., 0] == pytest.approx(1e-13 * np.array([10 * p, 50 * p]), rel=1e-3)


def test_running_in(command):
    alpha = math.pi / 3
    way = (alpha / math.cos(alpha) - math.sin(alpha)) * 0.02 * 0.01 * 5e-5 / (1e-13 * 1000)
    bush = lash.rig("wear", "archard", k_i=1e-13, cells=401, way=way)
    assert bush["depth_i_m"] == pytest.approx(5e-5, rel=5e-4)
    assert bush["volume_m3"] == pytest.approx(2 * (math.tan(alpha) - alpha) * 0.01 * 0.02 * 5e-5, rel=5e-4)
    told = said(command, "rig", "wear", "--law", "archard", "--set", "k_i=1e-13", "--set", "cells=401", "--set", f"way={way!r}")
    assert {k: bush[k] for k in bush.values} == {k: told[k] for k in bush.values}
    law = lash.law("archard", k_i=1e-13, cells=401, **BUSH)
    assert lash.rig("wear", law, way=way).values == bush.values
    depth = bush.curve["depth_i_m"]
    assert bush.curve["way_m"][-1] == pytest.approx(way) and (np.diff(depth) >= 0).all()
    assert "wear" in lash.rigs() and bush.law.name == "archard"


def test_mistakes_are_told():
    with pytest.raises(lash.InputError, match="nothing wears"):
        lash.law("archard", **BUSH)
    with pytest.raises(lash.InputError, match="nothing rubs"):
        lash.law("archard", k_i=1e-13, **BUSH)(1e-5, 1000, slid=1)
    with pytest.raises(lash.InputError, match="work="):
        lash.law("energy", k_i=1e-13, **BUSH)(1e-4, 1000, slid=1)
    with pytest.raises(lash.InputError, match="no wear law"):
        lash.rig("wear", "lugre")
    with pytest.raises(lash.InputError, match="k_i"):
        lash.rig("wear", "archard", k_i=-1)
    with pytest.raises(ValueError, match="friction law"):
        lash.rig("stick-slip", lash.law("archard", k_i=1e-13, **BUSH))
