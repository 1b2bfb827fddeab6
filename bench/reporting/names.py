"""Names of algorithms: the paper's name first, ours beside it, as in "TRUST (gpu-hash-team-vertex)".

They come from the descriptions at the end of the algorithms' source files (name, alias, source),
which `tricorn algorithms` lists too: records of a GPU are reported by builds that have none.
"""

import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ("src/cpu", "src/gpu")
MEMBER = re.compile(r'\.(name|alias|source)\s*=\s*((?:"[^"]*"\s*)+|NULL)')
SHORT = 2  # letters of an abbreviation, such as the "hs" of grouptc-hs


def spelled(alias, source):
    """The alias in the spelling of its source: "h-index" of "Pandey et al. 2019 (H-INDEX)" is
    "H-INDEX"; words that the source lacks stay as they are, abbreviations get capitals."""
    def in_source(words):
        found = re.search(rf"\b{re.escape(words)}\b", source, re.IGNORECASE)
        return found.group(0) if found else None

    return in_source(alias) or "-".join(
        in_source(word) or (word.upper() if len(word) <= SHORT else word)
        for word in alias.split("-"))


@functools.cache
def descriptions():
    """(name, alias, the paper's name) of each algorithm that has an alias."""
    found = []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.c*")):
            _, entry, text = path.read_text(encoding="utf-8").partition("TG_DEFINE_ALGORITHM(")
            if not entry:
                continue
            members = {key: "".join(re.findall(r'"([^"]*)"', value))
                       for key, value in MEMBER.findall(text)}
            if members.get("alias"):
                paper = spelled(members["alias"], members.get("source", ""))
                found.append((members["name"], members["alias"], paper))
    return tuple(found)


# Programs that tricorn is compared with, as their authors write them.
PROGRAMS = {"gapbs": "GAPBS", "gbbs": "GBBS", "graphchi": "GraphChi", "graphminer": "GraphMiner", "lagraph": "LAGraph",
            "ligra": "Ligra", "minitri": "miniTri", "networkit": "NetworKit", "networkx": "NetworkX", "pdtl": "PDTL"}


def paper_name(name):
    """The paper's name of an algorithm, given by name or alias, or that of a program; else the name itself."""
    return next((paper for own, alias, paper in descriptions() if name in (own, alias)), PROGRAMS.get(name, name))


def shown(name, alias=""):
    """"TRUST (gpu-hash-team-vertex)", from a name, an alias, or both; programs that tricorn is
    compared with, and algorithms without a paper's name, have one name."""
    paper = paper_name(alias or name)
    own = next((own for own, other, _ in descriptions() if name == other), PROGRAMS.get(name, name))
    return f"{paper} ({own})" if paper != own else own
