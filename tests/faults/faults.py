#!/usr/bin/env python3
"""Every allocation and every write, open, rename, fsync and fork of every command fails once.

faults.py LASH FOLDER SOURCE [--every N] [--first M] [--last L] [--command WORD] [--from WORD] [--kind KIND] [--minutes T]

FOLDER holds no_memory.so, where failing allocations come from, and fail_call.so, where failing system calls do. Commands that
start gnuplot, which fail_call.so cannot follow, get theirs from strace where that is installed: there the n-th call of each of
their processes fails, gnuplot's among them (of writes the n-th and all that follow, as on a full disk: gnuplot does not look, and
a line less in the middle of its picture is nothing that anyone could see). After each fault: the command ends by itself (no signal, no hang), with status 0 only
where what it left is what it leaves without a fault, else with a message; and a file that was there before is either as it was
or whole. Prints how many faults each command met. --every N tries each N-th fault only, beginning with the first M (ten) and ending with the last L (none).
--command may be given several times; --from WORD begins with this command of the list; after T minutes no further fault is tried,
and how many of how many were is printed.
"""
import argparse, collections, filecmp, os, shlex, shutil, struct, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument("lash"), parser.add_argument("folder"), parser.add_argument("source")
parser.add_argument("--every", type=int, default=1), parser.add_argument("--first", type=int, default=10), parser.add_argument("--command", action="append")
parser.add_argument("--kind"), parser.add_argument("--shout", action="store_true")
parser.add_argument("--last", type=int, default=0), parser.add_argument("--from", dest="begin"), parser.add_argument("--minutes", type=float, default=float("inf"))
options = parser.parse_args()
END = time.monotonic() + 60 * options.minutes
options.lash, options.source = os.path.abspath(options.lash), os.path.abspath(options.source)
MEMORY, CALL = os.path.abspath(options.folder + "/no_memory.so"), os.path.abspath(options.folder + "/fail_call.so")
DATA = options.source + "/tests/solver/data"
MODEL = options.source + "/validation/impact_pendulum/impact_pendulum.adm"
KINDS = ["write", "open", "rename", "fsync", "fork", "mkdir"]
DRAW = ["portrait", "compare", "plot", "bifurcation", "wear", "rig wear", "diff drawn", "sweep drawn", "diff update"]  # they start gnuplot, or the program itself
ERRORS = {"write": "ENOSPC", "open": "EMFILE", "rename": "EIO", "fsync": "EIO", "fork": "EAGAIN", "mkdir": "EACCES"}
CALLS = {"write": "write,pwrite64,writev", "open": "open,openat,creat", "rename": "rename,renameat,renameat2",
         "fsync": "fsync,fdatasync", "fork": "fork,vfork,clone,clone3", "mkdir": "mkdir,mkdirat"}

