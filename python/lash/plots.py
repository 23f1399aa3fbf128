"""Pictures with matplotlib, which is imported here alone."""


def _axes(ax):
    import matplotlib.pyplot as plt
    return plt.subplots()[1] if ax is None else ax


def _label(name):
    """'force_N' as 'force [N]'."""
    words, _, unit = name.partition("_")
    return f"{words} [{unit.replace('_', '/')}]" if unit else words


def plot_curve(curve, x, y, ax=None, **kwargs):
    ax = _axes(ax)
    ax.plot(curve[x], curve[y], **kwargs)
    ax.set_xlabel(_label(x))
    ax.set_ylabel(_label(y))
    if kwargs.get("label"):
        ax.legend()
    return ax


def plot_law(law, ax=None, mass=1.0, speeds=(0.05, 0.1, 0.2), speed=None, normal=10.0, **kwargs):
    """Force over penetration in impacts at some speeds; or friction over steady sliding speed."""
    import numpy as np

    from .rigs import impact
    ax = _axes(ax)
    if law.kind != "friction":
        for v in speeds:
            curve = impact(law, mass=mass, speed=v).curve
            ax.plot(1e6 * curve["delta_m"], curve["force_N"], label=f"{v:g} m/s", **kwargs)
        ax.set_xlabel("penetration [µm]")
        ax.set_ylabel("force [N]")
        ax.legend(title="speed")
    else:
        v = np.linspace(-1, 1, 401) * (speed or 0.1)
        ax.plot(v, [_steady(law, x, normal) for x in v], **kwargs)
        ax.set_xlabel("sliding speed [m/s]")
        ax.set_ylabel(f"friction under {normal:g} N [N]")
    ax.set_title(law.name)
    return ax


def plot_film(film, ax=None, speed=100.0, **kwargs):
    """Force over eccentricity, logarithmic."""
    import numpy as np
    ax = _axes(ax)
    eps = np.linspace(0.02, 0.95, 200)
    c = film.parameters["c"].value
    e = np.stack([eps * c, 0 * eps], axis=-1)
    value = film(e, u=(1e-3, 0)) if film.ball else film(e, wj=speed)
    ax.semilogy(eps, np.linalg.norm(value.force, axis=-1), **kwargs)
    ax.set_xlabel("eccentricity over clearance")
    ax.set_ylabel("force [N]")
    ax.set_title(film.name)
    return ax


def _steady(law, v, normal):
    """Force once the states have settled at this speed."""
    z = law.at_rest if law.states else None
    if law.states:
        for _ in range(200):
            z = law.advance(v, normal, z, 0.05)
    return law(v, normal, z).force


def plot_sweep(sweep, measure, ax=None, **kwargs):
    ax = _axes(ax)
    ax.plot(sweep[sweep.parameters[0]], sweep[measure], **{"marker": "o", **kwargs})
    ax.set_xlabel(sweep.parameters[0])
    ax.set_ylabel(measure)
    return ax


def plot_result(result, table=None, columns=None, ax=None, **kwargs):
    ax = _axes(ax)
    name = table or next(iter(result.keys()))
    data = result[name]
    chosen = columns or list(dict.fromkeys(k for k in data if not k.startswith("f"))) or list(data)[1:4]
    for column in [chosen] if isinstance(chosen, str) else chosen:
        unit = data.units.get(column, "")
        ax.plot(result.time, data[column], label=f"{column} [{unit}]" if unit else column, **kwargs)
    ax.set_xlabel(f"time [{result.time_unit}]" if result.time_unit else "time")
    ax.set_title(getattr(data, "comment", "") or name)
    ax.legend()
    return ax
