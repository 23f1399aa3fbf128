#!/usr/bin/env python3
"""Programs are killed at random moments and repeated: in the end every file is, byte for byte, what an undisturbed one leaves.

kills.py LASH SOURCE [--count N] [--seed S] [--command run|sweep|compare|validate|pairs]

Each command is started, ended by SIGKILL after a random part of the time it takes, up to three times, and repeated (with --resume
where there is such a thing) until it comes to its end; then anew, until N kills in all have hit it at work. `pairs` starts two
runs into one folder at once, N / 10 times:
one is refused with a message, the other's files are whole. Times that were measured (wall_time, seconds) are not compared.
"""
import argparse, os, random, re, shutil, signal, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("source")
parser.add_argument("--count", type=int, default=200), parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--command")
options = parser.parse_args()
random.seed(options.seed)
LASH, SOURCE = os.path.abspath(options.lash), os.path.abspath(options.source)
MODEL = SOURCE + "/validation/impact_pendulum/impact_pendulum.adm"
top = tempfile.mkdtemp(prefix="lash-kills-")

COMMANDS = {
    "run": ["run", MODEL, "--end", "0.5", "--steps", "2000", "--checkpoint-every", "100", "--checkpoint", "c.ckpt", "--out", "out", "--quiet"],
    "sweep": ["sweep", MODEL, "--vary", "PART/2.MASS=1:2:40", "--measure", "impacts,dissipated", "--end", "0.02", "--out", "out",
              "--threads", "2", "--quiet"],
    "compare": ["compare", SOURCE + "/validation/rssr/rssr.adm", "--laws", "hertz,flores", "--measure", "peak(GFORCE(1,0,1,0)),impacts", "--end", "0.003", "--out", "out",
                "--ensemble", "2", "--quiet"],
    "validate": ["validate", "impact_pendulum", "--cases", SOURCE + "/validation", "--quick", "--no-plots", "--resume", "kept", "--out", "out"],
}


def again(name, folder):
    """What is typed after a kill."""
    words = COMMANDS[name]
    return words + ["--resume", "c.ckpt"] if name == "run" and os.path.exists(os.path.join(folder, "c.ckpt")) else words


def contents(folder):
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            path = os.path.relpath(os.path.join(place, name), folder)
            if name == ".lash-lock" or path.startswith(("kept", "c.ckpt", "points.log")) or name.startswith("points.") and name.endswith(".log"):
                continue
            with open(os.path.join(place, name), "rb") as file:
                data = file.read()
            if name.endswith((".json", ".html", ".csv")):
                data = re.sub(rb'"(wall_time|seconds)": [^,\n]*', b"", data)
            found[path] = data
    return found


def start(words, folder):
    return subprocess.Popen([LASH] + words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)


def finish(process):
    try:
        said, _ = process.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return "hang", ""
    return process.returncode, said.decode(errors="replace")


def differ(left, good):
    names = sorted(set(left) ^ set(good)) or sorted(n for n in good if left[n] != good[n])
    return ", ".join(names)


def kill_one(name, folder, duration):
    """How many kills hit a program at work."""
    hits = 0
    words = COMMANDS[name]
    for _ in range(random.randint(1, 3)):
        process = start(words, folder)
        try:
            process.wait(timeout=random.random() * duration)
        except subprocess.TimeoutExpired:
            process.kill()  # the process that was started alone: what it has started must end by itself
            hits += 1
        process.communicate()
        words = again(name, folder)
    return hits


def try_kills(name):
    good = os.path.join(top, name)
    os.mkdir(good)
    begun = time.time()
    status, said = finish(start(COMMANDS[name], good))
    duration = time.time() - begun
    if status != 0:
        sys.exit(f"{name} fails without a kill: {said}")
    wanted = contents(good)
    hits = bad = tries = 0
    while hits < options.count and tries < 10 * options.count:
        tries += 1
        folder = os.path.join(top, "try")
        os.mkdir(folder)
        hits += kill_one(name, folder, duration)
        status, said = finish(start(again(name, folder), folder))
        wrong = f"status {status}: {said.strip()[-300:]}" if status != 0 else differ(contents(folder), wanted)
        if wrong:
            bad += 1
            print(f"  {name}, number {tries}: {wrong}", flush=True)
        shutil.rmtree(folder)
    print(f"{name:9} {hits} kills, resumed {tries} times, {bad} not identical", flush=True)
    return bad + (hits < options.count)


def try_pairs():
    words = list(COMMANDS["run"])
    words[words.index("--end") + 1], words[words.index("--steps") + 1] = "10", "40000" # longer than the second one's patience
    good = os.path.join(top, "pair")
    os.mkdir(good)
    finish(start(words, good))
    wanted = contents(good)
    count, bad = max(1, options.count // 10), 0
    for n in range(count):
        folder = os.path.join(top, "try")
        os.mkdir(folder)
        ended = [finish(p) for p in [start(words, folder), start(words, folder)]]
        refused = [said for status, said in ended if status == 1 and "another program is writing" in said]
        wrong = "" if len(refused) == 1 else f"{[s for s, _ in ended]}: {ended[0][1]} {ended[1][1]}"
        wrong = wrong or differ(contents(folder), wanted)
        if wrong:
            bad += 1
            print(f"  pair {n}: {wrong}", flush=True)
        shutil.rmtree(folder)
    print(f"pairs     {count} times, {bad} wrong", flush=True)
    return bad


try:
    bad = sum(try_kills(name) for name in COMMANDS if options.command in (None, name))
    if options.command in (None, "pairs"):
        bad += try_pairs()
finally:
    shutil.rmtree(top, ignore_errors=True)
sys.exit(bad > 0)
