"""Finds the columns of a table that hold the ends of edges, and that of their weights: one rule for all tables.

1. The caller's choice: source= and target=, or columns=, and weight=.
2. The names of the columns, by the words of src/io/text/dialect/roles.def, as in the headers of files; the
   source is the column whose name says so, at any place.
3. The only two columns beside the weight, if their names do not contradict.
Any other table is an error.
"""
from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

# Pairs of words by which the names of source and target differ: "user_a" and "user_b".  These lists are those of
# src/io/text/dialect/roles.def, which a test compares.
PAIRS = (
    ("source", "target"), ("source", "destination"), ("source", "dest"), ("src", "dst"), ("src", "dest"),
    ("src", "tgt"), ("src", "trg"), ("origin", "destination"), ("origin", "dest"), ("orig", "dest"), ("from", "to"),
    ("frm", "to"), ("subject", "object"), ("citing", "cited"), ("caller", "callee"), ("caller", "called"),
    ("caller", "receiver"), ("sender", "receiver"), ("sender", "recipient"), ("sender", "addressee"),
    ("follower", "followee"), ("follower", "followed"), ("follower", "following"), ("buyer", "seller"),
    ("payer", "payee"), ("lender", "borrower"), ("creditor", "debtor"), ("exporter", "importer"),
    ("supplier", "customer"), ("ego", "alter"), ("user", "friend"), ("truster", "trustee"), ("trustor", "trustee"),
    ("rater", "ratee"), ("voter", "votee"), ("voter", "candidate"), ("predator", "prey"), ("parent", "child"),
    ("ancestor", "descendant"), ("reporter", "partner"), ("head", "tail"), ("source", "sink"),
    ("presynaptic", "postsynaptic"), ("pre", "post"), ("u", "v"), ("i", "j"), ("a", "b"), ("x", "y"), ("1", "2"),
    ("0", "1"), ("one", "two"), ("left", "right"), ("start", "end"), ("begin", "end"), ("first", "second"),
    ("sub", "ob"), ("row", "col"), ("row", "column"),
)
# The possible rest of both names, and how certain each makes the roles.
THINGS = {
    **dict.fromkeys((
        "", "id", "ids", "idx", "node", "nodes", "nodeid", "idnode", "nodeidx", "vertex", "vertexid", "entity",
        "entityid", "user", "userid", "person", "personid", "member", "actor", "author", "authorid", "paper",
        "paperid", "patent", "article", "page", "pageid", "gene", "geneid", "protein", "proteinid",
        "interactor", "drug", "disease", "species", "cell", "neuron", "word", "term", "item", "account",
        "accountid", "address", "addr", "wallet", "company", "bank", "country", "city", "airport", "airportid",
        "station", "stationid", "stop", "stopid", "host", "ip", "package", "module", "ject", "jectid",
    ), 3),
    **dict.fromkeys(("name", "label", "symbol", "code", "index", "email"), 2),
    **dict.fromkeys("abcefgnpqsuvxyz", 1),  # only of tables with two columns: x1, y1 and x2 may be coordinates
}
# Names of weights; a higher number is more certain.
WEIGHTS = {
    **dict.fromkeys((
        "weight", "weights", "edgeweight", "w", "wt",
    ), 3),
    **dict.fromkeys((
        "strength", "value", "amount", "score",
    ), 2),
    **dict.fromkeys((
        "count", "counts", "n", "frequency", "freq", "rating", "distance", "similarity", "combinedscore",
    ), 1),
}
# Names of columns that hold neither ends nor weights.
OTHERS = frozenset((
    "time", "timestamp", "datetime", "date", "year", "month", "day", "step", "since", "number", "no", "nr",
    "index", "type", "kind", "label", "relation", "id", "triangles", "squares", "cliques", "degree", "clustering",
    "core", "trussness", "pagerank", "betweenness", "closeness", "centrality", "component", "community", "estimate",
    "population", "age", "",
))
ROLES = ("source", "target", "weight", "time", "label")
KEYWORDS = ("source", "target", "columns")

_SEPARATORS = str.maketrans("", "", "_ -.:~")


class Roles(NamedTuple):
    """Places of columns, from 0 on; weight: None if the edges have no weights."""

    source: int
    target: int
    weight: int | None = None


def choose(names: Sequence[Hashable], given: dict[str, Any], weights: Any) -> Roles:
    """The roles of the columns of a table.

    given: the caller's values of KEYWORDS.  weights: a name, a number from 1 on, True (the column with such a name)
    or None.
    ValueError with a remedy if the roles are not clear.
    """
    known = said(given, weights)
    weight = _weight(names, known.get("weight"))
    if "source" in known:
        two = _place(names, known["source"]), _place(names, known["target"])
    else:
        taken = {weight, *(_place(names, known[role]) for role in ("time", "label") if role in known)}
        places = [place for place in range(len(names)) if place not in taken]
        rest = [names[place] for place in places]
        source, target = _named(rest) or _only(rest)
        two = places[source], places[target]
    if two[0] == two[1]:
        raise ValueError(f"source and target are the same column, {names[two[0]]!r}: name two")
    if weight in two:
        raise ValueError(f"the weight's column {names[weight]!r} has an end of the edge: name another")
    return Roles(*two, weight)


def listed(names: Sequence[Hashable]) -> str:
    """Names for messages: the first ones of many."""
    most = 12
    return ", ".join(map(repr, names[:most])) + (", ..." if len(names) > most else "")


