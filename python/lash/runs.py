"""Runs of mechanisms: whole ones into arrays, and step by step."""

import html
import os
import re

from . import _lash
from .laws import Law


class _Table:
    """A REQUEST of a run: columns by name ('f1' … 'f8', or the dataset's names)."""

    def __init__(self, columns, units, comment):
        self._columns, self.units, self.comment = columns, units, comment

    def __getitem__(self, name):
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"{name}: there are {', '.join(self._columns)}") from None

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def keys(self):
        return self._columns.keys()

    def items(self):
        return self._columns.items()

    def __repr__(self):
        return f"<{self.comment or 'request'}: {', '.join(self._columns)}>"


class Result:
    """What a run leaves behind: result.time, result['request_2']['f1'], result.units,
    result.events, result.works, result.summary. Arrays are read-only; units are the dataset's."""

    def __init__(self, session, model):
        import numpy as np
        rows, columns, time, data, touches, self.works, state = session.take()
        self.model = model
        self.time = np.frombuffer(time) if time is not None else np.empty(0)
        table = (np.frombuffer(data)[:rows * columns].reshape(columns, rows)
                 if data is not None else np.empty((columns, 0)))
        self.state = None if state is None else np.frombuffer(state)
        self.tables = {}
        self.time_unit = session.unit("T")
        if session.asked:
            self.tables["columns"] = _Table(dict(zip(session.asked, table)), {}, "columns")
        else:
            self._take_requests(session.requests(), table)
        self.units = {name: t.units for name, t in self.tables.items()}
        self.events = np.array(touches, dtype=[("time", float), ("statement", "U16"), ("id", int),
                                               ("closes", bool), ("from_start", bool),
                                               ("speed", float)])
        self.summary = {"model": model, **session.totals()}

    def _take_requests(self, requests, table):
        for k, (ident, comment, headings) in enumerate(requests):
            columns, units = {}, {}
            for place, (name, unit) in enumerate(headings):
                columns[name] = columns[f"f{place + 1}"] = table[8 * k + place]
                units[name] = units[f"f{place + 1}"] = unit
            self.tables[f"request_{ident}"] = _Table(columns, units, comment or "")

    def __getitem__(self, name):
        if name in self.tables:
            return self.tables[name]
        columns = self.tables.get("columns")
        if columns and name in columns.keys():
            return columns[name]
        raise KeyError(f"{name}: there are {', '.join(self.tables) or 'no tables'}")

    def keys(self):
        return self.tables.keys()

    def to_csv(self, folder):
        """Writes the tables as `lash run` does: FOLDER/request_<id>.csv, 17 digits."""
        os.makedirs(folder, exist_ok=True)
        for name, table in self.tables.items():
            named = {k: v for k, v in table.items() if table.units.get(k) is not None}
            seen, heads, columns = set(), [], []
            for key, values in (named or dict(table.items())).items():
                if id(values) in seen:
                    continue
                seen.add(id(values))
                unit = table.units.get(key)
                heads.append(f"{key} ({unit})" if unit else key)
                columns.append(values)
            time = f"time ({self.time_unit})" if self.time_unit else "time"
            with open(os.path.join(folder, f"{name}.csv"), "w", encoding="utf-8") as out:
                out.write(",".join([time, *heads]) + "\n")
                for row in zip(self.time, *columns):
                    out.write(",".join(f"{x:.17g}" for x in row) + "\n")

    def plot(self, table=None, columns=None, ax=None, **kwargs):
        """Columns of a table over time. Returns the axes."""
        from .plots import plot_result
        return plot_result(self, table, columns, ax, **kwargs)

    def __repr__(self):
        s = self.summary
        return (f"<{os.path.basename(self.model)} to {s['end']:g} {self.time_unit}: "
                f"{len(self.time)} outputs, {s['steps']} steps, {len(self.events)} events, "
                f"{', '.join(self.tables)}>")

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{k}</td><td style='text-align:left'>{html.escape(str(v))}</td></tr>"
                       for k, v in self.summary.items() if not isinstance(v, dict))
        return f"<b>{html.escape(os.path.basename(self.model))}</b><table>{rows}</table>"


def _settings(changes):
    """{'STRING/1.e': 0.7, 'STRING/1.normal': law} as texts of `--set`."""
    texts = []
    for target, value in (changes or {}).items():
        if not isinstance(value, (str, int, float, Law)) and callable(value):
            value = value()  # a law written in Python, with its defaults
        if isinstance(value, Law):
            texts.append(f"{target}={value.name}")
            holder = target.rsplit(".", 1)[0]
            prefix = "friction." if value.kind == "friction" else ""
            texts += [f"{holder}.{prefix}{k}={v if isinstance(v, str) else repr(float(v))}"
                      for k, v in value.settings.items()]
        else:
            texts.append(f"{target}={value if isinstance(value, str) else repr(value)}")
    return texts


