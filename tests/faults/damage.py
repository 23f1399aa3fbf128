#!/usr/bin/env python3
"""Files that a program goes on from are damaged: nothing of it goes unnoticed.

damage.py LASH SOURCE [--count N] [--seed S]

A checkpoint, a table it goes on with, a saved state, the log of a sweep and its manifest are damaged in turn: a bit turned, the end cut off, two blocks swapped, a block of zeros, a block twice. Then the command is repeated. Good is:
a message and a status other than 0, and every other file as it was; or the very bytes that an undamaged run leaves, and, where a
line was damaged, a message. Anything else is silent, and counted. Prints how many of each there were.
"""
import argparse, filecmp, os, random, shutil, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("source")
parser.add_argument("--count", type=int, default=300), parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
random.seed(options.seed)
options.lash, options.source = os.path.abspath(options.lash), os.path.abspath(options.source)
MODEL = os.path.join(options.source, "validation/impact_pendulum/impact_pendulum.adm")
top = tempfile.mkdtemp(prefix="lash-damage-")


def run(words, folder):
    try:
        done = subprocess.run([options.lash] + words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    except subprocess.TimeoutExpired:
        return "hang", ""
    return done.returncode, done.stdout.decode(errors="replace")


def contents(folder):
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            if name.startswith(".lash") or name == "summary.json":
                continue
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def damage(path):
    with open(path, "rb") as file:
        data = bytearray(file.read())
    before = bytes(data)
    while bytes(data) == before:
        data = bytearray(before)
        kind = random.choice(["bit", "cut", "swap", "zeros", "twice"])
        size = random.randint(1, max(1, len(data) // 4))
        a, b = sorted(random.sample(range(len(data) + 1 - size), 2)) if len(data) + 1 - size >= 2 else (0, 0)
        if kind == "bit":
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        elif kind == "cut":
            del data[random.randrange(len(data)):]
        elif kind == "swap" and b >= a + size:
            data[a:a + size], data[b:b + size] = data[b:b + size], data[a:a + size]
        elif kind == "zeros":
            data[a:a + size] = bytes(size)
        elif kind == "twice":
            data[a:a] = data[a:a + size]
    with open(path, "wb") as file:
        file.write(data)
    return kind, before, bytes(data)


RUN = ["run", MODEL, "--end", "0.02", "--steps", "60", "--checkpoint-every", "25", "--checkpoint", "c.ckpt", "--out", "out", "--quiet"]
SWEEP = ["sweep", MODEL, "--vary", "PART/2.MASS=1:2:8", "--measure", "impacts,dissipated", "--end", "0.004", "--out", "out", "--threads", "1"]


def prepare():
    made = {}
    for name, words in {"run": RUN, "sweep": SWEEP, "state": ["run", "save.acf", "--out", "out", "--quiet"]}.items():
        folder = made[name] = os.path.join(top, name)
        os.mkdir(folder)
        if name == "state":
            shutil.copy(MODEL, os.path.join(folder, "m.adm"))
            with open(os.path.join(folder, "save.acf"), "w") as file:
                file.write("FILE/MODEL=m\nSIMULATE/DYNAMICS, DURATION=0.002, STEPS=4\nSAVE/SYSTEM, FILE=s.sav\nSTOP\n")
            with open(os.path.join(folder, "go_on.acf"), "w") as file:
                file.write("FILE/MODEL=m\nRELOAD/SYSTEM, FILE=s.sav\nSIMULATE/DYNAMICS, DURATION=0.002, STEPS=4\nSTOP\n")
        status, said = run(words, folder)
        if status != 0:
            sys.exit(f"{name} fails without any damage: {said}")
    # a run that was ended in the middle: its summary does not say that it is finished
    os.remove(os.path.join(made["run"], "out", "summary.json"))
    os.remove(os.path.join(made["sweep"], "out", "points.csv"))
    return made


def go_on(name, folder):
    if name in ("checkpoint", "table"):
        return run(RUN + ["--resume", "c.ckpt"], folder)
    if name == "state":
        return run(["run", "go_on.acf", "--out", "out", "--quiet"], folder)
    return run(SWEEP, folder)


TARGETS = {"checkpoint": ("run", "c.ckpt"), "table": ("run", "out/request_1.csv"), "state": ("state", "out/s.sav"),
           "log": ("sweep", "out/points.log"), "manifest": ("sweep", "out/manifest.txt")}


def main():
    made = prepare()
    wanted = {}
    for name, (origin, _) in TARGETS.items():
        folder = os.path.join(top, "good-" + name)
        shutil.copytree(made[origin], folder)
        status, said = go_on(name, folder)
        if status != 0:
            sys.exit(f"{name}: going on fails without any damage: {said}")
        wanted[name] = contents(folder)
    counts = {name: {"refused": 0, "mended": 0, "SILENT": 0} for name in TARGETS}
    names = list(TARGETS)
    for n in range(options.count):
        name = names[n % len(names)]
        origin, path = TARGETS[name]
        folder = os.path.join(top, "try")
        shutil.copytree(made[origin], folder)
        kind, before, after = damage(os.path.join(folder, path))
        start = contents(folder)
        status, said = go_on(name, folder)
        left = contents(folder)
        if status not in (0, "hang") and said.strip():
            verdict = "refused" if left == start or name == "state" else "SILENT"
        elif status == 0:
            same = {k: v for k, v in left.items() if k != path} == {k: v for k, v in wanted[name].items() if k != path}
            lines = name == "log" and set(after.split(b"\n")) <= set(before.split(b"\n"))
            good = same and (name == "table" or lines or "damaged" in said)
            if name == "table":
                good = same and left == wanted[name]
            verdict = "mended" if good else "SILENT"
        else:
            verdict = "SILENT"
        counts[name][verdict] += 1
        if verdict == "SILENT":
            print(f"  {name}, {kind}, number {n}: status {status}: {said.strip()[-300:]}", flush=True)
        shutil.rmtree(folder)
    for name, count in counts.items():
        print(f"{name:11} " + ", ".join(f"{v} {k}" for k, v in count.items()))
    silent = sum(count["SILENT"] for count in counts.values())
    print(f"{options.count} damaged, {silent} silent")
    return silent > 0


try:
    code = main()
finally:
    shutil.rmtree(top, ignore_errors=True)
sys.exit(code)
