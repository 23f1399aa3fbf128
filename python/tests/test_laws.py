"""Laws from Python: the same bits as the command, batches as single calls, derivatives, words."""

import copy
import json
import math
import pickle
import subprocess

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lash

# What laws without defaults need to be ready.
NEEDED = {"e": 0.8, "m": 0.5, "L": 0.015, "gap": 1e-4, "c": 1e3, "d": 1e-5, "gamma": 1e-4}
METAL = {"E": 207e9, "nu": 0.3, "Ri": 0.0105, "Rj": 0.010, "R": 0.01, "Rx": 0.01, "Ry": 0.02}


def ready(info):
    """With a stiffness, or with the metal and the radii it comes from."""
    names = info.parameters
    for source in ({"K": 1e8}, METAL):
        source = {**NEEDED, **source}
        try:
            return lash.law(info.name, **{
                name: source[name] for name in names if name in source
                and (name in ("K", "c", *METAL) or names[name].required)})
        except lash.InputError as error:
            reason = error
    raise reason


def all_ready(kind):
    made = []
    for info in lash.laws():
        if info.kind not in ("film", "wear") and (info.kind == "friction") == (kind == "friction"):
            made.append(lash.law(info.name) if kind == "friction" else ready(info))
    assert len(made) > 30
    return made


def test_catalogue_is_that_of_the_command(command):
    said = json.loads(subprocess.run([command, "laws", "--json"], capture_output=True, text=True,
                                     check=True).stdout)
    said = {law["name"]: law for law in said}
    mine = {info.name: info for info in lash.laws()}
    assert set(mine) == set(said) and len(mine) >= 70
    for name, info in mine.items():
        assert info.formula == said[name]["formula"]
        listed = {p["name"]: p for p in said[name]["parameters"]}
        assert set(info.parameters) == set(listed)
        for parameter, p in info.parameters.items():
            assert p.unit == listed[parameter]["unit"]


@pytest.mark.parametrize("kind", ["contact", "friction"])
def test_batch_is_scalar(kind):
    rng = np.random.default_rng(1)
    for law in all_ready(kind):
        if kind == "contact":
            delta, v, v0 = rng.uniform(-1e-5, 5e-5, 50), rng.uniform(-.3, .3, 50), rng.uniform(.01, .4, 50)
            batch = law(delta, v, v0)
            single = [law(*x) for x in zip(delta, v, v0)]
            names = ("force", "d_delta", "d_v")
        else:
            vt, normal = rng.uniform(-.1, .1, 50), rng.uniform(0, 30, 50)
            z = 1e-6 * rng.standard_normal((law.states, 50)) if law.states else None
            batch = law(vt, normal, z)
            single = [law(a, b, None if z is None else z[:, i])
                      for i, (a, b) in enumerate(zip(vt, normal))]
            names = ("force", "d_vt", "d_normal")
        for name in names:
            np.testing.assert_array_equal(getattr(batch, name),
                                          [getattr(s, name) for s in single], law.name)


def test_force_is_that_of_the_command(command):
    out = subprocess.run([command, "law", "lankarani_nikravesh", "--set", "K=1e8", "--set", "e=0.9",
                          "--at", "delta=1e-5,v=0.1,v0=0.2", "--json"], capture_output=True,
                         text=True, check=True).stdout
    law = lash.law("lankarani_nikravesh", K=1e8, e=0.9)
    # K delta^1.5 (1 + 3 (1 - e^2)/4 v/v0), by hand
    assert law(1e-5, 0.1, 0.2).force == pytest.approx(1e8 * 1e-5**1.5 * (1 + .75 * .19 * .5), rel=1e-15)
    assert law(1e-5, 0.1, 0.2).force in json.loads(out).values()


@settings(max_examples=60, deadline=None)
@given(delta=st.floats(1e-7, 1e-4), v=st.floats(-0.5, 0.5), v0=st.floats(0.01, 1))
def test_derivatives_are_slopes(delta, v, v0):
    for name in ("hertz", "hunt_crossley", "flores", "lankarani_nikravesh", "gonthier", "exact"):
        law = lash.law(name, **({"K": 1e8} if name == "hertz" else {"K": 1e8, "e": 0.7}))
        f, h = law(delta, v, v0), 1e-6
        if f.flags or law(delta, v - h, v0).flags or law(delta, v + h, v0).flags:
            continue
        slope = (law(delta * (1 + h), v, v0).force - law(delta * (1 - h), v, v0).force) / (2 * h * delta)
        assert f.d_delta == pytest.approx(slope, rel=1e-6, abs=1e-6 * f.force / delta)
        slope = (law(delta, v + h, v0).force - law(delta, v - h, v0).force) / (2 * h)
        assert f.d_v == pytest.approx(slope, rel=1e-6, abs=1e-6 * f.force / v0)


