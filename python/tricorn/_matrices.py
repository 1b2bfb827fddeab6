"""Matrices: those of scipy, cupyx, python-graphblas and PyTorch that are sparse, and dense ones.

The type of a matrix decides, by its attributes; no package of theirs is imported.
"""
from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import _columns, _messages, _tricorn
from ._columns import Made

FEWEST_ROWS = 4  # of a dense matrix: three rows of three may be edges with weights


class Sparse(NamedTuple):
    """Compressed rows: the entries of row u are offsets[u] to offsets[u + 1] - 1; form: "csr", or "csc" for columns."""

    offsets: Any
    targets: Any
    entries: Any
    shape: Sequence[int]
    form: str = "csr"


def on_gpu(array_: Any) -> bool:
    """Whether the object is an array of CuPy, PyTorch or the like, in the memory of a GPU."""
    return hasattr(array_, "__cuda_array_interface__")


def address(array_: Any) -> tuple[int, int, int, str]:
    """Address, length, stride and type, by the CUDA array interface; the library waits for the array's stream."""
    found = array_.__cuda_array_interface__
    if len(found["shape"]) != 1 or found.get("mask") is not None:
        raise ValueError("an array on the GPU must have one dimension and no mask")
    kind = found["typestr"]
    stride = int(kind[2:]) if found.get("strides") is None else found["strides"][0]
    return found["data"][0] or 0, found["shape"][0], stride, kind


# ---- sparse matrices ----

def _array_of(tensor: Any) -> Any:
    """A tensor of PyTorch as an array of numpy on the same memory; one on a GPU, an array and None as they are."""
    if tensor is None or on_gpu(tensor) or not hasattr(tensor, "detach"):
        return tensor
    return tensor.detach().numpy()


def _of_scipy(source: Any, directed: bool) -> Sparse:
    made = source.tocsr() if source.format != "csr" and (source.format != "csc" or directed) else source
    return Sparse(made.indptr, made.indices, made.data, made.shape, made.format)


def _of_torch(source: Any, directed: bool) -> Sparse:
    made = source.to_sparse_csr()
    return Sparse(_array_of(made.crow_indices()), _array_of(made.col_indices()), _array_of(made.values()), tuple(made.shape))


def _of_torch_sparse(source: Any, directed: bool) -> Sparse:
    """A SparseTensor of torch_sparse, which PyTorch Geometric calls adj_t where it is transposed."""
    offsets, targets, entries = map(_array_of, source.csr())
    return Sparse(offsets, targets, entries, tuple(source.sparse_sizes()))


def _of_graphblas(source: Any, directed: bool) -> Sparse:
    offsets, targets, entries = source.to_csr()
    return Sparse(offsets, targets, entries, source.shape)


# What a sparse matrix has, by which it is recognised, and its rows.
_KINDS: list[tuple[Callable[[Any], bool], Callable[[Any, bool], Sparse]]] = [
    (lambda source: hasattr(source, "tocsr") and hasattr(source, "format"), _of_scipy),
    (lambda source: hasattr(source, "to_sparse_csr") and str(source.layout) != "torch.strided", _of_torch),
    (lambda source: hasattr(source, "csr") and hasattr(source, "sparse_sizes"), _of_torch_sparse),
    (lambda source: hasattr(source, "to_csr") and hasattr(source, "nvals"), _of_graphblas),
]


def is_sparse(source: Any) -> bool:
    return any(is_kind(source) for is_kind, _ in _KINDS)


def of_sparse(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a sparse matrix: its stored entries, also zeros, are edges from the row to the column."""
    check_weights(weights)
    read = next(read for is_kind, read in _KINDS if is_kind(source))
    if len(source.shape if hasattr(source, "shape") else source.sparse_sizes()) != 2:
        raise ValueError(f"the matrix has {len(source.shape)} dimensions, and must have two")
    rows = read(source, bool(settings.get("directed")))
    if rows.shape[0] != rows.shape[1]:
        raise ValueError(f"the matrix has the shape {tuple(rows.shape)}, and must be square")
    if on_gpu(rows.targets):
        if weights:
            raise _tricorn.Unsupported("weights of a graph on a GPU: give a matrix in host memory")
        return Made(_tricorn.from_device_rows(address(rows.offsets), address(rows.targets), settings))
    if weights and rows.entries is None:
        raise ValueError("the matrix has no entries: leave weights=True out")
    if rows.entries is not None and rows.entries.dtype.kind == "f" and not _columns.are_finite(rows.entries):
        raise ValueError("an entry of the matrix is infinite or no number: leave such entries out if they are no edges")
    entries = _columns.reals(rows.entries) if weights else None
    with _messages.told(_entries_of(rows), dropped=None):
        return Made(_tricorn.from_rows(rows.offsets, rows.targets, entries, settings))


def check_weights(weights: Any) -> None:
    if weights is not None and not isinstance(weights, bool):
        raise TypeError(f"weights of a matrix are its entries: give weights=True, not {weights!r}")


def _entries_of(matrix: Sparse) -> dict[str, Callable[[int], str]]:
    """What entries of the library's arrays are in a matrix, for messages."""

    def entry(number: int) -> str:
        place = bisect.bisect_right(matrix.offsets, number) - 1, int(matrix.targets[number])
        return f"the matrix's entry {place if matrix.form == 'csr' else place[::-1]}"

    return {"edge_weights": entry, "targets": lambda number: f"the matrix's indices[{number}]",
            "offsets": lambda number: f"the matrix's indptr[{number}]"}


# ---- dense matrices ----

def is_dense(source: Any) -> bool:
    """Whether an array of two dimensions is a matrix, and no list of edges."""
    return FEWEST_ROWS <= source.shape[0] == source.shape[1] and not on_gpu(source)


def of_dense(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a dense matrix: its entries that are not 0 are edges from the row to the column."""
    import numpy

    check_weights(weights)
    matrix = numpy.asarray(_array_of(source))
    if matrix.dtype.kind not in "biuf":
        raise TypeError(f"a matrix of as many rows as columns has numbers, and this one has {matrix.dtype}")
    if matrix.dtype.kind == "f" and not _columns.are_finite(matrix):
        raise ValueError("an entry of the matrix is infinite or no number: give numpy.nan_to_num(matrix, posinf=0, "
                         "neginf=0) if such entries are no edges")
    return of_entries(matrix, None, weights, settings)


def of_entries(matrix: Any, nodes: list[Any] | None, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a matrix of finite numbers, whose rows may have names."""
    import numpy

    rows, targets = numpy.nonzero(matrix)
    offsets = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(rows, minlength=len(matrix)))])
    entries = numpy.ascontiguousarray(matrix[rows, targets], numpy.float64) if weights else None
    name: Any = range(len(matrix)) if nodes is None else nodes

    def entry(number: int) -> str:
        return f"the entry of row {name[rows[number]]!r} and column {name[targets[number]]!r}"

    with _messages.told({"edge_weights": entry}, nodes, None):
        return Made(_tricorn.from_rows(offsets, targets, entries, settings), nodes)
