#!/usr/bin/env python3
"""The documents as a site that needs no server: make_site.py BUILD_FOLDER

BUILD_FOLDER/site/index.html is the README; pages keep the places of their files, so links between documents, cases and
headers hold. Headers become pages of the reference. The law explorer is one file of its own. Needs mkdocs, pymdownx,
KaTeX, and for the explorer Clang with its WebAssembly target; the manual's PDF is printed by Chromium where it is found.
"""
import base64
import glob
import html.parser
import os
import re
import shutil
import subprocess
import sys
from urllib.parse import unquote

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, "site")
KATEX = "/usr/share/javascript/katex"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


# ------------------------------------------------------------------------------------ reference


def listings():
    """Every file of the tree that may name what is installed; builds and what tests leave are passed by."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith((".", "build")) and name not in ("tests", "node_modules", "out")]
        yield from (os.path.join(folder, name) for name in files if name == "CMakeLists.txt" or name.endswith(".cmake"))


def public_headers():
    """The headers that `cmake --install` puts in place, wherever a CMakeLists.txt says so."""
    found = set(glob.glob(os.path.join(ROOT, "subroutines/runtime/lash_*.h")))
    for listing in listings():
        for name in re.findall(r"[\w/]*\blash_\w+\.h\b", read(listing)):
            for base in (os.path.dirname(listing), ROOT):
                path = os.path.join(base, name)
                if os.path.isfile(path):
                    found.add(os.path.normpath(path))
    return sorted((path for path in found if "LASH_API" in read(path)), key=os.path.basename)


def comment_text(comment):
    """A C comment as Markdown: lines set in by two or more become code."""
    lines = [re.sub(r"^ ?\* ?", "", line.rstrip()) for line in comment[2:-2].strip("\n").split("\n")]
    lines[0] = lines[0].strip()
    out, code = [], False
    for line in lines:
        inset = line.startswith("  ")
        if inset and not code:
            out += ["", "```c"]
        if code and not inset and line:
            out += ["```", ""]
            code = False
        code = code or inset
        out.append(line[2:] if inset else line if code else line.replace("<", "&lt;").replace("_", "\\_").replace("*", "\\*"))
    return "\n".join(out + (["```"] if code else [])).strip()


def header_page(path):
    """Sections by their ruled comments; each declaration below the words that stand before it."""
    text = re.sub(r"^#if(n?def| defined).*?\n|^#endif.*\n|^#define LASH_\w+_H\n|^extern \"C\" {\n|^}\n(?=#endif|\Z)", "", read(path), flags=re.M)
    text = re.sub(r"^(#include|#else).*\n", "", text, flags=re.M)
    parts = re.split(r"^(/\*(?:.|\n)*?\*/)[ ]*\n", text, flags=re.M)
    name = os.path.basename(path)
    page = [f"# {name}", ""]
    for i, part in enumerate(parts):
        if not part.strip():
            continue
        rule = re.match(r"/\* -{10,} ?([^-\n]+?)\s*(?:\n|\*/)", part)
        if rule:
            page += [f"## {rule.group(1).strip()}", ""]
        elif part.startswith("/*") and i % 2:
            page += [comment_text(part), ""]
        else:
            page += ["```c", re.sub(r"\n{2,}", "\n\n", part.strip("\n").rstrip()), "```", ""]
    return "\n".join(page)


def reference(stage):
    headers = public_headers()
    rows = ["# Reference", "", "Every public header, as it is installed. What is promised: [embedding](docs/embedding.md).", "",
            "| header | what it is |", "|---|---|"]
    for path in headers:
        name = os.path.basename(path)
        write(f"{stage}/reference/{name[:-2]}.md", header_page(path))
        first = re.match(r"/\*+\s*([^.\n]*)", read(path)).group(1).strip()
        rows.append(f"| [`{name}`](reference/{name[:-2]}.md) | {first} |")
    write(f"{stage}/reference.md", "\n".join(rows) + "\n")
    return {os.path.relpath(path, ROOT): f"reference/{os.path.basename(path)[:-2]}.md" for path in headers}


# -------------------------------------------------------------------------------------- documents

LINK = re.compile(r"(!?\[(?:[^\]]|\]\()*?\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def stage_documents(stage, references):
    """README, everything in docs/, and every file that they lead to."""
    waiting = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    waiting += [os.path.relpath(path, ROOT) for path in glob.glob(ROOT + "/docs/**/*", recursive=True) if os.path.isfile(path)]
    done = set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        source, target = os.path.join(ROOT, name), os.path.join(stage, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not name.endswith(".md"):
            shutil.copyfile(source, target)
            continue

        def follow(match, folder=os.path.dirname(name)):
            before, link, anchor, after = match.groups()
            if re.match(r"[a-z]+:", link):
                return match.group(0)
            place = os.path.normpath(os.path.join(folder, unquote(link)))
            if place in references:
                return before + os.path.relpath(references[place], folder or ".") + after
            if os.path.isdir(os.path.join(ROOT, place)):
                place = os.path.join(place, "README.md")
                link = link.rstrip("/") + "/README.md"
            if os.path.isfile(os.path.join(ROOT, place)):
                waiting.append(place)
            return before + link + (anchor or "") + after

        write(target, LINK.sub(follow, read(source)))


def stage_katex(stage):
    os.makedirs(stage + "/katex", exist_ok=True)
    shutil.copytree(KATEX + "/fonts", stage + "/katex/fonts", dirs_exist_ok=True)
    for name in ("katex.min.css", "katex.min.js"):
        shutil.copyfile(os.path.realpath(f"{KATEX}/{name}"), f"{stage}/katex/{name}")
    shutil.copyfile(HERE + "/formulas.js", stage + "/katex/formulas.js")
    shutil.copyfile(HERE + "/site.css", stage + "/katex/site.css")


# --------------------------------------------------------------------------------------- explorer


def explorer(build):
    """One file with page, style, program and the laws inside; False where no compiler for it is found."""
    clang = shutil.which("clang") or shutil.which("clang-14")
    if not clang or not os.path.isdir("/usr/lib/wasm32-wasi"):
        print("law explorer: left out, Clang with wasi-libc was not found")
        return False
    wasm = build + "/explorer.wasm"
    folders = ["core", "contact", "friction", "film", "wear"]
    sources = [path for folder in folders for path in sorted(glob.glob(f"{ROOT}/{folder}/*.c"))]
    sources += [f"{ROOT}/rigs/ride.c", f"{ROOT}/rigs/rig_curve.c", HERE + "/explorer.c"]
    subprocess.run([clang, "--target=wasm32-wasi", "-mexec-model=reactor", "-std=c11", "-O2", "-ffp-contract=off", "-fno-math-errno",
                    "-DLASH_API=", "-Wl,--strip-all", *(f"-I{ROOT}/{folder}" for folder in [*folders, "rigs"]),
                    *sources, "-lm", "-o", wasm], check=True)
    page = read(HERE + "/explorer.html")
    with open(wasm, "rb") as file:
        pieces = {"explorer.wasm": base64.b64encode(file.read()).decode()}
    for name in ("explorer.css", "explorer.js"):
        pieces[name] = read(f"{HERE}/{name}").rstrip("\n")
    for name, text in pieces.items():
        page = page.replace("{{" + name + "}}", text)
    write(build + "/site/explorer.html", page)
    return True


# ------------------------------------------------------------------------------------------ links


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.update(given[key] for key in ("id", "name") if given.get(key))
        for key in ("href", "src"):
            if given.get(key):
                self.links.append(given[key])


def dead_links(site):
    pages = {path: Page(read(path)) for path in glob.glob(site + "/**/*.html", recursive=True) if not path.endswith("explorer.html")}
    dead = []
    for path, page in pages.items():
        if path.endswith("404.html"):
            continue  # its links are those of a server
        for link in page.links:
            if re.match(r"(https?|mailto|data|javascript):", link) or link.startswith("//"):
                continue
            file, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(file))) if file else path
            missing = not os.path.exists(target) or (
                anchor and target in pages and unquote(anchor) not in pages[target].ids)
            if missing:
                dead.append(f"{os.path.relpath(path, site)}: {link}")
    return sorted(set(dead))


# -------------------------------------------------------------------------------------------- all


def print_manual(site):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        print("theory.pdf: left out, Chromium was not found")
        return
    subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--no-pdf-header-footer",
                    f"--print-to-pdf={site}/theory.pdf", f"file://{os.path.abspath(site)}/docs/theory.html"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)


def main():
    if not shutil.which("mkdocs") or not os.path.isdir(KATEX):
        print("left out: mkdocs or KaTeX (libjs-katex) was not found")
        return 77
    build = os.path.abspath(sys.argv[1])
    stage, site = build + "/site-pages", build + "/site"
    for folder in (stage, site):
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(stage)
    stage_documents(stage, reference(stage))
    stage_katex(stage)
    settings = read(HERE + "/mkdocs.yml").replace("{{pages}}", stage).replace("{{site}}", site)
    write(build + "/mkdocs.yml", settings)
    subprocess.run(["mkdocs", "build", "--quiet", "--config-file", build + "/mkdocs.yml"], check=True)
    has_explorer = explorer(build)
    print_manual(site)
    dead = dead_links(site)
    if not has_explorer:
        dead = [line for line in dead if "explorer.html" not in line]
    for line in dead:
        print("dead link in", line)
    print(f"{site}/index.html: {len(glob.glob(site + '/**/*.html', recursive=True))} pages, {len(dead)} dead links")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
