"""Runs from Python: the bits of `lash run`, stepping, forces, exceptions, threads, signals."""

import csv
import os
import signal
import subprocess
import threading
import time

import numpy as np
import pytest
from conftest import BALL, PROJECT, RSSR

import lash


def tables_of(folder):
    tables = {}
    for path in sorted(folder.glob("request_*.csv")):
        with open(path, encoding="utf-8") as lines:
            head, *rows = list(csv.reader(lines))
        tables[path.stem] = head, np.array(rows, float)
    return tables


DATASETS = [("validation/rssr/rssr.adm", {"end": 0.02, "dtout": 2e-4}),
            ("validation/slider_crank_clearance/slider_crank_clearance.adm", {"end": 0.006}),
            ("examples/embedding.adm", {"end": 0.1}),
            ("tests/hosts/models/four_bar.adm", {"end": 0.2, "host": "mujoco"})]


@pytest.mark.parametrize("dataset,options", DATASETS)
def test_the_bits_of_the_command(command, tmp_path, dataset, options):
    if options.get("host", "reference") not in lash.hosts():
        pytest.skip("the engine is not here")
    words = [w for k, v in options.items() for w in (f"--{k}", str(v))]
    subprocess.run([command, "run", str(PROJECT / dataset), "--out", str(tmp_path), "--quiet", *words],
                   check=True, capture_output=True)
    mine = lash.run(PROJECT / dataset, **options)
    written = tables_of(tmp_path)
    assert set(written) == set(mine.keys()) and written
    for name, (head, table) in written.items():
        np.testing.assert_array_equal(mine.time, table[:, 0])
        for k in range(8):
            np.testing.assert_array_equal(mine[name][f"f{k + 1}"], table[:, k + 1])
        heads = [h.split(" (")[0] for h in head[1:]]
        assert all(h in mine[name].keys() for h in heads)
    mine.to_csv(tmp_path / "again")
    for path in (tmp_path / "again").iterdir():
        assert path.read_text() == (tmp_path / path.name).read_text()


def test_command_files_twice_in_one_process():
    first = lash.run(PROJECT / "validation/impact_pendulum/impact_pendulum.acf")
    second = lash.run(PROJECT / "validation/impact_pendulum/impact_pendulum.acf")
    for name in first.keys():
        np.testing.assert_array_equal(first[name]["f2"], second[name]["f2"])


def test_results_say_what_they_are(tmp_path):
    result = lash.run(BALL, end=0.1, folder=tmp_path / "tables")
    assert result.time[-1] == 0.1 and result.time_unit == "s"
    assert result.units["request_2"]["f1"] == "m/s"
    assert result.events["closes"].tolist() == [True, False]
    assert result.events["speed"][0] == pytest.approx(1)
    assert result["request_2"]["f4"][-1] == pytest.approx(0.5, abs=1e-6)  # the law returns half
    assert result.summary["energy"]["kinetic"] == pytest.approx(0.125, abs=1e-6)
    assert sum(result.works.values()) == pytest.approx(0.125 - 0.5, abs=1e-6)
    assert (tmp_path / "tables/energy.csv").exists()
    assert "embedding.adm" in repr(result) and "outputs" in result._repr_html_()
    with pytest.raises(ValueError):
        result.time[0] = 1
    with pytest.raises(KeyError, match="request_1"):
        result["nonsense"]
    columns = lash.run(BALL, end=0.1, columns=["DZ(21,1)", "request/2.f4"])
    np.testing.assert_array_equal(columns["request/2.f4"], result["request_2"]["f4"])


def test_changes_laws_and_forces():
    soft = lash.run(BALL, end=0.1, set={"STRING/1.e": 0.25})
    assert soft["request_2"]["f4"][-1] == pytest.approx(0.25, abs=1e-6)
    law = lash.law("exact", K=1e8, e=0.75)
    other = lash.run(BALL, end=0.1, set={"STRING/1.normal": law})
    assert other["request_2"]["f4"][-1] == pytest.approx(0.75, abs=1e-6)
    drag = lash.run(BALL, end=0.02, forces=[(lambda at: (0, 0, -5 * at.i.v[2]), 21, 1)])
    assert drag["request_2"]["f4"][-1] == pytest.approx(-np.exp(-0.1), rel=1e-6)


