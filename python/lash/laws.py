"""Laws by name: asked at a point or over arrays, with exact derivatives, described in words."""

import html
import math
from typing import NamedTuple

from . import _lash

#: Bits of Value.flags: tension was cut to zero; delta is beyond the law's validity.
CLAMPED, BEYOND = 1, 2


class Value(NamedTuple):
    """Normal force [N] and its partial derivatives. Batches have no d_v0 and no flags; `beyond`
    is how many of their states were beyond the law's validity limit."""

    force: object
    d_delta: object
    d_v: object
    d_v0: object = None
    flags: int = 0
    beyond: int = 0


class Friction(NamedTuple):
    """Friction force [N] and its partial derivatives. In the plane (dim=2) force is a pair and
    d_vt a table, d_vt[i][j] = d force[i]/d vt[j]. Batches have no d_load and no d_z."""

    force: object
    d_vt: object
    d_normal: object
    d_load: object = None
    d_z: object = None


class Rates(NamedTuple):
    """Rates of a law's states and their partial derivatives."""

    zdot: object
    d_vt: object = None
    d_normal: object = None
    d_z: object = None


class Spinning(NamedTuple):
    """A contact disc that slides and spins: force [N] as a pair, drilling torque [N m], sliding over
    spin times radius, and d_force[..., i, k], d_torque[..., k] by vx, vy, w and the load."""

    force: object
    torque: object
    rho: object
    d_force: object
    d_torque: object


class Parameter(NamedTuple):
    """One parameter of a law: its value, and what is legal."""

    value: object
    unit: str
    meaning: str
    default: float
    min: float
    max: float
    required: bool
    range: str
    choices: tuple
    given: bool


def _parameters(lines):
    table = {}
    for name, unit, meaning, default, low, high, required, legal, choices, value, given in lines:
        if choices:
            value = choices[int(value)] if value == value else None
        table[name] = Parameter(value, unit, meaning, default, low, high, required, legal,
                                tuple(choices), given)
    return table


class LawInfo:
    """What the catalogue says of a law: name, kind ("contact", "line", "friction", "film",
    "wear"), formula, citation, note, parameters, and where its derivatives come from."""

    def __init__(self, words):
        self.name, self.kind = words["name"], words["kind"]
        self.formula, self.citation, self.note = words["formula"], words["citation"], words["note"]
        self.traits, self.derivatives = words["traits"], words["derivatives"]
        self.parameters = _parameters(words["parameters"])

    def __repr__(self):
        return f"<{self.kind} law {self.name}: {self.formula}>"

    def _repr_html_(self):
        return _html(self)


def _html(info):
    rows = "".join(
        f"<tr><td><b>{html.escape(name)}</b></td><td>{html.escape(_shown(p.value))}</td>"
        f"<td>{html.escape(p.unit)}</td><td>{html.escape(p.range)}</td>"
        f"<td style='text-align:left'>{html.escape(p.meaning)}</td></tr>"
        for name, p in info.parameters.items())
    return (f"<b>{html.escape(info.name)}</b>, {info.kind} law<br>"
            f"<code>{html.escape(info.formula)}</code><br>"
            f"<small>{html.escape(info.citation)} {html.escape(info.note)}</small>"
            "<table><tr><th></th><th>value</th><th>unit</th><th>legal</th>"
            f"<th>meaning</th></tr>{rows}</table>")


