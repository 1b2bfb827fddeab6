"""Ten jobs of users, each in at most eight lines: what they have goes in, what they want comes out, by their names."""
import itertools
import os
import pathlib
import random
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

import distributed
import duckdb
import graphblas
import igraph
import networkit
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rustworkx
import scipy.sparse
import scipy.spatial
from test_packages import HeteroData, Store, tensor

import tricorn
import tricorn.pyg

MOST_LINES = 8


def run(job: str, **has: Any) -> dict[str, Any]:
    """The names that a job has made of what the user has."""
    lines = textwrap.dedent(job).strip()
    assert lines.count("\n") < MOST_LINES and max(map(len, lines.splitlines())) <= 120
    known: dict[str, Any] = {"tricorn": tricorn, **has}
    exec(compile(lines, "job", "exec"), known)
    return known


def payments() -> pd.DataFrame:
    """Rows of payments between accounts that are words; many pairs of accounts have several payments, in both directions."""
    draw = random.Random(7)
    rows = [(f"2026-01-{day:02}", f"acc-{draw.randrange(30):03}", f"acc-{draw.randrange(30):03}", day * 10.5)
            for day in range(1, 29) for _ in range(15)]
    return pd.DataFrame(rows, columns=["time", "payer", "payee", "amount"])


def graph_of(table: pd.DataFrame) -> nx.Graph:
    made = nx.Graph()
    for row in table.itertuples():
        made.add_nodes_from((row.payer, row.payee))
        if row.payer != row.payee:
            made.add_edge(row.payer, row.payee)
    return made


def test_csv_of_payments(tmp_path: pathlib.Path) -> None:
    table = payments()
    table.to_csv(tmp_path / "payments.csv", index=False)
    known = run("""
        import pandas
        payments = pandas.read_csv(path)
        graph = tricorn.Graph(payments, source="payer", target="payee", weight="amount", combine="sum")
        most = graph.vertex_triangles().to_pandas().nlargest(3, "triangles")
        truss = graph.k_truss(5).edges().to_pandas()
        payments["clustering"] = payments["payer"].map(graph.clustering().get)
        amounts = graph.edges().to_pandas()
    """, path=str(tmp_path / "payments.csv"))
    source = graph_of(table)
    triangles = nx.triangles(source)
    assert known["most"]["triangles"].tolist() == sorted(triangles.values())[:-4:-1]
    assert all(triangles[row.id] == row.triangles for row in known["most"].itertuples())
    edges = {frozenset((row.source, row.target)) for row in known["truss"].itertuples()}
    assert edges == set(map(frozenset, nx.k_truss(source, 5).edges)) and edges
    clustering = nx.clustering(source)
    assert known["payments"]["clustering"].tolist() == pytest.approx([clustering[name] for name in table.payer])
    sums: dict[frozenset[str], float] = {}
    for row in table[table.payer != table.payee].itertuples():
        sums[frozenset((row.payer, row.payee))] = sums.get(frozenset((row.payer, row.payee)), 0) + row.amount
    assert {frozenset((row.source, row.target)): row.weight for row in known["amounts"].itertuples()} == pytest.approx(sums)
    straight = run("triangles = dict(tricorn.vertex_triangles(path, source='payer', target='payee').items())",
                   path=str(tmp_path / "payments.csv"))
    assert straight["triangles"] == triangles


TABLES = {
    "pandas": ("table['clustering'] = table['payer'].map(tricorn.clustering(table, source='payer', target='payee').get)",
               lambda frame: frame),
    "polars": ("""
        import polars
        found = polars.DataFrame(tricorn.clustering(table, source="payer", target="payee"))
        table = table.join(found, left_on="payer", right_on="id", how="left", maintain_order="left")
    """, pl.DataFrame),
    "pyarrow": ("""
        found = tricorn.clustering(table, source="payer", target="payee")
        table = table.append_column("clustering", [list(map(found.get, table["payer"].to_pylist()))])
    """, lambda frame: pa.Table.from_pandas(frame, preserve_index=False)),
    "duckdb": ("""
        import duckdb
        found = tricorn.clustering(table, source="payer", target="payee")
        joined = duckdb.sql("SELECT r.*, clustering FROM relation AS r JOIN found ON payer = id ORDER BY place")
    """, lambda frame: duckdb.from_df(frame.assign(place=range(len(frame))))),
}


