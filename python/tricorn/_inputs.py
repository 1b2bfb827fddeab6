"""What a graph can be made of.  Nothing is imported for it: objects are known by what they offer."""
from __future__ import annotations

import array
import itertools
import os
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from . import _tricorn

# The library's graph, and what its vertices are called where that is no number.
Made = tuple[_tricorn.Graph, Sequence[Hashable] | None]


def _is_of(source: object, package: str) -> bool:
    """Whether its class, or one below, is of a package."""
    return any(c.__module__.partition(".")[0] == package for c in type(source).__mro__)


def _reals(weights: Any) -> Any:
    """Weights of edges as a buffer of float64."""
    if weights is None:
        return None
    weights = weights if isinstance(weights, (str, bytes)) else _joined(_chunks(weights))
    if hasattr(weights, "astype"):
        import numpy

        if weights.dtype.kind not in "biuf":
            raise TypeError(f"weights are numbers, not {weights.dtype}")
        return numpy.ascontiguousarray(weights, numpy.float64)
    try:
        return array.array("d", weights)
    except TypeError:
        raise TypeError(f"weights must be a number for each edge, not {weights!r}") from None


def _named(weights: Any, of: str) -> str | None:
    if weights is None or isinstance(weights, str):
        return weights
    raise TypeError(f"weights must name {of}, and is {weights!r}")


def _read_file(source: Any, settings: dict[str, Any]) -> Made:
    """An open file: by its descriptor where it has one, from a copy in a file otherwise."""
    name = str(getattr(source, "name", "") or "stream")
    try:
        descriptor = source.fileno()
    except (AttributeError, OSError):
        import shutil
        import tempfile

        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(source, copy)
            copy.seek(0)
            graph = _tricorn.read(copy.fileno(), name, settings)
    else:
        graph = _tricorn.read(descriptor, name, settings)
    return graph, graph.labels({})


