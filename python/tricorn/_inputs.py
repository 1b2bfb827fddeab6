"""Makes graphs from objects.  It imports no package of theirs: objects are recognised by their attributes."""
from __future__ import annotations

import array
import itertools
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from . import _columns, _files, _id_parts, _matrices, _packages, _roles, _tricorn
from ._columns import Asked, Columns, Made, graph_of, is_series, package_of
from ._lazy import Lazy, computed, in_file, lazy_of
from ._names import words_of
from ._packages import is_of, of_networkx as of_networkx
from ._results import Table
from ._values import Edges, Values, plain

_WANTED = ("give a path, a file, a table, a pair (sources, targets), a list or an array of pairs [(u, v), ...], a "
           "sparse matrix, or a graph of networkx, igraph, networkit, rustworkx or PyTorch Geometric")


# What types of tables, matrices and graphs have, and those of columns and edges have not.
_OF_WHOLES = ("columns", "tocsr", "adjacency", "get_edgelist", "vertex_triangles")
# Keywords of files, which would do nothing for anything else.
_OF_FILES = ("format", "separator", "header", "comment", "file_list", "ids")


# ---- columns, pairs and arrays ----

def _is_column(value: Any) -> bool:
    """Whether the object may be a column: a sequence, but no word."""
    return hasattr(value, "__len__") and not isinstance(value, (str, Mapping, Set))