# gnuplot prints line by line: of its hundreds of writes each tenth
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
    "portrait": "portrait {m} --end 0.001 --dtout 1e-4 --plane 'DX(21),VX(21)' --out portrait",
    "compare": "compare {c}/rssr/rssr.adm --laws hertz,flores --measure impacts --end 0.0005 --out compare --threads 1 --quiet",
    "validate": "validate elastic_impact --cases {c} --quick --no-plots --out out --resume kept --jobs 1",
    "plot": "plot results --column energy.kinetic --out p.svg",
    "bifurcation": "bifurcation {m} --vary PART/2.MASS=1:2:2 --period 0.01 --skip 0 --keep 2 --column 'DX(21)' --out diagram --threads 1",
    "compile": "compile {c}/rssr/rssr.adm --step 1e-5 --end 0.01 --out rssr.c",
    "fmu": "fmu joint --shape ball --set Ri=0.0105 --set Rj=0.010 --normal flores --set K=1e10 --set e=0.9 --out joint.fmu",
    "fmu check": "fmu check joint.fmu",
    "fit": "fit --mass 0.5 --speed 0.1 --restitution 0.9 --set K=1e10",
    "law check": "law check flores --set K=1e8 --set e=0.8",
    "compare laws": "compare impact --laws hertz,flores --set K=1e8 --set e=0.8",
    "sub call": "sub call {u}/spring_gforce.so::Gfosub --user 1000,20 --marker 11=0.1,0,0 --marker 21=0,0,0 --i 11 --j 21",
    "sub check": "sub check {u}/spring_gforce.so",
    "manual": "manual --out share",
    "hosts": "hosts",
    "command file": "run {c}/impact_pendulum/impact_pendulum.acf --out results --quiet",
    "record": "run {m} --end 0.02 --steps 4 --record record --quiet",
    "diff": "diff results results --all --json",
    "audit": "audit results {m}",
    "law file": "law check {s}/examples/law/shop.law::press_fit --json",
    "fmu model": "fmu model {m} --end 0.02 --out model.fmu",
    "flex check": "flex check rod.lfx",
    "sub test": "sub test {u}/spring_gforce.so::Gfosub --user 1000,20 --marker 11=0.1,0,0 --marker 21=0,0,0 --i 11 --j 21",
    "mujoco": "run {m} --host mujoco --step 1e-3 --end 0.02 --steps 4 --out results --quiet",
    "resume": "run {m} --end 0.02 --steps 4 --out results --checkpoint c.ckpt --checkpoint-every 2 --resume c.ckpt --quiet",
    "wear": "wear {c}/library/worn_pin/pin.adm --without JPRIM/1 --cycles 1e3 --period 1e-4 --first 0 --settle 0 --jumps 1 --samples 4 --out worn",
    "wear on": "wear {c}/library/worn_pin/pin.adm --without JPRIM/1 --cycles 1e3 --period 1e-4 --first 0 --settle 0 --jumps 1 --samples 4 --profile worn/profile.csv --json",
    "fit scar": "fit --scar 4.62e-3 --set R=17.5e-3 --set b=6.35e-3 --set load=300 --set way=1000",
    "rig wear": "rig wear --law archard --set k_i=1e-13 --set way=1 --plot rig.svg",
    "rig journal": "rig journal-bearing --law finite --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=0.05 --set load=60",
    "law wear": "law archard --set R=0.01 --set c=5e-5 --set L=0.02 --set k_i=1e-13 --at r=1e-4,load=1000,slid=50",
    "law film": "law finite --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=0.05 --at ex=10e-6,wj=100",
    "laws file": "laws --from {s}/examples/law/shop.law",
    "report oil": "report results",
    "run oil": "run {s}/tests/hosts/models/oil_in_the_pin.adm --end 1e-4 --steps 2 --out results --quiet",
    "run worn": "run {c}/library/worn_pin/pin.adm --end 1e-5 --steps 2 --out results --quiet",
    "run compiled": "run {c}/rssr/rssr.adm --end 1e-5 --steps 2 --engine compiled --integrator rk45 --out results --quiet",
    "run fmu": "run cart.adm --end 0.02 --steps 2 --fmu spring.fmu --connect VARIABLE/1=variable_2 --connect variable_1=VARIABLE/2 --out results --quiet",
    "run on": "run {m} --start-from results --end 0.04 --steps 2 --out on --quiet",
    "record again": "run {m} --end 0.02 --steps 4 --record record --quiet",
    "diff update": "diff {m} record --update",
    "diff drawn": "diff results results --column kinetic --plot diff.svg",
    "sweep drawn": "sweep {m} --vary PART/2.MASS=1:2:2 --measure impacts --end 0.01 --out sweep --plot s.svg --threads 1 --quiet",
    "sweep slurm": "sweep {m} --vary PART/2.MASS=1:2:2 --measure impacts --end 0.01 --out sweep --emit-slurm 2",
    "compare hosts": "compare --hosts reference,mujoco {s}/tests/hosts/models/four_bar.adm --end 0.002 --out hosts",
    "fmu exchange": "fmu model {s}/tests/hosts/models/four_bar.adm --kind me --out model.fmu",
}