@pytest.mark.parametrize("name", TABLES)
def test_clustering_as_a_column(name: str) -> None:
    """Of a table whose first column is the weight."""
    frame = payments()[["amount", "payer", "payee", "time"]]
    job, make = TABLES[name]
    table = make(frame)
    known = run(job, table=table, relation=table)
    column = pa.table(known["joined"] if "joined" in known else known["table"])["clustering"].to_pylist()
    expected = nx.clustering(graph_of(frame))
    assert column == pytest.approx([expected[payer] for payer in frame.payer])


def test_networkx_unchanged(tmp_path: pathlib.Path) -> None:
    """The same program with and without tricorn prints the same."""
    (tmp_path / "program.py").write_text(textwrap.dedent("""
        import networkx as nx
        G = nx.relabel_nodes(nx.gnp_random_graph(120, 0.1, seed=2), str)
        print(nx.triangles(G), nx.k_truss(G, 4).edges, nx.core_number(G), round(nx.average_clustering(G), 12))
    """))
    printed = [subprocess.run([sys.executable, "-B", tmp_path / "program.py"], capture_output=True, text=True, check=True,
                              env={**os.environ, "NETWORKX_BACKEND_PRIORITY": backend}).stdout for backend in ("", "tricorn")]
    assert printed[0] == printed[1] and len(printed[0]) > 1000


def test_matrix_of_nearest_neighbours() -> None:
    points = np.random.default_rng(1).random((60, 2))
    near = scipy.spatial.KDTree(points).query(points, k=6)[1][:, 1:]
    matrix = scipy.sparse.csr_array((np.ones(300), (np.repeat(np.arange(60), 5), near.ravel())), (60, 60))
    source = nx.from_scipy_sparse_array(matrix + matrix.T)
    for given in matrix, matrix.toarray():
        known = run("""
            graph = tricorn.Graph(matrix)
            degrees, clustering = graph.degrees().values, graph.clustering().values
            trussness = graph.trussness()
        """, matrix=given)
        assert known["degrees"].tolist() == [source.degree[v] for v in range(60)]
        assert known["clustering"].tolist() == pytest.approx([nx.clustering(source, v) for v in range(60)])
        assert {pair for pair, k in known["trussness"].items() if k >= 4} == {(min(e), max(e)) for e in nx.k_truss(source, 4).edges}


def test_pytorch_geometric(monkeypatch: pytest.MonkeyPatch) -> None:
    """Features of nodes as arrays, of data, of an edge_index and of data of several types."""
    source = nx.karate_club_graph()
    index = tensor(np.array(source.to_directed().edges).T)
    known = run("""
        count = tricorn.count(edge_index)
        graph = tricorn.Graph(data)
        x = numpy.stack([graph.degrees(), graph.vertex_triangles(), graph.clustering()], axis=1)
        by_type = tricorn.Graph(hetero).vertex_triangles()
        features = tricorn.pyg.features(edge_index, data.num_nodes)
    """, numpy=np, edge_index=index, data=Store(edge_index=index, num_nodes=36), hetero=HeteroData(
        {"member": 34}, {("member", "knows", "member"): index}))
    triangles = nx.triangles(source)
    assert known["count"] == sum(triangles.values()) // 3 and known["x"].shape == (36, 3)
    assert known["x"][:34, 1].tolist() == [triangles[v] for v in range(34)] and not known["x"][34:].any()
    assert known["x"][:34, 2].tolist() == pytest.approx(list(nx.clustering(source).values()))
    assert {number: known["by_type"]["member", number] for number in range(34)} == triangles
    assert known["features"]["triangles"].tolist() == [*triangles.values(), 0, 0]


def test_graphs_of_other_packages() -> None:
    """The same answers by the names that each graph has."""
    source = nx.karate_club_graph()
    names = [f"member {v}" for v in source]
    of_igraph = igraph.Graph(34, list(source.edges))
    of_igraph.vs["name"] = names
    of_networkit = networkit.Graph(34)
    for u, v in source.edges:
        of_networkit.addEdge(u, v)
    of_rustworkx = rustworkx.PyGraph()
    of_rustworkx.add_nodes_from(names)
    of_rustworkx.add_edges_from_no_data(list(source.edges))
    matrix = graphblas.Matrix.from_scipy_sparse(nx.to_scipy_sparse_array(source)) \
        if hasattr(graphblas.Matrix, "from_scipy_sparse") else graphblas.io.from_scipy_sparse(nx.to_scipy_sparse_array(source))
    triangles = nx.triangles(source)
    for graph, called in ((of_igraph, names), (of_rustworkx, names), (of_networkit, range(34)), (matrix, range(34))):
        known = run("triangles = dict(tricorn.vertex_triangles(graph).items())", graph=graph)
        assert known["triangles"] == dict(zip(called, triangles.values(), strict=True))


