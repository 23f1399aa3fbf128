"""Types of the package lash; what things mean stands in their docstrings and in docs/python.md."""

import os
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

from ._lash import Call as Call, InputError as InputError, ModelWarning as ModelWarning
from ._lash import Motion as Motion, RunError as RunError, Unsupported as Unsupported
from ._lash import hosts as hosts, version as version

__version__: str

Array = npt.NDArray[np.float64]
Number = float | Array
Path = str | os.PathLike[str]

class Value(NamedTuple):
    force: Any
    d_delta: Any
    d_v: Any
    d_v0: Any = ...
    flags: int = ...
    beyond: int = ...

class Friction(NamedTuple):
    force: Any
    d_vt: Any
    d_normal: Any
    d_load: Any = ...
    d_z: Any = ...

class FilmValue(NamedTuple):
    force: Any
    torque_i: Any
    torque_j: Any
    power: Any
    lost: Any
    eps: Any
    film: Any
    flags: int = ...
    by: Any = ...

class WearValue(NamedTuple):
    angle: Any
    pressure: Any
    depth: Any
    volume: Any

class Spinning(NamedTuple):
    force: Any
    torque: Any
    rho: Any
    d_force: Any
    d_torque: Any

class Rates(NamedTuple):
    zdot: Any
    d_vt: Any = ...
    d_normal: Any = ...
    d_z: Any = ...

class Parameter(NamedTuple):
    value: float | str | None
    unit: str
    meaning: str
    default: float
    min: float
    max: float
    required: bool
    range: str
    choices: tuple[str, ...]
    given: bool

class LawInfo:
    name: str
    kind: str
    formula: str
    citation: str
    note: str
    traits: int
    derivatives: str
    parameters: dict[str, Parameter]