# What is in the folder before.
FILES = {
    "cart.adm": """CART
UNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND
PART/1,GROUND
MARKER/10,PART=1
PART/2,MASS=2,CM=20,IP=1,1,1,QG=0,0,0.1
MARKER/20,PART=2
JOINT/1,TRANSLATIONAL,I=20,J=10
SFORCE/1,TRANSLATIONAL,I=20,J=10,ACTIONONLY,FUNCTION=VARVAL(1)
VARIABLE/1,FUNCTION=0
VARIABLE/2,FUNCTION=DZ(20,10)
END
""",
    "spring.adm": """SPRING
UNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND
PART/1,GROUND
MARKER/10,PART=1
PART/2,MASS=1,CM=20,IP=1,1,1
MARKER/20,PART=2
JOINT/1,FIXED,I=20,J=10
VARIABLE/1,FUNCTION=0
VARIABLE/2,FUNCTION=-50*VARVAL(1)
PINPUT/1,VARIABLES=1
END
""",
}
BEFORE = {name: ["run"] for name in ("report", "plot", "diff", "audit", "run on", "diff drawn")}
BEFORE.update({"fmu check": ["fmu"], "flex check": ["flex"], "wear on": ["wear"], "report oil": ["run oil"],
               "record again": ["record"], "diff update": ["record"]})


