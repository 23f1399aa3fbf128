#!/usr/bin/env python3
"""Hostile routines through every command that runs user code: what is said, the exit status, what is kept.

table.py LASH FOLDER [--every N] [--markdown]

FOLDER holds hostile.so. None may hang, none may exit with 0, every message names the routine, and a run leaves a summary that says
"failed" and whole rows. Prints a line per routine; with --markdown the table of docs/hostile.md.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("folder"), parser.add_argument("--every", type=int, default=1)
parser.add_argument("--markdown", action="store_true")
options = parser.parse_args()
LASH, LIBRARY = os.path.abspath(options.lash), os.path.abspath(options.folder + "/hostile.so")

ROUTINES = """ExitZero ExitSeven UnderExit QuickExit ExitGroup BecomesTrue KillsItself TermsItself Alarms ThreadLeaves ReadsNowhere WritesNowhere
Divides Traps Aborts Asserts CallsNowhere RaisesBus IgnoresCrash Recurses ThreadCrashes ThreadExits LeapsAway DamagesHeap FreesTwice
FreesUser FreesElement FreesResult UnmapsItself SmashesStack Overruns Underruns ChangesUser GivesNan GivesInfinity StopsRun Loops LoopsDeaf
Sleeps LocksTwice StopsItself PrintsGigabyte PrintsGigabyteOfErrors ClosesAll ClosesFiles LimitsFiles""".split()
FILES = ["ClosesAll", "ClosesFiles", "LimitsFiles"]  # harm only who writes files in the same process

AT_ONCE = ["check", "compile", "graph", "fmu model"]  # these call routines at the start alone

MODEL = """hostile
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,0,1
JOINT/1, TRANSLATIONAL, I=20, J=1
SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=USER(1,{when})\\, ROUTINE={library}::{routine}
REQUEST/1, F2=DZ(20,1)
END
"""
RUNS = "run only\nmodel m.adm\nend 0.5\nsteps 20\ncolumn z = r1.F2\nmembers 1\nquick 1\n"
CLAIMS = "id,quantity,published,unit,kind,measure,rule,expected,source,note\n001-01,z,1,m,value,peak(only.z),near 1 within 1,reproduced,here,\n"


def commands(limit):
    after = ["--end", "0.5", "--routine-limit", limit]
    return {
        "sub call": ["sub", "call", LIBRARY + "::{r}", "--kind", "sforce", "--time", "0.3", "--user", "1,2", "--time-limit", limit, "--marker",
                     "1=0,0,0", "--marker", "2=0,0,1"],
        "check": ["check", "m.adm", "--routine-limit", limit],
        "compile": ["compile", "m.adm", "--step", "1e-3", "--out", "m.c"] + after,
        "graph": ["graph", "m.adm", "--time", "0", "--routine-limit", limit],
        "fmu model": ["fmu", "model", "m.adm", "--out", "m.fmu", "--routine-limit", limit],
        "run": ["run", "m.adm", "--steps", "50", "--out", "run", "--quiet"] + after,
        "run in MuJoCo": ["run", "m.adm", "--steps", "50", "--host", "mujoco", "--out", "mujoco", "--quiet"] + after,
        "run in Simbody": ["run", "m.adm", "--steps", "50", "--host", "simbody", "--out", "simbody", "--quiet"] + after,
        "compare --hosts": ["compare", "--hosts", "reference,mujoco", "m.adm", "--out", "hosts"] + after,
        "sweep": ["sweep", "m.adm", "--vary", "PART/2.MASS=1:2:2", "--measure", "peak(DZ(20,1))", "--out", "sweep", "--quiet"] + after,
        "portrait": ["portrait", "m.adm", "--plane", "DZ(20,1),VZ(20,1)", "--out", "portrait"] + after,
        "bifurcation": ["bifurcation", "m.adm", "--vary", "PART/2.MASS=1:2:2", "--column", "DZ(20,1)", "--period", "0.1", "--skip", "1", "--keep",
                        "2", "--out", "bifurcation", "--routine-limit", limit],
        "validate": ["validate", "case", "--cases", ".", "--quick", "--no-plots", "--out", "validate", "--routine-limit", limit],
    }


def kept(folder, name):
    place = os.path.join(folder, name)
    rows = 0
    if not os.path.isdir(place):
        return "nothing", True
    whole = True
    for at, _, files in os.walk(place):
        for file in files:
            if file.endswith(".csv"):
                with open(os.path.join(at, file), "rb") as data:
                    text = data.read()
                whole &= not text or text.endswith(b"\n")
                if file == "request_1.csv":
                    rows = max(0, text.count(b"\n") - 1)
    summary = os.path.join(place, "summary.json")
    said = open(summary).read() if os.path.exists(summary) else ""
    return (f"{rows} rows" if said else "its folder"), whole and (not said or '"failed"' in said)


def try_one(routine, name, words, folder, available):
    with open(os.path.join(folder, "m.adm"), "w") as file:
        file.write(MODEL.format(library=LIBRARY[:-3], routine=routine, when=0 if name in AT_ONCE else 2))
    os.makedirs(os.path.join(folder, "case"), exist_ok=True)
    shutil.copy(os.path.join(folder, "m.adm"), os.path.join(folder, "case", "m.adm"))
    with open(os.path.join(folder, "case", "runs.txt"), "w") as file:
        file.write(RUNS)
    with open(os.path.join(folder, "case", "claims.csv"), "w") as file:
        file.write(CLAIMS)
    try:
        done = subprocess.run([LASH] + [w.replace("{r}", routine) for w in words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=120)
    except subprocess.TimeoutExpired:
        return "hang", "", "", ["hangs"]
    said = done.stdout.decode(errors="replace")
    lines = [line for line in said.splitlines() if routine in line or "lash:" in line]
    out = words[words.index("--out") + 1] if "--out" in words else None
    left, whole = kept(folder, out) if out else ("", True)
    wrong = []
    if done.returncode == 0:
        wrong.append("exits with 0")
    if done.returncode not in (0, 1, 2, 3):
        wrong.append(f"ends with {done.returncode}")
    if not said.strip():
        wrong.append("says nothing")
    if not whole:
        wrong.append("leaves a torn row or a wrong summary")
    return done.returncode, (lines or [""])[0].replace("lash: ", "")[:90], left, wrong


def main():
    available = subprocess.run([LASH, "hosts", "--json"], stdout=subprocess.PIPE).stdout.decode()
    chosen = [r for i, r in enumerate(ROUTINES) if i % options.every == 0]
    bad = total = 0
    table = []
    for routine in chosen:
        limit = "60" if routine.startswith("Prints") else "0.5"
        row = [routine]
        for name, words in commands(limit).items():
            if "MuJoCo" in name and "mujoco" not in available or "Simbody" in name and "simbody" not in available:
                row.append("not here")
                continue
            # printing points print where they like; files closed elsewhere harm nobody
            if routine.startswith("Prints") and name not in ("sub call", "check", "run", "run in MuJoCo", "run in Simbody"):
                row.append("–")
                continue
            if routine in FILES and not name.startswith("run"):
                row.append("–")
                continue
            folder = tempfile.mkdtemp(prefix="lash-hostile-")
            status, said, left, wrong = try_one(routine, name, words, folder, available)
            shutil.rmtree(folder, ignore_errors=True)
            total += 1
            bad += len(wrong) > 0
            if name == "run":
                row.insert(1, re.sub(r"/\S*/", "", said).replace("|", "/"))
            row.append(f"{status}" + (f", {left}" if left else ""))
            for line in wrong:
                print(f"  {routine} in {name}: {line}: {said}", flush=True)
        table.append(row)
        if not options.markdown:
            print(" | ".join(row), flush=True)
    if options.markdown:
        heads = ["routine", "what `lash run` says"] + list(commands("1"))
        print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
        for row in table:
            print("| " + " | ".join(row) + " |")
    print(f"{len(chosen)} routines, {total} commands, {bad} wrong")
    return bad > 0


sys.exit(main())