class Described:
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def formula(self) -> str: ...
    @property
    def citation(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def derivatives(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Parameter]: ...

class Law(Described):
    dim: int
    states: int
    continuous_states: int
    limit: float
    @property
    def settings(self) -> dict[str, float | str]: ...
    @property
    def words(self) -> str: ...
    @property
    def at_rest(self) -> tuple[float, ...]: ...
    def __call__(self, *args: Any, out: Any = ..., **kwargs: Any) -> Any: ...
    def rates(self, vt: Any, normal: Number = ..., z: Any = ...) -> Rates: ...
    def spinning(self, vt: Any, w: Any, a: float, normal: Any = ...,
                 pressure: str = ...) -> Spinning: ...
    def advance(self, vt: Any, normal: float, z: Any, h: float) -> tuple[float, ...]: ...
    def plot(self, ax: Any = ..., **kwargs: Any) -> Any: ...

class OwnLaw:
    name: str
    def __call__(self, *, dim: int = ..., touching: bool = ..., **parameters: float) -> Law: ...

class Film(Described):
    ball: bool
    viscosity: float
    @property
    def words(self) -> str: ...
    def __call__(self, e: Any, u: Any = ..., wi: Any = ..., wj: Any = ...) -> FilmValue: ...
    def peak(self, e: Any, u: Any = ..., wi: Any = ..., wj: Any = ...) -> float: ...
    def pressure(self, angle: Any, e: Any, u: Any = ..., wi: Any = ..., wj: Any = ...,
                 z: Any = ...) -> Any: ...
    def plot(self, ax: Any = ..., speed: float = ..., **kwargs: Any) -> Any: ...

class Wear(Described):
    @property
    def words(self) -> str: ...
    def __call__(self, r: Any, load: Any, slid: Any = ..., work: Any = ...) -> WearValue: ...

def law(name: str, /, *, folder: str | None = ..., dim: int = ..., touching: bool = ...,
        **parameters: float | str) -> Law | Film | Wear: ...
def laws(library: str | None = ...) -> list[LawInfo]: ...
def text(source: str, words: str) -> None: ...
def contact_law(function: Callable[..., float] | None = ..., *, kind: str = ...,
                units: Mapping[str, str] | None = ..., ranges: Mapping[str, str] | None = ...,
                meanings: Mapping[str, str] | None = ...,
                derivatives: Callable[..., Iterable[float]] | None = ..., citation: str = ...) -> Any: ...
def friction_law(function: Callable[..., float] | None = ..., *,
                 units: Mapping[str, str] | None = ..., ranges: Mapping[str, str] | None = ...,
                 meanings: Mapping[str, str] | None = ...,
                 derivatives: Callable[..., Iterable[float]] | None = ..., citation: str = ...) -> Any: ...

class Impact(NamedTuple):
    e_out: float
    contact_time: float
    delta_max: float
    force_max: float
    energy_lost: float
    clamped: bool
    curve: Any
    law: Law

class Fit(NamedTuple):
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

class Rig(NamedTuple):
    name: str
    values: dict[str, float]
    curve: Any
    law: Law | LawInfo

class Finding(NamedTuple):
    what: str
    verdict: str
    worst: float
    limit: float
    words: str

class Findings(list[Finding]):
    @property
    def met(self) -> bool: ...

AnyLaw = str | Law | OwnLaw

def impact(law: AnyLaw, *, mass: float = ..., speed: float = ..., mass2: float | None = ...,
           rows: int = ..., **parameters: float | str) -> Impact: ...
def fit(law: AnyLaw = ..., *, mass: float, speed: float, restitution: float,
        depth_ratio: float = ..., **parameters: float | str) -> Fit: ...
def rigs() -> dict[str, str]: ...
def rig(name: str, law: AnyLaw | Film | Wear, *, rows: int = ..., **settings: float | str) -> Rig: ...
def check(law: AnyLaw, **parameters: float | str) -> Findings: ...

class Result:
    model: str
    time: Array
    time_unit: str
    state: Array | None
    tables: dict[str, Any]
    units: dict[str, dict[str, str]]
    events: npt.NDArray[Any]
    works: dict[str, float]
    summary: dict[str, Any]
    def __getitem__(self, name: str) -> Any: ...
    def keys(self) -> Iterable[str]: ...
    def to_csv(self, folder: Path) -> None: ...
    def plot(self, table: str | None = ..., columns: str | Sequence[str] | None = ...,
             ax: Any = ..., **kwargs: Any) -> Any: ...

Settings = Mapping[str, float | str | Law | OwnLaw]
Force = Callable[[Call], float | Sequence[float]]

class Session:
    model: str
    def __new__(cls, model: Path, *, set: Settings | None = ..., without: Sequence[str] = ...,
                end: float | None = ..., dtout: float | None = ..., steps: int | None = ...,
                columns: Sequence[str] = ..., audit: bool = ...,
                baumgarte: tuple[float, float] | None = ..., folder: Path | None = ...,
                **others: Any) -> Session: ...
    def force(self, function: Force, i: int = ..., j: int = ..., rm: int = ..., *,
              name: str | None = ...) -> None: ...
    def start(self) -> Session: ...
    def run(self) -> Result: ...
    def advance(self, time: float) -> Session: ...
    @property
    def time(self) -> float: ...
    def measure(self, name: str, *ids: int) -> float: ...
    def request(self, ident: int) -> Array: ...
    def marker(self, ident: int) -> Motion: ...
    def input(self, variable: int | str, value: float, rate: float = ..., curvature: float = ...) -> None: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
    def eigenvalues(self) -> npt.NDArray[np.complex128]: ...
    def finish(self) -> Result: ...
    def close(self) -> None: ...
    def __enter__(self) -> Session: ...
    def __exit__(self, *exception: Any) -> None: ...

def run(model: Path, *, set: Settings | None = ..., without: Sequence[str] = ...,
        end: float | None = ..., dtout: float | None = ..., steps: int | None = ...,
        columns: Sequence[str] = ..., forces: Sequence[tuple[Any, ...]] = ..., audit: bool = ...,
        baumgarte: tuple[float, float] | None = ..., folder: Path | None = ..., **others: Any) -> Result: ...

class Sweep:
    parameters: list[str]
    measures: list[str]
    failed: dict[int, str]
    def __getitem__(self, name: str) -> Array: ...
    def __len__(self) -> int: ...
    def plot(self, measure: str | None = ..., ax: Any = ..., **kwargs: Any) -> Any: ...

class Variant(NamedTuple):
    name: str
    values: Array
    probability: list[float]
    failed: int
    reason: str | None

class Comparison:
    measures: list[str]
    threshold: float
    variants: dict[str, Variant]
    def __getitem__(self, name: str) -> dict[str, float]: ...
    def differs(self, name: str, measure: str) -> bool: ...

class Claim(NamedTuple):
    id: str
    reading: str
    quantity: str
    published: str
    unit: str
    computed: float
    verdict: str
    expected: str
    surprise: bool

class Validation(dict[str, list[Claim]]):
    failed: dict[str, str]
    seconds: dict[str, float]
    @property
    def surprises(self) -> list[tuple[str, Claim]]: ...

Values = str | Iterable[float | str]

def sweep(model: Path, *, vary: Mapping[str, Values], measure: str | Sequence[str],
          set: Settings | None = ..., without: Sequence[str] = ..., end: float | None = ...,
          dtout: float | None = ..., points: int = ..., seed: int = ..., folder: Path | None = ...,
          jobs: int = ..., retry: bool = ..., **others: Any) -> Sweep: ...
def compare(model: Path, laws: Sequence[AnyLaw] | None = ..., *,
            friction: Sequence[AnyLaw] | None = ..., film: Sequence[str] | None = ...,
            wear: Sequence[str] | None = ..., rolling: Sequence[AnyLaw] | None = ...,
            measure: str | Sequence[str],
            params: Mapping[str, float | str] | None = ..., set: Settings | None = ...,
            without: Sequence[str] = ..., end: float | None = ..., dtout: float | None = ...,
            members: int = ..., scatter: float = ..., jobs: int = ..., **others: Any) -> Comparison: ...
def validate(*names: str, quick: bool = ..., single: bool = ..., host: str | None = ...,
             folder: Path | None = ..., out: Path | None = ..., jobs: int = ...) -> Validation: ...
