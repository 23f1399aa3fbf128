#!/usr/bin/env python3
"""Every allocation and every write, open, rename, fsync and fork of every command fails once.

faults.py LASH PRELOAD SOURCE [--every N] [--command WORD]

A failing allocation comes from PRELOAD (no_memory.c), a failing system call from strace. After each: the command ends by
itself (no signal, no hang), with status 0 only where what it left is what it leaves without a fault, else with a message; and
a file that was there before is either as it was or whole. Prints how many faults each command met. --every N tries each N-th
fault only, beginning with the first ten.
"""
import argparse, filecmp, os, re, shutil, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("preload"), parser.add_argument("source")
parser.add_argument("--every", type=int, default=1), parser.add_argument("--command")
parser.add_argument("--kind"), parser.add_argument("--shout", action="store_true")
options = parser.parse_args()

DATA = options.source + "/tests/solver/data"
MODEL = options.source + "/validation/impact_pendulum/impact_pendulum.adm"
CALLS = {"write": "write,pwrite64,writev", "open": "open,openat,creat", "rename": "rename,renameat,renameat2",
         "fsync": "fsync,fdatasync", "fork": "fork,vfork,clone,clone3", "mkdir": "mkdir,mkdirat"}
ERROR = {"write": "ENOSPC", "open": "EMFILE", "rename": "EIO", "fsync": "EIO", "fork": "EAGAIN", "mkdir": "EACCES"}

COMMANDS = {  # what is typed, in an empty folder; {m} is a small dataset
    "laws": "laws --json",
    "law": "law hertz --set K=1e8 --at delta=1e-5,v=0.1",
    "impact": "impact --law flores --set e=0.5 --set K=1e8 --mass 1 --speed 0.3",
    "rig": "rig breakaway --law lugre",
    "check": "check {m}",
    "run": "run {m} --end 0.02 --steps 4 --out results --quiet",
    "checkpoint": "run {m} --end 0.02 --steps 4 --out results --checkpoint c.ckpt --quiet",
    "sweep": "sweep {m} --vary PART/2.MASS=1:2:2 --measure 'impacts' --end 0.01 --out sweep --threads 1 --quiet",
    "flex": "flex frame {d}/flexible_rod.frame --modes 2 --out rod.lfx",
    "report": "report results",
    "graph": "graph {m} --time 0",
}


def run(words, folder, environment=None, prefix=()):
    command = " ".join(prefix) + " " + options.lash + " " + words
    try:
        done = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, **(environment or {})},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    except subprocess.TimeoutExpired:
        return "hang", b"", b""
    return done.returncode, done.stdout, done.stderr


def fresh(name):
    folder = tempfile.mkdtemp(prefix="lash-faults-")
    if name == "report":
        run(COMMANDS["run"].format(m=MODEL), folder)
    return folder


def same(a, b):
    """Both folders hold the same files, but for times of day and seconds that were measured."""
    left = {os.path.relpath(os.path.join(p, f), a) for p, _, fs in os.walk(a) for f in fs}
    right = {os.path.relpath(os.path.join(p, f), b) for p, _, fs in os.walk(b) for f in fs}
    if left != right:
        return False
    for name in left:
        if name.endswith(("summary.json", "report.html", ".ckpt", ".lock")):
            continue
        if not filecmp.cmp(os.path.join(a, name), os.path.join(b, name), shallow=False):
            return False
    return True


def judge(status, output, errors, folder, good):
    if status == "hang":
        return "hangs"
    if status < 0 or status > 3:
        return f"ends by signal or with status {status}"
    if status != 0 and not errors.strip() and not output.strip():
        return f"status {status} and not a word"
    if b"Sanitizer" in errors or b"runtime error" in errors:
        return "the sanitizer found something"
    if status == 0 and not same(folder, good):
        return "status 0, but something is missing"
    return None


def chosen(count):
    return [n for n in range(1, count + 1) if n <= 10 or n % options.every == 0]


def try_all(name, kind, count, attempt, good):
    bad = 0
    numbers = chosen(count)
    for n in numbers:
        folder = fresh(name)
        status, output, errors = attempt(n, folder)
        fault = judge(status, output, errors, folder, good)
        if kind == "write" and fault and "not a word" in fault:
            fault = None  # it was the word that could not be written
        if fault:
            bad += 1
            if bad <= 3 or options.shout:
                print(f"  {name}: {kind} number {n}: {fault}: {errors[-200:].decode(errors='replace').strip()}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    return len(numbers), bad


def count_calls(name, words, calls):
    folder = fresh(name)
    log = os.path.join(folder, ".trace")
    run(words, folder, prefix=("strace", "-f", "-o", log, "-e", "trace=" + calls))
    with open(log, errors="replace") as lines:
        count = sum(1 for line in lines if re.match(r"\d+ +[a-z0-9]+\(", line))
    shutil.rmtree(folder, ignore_errors=True)
    return count


def main():
    total = faults = 0
    for name, text in COMMANDS.items():
        if options.command and options.command != name:
            continue
        words = text.format(m=MODEL, d=DATA)
        good = fresh(name)
        status, _, errors = run(words, good)
        if status != 0:
            print(f"{name}: fails without any fault: {errors.decode()}")
            return 1
        told = []
        if not options.kind or options.kind == "memory":
            counts = os.path.join(tempfile.gettempdir(), f"lash-faults-{os.getpid()}")
            folder = fresh(name)
            run(words, folder, {"LD_PRELOAD": options.preload, "LASH_FAULT_COUNT": counts})
            with open(counts) as lines:
                count = max(int(line) for line in lines)
            os.remove(counts)
            tried, bad = try_all(name, "memory", count, lambda n, f: run(
                words, f, {"LD_PRELOAD": options.preload, "LASH_FAULT_AT": str(n)}), good)
            told.append(f"memory {tried}" + (f" ({bad} BAD)" if bad else ""))
            total, faults = total + tried, faults + bad
        for kind, calls in CALLS.items():
            if options.kind and options.kind != kind or not shutil.which("strace"):
                continue
            count = count_calls(name, words, calls)
            tried, bad = try_all(name, kind, count, lambda n, f: run(words, f, prefix=(
                "strace", "-f", "-o", "/dev/null", "-e", "trace=" + calls, "-e",
                f"inject={calls}:error={ERROR[kind]}:when={n}")), good)
            told.append(f"{kind} {tried}" + (f" ({bad} BAD)" if bad else ""))
            total, faults = total + tried, faults + bad
        print(f"{name:11} " + ", ".join(told), flush=True)
        shutil.rmtree(good, ignore_errors=True)
    print(f"{total - faults} passed, {faults} failed")
    return faults > 0


sys.exit(main())
