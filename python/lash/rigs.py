"""Single laws on test rigs: impacts, friction experiments, what every law must stand."""

from typing import NamedTuple

from . import _lash
from .laws import Law
from .laws import law as _law
from .laws import laws as _laws


def _as_law(law, parameters):
    if isinstance(law, str):
        return _law(law, **parameters)
    if isinstance(law, _lash.Film):
        name, settings = law._made
        return _law(name, **{**settings, **parameters}) if parameters else law
    if not isinstance(law, _lash.Law):
        law = law()
    if parameters:
        name, settings, folder, dim, touching = law._made
        return Law(name, {**settings, **parameters}, folder, dim, touching)
    return law


class _Curve:
    """Columns by name, as arrays; `names` have their units behind them: 'time_s'."""

    def __init__(self, curve):
        self.names, rows, block = curve
        import numpy as np
        self._table = np.frombuffer(block).reshape(rows, len(self.names))

    def __getitem__(self, name):
        return self._table[:, self.names.index(name)]

    def __repr__(self):
        return f"<curve of {len(self._table)} rows: {', '.join(self.names)}>"


class Impact(NamedTuple):
    """What an impact amounts to. `curve` has time_s, delta_m, v_m_s, force_N."""

    e_out: float
    contact_time: float
    delta_max: float
    force_max: float
    energy_lost: float
    clamped: bool
    curve: _Curve
    law: Law

    def plot(self, ax=None, x="delta_m", y="force_N", **kwargs):
        """Force over penetration, or any two columns. Returns the axes."""
        from .plots import plot_curve
        return plot_curve(self.curve, x, y, ax, label=self.law.name, **kwargs)


def impact(law, *, mass=1.0, speed=1.0, mass2=None, rows=2001, **parameters):
    """Lets two bodies meet on a contact law (a name with parameters, or a law).

    >>> round(lash.impact("lankarani_nikravesh", K=1e8, e=0.5, mass=1, speed=0.3).e_out, 3)
    0.725
    """
    if mass2:
        mass = mass * mass2 / (mass + mass2)
    if isinstance(law, str) and "m" not in parameters:
        info = {i.name: i for i in map(_Named, _lash.descriptions())}.get(law)
        if info and "m" in info.parameters:
            parameters["m"] = mass
    law = _as_law(law, parameters)
    *numbers, curve = _lash.impact(law, mass, speed, rows)
    return Impact(*numbers, _Curve(curve), law)


class _Named:
    def __init__(self, words):
        self.name = words["name"]
        self.parameters = {line[0] for line in words["parameters"]}


class Fit(NamedTuple):
    """Parameters for one impact that is known; docs/command-line.md, `lash fit`."""

    K: float
    n: float
    a: float
    e_law: float
    e_out: float
    contact_time: float
    delta_max: float
    force_max: float
    safe_step: float
    impact_c: float
    impact_d: float


def fit(law="lankarani_nikravesh", *, mass, speed, restitution, depth_ratio=0.1, **parameters):
    """What to ask of a law so that the wanted restitution comes back, how finely to step, and what
    to type into a program that offers only Adams' IMPACT."""
    parameters.setdefault("e", restitution)  # what is found here
    return Fit(*_lash.fit(_as_law(law, parameters), mass, speed, restitution, depth_ratio))


class Rig(NamedTuple):
    """Results of an experiment by name, with their units, and its curve."""

    name: str
    values: dict
    curve: _Curve
    law: Law

    def __getitem__(self, name):
        return self.values[name] if isinstance(name, str) else tuple.__getitem__(self, name)

    def plot(self, ax=None, **kwargs):
        """The two columns people look at. Returns the axes."""
        from .plots import plot_curve
        x, y = next((r[2], r[3]) for r in _lash.rigs() if r[0] == self.name)
        names = self.curve.names
        return plot_curve(self.curve, names[x], names[y], ax, label=self.law.name, **kwargs)


def rigs():
    """Names of the experiments for friction, films and wear, with a line about each."""
    return {name: summary for name, summary, *_ in _lash.rigs()}


def rig(name, law, *, rows=4001, **settings):
    """Puts a friction law on an experiment, a film on the rigs "journal-bearing" and "whirl", or a
    wear law on the rig "wear"; settings are the law's or the rig's.

    >>> lash.rig("breakaway", "lugre", rate=20).curve
    <curve of ... rows: ...>
    """
    own = next((set(r[4]) for r in _lash.rigs() if r[0] == name), set())
    if isinstance(law, _lash.Wear):
        settings, law = {**law._made[1], **settings}, law.name
    of_law = {k: v for k, v in settings.items() if k not in own}
    of_rig = {k: v for k, v in settings.items() if k in own}
    if name == "wear":
        values, curve = _lash.rig(name, (law, of_law), of_rig, rows)
        return Rig(name, values, _Curve(curve), next(i for i in _laws() if i.name == law))
    law = _as_law(law, of_law)
    values, curve = _lash.rig(name, law, of_rig, rows)
    return Rig(name, values, _Curve(curve), law)


class Finding(NamedTuple):
    """One demand on a law: verdict 'met', 'not met' or 'told', and a sentence."""

    what: str
    verdict: str
    worst: float
    limit: float
    words: str


class Findings(list):
    """Findings of a check; `met` when no demand was missed."""

    @property
    def met(self):
        return all(f.verdict != "not met" for f in self)

    def __repr__(self):
        return "\n".join(f"{f.verdict:8} {f.what:14} {f.words}" for f in self)


def check(law, **parameters):
    """Puts a law through what every law must stand: derivatives, zero, NaN, batch, energy, units,
    restitution (docs/open-laws.md)."""
    verdicts = ("met", "not met", "told")
    return Findings(Finding(what, verdicts[verdict], worst, limit, words)
                    for what, verdict, worst, limit, words in
                    _lash.check(_as_law(law, parameters)))
