"""An impact with a Lash contact law from Python, through ctypes and liblash.so alone.

A ball of 1 kg falls on a plate at 0.5 m/s. The law remembers the speed of approach: trials read the
memory, accepted steps commit it. Prints the restitution that comes out, next to the one asked for.

    python3 ctypes_impact.py build/liblash.so
"""
import ctypes as c
import sys


class Error(c.Structure):
    _fields_ = [("status", c.c_int), ("message", c.c_char * 1024)]


class Value(c.Structure):
    _fields_ = [("force", c.c_double), ("d_delta", c.c_double), ("d_v", c.c_double),
                ("d_v0", c.c_double), ("flags", c.c_uint)]


class Contact(c.Structure):  # room for lash_contact; only Lash looks inside
    _fields_ = [("inside", c.c_double * 64)]


class Memory(c.Structure):
    _fields_ = [("time", c.c_double), ("delta", c.c_double), ("v", c.c_double), ("v0", c.c_double),
                ("start", c.c_double), ("impacts", c.c_uint64), ("phase", c.c_uint32),
                ("rebound", c.c_uint32)]


lash = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "liblash.so")
real = c.c_double
lash.lash_contact_eval.argtypes = [c.POINTER(Contact), real, real, real]
lash.lash_contact_eval.restype = Value
lash.lash_memory_reset.argtypes = [c.POINTER(Memory), real, real, real]
lash.lash_memory_commit.argtypes = [c.POINTER(Memory), real, real, real]
lash.lash_memory_trial.argtypes = [c.POINTER(Memory), real, real, real] + [c.POINTER(real)] * 3


def contact(name, **parameters):
    law, error = Contact(), Error()
    status = lash.lash_contact_begin(c.byref(law), name.encode(), c.byref(error))
    for key, value in parameters.items():
        status = status or lash.lash_contact_set(c.byref(law), key.encode(),
                                                 repr(value).encode(), c.byref(error))
    if status or lash.lash_contact_ready(c.byref(law), c.byref(error)):
        sys.exit(error.message.decode())
    return law


def drop(law, mass=1.0, speed=0.5, step=1e-6):
    """Classical Runge-Kutta until the ball leaves; gives its speed over the speed of approach."""
    memory, v0 = Memory(), real()
    t, x, v = 0.0, -1e-5, speed
    lash.lash_memory_reset(c.byref(memory), t, x, v)

    def acceleration(t, x, v):
        lash.lash_memory_trial(c.byref(memory), t, x, v, c.byref(v0), None, None)
        return -lash.lash_contact_eval(c.byref(law), x, v, v0.value).force / mass

    while not (x <= 0 and v < 0):
        h = step
        a1 = acceleration(t, x, v)
        v2, a2 = v + h / 2 * a1, acceleration(t + h / 2, x + h / 2 * v, v + h / 2 * a1)
        v3, a3 = v + h / 2 * a2, acceleration(t + h / 2, x + h / 2 * v2, v + h / 2 * a2)
        v4, a4 = v + h * a3, acceleration(t + h, x + h * v3, v + h * a3)
        x, v = x + h / 6 * (v + 2 * v2 + 2 * v3 + v4), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        t += h
        lash.lash_memory_commit(c.byref(memory), t, x, v)  # the step counts
    return -v / speed


worst = 0.0
for e in (0.9, 0.7, 0.5):
    result = drop(contact("exact", K=1e8, e=e))
    worst = max(worst, abs(result - e))
    print(f"restitution asked for {e}, got {result:.6f}")
sys.exit(0 if worst < 1e-4 else 1)
