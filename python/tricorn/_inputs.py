"""Makes graphs from objects.  It imports no package of theirs: objects are recognised by their attributes."""
from __future__ import annotations

import array
import bisect
import itertools
import math
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from . import _columns, _files, _messages, _roles, _tricorn
from ._columns import Columns, Made, graph_of, is_series, package_of
from ._results import Table
from ._values import Edges, Values, plain

_WANTED = ("give a path, a file, a table, a pair (sources, targets), a list or an array of pairs [(u, v), ...], a "
           "sparse matrix, or a networkx or igraph graph")


# What types of tables, matrices and graphs have, and those of columns and edges have not.
_OF_WHOLES = ("columns", "tocsr", "adjacency", "get_edgelist", "vertex_triangles")
# Keywords of files, which would do nothing for anything else.
_OF_FILES = ("format", "separator", "header", "comment", "file_list", "ids")


def _is_of(source: object, package: str) -> bool:
    """Whether the object's class, or a base of it, is of a package."""
    return any(c.__module__.partition(".")[0] == package for c in type(source).__mro__)


def _named(weights: Any, of: str) -> str | None:
    if weights is None or isinstance(weights, str):
        return weights
    raise TypeError(f"weights must name {of}, as in weight='weight', and is {weights!r}")


# ---- matrices and memory of a GPU ----------------------------------------------------------------------

