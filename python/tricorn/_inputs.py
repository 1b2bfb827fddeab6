"""Makes graphs from objects.  It imports no package of theirs: objects are recognised by their attributes."""
from __future__ import annotations

import array
import itertools
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from . import _columns, _files, _roles, _tricorn
from ._columns import Columns, Made, graph_of, is_series, package_of

_WANTED = ("give a path, a file, a table, a pair (sources, targets), a list or an array of pairs [(u, v), ...], a "
           "sparse matrix, or a networkx or igraph graph")


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
    entries = _columns.reals(source.data) if weights else None
    return Made(_tricorn.from_rows(source.indptr, source.indices, entries, settings))


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
    """Makes the graph of an m x 2 array of edges, or of a 2 x m array of columns."""
    rows, width = source.shape
    if width == 2:
        return _of_columns(Columns(source[:, 0], source[:, 1], weights), drop, settings)
    if rows == 2 and width > 3:
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if width == 3 and rows != 3:
        raise ValueError("an array of edges has two columns, not 3: give array[:, :2], with the third one as "
                         "weights=array[:, 2] if it has weights")
    raise ValueError(f"an array of edges has the shape (m, 2), not {tuple(source.shape)}: give a matrix as a sparse "
                     "one, scipy.sparse.csr_array(matrix), and columns as (sources, targets)")


def _of_structured(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of an array of records: a table."""
    names = source.dtype.names
    roles = _roles.choose(names, settings, weights)
    return _of_columns(_columns_of(lambda place: source[names[place]], names, roles), drop, _rest(settings))


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
             if issubclass(kind, (str, bytes, Mapping)) or not hasattr(kind, "__len__")}
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
        return first, second, [data.get(name, 1) for data in third] if isinstance(name, str) else weights
    if weights is True:
        return first, second, third
    if weights is not None:
        raise TypeError("the edges have a third value, and weights= gives others: give pairs, or weights=True")
    raise TypeError("the edges have three values: give weights=True if the third one is a weight, else pairs, "
                    "[(u, v) for u, v, _ in edges]")


def _of_list(source: list[Any], weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a list of pairs, or of two columns."""
    if len(source) == 2 and all(_is_column(item) and not isinstance(item, (bytes, tuple)) for item in source):
        lists = all(isinstance(item, list) for item in source)
        length = len(source[0])
        if length not in ((2, 3) if lists else (2,)) or len(source[1]) != length:
            return _of_columns(Columns(source[0], source[1], weights), drop, settings)
        if length == 3 and weights is not True or not lists:
            raise TypeError(f"two columns of {length} values may also be two edges: give columns as a tuple, (sources, "
                            "targets), and edges as a list of tuples, [(u, v), ...]")
    if settings.get("directed") and any(isinstance(edge, Set) for edge in source):
        raise TypeError("a set has no direction: give edges as tuples, (source, target)")
    first, second, own = _pairs_of(source, weights)
    names = ("the list of edges", "the list of edges", "weights")
    return graph_of(Columns(first, second, own, names), drop, settings)


# ---- tables --------------------------------------------------------------------------------------------

def _of_frame(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a pandas.DataFrame, whose stream would need pyarrow."""
    names = source.columns.tolist()
    if _roles.ends(settings) is None and names and _is_square(source):
        return _of_adjacency(source, weights, settings)
    roles = _roles.choose(names, settings, weights)
    levels = [name for name in source.index.names if name is not None]
    if levels and _roles.ends(settings) is None:
        raise ValueError(f"the index of the table is called {_roles.listed(levels)}, and may have an end of the "
                         "edges: give table.reset_index(), where it is a column")
    return _of_columns(_columns_of(lambda place: source.iloc[:, place], names, roles), drop, _rest(settings))


def _is_square(source: Any) -> bool:
    """Whether a table of numbers has the same names for its rows and its columns."""
    if source.shape[0] != source.shape[1] or source.index.nlevels > 1 or source.columns.nlevels > 1 \
            or sorted(map(str, source.index)) != sorted(map(str, source.columns)):
        return False
    return all(dtype.kind in "biuf" for dtype in source.dtypes)


def _of_adjacency(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table that is a matrix: its entries that are not 0 are edges, those of row u from u."""
    import numpy

    if type(source.index).__name__ == type(source.columns).__name__ == "RangeIndex":
        raise ValueError("a table of as many rows as columns, both without names, is a list of edges or a matrix: "
                         "give source=0, target=1 for edges, and scipy.sparse.csr_array(table) for a matrix")
    if weights is not None and not isinstance(weights, bool):
        raise TypeError(f"weights of a matrix are its entries: give weights=True, not {weights!r}")
    place = {str(name): number for number, name in enumerate(source.columns)}
    order = [place[str(name)] for name in source.index]
    matrix = source.to_numpy("float64", na_value=numpy.nan)[:, order]
    if numpy.isnan(matrix).any():
        raise ValueError("the matrix has missing values: give table.fillna(0) if these are no edges")
    rows, targets = numpy.nonzero(matrix)
    offsets = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(rows, minlength=len(matrix)))])
    entries = matrix[rows, targets] if weights else None
    return Made(_tricorn.from_rows(offsets, targets, entries, _rest(settings)), source.index.tolist())


