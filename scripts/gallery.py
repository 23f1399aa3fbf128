#!/usr/bin/env python3
"""The gallery: short examples, each with its picture.

  scripts/gallery.py [NAME…]          runs the examples (all) with build/, puts their pictures into docs/img/gallery and writes
                                      docs/gallery.md anew
  scripts/gallery.py --try NAME DIR   runs one with the build of DIR in a folder apart, and looks at its picture; 77: a program it
                                      needs is not here
  scripts/gallery.py --page           is docs/gallery.md what the examples say?

An example is a script in examples/gallery: its title, perhaps "needs PROGRAM", a line of text, the commands.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = ROOT + "/docs/gallery.md"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Example:
    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)[:-3]
        lines = read(path).rstrip("\n").split("\n")
        count = next(i for i, line in enumerate(lines) if not line.startswith("# "))
        words = [line[2:] for line in lines[:count]]
        self.needs = [word[6:] for word in words if word.startswith("needs ")]
        self.title, *text = [word for word in words if not word.startswith("needs ")]
        self.text, self.commands = " ".join(text), "\n".join(lines[count:])

    def missing(self, folder):
        hosts = subprocess.run([folder + "/build/lash", "hosts"], capture_output=True, text=True, check=False).stdout
        return [need for need in self.needs if not shutil.which(need) and not re.search(rf"^{need} ", hosts, re.M)]

    def run(self, folder):
        os.makedirs(folder + "/out/gallery", exist_ok=True)
        done = subprocess.run(["bash", "-e", self.path], cwd=folder, capture_output=True, text=True, check=False)
        picture = f"{folder}/out/gallery/{self.name}.svg"
        if done.returncode:
            sys.exit(f"{self.name}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        if not os.path.isfile(picture) or not re.search(r"<(path|polyline|use|polygon)\b", read(picture)):
            sys.exit(f"{self.name}: no picture, or an empty one, in {picture}")
        return picture


def examples():
    return [Example(path) for path in sorted(glob.glob(ROOT + "/examples/gallery/*.sh"))]


def page():
    out = ["# Gallery", "", f"{len(examples())} short examples: what to type, what comes of it. Each is a script in `examples/gallery` and is run by the tests; "
           "type the lines in the project's folder after `scripts/demo.sh` or a build, with a folder `out/gallery`. `scripts/gallery.py` makes this page and its pictures anew.", ""]
    out += [f"[{e.title}](#{re.sub(r'[^a-z0-9 -]', '', e.title.lower()).replace(' ', '-')}) ·" for e in examples()]
    out[-1] = out[-1][:-2]
    for e in examples():
        out += ["", f"## {e.title}", "", e.text, "", "```sh", e.commands, "```", "", f"![{e.title}](img/gallery/{e.name}.svg)"]
    return "\n".join(out) + "\n"


def project_like(build):
    """A folder that looks like the project, so that paths are as printed and results go elsewhere."""
    folder = tempfile.mkdtemp(prefix="lash_gallery_")
    for name in os.listdir(ROOT):
        if name != "out" and not name.startswith((".", "build")):
            os.symlink(f"{ROOT}/{name}", f"{folder}/{name}")
    os.symlink(os.path.abspath(build), folder + "/build")
    return folder


def try_one(name, build):
    example = next(e for e in examples() if e.name == name)
    folder = project_like(build)
    try:
        missing = example.missing(folder)
        if missing:
            print("needs", *missing)
            return 77
        example.run(folder)
        return 0
    finally:
        shutil.rmtree(folder)


def main(arguments):
    if arguments[:1] == ["--try"]:
        return try_one(*arguments[1:])
    if arguments == ["--page"]:
        if read(PAGE) != page():
            sys.exit("docs/gallery.md is not what examples/gallery says: scripts/gallery.py writes it")
        return 0
    os.makedirs(ROOT + "/docs/img/gallery", exist_ok=True)
    for example in examples():
        if arguments and example.name not in arguments:
            continue
        folder = project_like(ROOT + "/build")
        shutil.copyfile(example.run(folder), f"{ROOT}/docs/img/gallery/{example.name}.svg")
        shutil.rmtree(folder)
        print(example.name)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
