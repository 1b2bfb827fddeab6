"""Count the triangles of graphs, exactly and fast.

    >>> import tricorn
    >>> tricorn.count(([0, 1, 2], [1, 2, 0]))
    1

Every function takes a Graph, or anything that one can be made of, and the keywords of loading and of
counting; tricorn.Graph prepares a graph once for many questions.  Other Python threads run meanwhile.
"""
from ._functions import (average_clustering, cliques, clustering, components, core_numbers, count,
                         degrees, edge_support, generate, iter_triangles, k_core, k_truss, read, similarity,
                         transitivity, triangles, trussness, vertex_triangles, write)
from ._graph import Edges, Graph, Plan, Quanta, Result
from ._tricorn import (BadFormat, Cancelled, DeviceError, Error, InvalidArgument, OutOfDeviceMemory,
                       OutOfMemory, ReadWriteError, Unsupported, WrongCount, __version__, algorithms,
                       formats, measures, models)

__all__ = [
    "BadFormat", "Cancelled", "DeviceError", "Edges", "Error", "Graph", "InvalidArgument",
    "OutOfDeviceMemory", "OutOfMemory", "Plan", "Quanta", "ReadWriteError", "Result", "Unsupported",
    "WrongCount", "__version__", "algorithms", "average_clustering", "cliques", "clustering",
    "components",    "core_numbers", "count", "degrees", "edge_support", "formats", "generate", "iter_triangles",
    "k_core", "k_truss", "measures", "models", "read", "similarity", "transitivity", "triangles",
    "trussness", "vertex_triangles", "write",
]