def test_stepping_saving_and_going_back():
    damping = 0.0

    def damper(at):
        return 0, 0, -damping * (at.i.v[2] - at.j.v[2])

    with lash.Session(BALL) as s:
        s.force(damper, 21, 1)
        s.advance(0.1)
        assert s.time == 0.1
        saved, damping = s.save(), 2.0
        s.advance(0.2)
        first = s.measure("VZ", 21, 1)
        assert first == pytest.approx(0.5 * np.exp(-0.2), rel=1e-6)  # 2 N s/m on 1 kg
        assert s.marker(21).v[2] == first and s.request(2)[3] == first
        s.restore(saved)
        assert s.advance(0.2).measure("VZ(21,1)") == first
        assert s.finish().summary["end"] == pytest.approx(0.2)
    with pytest.raises(ValueError, match="closed"):
        s.measure("VZ", 21, 1)


def test_sessions_side_by_side():
    ends = [0.9, 0.5, 0.25]
    sessions = [lash.Session(BALL, set={"STRING/1.e": e}) for e in ends]
    for t in np.linspace(0.01, 0.1, 10):
        for s in sessions:
            s.advance(t)
    for e, s in zip(ends, sessions):
        assert s.measure("VZ", 21, 1) == pytest.approx(e, abs=1e-5)


def test_threads_run_at_the_same_time_and_one_session_is_guarded():
    results = {}
    threads = [threading.Thread(target=lambda e=e: results.update(
        {e: lash.run(BALL, end=0.1, set={"STRING/1.e": e})})) for e in (0.3, 0.6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for e, r in results.items():
        assert r["request_2"]["f4"][-1] == pytest.approx(e, abs=1e-5)
    with lash.Session(BALL, end=0.1) as s:
        seen = []

        def meddle(at):
            try:
                s.advance(1)
            except RuntimeError as error:
                seen.append(str(error))
            return 0.0

        s.force(meddle, 21, 1)
        s.advance(0.01)
        assert seen and "busy" in seen[0]


@pytest.mark.parametrize("where", ["force", "on_step", "on_output"])
def test_exceptions_arrive(where):
    def fail(*at):
        raise ZeroDivisionError(where)

    options = {"forces": [(fail, 21, 1)]} if where == "force" else {where: fail}
    with pytest.raises(ZeroDivisionError, match=where):
        lash.run(BALL, end=0.1, **options)


def test_watching():
    steps, outputs = [], []
    lash.run(BALL, end=0.1, steps=10, on_step=lambda t, n: steps.append(t),
             on_output=lambda t: outputs.append(t))
    assert len(outputs) == 11 and len(steps) > 10 and steps == sorted(steps)
    with pytest.raises(StopIteration):
        lash.run(BALL, end=0.1, on_step=lambda t, n: t < 0.041)


def test_control_c():
    """A run of minutes ends soon after the signal."""
    begun = time.monotonic()
    killer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    killer.start()
    with pytest.raises(KeyboardInterrupt):
        lash.run(RSSR, end=50)
    assert time.monotonic() - begun < 5


def test_warnings_and_mistakes(tmp_path):
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        lash.run(RSSR, end=1e-3)
    assert any(issubclass(w.category, lash.ModelWarning) and "PART/3" in str(w.message) for w in seen)
    with pytest.raises(lash.InputError, match="nowhere.adm"):
        lash.run("nowhere.adm", end=1)
    with pytest.raises(lash.InputError, match="STRING/77"):
        lash.run(BALL, end=1, set={"STRING/77.e": 1})
    with pytest.raises(TypeError, match="no option 'stepp'"):
        lash.run(BALL, end=1, stepp=3)
    with pytest.raises(lash.InputError, match="OH_NO"):
        lash.run(BALL, end=1, columns=["OH_NO(1)"])
    bad = tmp_path / "bad.adm"
    bad.write_text("title\nPART/1, GROUND\nJOINT/1, REVOLUTE, I=1\nEND\n")
    with pytest.raises(lash.InputError, match="JOINT/1"):
        lash.run(bad, end=1)
    with pytest.raises(lash.Unsupported, match="host"):
        lash.run(BALL, end=1, host="nonsense")


def test_a_decimal_comma_changes_nothing():
    import locale
    before = locale.setlocale(locale.LC_NUMERIC)
    try:
        locale.setlocale(locale.LC_NUMERIC, "de_DE.UTF-8")
    except locale.Error:
        pytest.skip("no German locale here")
    try:
        result = lash.run(BALL, end=0.1, set={"STRING/1.e": 0.25})
    finally:
        locale.setlocale(locale.LC_NUMERIC, before)
    assert result["request_2"]["f4"][-1] == pytest.approx(0.25, abs=1e-6)


def test_nothing_is_left_behind():
    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * 4096

    def many(n):
        for _ in range(n):
            with lash.Session(BALL) as s:
                s.force(lambda at: 0.0, 21, 1)
                s.start()

    many(100)
    before = resident()
    many(400)
    if not os.environ.get("LASH_SANITIZED"):  # its freed memory waits in quarantine
        assert resident() - before < 2e6
