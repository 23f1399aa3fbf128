#!/usr/bin/env python3
"""Writes docs/benchmark-library.md: every problem of validation/library in every engine that is here.

  scripts/library.py [build/lash] [--also chrono=build-chrono/lash] [--limit 600] [--resume DIR]      from the top of the project

Engines are those of the build, and with --also one of another build. A problem that takes an engine longer than the limit is given up, and the
page says so. With --resume, what an engine has once given is kept in DIR, a file for each problem, and not asked for again.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

LIBRARY = pathlib.Path("validation/library")
PAGE = pathlib.Path("docs/benchmark-library.md")
MARK = "<!-- table -->"


def run(command, limit=None):
    return subprocess.run(command, capture_output=True, text=True, timeout=limit)


def ask(lash, name, engine, limit):
    """One problem in one engine, as `lash validate --json` tells it; how long it was waited for when it did not end."""
    try:
        done = run([lash, "validate", name, "--json"] + ([] if engine == "reference" else ["--host", engine]), limit)
    except subprocess.TimeoutExpired:
        return {"unfinished": limit}
    if not done.stdout:
        sys.exit(f"{name} in {engine}: {done.stderr}")
    return json.loads(done.stdout)["cases"][0]


def validate(lash, name, engine, limit, kept):
    keep = kept / f"{name}.{engine}.json" if kept else None
    if keep and keep.exists():
        return json.loads(keep.read_text())
    case = ask(lash, name, engine, limit)
    if keep:
        kept.mkdir(parents=True, exist_ok=True)
        keep.write_text(json.dumps(case))
    return case


def target_of(claim):
    try:
        return float(claim["published"])
    except ValueError:
        return None


def shown(case):
    """Claims that say something about the problem; energy balances are the solver's own affair."""
    return [c for c in case["claims"] if not c["quantity"].startswith("energy balance")]


def met(case):
    return sum(c["verdict"] == "reproduced" for c in shown(case))


def distance(claim):
    """Difference from the target, relative where there is one to be relative to; else the value."""
    target, value = target_of(claim), claim["computed"]
    if target is None:
        return f"{value:.4g}"
    return f"{(value - target) / abs(target):.1e}" if target else f"{value:.1e}"


def given_up(case):
    return "unfinished" in case


# What an engine says when it has no such thing, apart from what it says when it tries and fails.
REFUSALS = re.compile(r"\bhas no\b|cannot close a loop|represented here|does not offer|reference solver's|takes no inertia|cannot assemble|drives joints by|motion by subroutine|part without mass")


def word(reason):
    return "cannot" if REFUSALS.search(reason) else "fails"


def cell(case, claim):
    if given_up(case):
        return "unfinished"
    claim = next((c for c in case["claims"] if c["id"] == claim["id"]), None)
    if claim is None:
        return "not run"  # a row younger than what was kept
    if claim["computed"] is None:
        return word(claim["failure"] or "")
    return distance(claim) + ("" if claim["verdict"] == "reproduced" else " ✗")


def own_row(claim):
    if claim["computed"] is None:
        return f"– | **not run**: {claim['failure']}"
    difference = distance(claim) if target_of(claim) is not None else ""
    return f"{claim['computed']:.10g} | {difference}" + ("" if claim["verdict"] == "reproduced" else " **not met**")


def readme(name):
    return (LIBRARY / name / "README.md").read_text()


def title(name):
    return readme(name).splitlines()[0].lstrip("# ")


def pictures(name):
    found = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", readme(name))
    return [f"![{words}](../validation/library/{name}/{file})" for words, file in found]


def reasons(name):
    """Why rows are not met: the notes of the claims."""
    rows = csv.DictReader((LIBRARY / name / "claims.csv").open())
    return {row["id"]: row["note"] for row in rows}


def overview(runs, engines):
    lines = ["| problem | rows | " + " | ".join(engines) + " |", "|---|---|" + "---|" * len(engines)]
    for name, cases in runs.items():
        cells = []
        for engine in engines:
            case = cases[engine]
            if given_up(case):
                cells.append(f"unfinished after {case['unfinished']} s")
                continue
            ran = any(c["computed"] is not None for c in shown(case))
            cells.append(f"{met(case)} met, {case['seconds']:.1f} s" if ran else word(case["failed"]))
        lines.append(f"| [{title(name)}](#{anchor(title(name))}) | {len(shown(cases['reference']))} | " + " | ".join(cells) + " |")
    return lines + [""]


def anchor(words):
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def table(name, cases, engines):
    others = [e for e in engines if e != "reference"]
    lines = [f"### {title(name)}", "", f"[Equations, data and rules](../validation/library/{name}/README.md)", ""] + pictures(name) + ["",
             "| quantity | target | unit | rule | ours | difference | " + " | ".join(others) + " |", "|---|---|---|---|---|---|" + "---|" * len(others)]
    why, missed = reasons(name), []
    for claim in shown(cases["reference"]):
        lines.append(f"| {claim['quantity']} | {claim['published']} | {claim['unit']} | {claim['rule']} | {own_row(claim)} | "
                     + " | ".join(cell(cases[e], claim) for e in others) + " |")
        if claim["verdict"] != "reproduced":
            missed.append(f"- **not met**, {claim['quantity']}: {why.get(claim['id'], '')}")
    refusals = [f"- {e}: {said(cases[e], claim_count=len(shown(cases['reference'])))}" for e in others if given_up(cases[e]) or cases[e]["failed"]]
    return lines + [""] + missed + refusals + ([""] if missed or refusals else [])


def said(case, claim_count):
    """Why an engine gives nothing, or not all."""
    if given_up(case):
        return f"given up after {case['unfinished']} s of waiting; none of the {claim_count} rows is known"
    return " ".join(case["failed"].split())[:300]


def main():
    words = argparse.ArgumentParser()
    words.add_argument("lash", nargs="?", default="build/lash")
    words.add_argument("--also", action="append", default=[], metavar="ENGINE=LASH")
    words.add_argument("--limit", type=int, default=600)
    words.add_argument("--resume", type=pathlib.Path)
    given = words.parse_args()
    lash = {h["name"]: given.lash for h in json.loads(run([given.lash, "hosts", "--json"]).stdout)}
    lash.update(also.split("=", 1) for also in given.also)
    engines = list(lash)
    names = sorted(p.name for p in LIBRARY.iterdir() if (p / "claims.csv").exists())
    runs = {n: {e: validate(lash[e], n, e, given.limit, given.resume) for e in engines} for n in names}
    lines = overview(runs, engines)
    for name in names:
        lines += table(name, runs[name], engines)
    head = PAGE.read_text().split(MARK)[0]
    PAGE.write_text(head + MARK + "\n\n" + "\n".join(lines).rstrip() + "\n")


main()