def _parted(columns: Any) -> dict[str, Any]:
    """What `columns` names by roles: of "A,B", "source=A,weight=B", a dict, or a tuple or list of two."""
    if isinstance(columns, str) and "=" in columns:
        parts = [part.partition("=") for part in columns.split(",")]
        columns = {role: column if sign else None for role, sign, column in parts}
    if isinstance(columns, Mapping) and columns and columns.keys() <= set(ROLES) and None not in columns.values():
        return dict(columns)
    two = columns.split(",") if isinstance(columns, str) else columns
    if not isinstance(two, (tuple, list)) or len(two) != 2:
        raise ValueError("columns names the source and the target, as in columns=('A', 'B'), or columns by their "
                         f"roles, which are {', '.join(ROLES)}, as in columns={{'source': 'A', 'target': 'B'}}, "
                         f"not {columns!r}")
    return {"source": two[0], "target": two[1]}


def said(given: dict[str, Any], weights: Any = None) -> dict[str, Any]:
    """The columns that the caller has named, by their roles; the weight also as True: it is found out."""
    columns, found = given.get("columns"), {key: given[key] for key in ROLES[:2] if given.get(key) is not None}
    if found and columns is not None:
        raise ValueError("columns= names what source= and target= name: leave one out")
    if columns is not None:
        found = _parted(columns)
    if ("source" in found) != ("target" in found):
        raise ValueError("source and target go together: give both")
    if weights is not None and weights is not False:
        if "weight" in found and weights is not True:
            raise ValueError("columns= names what weights= names: leave one out")
        found.setdefault("weight", weights)
    return found


def ends(given: dict[str, Any]) -> tuple[Any, Any] | None:
    """The source and the target that the caller has named, or None."""
    found = said(given)
    return (found["source"], found["target"]) if "source" in found else None


def _place(names: Sequence[Hashable], wanted: Any) -> int:
    """The column with a name; or with a number from 1 on, if that is no name."""
    found = [place for place, name in enumerate(names)
             if type(name) is type(wanted) and name == wanted]
    if not found and isinstance(wanted, str):  # a part of "A,B", or the name of a column that is no str
        found = [place for place, name in enumerate(names) if str(name) == wanted]
    if len(found) > 1:
        raise ValueError(f"{len(found)} columns are called {wanted!r}: name columns by their numbers, from 1 on")
    if found:
        return found[0]
    number = int(wanted) if isinstance(wanted, str) and wanted.isdecimal() else wanted
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(names):
        return number - 1
    raise ValueError(f"the table has no column {wanted!r}; its columns are {listed(names)}")


def _weight(names: Sequence[Hashable], weights: Any) -> int | None:
    if weights is None or weights is False:
        return None
    if weights is not True:
        return _place(names, weights)
    ranks = [WEIGHTS.get(_letters(name), 0) for name in names]
    best = max(ranks, default=0)
    if best == 0 or ranks.count(best) > 1:
        raise ValueError("weights=True takes the column that is called 'weight' or the like, and "
                         f"{ranks.count(best) if best else 'none'} of {listed(names)} is: give weight='NAME'")
    return ranks.index(best)


def _letters(name: Hashable) -> str:
    return str(name).lower().translate(_SEPARATORS)


def _rank(source: str, target: str) -> int:
    """How certain it is that two names, in lower case, are those of a source and its target; 0: they are not."""
    best = 0
    for head in range(min(len(source), len(target))):
        for one, two in PAIRS:
            rest = source[head + len(one):]
            if source.startswith(one, head) and target.startswith(two, head) \
                    and rest == target[head + len(two):]:
                best = max(best, THINGS.get((source[:head] + rest).translate(_SEPARATORS), 0))
        if source[head] != target[head]:
            break
    return best


def _go_on(names: Sequence[str], source: str, target: str) -> bool:
    """Whether a third name continues the first two: "node3" after "node1" and "node2"."""
    for name in names:
        differ = [place for place, letter in enumerate(name) if len(name) == len(target)
                  and letter != target[place]]
        if name != source and len(source) == len(target) and len(differ) == 1 \
                and name[differ[0]] != source[differ[0]] and source[differ[0]] != target[differ[0]]:
            return True
    return False


def _named(names: Sequence[Hashable]) -> tuple[int, int] | None:
    """The columns whose names are those of a source and its target; None if no names are."""
    lower = [str(name).lower() for name in names]
    found: dict[int, list[tuple[int, int]]] = {1: [], 2: [], 3: []}
    for s, source in enumerate(lower):
        for t, target in enumerate(lower):
            rank = 0 if s == t or source[:1].isdecimal() else _rank(source, target)
            if rank > 1 or rank and len(names) == 2:
                found[rank].append((s, t))
    surest = found[3] or found[2] or found[1]
    if not surest:
        return None
    s, t = surest[0]
    if len(surest) > 1 or _go_on(lower, lower[s], lower[t]):
        raise ValueError(f"of the columns {listed(names)} more than two may hold the ends of an edge: give "
                         "source='NAME', target='NAME' with the two that do")
    return s, t


def _only(names: Sequence[Hashable]) -> tuple[int, int]:
    """The first and the second column of a table that has no others."""
    if len(names) < 2:
        raise ValueError(f"an edge has two columns, a source and a target, and the table has {len(names)}"
                         + (f", {names[0]!r}" if names else "") + ": if others are its index, give "
                         "table.reset_index()")
    if len(names) > 2:
        raise ValueError(f"none of the columns {listed(names)} has a known name of the ends of an edge: give "
                         "source='NAME', target='NAME' with the two that hold them")
    if any(_letters(name) in OTHERS or _letters(name) in WEIGHTS or str(name).startswith("Unnamed:") for name in names):
        raise ValueError(f"{names[0]!r} and {names[1]!r} may be something else than the ends of an edge: if "
                         f"they are these, give source={names[0]!r}, target={names[1]!r}")
    return 0, 1