def run(words, folder, environment=None):
    try:
        done = subprocess.run([options.lash] + shlex.split(words), cwd=folder, env={**os.environ, **(environment or {})},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    except subprocess.TimeoutExpired:
        return "hang", b"", b""
    return done.returncode, done.stdout, done.stderr


def typed(name):
    return COMMANDS[name].format(s=options.source, m=MODEL, d=DATA, c=options.source + "/validation", u=os.path.abspath(options.folder))


def fresh(name):
    folder = tempfile.mkdtemp(prefix="lash-faults-")
    for earlier in BEFORE.get(name, []):
        run(typed(earlier), folder)
    if name == "run fmu":
        for file, text in FILES.items():
            with open(os.path.join(folder, file), "w") as out:
                out.write(text)
        run("fmu model spring.adm --out spring.fmu", folder)
    if name == "resume":
        run(typed(name).replace("--resume c.ckpt", ""), folder)
        os.remove(os.path.join(folder, "results", "summary.json"))
    return folder


def files_in(folder):
    return {os.path.relpath(os.path.join(p, f), folder) for p, _, fs in os.walk(folder) for f in fs}


def kept(folder, before, good):
    """Every file that was there is as it was, or as it is without a fault."""
    for name in files_in(before):
        place = os.path.join(folder, name)
        whole = [os.path.join(f, name) for f in (before, good) if os.path.exists(os.path.join(f, name))]
        if name.endswith(("summary.json", "report.html")):
            if os.path.exists(place) and os.path.getsize(place) > 0:
                continue
        elif os.path.exists(place) and any(filecmp.cmp(place, w, shallow=False) for w in whole):
            continue
        if os.path.exists(place) or os.path.exists(os.path.join(good, name)):
            return f"{name}, which was there, is neither as it was nor whole"
    return None


def same(a, b):
    """Both folders hold the same files, but for times of day and seconds that were measured."""
    left = files_in(a)
    if left != files_in(b):
        return False
    for name in left:
        if name.endswith(("summary.json", "report.html", ".ckpt", ".lock", ".lash-lock", "index.html")) or name.startswith("kept"):
            continue
        if not filecmp.cmp(os.path.join(a, name), os.path.join(b, name), shallow=False):
            return False
    return True


def judge(kind, status, output, errors, folder, good):
    if status == "hang":
        return "hangs"
    if status < 0 or status > 3:
        return f"ends by signal or with status {status}"
    if status != 0 and not errors.strip() and not output.strip():
        return f"status {status} and not a word"
    if b"Sanitizer" in errors or b"runtime error" in errors:
        return "the sanitizer found something"
    if kind == "memory" and status in (2, 3):
        return f"status {status}, which blames the input"
    if status == 0 and not same(folder, good):
        return "status 0, but something is missing"
    return None


def chosen(count, every):
    return [n for n in range(1, count + 1) if n <= options.first or n > count - options.last or n % every == 0]


def try_all(name, kind, count, attempt, good):
    tried = bad = 0
    drawn = name in DRAW and kind == "write"
    numbers = chosen(count, max(options.every, 10 if drawn else 1))
    before = fresh(name)
    for n in numbers:
        if time.monotonic() > END:
            break
        tried += 1
        folder = fresh(name)
        status, output, errors = attempt(n, folder)
        fault = judge(kind, status, output, errors, folder, good)
        if kind == "write" and fault and "not a word" in fault:
            fault = None  # it was the word that could not be written
        if name != "resume":  # whose tables grow
            fault = fault or kept(folder, before, good)
        if fault:
            bad += 1
            if bad <= 3 or options.shout:
                print(f"  {name}: {kind} number {n}: {fault}: {errors[-200:].decode(errors='replace').strip()}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(before, ignore_errors=True)
    return tried, bad, len(numbers)


def in_words(kind, tried, bad, wanted):
    return f"{kind} {tried}" + (f" of {wanted}" if tried < wanted else "") + (f" ({bad} BAD)" if bad else "")


def with_call(kind, at):
    """Environment in which a system call fails, and the file that counts them."""
    handle, path = tempfile.mkstemp(prefix="lash-fault-")
    os.write(handle, bytes(8))
    os.close(handle)
    return {"LD_PRELOAD": CALL, "LASH_FAULT_CALL": kind, "LASH_FAULT_AT": str(at), "LASH_FAULT_SHARED": path}


def attempt_call(words, folder, kind, at):
    environment = with_call(kind, at)
    outcome = run(words, folder, environment)
    with open(environment["LASH_FAULT_SHARED"], "rb") as file:
        count = struct.unpack("Q", file.read())[0]
    os.remove(environment["LASH_FAULT_SHARED"])
    return outcome, count


def strace(words, folder, kind, at, log="/dev/null"):
    when = f"{at}+" if kind == "write" else at
    inject = ["-e", f"inject={CALLS[kind]}:error={ERRORS[kind]}:when={when}"] if at else []
    command = ["strace", "-f", "-qq", "-o", log, "-e", "trace=" + CALLS[kind], *inject, options.lash, *shlex.split(words)]
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    except subprocess.TimeoutExpired:
        return "hang", b"", b""
    return done.returncode, done.stdout, done.stderr


def count_calls(name, words, kind):
    """How many calls there are; of a command that draws: of the process that makes most of them."""
    folder = fresh(name)
    if name in DRAW:
        log = os.path.join(folder, "strace.log")
        outcome = strace(words, folder, kind, 0, log)
        with open(log) as lines:
            made = collections.Counter(line.split()[0] for line in lines if "(" in line and "resumed>" not in line)
        count = max(made.values(), default=0)
    else:
        outcome, count = attempt_call(words, folder, kind, 0)
    shutil.rmtree(folder, ignore_errors=True)
    if outcome[0] != 0:
        sys.exit(f"{name}: fails when its {kind}s are only counted: {outcome}")
    return count


def fail_one(name, words, folder, kind, at):
    return strace(words, folder, kind, at) if name in DRAW else attempt_call(words, folder, kind, at)[0]


def main():
    total = faults = 0
    names = list(COMMANDS)
    for name in names[names.index(options.begin) if options.begin else 0:]:
        if options.command and name not in options.command or time.monotonic() > END:
            continue
        words = typed(name)
        good = fresh(name)
        status, _, errors = run(words, good)
        if status != 0:
            print(f"{name}: fails without any fault: {errors.decode()}")
            return 1
        told = []
        if not options.kind or options.kind == "memory":
            counts = os.path.join(tempfile.gettempdir(), f"lash-faults-{os.getpid()}")
            folder = fresh(name)
            run(words, folder, {"LD_PRELOAD": MEMORY, "LASH_FAULT_COUNT": counts})
            with open(counts) as lines:
                count = max(int(line) for line in lines)
            os.remove(counts)
            tried, bad, wanted = try_all(name, "memory", count, lambda n, f: run(
                words, f, {"LD_PRELOAD": MEMORY, "LASH_FAULT_AT": str(n)}), good)
            told.append(in_words("memory", tried, bad, wanted))
            total, faults = total + tried, faults + bad
        for kind in KINDS:
            if options.kind and options.kind != kind or name in DRAW and not shutil.which("strace"):
                continue
            count = count_calls(name, words, kind)
            tried, bad, wanted = try_all(name, kind, count, lambda n, f: fail_one(name, words, f, kind, n), good)
            told.append(in_words(kind, tried, bad, wanted))
            total, faults = total + tried, faults + bad
        print(f"{name:11} " + ", ".join(told), flush=True)
        shutil.rmtree(good, ignore_errors=True)
    print(f"{total - faults} passed, {faults} failed")
    return faults > 0


sys.exit(main())