def test_cluster(tmp_path: pathlib.Path) -> None:
    """A file that all workers see, counted by them; and a table back.  docs/workers.md has Ray and Spark."""
    source = nx.gnp_random_graph(200, 0.1, seed=3)
    nx.write_edgelist(source, tmp_path / "edges.txt", data=False)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        known = run("""
            import tricorn.dask
            triangles = tricorn.dask.count(path, client, threads=1)
            table = client.submit(tricorn.vertex_triangles, path, threads=1).result().to_pandas()
        """, path=str(tmp_path / "edges.txt"), client=client)
    assert known["triangles"] == sum(nx.triangles(source).values()) // 3
    assert dict(zip(known["table"]["id"], known["table"]["triangles"])) == nx.triangles(source)


def test_other_files(tmp_path: pathlib.Path) -> None:
    """Parquet, GraphML, and what R writes by its package arrow."""
    frame = payments()
    frame.to_parquet(tmp_path / "payments.parquet")
    frame.to_feather(tmp_path / "payments.feather")
    nx.write_graphml(graph_of(frame), tmp_path / "payments.graphml")
    known = run("""
        import networkx
        counts = [tricorn.count(path + ".parquet", source="payer", target="payee"),
                  tricorn.count(path + ".feather", source="payer", target="payee"),
                  tricorn.count(networkx.read_graphml(path + ".graphml"))]
    """, path=str(tmp_path / "payments"))
    assert known["counts"] == [sum(nx.triangles(graph_of(frame)).values()) // 3] * 3


def test_larger_than_memory(tmp_path: pathlib.Path) -> None:
    """Clustering of all vertices, and supports, in a process that may not hold the edges; test_on_disk.py measures it."""
    graph = tricorn.generate("kronecker", scale=9)
    graph.write(tmp_path / "edges.txt")
    known = run("""
        import pyarrow, pyarrow.parquet
        graph = tricorn.Graph(folder + "/edges.txt", work=folder + "/work", memory=2_000_000_000)
        clustering = graph.clustering(memory=2_000_000_000)
        schema = pyarrow.schema([("source", "int64"), ("target", "int64"), ("triangles", "int64")])
        with pyarrow.parquet.ParquetWriter(folder + "/support.parquet", schema) as file:
            for some in graph.iter_edge_support(memory=2_000_000_000):
                file.write_table(pyarrow.table(some))
    """, folder=str(tmp_path))
    assert all(known["clustering"][v] == value for v, value in graph.clustering().items() if graph.degrees()[v])
    support = pl.read_parquet(tmp_path / "support.parquet")
    assert {(u, v): count for u, v, count in support.rows()} == dict(graph.edge_support().items())


def test_stream_of_edges() -> None:
    """Batches of edges between accounts that were not seen before, and a window of the last three batches."""
    draw = random.Random(11)
    batches = [list({tuple(sorted(draw.sample([f"acc {v}" for v in range(last, last + 8)], 2))) for _ in range(12)})
               for last in range(20)]

    def stream() -> Iterator[list[Any]]:
        yield from batches

    known = run("""
        places, window, counts = {}, collections.Counter(), []
        changing = tricorn.Graph(scipy.sparse.csr_array((1000, 1000))).changing()  # room for accounts to come
        for batch, old in zip(stream(), [[], [], []] + batches):
            new = [tuple(places.setdefault(name, len(places)) for name in edge) for edge in batch]
            gone = [tuple(places[name] for name in edge) for edge in old]
            window.update(new), window.subtract(gone)
            counts.append(changing.apply(added=new, removed=[e for e in gone if not window[e]]).triangles)
    """, stream=stream, batches=batches, collections=__import__("collections"), scipy=scipy)
    expected = [sum(nx.triangles(nx.Graph(itertools.chain(*batches[max(0, last - 2):last + 1]))).values()) // 3
                for last in range(20)]
    assert known["counts"] == expected and max(expected) > 10
