"""A ball joint with clearance in a Python script, through ctypes and liblash.so alone.

An arm hangs by a ball of 10 mm in a socket of 10.5 mm and swings in the plane y-z: the model of
mujoco_clearance.c. The script moves the arm with its own Runge-Kutta steps; Lash gives geometry,
contact force and friction. Trials read the memory of the law, accepted steps commit it.

    python3 ctypes_clearance.py build/liblash.so
"""
import ctypes as c
import math
import sys

real, vec = c.c_double, c.c_double * 3


class Error(c.Structure):
    _fields_ = [("status", c.c_int), ("message", c.c_char * 1024)]


class Law(c.Structure):  # room for lash_contact or lash_friction; only Lash looks inside
    _fields_ = [("inside", c.c_double * 512)]


class Value(c.Structure):
    _fields_ = [("force", real), ("d_delta", real), ("d_v", real), ("d_v0", real),
                ("flags", c.c_uint)]


class Memory(c.Structure):
    _fields_ = [("time", real), ("delta", real), ("v", real), ("v0", real), ("start", real),
                ("impacts", c.c_uint64), ("phase", c.c_uint32), ("rebound", c.c_uint32)]


class Geometry(c.Structure):
    _fields_ = [("shape", c.c_int), ("radius_i", real), ("radius_j", real), ("length_i", real),
                ("length_j", real), ("blend", real)]


class Frame(c.Structure):
    _fields_ = [("position", vec), ("velocity", vec), ("axis", vec), ("side", vec), ("spin", vec)]


class Point(c.Structure):
    _fields_ = [("delta", real), ("v", real), ("share", real), ("eccentricity", vec),
                ("normal", vec), ("tangent", vec * 2), ("slip", vec), ("slip2", real * 2),
                ("surface_i", vec), ("surface_j", vec), ("arm_i", vec), ("arm_j", vec),
                ("flags", c.c_uint)]


class Points(c.Structure):
    _fields_ = [("count", c.c_size_t), ("point", Point * 2)]


class Wrench(c.Structure):
    _fields_ = [("force", vec), ("torque", vec)]


class FrictionInput(c.Structure):
    _fields_ = [("vt", real * 2), ("normal", real), ("load", real * 2), ("z", c.c_void_p)]


class FrictionValue(c.Structure):
    _fields_ = [("force", real * 2), ("rest", real * 74)]


lash = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "liblash.so")
lash.lash_memory_reset.argtypes = lash.lash_memory_commit.argtypes = [c.c_void_p, real, real, real]
lash.lash_memory_trial.argtypes = [c.c_void_p, real, real, real] + [c.c_void_p] * 3
lash.lash_point_wrench.argtypes = [c.c_void_p, real, c.c_void_p, c.c_void_p, c.c_void_p]
lash.lash_contact_eval.argtypes, lash.lash_contact_eval.restype = [c.c_void_p, real, real, real], Value


def make(kind, name, *dimension, **parameters):
    """A ready law: lash_contact_… or lash_friction_…"""
    law, error = Law(), Error()
    status = getattr(lash, kind + "_begin")(c.byref(law), name.encode(), *dimension, c.byref(error))
    for key, value in parameters.items():
        status = status or getattr(lash, kind + "_set")(c.byref(law), key.encode(),
                                                        repr(value).encode(), c.byref(error))
    if status or getattr(lash, kind + "_ready")(c.byref(law), c.byref(error)):
        sys.exit(error.message.decode())
    return law


normal = make("lash_contact", "lankarani_nikravesh", K=1e8, e=0.7)
friction = make("lash_friction", "brown_mcphee", c.c_size_t(2), v_tr=1e-3)

shape = Geometry(0, 0.0105, 0.010, 0, 0, 0)  # LASH_BALL_SOCKET
socket = Frame(vec(), vec(), vec(0, 0, 1), vec(1, 0, 0), vec())
ball = Frame(vec(), vec(), vec(0, 0, 1), vec(1, 0, 0), vec())
points, memory, v0, error = Points(), Memory(), real(), Error()
on_socket, on_ball, rub = Wrench(), Wrench(), FrictionValue()
MASS, INERTIA, LENGTH, GRAVITY = 1.0, 4e-3, 0.2, 9.81


def touch(state):
    """The contact at a state y, z, angle and their rates; y and z of the mass centre."""
    y, z, a, vy, vz, w = state
    s, co = LENGTH * math.sin(a), LENGTH * math.cos(a)
    ball.position[:] = (0, y - s, z + co)
    ball.velocity[:] = (0, vy - w * co, vz - w * s)
    ball.spin[:] = (w, 0, 0)
    lash.lash_geometry_eval(c.byref(shape), c.byref(socket), c.byref(ball), c.byref(points),
                            c.byref(error))
    return points.point[0], s, co


def rates(t, state):
    p, s, co = touch(state)
    fy = fz = torque = 0.0
    if p.delta > 0:
        lash.lash_memory_trial(c.byref(memory), t, p.delta, p.v, c.byref(v0), None, None)
        force = lash.lash_contact_eval(c.byref(normal), p.delta, p.v, v0.value).force
        sliding = FrictionInput((real * 2)(*p.slip2), force, (real * 2)(), None)
        lash.lash_friction_force(c.byref(friction), c.byref(sliding), c.byref(rub))
        along = vec(*(-rub.force[0] * p.tangent[0][k] - rub.force[1] * p.tangent[1][k]
                      for k in range(3)))
        lash.lash_point_wrench(c.byref(p), force, along, c.byref(on_socket), c.byref(on_ball))
        fy, fz = on_ball.force[1], on_ball.force[2]
        torque = on_ball.torque[0] - s * fz - co * fy  # about the mass centre
    return (*state[3:], fy / MASS, fz / MASS - GRAVITY, torque / INERTIA)


def step(t, state, h):
    k1 = rates(t, state)
    k2 = rates(t + h / 2, [x + h / 2 * k for x, k in zip(state, k1)])
    k3 = rates(t + h / 2, [x + h / 2 * k for x, k in zip(state, k2)])
    k4 = rates(t + h, [x + h * k for x, k in zip(state, k3)])
    return [x + h / 6 * (a + 2 * b + 2 * d + e) for x, a, b, d, e in zip(state, k1, k2, k3, k4)]


def energy(state):
    _, z, _, vy, vz, w = state
    return MASS * (GRAVITY * z + (vy * vy + vz * vz) / 2) + INERTIA * w * w / 2


angle = math.radians(40)
state = [LENGTH * math.sin(angle), -LENGTH * math.cos(angle), angle, 0.0, 0.0, 0.0]
start, deepest, t, h = energy(state), 0.0, 0.0, 2e-5
p, _, _ = touch(state)
lash.lash_memory_reset(c.byref(memory), t, p.delta, p.v)
for n in range(10000):
    state, t = step(t, state, h), (n + 1) * h
    p, _, _ = touch(state)
    lash.lash_memory_commit(c.byref(memory), t, p.delta, p.v)  # the step counts
    deepest = max(deepest, p.delta)
print(f"{memory.impacts} impacts in {t:g} s, deepest {1e6 * deepest:.2f} um, "
      f"energy {start:.4f} J -> {energy(state):.4f} J")
sys.exit(0 if memory.impacts > 0 and energy(state) < start and deepest < 1e-4 else 1)
