"""Wear: what a way slid under a load takes off a bearing and its journal, a socket and its ball."""

from typing import NamedTuple

from . import _lash
from .laws import Described, LawInfo, _numpy, _word


class WearValue(NamedTuple):
    """What wears: half the arc that presses [rad], greatest pressure [Pa], and depths [m] and
    volumes [m^3] as pairs of outer and inner body."""

    angle: object
    pressure: object
    depth: object
    volume: object


class Wear(Described, _lash.Wear):
    """A wear law with its parameters and sizes (R, c, and L of a bearing), constant. Made by
    lash.law()."""

    def __new__(cls, name, settings=None):
        sizes = {k: v for k, v in (settings or {}).items() if k in ("R", "c", "L")}
        law = {k: v for k, v in (settings or {}).items() if k not in sizes}
        return super().__new__(cls, name, law, sizes)

    def __init__(self, name, settings=None):
        self._made = (name, dict(settings or {}))
        self._info = LawInfo(self._describe())

    @property
    def words(self):
        """The law as words of a STRING: 'wear=archard k_i=1e-13'; the sizes are the joint's."""
        return " ".join([f"wear={self.name}"] + [f"{k}={_word(v)}" for k, v in self._made[1].items()
                                                 if k not in ("R", "c", "L")])

    def __call__(self, r, load, slid=None, work=None):
        """Fresh surfaces whose centres are r [m] apart, under a load [N], after a way slid [m], or
        of the law energy the work of friction [J]. Arrays are broadcast."""
        way, other = (work, slid) if self.name == "energy" else (slid, work)
        if way is None or other is not None:
            raise _lash.InputError("energy takes work= [J], archard slid= [m]")
        np = _numpy()
        arrays = np.broadcast_arrays(*(np.asarray(x, float) for x in (r, load, way)))
        rows = [self._rub(*x) for x in zip(*(a.ravel() for a in arrays))]
        table = np.reshape(rows, arrays[0].shape + (6,))
        return WearValue(table[..., 0][()], table[..., 1][()], table[..., 2:4], table[..., 4:6])

    def __reduce__(self):
        return (Wear, self._made)
