#!/usr/bin/python3
"""A batch of states of one contact law: called from C (through ctypes, whose call costs microseconds)
and from Python, in turns within one process; medians of processor time, and ratios to C.

    PYTHONPATH=build/python /usr/bin/python3 benchmarks/python_batch.py [STATES] [ROUNDS]

C into arrays that are there and Python with out= do the same work, and so do C into arrays that it
asks the system for each time and Python without out=: who is to be compared with whom."""

import ctypes
import pathlib
import statistics
import sys
import time

import numpy as np

import lash

N = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 41
LIBRARY = pathlib.Path(lash.__file__).resolve().parents[2] / "liblash_multibody.so"

c = ctypes.CDLL(str(LIBRARY))
c.lash_law_contact_batch.restype = ctypes.c_size_t
c.lash_law_contact_batch.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_void_p] * 6
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def c_law(words):
    law, message = ctypes.c_void_p(), ctypes.create_string_buffer(512)
    if c.lash_law_make(words.encode(), None, 1, ctypes.byref(law), message, 512):
        sys.exit(message.value.decode())
    return law


def main():
    rng = np.random.default_rng(1)
    delta, v, v0 = rng.uniform(0, 1e-4, N), rng.uniform(-1, 1, N), np.full(N, 1.0)
    inputs = [a.ctypes.data for a in (delta, v, v0)]
    out = lash.Value(np.zeros(N), np.zeros(N), np.zeros(N))
    places = [a.ctypes.data for a in out[:3]]
    law, in_c = lash.law("lankarani_nikravesh", K=1e8, e=0.9), c_law("lankarani_nikravesh K=1e8 e=0.9")

    def c_there():
        c.lash_law_contact_batch(in_c, N, *inputs, *places)

    def c_fresh():
        fresh = [libc.malloc(8 * N) for _ in range(3)]
        c.lash_law_contact_batch(in_c, N, *inputs, *fresh)
        for data in fresh:
            libc.free(data)

    ways = {"C, arrays that are there": c_there, "C, arrays from malloc": c_fresh,
            "Python, out=": lambda: law(delta, v, v0, out=out), "Python": lambda: law(delta, v, v0)}
    times = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            begin = time.thread_time()
            way()
            times[name].append(time.thread_time() - begin)
    base = statistics.median(times["C, arrays that are there"])
    for name, list_ in times.items():
        median = statistics.median(list_)
        print(f"{name:26} {1e3 * median:8.3f} ms  {1e9 * median / N:6.2f} ns/state  "
              f"{median / base:5.2f} of C   (least {1e3 * min(list_):.3f} ms)")


main()
