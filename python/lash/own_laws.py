"""Laws written in Python: a function becomes a law that rigs and joints of every host can use."""

import inspect
import itertools
import math

from . import _lash
from .laws import law as _law

_count = itertools.count(1)
_TINY = 1e-200  # imaginary steps have no cancellation
_USES_V0 = 1


class _Step(complex):
    """A complex number that is compared by its real part and whose |x| is analytic, so that kernels
    with conditions can be differentiated by the complex step."""

    def _of(operation):
        def method(self, *other):
            answer = getattr(complex, operation)(self, *other)
            return answer if answer is NotImplemented else _Step(answer)
        return method

    for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow",
                  "rpow", "neg", "pos"):
        vars()[f"__{_name}__"] = _of(f"__{_name}__")
    del _name, _of

    def _real(other):
        return other.real if isinstance(other, complex) else other

    def __lt__(self, other): return self.real < _Step._real(other)
    def __le__(self, other): return self.real <= _Step._real(other)
    def __gt__(self, other): return self.real > _Step._real(other)
    def __ge__(self, other): return self.real >= _Step._real(other)
    def __abs__(self): return -self if self.real < 0 else self
    __hash__ = complex.__hash__


def _by_complex_step(function):
    def kernel(x, p, wanted):
        force = function(*x, *p)
        if not wanted:
            return force
        return (force, *(complex(function(*(_Step(v, _TINY) if i == k else v
                                            for i, v in enumerate(x)), *p)).imag / _TINY
                         for k in range(len(x))))
    return kernel


def _by_differences(function):
    def slope(x, p, k):
        scale = max(abs(x[1]), abs(x[2])) if len(x) == 3 and k > 0 else abs(x[k])
        step = 6e-6 * (scale or 1e-3)
        at, behind = list(x), list(x)
        at[k] += step
        if len(x) == 3 or x[k] >= step:  # speed and load are not negative
            behind[k] -= step
        return (function(*at, *p) - function(*behind, *p)) / (at[k] - behind[k])

    def kernel(x, p, wanted):
        force = function(*x, *p)
        return (force, *(slope(x, p, k) for k in range(len(x)))) if wanted else force
    return kernel


def _by_itself(function, derivatives):
    def kernel(x, p, wanted):
        force = function(*x, *p)
        return (force, *map(float, derivatives(*x, *p))) if wanted else force
    return kernel


def _states(variables):
    if variables == 3:
        return [(d, v, 0.31) for d in (1e-6, 3e-5) for v in (0.29, 0.02, -0.2)]
    return [(s, n) for s in (1e-4, 0.03, 0.7) for n in (0.5, 40.0)]


def _agree(exact, other, states, p):
    """Does the complex step see what differences see? Not where a function drops the imaginary
    part, as abs() of numpy does."""
    for x in states:
        try:
            a, b = exact(x, p, True), other(x, p, True)
        except (TypeError, ValueError, OverflowError):
            return False
        for k, value in enumerate(x):
            size = abs(b[0]) / (abs(value) or 1)
            if not abs(a[k + 1] - b[k + 1]) <= 1e-5 * (abs(b[k + 1]) + size):
                return False
    return True


def _choose(function, derivatives, variables, p):
    if derivatives:
        return _by_itself(function, derivatives), "exact, by the law itself"
    exact, other = _by_complex_step(function), _by_differences(function)
    if all(v == v for v in p) and _agree(exact, other, _states(variables), p):
        return exact, "exact, by complex step"
    return other, "by differences"


def _needs_v0(kernel, p):
    """Does the force depend on v0? A parameter without default counts as 1."""
    p = tuple(1.0 if v != v else v for v in p)
    return any(kernel(x, p, True)[3] != 0 for x in _states(3))


def _range(words, name):
    """'(0, inf)' as min, max and flags."""
    if words is None:
        return -math.inf, math.inf, 0
    parts = words.strip()[1:-1].split(",")
    if len(parts) != 2 or words.strip()[0] not in "[(" or words.strip()[-1] not in "])":
        raise _lash.InputError(f"parameter {name}: a range is written '[0, 1]' or '(0, inf)', "
                               f"not '{words}'")
    low, high = map(float, parts)
    return low, high, 2 * (words.strip()[0] == "(") + 4 * (words.strip()[-1] == ")")


class OwnLaw:
    """A law written in Python; called with parameters it makes a Law."""

    def __init__(self, name, function):
        self.name, self.function = name, function
        self.__doc__ = function.__doc__

    def __call__(self, *, dim=1, touching=False, **parameters):
        return _law(self.name, dim=dim, touching=touching, **parameters)

    def __repr__(self):
        return f"<law {self.name} in Python>"


def _make(function, kind, variables, units, ranges, meanings, derivatives, citation, traits):
    names = list(inspect.signature(function).parameters.values())
    first = [p.name for p in names[:len(variables)]]
    if first != list(variables):
        raise _lash.InputError(f"{function.__name__}: the first arguments are "
                               f"{', '.join(variables)}, then parameters; not {', '.join(first)}")
    rows, values = [], []
    for p in names[len(variables):]:
        default = math.nan if p.default is inspect.Parameter.empty else float(p.default)
        low, high, flags = _range(ranges.get(p.name), p.name)
        rows.append((p.name, units.get(p.name, "1"), meanings.get(p.name, "parameter"), default,
                     low, high, flags))
        values.append(default)
    unknown = (set(units) | set(ranges) | set(meanings)) - {row[0] for row in rows}
    if unknown:
        raise _lash.InputError(f"{function.__name__} has no parameter {', '.join(sorted(unknown))}")
    kernel, words = _choose(function, derivatives, len(variables), tuple(values))
    if kind != "friction" and _needs_v0(kernel, tuple(values)):
        traits |= _USES_V0
    source = f"python{next(_count)}"
    note = inspect.getdoc(function) or ""
    _lash.offer(source, function.__name__, kind, f"{function.__name__}() in Python", citation, note,
                words, traits, rows, kernel)
    return OwnLaw(f"{source}::{function.__name__}", function)


def _decorator(kind, variables, function, options):
    def make(f):
        return _make(f, kind, variables, options["units"] or {}, options["ranges"] or {},
                     options["meanings"] or {}, options["derivatives"], options["citation"], 0)
    return make(function) if function else make


def contact_law(function=None, *, kind="contact", units=None, ranges=None, meanings=None,
                derivatives=None, citation=""):
    """Makes a contact law of a function of delta, v, v0 and parameters that returns the force [N].

    >>> @lash.contact_law(units={"K": "N/m^1.5"}, ranges={"K": "(0, inf)", "e": "(0, 1]"})
    ... def push(delta, v, v0, K=1e8, e=0.9):
    ...     return K * delta**1.5 * (1 + 0.75 * (1 - e**2) * v / v0)
    >>> round(push(e=0.5)(1e-5, 0.1, 0.2).force, 4)
    4.0517

    It is asked in contact only (delta > 0); tension is cut to zero. Derivatives are exact, by the
    complex step, where the function allows it; else `derivatives`, a function of the same
    arguments, gives the three of them; else they are differences: law.derivatives tells.
    """
    return _decorator(kind, ("delta", "v", "v0"), function, locals())


def friction_law(function=None, *, units=None, ranges=None, meanings=None, derivatives=None,
                 citation=""):
    """Makes a friction law without memory of a function of s, N and parameters: the resistance [N]
    at the sliding speed s >= 0 under the load N >= 0. Direction and plane are the library's
    business. The rest is as in contact_law."""
    return _decorator("friction", ("s", "N"), function, locals())
