"""What NetworkX asks of a backend when it is imported itself; so nothing else is imported here."""
from typing import Any

_FUNCTIONS = {
    "triangles": "Without `nodes` of a multigraph.",
    "all_triangles": "Of all nodes.",
    "clustering": "With weights of undirected graphs; of directed ones Fagiolo's, without.",
    "average_clustering": "With weights of undirected graphs; of directed ones Fagiolo's, without.",
    "transitivity": "Of undirected graphs.",
    "square_clustering": "",
    "triadic_census": "",
    "generalized_degree": "",
    "k_truss": "All attributes are kept.",
    "core_number": "Of undirected graphs.",
    "k_core": "Of undirected graphs; all attributes are kept.",
    "jaccard_coefficient": "Of graphs without self loops.",
    "adamic_adar_index": "Of graphs without self loops.",
    "resource_allocation_index": "Of graphs without self loops.",
    "common_neighbor_centrality": "Of graphs without self loops.",
}


def get_info() -> dict[str, Any]:
    """The backend, as networkx.backend_info wants it."""
    return {
        "backend_name": "tricorn",
        "project": "tricorn",
        "package": "tricorn",
        "short_summary": "Triangles, clustering, trusses and cores, exactly and fast, on all CPUs.",
        "functions": {name: {"additional_docs": docs} if docs else {}
                      for name, docs in _FUNCTIONS.items()},
    }