def _of_columns(columns: Columns, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns of the same length."""
    sources, targets, weights = columns[:3]
    if _matrices.on_gpu(sources) or _matrices.on_gpu(targets):
        if weights is not None:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give columns in host memory")
        if not (_matrices.on_gpu(sources) and _matrices.on_gpu(targets)):
            raise ValueError("one column is in the memory of a GPU, and the other is not")
        return Made(_tricorn.from_device_columns(_matrices.address(sources), _matrices.address(targets), settings))
    if not (_is_column(sources) and _is_column(targets)):
        raise TypeError("a tuple of two is a pair of columns (sources, targets): give edges as a list of pairs, "
                        "[(u, v), ...]")
    return graph_of(columns, drop, settings)


def _columns_of_array(source: Any) -> Columns | None:
    """The columns of an m x 2 array of edges, or of a 2 x m array of columns, as PyTorch Geometric has them; None for another
    shape, and ValueError for one that may be either."""
    rows, width = source.shape
    tensor = package_of(source) == "torch"
    if rows == 2 and (width > 3 or tensor and width == 3):
        return Columns(source[0], source[1])
    if width == 2 and not (tensor and rows == 2):
        return Columns(source[:, 0], source[:, 1])
    if rows == 2:
        raise ValueError(f"an array of the shape (2, {width}) may be {width} edges or two: give tuple(array) if its two rows "
                         "are the sources and the targets, and a list of tuples if they are two edges")
    return None


def _of_array(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of an array of two dimensions: of edges, or of a matrix."""
    columns = _columns_of_array(source)
    if columns is not None:
        return _of_columns(columns._replace(weights=weights), drop, settings)
    rows, width = source.shape
    if _matrices.is_dense(source):
        return _matrices.of_dense(source, weights, settings)
    if width == 3 and rows != 3:
        raise ValueError("an array of edges has two columns, not 3: give array[:, :2], with the third one as "
                         "weights=array[:, 2] if it has weights")
    raise ValueError(f"an array of edges has the shape (m, 2) or (2, m), and a matrix has {_matrices.FEWEST_ROWS} rows and "
                     f"as many columns or more, not {tuple(source.shape)}: give a smaller matrix as a sparse one, "
                     "scipy.sparse.csr_array(matrix), and columns as (sources, targets)")


def _columns_of_records(source: Any, weights: Any, settings: dict[str, Any]) -> Columns:
    names = source.dtype.names
    return _columns_of(lambda place: source[names[place]], names, _roles.choose(names, settings, weights))


def _columns_of(column: Callable[[int], Any], names: Sequence[Hashable], roles: _roles.Roles) -> Columns:
    """The columns of the roles; column: that of a place."""
    places = roles[:5]
    sources, targets, weights, *seconds = (None if place is None else column(place) for place in places)
    called = ["" if place is None else f"column {names[place]!r}" for place in places]
    if seconds[0] is not None:
        sources, targets = _id_parts.join([(sources, seconds[0]), (targets, seconds[1])],
                                          [(called[0], called[3]), (called[1], called[4])])
        called[:2] = (f"columns {called[end][7:]} and {called[end + 3][7:]}" for end in (0, 1))
    tested = tuple(Asked(role, column(place), f"column {names[place]!r}") for role, place in roles.tested)
    return Columns(sources, targets, weights, (called[0], called[1], called[2]), tested)


def _rest(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings without those of columns, but for their conditions."""
    return {key: value for key, value in settings.items() if key not in _roles.KEYWORDS or key == "where"}


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
        _packages.check_attribute(name, third)
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
    timed = settings.get("times") is True
    if _are_columns(source, timed or weights):
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if weights is True and len(source) == 3 and all(isinstance(row, list) and len(row) == 3 for row in source):
        raise TypeError("three lists of three values are edges or a matrix: give edges as tuples, [(u, v, weight), ...], "
                        "and a matrix as a sparse one, scipy.sparse.csr_array(matrix)")
    if (settings.get("directed") or settings.get("bipartite") or settings.get("times") is not None) and any(isinstance(edge, Set) for edge in source):
        raise TypeError("a set has no direction: give edges as tuples, (source, target)")
    if timed and all(isinstance(edge, (tuple, list)) and len(edge) == 3 and not isinstance(edge[2], Mapping) for edge in source):
        first, second, settings["times"] = map(list, zip(*source))
        return graph_of(Columns(first, second, weights), drop, settings)
    first, second, own = _pairs_of(source, weights)
    names = ("the list of edges", "the list of edges", "weights")
    return graph_of(Columns(first, second, own, names), drop, settings)


# ---- what is no table yet ----

def _edges_of(result: Values) -> Table:
    """The table of edges; TypeError for a result that is about something else."""
    if isinstance(result, Edges):
        return result.table()
    raise TypeError(f"no graph can be made of {type(result).__name__}, which are values of vertices, or triangles: give "
                    "edges, such as graph.edges()")


def _loaded(source: Any) -> Any:
    """The table that a reader of pandas still has, as read_csv(chunksize=) makes it, and that of a result of edges; columns
    of Dask when they are computed; a table that is read later as a Lazy; anything else as it is.

    TypeError for other tables and columns that are computed later.
    """
    if isinstance(source, Values):
        return _edges_of(source)
    lazy = lazy_of(source)
    if lazy is not None:
        return lazy
    if isinstance(source, tuple) and type(source) is tuple and len(source) == 2:
        source = tuple(map(computed, source))
    source = computed(source)
    for one in source if isinstance(source, tuple) and len(source) == 2 else [source]:
        if hasattr(type(one), "collect"):
            raise TypeError(f"this {type(one).__name__} is not computed yet: give what its collect() returns")
    if type(source).__name__ == "matrix" and package_of(source) == "numpy":
        return source.A
    if not is_of(source, "pandas") or not hasattr(type(source), "read"):
        return source
    try:
        return source.read()
    except StopIteration:
        raise ValueError(f"{type(source).__name__} is at its end, and has nothing left to read") from None


# ---- rows with names ----

def _listed(source: Any) -> Any:
    """A list of the items of an iterable of edges or rows; anything else as it is."""
    other = (str, bytes, bytearray, memoryview, array.array, Mapping, list, tuple)
    if isinstance(source, other) or not isinstance(source, Iterable) or is_series(source) \
            or any(hasattr(source, name) for name in ("shape", "tocsr", "__arrow_c_stream__")) \
            or is_of(source, "networkx") or is_of(source, "igraph"):
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


# ---- tables ----

def _of_frame(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a pandas.DataFrame, whose stream would need pyarrow."""
    names = source.columns.tolist()
    if _is_matrix(source, settings):
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


def _is_matrix(source: Any, settings: dict[str, Any]) -> bool:
    """Whether a pandas.DataFrame has the same names for its rows and its columns, and nobody says that it has edges."""
    rows, columns = source.shape
    return rows == columns > 0 and _roles.ends(settings) is None and not settings.get("where") and \
        sorted(map(str, source.index)) == sorted(map(str, source.columns))


def _of_adjacency(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table that is a matrix: its entries that are not 0 are edges, those of row u from u."""
    import numpy

    size = len(source)
    if "RangeIndex" in (type(source.index).__name__, type(source.columns).__name__) \
            or size <= 3 and list(source.index) == list(source.columns) == list(range(size)):
        raise ValueError("a table of as many rows as columns, both without names, is a list of edges or a matrix: "
                         "give source=0, target=1 for edges, and scipy.sparse.csr_array(table) for a matrix")
    _matrices.check_weights(weights)
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
    return _matrices.of_entries(matrix, source.index.tolist(), weights, _rest(settings))


def _columns_of_lazy(source: Lazy, weights: Any, settings: dict[str, Any]) -> Columns:
    """The columns that a table has for the roles; no others are read."""
    roles = _roles.choose(source.names, settings, weights)
    places = [*roles[:5], *(place for _, place in roles.tested)]
    table = source.read(list(dict.fromkeys(source.names[place] for place in places if place is not None)))
    return _columns_of(lambda place: table[source.names[place]], source.names, roles)


def _of_arrow(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of a table or a stream of Arrow."""
    if settings.get("where") or settings.get("times") is not None:
        return _of_columns(_columns_of_arrow(source, weights, settings), drop, _rest(settings))
    stream = source.__arrow_c_stream__()
    names = _tricorn.arrow_names(stream)
    roles = _roles.choose(names, settings, weights)
    if roles.source_second is not None:
        column = _columns_of_stream(source if hasattr(source, "to_series") else _id_parts.Stream(stream))[1]
        return _of_columns(_columns_of(column, names, roles), drop, _rest(settings))
    places = (roles.source, roles.target, -1 if roles.weight is None else roles.weight)
    called = [f"column {names[place]!r}" for place in places]
    return _with_names(_columns.of_stream(stream, places, called, drop, _rest(settings)), names, settings)


# ---- graphs ----

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
    return _packages.of_nodes(nodes, kept, False, settings)._replace(missing=len(dropped))


# ---- all of them ----

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
        columns = _columns_of_array(source)
        if columns is None:
            raise ValueError(f"an array of pairs has two columns or two rows, not the shape {tuple(source.shape)}")
        return columns
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
        if isinstance(source, Lazy):
            return _columns_of_lazy(source, None, reading or {})
        if _is_frame(source):
            return _columns_of_frame(source, None, reading or {})
        if hasattr(source, "dtype"):
            return _columns_of_records(source, None, reading or {})
        return _columns_of_arrow(source, None, reading or {})
    except _roles.FirstEdgeLost:
        raise
    except ValueError as error:
        if reading is not None:
            raise
        raise ValueError("the names of the table's columns do not say which two have the pairs: give two columns, "
                         "(table['A'], table['B'])") from error


def _columns_of_arrow(source: Any, weights: Any, reading: dict[str, Any]) -> Columns:
    names, column = _columns_of_stream(source)
    return _columns_of(column, names, _roles.choose(names, reading, weights))


def _columns_of_stream(source: Any) -> tuple[Sequence[Hashable], Callable[[int], Any]]:
    """The names of the columns of a table or stream of Arrow, and a function that gives that of a place."""
    if isinstance(source, Table):
        return source.columns, lambda place: source[source.columns[place]]
    if hasattr(source, "to_series"):  # of polars
        return source.columns, source.to_series
    try:
        import pyarrow
    except ImportError:
        raise TypeError(f"the columns of {type(source).__name__} are read by pyarrow, which is not installed: give "
                        "two columns, (sources, targets)") from None
    table = pyarrow.table(source)
    return table.column_names, table.column


def _is_frame(source: Any) -> bool:
    """Whether the object is a pandas.DataFrame."""
    return hasattr(type(source), "iloc") and hasattr(type(source), "itertuples")


def _of_table(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    if _is_frame(source):
        return _of_frame(source, weights, drop, settings)
    if hasattr(source, "__arrow_c_stream__"):
        return _of_arrow(source, weights, drop, settings)
    is_lazy = isinstance(source, Lazy)
    found = _columns_of_lazy(source, weights, settings) if is_lazy else _columns_of_records(source, weights, settings)
    made = _of_columns(found, drop, _rest(settings))
    return _with_names(made, source.names if is_lazy else source.dtype.names, settings)


def _is_table(source: Any) -> bool:
    """Whether it is a table: its type has the attributes, because columns may be attributes of the object."""
    return isinstance(source, Lazy) or _is_frame(source) or hasattr(type(source), "__arrow_c_stream__") and not is_series(source) \
        or getattr(getattr(source, "dtype", None), "names", None) is not None


def _of_edges(source: Any, weights: Any, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns, arrays and lists of edges, which have no names."""
    if isinstance(source, memoryview) and source.ndim == 2:
        source = source.tolist()
    if hasattr(source, "shape") and len(source.shape) == 2 and hasattr(source, "__getitem__"):
        return _of_array(source, weights, drop, settings)
    if isinstance(source, tuple) and (_are_columns(source, weights) or len(source) == 2):
        return _of_columns(Columns(source[0], source[1], weights), drop, settings)
    if is_of(source, "networkx"):
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
    if is_of(source, "igraph"):
        return "give the graph"
    return "it is one" if hasattr(source, "vertex_triangles") else None


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
    return Made(graph, words_of(graph))


def _of_file(source: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a path or an open file."""
    known = file_options(settings)
    graph = _tricorn.load(os.fsencode(source), known) if isinstance(source, (str, os.PathLike)) \
        else _files.read(source, known)
    return Made(graph, words_of(graph))


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


def make_bipartite(source: Any, settings: dict[str, Any]) -> Made:
    """Makes a graph of two sides: the first end of each edge is on the left side, the second one on the right side.

    TypeError for an object that does not say which end is which.
    """
    if isinstance(source, Values) and not (isinstance(source, Edges) and source.is_directed()):
        raise _no_sides(source)
    if not is_path(source) and _matrices.is_sparse(source) and hasattr(source, "tocoo"):
        entries = source.tocoo()
        source = (entries.row, entries.col)
    return make(source, {**settings, "bipartite": True})


def _no_sides(source: Any) -> TypeError:
    return TypeError(f"{type(source).__name__} does not say which end of an edge is on the left side: give edges from the "
                     "left side to the right side, as in [(u, v), ...]")


def _check_sides(source: Any, settings: dict[str, Any]) -> None:
    """Raises TypeError for a graph or a matrix, which has no first and second ends."""
    of_gpu = isinstance(source, tuple) and any(map(_matrices.on_gpu, source)) or _matrices.on_gpu(source)
    square = _is_frame(source) and _is_matrix(source, settings)
    matrix = not _is_table(source) and len(getattr(source, "shape", ())) == 2 and \
        (_matrices.is_sparse(source) or _columns_of_array(source) is None)
    if of_gpu or square or matrix or _packages.is_graph(source) or is_of(source, "networkx"):
        raise _no_sides(source)


def make(source: Any, settings: dict[str, Any]) -> Made:
    """Makes the library's graph from any object that can have edges.

    TypeError for any other object; the errors of tricorn.Graph() otherwise.
    """
    table = in_file(source) if is_path(source) and settings.get("format") is None else None
    settings, source = _with_weights(settings), _loaded(source if table is None else table)
    if settings.get("times") is False:
        del settings["times"]
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
    if settings.get("bipartite"):
        _check_sides(source, settings)
    if _is_table(source):
        return _of_table(source, weights, missing == "drop", settings)
    is_sparse, is_graph = _matrices.is_sparse(source), _packages.is_graph(source)
    source = source if is_sparse or is_graph else _listed(source)
    names = None if is_sparse or is_graph else _names_of_rows(source)
    if names is not None:
        columns = _columns_of_rows(source, names, weights, settings)
        return _of_columns(columns, missing == "drop", _rest(settings))
    for keyword in _roles.KEYWORDS:
        if settings.pop(keyword, None) is not None:
            raise TypeError(f"{keyword}= is about columns of a file or a table, and {type(source).__name__} has none")
    if not (is_sparse or is_graph):
        return _of_edges(source, weights, missing == "drop", settings)
    if settings.get("times") is not None:
        raise TypeError(f"times= is for tables, columns, lists and files, and {type(source).__name__} is none: give "
                        "list(graph.edges(data='time'))")
    if missing not in (None, "error"):
        raise TypeError(f"missing= is for tables, columns, lists and files, and {type(source).__name__} is none")
    return (_matrices.of_sparse if is_sparse else _packages.of_graph)(source, weights, settings)
