"""Count the triangles of graphs, exactly and fast.

    >>> import tricorn
    >>> tricorn.count(([0, 1, 2], [1, 2, 0]))
    1

Every function takes a Graph, or anything that one can be made of, and the keywords of loading and of
counting; tricorn.Graph prepares a graph once for many questions.  Other Python threads run meanwhile.
"""
from ._functions import (approximate, average_clustering, cliques, clustering, components, core_numbers,
                         count, degrees, directed_clustering, edge_support, generate, iter_triangles, k_core,
                         k_truss, pair_similarity, read, similarity, square_clustering, squares,
                         transitivity, triad_census, triangles, trussness, vertex_triads,
                         vertex_triangles, write)
from ._graph import Approximation, Batch, Changing, Edges, Graph, Plan, Quanta, Result
from ._tricorn import (BadFormat, Cancelled, DeviceError, Error, InvalidArgument, OutOfDeviceMemory,
                       OutOfMemory, ReadWriteError, Unsupported, WrongCount, __version__, algorithms,
                       formats, measures, models)

__all__ = [
    "Approximation", "BadFormat", "Batch", "Cancelled", "Changing", "DeviceError", "Edges", "Error",
    "Graph", "InvalidArgument", "OutOfDeviceMemory", "OutOfMemory", "Plan", "Quanta", "ReadWriteError",
    "Result", "Unsupported", "WrongCount", "__version__", "algorithms", "approximate",
    "average_clustering", "cliques", "clustering", "components", "core_numbers", "count", "degrees",
    "directed_clustering", "edge_support", "formats", "generate", "iter_triangles", "k_core", "k_truss",
    "measures", "models", "pair_similarity", "read", "similarity", "square_clustering", "squares",
    "transitivity", "triad_census", "triangles", "trussness", "vertex_triads", "vertex_triangles", "write",
]