def _of_matrix(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A sparse matrix of scipy or the like: its stored entries, also zeros, are edges."""
    if weights is not None and not isinstance(weights, bool):
        raise TypeError(f"weights of a matrix are its entries: give weights=True, not {weights!r}")
    if len(source.shape) != 2 or source.shape[0] != source.shape[1]:
        raise ValueError(f"the matrix has the shape {source.shape}, and must be square")
    if source.format != "csr" and (source.format != "csc" or settings.get("directed")):
        source = source.tocsr()
    if _on_gpu(source.indices):
        if weights:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give a matrix in host memory")
        return Made(_tricorn.from_device_rows(_address(source.indptr), _address(source.indices), settings))
    if source.data.dtype.kind == "f" and not _columns.are_finite(source.data):
        raise ValueError("an entry of the matrix is infinite or no number: leave such entries out if they are no edges")
    entries = _columns.reals(source.data) if weights else None
    with _messages.told(_entries_of(source), dropped=None):
        return Made(_tricorn.from_rows(source.indptr, source.indices, entries, settings))


def _entries_of(matrix: Any) -> dict[str, Callable[[int], str]]:
    """What entries of the library's arrays are in a matrix, for messages."""

    def entry(number: int) -> str:
        place = bisect.bisect_right(matrix.indptr, number) - 1, int(matrix.indices[number])
        return f"the matrix's entry {place if matrix.format == 'csr' else place[::-1]}"

    return {"edge_weights": entry, "targets": lambda number: f"the matrix's indices[{number}]",
            "offsets": lambda number: f"the matrix's indptr[{number}]"}


def _on_gpu(array_: Any) -> bool:
    """Whether the object is an array of CuPy, PyTorch or the like, in the memory of a GPU."""
    return hasattr(array_, "__cuda_array_interface__")


def _address(array_: Any) -> tuple[int, int, int, str]:
    """Address, length, stride and type, by the CUDA array interface; the library waits for the array's stream."""
    found = array_.__cuda_array_interface__
    if len(found["shape"]) != 1 or found.get("mask") is not None:
        raise ValueError("an array on the GPU must have one dimension and no mask")
    kind = found["typestr"]
    stride = int(kind[2:]) if found.get("strides") is None else found["strides"][0]
    return found["data"][0] or 0, found["shape"][0], stride, kind


# ---- columns, pairs and arrays -------------------------------------------------------------------------

def _is_column(value: Any) -> bool:
    """Whether the object may be a column: a sequence, but no word."""
    return hasattr(value, "__len__") and not isinstance(value, (str, Mapping, Set))


def _of_columns(columns: Columns, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns of the same length."""
    sources, targets, weights, _ = columns
    if _on_gpu(sources) or _on_gpu(targets):
        if weights is not None:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give columns in host memory")
        if not (_on_gpu(sources) and _on_gpu(targets)):
            raise ValueError("one column is in the memory of a GPU, and the other is not")
        return Made(_tricorn.from_device_columns(_address(sources), _address(targets), settings))
    if not (_is_column(sources) and _is_column(targets)):
        raise TypeError("a tuple of two is a pair of columns (sources, targets): give edges as a list of pairs, "
                        "[(u, v), ...]")
    return graph_of(columns, drop, settings)


def _of_array(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of an m x 2 array of edges, or of a 2 x m tensor of columns, as PyTorch Geometric has them."""
    rows, width = source.shape
    tensor = package_of(source) == "torch"
    if tensor and rows == 2 and width > 3:
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if width == 2 and not (tensor and rows == 2):
        return _of_columns(Columns(source[:, 0], source[:, 1], weights), drop, settings)
    if rows == 2:
        raise ValueError(f"an array of edges has the shape (m, 2), not (2, {width}): give array.T if its two rows are "
                         "the sources and the targets, and a list of tuples if they are two edges")
    if width == 3 and rows != 3:
        raise ValueError("an array of edges has two columns, not 3: give array[:, :2], with the third one as "
                         "weights=array[:, 2] if it has weights")
    raise ValueError(f"an array of edges has the shape (m, 2), not {tuple(source.shape)}: give a matrix as a sparse "
                     "one, scipy.sparse.csr_array(matrix), and columns as (sources, targets)")


def _columns_of_records(source: Any, weights: Any, settings: dict[str, Any]) -> Columns:
    names = source.dtype.names
    return _columns_of(lambda place: source[names[place]], names, _roles.choose(names, settings, weights))


def _columns_of(column: Callable[[int], Any], names: Sequence[Hashable], roles: _roles.Roles) -> Columns:
    """The columns of the roles; column: that of a place."""
    places = (roles.source, roles.target, roles.weight)
    sources, targets, weights = (None if place is None else column(place) for place in places)
    called = ["" if place is None else f"column {names[place]!r}" for place in places]
    return Columns(sources, targets, weights, (called[0], called[1], called[2]))


def _rest(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings without those of columns."""
    return {key: value for key, value in settings.items() if key not in _roles.KEYWORDS}


def _pairs_of(edges: list[Any], weights: Any) -> tuple[list[Any], list[Any], Any]:
    """Two lists of the ends of edges, and the weights if the edges have them.

    TypeError for an object that is no pair; ValueError if only some are pairs.
    """
    wrong = {kind for kind in set(map(type, edges))
             if issubclass(kind, (str, bytes, bytearray, Mapping)) or not hasattr(kind, "__len__")}
    if wrong:
        number, edge = next((number, edge) for number, edge in enumerate(edges) if type(edge) in wrong)
        raise TypeError(f"item {number}, {edge!r}, is no edge: give pairs, as in [(u, v), ...]")
    lengths = set(map(len, edges))
    if lengths and not lengths & {2, 3}:
        raise TypeError(f"an item of {max(lengths)} values is no edge: give pairs, as in [(u, v), ...]")
    if lengths <= {2}:
        ends = list(itertools.chain.from_iterable(edges))
        return ends[0::2], ends[1::2], weights
    if lengths == {3}:
        return _triples_of(edges, weights)
    raise ValueError(f"edges have {' or '.join(map(str, sorted(lengths)))} values: give pairs, as in [(u, v), ...]")


def _triples_of(edges: list[Any], weights: Any) -> tuple[list[Any], list[Any], Any]:
    """Edges with a weight, or with a dict of attributes, as NetworkX has them."""
    first, second, third = map(list, zip(*edges))
    if all(isinstance(value, Mapping) for value in third):
        name = "weight" if weights is True else weights
        if not isinstance(name, str):
            return first, second, weights
        _check_attribute(name, third)
        return first, second, [data.get(name, 1) for data in third]
    if weights is True:
        return first, second, third
    if weights is not None:
        raise TypeError("the edges have a third value, and weights= gives others: give pairs, or weights=True")
    raise TypeError("the edges have three values: give weights=True if the third one is a weight, else pairs, "
                    "[(row[A], row[B]) for row in edges], with the numbers A and B of the two that are the ends")


def _are_columns(source: Sequence[Any], weights: Any) -> bool:
    """Whether a list or a tuple has two columns, and no two edges; TypeError if it may have either."""
    if not all(map(_is_column, source[:3])):
        return False
    if isinstance(source, tuple) and len(source) == 3 and not any(isinstance(item, (tuple, list)) for item in source):
        raise TypeError("three columns, or three edges: give columns as (sources, targets), with the third one by "
                        "weights= if it has weights, and edges as a list of tuples, [(u, v), ...]")
    if len(source) != 2:
        return False
    kinds, lengths, row = set(map(type, source)), set(map(len, source)), 3 if weights is True else 2
    if isinstance(source, tuple):
        unclear = kinds == {tuple} and lengths == {row}
    elif kinds & {tuple, bytes} or kinds == {list} and lengths == {row}:
        return False
    else:
        unclear = lengths == {2} or kinds == {list} and lengths == {3}
    if unclear:
        raise TypeError(f"two columns of {len(source[0])} values may also be two edges: give columns as a tuple of lists "
                        "or arrays, (sources, targets), and edges as a list of tuples, [(u, v), ...]")
    return True


def _of_list(source: list[Any], weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a list of pairs, or of two columns."""
    if _are_columns(source, weights):
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if weights is True and len(source) == 3 and all(isinstance(row, list) and len(row) == 3 for row in source):
        raise TypeError("three lists of three values are edges or a matrix: give edges as tuples, [(u, v, weight), ...], "
                        "and a matrix as a sparse one, scipy.sparse.csr_array(matrix)")
    if settings.get("directed") and any(isinstance(edge, Set) for edge in source):
        raise TypeError("a set has no direction: give edges as tuples, (source, target)")
    first, second, own = _pairs_of(source, weights)
    names = ("the list of edges", "the list of edges", "weights")
    return graph_of(Columns(first, second, own, names), drop, settings)


# ---- what is no table yet -------------------------------------------------------------------------------

def _edges_of(result: Values) -> Table:
    """The table of edges; TypeError for a result that is about something else."""
    if isinstance(result, Edges):
        return result.table()
    raise TypeError(f"no graph can be made of {type(result).__name__}, which are values of vertices, or triangles: give "
                    "edges, such as graph.edges()")


def _loaded(source: Any) -> Any:
    """The table that a reader of pandas still has, as read_csv(chunksize=) makes it, and that of a result of edges;
    anything else as it is.

    TypeError for tables and columns that are computed later, as those of Dask.
    """
    if isinstance(source, Values):
        return _edges_of(source)
    for one in source if isinstance(source, tuple) and len(source) == 2 else [source]:
        if hasattr(type(one), "__dask_graph__") and one.__dask_graph__() is not None:
            raise TypeError(f"this {type(one).__name__} is not computed yet: give what its compute() returns")
        if hasattr(type(one), "collect"):
            raise TypeError(f"this {type(one).__name__} is not computed yet: give what its collect() returns")
    if type(source).__name__ == "matrix" and package_of(source) == "numpy":
        return source.A
    if not _is_of(source, "pandas") or not hasattr(type(source), "read"):
        return source
    try:
        return source.read()
    except StopIteration:
        raise ValueError(f"{type(source).__name__} is at its end, and has nothing left to read") from None


# ---- rows with names -----------------------------------------------------------------------------------

def _listed(source: Any) -> Any:
    """A list of the items of an iterable of edges or rows; anything else as it is."""
    other = (str, bytes, bytearray, memoryview, array.array, Mapping, list, tuple)
    if isinstance(source, other) or not isinstance(source, Iterable) or is_series(source) \
            or any(hasattr(source, name) for name in ("shape", "tocsr", "__arrow_c_stream__")) \
            or _is_of(source, "networkx") or _is_of(source, "igraph"):
        return source
    return list(source)


def _names_of_rows(source: Any) -> list[str] | None:
    """The names of the values of rows: of named tuples, dicts, rows of databases and of pandas; None without names.

    TypeError for a list of tables or graphs, and if only some rows have names.
    """
    if not isinstance(source, (list, tuple)):
        return None
    kinds = set(map(type, source))
    for kind in kinds:
        if not hasattr(kind, "_fields") and any(hasattr(kind, name) for name in _OF_WHOLES):
            raise TypeError(f"each item is a {kind.__name__}, a table or a graph of its own: join them to one, as by "
                            "pandas.concat() or networkx.compose_all(), or count each")
    named = {kind for kind in kinds if hasattr(kind, "_fields") or hasattr(kind, "keys")}
    if not named or isinstance(source, tuple) and len(source) == 2 and any(map(is_series, source)):
        return None  # a pair of columns
    lists = {tuple(getattr(row, "_fields", None) or row.keys()) for row in source if type(row) in named}
    if not all(isinstance(name, str) for names in lists for name in names):
        return None
    if len(source) == 2 and any(map(is_series, source)):
        raise TypeError("two Series may be two columns, or two rows of a table: give columns as a tuple, (sources, "
                        "targets), and rows as a table")
    if named != kinds or len(lists) > 1 and not all(issubclass(kind, Mapping) for kind in kinds):
        raise TypeError("some of the rows have other names than others, or none: give a table, or pairs, [(u, v), ...]")
    return list(dict.fromkeys(itertools.chain.from_iterable(lists))) if len(lists) > 1 else list(lists.pop())


def _columns_of_rows(rows: Sequence[Any], names: list[str], weights: Any, settings: dict[str, Any]) -> Columns:
    """The columns that rows with names have for the roles; a value that a dict does not have is missing."""
    given = weights if not isinstance(weights, (bool, int, str, type(None))) else None  # a number for each edge
    roles = _roles.choose(names, settings, None if given is not None else weights)

    def column(place: int) -> list[Any]:
        name = names[place]
        if isinstance(rows[0], Mapping):
            return [row.get(name) for row in rows]
        return [row[name] for row in rows] if is_series(rows[0]) else [row[place] for row in rows]

    found = _columns_of(column, names, roles)
    return found if given is None else found._replace(weights=given)


# ---- tables --------------------------------------------------------------------------------------------

def _of_frame(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a pandas.DataFrame, whose stream would need pyarrow."""
    names = source.columns.tolist()
    if _roles.ends(settings) is None and names and _is_square(source):
        return _of_adjacency(source, weights, settings)
    made = _of_columns(_columns_of_frame(source, weights, settings), drop, _rest(settings))
    return _with_names(made, names, settings)


def _with_names(made: Made, names: Sequence[Hashable], settings: dict[str, Any]) -> Made:
    """The graph of a table with columns of these names.

    ValueError if its only two columns have names of vertices, as where a first edge was read as names.
    """
    if made.nodes and len(names) == 2 and _roles.ends(settings) is None and not _roles.are_known(names) \
            and all(name in made.nodes for name in names):
        raise ValueError(f"the columns are called {_roles.listed(names)}, and so are vertices, as where a first edge was "
                         "read as names: read the table without a header, or give source=NAME, target=NAME")
    return made


def _columns_of_frame(source: Any, weights: Any, settings: dict[str, Any]) -> Columns:
    """The columns that a pandas.DataFrame has for the roles, if its index cannot have one of them."""
    names, levels = source.columns.tolist(), [name for name in source.index.names if name is not None]
    roles = _roles.choose(names, settings, weights)
    if levels and _roles.ends(settings) is None:
        try:
            same = _roles.choose(names + levels, settings, weights) == roles
        except ValueError:
            same = False
        if not same:
            raise ValueError(f"the index of the table is called {_roles.listed(levels)}, and may have an end of the "
                             "edges: give table.reset_index(), where it is a column")
    return _columns_of(lambda place: _frame_column(source, names, place), names, roles)


def _frame_column(source: Any, names: Sequence[Hashable], place: int) -> Any:
    """The column at a place; by its name it is found sooner."""
    by_name = type(names[place]) is str and source.columns.is_unique
    return source[names[place]] if by_name else source.iloc[:, place]


def _is_square(source: Any) -> bool:
    """Whether a table has the same names for its rows and its columns."""
    return source.shape[0] == source.shape[1] and \
        sorted(map(str, source.index)) == sorted(map(str, source.columns))


def _of_adjacency(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table that is a matrix: its entries that are not 0 are edges, those of row u from u."""
    import numpy

    size = len(source)
    if "RangeIndex" in (type(source.index).__name__, type(source.columns).__name__) \
            or size <= 3 and list(source.index) == list(source.columns) == list(range(size)):
        raise ValueError("a table of as many rows as columns, both without names, is a list of edges or a matrix: "
                         "give source=0, target=1 for edges, and scipy.sparse.csr_array(table) for a matrix")
    if weights is not None and not isinstance(weights, bool):
        raise TypeError(f"weights of a matrix are its entries: give weights=True, not {weights!r}")
    place = {str(name): number for number, name in enumerate(source.columns)}
    if len(place) < len(source):
        raise ValueError("the table is a matrix, as its rows are called as its columns, and two have the same name")
    order = [place[str(name)] for name in source.index]
    try:
        matrix = source.to_numpy("float64", na_value=numpy.nan)[:, order]
    except (TypeError, ValueError) as error:
        raise TypeError("the table is a matrix, as its rows are called as its columns, and has something else than "
                        f"numbers ({error}): give source=NAME, target=NAME if it is a list of edges") from None
    if not numpy.isfinite(matrix).all():
        raise ValueError("the matrix has missing or infinite values: give table.replace([numpy.inf, -numpy.inf], "
                         "numpy.nan).fillna(0) if these are no edges")
    rows, targets = numpy.nonzero(matrix)
    offsets = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(rows, minlength=len(matrix)))])
    entries, nodes = matrix[rows, targets] if weights else None, source.index.tolist()

    def entry(number: int) -> str:
        return f"the entry of row {nodes[rows[number]]!r} and column {nodes[targets[number]]!r}"

    with _messages.told({"edge_weights": entry}, nodes, None):
        return Made(_tricorn.from_rows(offsets, targets, entries, _rest(settings)), nodes)


def _of_arrow(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table or a stream of Arrow."""
    stream = source.__arrow_c_stream__()
    names = _tricorn.arrow_names(stream)
    roles = _roles.choose(names, settings, weights)
    places = (roles.source, roles.target, -1 if roles.weight is None else roles.weight)
    called = [f"column {names[place]!r}" for place in places]
    return _with_names(_columns.of_stream(stream, places, called, drop, _rest(settings)), names, settings)


# ---- graphs --------------------------------------------------------------------------------------------

def _of_igraph(source: Any, weights: str | None, settings: dict[str, Any]) -> Made:
    """Makes the graph of all vertices, by their names if they have different names, else 0 to n - 1.

    If directions are stored, an edge of an undirected graph has both.
    """
    ends = array.array("q", itertools.chain.from_iterable(source.get_edgelist()))
    view, number = memoryview(ends), source.vcount()
    names = source.vs["name"] if "name" in source.vs.attributes() else None
    if names is not None and None in names:
        raise ValueError(f"vertex {names.index(None)} has no name, and others have one: give all vertices names, or "
                         "none, by del graph.vs['name']")
    if names is not None and len(set(names)) < number:
        names = None
    if weights is not None and weights not in source.es.attributes():
        raise _no_attribute(weights, source.es.attributes())
    edges = Columns(view[0::2], view[1::2], None if weights is None else source.es[weights])
    return _of_ends(range(number) if names is None else names, edges, source.is_directed(), settings) \
        ._replace(nodes=names)


def _no_attribute(name: str, others: Iterable[str]) -> ValueError:
    """The error for weights by an attribute that no edge has."""
    return ValueError(f"no edge has the attribute {name!r}; attributes are {_roles.listed(sorted(others)) or 'none'}")


def _check_attribute(name: str, attributes: Iterable[Mapping[str, Any]]) -> None:
    """Raises ValueError if the graph has edges, but no edge has the attribute.

    attributes: for each edge, its attributes by their names.
    """
    others: set[str] = set()
    edges = 0
    for of_edge in attributes:
        if name in of_edge:
            return
        others.update(map(str, of_edge))
        edges += 1
    if edges:
        raise _no_attribute(name, others)


def of_networkx(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of every node of a NetworkX graph, in its order; repeated edges are removed.

    If directions are stored, an edge of an undirected graph has both.
    weights: the attribute of edges that has them, 1 for an edge without it; None: the graph has no weights.
    """
    adjacency = source._adj
    if weights is not None and source.is_multigraph():
        return _of_multigraph(source, weights, settings)
    if type(adjacency) is not dict:  # a view, such as a subgraph: its dictionaries are made
        adjacency = {node: dict(row) for node, row in source.adjacency()}
    once = not (source.is_directed() or settings.get("directed"))
    with _messages.told({}, dropped=None):
        return Made(*_tricorn.from_dictionaries(adjacency, once, source.is_multigraph(), weights, settings))


def _of_multigraph(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A multigraph of NetworkX with weights."""
    first, second, values = map(list, zip(*source.edges(data=weights, default=1))) if source.size() else ([], [], [])
    return _of_nodes(list(source), Columns(first, second, values), source.is_directed(), settings)


def _of_nodes(nodes: list[Any], edges: Columns, directed: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of all of these nodes; if directions are stored, each edge has both unless they are `directed`."""
    places = {node: place for place, node in enumerate(nodes)}
    first, second = (array.array("q", map(places.__getitem__, column)) for column in edges[:2])
    return _of_ends(nodes, edges._replace(sources=first, targets=second), directed, settings)


def _of_ends(nodes: Sequence[Any], edges: Columns, directed: bool, settings: dict[str, Any]) -> Made:
    """As _of_nodes(), of edges whose ends are the places of these nodes."""
    weights = _columns.reals(edges.weights, "the list of weights")
    wrong = next((number for number, weight in enumerate(() if weights is None else weights)
                  if not 0 <= weight < math.inf), None)
    if wrong is not None:
        ends = nodes[edges.sources[wrong]], nodes[edges.targets[wrong]]
        raise ValueError(f"the edge of {ends[0]!r} and {ends[1]!r} has the weight {edges.weights[wrong]!r}: a weight is "
                         "a finite number, and not negative")
    both = bool(settings.get("directed")) and not directed
    with _messages.told({}, nodes, None):
        graph = _tricorn.from_ends(len(nodes), edges[:2], weights, both, settings)
    return Made(graph, nodes)


def _of_view(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a view such as G.edges; if directions are stored, an edge of an undirected graph has both."""
    if "Edge" not in type(source).__name__:
        raise TypeError(f"no graph can be made of {type(source).__name__}: give the graph, or its edges")
    graph, edges = getattr(source, "_viewer", source)._graph, list(source)
    if getattr(source, "keys", None) is True or graph.is_multigraph() and "Data" not in type(source).__name__:
        edges = [(*edge[:2], *edge[3:]) for edge in edges]  # without keys
    if graph.is_directed() or not settings.get("directed"):
        return _of_list(edges, weights, drop, settings)
    kept, dropped = _columns.without_gaps(Columns(*_pairs_of(edges, weights), ("an edge", "an edge", "the weight")), drop)
    nodes = list(dict.fromkeys(itertools.chain(*kept[:2])))
    if all(type(node) is int for node in nodes):
        nodes.sort()  # as ids are that are numbers
    return _of_nodes(nodes, kept, False, settings)._replace(missing=len(dropped))


# ---- all of them ---------------------------------------------------------------------------------------

def is_path(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike))


def pairs(source: Any, reading: dict[str, Any] | None) -> tuple[Any, Any]:
    """Two columns without missing values from an m x 2 array, an iterable of pairs, two columns, or a table.

    reading: how a file or a table has them; None where the caller cannot say it.

    For a path, its bytes and how it is read, by `reading`.
    """
    if is_path(source):
        return os.fsencode(source), file_options(reading or {})
    found = _columns.pairs_of(_pair_columns(source, reading))
    return found.sources, found.targets


def _pair_columns(source: Any, reading: dict[str, Any] | None) -> Columns:
    source = _loaded(source)
    table = _is_table(source)
    source = source if table else _listed(source)
    names = None if table else _names_of_rows(source)
    wrong = sorted(key for key in reading or {} if not (table or names) or key not in _roles.KEYWORDS)
    if wrong:
        raise TypeError(f"{wrong[0]}= says how a file of pairs is read, or names columns of a table, and "
                        f"{type(source).__name__} is none")
    if table or names:
        return _pairs_of_table(source, names, reading)
    if hasattr(source, "shape") and len(source.shape) == 2:
        if source.shape[1] != 2:
            raise ValueError(f"an array of pairs has two columns, not {source.shape[1]}"
                             + (": give array.T" if source.shape[0] == 2 else ""))
        return Columns(source[:, 0], source[:, 1])
    if isinstance(source, (tuple, list)) and _are_columns(source, None):
        return Columns(*source)
    if not isinstance(source, Iterable):
        raise TypeError(f"pairs are an array, a list of (u, v), or two columns, not {type(source).__name__}")
    edges = list(source)
    if any(hasattr(edge, "__len__") and len(edge) == 3 for edge in edges):
        raise TypeError("a pair has two values, and one has three: give pairs, as in [(u, v), ...]")
    first, second, _ = _pairs_of(edges, None)
    return Columns(first, second)


def _pairs_of_table(source: Any, names: Any, reading: dict[str, Any] | None) -> Columns:
    """The columns of the source and the target of a table, or of rows with these names."""
    try:
        if names is not None:
            return _columns_of_rows(source, names, None, reading or {})
        if _is_frame(source):
            return _columns_of_frame(source, None, reading or {})
        if hasattr(source, "dtype"):
            return _columns_of_records(source, None, reading or {})
        return _columns_of_arrow(source, reading or {})
    except _roles.FirstEdgeLost:
        raise
    except ValueError as error:
        if reading is not None:
            raise
        raise ValueError("the names of the table's columns do not say which two have the pairs: give two columns, "
                         "(table['A'], table['B'])") from error


def _columns_of_arrow(source: Any, reading: dict[str, Any]) -> Columns:
    column: Callable[[int], Any]
    if isinstance(source, Table):
        names, column = source.columns, lambda place: source[source.columns[place]]
    elif hasattr(source, "to_series"):  # of polars
        names, column = source.columns, source.to_series
    else:
        try:
            import pyarrow
        except ImportError:
            raise TypeError(f"the columns of {type(source).__name__} are read by pyarrow, which is not installed: give "
                            "two columns, (sources, targets)") from None
        table = pyarrow.table(source)
        names, column = table.column_names, table.column
    return _columns_of(column, names, _roles.choose(names, reading, None))


def _is_frame(source: Any) -> bool:
    """Whether the object is a pandas.DataFrame."""
    return hasattr(type(source), "iloc") and hasattr(type(source), "itertuples")


def _of_table(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    if _is_frame(source):
        return _of_frame(source, weights, drop, settings)
    if hasattr(source, "__arrow_c_stream__"):
        return _of_arrow(source, weights, drop, settings)
    made = _of_columns(_columns_of_records(source, weights, settings), drop, _rest(settings))
    return _with_names(made, source.dtype.names, settings)


def _is_table(source: Any) -> bool:
    """Whether it is a table: its type has the attributes, because columns may be attributes of the object."""
    return _is_frame(source) or hasattr(type(source), "__arrow_c_stream__") and not is_series(source) \
        or getattr(getattr(source, "dtype", None), "names", None) is not None


def _of_edges(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns, arrays and lists of edges, which have no names."""
    if isinstance(source, memoryview) and source.ndim == 2:
        source = source.tolist()
    if hasattr(source, "shape") and len(source.shape) == 2 and hasattr(source, "__getitem__"):
        return _of_array(source, weights, drop, settings)
    if isinstance(source, tuple) and (_are_columns(source, weights) or len(source) == 2):
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if _is_of(source, "networkx"):
        return _of_view(source, weights, drop, settings)
    if isinstance(source, Iterable) and not isinstance(source, (bytes, bytearray, Mapping)) and not is_series(source):
        return _of_list(source if isinstance(source, list) else list(source), weights, drop, settings)
    raise TypeError(f"no graph can be made of {type(source).__name__}: {_hint(source) or _WANTED}")


def _hint(source: Any) -> str | None:
    """What a caller has to do with an object that is not far from a graph."""
    if isinstance(source, Mapping):
        return "give networkx.Graph(source) for a dict of neighbours, and pandas.DataFrame(source) for one of columns"
    if is_series(source) and source.index.nlevels > 1:
        return "give series.reset_index(), where its index has become columns"
    if _is_of(source, "igraph"):
        return "give the graph"
    return "it is one" if hasattr(source, "vertex_triangles") else None


def _of_graph(source: Any, weights: Any, settings: dict[str, Any]) -> Made | None:
    """Makes the graph of a sparse matrix or a graph of another package; None for anything else."""
    if hasattr(source, "tocsr") and hasattr(source, "format"):
        return _of_matrix(source, weights, settings)
    if _is_of(source, "networkx") and hasattr(source, "_adj"):
        name = _named(weights, "an attribute of edges")
        if name is not None:
            _check_attribute(name, (data for _, _, data in source.edges(data=True)))
        return of_networkx(source, name, settings)
    if _is_of(source, "igraph") and hasattr(source, "get_edgelist"):
        return _of_igraph(source, _named(weights, "an attribute of edges"), settings)
    return None


def is_file(source: Any) -> bool:
    """Whether it is a path or an open file."""
    return not _is_table(source) and (is_path(source) or hasattr(source, "read"))


def _are_paths(source: Any) -> bool:
    """Whether it is a list of names of files: of paths, or of texts of which a file has one."""
    return isinstance(source, (list, tuple)) and all(isinstance(path, (str, os.PathLike)) for path in source) and \
        any(isinstance(path, os.PathLike) or os.path.exists(path) for path in source)


def _of_paths(sources: Sequence[Any], settings: dict[str, Any]) -> Made:
    """Makes the graph whose parts are files."""
    import tempfile

    paths = [os.path.abspath(os.fsencode(path)) for path in sources]
    if any(b"\n" in path or b"\0" in path for path in paths):
        raise ValueError("the name of a file in a list holds the end of a line or a null byte")
    with tempfile.NamedTemporaryFile() as listed:
        listed.write(b"".join(path + b"\n" for path in paths))
        listed.flush()
        graph = _tricorn.load(os.fsencode(listed.name), {**file_options(settings), "file_list": True})
    return Made(graph, graph.labels({}))


def _of_file(source: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a path or an open file."""
    known = file_options(settings)
    graph = _tricorn.load(os.fsencode(source), known) if isinstance(source, (str, os.PathLike)) \
        else _files.read(source, known)
    return Made(graph, graph.labels({}))


def _with_weights(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with `weight` under its other name, `weights`."""
    known = {key: value for key, value in settings.items() if key != "weight"}
    if settings.get("weight") is not None:
        if settings.get("weights") is not None:
            raise TypeError("weight= and weights= are the same: leave one out")
        known["weights"] = settings["weight"]
    return known


def file_options(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings as the reader of files expects them."""
    return _files.options(_with_weights(settings))


def make(source: Any, settings: dict[str, Any]) -> Made:
    """Makes the library's graph from any object that can have edges.

    TypeError for any other object; the errors of tricorn.Graph() otherwise.
    """
    settings, source = _with_weights(settings), _loaded(source)
    if is_file(source):
        return _of_file(source, settings)
    if _are_paths(source):
        return _of_paths(source, settings)
    if settings.pop("vertices", None) is not None:
        raise TypeError("vertices= names a file of vertices beside an edge list that is a file")
    weights, missing = plain(settings.pop("weights", None)), settings.pop("missing", None)
    if missing not in (None, "error", "drop", "keep"):
        raise ValueError(f"missing is 'error', 'drop' or 'keep', not {missing!r}")
    for keyword in _OF_FILES:
        if settings.pop(keyword, None) not in (None, False, "auto"):
            raise TypeError(f"{keyword}= says how a file is read, and {type(source).__name__} is none")
    if _is_table(source):
        return _of_table(source, weights, missing == "drop", settings)
    source = _listed(source)
    names = _names_of_rows(source)
    if names is not None:
        columns = _columns_of_rows(source, names, weights, settings)
        return _of_columns(columns, missing == "drop", _rest(settings))
    for keyword in _roles.KEYWORDS:
        if settings.pop(keyword, None) is not None:
            raise TypeError(f"{keyword}= names columns of a file or a table, and {type(source).__name__} has none")
    made = _of_graph(source, weights, settings)
    if made is None:
        return _of_edges(source, weights, missing == "drop", settings)
    if missing not in (None, "error"):
        raise TypeError(f"missing= is for tables, columns, lists and files, and {type(source).__name__} is none")
    return made