def _options(set, without, end, dtout, steps, audit, baumgarte, folder, others):
    """Options of the library from those of Python; what is None is not given."""
    given = {"end": end, "output_step": dtout, "steps": steps, "folder": folder, **others}
    options = {k: v for k, v in given.items() if v is not None}
    if options.get("host") == "reference":
        del options["host"]
    options["sets"], options["without"] = _settings(set), list(without)
    options["no_audit"] = not audit
    options["tables"] = folder is not None
    if baumgarte:
        options["alpha"], options["beta"] = baumgarte
    if folder is not None:
        options["folder"] = os.fspath(folder)
    return options


class Session(_lash.Session):
    """A run step by step.

        with lash.Session("model.adm") as s:
            s.force(damper, 21, 1)
            s.advance(0.1)
            s.measure("VZ", 21, 1)

    Options are those of lash.run. It starts with the first call that needs a state; forces come
    before that. A session belongs to one thread at a time."""

    def __new__(cls, model, *, set=None, without=(), end=None, dtout=None, steps=None, columns=(),
                audit=True, baumgarte=None, folder=None, **others):
        options = _options(set, without, end, dtout, steps, audit, baumgarte, folder, others)
        options.setdefault("requests", not columns)
        options.setdefault("touches", "host" not in options)
        self = super().__new__(cls, os.fspath(model), options, list(columns))
        self.model, self.asked = os.fspath(model), list(columns)
        self._running = False
        return self

    def __init__(self, model, **options):
        pass

    def force(self, function, i=0, j=0, rm=0, *, name=None):
        """A force of one's own in every evaluation: function(call) -> up to six numbers, force and
        torque. Between markers i and j, along the axes of rm; or, by name, instead of the FUNCTION
        of an element ('GFORCE/3') or of a ROUTINE ('mine::drag'). `call` has time, i and j (r,
        axes, v, w), element and parameters."""
        super().force(name, i, j, rm, function)

    def start(self):
        if not self._running:
            super().start()
            self._running = True
        return self

    def run(self):
        """The whole run, as lash.run does it."""
        super().run()
        self._running = True
        return Result(self, self.model)

    def advance(self, time):
        """Goes to this time. A SENSOR may end it before."""
        self.start()
        super().advance(time)
        return self

    @property
    def time(self):
        self.start()
        return super().time()

    def measure(self, name, *ids):
        """A run-time function at the present state: measure('DX', 41, 11) or measure('DX(41,11)')."""
        self.start()
        words = re.fullmatch(r"\s*(\w+)\s*\(([-\d,\s]*)\)\s*", name)
        if words and not ids:
            name, ids = words[1], tuple(int(x) for x in words[2].split(",") if x.strip())
        return super().measure(name, ids)

    def request(self, ident):
        """The eight numbers of a REQUEST at the present state."""
        import numpy as np
        self.start()
        return np.frombuffer(super().request(ident))

    def marker(self, ident):
        """How a marker moves now: r, axes, v, w."""
        self.start()
        return super().marker(ident)

    def input(self, variable, value, rate=0.0, curvature=0.0):
        """From now on VARIABLE/id is this polynomial in time instead of its FUNCTION."""
        self.start()
        if isinstance(variable, str):
            variable = int(variable.rsplit("/", 1)[-1])
        super().input(variable, super().time(), value, rate, curvature)

    def save(self):
        """The present state as bytes; restore() goes back to it, to the last bit."""
        self.start()
        return super().save()

    def restore(self, saved):
        self.start()
        super().restore(saved)

    def eigenvalues(self):
        """Of the system linearised at the present state, by magnitude."""
        import numpy as np
        self.start()
        numbers = np.frombuffer(super().eigenvalues())
        return numbers[:len(numbers) // 2] + 1j * numbers[len(numbers) // 2:]

    def finish(self):
        """Ends the run: its results so far."""
        self.start()
        super().finish()
        return Result(self, self.model)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def run(model, *, set=None, without=(), end=None, dtout=None, steps=None, columns=(), forces=(),
        audit=True, baumgarte=None, folder=None, **others):
    """Simulates a dataset (.adm) or carries out a command file (.acf), as `lash run` does.

    >>> result = lash.run("examples/embedding.adm", end=0.1)
    >>> round(result["request_2"]["f4"][-1], 6)
    0.5

    set: changes, {'STRING/1.e': 0.7}; a value may be a law: {'STRING/1.normal': law}. without:
    elements left out. end, dtout or steps: how long, how many outputs. columns: instead of the
    requests, curves such as 'DX(41,11)'. forces: arguments of Session.force. folder: also writes
    the tables of `lash run` there. Others: host, integrator, engine, error, step, hmax, radius,
    analysis, checkpoint, resume, scatter, member, on_step(time, steps), on_output(time).
    """
    with Session(model, set=set, without=without, end=end, dtout=dtout, steps=steps,
                 columns=columns, audit=audit, baumgarte=baumgarte, folder=folder,
                 **others) as session:
        for force in forces:
            session.force(*force)
        return session.run()
