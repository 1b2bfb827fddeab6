#!/usr/bin/env python3
"""Check that every file includes only files of lower floors; see docs/architecture.md.

    tools/check_floors.py [ROOT]        ROOT: the checkout, the one of this script if not given

A file of src/ includes files of its own folder and of lower floors, never of a neighbour on the
same floor or of a floor above.  Some folders have inner floors (io/bytes is below io/text): they
hold in the same way.  cli/, bench/ and python/ know the public
header and their own files only; so do the tests, apart from unit, fault, fuzz, mangled and timing ones and
their support.  The public header includes nothing but <stdint.h> and <stddef.h>.  No text in src/
names an option or a verb of the program: TG_OPTION() of src/base/context.h does.  No file of src/ or
cli/ is longer than MOST_LINES.  No function has more than MOST_PARAMETERS, but for those that
gcc's code for parallel loops calls (GOMP_), and those named in tools/many_parameters.txt, one line for
each: nothing is added to that list.  No function with a label cleanup returns by TG_DO().

Prints FILE:LINE: what is wrong, for each fault, and exits with 1 if there is one.
"""
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import c_functions

# Folder: its floor, and within its folder of src/ an inner floor.  A folder below one that is listed
# stands where that one does.
FLOORS = {
    "base": (0,),
    "graph": (1,), "device": (1,),
    "io/bytes": (2, 0), "io/text": (2, 1), "io/binary": (2, 2), "io": (2, 3), "io/formats": (2, 4),
    "generate": (2,),
    "prepare": (2, 0), "prepare/cpu": (2, 1), "prepare/gpu": (2, 2),
    "task": (2,),
    "cpu/common": (3, 0), "cpu/intersect": (3, 1), "cpu": (3, 2), "cpu/truss": (3, 3),
    "cpu/analytics": (3, 3),
    "gpu": (3,),
    "store/files": (3, 0), "store": (3, 1),
    "registry": (4,),
    "load": (5,),
    "schedule/device": (5, 0), "schedule": (5, 1), "schedule/disk": (5, 2), "schedule/workers": (5, 3),
    "analysis": (6,), "part": (6,),
    "api": (7,),
}
MAY_SEE_INSIDE = {("tests", folder) for folder in ("attack", "unit", "fault", "fuzz", "mangled", "support", "timing")}
PUBLIC_HEADER = "tricorn/tricorn.h"
PUBLIC_MAY_INCLUDE = {"stddef.h", "stdint.h"}
SUFFIXES = {".c", ".h", ".cu", ".cuh", ".def", ".inc"}
MOST_LINES = 800
MOST_PARAMETERS = 5
MANY_PARAMETERS = "tools/many_parameters.txt"
LEAVES_EARLY = re.compile(r"\bTG_DO\(.*\bcleanup:|\bcleanup:.*\bTG_DO\(", re.DOTALL)
HAVE_FUNCTIONS = ("src", "cli", "include", "mpi", "python")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>|(\S+))')


COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
OPTION = re.compile(r'^CLI_OPTION\("([a-z][a-z-]+)"', re.MULTILINE)
VERB = re.compile(r"^\w+\((\w+)\)", re.MULTILINE)