def _shown(value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    return value if isinstance(value, str) else f"{value:g}"


class Described:
    """What laws of all families have: the words of the catalogue in _info, how it was made in _made."""

    name = property(lambda self: self._info.name)
    kind = property(lambda self: self._info.kind)
    formula = property(lambda self: self._info.formula)
    citation = property(lambda self: self._info.citation)
    note = property(lambda self: self._info.note)
    derivatives = property(lambda self: self._info.derivatives)
    parameters = property(lambda self: self._info.parameters)

    def __repr__(self):
        given = "".join(f", {k}={_word(v)}" for k, v in self._made[1].items())
        return f"lash.law({self.name!r}{given})"

    def _repr_html_(self):
        return _html(self)

    def __copy__(self):
        return self  # constant


class Law(Described, _lash.Law):
    """A law with its parameters, ready and constant: any thread may ask it. Made by lash.law()."""

    def __init__(self, name, settings=None, folder=None, dim=1, touching=False):
        self._made = (name, dict(settings or {}), folder, dim, touching)
        self._info = LawInfo(self._describe())
        self.dim, self.states, self.continuous_states, self.limit = self._numbers()

    @property
    def settings(self):
        """The parameters that were given, as a dict."""
        return dict(self._made[1])

    @property
    def words(self):
        """The law as words of a STRING: 'normal=flores K=1e+08'."""
        head = "friction" if self.kind == "friction" else "normal"
        return " ".join([f"{head}={self.name}"]
                        + [f"{k}={_word(v)}" for k, v in self._made[1].items()])

    def __call__(self, *args, out=None, **kwargs):
        """A contact law: (delta, v=0, v0=|v|) -> Value. A friction law: (vt, normal=1, z=None,
        load=None) -> Friction. Arrays are broadcast and asked in one batch; `out` is a Value or
        Friction of arrays to write into."""
        if self.kind == "friction":
            return self._rub(*args, out=out, **kwargs)
        return self._push(*args, out=out, **kwargs)

    def _push(self, delta, v=0.0, v0=None, out=None):
        if v0 is None:
            v0 = abs(v)
        if out is None and not (_is_array(delta) or _is_array(v) or _is_array(v0)):
            return Value(*self._contact(delta, v, v0))
        np = _numpy()
        arrays, shape = _broadcast(np, delta, v, v0)
        if out is None:
            out = Value(*(_results(np, shape) for _ in range(3)))
        beyond = self._contact_batch(*arrays, out.force, out.d_delta, out.d_v)
        return Value(out.force, out.d_delta, out.d_v, beyond=beyond)

    def _rub(self, vt, normal=1.0, z=None, load=None, out=None):
        if out is None and not (_is_array(vt) and self.dim == 1) and not _is_array(normal):
            return Friction(*self._friction(vt, normal, load, _states(z)))
        np = _numpy()
        (vt, normal), shape = _broadcast(np, vt, normal)
        z = self._batch_states(np, z, shape)
        if out is None:
            out = Friction(*(_results(np, shape) for _ in range(3)))
        self._friction_batch(vt, normal, z, out.force, out.d_vt, out.d_normal, None)
        return out

    def _batch_states(self, np, z, shape):
        """States of a batch, state by state: (states, n). Those at rest when there are none."""
        if not self.states:
            return None
        if z is None:
            z = np.reshape(self._at_rest(), (self.states,) + (1,) * len(shape))
        return np.ascontiguousarray(np.broadcast_to(np.asarray(z, float), (self.states,) + shape))

    @property
    def at_rest(self):
        """States of bristles at rest, unloaded."""
        return self._at_rest()

    def rates(self, vt, normal=1.0, z=None):
        """Rates of the states z, with derivatives for single states; of arrays (states, n) of
        states on a line the rates alone."""
        if not (_is_array(vt) and self.dim == 1) and not _is_array(normal):
            return Rates(*self._rates(vt, normal, _states(z)))
        np = _numpy()
        (vt, normal), shape = _broadcast(np, vt, normal)
        z = self._batch_states(np, z, shape)
        zdot = np.empty((self.states,) + shape)
        self._friction_batch(vt, normal, z, None, None, None, zdot if self.states else None)
        return Rates(zdot)

    def advance(self, vt, normal, z, h):
        """The states after h seconds at this speed and load, stable for every h."""
        return self._advance(vt, normal, _states(z), h)

    def spinning(self, vt, w, a, normal=1.0, pressure="hertz"):
        """Friction of a contact disc of radius a [m] whose centre slides with vt [m/s], a number or
        pairs, and that spins with w [rad/s] about its normal (Contensou; docs/spin.md). `pressure`
        is "hertz", "uniform" or "ellipsoid". Laws without memory; leading dimensions are broadcast.

        >>> lash.law("smooth_tanh").spinning(0.02, 40, 1e-3, normal=100).torque
        0.0045559...
        """
        np = _numpy()
        vt = np.asarray(vt, float)
        if vt.ndim == 0 or vt.shape[-1] != 2:
            vt = np.stack([vt, np.zeros_like(vt)], axis=-1)
        w, normal = np.asarray(w, float), np.asarray(normal, float)
        shape = np.broadcast_shapes(vt.shape[:-1], w.shape, normal.shape)
        slips = np.empty(shape + (4,))
        slips[..., :2], slips[..., 2], slips[..., 3] = vt, w, normal
        out = np.empty(shape + (15,))
        self._spinning(pressure, a, slips, out)
        with np.errstate(divide="ignore", invalid="ignore"):
            rho = np.hypot(slips[..., 0], slips[..., 1]) / np.abs(slips[..., 2] * a)
        return Spinning(out[..., :2], out[..., 2][()], rho[()],
                        out[..., 3:11].reshape(shape + (2, 4)), out[..., 11:])

    def plot(self, ax=None, **kwargs):
        """The law's portrait: loops of an impact, or friction over speed. Returns the axes."""
        from .plots import plot_law
        return plot_law(self, ax, **kwargs)

    def __reduce__(self):
        name, settings, folder, dim, touching = self._made
        return (Law, (name, settings, folder, dim, touching))


def _word(value):
    return value if isinstance(value, str) else repr(float(value))


def _is_array(x):
    return hasattr(x, "__len__") or (hasattr(x, "ndim") and x.ndim > 0)


def _numpy():
    import numpy
    return numpy


def _broadcast(np, *values):
    """Contiguous float64 arrays of one shape; what is that already is not copied."""
    arrays = [np.asarray(value, dtype=float) for value in values]
    shape = np.broadcast_shapes(*[a.shape for a in arrays])
    return [np.ascontiguousarray(np.broadcast_to(a, shape)) for a in arrays], shape


def _results(np, shape):
    """An array to write results into. Large ones use again what earlier results have let go of: the
    system's pages are slow to come by."""
    count = math.prod(shape)
    if count < 4096:
        return np.empty(shape)
    return np.frombuffer(_lash.room_for(count), dtype=float).reshape(shape)


def _states(z):
    if z is None:
        return None
    np = _numpy()
    return np.ascontiguousarray(np.atleast_1d(z), dtype=float)


def law(name, /, *, folder=None, dim=1, touching=False, **parameters):
    """A contact, friction, film or wear law by its name or alias, with its parameters as keywords.

    A name FILE::LAW is a law from outside (docs/open-laws.md), looked for in `folder` and in
    LASH_LAW_PATH. dim=2 puts a friction law into the plane; touching=True gives it the defaults for
    surfaces that meet and part.
    """
    if _lash.is_film(name):
        from .films import Film
        return Film(name, parameters)
    if _lash.is_wear(name):
        from .wear import Wear
        return Wear(name, parameters)
    return Law(name, parameters, folder, dim, touching)


def laws(library=None):
    """What there is: a list of LawInfo, of the catalogue or of a library or text of laws."""
    return [LawInfo(words) for words in _lash.descriptions(library)]


def text(source, words):
    """Takes laws from a text as of a .law file (docs/open-laws.md): 'SOURCE::NAME' means them from
    then on."""
    _lash.define(source, words)