def _of_matrix(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A sparse matrix of scipy or the like: the entries that it stores, zeros too, are edges."""
    if weights is not None and not isinstance(weights, bool):
        raise TypeError(f"weights of a matrix are its entries: give True, not {weights!r}")
    if len(source.shape) != 2 or source.shape[0] != source.shape[1]:
        raise ValueError(f"the matrix has the shape {source.shape}, and must be square")
    if source.format != "csr" and (source.format != "csc" or settings.get("directed")):
        source = source.tocsr()
    if _on_gpu(source.indices):
        if weights:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give a matrix in host memory")
        return _tricorn.from_device_rows(_address(source.indptr), _address(source.indices), settings), None
    entries = _reals(source.data) if weights else None
    return _tricorn.from_rows(source.indptr, source.indices, entries, settings), None


def _on_gpu(array_: Any) -> bool:
    """Whether it is an array of CuPy, PyTorch or the like, in the memory of a GPU."""
    return hasattr(array_, "__cuda_array_interface__")


def _address(array_: Any) -> tuple[int, int, int, str]:
    """Address, length, stride and type, by the CUDA array interface; the library waits for its stream."""
    found = array_.__cuda_array_interface__
    if len(found["shape"]) != 1 or found.get("mask") is not None:
        raise ValueError("an array on the GPU must have one dimension and no mask")
    kind = found["typestr"]
    stride = int(kind[2:]) if found.get("strides") is None else found["strides"][0]
    return found["data"][0] or 0, found["shape"][0], stride, kind


def _numbered(columns: Iterable[Iterable[Any]]) -> tuple[list[Hashable], list[array.array[int]]]:
    """Numbers for any values, in the order in which they come."""
    numbers: dict[Hashable, int] = {}
    coded = [array.array("q", (numbers.setdefault(value, len(numbers)) for value in column))
             for column in columns]
    return list(numbers), coded


def _chunks(column: Any) -> list[Any]:
    """A column as buffers of whole numbers; or as anything that is none."""
    if hasattr(column, "iterchunks"):  # a pyarrow.ChunkedArray
        return [_plain(chunk) for chunk in column.iterchunks()]
    return [_plain(column)]


def _plain(column: Any) -> Any:
    if isinstance(column, (bytes, bytearray, memoryview, array.array)):
        return column
    if hasattr(column, "null_count") and hasattr(column, "to_numpy"):  # a pyarrow or polars column
        nulls = column.null_count
        if (nulls() if callable(nulls) else nulls) > 0:
            raise ValueError("a column of edges has null values")
        return column.to_numpy(zero_copy_only=False) if hasattr(column, "buffers") \
            else column.to_numpy()
    if hasattr(column, "to_numpy"):  # a pandas.Series
        return column.to_numpy()
    if hasattr(column, "__dlpack__") and not hasattr(column, "__array_interface__"):  # a torch.Tensor
        import numpy

        return numpy.from_dlpack(column)
    return column


def _are_words(chunk: Any) -> bool:
    """Whether a column has objects, such as str, in place of numbers."""
    kind = getattr(getattr(chunk, "dtype", None), "kind", None)
    if kind is not None:
        return kind in "OUST"
    return not isinstance(chunk, (bytes, bytearray, memoryview, array.array)) and \
        not hasattr(chunk, "__array_interface__") and isinstance(chunk, Sequence)


def _of_columns(sources: Any, targets: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Two columns of the same length."""
    weights = _reals(weights)
    if _on_gpu(sources) or _on_gpu(targets):
        if weights is not None:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give columns in host memory")
        if not (_on_gpu(sources) and _on_gpu(targets)):
            raise ValueError("one column is in the memory of a GPU, and the other is not")
        return _tricorn.from_device_columns(_address(sources), _address(targets), settings), None
    from_, to = _chunks(sources), _chunks(targets)
    if any(_are_words(chunk) for chunk in from_ + to):
        first, second = list(itertools.chain(*from_)), list(itertools.chain(*to))
        if all(type(value) is int for value in itertools.chain(first, second)):
            try:
                return _of_columns(array.array("q", first), array.array("q", second), weights, settings)
            except OverflowError as error:
                raise ValueError(f"an id has more than 63 bits: {error}") from None
        if any(value is None or value != value for value in itertools.chain(first, second)):
            raise ValueError("a column of edges has missing values")
        nodes, (first_, second_) = _numbered([first, second])
        return _tricorn.from_columns([(first_, second_)], weights, settings), nodes
    if [len(chunk) for chunk in from_] != [len(chunk) for chunk in to] and len(from_) + len(to) > 2:
        from_, to = [_joined(from_)], [_joined(to)]
    return _tricorn.from_columns(list(zip(from_, to, strict=True)), weights, settings), None


def _joined(chunks: list[Any]) -> Any:
    if len(chunks) == 1:
        return chunks[0]
    import numpy

    return numpy.concatenate(chunks)


def _of_frame(source: Any, weights: str | None, settings: dict[str, Any]) -> Made:
    """A table: the first two columns, or those that `columns` names."""
    settings = dict(settings)
    chosen = settings.pop("columns", None)
    wanted: list[str | None] = list(chosen.split(",")) if chosen else [None, None]
    if len(wanted) != 2:
        raise ValueError(f"columns must name two columns, as in 'source,target', not {chosen!r}")
    if not hasattr(source, "iloc"):
        return _tricorn.from_arrow(source.__arrow_c_stream__(), wanted[0], wanted[1], weights, settings)
    names = [str(name) for name in source.columns]  # a pandas.DataFrame, whose stream needs pyarrow
    if len(names) < 2 or any(name is not None and name not in names for name in wanted):
        raise ValueError(f"columns must name two columns of {names}, not {chosen!r}")
    first, second = (names.index(name) if name else place for place, name in enumerate(wanted))
    if weights is not None and weights not in names:
        raise ValueError(f"weights must name a column of {names}, not {weights!r}")
    return _of_columns(source.iloc[:, first], source.iloc[:, second],
                       None if weights is None else source.iloc[:, names.index(weights)], settings)


def _of_igraph(source: Any, weights: str | None, settings: dict[str, Any]) -> Made:
    """The vertices of an igraph are 0 to n - 1; those without an edge count as vertices, too."""
    ends = source.get_edgelist()
    rows: list[list[int]] = [[] for _ in range(source.vcount())]  # the edges of each
    for number, (u, _) in enumerate(ends):
        rows[u].append(number)
    order = list(itertools.chain.from_iterable(rows))
    values = None if weights is None else source.es[weights]
    return _tricorn.from_rows(array.array("q", itertools.accumulate(map(len, rows), initial=0)),
                              array.array("q", (ends[number][1] for number in order)),
                              None if values is None else _reals([values[number] for number in order]),
                              settings), None


def of_networkx(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Every node of a NetworkX graph, in its order; directions and repetitions are dropped.

    weights: the attribute of edges that has them, 1 where an edge has none; None: there are no weights.
    """
    adjacency = source._adj
    if weights is not None and source.is_multigraph():
        raise ValueError("edges of a multigraph can have several weights: give nx.Graph(G), which keeps one")
    if type(adjacency) is not dict:  # a view, such as a subgraph: its dictionaries are made
        adjacency = {node: dict(row) for node, row in source.adjacency()}
    return _tricorn.from_dictionaries(adjacency, not source.is_directed(), weights, settings)


def pairs(source: Any) -> tuple[Any, Any]:
    """Two columns of whole numbers: of an m x 2 array, a list of pairs, or two columns.

    Of a path, its bytes and None.
    """
    if isinstance(source, (str, os.PathLike)):
        return os.fsencode(source), None
    if hasattr(source, "shape") and len(source.shape) == 2:
        if source.shape[1] != 2:
            raise ValueError(f"an array of pairs has two columns, not {source.shape[1]}")
        return source[:, 0], source[:, 1]
    if isinstance(source, tuple) and len(source) == 2 and hasattr(source[0], "__len__"):
        first, second = source
    else:
        first, second = zip(*source, strict=True) if source else ((), ())
    return _whole(first), _whole(second)


def _whole(column: Any) -> Any:
    return array.array("q", column) if isinstance(column, Sequence) \
        and not isinstance(column, (array.array, memoryview, bytes)) else _plain(column)


def make(source: Any, settings: dict[str, Any]) -> Made:
    """The library's graph of anything that edges may be in.

    TypeError for what is none of these; the errors of tricorn.Graph() otherwise.
    """
    is_path = isinstance(source, (str, os.PathLike))
    if (is_path or hasattr(source, "read")) and isinstance(settings.get("weights"), bool):
        raise TypeError("weights of a file are in a column: give its number, from 1 on")
    if is_path:
        graph = _tricorn.load(os.fsencode(source), settings)
        return graph, graph.labels({})
    if hasattr(source, "read"):
        return _read_file(source, settings)
    settings = dict(settings)
    weights = settings.pop("weights", None)
    if hasattr(source, "tocsr") and hasattr(source, "format"):
        return _of_matrix(source, weights, settings)
    if _is_of(source, "networkx"):
        return of_networkx(source, _named(weights, "an attribute of edges"), settings)
    if _is_of(source, "igraph"):
        return _of_igraph(source, _named(weights, "an attribute of edges"), settings)
    if hasattr(source, "columns") and (hasattr(source, "iloc")
                                       or hasattr(source, "__arrow_c_stream__")):
        return _of_frame(source, _named(weights, "a column"), settings)
    if hasattr(source, "shape") and len(source.shape) == 2:
        if source.shape[1] != 2:
            raise ValueError(f"an array of edges has two columns, not {source.shape[1]}; give a "
                             "matrix as a sparse one, or numpy.nonzero() of it")
        return _of_columns(source[:, 0], source[:, 1], weights, settings)
    if isinstance(source, tuple) and len(source) == 2:
        return _of_columns(*source, weights, settings)
    if isinstance(source, list):
        sources, targets = zip(*source, strict=True) if source else ((), ())
        return _of_columns(sources, targets, weights, settings)
    raise TypeError(f"no graph can be made of {type(source).__name__}: give a path, a file, a sparse "
                    "matrix, a pair of columns, a list or an array of edges, a table, a networkx or igraph "
                    "graph")
