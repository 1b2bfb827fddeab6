"""What NetworkX asks of a backend when it is imported itself; so nothing else is imported here."""
from typing import Any

_FUNCTIONS = {
    "triangles": "Without `nodes` of a multigraph.",
    "all_triangles": "Of all nodes.",
    "clustering": "Of directed graphs Fagiolo's.",
    "average_clustering": "Of directed graphs Fagiolo's.",
    "transitivity": "",
    "square_clustering": "Of undirected graphs.",
    "triadic_census": "",
    "generalized_degree": "",
    "local_efficiency": "Of graphs without self loops.",
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
    "weakly_connected_components": "",
    "number_weakly_connected_components": "",
    "is_weakly_connected": "",
    "k_clique_communities": "Without `cliques`.",
    "find_cliques": "Without `nodes`.",
    "enumerate_all_cliques": "",
    "node_clique_number": "Without `nodes` and `cliques`.",
    "k_truss": "All attributes are kept.",
    "core_number": "",
    "k_core": "All attributes are kept.",
    "k_shell": "All attributes are kept.",
    "k_crust": "All attributes are kept.",
    "k_corona": "All attributes are kept.",
    "onion_layers": "",
    "constraint": "Of graphs without self loops, multiple edges and weights of 0.",
    "effective_size": "Of graphs without self loops, multiple edges and weights of 0.",
    "latapy_clustering": "",
    "bipartite_average_clustering": "",
    "robins_alexander_clustering": "Of graphs without self loops.",
    "projected_graph": "",
    "weighted_projected_graph": "",
    "collaboration_weighted_projected_graph": "",
    "overlap_weighted_projected_graph": "",
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
