"""Laws written in Python, as formulas and in C beside the built-in law they copy."""

import math
import os
import subprocess

import numpy as np
import pytest
from conftest import PROJECT, RSSR

import lash


@lash.contact_law(units={"K": "N/m^1.5"}, ranges={"K": "(0, inf)", "e": "(0, 1]"},
                  meanings={"K": "stiffness", "e": "restitution asked for"})
def push(delta, v, v0, K=1e8, e=0.9):
    """A copy of Lankarani and Nikravesh."""
    return K * delta**1.5 * (1 + 0.75 * (1 - e**2) * v / v0)


@lash.friction_law(units={"mu": "1", "vs": "m/s"})
def rub(s, N, mu=0.1, vs=1e-3):
    return mu * N * np.tanh(s / vs)


def test_same_numbers_as_the_law_it_copies():
    own, ours = push(e=0.7), lash.law("lankarani_nikravesh", K=1e8, e=0.7)
    assert own.derivatives == "exact, by complex step"
    rng = np.random.default_rng(2)
    for delta, v, v0 in zip(rng.uniform(1e-7, 1e-4, 200), rng.uniform(-.2, .2, 200), rng.uniform(.2, 1, 200)):
        for a, b in zip(own(delta, v, v0)[:4], ours(delta, v, v0)[:4]):
            assert a == pytest.approx(b, rel=1e-13)
    assert own(-1e-5, 0.1, 0.2).force == 0
    assert lash.impact(own, mass=1, speed=0.3).e_out == pytest.approx(
        lash.impact(ours, mass=1, speed=0.3).e_out, rel=1e-9)
    friction = rub()
    assert friction(0.5e-3, 10.0).force == pytest.approx(math.tanh(0.5), rel=1e-15)
    assert friction.derivatives == "exact, by complex step"
    assert lash.check(friction).met


def test_conditions_and_functions_that_know_no_complex_numbers():
    @lash.contact_law
    def stepped(delta, v, v0, K=1e6):
        return K * delta if v > 0 else 0.5 * K * abs(delta)

    assert stepped().derivatives == "exact, by complex step"
    assert stepped()(1e-5, -0.1, 0.1).d_delta == 0.5e6

    @lash.contact_law
    def real_only(delta, v, v0, K=1e8):
        return K * math.pow(delta, 1.5)

    law = real_only()
    assert law.derivatives == "by differences"
    assert law(1e-5, 0.1, 0.2).d_delta == pytest.approx(1.5e8 * math.sqrt(1e-5), rel=1e-8)

    @lash.contact_law(derivatives=lambda delta, v, v0, K: (K, 0.0, 0.0))
    def told(delta, v, v0, K=1e8):
        return K * delta

    assert told()(1e-5, 0, 1).d_delta == 1e8 and told().derivatives == "exact, by the law itself"


def test_a_lie_about_a_derivative_is_found():
    @lash.contact_law(derivatives=lambda delta, v, v0, K: (2 * K, 0.0, 0.0))
    def liar(delta, v, v0, K=1e8):
        return K * delta

    findings = lash.check(liar())
    assert not findings.met
    assert next(f for f in findings if f.what == "derivatives").verdict == "not met"


SOCKET = "outer=J Ri=0.010 Rj=0.0095"
# the published inertia of the coupler belongs to no body; Simbody refuses it
BODY = {"PART/3.IP": "3.2E-4, 2.0E-3, 1.7E-3"}


def rssr(words, host):
    return lash.run(RSSR, end=4e-3, dtout=1e-4, step=5e-6, host=host,
                    integrator=None if host else "rk4",
                    set={**BODY, "STRING/1.STRING": f"{SOCKET} {words}"})


@pytest.fixture(scope="module")
def c_law(tmp_path_factory):
    """examples/law/my_law.c, built by its one line."""
    folder = tmp_path_factory.mktemp("laws")
    subprocess.run(["cc", "-std=gnu11", "-O2", "-shared", "-fPIC"]
                   + [f"-I{PROJECT / f}" for f in ("core", "contact", "friction", "laws")]
                   + [str(PROJECT / "examples/law/my_law.c"), "-o", str(folder / "my_law.so")],
                   check=True)
    before = os.environ.get("LASH_LAW_PATH")
    os.environ["LASH_LAW_PATH"] = f"{folder}:{PROJECT / 'examples/law'}"
    yield "my_law::push"
    if before is None:
        del os.environ["LASH_LAW_PATH"]
    else:
        os.environ["LASH_LAW_PATH"] = before


@pytest.mark.parametrize("host", [None] + [h for h in lash.hosts() if h in ("mujoco", "simbody")])
def test_in_a_joint_of_every_host(host, c_law):
    """The same numbers to round-off as the law they copy, at equal steps."""
    set_ = "K=1e10 e=0.9"
    ours = rssr(f"normal=lankarani_nikravesh {set_}", host)
    other = rssr(f"normal=flores {set_}", host)
    tables = list(ours.keys())

    def apart(result):
        # moments of a ball without friction are round-off of its forces: one scale per table
        return max(max(np.abs(result[t][c] - ours[t][c]).max() for c in ours[t])
                   / max(np.abs(ours[t][c]).max() for c in ours[t]) for t in tables)

    assert apart(other) > 1e-4  # the law matters within this time
    for words in (push(K=1e10, e=0.9).words, f"normal={c_law} {set_}", f"normal=shop::press_fit {set_}"):
        assert apart(rssr(words, host)) < 1e-9, words


def test_an_exception_in_a_law_arrives():
    calls = 0

    @lash.contact_law
    def faulty(delta, v, v0, K=1e10):
        nonlocal calls
        calls += 1
        if calls > 300:
            raise KeyError("three hundred and one")
        return K * delta**1.5

    with pytest.raises(KeyError, match="three hundred"):
        lash.run(RSSR, end=0.01, set={"STRING/1.STRING": f"{SOCKET} {faulty().words}"})
    with pytest.raises(KeyError):
        faulty()(1e-5, 0.1, 0.1)
    with pytest.raises(KeyError):
        lash.impact(faulty())
    assert lash.run(RSSR, end=1e-3).summary["outputs"] == 101  # the next run knows nothing of it


def test_mistakes_are_told():
    with pytest.raises(lash.InputError, match="delta, v, v0"):
        lash.contact_law(lambda d, v: 0)
    with pytest.raises(lash.InputError, match="has no parameter Q"):
        @lash.contact_law(units={"Q": "N"})
        def lawless(delta, v, v0):
            return 0.0
    with pytest.raises(lash.InputError, match="is not legal"):
        push(e=3)
    with pytest.raises(lash.InputError, match="press_fit"):
        lash.law("shop::pres_fit", folder=str(PROJECT / "examples/law"))
    with pytest.raises(lash.InputError, match="'delat' is neither .* did you mean delta"):
        lash.text("wrong", "law x\n  formula K*delat\n  param K N/m 1 any stiffness\n")


def test_texts_of_formulas():
    lash.text("mine", "law spring\n  formula K*delta\n  param K N/m 1e6 (0,inf) stiffness\n")
    law = lash.law("mine::spring", K=2e6)
    assert law(1e-5, 0, 1).force == pytest.approx(20)
    assert law.derivatives == "exact, by the formula"
    assert {i.name for i in lash.laws(str(PROJECT / "examples/law/shop.law"))} >= {"shop::press_fit"}