def test_arrays_are_written_where_wanted_and_broadcast():
    law = lash.law("hertz", K=1e8)
    out = lash.Value(np.empty(7), np.empty(7), np.empty(7))
    answer = law(np.linspace(0, 1e-5, 7), 0.0, 0.1, out=out)
    assert answer.force is out.force
    assert law(np.zeros((3, 1)) + 1e-5, np.zeros(4), 0.1).force.shape == (3, 4)
    with pytest.raises(ValueError, match="7 numbers where 5 are wanted"):
        law(np.zeros(5), 0.0, 0.1, out=out)
    with pytest.raises(TypeError, match="float64"):
        law._contact_batch(*[np.zeros(2, np.float32)] * 6)


def test_bristles_advance_as_their_rates_say():
    law = lash.law("lugre")
    z, steps = law.at_rest, 4000
    for _ in range(steps):
        z = law.advance(0.01, 10.0, z, 2e-6)
    by_rates = 0.0
    for _ in range(steps):  # midpoint rule
        half = by_rates + 1e-6 * law.rates(0.01, 10.0, by_rates).zdot[0]
        by_rates += 2e-6 * law.rates(0.01, 10.0, half).zdot[0]
    assert z[0] == pytest.approx(by_rates, rel=1e-4)
    assert law.rates(np.full(3, 0.01), 10.0).zdot.shape == (1, 3)
    plane = lash.law("lugre", dim=2)
    assert plane.states == 2
    assert plane((0.0, 0.1), 10.0).force[0] == 0


def test_mistakes_are_told():
    with pytest.raises(lash.InputError, match=r"e = 2 is not legal; e \(coefficient of restitution"):
        lash.law("flores", K=1e8, e=2)
    with pytest.raises(lash.InputError, match="did you mean 'lugre'"):
        lash.law("lugree")
    with pytest.raises(lash.InputError, match="Q"):
        lash.law("hertz", K=1e8, Q=1)
    with pytest.raises(TypeError):
        lash.law("hertz", K=[1, 2])
    assert issubclass(lash.InputError, ValueError) and issubclass(lash.RunError, RuntimeError)


def test_laws_describe_themselves_and_travel():
    law = lash.law("flores", K=1e8, e=0.5)
    assert law.parameters["K"].value == 1e8 and law.parameters["K"].given
    assert law.parameters["e"].range == "in (0, 1]"
    assert "flores" in law._repr_html_() and "lash.law('flores'" in repr(law)
    for other in (copy.copy(law), pickle.loads(pickle.dumps(law))):
        assert other(1e-5, 0.1, 0.2) == law(1e-5, 0.1, 0.2)
    assert math.isnan(law(math.nan, 0.1, 0.2).force)


def test_rigs(command):
    out = json.loads(subprocess.run([command, "impact", "--law", "flores", "--set", "e=0.5", "--set",
                                     "K=1e8", "--mass", "1", "--speed", "0.3", "--json"],
                                    capture_output=True, text=True, check=True).stdout)
    mine = lash.impact("flores", e=0.5, K=1e8, mass=1, speed=0.3)
    assert mine.e_out in out.values() and mine.force_max in out.values()
    assert mine.curve["force_N"].max() == pytest.approx(mine.force_max, rel=1e-3)
    out = json.loads(subprocess.run([command, "rig", "stick-slip", "--law", "lugre", "--json"],
                                    capture_output=True, text=True, check=True).stdout)
    mine = lash.rig("stick-slip", "lugre")
    assert mine.values == {k: v for k, v in out.items() if k in mine.values}
    assert set(lash.rigs()) >= {"stick-slip", "breakaway", "presliding"}
    with pytest.raises(ValueError, match="no rig"):
        lash.rig("nonsense", "lugre")
    fit = lash.fit(mass=0.5, speed=0.1, restitution=0.9, K=1e9)
    assert fit.e_out == pytest.approx(0.9, abs=1e-6)


def test_table_of_restitutions():
    """Asked e, returned e of Lankarani-Nikravesh, by the closed form: a = 3 (1 - e^2)/4 and
    (1 + W0(-(1 + a) exp(-(1 + a))))/a, here solved by bisection of (1 + a y) = exp stuff."""
    for e in (0.1, 0.3, 0.5, 0.7, 0.9):
        a = 0.75 * (1 - e * e)
        low, high = 1e-9, 1 - 1e-12  # a (1 + y) = ln((1 + a)/(1 - a y)), energy over one impact
        for _ in range(200):
            y = (low + high) / 2
            low, high = (y, high) if a * (1 + y) - math.log((1 + a) / (1 - a * y)) > 0 else (low, y)
        assert lash.impact("lankarani_nikravesh", K=1e8, e=e, speed=0.3).e_out == pytest.approx(y, abs=1e-6)


