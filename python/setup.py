"""Packs a wheel of what the build has put beside this file: nothing is compiled here.

The shared libraries that the module needs, but for those of every Linux, go with it into lash/libs,
where its run path looks."""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup

HERE = pathlib.Path(__file__).resolve().parent
SYSTEM = re.compile(r"(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so)")


class Binary(Distribution):
    """The module is there already, but the wheel is for one platform."""

    def has_ext_modules(self):
        return True


def needed(library):
    for line in subprocess.run(["ldd", library], capture_output=True, text=True,
                               check=True).stdout.splitlines():
        words = line.split()
        if len(words) > 2 and words[1] == "=>" and not SYSTEM.match(words[0]):
            yield words[0], words[2]


def bundle(package):
    libraries = package / "libs"
    shutil.rmtree(libraries, ignore_errors=True)
    libraries.mkdir()
    for name, path in needed(package / "_lash.abi3.so"):
        shutil.copy(path, libraries / name)
    routines = package / "liblash_subroutines.so"
    if routines.is_symlink():
        target = os.path.realpath(routines)
        routines.unlink()
        shutil.copy(target, routines)


version = re.search(r"__version__ = (.*)", (HERE / "version.txt").read_text())[1]
bundle(HERE / "lash")
setup(version=version, distclass=Binary, options={"bdist_wheel": {"py_limited_api": "cp311"}})
