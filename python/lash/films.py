"""Films: oil between a journal and its bearing or a ball and its socket."""

from typing import NamedTuple

from . import _lash
from .laws import Described, LawInfo, _numpy, _results, _word


class FilmValue(NamedTuple):
    """What a film does: force on the inner body [N] (the opposite acts on the outer one), torques
    about the two centres [N m], power taken and of it lost [W], eccentricity over clearance,
    smallest film [m], flags. `by` has the exact partials: 9 rows (force, torque_i, torque_j) by 12
    columns (e, u, spin_i, spin_j). Batches have no flags and no partials."""

    force: object
    torque_i: object
    torque_j: object
    power: object
    lost: object
    eps: object
    film: object
    flags: int = 0
    by: object = None


#: Bits of FilmValue.flags.
BENT, TOUCHING, CENTRED, CAVITATED, TURBULENT = 1, 2, 4, 8, 16


class Film(Described, _lash.Film):
    """A film law with its parameters, ready and constant. Made by lash.law()."""

    def __init__(self, name, settings=None):
        self._made = (name, dict(settings or {}))
        self._info = LawInfo(self._describe())
        self.ball, self.viscosity = self._numbers()

    @property
    def words(self):
        """The film as words of a STRING: 'film=short viscosity=0.05'; radius, clearance and width
        are the joint's there."""
        return " ".join([f"film={self.name}"] + [f"{k}={_word(v)}" for k, v in self._made[1].items()
                                                 if k not in ("R", "c", "L")])

    def __call__(self, e, u=0.0, wi=0.0, wj=0.0):
        """Eccentricity e [m] and velocity u [m/s] of the inner centre as pairs or triples, spins
        [rad/s] about the axis or as triples. Leading dimensions are broadcast and make a batch."""
        np = _numpy()
        motions, shape = self._motions(np, e, u, wi, wj)
        if not shape:
            by = np.empty((9, 12))
            value = self._eval(motions, by)
            return FilmValue(*(np.array(x) for x in value[:3]), *value[3:], by=by)
        table = _results(np, shape + (13,))
        self._batch(motions, table)
        return FilmValue(table[..., 0:3], table[..., 3:6], table[..., 6:9],
                         *(table[..., k] for k in range(9, 13)))

    def peak(self, e, u=0.0, wi=0.0, wj=0.0):
        """Greatest pressure of the oil [Pa]."""
        return self._peak(self._one(e, u, wi, wj))

    def pressure(self, angle, e, u=0.0, wi=0.0, wj=0.0, z=0.0):
        """Pressure [Pa] at angles from axis 0 (a ball's: from e) and at z from the middle of the
        width; NaN where the law knows forces only."""
        np = _numpy()
        motion = self._one(e, u, wi, wj)
        angles, places = np.broadcast_arrays(np.asarray(angle, float), np.asarray(z, float))
        flat = [self._pressure(motion, a, b) for a, b in zip(angles.ravel(), places.ravel())]
        return np.reshape(flat, angles.shape)[()]

    def _one(self, *parts):
        motions, shape = self._motions(_numpy(), *parts)
        if shape:
            raise _lash.InputError("one motion at a time: e is a pair or a triple")
        return motions

    def _motions(self, np, e, u, wi, wj):
        parts = [_vector(np, e, False), _vector(np, u, False), _vector(np, wi, True),
                 _vector(np, wj, True)]
        shape = np.broadcast_shapes(*[p.shape[:-1] for p in parts])
        motions = np.empty(shape + (12,))
        for k, part in enumerate(parts):
            motions[..., 3 * k:3 * k + 3] = part
        return motions, shape

    def plot(self, ax=None, speed=100.0, **kwargs):
        """Load over eccentricity of a journal that turns with `speed` rad/s, or of a ball that is
        pressed at 1 mm/s. Returns the axes."""
        from .plots import plot_film
        return plot_film(self, ax, speed, **kwargs)

    def __reduce__(self):
        return (Film, self._made)


def _vector(np, x, spin):
    """(..., 3) of triples, pairs, or numbers: a spin's number is about the axis, any other 0."""
    x = np.asarray(x, float)
    if spin and (x.ndim == 0 or x.shape[-1] != 3):
        return np.stack([np.zeros_like(x), np.zeros_like(x), x], axis=-1)
    if x.ndim == 0 and x == 0:
        return np.zeros(3)
    if x.ndim and x.shape[-1] == 2:
        return np.concatenate([x, np.zeros(x.shape[:-1] + (1,))], axis=-1)
    if x.ndim and x.shape[-1] == 3:
        return x
    raise _lash.InputError("a film's e and u are pairs or triples of numbers")
