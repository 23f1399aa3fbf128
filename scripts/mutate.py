"""The work of scripts/mutate.sh, which says what it does."""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build-mutants" / "tree"
EQUIVALENT = ROOT / "tests" / "mutants.txt"
SLOW = 0.5  # seconds of the processor from which a test is put off
UNNOTICED = ("quick", "silent", "survived")  # by the quick tests, by all, under the sanitizer too

# What is written in the place of a token; binary operators stand between spaces (clang-format).
BINARY = {"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "<": ">=", ">": "<=",
          "<=": ">", ">=": "<", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "&": "|", "|": "&", "%": "*"}
WORDS = {"true": "false", "false": "true", "fmin": "fmax", "fmax": "fmin", "sin": "cos", "cos": "sin", "break": "continue"}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # in the head of a for
TOKEN = re.compile(r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*)
  |(?P<number>\b\d[\w.]*(?:(?<=[eE])[-+]\d+)?)|(?P<word>[A-Za-z_]\w*)
  |(?P<binary>(?<=[ ])(?:[-+*/<>]=?|[=!]=|&&|\|\||[&|%])(?=\s))|(?P<sign>(?<=[ (\[,])-(?=[\w(.*]))|(?P<not>!(?!=))""",
                   re.VERBOSE | re.MULTILINE | re.DOTALL)
DIMENSION = re.compile(r"\b(?:double|float|int|char|bool|size_t|lash_\w+) \(?\**\w+\)?(?:\[\w*\])*\[$")  # of an array that is declared
DECLARED = re.compile(r"^\s*(?:static |const |extern )*(?:unsigned |struct )?\w+ \**\w+\[[^=]*$|^\s*case\b|^\s*enum\b")


def number_after(text):
  """Another constant: the next whole number, or the double of a real one."""
  if text.isdigit():
    return "0" if text == "1" else str(int(text) + 1)
  try:
    value = float(text)
  except ValueError:
    return None
  return repr(2 * value if value else 1.0)


def condition_end(source, start):
  """The place of the bracket that closes the one at `start`."""
  depth = 0
  for at in range(start, len(source)):
    depth += (source[at] == "(") - (source[at] == ")")
    if depth == 0:
      return at
  return None


def mutants_of(path):
  """All changes of a file: (file, line, from, to, place, text, which of those that read alike)."""
  source = (COPY / path).read_text()
  found = []
  for token in TOKEN.finditer(source):
    kind, old, at = token.lastgroup, token.group(), token.start()
    line_start = source.rfind("\n", 0, at) + 1
    line_end = source.find("\n", at)
    before = source[line_start:at]
    new = None
    if kind == "number" and DIMENSION.search(before):
      continue
    if kind == "number" and not (DECLARED.match(before) and "=" not in before):
      new = number_after(old)
    elif kind == "word" and old == "if" and source[token.end():token.end() + 2] == " (":
      end = condition_end(source, token.end() + 1)
      if end:
        old = source[at:end + 1]
        new = "if (!" + old[3:] + ")"
    elif kind == "word":
      new = WORDS.get(old)
    elif kind == "binary":
      in_for = re.match(r"\s*for \([^;]*;[^;]*$", before)
      new = BOUNDS.get(old) if in_for else None
      new = new or BINARY[old]
    elif kind in ("sign", "not"):
      new = ""
    if new is not None:
      found.append((path, source.count("\n", 0, at) + 1, old, new, at, source[line_start:line_end].strip()))
  alike = {}
  for mutant in found:
    alike.setdefault(key_of(mutant), []).append(mutant)
  return [(*m, alike[key_of(m)].index(m) + 1 if len(alike[key_of(m)]) > 1 else 0) for m in found]


def name_of(mutant):
  path, line, old, new, _, text = mutant[:6]
  return f"{path}:{line}: {' '.join(old.split())} -> {' '.join(new.split()) or 'nothing'}  in  {text}"


def told(mutant):
  """The name, with which it is of those that read alike: as tests/mutants.txt may end its line."""
  return name_of(mutant) + (f"  [{mutant[6]}]" if mutant[6] else "")


def key_of(mutant):
  """How tests/mutants.txt calls a change: without the line's number, which moves."""
  path, _, old, new, _, text = mutant[:6]
  return f"{path}: {' '.join(old.split())} -> {' '.join(new.split()) or 'nothing'}  in  {text}"


def is_declared(mutant, declared):
  """By a line for all changes of the file that read alike, or by one that ends in its number among them."""
  return key_of(mutant) in declared or f"{key_of(mutant)}  [{mutant[6]}]" in declared


def place_of(mutant):
  return f"{mutant[4]} {name_of(mutant)}"


def refresh():
  """Brings the copy up to date; a file that did not change keeps its time."""
  listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.split("\0")
  wanted = {name for name in listed if name and (ROOT / name).is_file()}
  for name in wanted:
    source, target = ROOT / name, COPY / name
    content = source.read_bytes()
    if not target.exists() or target.read_bytes() != content:
      target.parent.mkdir(parents=True, exist_ok=True)
      target.write_bytes(content)
      target.chmod(source.stat().st_mode)
  for target in [p for p in COPY.rglob("*") if p.is_file() and str(p.relative_to(COPY)) not in wanted]:
    target.unlink()


class Build:
  """The copy built in a folder of its own by `flags`, and the tests of what is changed."""

  def __init__(self, name, flags):
    self.folder = ROOT / "build-mutants" / name
    self.flags = flags
    self.targets, self.tests, self.pristine = [], [], {}
    self.caught = {}  # by file and test

  def make(self):
    environment = {**os.environ, "CCACHE_READONLY": "1"} if self.tests else None  # what is changed is compiled once only
    return subprocess.run(["cmake", "--build", str(self.folder), "--parallel", str(os.cpu_count()), "--target", *self.targets],
                          capture_output=True, text=True, env=environment)

  def configure(self, area, names=None):
    """Builds the tests of a folder, or those of `names`, and runs them: they must pass as the tree is."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", str(COPY), "-B", str(self.folder), *generator, "-DCMAKE_BUILD_TYPE=Release",
                    f"-DCMAKE_C_FLAGS_RELEASE={self.flags}", f"-DCMAKE_CXX_FLAGS_RELEASE={self.flags}",
                    f"-DCMAKE_PROJECT_INCLUDE={ROOT}/scripts/mutate.cmake"], check=True, stdout=subprocess.DEVNULL)
    self.targets = targets_of(area)
    built = self.make()
    if built.returncode != 0:
      sys.exit(built.stdout + built.stderr)
    shown = subprocess.run(["ctest", "--test-dir", str(self.folder), "--show-only=json-v1"], check=True, capture_output=True,
                           text=True)
    for test in json.loads(shown.stdout)["tests"]:
      command = test.get("command", [])
      if command and Path(command[0]).name in self.targets and (not names or test["name"] in names):
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        self.tests.append({"name": test["name"], "command": command,
                           "folder": properties.get("WORKING_DIRECTORY", str(self.folder)),
                           "environment": dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", [])),
                           "seconds": 0})
    measured = Path(f"{self.folder}.json")
    tree = [digest(p for p in sorted(str(f.relative_to(COPY)) for f in COPY.rglob("*") if f.is_file())), self.flags]
    known = json.loads(measured.read_text()) if measured.exists() else {}
    seconds = known["seconds"] if known.get("tree") == tree else {}
    unknown = [t for t in self.tests if t["name"] not in seconds]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
      for test, passed in zip(unknown, pool.map(lambda t: passes(t, 600, True), unknown)):
        if not passed:
          sys.exit(f"{test['name']} fails without any change: {' '.join(test['command'])}")
    for test in self.tests:
      test["seconds"] = seconds.setdefault(test["name"], test["seconds"])
    measured.write_text(json.dumps({"tree": tree, "seconds": seconds}))

  def objects(self, path):
    """The object code of a file, wherever it is compiled."""
    found = sorted(self.folder.rglob(f"{Path(path).name}.o"))
    return [object_file.read_bytes() for object_file in found]

  def note(self, path, name):
    """A test noticed a change of this file."""
    self.caught[path, name] = self.caught.get((path, name), 0) + 1
    self.caught[None, name] = self.caught.get((None, name), 0) + 1

  def catcher(self, path, least, most):
    """The first test of `least` to `most` seconds that fails, None when none does; what is quick and has caught much goes
    first, above all in this file."""
    caught = []

    def promise(test):
      found = self.caught.get((None, test["name"]), 0) + 10 * self.caught.get((path, test["name"]), 0)
      return (test["seconds"] + 0.01) / (1 + found)

    def attempt(test):
      if not caught and not passes(test, 5 + 5 * test["seconds"]):
        caught.append(test)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
      pool.map(attempt, sorted((t for t in self.tests if least <= t["seconds"] < most), key=promise))
    if not caught:
      return None
    self.note(path, caught[0]["name"])
    return caught[0]["name"]


def targets_of(folder):
  """The programs of the folder's tests, and of those of its rooms that have a folder of tests to themselves."""
  rooms = [folder, *sorted({str(p.parent.relative_to(COPY)) for p in (COPY / folder).rglob("*.c")})]
  areas = [Path(room).name for room in dict.fromkeys(rooms) if (ROOT / "tests" / Path(room).name).is_dir()]
  areas = areas or [Path(folder).parts[0]]
  targets = []
  for area in dict.fromkeys(areas):
    tests_of_area = COPY / "tests" / area
    own = [file for file in sorted(tests_of_area.rglob("test_*.c"))
           if file.parent == tests_of_area or not (file.parent / "CMakeLists.txt").exists()]
    targets += ["test_" + area + file.stem.removeprefix("test") for file in own]
    targets += re.findall(r"^add_executable\((\w+)", (tests_of_area / "CMakeLists.txt").read_text(), re.MULTILINE)
  if not targets:
    sys.exit(f"{folder}: there are no tests/{areas[0]}/test_*.c")
  return targets


def passes(test, limit, measured=False):
  """Within `limit` seconds of the processor; a machine that is busy with other work does not make a test fail."""
  environment = {**os.environ, **test["environment"]}
  process = subprocess.Popen(test["command"], cwd=test["folder"], env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1)))
  watch = threading.Timer(30 * limit, lambda: os.killpg(process.pid, signal.SIGKILL))
  watch.start()
  _, status, used = os.wait4(process.pid, 0)
  watch.cancel()
  if measured:
    test["seconds"] = used.ru_utime + used.ru_stime
  return os.waitstatus_to_exitcode(status) in (0, 77)


def verdict(mutant, built, least=0, most=float("inf")):
  """What becomes of a change: the name of the test that notices, of those that take `least` to `most` seconds, or "not C", "same
  object", "survived"."""
  path, _, old, new, at = mutant[:5]
  file = COPY / path
  source = file.read_text()
  built.pristine.setdefault(path, built.objects(path))
  file.write_text(source[:at] + new + source[at + len(old):])
  try:
    if built.make().returncode != 0:
      return "not C"
    if built.objects(path) == built.pristine[path]:
      return "same object"
    return built.catcher(path, least, most) or "survived"
  finally:
    file.write_text(source)


def digest(paths):
  return hashlib.sha256(b"".join((COPY / p).read_bytes() for p in paths)).hexdigest()[:16]


class Record:
  """What is known from earlier calls: a change that was noticed stays so while its file is the same, one that was not while the
  tests are the same too."""

  def __init__(self, folder):
    self.path = ROOT / "build-mutants" / f"{folder.replace('/', '-')}.txt"
    self.tests = digest(sorted(str(p.relative_to(COPY)) for p in (COPY / "tests").rglob("*.[ch]")))
    self.known = {}
    for line in self.path.read_text().splitlines() if self.path.exists() else []:
      what, file, tests, name = line.split("\t")
      self.known[file, name] = (what, tests)

  def look_up(self, mutant):
    what, tests = self.known.get((digest([mutant[0]]), place_of(mutant)), (None, None))
    return None if what in ("quick", "silent", "survived") and tests != self.tests else what

  def add(self, mutant, what):
    self.known[digest([mutant[0]]), place_of(mutant)] = (what, self.tests)
    with self.path.open("a") as out:
      out.write("\t".join((what, digest([mutant[0]]), self.tests, place_of(mutant))) + "\n")


def main():
  parser = argparse.ArgumentParser(prog="scripts/mutate.sh")
  parser.add_argument("folder")
  parser.add_argument("count", nargs="?", type=int, default=100)
  parser.add_argument("seed", nargs="?", default="1")
  parser.add_argument("--list", action="store_true")
  parser.add_argument("--only", metavar="FILE:LINE")
  parser.add_argument("--within", metavar="SECONDS", type=float, default=1e9)
  asked = parser.parse_args()
  folder = asked.folder.rstrip("/")
  if not (ROOT / folder).is_dir():
    parser.error(f"{folder} is not a folder of this tree")

  refresh()
  files = sorted(str(p.relative_to(COPY)) for p in (COPY / folder).rglob("*.c"))
  declared = EQUIVALENT.read_text().splitlines() if EQUIVALENT.exists() else []
  drawn = [m for f in files if f"{f}: *" not in declared for m in mutants_of(f)]
  possible = len(drawn)
  if asked.only:
    drawn = [m for m in drawn if f"{m[0]}:{m[1]}" == asked.only]
  random.Random(asked.seed).shuffle(drawn)
  equivalent = [m for m in drawn if is_declared(m, declared)]
  drawn = [m for m in drawn if not is_declared(m, declared)]
  wanted = asked.count or len(drawn)
  if asked.list:
    for mutant in drawn[:wanted]:
      print(told(mutant))
    return

  quick = Build("quick", "-O2")
  quick.configure(folder)
  quick.tests = [t for t in quick.tests if t["seconds"] <= asked.within]
  print(f"{folder}: {possible} changes possible, {len(equivalent)} of them declared not to matter; "
        f"{len(quick.tests)} tests of {sum(t['seconds'] for t in quick.tests):.1f} s", flush=True)

  record = Record(folder)
  for (_, place), (what, _) in record.known.items():
    quick.note(place.split(" ", 1)[1].split(":")[0], what)
  verbose = bool(os.environ.get("VERBOSE"))
  tried, same, left = 0, 0, []
  for mutant in drawn:
    if tried == wanted:
      break
    what = record.look_up(mutant)
    if not what:
      what = verdict(mutant, quick, most=SLOW)
      what = "quick" if what == "survived" else what
      record.add(mutant, what)
    same += what == "same object"
    if what in ("not C", "same object"):
      continue
    tried += 1
    if what in UNNOTICED:
      left.append(mutant)
    if verbose:
      print(f"{what}: {told(mutant)}", flush=True)
  print(f"{folder}: {tried - len(left)} of {tried} changes noticed by tests of less than {SLOW} s", flush=True)

  # the slow ones only where the quick ones said nothing
  silent = []
  for mutant in left:
    what = record.look_up(mutant)
    if what in (None, "quick"):
      what = verdict(mutant, quick, least=SLOW)
      what = "silent" if what == "survived" else what
      record.add(mutant, what)
      if verbose:
        print(f"{what}: {told(mutant)}", flush=True)
    if what in UNNOTICED:
      silent.append(mutant)

  # overruns may go unnoticed without the sanitizer: once more, with the quick ones of the tests
  sanitized = Build("sanitized", "-O1 -fsanitize=address")
  survivors = []
  for mutant in silent:
    what = record.look_up(mutant)
    if what in (None, "silent"):
      if not sanitized.tests:
        sanitized.configure(folder, [t["name"] for t in quick.tests if t["seconds"] < SLOW])
      what = verdict(mutant, sanitized)
      record.add(mutant, what)
    if what == "survived":
      survivors.append(mutant)
      print(f"survived: {told(mutant)}", flush=True)
  print(f"{folder}: {tried - len(survivors)} of {tried} changes noticed"
        f" ({100 * (tried - len(survivors)) / max(tried, 1):.0f} %), seed {asked.seed}; {same} more gave the same object code")


main()