def _of_arrow(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table or a stream of Arrow."""
    stream = source.__arrow_c_stream__()
    roles = _roles.choose(_tricorn.arrow_names(stream), settings, weights)
    places = (roles.source, roles.target, -1 if roles.weight is None else roles.weight)
    return Made(*_tricorn.from_arrow(stream, places, drop, _rest(settings)))


# ---- graphs --------------------------------------------------------------------------------------------

def _of_igraph(source: Any, weights: str | None, settings: dict[str, Any]) -> Made:
    """Makes the graph of all vertices, by their names if they have different names, else 0 to n - 1.

    If directions are stored, an edge of an undirected graph has both.
    """
    ends = array.array("q", itertools.chain.from_iterable(source.get_edgelist()))
    view, number = memoryview(ends), source.vcount()
    names = source.vs["name"] if "name" in source.vs.attributes() else None
    if names is not None and (None in names or len(set(names)) < number):
        names = None
    if weights is not None and weights not in source.es.attributes():
        raise KeyError(f"the edges have no attribute {weights!r}; there are {_roles.listed(source.es.attributes())}")
    values = None if weights is None else _columns.reals(source.es[weights])
    both = bool(settings.get("directed")) and not source.is_directed()
    return Made(_tricorn.from_ends(number, (view[0::2], view[1::2]), values, both, settings), names)


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
    return Made(*_tricorn.from_dictionaries(adjacency, once, weights, settings))


def _of_multigraph(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A multigraph of NetworkX with weights."""
    first, second, values = map(list, zip(*source.edges(data=weights, default=1))) if source.size() else ([], [], [])
    return _of_nodes(list(source), Columns(first, second, values), source.is_directed(), settings)


def _of_nodes(nodes: list[Any], edges: Columns, directed: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of all of these nodes; if directions are stored, each edge has both unless they are `directed`."""
    places = {node: place for place, node in enumerate(nodes)}
    first, second = (array.array("q", map(places.__getitem__, column)) for column in edges[:2])
    both = bool(settings.get("directed")) and not directed
    return Made(_tricorn.from_ends(len(nodes), (first, second), _columns.reals(edges.weights), both, settings),
                nodes)


def _of_view(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a view such as G.edges; if directions are stored, an edge of an undirected graph has both."""
    if "Edge" not in type(source).__name__:
        raise TypeError(f"no graph can be made of {type(source).__name__}: give the graph, or its edges")
    graph, edges = getattr(source, "_viewer", source)._graph, list(source)
    if getattr(source, "keys", None) is True or graph.is_multigraph() and "Data" not in type(source).__name__:
        edges = [(*edge[:2], *edge[3:]) for edge in edges]  # without keys
    if graph.is_directed() or not settings.get("directed"):
        return _of_list(edges, weights, drop, settings)
    kept, missing = _columns.without_gaps(Columns(*_pairs_of(edges, weights), ("an edge", "an edge", "the weight")), drop)
    nodes = list(dict.fromkeys(itertools.chain(*kept[:2])))
    if all(type(node) is int for node in nodes):
        nodes.sort()  # as ids are that are numbers
    return _of_nodes(nodes, kept, False, settings)._replace(missing=missing)


# ---- all of them ---------------------------------------------------------------------------------------

def is_path(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike))


def pairs(source: Any, reading: dict[str, Any]) -> tuple[Any, Any]:
    """Two columns from an m x 2 array, an iterable of pairs, two columns, or a table.

    For a path, its bytes and how it is read, by `reading`.
    """
    if is_path(source):
        return os.fsencode(source), file_options(reading)
    if _is_table(source):
        return _pairs_of_table(source, reading)
    if reading:
        raise TypeError(f"{sorted(reading)[0]}= says how a file of pairs is read, or names columns of a table, and "
                        f"{type(source).__name__} is none")
    if hasattr(source, "shape") and len(source.shape) == 2:
        if source.shape[1] != 2:
            raise ValueError(f"an array of pairs has two columns, not {source.shape[1]}")
        return source[:, 0], source[:, 1]
    if isinstance(source, tuple) and len(source) == 2 and all(map(_is_column, source)):
        return source
    if not isinstance(source, Iterable):
        raise TypeError(f"pairs are an array, a list of (u, v), or two columns, not {type(source).__name__}")
    first, second, _ = _pairs_of(list(source), None)
    return first, second


def _pairs_of_table(source: Any, reading: dict[str, Any]) -> tuple[Any, Any]:
    """The columns of the source and the target of a table."""
    column: Callable[[int], Any]
    if _is_frame(source):
        names, column = source.columns.tolist(), lambda place: source.iloc[:, place]
    elif hasattr(source, "dtype"):
        names, column = source.dtype.names, lambda place: source[names[place]]
    elif hasattr(source, "to_series"):  # of polars
        names, column = source.columns, source.to_series
    else:
        import pyarrow

        table = pyarrow.table(source)
        names, column = table.column_names, lambda place: table.column(place).to_numpy()
    roles = _roles.choose(names, reading, None)
    return column(roles.source), column(roles.target)


def whole(column: Any) -> Any:
    """Converts a column of pairs to a buffer of whole numbers; a path is not changed."""
    return column if isinstance(column, (bytes, dict)) else _columns.whole(column)


def _is_frame(source: Any) -> bool:
    """Whether the object is a pandas.DataFrame."""
    return hasattr(type(source), "iloc") and hasattr(type(source), "itertuples")


def _of_table(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    if _is_frame(source):
        return _of_frame(source, weights, drop, settings)
    if hasattr(source, "__arrow_c_stream__"):
        return _of_arrow(source, weights, drop, settings)
    return _of_structured(source, weights, drop, settings)


def _is_table(source: Any) -> bool:
    """Whether it is a table: its type has the attributes, because columns may be attributes of the object."""
    return _is_frame(source) or hasattr(type(source), "__arrow_c_stream__") and not is_series(source) \
        or getattr(getattr(source, "dtype", None), "names", None) is not None


def _of_edges(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns, arrays and lists of edges, which have no names."""
    if isinstance(source, memoryview) and source.ndim == 2:
        source = source.tolist()
    if hasattr(source, "shape") and len(source.shape) == 2:
        return _of_array(source, weights, drop, settings)
    if isinstance(source, tuple) and len(source) == 2:
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if _is_of(source, "networkx"):
        return _of_view(source, weights, drop, settings)
    if isinstance(source, Iterable) and not isinstance(source, (bytes, bytearray, Mapping)) and not is_series(source):
        return _of_list(list(source), weights, drop, settings)
    raise TypeError(f"no graph can be made of {type(source).__name__}: {_WANTED}")


def _of_graph(source: Any, weights: Any, settings: dict[str, Any]) -> Made | None:
    """Makes the graph of a sparse matrix or a graph of another package; None for anything else."""
    if hasattr(source, "tocsr") and hasattr(source, "format"):
        return _of_matrix(source, weights, settings)
    if _is_of(source, "networkx") and hasattr(source, "_adj"):
        return of_networkx(source, _named(weights, "an attribute of edges"), settings)
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
    settings = _with_weights(settings)
    if is_file(source):
        return _of_file(source, settings)
    if _are_paths(source):
        return _of_paths(source, settings)
    if settings.pop("vertices", None) is not None:
        raise TypeError("vertices= names a file of vertices beside an edge list that is a file")
    weights, missing = settings.pop("weights", None), settings.pop("missing", None)
    if missing not in (None, "error", "drop", "keep"):
        raise ValueError(f"missing is 'error', 'drop' or 'keep', not {missing!r}")
    if _is_table(source):
        return _of_table(source, weights, missing == "drop", settings)
    for keyword in _roles.KEYWORDS:
        if settings.pop(keyword, None) is not None:
            raise TypeError(f"{keyword}= names columns of a file or a table, and {type(source).__name__} has none")
    return _of_graph(source, weights, settings) or _of_edges(source, weights, missing == "drop", settings)