def test_results_of_a_batch_stay_whatever_comes_after():
    """Memory is used again, but never while anybody sees it."""
    law = lash.law("flores", K=1e8, e=0.5)
    delta = np.linspace(1e-6, 1e-5, 20000)
    first = law(delta, 0.1, 0.2)
    kept, tail = first.force.copy(), first.d_v[-5:]
    tail_was = tail.copy()
    del first  # but for a view of d_v
    address = set()
    for speed in np.linspace(0.15, 0.4, 12):
        other = law(delta, speed, 0.5)
        address |= {a.__array_interface__["data"][0] for a in other[:3]}
        assert other.force.flags.writeable and np.isfinite(other.force).all()
    assert len(address) <= 6  # two batches are there at a time
    assert (tail == tail_was).all()
    assert (law(delta, 0.1, 0.2).force == kept).all()
    assert (law(delta.reshape(100, 200), 0.1, 0.2).force == kept.reshape(100, 200)).all()
    many = [law(delta, 0.1, 0.2 + 0.01 * k) for k in range(20)]
    assert all((m.force == law(delta, 0.1, 0.2 + 0.01 * k).force).all() for k, m in enumerate(many))


def slope(f, x, k, h):
    """Central difference of f by its k-th number."""
    up, down = list(x), list(x)
    up[k] += h
    down[k] -= h
    return (np.asarray(f(up)) - np.asarray(f(down))) / (2 * h)


@pytest.mark.parametrize("name", ["smooth_tanh", "makkar", "lugre_n"])
def test_plane_laws_give_their_derivatives(name):
    plane, v = lash.law(name, dim=2), (0.03, -0.02)
    f = plane(v, 7.0)
    for c in range(2):
        by = slope(lambda x: plane(x, 7.0).force, v, c, 1e-6)
        assert [f.d_vt[0][c], f.d_vt[1][c]] == pytest.approx(by, rel=1e-5, abs=1e-5)
    if plane.states:
        z = plane.advance(v, 7.0, plane.at_rest, 1e-4)
        r = plane.rates(v, 7.0, z)
        for c in range(2):
            by = slope(lambda x: plane.rates(x, 7.0, z).zdot, v, c, 1e-6)
            assert [row[c] for row in r.d_vt] == pytest.approx(by, rel=1e-5, abs=1e-7)


def test_a_disc_that_spins(command):
    law = lash.law("smooth_tanh")
    said = json.loads(subprocess.run(
        [command, "law", "smooth_tanh", "--set", "spin=hertz", "--set", "spin.a=1e-3", "--at",
         "vt=0.02,w=40,N=100", "--json"], check=True, capture_output=True, text=True).stdout)
    one = law.spinning(0.02, 40, 1e-3, normal=100)
    assert (one.force[0], one.torque, one.rho) == (said["force"], said["torque"], 0.5)
    assert [one.d_force[0, k] for k in (0, 2, 3)] == [said["d_force"][k] for k in ("vt", "w", "N")]
    assert [one.d_torque[k] for k in (0, 2, 3)] == [said["d_torque"][k] for k in ("vt", "w", "N")]
    assert one.force[0] / 10 == pytest.approx(0.5522330836388308, rel=1e-12)
    assert one.torque / 10e-3 == pytest.approx(0.4555922940020354, rel=1e-12)
    rng = np.random.default_rng(5)
    for pressure in ("hertz", "uniform", "ellipsoid"):
        vt, w, n = rng.uniform(-0.1, 0.1, (8, 2)), rng.uniform(-90, 90, 8), rng.uniform(1, 9, 8)
        many = law.spinning(vt, w, 1e-3, n, pressure)
        assert many.force.shape == (8, 2) and many.d_force.shape == (8, 2, 4)
        for k in range(8):
            x = [*vt[k], w[k], n[k]]
            single = law.spinning(x[:2], x[2], 1e-3, x[3], pressure)
            assert np.array_equal(single.force, many.force[k]) and single.torque == many.torque[k]
            for c, h in enumerate((1e-7, 1e-7, 1e-4, 1e-4)):
                by = slope(lambda y: [*(s := law.spinning(y[:2], y[2], 1e-3, y[3], pressure)).force,
                                      s.torque], x, c, h)
                exact = [*single.d_force[:, c], single.d_torque[c]]
                assert exact == pytest.approx(by, rel=1e-4, abs=1e-8)
    with pytest.raises(lash.InputError, match="bristles"):
        lash.law("lugre").spinning(0.1, 1, 1e-3)
    with pytest.raises(lash.InputError, match="hertz, uniform"):
        law.spinning(0.1, 1, 1e-3, pressure="even")
    with pytest.raises(lash.InputError, match="radius"):
        law.spinning(0.1, 1, 0)


def test_rigs_of_turning():
    run = lash.rig("drilling", "smooth_tanh", k=1e6, spin=50, pressure="uniform", a=2e-3, until=0.01)
    # closed form: inertia times spin over mu N a 2/3, of which 1 % is left
    assert run["stop_s"] == pytest.approx(0.99 * 4e-5 * 50 / (0.1 * 10 * 2e-3 * 2 / 3), rel=1e-6)
    assert run.curve["spin_rad_s"][0] == 50
    assert lash.rig("rolling", "smooth_tanh", mu_k=0.2)["way_m"] > 0
