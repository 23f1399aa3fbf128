"""Studies: a dataset at many points, under several laws, and the published mechanisms."""

import html
import itertools
import os
import tempfile
from typing import NamedTuple

from . import _lash
from .laws import Law
from .runs import _options


def _study_options(set, without, end, dtout, others):
    options = _options(set, without, end, dtout, None, True, None, None, others)
    del options["tables"]
    return options


def _vary(values):
    """{'STRING/1.e': [0.5, 0.9], 'STRING/1.Rj': '0.009:0.0099:4'} as texts of `--vary`."""
    texts = []
    for name, value in values.items():
        if not isinstance(value, str):
            value = ",".join(v if isinstance(v, str) else repr(float(v)) for v in value)
        texts.append(f"{name}={value}")
    return texts


def _measures(measure):
    return [measure] if isinstance(measure, str) else list(measure)


class Sweep:
    """Points of a sweep: columns by the names of parameters and measures; `failed` maps points to
    the reason why they have no numbers."""

    def __init__(self, parameters, measures, points):
        import numpy as np
        width, table, self.failed = points
        self.parameters, self.measures = parameters, measures
        self._table = np.frombuffer(table).reshape(-1, width)

    def __getitem__(self, name):
        names = self.parameters + self.measures
        if name not in names:
            raise KeyError(f"{name}: there are {', '.join(names)}")
        return self._table[:, names.index(name)]

    def __len__(self):
        return len(self._table)

    def plot(self, measure=None, ax=None, **kwargs):
        """A measure over the first parameter. Returns the axes."""
        from .plots import plot_sweep
        return plot_sweep(self, measure or self.measures[0], ax, **kwargs)

    def __repr__(self):
        return (f"<sweep of {len(self)} points over {', '.join(self.parameters)}: "
                f"{', '.join(self.measures)}{f'; {len(self.failed)} failed' if self.failed else ''}>")


def sweep(model, *, vary, measure, set=None, without=(), end=None, dtout=None, points=0, seed=1,
          folder=None, jobs=0, retry=False, **others):
    """Runs a dataset at many points, on all processors, as `lash sweep` does (docs/sweep.md).

    vary: values by target or free name, as a list or '0.009:0.0099:8'. measure: 'peak(request/2.f1)',
    or several. points: of a Latin hypercube instead of the full grid. folder: keeps the points; the
    same call goes on where it stopped.
    """
    with tempfile.TemporaryDirectory() as scratch:
        return Sweep(*_lash.sweep(os.fspath(model),
                                  _study_options(set, without, end, dtout, others), _vary(vary),
                                  _measures(measure), points, seed, os.fspath(folder or scratch),
                                  jobs, retry))


class Variant(NamedTuple):
    """One law in a comparison: values[member, measure], and the probability of no difference from
    the first."""

    name: str
    values: object
    probability: list
    failed: int
    reason: str


class Comparison:
    """A dataset under several laws: comparison['flores']['impacts'] is a mean over its members."""

    def __init__(self, measures, threshold, variants, names):
        import numpy as np
        self.measures, self.threshold, self.variants = measures, threshold, {}
        for line, shown in zip(variants, names):
            name, values, *rest = line
            values = np.frombuffer(values).reshape(-1, len(measures))
            self.variants[shown or name] = Variant(shown or name, values, *rest)

    def __getitem__(self, name):
        means = self.variants[name].values.mean(axis=0)
        return dict(zip(self.measures, means.tolist()))

    def differs(self, name, measure):
        """More than chance between this law and the first one?"""
        return self.variants[name].probability[self.measures.index(measure)] <= self.threshold

    def __repr__(self):
        lines = [f"{'':24}" + "".join(f"{m:>24}" for m in self.measures)]
        for name, variant in self.variants.items():
            numbers = "".join(f"{x:24.6g}" for x in variant.values.mean(axis=0))
            lines.append(f"{name:24}" + (variant.reason if variant.failed else numbers))
        return "\n".join(lines)

    def _repr_html_(self):
        return f"<pre>{html.escape(repr(self))}</pre>"


def compare(model, laws=None, *, friction=None, film=None, wear=None, rolling=None, measure,
            params=None, set=None, without=(), end=None, dtout=None, members=1, scatter=0.0, jobs=0,
            **others):
    """The dataset under each of these laws (names, or laws written in Python), as `lash compare`
    does; `params` are for every law that has them, and a Law brings its own."""
    def names(given):
        return None if given is None else [getattr(law, "name", law) for law in given]

    given = (laws, friction, film, wear, rolling)
    chosen = [names(some) for some in given]
    parameters = dict(params or {})
    for law in [law for some in given for law in some or []]:
        if isinstance(law, Law):
            parameters.update(law.settings)
    shown = [" ".join(w.rsplit("::", 1)[-1] if w.startswith("python") else w for w in each if w)
             for each in itertools.product(*(some or [""] for some in chosen))]
    options = _study_options(set, without, end, dtout, others)
    texts = [f"{k}={v if isinstance(v, str) else repr(float(v))}" for k, v in parameters.items()]
    return Comparison(*_lash.compare(os.fspath(model), options,
                                     tuple(some and ",".join(some) for some in chosen), texts,
                                     _measures(measure), members, scatter, jobs), shown)


class Claim(NamedTuple):
    """A claim of a paper: what it says, what was computed, the verdict and the one on record."""

    id: str
    reading: str
    quantity: str
    published: str
    unit: str
    computed: float
    verdict: str
    expected: str
    surprise: bool


class Validation(dict):
    """Cases by name, each a list of claims; `surprises` differ from the verdict on record."""

    failed: dict
    seconds: dict

    @property
    def surprises(self):
        return [(case, claim) for case, claims in self.items() for claim in claims if claim.surprise]

    def __repr__(self):
        return "\n".join(f"{case}: {len(claims)} claims, {sum(c.surprise for c in claims)} surprises"
                         for case, claims in self.items())


def validate(*names, quick=False, single=False, host=None, folder=None, out=None, jobs=0):
    """Runs published mechanisms and judges their claims, as `lash validate` does."""
    cases = _lash.validate(list(names), folder and os.fspath(folder), out and os.fspath(out), host,
                           quick, single, jobs)
    result = Validation({name: [Claim(*claim) for claim in claims] for name, claims, *_ in cases})
    result.seconds = {name: seconds for name, _, seconds, _ in cases}
    result.failed = {name: why for name, *_, why in cases if why}
    return result
