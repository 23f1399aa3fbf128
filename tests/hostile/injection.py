#!/usr/bin/env python3
"""Thirty hostile names and titles through every command that writes or draws: none is taken for a command, a path or a formula.

injection.py LASH SOURCE [--names N]

Each stands as the name of a dataset and of a folder, as the title of the dataset, as a name of a request's column, as a value that
is varied, as the title of a report, and as the file of a SAVE. After each: the status is one of 0 to 3, nothing was started (no
canary), nothing was written outside of the folder, no escape code reached standard output or error or a table, no cell of a table
begins as a formula does.
"""
import argparse, csv, os, re, shutil, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("source"), parser.add_argument("--names", type=int, default=1000)
options = parser.parse_args()
LASH, SOURCE = os.path.abspath(options.lash), os.path.abspath(options.source)
top = os.path.realpath(tempfile.mkdtemp(prefix="lash-injection-"))
CANARY = os.path.join(top, "canary")

NAMES = [
    "`touch CANARY`", "$(touch CANARY)", "'; touch CANARY; '", "\"; system('touch CANARY'); \"", "a'.system('touch CANARY').'b",
    "\"; !touch CANARY", "x\n!touch CANARY", "x\nsystem('touch CANARY')", "| touch CANARY", "; touch CANARY", "&& touch CANARY",
    "@`touch CANARY`", "\\\"; system \"touch CANARY", "%n%n%n%s%s%s", "%1$*1$d", "-rf", "--out=evil", "-e system('touch CANARY')",
    "=1+1", "=cmd|'/C calc'!A0", "+1+1", "@SUM(1,1)", "-1+1", "\x1b]0;owned\x07", "\x1b[2J\x1b[31m", "\u009b31m", "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>", "]]></Title><x y=\"", "..\\..\\x", "\udcff\udcfe\udc80", "a" * 200, "\u202egnp.exe", "x\ty", "..",
    "label=\"];x[shape=box", "{|<f0>|}", "\\N\\G\\L", "$HOME", "~root", "*", "?[a-z]*", "#comment", "!x", "\"\"\"",
]


def hostile(text):
    return text.replace("CANARY", CANARY)


DATASET = """{title}
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/11
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21
MARKER/22, QP=0,0,1.5
JOINT/1, TRANSLATIONAL, I=21, J=11
SPRINGDAMPER/1, TRANSLATION, I=22, J=11, K=10, C=1, LENGTH=1
REQUEST/1, F1=DZ(21,11)\\, F2=VZ(21,11)\\, CNAMES={column},v
END
"""


def command(words, folder, said):
    done = subprocess.run([LASH] + [os.fsencode(w) for w in words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    said.append((words, done.returncode, done.stdout))
    return done.returncode


def inside(text):
    """As part of a line of a dataset."""
    return re.sub(r"[\n\r]", " ", text)


def try_name(text):
    wrong, said = [], []
    folder = os.path.join(top, "work")
    os.mkdir(folder)
    base = text.replace("/", "_")[:200] or "_"
    if base in (".", ".."):
        base = "dots"
    model, plain = "./" + base + ".adm", "plain.adm"
    for path, title in ((model, text), (plain, text)):
        with open(os.fsencode(os.path.join(folder, path)), "wb") as file:
            file.write(os.fsencode(DATASET.format(title=inside(title), column="\"" + re.sub(r'["\n\r\\]', "_", text)[:30] + "\"")))
    with open(os.path.join(folder, "save.acf"), "wb") as file:
        name = inside(text)
        file.write(os.fsencode(f"FILE/MODEL=plain\nSIMULATE/DYNAMICS, END=0.1, STEPS=2\nSAVE/FILE=../../{name}\nSTOP\n"))
    out = "./out " + base
    timed = ["--end", "0.1"]
    for words in (
        ["check", model], ["check", model, "--json"], ["run", model, "--steps", "4", "--res", "--req", "--out", out] + timed,
        ["run", plain, "--out", "run"] + timed, ["report", out], ["report", "run", "--title", text, "--static"], ["run", "save.acf", "--out", "saved"],
        ["sweep", model, "--vary", "PART/2.MASS=1,2", "--measure", "peak(request/1.f1)", "--out", out + "s", "--plot", out + ".svg"] + timed,
        ["sweep", plain, "--vary", "JOINT/1.TRANSLATIONAL=" + text, "--measure", "peak(request/1.f1)", "--out", "words"] + timed,
        ["sweep", plain, "--vary", text + "=1,2", "--measure", "peak(request/1.f1)", "--out", "names"] + timed,
        ["sweep", plain, "--vary", "PART/2.MASS=1,2", "--measure", text, "--out", "measures"] + timed,
        ["portrait", model, "--plane", "DZ(21,11),VZ(21,11)", "--out", out + "p"] + timed,
        ["bifurcation", model, "--vary", "PART/2.MASS=1,2", "--column", "DZ(21,11)", "--period", "0.05", "--skip", "1", "--keep", "2", "--out", out + "b"],
        ["graph", model, "--dot", out + ".dot", "--svg", out + "g.svg"], ["rig", "stick-slip", "--law", "lugre", "--plot", out + "r.svg"],
        ["flex", "frame", model, "--out", out + ".lfx"], ["sub", "check", model], ["law", text], ["run", plain, "--integrator", text] + timed,
        ["run", plain, "--set", text] + timed, ["run", plain, "--host", text] + timed, ["compare", plain, "--laws", text] + timed,
        ["validate", text, "--no-plots", "--out", out + "v"], [text],
    ):
        if b"\0" in b"".join(os.fsencode(w) for w in words):
            continue
        if text.startswith("-") and text in words:
            words = [w if w != text else "x" + w for w in words]
        status = command(words, folder, said)
        if status not in (0, 1, 2, 3):
            wrong.append(f"{words}: status {status}")
    for words, status, output in said:
        if re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]", output):
            wrong.append(f"{words}: an escape code was sent: {output[-200:]!r}")
    if os.path.exists(CANARY):
        wrong.append("the canary was made")
        os.remove(CANARY)
    if os.listdir(top) != ["work"]:
        wrong.append(f"written outside: {os.listdir(top)}")
    for place, _, files in os.walk(os.fsencode(folder)):
        for name in files:
            if not name.endswith(b".csv"):
                continue
            with open(os.path.join(place, name), "rb") as file:
                data = file.read()
            if re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", data):
                wrong.append(f"{name}: an escape code in the table")
            for row in csv.reader(data.decode("utf-8", "surrogateescape").splitlines()):
                for cell in row:
                    if re.match(r"[=+@-]", cell) and not re.fullmatch(r"[+-]?([0-9.]+(e[+-]?[0-9]+)?|inf|nan)", cell):
                        wrong.append(f"{name}: the cell {cell!r} is a formula")
    shutil.rmtree(folder)
    return len(said), wrong


def main():
    total = bad = 0
    names = NAMES[: options.names]
    for text in names:
        tried, wrong = try_name(hostile(text))
        total += tried
        bad += len(wrong)
        for line in wrong[:4]:
            print(f"  {text!r}: {line}"[:600], flush=True)
    print(f"{len(names)} names, {total} commands, {bad} wrong")
    return bad > 0


try:
    code = main()
finally:
    shutil.rmtree(top, ignore_errors=True)
sys.exit(code)
