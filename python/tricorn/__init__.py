"""Count the triangles of graphs, exactly and fast.

    >>> import tricorn
    >>> tricorn.count(([0, 1, 2], [1, 2, 0]))
    1

Every function accepts a Graph, or anything from which one can be made, and the keywords of loading and of counting;
tricorn.Graph prepares a graph once for many questions.  Other Python threads run meanwhile.
"""
from . import _bipartite, _changing, _functions, _graph, _plans, _signatures
from ._functions import (algorithm, algorithms, approximate, approximate_vertices, average_clustering, balance, clique_communities, cliques,
                        clustering, components, constraint, core_numbers, count, degrees, directed_clustering, edge_balance, edge_clustering,
                        edge_curvature, edge_label_triangles, edge_support, effective_size, estimate, formats, generalized_degrees, generate, graphlets, iter_edge_support,
                        iter_similarity, iter_triangles, k_core, k_truss, label_triangles, measures, models, pair_similarity,
                        partition, partition_sizes, partitions, read, row_statistics, sample, similarity, square_clustering,
                        squares, temporal_motifs, top_pairs, transitivity, triad_census, triangles, triple_census, trussness, vertex_balance,
                        vertex_cliques, vertex_orbits, vertex_triads, vertex_triangles, vertex_triples, weighted_clustering, weighted_transitivity,
                        work_folder, write)
from ._bipartite import BipartiteGraph, Sides
from ._changing import Changing
from ._graph import Graph
from ._plans import Parts, Plan
from ._records import (Algorithm, Approximation, Batch, Estimate, GeneralizedDegrees, LocalApproximation, Parameter,
                       Partition, PartitionSizes, Result, RowStatistics, Sample, WorkFolder, WorkProcess,
                       WorkStep)
from ._results import Table
from ._tricorn import (BadFormat, Cancelled, DeviceError, Error, InvalidArgument, OutOfDeviceMemory,
                       OutOfMemory, ReadWriteError, Unsupported, WrongCount, __version__)
from ._values import Edges, Triangles, Vertices

__all__ = [
    "Algorithm", "Approximation", "BadFormat", "Batch", "BipartiteGraph", "Cancelled", "Changing", "DeviceError", "Edges", "Error",
    "Estimate", "GeneralizedDegrees", "Graph", "InvalidArgument", "LocalApproximation", "OutOfDeviceMemory",
    "OutOfMemory", "Parameter", "Partition", "PartitionSizes", "Plan", "Parts", "ReadWriteError", "Result",
    "RowStatistics", "Sample", "Sides", "Table", "Triangles", "Unsupported", "Vertices", "WorkFolder", "WorkProcess",
    "WorkStep", "WrongCount", "__version__",
    "algorithm", "algorithms", "approximate", "approximate_vertices", "average_clustering", "balance", "clique_communities", "cliques",
    "clustering", "components", "constraint", "core_numbers", "count", "degrees", "directed_clustering", "edge_balance", "edge_clustering", "edge_curvature", "edge_label_triangles", "edge_support", "effective_size", "estimate", "formats",
    "generalized_degrees", "generate", "graphlets", "iter_edge_support", "iter_similarity", "iter_triangles", "k_core",
    "k_truss", "label_triangles", "measures", "models", "pair_similarity", "partition", "partition_sizes", "partitions", "read",
    "row_statistics", "sample", "similarity", "square_clustering", "squares", "temporal_motifs", "top_pairs", "transitivity", "triad_census",
    "triangles", "triple_census", "trussness", "vertex_balance", "vertex_cliques", "vertex_orbits", "vertex_triads",
    "vertex_triangles", "vertex_triples", "weighted_clustering", "weighted_transitivity", "work_folder", "write",
]

_signatures.spell_out(_bipartite, _functions, _graph, _changing, _plans)
