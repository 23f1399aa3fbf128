"""Films beside what the command says of them, and by their own identities."""

import copy
import json
import math
import pickle
import subprocess

import numpy as np
import pytest

import lash

OIL = {"R": 0.01, "c": 20e-6, "L": 0.01, "viscosity": 0.05}
FILMS = [i.name for i in lash.laws() if i.kind == "film"]


def made(name):
    needed = lash.laws()
    known = next(i for i in needed if i.name == name).parameters
    return lash.law(name, **{k: v for k, v in OIL.items() if k in known})


def test_the_catalogue_lists_them():
    assert {"short", "long", "finite", "ball"} <= set(FILMS)
    for name in FILMS:
        film = made(name)
        assert isinstance(film, lash.Film) and film.kind == "film"
        assert film.parameters["viscosity"].unit == "Pa s" and film.viscosity == 0.05
        assert film.ball == (name == "ball")
        assert "film" in film._repr_html_() and copy.copy(film) is film
        assert pickle.loads(pickle.dumps(film))((1e-6, 0), u=(0, 1e-3)).force.tolist() == film(
            (1e-6, 0), u=(0, 1e-3)).force.tolist()


@pytest.mark.parametrize("name", FILMS)
def test_the_command_says_the_same_bits(name, command):
    film = made(name)
    sets = [x for k, v in OIL.items() if k in film.parameters for x in ("--set", f"{k}={v}")]
    said = json.loads(subprocess.run(
        [command, "law", name, *sets, "--at", "ex=1e-5,ey=-3e-6,ux=0.001,uy=-0.002,wi=5,wj=100", "--json"],
        check=True, capture_output=True, text=True).stdout)
    at = dict(e=(1e-5, -3e-6), u=(0.001, -0.002), wi=5, wj=100)
    value = film(**at)
    assert value.force[:2].tolist() == [said["force_x"], said["force_y"]]
    assert [value.torque_i[2], value.torque_j[2]] == [said["torque_i"], said["torque_j"]]
    assert (value.lost, value.film, value.eps) == (said["lost"], said["film"], said["eccentricity"])
    assert film.peak(**at) == said["pressure"]
    assert [value.by[0, 0], value.by[0, 1], value.by[0, 3], value.by[0, 11]] == [
        said["d_force_x"][k] for k in ("ex", "ey", "ux", "wj")]


@pytest.mark.parametrize("name", FILMS)
def test_batches_power_and_partials(name):
    film, rng = made(name), np.random.default_rng(3)
    n = 60
    e, u = 8e-6 * rng.uniform(-1, 1, (n, 3)), 1e-3 * rng.uniform(-1, 1, (n, 3))
    wi, wj = rng.uniform(-50, 50, (n, 3)), rng.uniform(-50, 50, (n, 3))
    if not film.ball:
        e[:, 2] = u[:, 2] = 0
        wi[:, :2] = wj[:, :2] = 0
    many = film(e, u, wi, wj)
    for k in range(n):
        one = film(e[k], u[k], wi[k], wj[k])
        for a, b in zip(one[:7], many[:7]):
            assert np.array_equal(a, b[k])
        # power of force and torques on both bodies: what is taken from them
        given = one.force @ u[k] + one.torque_i @ wi[k] + one.torque_j @ wj[k]
        assert -given == pytest.approx(one.power, rel=1e-9, abs=1e-12) and one.lost >= 0
    x, h = np.array([6e-6, 2e-6, 0]), 1e-11
    v = (1e-3, -2e-3, 0)
    slope = (film(x + [h, 0, 0], v, 0, 40).force - film(x - [h, 0, 0], v, 0, 40).force) / (2 * h)
    assert slope == pytest.approx(film(x, v, 0, 40).by[:3, 0], rel=1e-5, abs=1e-3)
    assert film(e.reshape(3, 20, 3), u.reshape(3, 20, 3)).force.shape == (3, 20, 3)


def test_pressure_around_a_journal():
    film = made("short")
    at = dict(e=(1e-5, 0), wj=100)
    angles = np.linspace(0, 2 * np.pi, 721)
    p = film.pressure(angles, **at)
    assert p.shape == angles.shape and p.min() >= 0
    assert p.max() == pytest.approx(film.peak(**at), rel=1e-4)
    # Ocvirk: the pressure is a parabola over the width, 2/3 of its middle on average
    force = -np.trapz(2 / 3 * 0.01 * 0.01 * p * np.cos(angles), angles)
    assert force == pytest.approx(film(**at).force[0], rel=1e-4)


def test_rigs():
    """An example of the literature to its four digits; mistakes in words."""
    film = lash.law("short", R=0.05, L=0.03, c=1e-4, viscosity=0.1)
    r = lash.rig("whirl", film, load=525, speed=50 * math.pi)
    assert r["kxx_N_m"] == pytest.approx(12.81e6, rel=5e-4)
    assert r["cyy_N_s_m"] == pytest.approx(294.9e3, rel=5e-4)
    assert lash.rig("whirl", film, load=525, speed=50 * math.pi, viscosity=0.2)["eccentricity"] < r["eccentricity"]
    steady = lash.rig("journal-bearing", "short", R=0.05, L=0.03, c=1e-4, viscosity=0.1, load=525, speed=50 * math.pi)
    assert steady["eccentricity"] == r["eccentricity"]
    assert math.isnan(steady["time_s"])
    with pytest.raises(ValueError, match="wants a friction law"):
        lash.rig("breakaway", film)
    with pytest.raises(ValueError, match="wants a film law"):
        lash.rig("whirl", "lugre")
    with pytest.raises(lash.InputError, match="bears at most"):
        lash.rig("whirl", film, load=1e9)


def test_mistakes_are_told():
    with pytest.raises(lash.InputError, match="c"):
        lash.law("short", R=0.01)
    with pytest.raises(lash.InputError, match="did you mean|no parameter"):
        lash.law("short", viscosty=0.1, **OIL)
    with pytest.raises(lash.InputError, match="pairs or triples"):
        made("short")(1e-5)
    with pytest.raises(lash.InputError, match="one motion"):
        made("short").peak([(1e-5, 0), (2e-5, 0)])
