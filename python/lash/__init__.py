"""Contact and friction laws for multibody dynamics, and runs of mechanisms that use them.

>>> import lash
>>> law = lash.law("lankarani_nikravesh", K=1e8, e=0.9)
>>> round(law(1e-5, 0.1, 0.2).force, 4)
3.3876

Laws: law, laws, contact_law, friction_law, text. Rigs: impact, fit, rig, rigs, check.
Mechanisms: run, Session, hosts, sweep, compare, validate. Documentation: docs/python.md.
"""

from ._lash import Call, InputError, ModelWarning, Motion, RunError, Unsupported, hosts, version
from .films import Film, FilmValue
from .laws import Friction, Law, LawInfo, Parameter, Rates, Spinning, Value, law, laws, text
from .own_laws import contact_law, friction_law
from .rigs import Finding, Findings, Fit, Impact, Rig, check, fit, impact, rig, rigs
from .runs import Result, Session, run
from .studies import Claim, Comparison, Sweep, Validation, Variant, compare, sweep, validate
from .wear import Wear, WearValue

__version__ = version()

__all__ = [
    "Call", "Claim", "Comparison", "Film", "FilmValue", "Finding", "Findings", "Fit", "Friction", "Impact", "InputError", "Law", "LawInfo",
    "ModelWarning", "Motion", "Parameter", "Rates", "Result", "Rig", "RunError", "Session", "Spinning", "Sweep",
    "Unsupported", "Validation", "Value", "Variant", "Wear", "WearValue", "check", "compare", "contact_law", "fit", "friction_law", "hosts", "impact",
    "law", "laws", "rig", "rigs", "run", "sweep", "text", "validate", "version",
]