class Checker:
    def __init__(self, root):
        self.root = root
        self.faults = []
        self.of_program = self.words_of_program()

    def words_of_program(self):
        """What finds an option or a verb of the program in a text; None without a program."""
        options, verbs = (
            path.read_text(encoding="utf-8") if path.is_file() else ""
            for path in (self.root / "cli" / f"{name}.def" for name in ("options", "verbs")))
        words = [f"--{name}" for name in set(OPTION.findall(options))]
        words += [f"tricorn {name}" for name in VERB.findall(verbs)]
        return re.compile(f"({'|'.join(sorted(words))})(?![-\\w])") if words else None

    def fault(self, path, line, sentence):
        self.faults.append(f"{path.relative_to(self.root)}:{line}: {sentence}")

    def files(self, folder):
        """The source files below a folder, in a fixed order."""
        below = (self.root / folder).rglob("*")
        return sorted(path for path in below if path.suffix in SUFFIXES and path.is_file())

    def includes(self, path):
        """(line number, name, quoted) of each include; a computed include is a fault."""
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            found = INCLUDE.match(line)
            if not found:
                continue
            quoted, angled, computed = found.groups()
            if computed:
                self.fault(path, number, f"include of {computed}: name the file in quotes")
            else:
                yield number, quoted or angled, quoted is not None

    def resolve(self, path, name, quoted):
        """The file of the checkout that is included, or None for a system header."""
        places = [self.root / "src", self.root / "include"]
        if quoted:
            places.insert(0, path.parent)
        for place in places:
            target = (place / name).resolve()
            if target.is_file() and target.is_relative_to(self.root):
                return target.relative_to(self.root)
        return None

    @staticmethod
    def folder_of(path):
        """The listed folder that a file of src/ stands in, or None; path: from the root."""
        for folder in path.relative_to("src").parents:
            if str(folder) in FLOORS:
                return str(folder)
        return None

    def check_src(self, path):
        own = self.folder_of(path.relative_to(self.root))
        if own is None:
            folder = path.relative_to(self.root).parts[1]
            self.fault(path, 1, f"src/{folder} has no floor; give it one in tools/check_floors.py")
            return
        for number, name, quoted in self.includes(path):
            target = self.resolve(path, name, quoted)
            if target is None:
                if quoted:
                    self.fault(path, number, f'"{name}" is not in this checkout')
                continue
            if target.parts[0] == "include":
                continue
            if target.parts[0] != "src":
                self.fault(path, number, f'src/ may not include "{name}", which is outside it')
                continue
            self.check_floor(path, number, own, target)

    def check_floor(self, path, number, own, target):
        other = self.folder_of(target)
        if other == own:
            return
        if other is None:
            self.fault(path, number, f"src/{target.parts[1]} has no floor")
            return
        inside = own.split("/")[0] == other.split("/")[0]
        mine, theirs = ((FLOORS[own], FLOORS[other]) if inside else
                        (FLOORS[own][:1], FLOORS[other][:1]))
        floor, above = (".".join(map(str, place)) for place in (mine, theirs))
        if mine == theirs:
            self.fault(path, number, f"{own} (floor {floor}) may not include {target}: "
                                     f"{other} is its neighbour on the same floor")
        elif theirs > mine:
            self.fault(path, number, f"{own} (floor {floor}) may not include {target}: "
                                     f"{other} is above it (floor {above})")

    def check_outside(self, path, folder):
        """A file that may know the public header, its own folder, and nothing of src/."""
        for number, name, quoted in self.includes(path):
            target = self.resolve(path, name, quoted)
            if target is None or target.parts[0] in (folder, "include"):
                continue
            self.fault(path, number, f"{folder}/ may not include {target}, "
                                     f"only {PUBLIC_HEADER} and its own files")

    def check_public_header(self):
        for path in self.files("include"):
            for number, name, _ in self.includes(path):
                if name not in PUBLIC_MAY_INCLUDE:
                    self.fault(path, number, f"the public header may not include {name}, "
                                             "only <stddef.h> and <stdint.h>")

    def check_texts(self, path):
        if self.of_program is None:
            return
        text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"),
                           path.read_text(encoding="utf-8", errors="replace"))
        for number, line in enumerate(text.splitlines(), start=1):
            for found in self.of_program.findall(" ".join(TEXT.findall(line))):
                self.fault(path, number, f"a text of the library names '{found}' of the program; "
                                         'write TG_OPTION("format=edges")')

    def check_length(self, path):
        lines = len(path.read_text(encoding="utf-8", errors="replace").splitlines())
        if lines > MOST_LINES:
            self.fault(path, lines, f"{lines} lines; split what is longer than {MOST_LINES}")

    def check_functions(self):
        """Functions with many parameters are those of the list: no other, and each of them; and what
        a function frees at its label cleanup is freed."""
        path = self.root / MANY_PARAMETERS
        names = path.read_text(encoding="utf-8").split() if path.is_file() else []
        listed = collections.Counter(names)
        for source in (file for folder in HAVE_FUNCTIONS for file in self.files(folder)):
            for function in c_functions.of_file(source):
                if LEAVES_EARLY.search(function.body):
                    self.fault(source, function.line,
                               f"{function.name} has a label cleanup, and TG_DO() returns past it; "
                               "call TG_TRY()")
                if function.parameters <= MOST_PARAMETERS or function.name.startswith("GOMP_"):
                    continue
                if listed[function.name]:
                    listed[function.name] -= 1
                else:
                    self.fault(source, function.line,
                               f"{function.name} has {function.parameters} parameters; at most "
                               f"{MOST_PARAMETERS}: name a struct or a step")
        for name in sorted(listed.elements()):
            self.fault(path, names.index(name) + 1,
                       f"no function {name} has more than {MOST_PARAMETERS} parameters now; "
                       "remove the line")

    def run(self):
        self.check_public_header()
        for path in self.files("src"):
            self.check_src(path)
            self.check_texts(path)
            self.check_length(path)
        for path in self.files("cli"):
            self.check_length(path)
        for folder in ("cli", "bench", "python", "tests"):
            for path in self.files(folder):
                if path.relative_to(self.root).parts[:2] not in MAY_SEE_INSIDE:
                    self.check_outside(path, folder)
        self.check_functions()
        return self.faults


def main():
    default = pathlib.Path(__file__).parent.parent
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default).resolve()
    if not (root / "src").is_dir():
        sys.exit(f"check_floors: {root} has no folder src/; name a checkout of tricorn")
    faults = Checker(root).run()
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
