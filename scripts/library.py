#!/usr/bin/env python3
"""Writes docs/benchmark-library.md: every problem of validation/library in every engine that is here.

  scripts/library.py [build/lash] [--also chrono=build-chrono/lash] [--limit 600] [--resume DIR] [--only ENGINE[:PROBLEM,…]]…      from the top of the project

Engines are those of the build, and with --also one of another build. A problem that takes an engine longer than the limit is given up, and the
page says so. With --resume, what an engine has once given is kept in DIR, a file for each problem, and not asked for again. With --only, the other cells
stay as the page has them, of engines that are not here too; our own column is always asked for.
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


class Page:
    """The page as it is: the cells of engines that are not asked."""

    def __init__(self, text):
        self.lines = text.split(MARK)[1].splitlines()
        heading = next(line for line in self.lines if line.startswith("| problem |"))
        self.engines = [word.strip() for word in heading.strip(" |").split("|")[2:]]
        self.sections, section = {}, []
        for line in self.lines:
            if line.startswith("### "):
                section = self.sections.setdefault(line[4:], [])
            section.append(line)

    def cells(self, line):
        """The last cells of a row, by engine; a quantity may hold bars of its own."""
        return dict(zip(reversed(self.engines), reversed([cell.strip() for cell in line.strip(" |").split("|")])))

    def overview(self, name, engine):
        line = next((line for line in self.lines if line.startswith(f"| [{title(name)}](")), None)
        return self.cells(line)[engine] if line else "not run"

    def row(self, name, claim, engine):
        rows = [line for line in self.sections.get(title(name), []) if line.startswith("| ")][1:]
        line = next((line for line in rows if line.startswith(f"| {claim['quantity']} | {claim['published']} |")), None)
        if line:
            return judged(self.cells(line)[engine], claim)
        words = {self.cells(line)[engine] for line in rows}
        return words.pop() if words in ({"cannot"}, {"unfinished"}, {"fails"}) else "not run"  # a row younger than what was kept

    def said(self, name, engine):
        return [line for line in self.sections.get(title(name), []) if line.startswith(f"- {engine}: ")]


def judged(cell, claim):
    """A kept difference, by the rule as it is now."""
    near, target = re.match(r"near (\S+) within (\S+)", claim["rule"]), target_of(claim)
    value = re.match(r"-?\d\S*e\S*", cell)
    if not near or not value or not target:
        return cell
    off = abs(target * (1 + float(value[0])) - float(near[1]))
    return value[0] + (" ✗" if off > float(near[2]) else "")


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


def overview_cell(name, case, engine, claims, page):
    if case is None:
        kept = page.overview(name, engine)
        count = sum(bool(re.match(r"-?\d", cell)) and "✗" not in cell for cell in (page.row(name, c, engine) for c in claims))
        return re.sub(r"^\d+ met", f"{count} met", kept)
    if given_up(case):
        return f"unfinished after {case['unfinished']} s"
    ran = any(c["computed"] is not None for c in shown(case))
    return f"{met(case)} met, {case['seconds']:.1f} s" if ran else word(case["failed"])


def overview(runs, engines, page):
    lines = ["| problem | rows | " + " | ".join(engines) + " |", "|---|---|" + "---|" * len(engines)]
    for name, cases in runs.items():
        claims = shown(cases["reference"])
        cells = [overview_cell(name, cases.get(engine), engine, claims, page) for engine in engines]
        lines.append(f"| [{title(name)}](#{anchor(title(name))}) | {len(claims)} | " + " | ".join(cells) + " |")
    return lines + [""]


def anchor(words):
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def table(name, cases, engines, page):
    others = [e for e in engines if e != "reference"]
    lines = [f"### {title(name)}", "", f"[Equations, data and rules](../validation/library/{name}/README.md)", ""] + pictures(name) + ["",
             "| quantity | target | unit | rule | ours | difference | " + " | ".join(others) + " |", "|---|---|---|---|---|---|" + "---|" * len(others)]
    why, missed = reasons(name), []
    for claim in shown(cases["reference"]):
        lines.append(f"| {claim['quantity']} | {claim['published']} | {claim['unit']} | {claim['rule']} | {own_row(claim)} | "
                     + " | ".join(cell(cases[e], claim) if e in cases else page.row(name, claim, e) for e in others) + " |")
        if claim["verdict"] != "reproduced":
            missed.append(f"- **not met**, {claim['quantity']}: {why.get(claim['id'], '')}")
    refusals = []
    for e in others:
        if e not in cases:
            refusals += page.said(name, e)
        elif given_up(cases[e]) or cases[e]["failed"]:
            refusals.append(f"- {e}: {said(cases[e], claim_count=len(shown(cases['reference'])))}")
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
    words.add_argument("--only", action="append", default=[], metavar="ENGINE[:PROBLEM,…]")
    given = words.parse_args()
    text = PAGE.read_text()
    page = Page(text)
    lash = {h["name"]: given.lash for h in json.loads(run([given.lash, "hosts", "--json"]).stdout)}
    lash.update(also.split("=", 1) for also in given.also)
    engines = list(lash) + [e for e in page.engines if e not in lash and given.only]
    names = sorted(p.name for p in LIBRARY.iterdir() if (p / "claims.csv").exists())
    asked = dict(only.partition(":")[::2] for only in given.only)

    def is_asked(engine, name):
        return engine in lash and (engine == "reference" or not asked or (engine in asked and (not asked[engine] or name in asked[engine].split(","))))

    runs = {n: {e: validate(lash[e], n, e, given.limit, given.resume) for e in engines if is_asked(e, n)} for n in names}
    lines = overview(runs, engines, page)
    for name in names:
        lines += table(name, runs[name], engines, page)
    PAGE.write_text(text.split(MARK)[0] + MARK + "\n\n" + "\n".join(lines).rstrip() + "\n")


main()
