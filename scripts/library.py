#!/usr/bin/env python3
"""Writes docs/benchmark-library.md: every problem of validation/library in every engine that is here.

  scripts/library.py [build/lash]      from the top of the project
"""
import json
import pathlib
import subprocess
import sys

LASH = sys.argv[1] if len(sys.argv) > 1 else "build/lash"
PAGE = pathlib.Path("docs/benchmark-library.md")
MARK = "<!-- table -->"


def validate(host):
    command = [LASH, "validate", "--suite", "benchmarks", "--json"]
    done = subprocess.run(command + (["--host", host] if host else []), capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return {case["name"]: case for case in json.loads(done.stdout)["cases"]}


def hosts():
    listed = json.loads(subprocess.run([LASH, "hosts", "--json"], capture_output=True, text=True, check=True).stdout)
    return [h["name"] for h in listed if h["name"] != "reference"]


def distance(claim, target):
    """Difference from the target, relative where there is one to be relative to."""
    value = claim["computed"]
    if value is None:
        return "–"
    return f"{(value - target) / abs(target):.1e}" if target else f"{value:.1e}"


def cell(claim, target):
    if claim["computed"] is None:
        return "cannot"
    return distance(claim, target) + ("" if claim["verdict"] == "reproduced" else " ✗")


def table(name, runs, engines):
    title = pathlib.Path(f"validation/library/{name}/README.md").read_text().splitlines()[0].lstrip("# ")
    lines = [f"### [{title}](../validation/library/{name}/README.md)", "",
             "| quantity | target | unit | rule | ours | difference | " + " | ".join(engines) + " |",
             "|---|---|---|---|---|---|" + "---|" * len(engines)]
    for i, claim in enumerate(runs["reference"][name]["claims"]):
        try:
            target = float(claim["published"])
        except ValueError:
            continue
        met = "" if claim["verdict"] == "reproduced" else " **not met**"
        others = [cell(runs[e][name]["claims"][i], target) for e in engines]
        lines.append(f"| {claim['quantity']} | {claim['published']} | {claim['unit']} | {claim['rule']} | {claim['computed']:.10g} | "
                     f"{distance(claim, target)}{met} | " + " | ".join(others) + " |")
    times = [f"{e} {runs[e][name]['seconds']:.1f} s" for e in ["reference"] + engines]
    return lines + ["", "Processor time: " + ", ".join(times) + ".", ""]


def main():
    engines = hosts()
    runs = {"reference": validate(None)} | {e: validate(e) for e in engines}
    lines = []
    for name in runs["reference"]:
        lines += table(name, runs, engines)
    head = PAGE.read_text().split(MARK)[0]
    PAGE.write_text(head + MARK + "\n\n" + "\n".join(lines).rstrip() + "\n")


main()
