"""Graphs as documents (GraphML, GEXF, GML, DOT, LGL, Cytoscape's JSON), written by the programs that own the formats; tests/mangled damages them."""
import html
import json
import pathlib
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import igraph
import networkx as nx
import pytest

import tricorn

GRAPHS = 50  # for each format
WORDS = ["a", "b c", "é", "x<y", 'say "hi"', "R&D", "n1", "0x7", "007", "-1", "日本", "it's", "#", "]", "1.5"]


def draw(chosen: random.Random) -> Any:
    """A small graph of numbers or words, with or without directions, with weights and isolated vertices."""
    graph = chosen.choice([nx.Graph, nx.DiGraph])()
    count = chosen.randrange(1, 12)
    nodes: list[Any] = chosen.sample(WORDS, count) if chosen.random() < .5 else chosen.sample(range(10 ** 6), count)
    graph.add_nodes_from(nodes)
    for _ in range(chosen.randrange(3 * count)):
        u, v = chosen.choice(nodes), chosen.choice(nodes)
        if u != v:
            graph.add_edge(u, v, weight=chosen.choice([1.0, 2.5, 1e-3, 7.0]))
    return graph


def by_igraph(write: str) -> Callable[[Any, str], None]:
    def written(graph: Any, path: str) -> None:
        made = igraph.Graph(directed=graph.is_directed())
        made.add_vertices([str(node) for node in graph])
        made.add_edges([(str(u), str(v)) for u, v in graph.edges],
                       {"weight": [graph.edges[edge]["weight"] for edge in graph.edges]})
        getattr(made, write)(path)
    return written


def gexf(graph: Any, path: str) -> None:
    nx.write_gexf(graph, path)


def dot(graph: Any, path: str) -> None:
    """As pydot and pygraphviz write it: each text in quotes, with \\" for a quote."""
    def quoted(node: Any) -> str:
        return '"' + str(node).replace('"', '\\"') + '"'
    arrow = "->" if graph.is_directed() else "--"
    lines = [*(f"\t{quoted(node)};" for node in graph),
             *(f"\t{quoted(u)} {arrow} {quoted(v)} [weight={w}, label=\"a;}}\"];" for u, v, w in graph.edges(data="weight"))]
    kind = "digraph" if graph.is_directed() else "graph"
    pathlib.Path(path).write_text("\n".join([f'strict {kind} "" {{', *lines, "}"]), encoding="utf-8")


def lgl(graph: Any, path: str) -> None:
    """Of words without blanks; LGL has neither directions nor repeated edges."""
    made = igraph.Graph(directed=False)
    made.add_vertices([str(node) for node in graph])
    made.add_edges([(str(u), str(v)) for u, v in graph.edges], {"weight": [w for _, _, w in graph.edges(data="weight")]})
    made.write_lgl(path, names="name", weights="weight" if made.ecount() else None, isolates=True)


def cyjs(graph: Any, path: str) -> None:
    pathlib.Path(path).write_text(json.dumps(nx.cytoscape_data(graph)), encoding="utf-8")


def cx2(graph: Any, path: str) -> None:
    places = {node: place for place, node in enumerate(graph)}
    nodes = [{"id": place, "x": 1.5, "v": {"n": str(node)}} for node, place in places.items()]
    edges = [{"id": number, "s": places[u], "t": places[v], "v": {"weight": w}}
             for number, (u, v, w) in enumerate(graph.edges(data="weight"))]
    pathlib.Path(path).write_text(json.dumps([
        {"CXVersion": "2.0", "hasFragments": False}, {"attributeDeclarations": [{"nodes": {"n": {"d": "string"}}}]},
        {"nodes": nodes}, {"edges": edges}, {"status": [{"success": True}]}]), encoding="utf-8")


WRITERS: dict[str, Callable[[Any, str], None]] = {
    "nx.graphml": nx.write_graphml, "igraph.graphml": by_igraph("write_graphml"), "nx.gexf": gexf,
    "nx.gml": lambda graph, path: nx.write_gml(graph, path, stringizer=str), "igraph.gml": by_igraph("write_gml"),
    "own.dot": dot, "igraph.dot": by_igraph("write_dot"), "igraph.lgl": lgl, "nx.cyjs": cyjs, "own.cx2": cx2,
}


def edges_of(graph: tricorn.Graph) -> set[frozenset[str]]:
    return {frozenset(map(str, edge)) for edge in graph.edges().ends.tolist()}


def expected(graph: Any) -> set[frozenset[str]]:
    return {frozenset(map(str, edge)) for edge in graph.edges}


def close(found: Iterable[float], wanted: Iterable[float]) -> bool:
    return sorted(found) == pytest.approx(sorted(wanted), abs=1e-12)


@pytest.mark.parametrize("owner", WRITERS)
def test_as_its_owner_has_it(owner: str, tmp_path: pathlib.Path) -> None:
    chosen = random.Random(owner)
    for number in range(GRAPHS):
        graph = draw(chosen)
        path = tmp_path / f"{number}.{owner.split('.')[1]}"
        if owner == "igraph.lgl":
            graph = nx.relabel_nodes(nx.Graph(graph), {node: f"v{at}{re.sub('[^!-~]|#', '_', str(node))}"
                                                      for at, node in enumerate(graph)})
        WRITERS[owner](graph, str(path))
        read = tricorn.Graph(path)
        assert {str(name) for name in read.ids} == {str(node) for node in graph}, (owner, number)
        assert edges_of(read) == expected(graph), (owner, number)
        if graph.is_directed():
            if len(graph) > 2:
                assert tricorn.Graph(path, directed=True).triad_census() == nx.triadic_census(graph), (owner, number)
        elif graph.edges:
            found = tricorn.weighted_clustering(path, weight="weight")
            assert close(found.values, nx.clustering(graph, weight="weight").values()), (owner, number)


def test_lines_of_edges(tmp_path: pathlib.Path) -> None:
    """NCOL as igraph writes it, with weights or none, and Cytoscape's SIF, which has a type between the ends."""
    chosen = random.Random(45)
    for number in range(GRAPHS):
        graph = nx.Graph(draw(chosen))
        graph.remove_nodes_from(list(nx.isolates(graph)))  # NCOL has none
        graph = nx.relabel_nodes(graph, {node: f"v{at}" for at, node in enumerate(graph)})
        if not graph.edges:
            continue
        made = igraph.Graph.from_networkx(graph)
        made.write_ncol(str(tmp_path / "g.ncol"), names="_nx_name", weights="weight" if number % 3 else None)
        (tmp_path / "g.sif").write_text("".join(f"{u}\tpp\t{v}\n" for u, v in graph.edges), encoding="utf-8")
        given: dict[str, Any] = {"ids": "string", "header": "no"}
        assert edges_of(tricorn.Graph(tmp_path / "g.ncol", **given)) == expected(graph), number
        assert edges_of(tricorn.Graph(tmp_path / "g.sif", source=1, target=3, **given)) == expected(graph), number
        if number % 3:
            found = tricorn.weighted_clustering(tmp_path / "g.ncol", weight=3, **given)
            assert close(found.values, nx.clustering(graph, weight="weight").values()), number


def named(graph: Any, attribute: str) -> Any:
    """A graph of igraph as one of NetworkX whose nodes are the values of the attribute."""
    names = [html.unescape(str(name)) for name in graph.vs[attribute]]  # it leaves & in attributes as &#38;
    made = nx.Graph()
    made.add_nodes_from(names)
    made.add_edges_from((names[edge.source], names[edge.target]) for edge in graph.es)
    return made


def node_link(path: str) -> Any:
    return nx.node_link_graph(json.loads(pathlib.Path(path).read_text(encoding="utf-8")), edges="edges")


READERS: dict[str, list[Callable[[str], Any]]] = {
    "graphml": [nx.read_graphml, lambda path: named(igraph.Graph.Read_GraphML(path), "id")],
    "gexf": [nx.read_gexf],
    "gml": [nx.read_gml, lambda path: named(igraph.Graph.Read_GML(path), "label")],
    "json": [node_link],
    "net": [lambda path: nx.Graph(nx.read_pajek(path)), lambda path: named(igraph.Graph.Read_Pajek(path), "name")],
}


@pytest.mark.parametrize("suffix", READERS)
def test_its_owner_reads_what_is_written(suffix: str, tmp_path: pathlib.Path) -> None:
    chosen = random.Random(suffix)
    plain, path = tmp_path / "given.graphml", tmp_path / f"written.{suffix}"
    for number in range(GRAPHS):
        graph = nx.Graph(draw(chosen))
        if suffix in ("net", "gml"):  # what igraph's readers of these two do not decode
            graph = nx.relabel_nodes(graph, {node: re.sub("[^a-z0-9]", "_", f"{node} {at}")
                                             for at, node in enumerate(graph)})
        nx.write_graphml(graph, plain)
        tricorn.Graph(plain).write(path)
        for read in READERS[suffix]:
            found = read(str(path))
            assert {str(node) for node in found} == {str(node) for node in graph}, (number, graph.nodes, found.nodes)
            assert expected(found) == expected(graph), number
        again = tricorn.Graph(path)
        assert (again.n, again.m) == (len(graph), graph.number_of_edges())
        assert suffix == "net" or edges_of(again) == expected(graph), number


SUBGRAPHS: dict[str, Callable[[tricorn.Graph], tricorn.Graph]] = {
    "whole": lambda graph: graph, "core": lambda graph: graph.k_core(2), "truss": lambda graph: graph.k_truss(3)}


def simple(graph: Any) -> Any:
    """A graph of words that igraph's readers do not change; without directions if it has edges both ways."""
    return nx.relabel_nodes(graph, {node: f"v{at} {re.sub('[^a-z0-9]', '_', str(node))}"
                                    for at, node in enumerate(graph)})


def of_igraph(graph: Any, attribute: str) -> Any:
    """A graph of igraph with all attributes as one of NetworkX."""
    made = nx.DiGraph() if graph.is_directed() else nx.Graph()
    for vertex in graph.vs:
        made.add_node(vertex[attribute], **{name: vertex[name] for name in graph.vs.attributes()})
    for edge in graph.es:
        made.add_edge(graph.vs[edge.source][attribute], graph.vs[edge.target][attribute],
                      **{name: edge[name] for name in graph.es.attributes()})
    return made


OWNERS: dict[str, list[Callable[[str], Any]]] = {
    "graphml": [nx.read_graphml, lambda path: of_igraph(igraph.Graph.Read_GraphML(path), "id")],
    "gexf": [nx.read_gexf],
    "gml": [nx.read_gml, lambda path: of_igraph(igraph.Graph.Read_GML(path), "label")],
    "json": [node_link],
    "net": [lambda path: pajek(path), lambda path: of_igraph(igraph.Graph.Read_Pajek(path), "name")],
}


def pajek(path: str) -> Any:
    found = nx.read_pajek(path)
    return nx.DiGraph(found) if found.is_directed() else nx.Graph(found)


def answers(graph: Any, part: str) -> tuple[Any, dict[Any, int], dict[Any, float], dict[Any, int]]:
    """By NetworkX: the part, and of its vertices their cores and coefficients, and of its edges their triangles."""
    plain = nx.Graph(graph)
    kept = {"whole": plain, "core": nx.k_core(plain, 2), "truss": nx.k_truss(plain, 3)}[part]
    made = graph.__class__()
    made.add_nodes_from(graph if part == "whole" else ())
    made.add_edges_from((u, v, data) for u, v, data in graph.edges(data=True) if kept.has_edge(u, v))
    plain = nx.Graph(made)
    triangles = {frozenset(edge): len(list(nx.common_neighbors(plain, *edge))) for edge in plain.edges}
    return made, nx.core_number(plain), nx.clustering(plain), triangles


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("suffix", OWNERS)
def test_weights_directions_and_results_are_written(suffix: str, directed: bool, tmp_path: pathlib.Path) -> None:
    """Of random graphs, cores and trusses; NetworkX and igraph find the values that NetworkX computes."""
    chosen, path, edges = random.Random(f"{suffix}{directed}"), tmp_path / f"written.{suffix}", 0
    for number in range(GRAPHS):
        graph = simple(draw(chosen))
        graph = graph if graph.is_directed() == directed else \
            nx.DiGraph((u, v, data) for u, v, data in graph.edges(data=True)) if directed else nx.Graph(graph)
        for u, v, data in graph.edges(data=True):  # both directions of an edge have one weight
            data["weight"] = 1 / (2 + len(u + v) % 7)
        part = chosen.choice(list(SUBGRAPHS))
        nx.write_graphml(graph, tmp_path / "given.graphml")
        read = tricorn.Graph(tmp_path / "given.graphml", directed=directed, weights=True)
        made = SUBGRAPHS[part](read)
        vertices, sides = {"core": made.core_numbers(), "c": made.clustering()}, {"triangles": made.edge_support()}
        values = {} if suffix == "net" else {"vertices": vertices, "edges": sides}
        made.write(path, **values)
        wanted, cores, coefficients, triangles = answers(graph, part)
        for owner in OWNERS[suffix]:
            found = owner(str(path))
            assert {node for node in found if part == "whole" or found.degree(node)} == set(wanted), (number, part)
            assert (found.is_directed(), set(found.edges)) == (directed, set(wanted.edges)) if directed else \
                expected(found) == expected(wanted), (number, part)
            for u, v in wanted.edges:
                edges += 1
                assert found.edges[u, v]["weight"] == wanted.edges[u, v]["weight"]
                assert not values or found.edges[u, v]["triangles"] == triangles[frozenset((u, v))]
            for node in wanted if values else ():
                assert found.nodes[node]["core"] == cores[node]
                assert found.nodes[node]["c"] == pytest.approx(coefficients[node], abs=1e-15)
    assert edges > GRAPHS


def test_columns_that_cannot_be_written(tmp_path: pathlib.Path) -> None:
    graph = tricorn.Graph([(0, 1), (1, 2), (2, 0)])
    for suffix, values, words in [
            ("mtx", {"vertices": {"x": [1, 2, 3]}}, "keeps no values"),
            ("net", {"edges": {"x": [1, 2, 3]}}, "keeps no values"),
            ("gml", {"vertices": {"a-b": [1, 2, 3]}}, "GML has no key 'a-b'"),
            ("graphml", {"vertices": {"label": [1, 2, 3]}}, "which the formats use"),
            ("graphml", {"edges": {"x": [1, 2]}}, "'x' has length 2, not 3, the number of edges"),
            ("graphml", {"edges": {"x y": [1, 2, 3]}}, "letters, digits"),
            ("graphml", {"edges": {"x": [.5, float("nan"), 3.]}}, "not finite"),
            ("graphml", {"edges": {"x": graph.edge_support(sort=False)}}, "sort=False")]:
        with pytest.raises((tricorn.Error, ValueError), match=words):
            graph.write(tmp_path / f"x.{suffix}", **values)
        assert not (tmp_path / f"x.{suffix}").exists()


def test_what_cannot_be_written(tmp_path: pathlib.Path) -> None:
    for suffix, name in {"net": 'say "hi"', "graphml": "a\x02b", "gexf": "a\x02b"}.items():
        (tmp_path / "names.json").write_text(json.dumps([{"source": name, "target": "b"}]), encoding="utf-8")
        with pytest.raises((tricorn.Error, ValueError), match="which the format cannot hold"):
            tricorn.Graph(tmp_path / "names.json").write(tmp_path / f"out.{suffix}")


GML = 'graph [ node [ id 1 label "a" ] node [ id 2 label "b" ] edge [ source 1 target 2 ] %s ]'
GRAPHML = '<graphml>%s<graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/>%s'
GRAPHML_END = "</graph></graphml>"
BOMB = ('<!DOCTYPE graphml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>' + GRAPHML + GRAPHML_END) % ("", "")
GEXF = '<gexf><graph%s><nodes><node id="a"/><node id="b"%s/></nodes><edges><edge source="a" target="b"%s/></edges></graph></gexf>'


@pytest.mark.parametrize("suffix, text, words", [
    ("graphml", BOMB, "document type"),
    ("graphml", '<!DOCTYPE graphml SYSTEM "http://example.org/x.dtd">' + GRAPHML % ("", "") + GRAPHML_END, "not fetched"),
    ("graphml", GRAPHML % ("", '<hyperedge><endpoint node="a"/></hyperedge>') + GRAPHML_END, "hyperedge"),
    ("graphml", GRAPHML % ("", '<node id="c"><graph edgedefault="directed"/></node>') + GRAPHML_END, "graph within"),
    ("graphml", GRAPHML % ("", '<node id="a"/>') + GRAPHML_END, "too"),
    ("graphml", GRAPHML % ("", '\n<edge source="a" target="z"/>') + GRAPHML_END, ":2: an end of the edge is not"),
    ("graphml", GRAPHML % ("", '<edge source="a"/>') + GRAPHML_END, "lacks its target"),
    ("graphml", GRAPHML % ("", "") + "</graph><graph edgedefault='directed'/></graphml>", "second graph"),
    ("graphml", GRAPHML % ("", ""), "is the file cut"),
    ("graphml", "<graphml/>", "has no <graph>"),
    ("gexf", GEXF % (' mode="dynamic"', "", ""), "changes in time"),
    ("gexf", GEXF % ("", ' pid="a"', ""), "within another one"),
    ("gexf", GEXF % ("", "", ' type="both"'), "type of the edge"),
    ("gml", GML % "edge [ source 1 target 3 ]", "is not the id of a node"),
    ("gml", GML % "directed 1", "behind edges"),
    ("gml", GML % "edge [ source 1 source 2 ]", "twice"),
    ("gml", GML % "node [ id 1 ]", "too"),
    ("gml", GML % "node [ id 1.5 ]", "no number"),
    ("gml", (GML % "")[:-1], "is the file cut"),
    ("gml", GML % "" + GML % "", "second graph"),
    ("dot", "graph { a -- b ", "is the file cut"),
    ("dot", "graph { a -> b }", "expected '--'"),
    ("dot", "digraph { a -- b }", "expected '->'"),
    ("dot", "graph { a -- { b c } }", "is a subgraph"),
    ("dot", "graph { { b c } -- a }", "is a subgraph"),
    ("dot", 'graph { "a" + "b" -- c }', "joined by '+'"),
    ("dot", "graph { <b>a</b> -- c }", "is HTML"),
    ("dot", 'graph { "a -- c }', "no second quote"),
    ("dot", "graph { a -- b } graph { c }", "second graph"),
    ("dot", "graph { a [x=] }", "value of an attribute"),
    ("dot", "graph { 1a -- b }", "expected a name"),
    ("dot", "/* graph { a -- b }", "comment has no end"),
    ("dot", "graph { a [@] }", "expected a name"),
    ("lgl", "a\n# b\n", "expected '# '"),
    ("lgl", "# a b\nc\n", "one id"),
    ("lgl", "# a\nb 1 2\n", "words have no blanks"),
    ("lgl", "# 1\n2 2,5\n# 2\n3 2,5\n# 3\n4 2,5\n# 4\n0 0\n", "no number"),  # a list of neighbours, but for its name
    ("lgl", "", "is empty"),
    ("cyjs", '{"elements": {"nodes": [], "edges": []}}', "no nodes and no edges"),
    ("cyjs", '{"elements": {"nodes": [{"data": {"id": 1}}], "edges": [{"data": {"source": 1, "target": 2}}]}}', "is not the id"),
    ("cyjs", '{"elements": {"nodes": [{"data": {"id": 1}}, {"data": {"id": "1"}}], "edges": []}}', "too"),
    ("cyjs", '{"elements": {"nodes": [{"data": {"id": [1]}}], "edges": []}}', "neither a number nor"),
    ("cyjs", '{"elements": [{"data": {"id": 1}}, {"data": {"source": 1}}]}', "lacks its target"),
    ("cx", '[{"numberVerification": []}, {"nodes": [1]}]', "no object"),
    ("cx", '[{"numberVerification": []}, {"nodes": [{"@id": 1}]', "is it cut"),
])
def test_refused(suffix: str, text: str, words: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / f"bad.{suffix}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((tricorn.Error, ValueError)) as refused:
        tricorn.count(path)
    assert words in str(refused.value) and path.name in str(refused.value)


def test_small_forms(tmp_path: pathlib.Path) -> None:
    """Forms that their owners read, and the writers above do not write."""
    path = tmp_path / "small"
    for text, vertices, edges in [
            ("graph g { a -- b -- c -- a; b:n:w -- d [x=1][y=2] }", 4, 4), ("# c\ngraph{1--2 2--3;;3--1}", 3, 3),
            ("digraph { subgraph cluster_1 { a; b } a -> b; { rank=same; c } }", 3, 1),
            ("strict graph { node [shape=box]; edge [weight=2]; size=4 \n a -- b // x\n /* y */ }", 2, 1),
            ('graph { "a\\\nb" -- ab }', 1, 0), ('graph { "a" -- a; -1.5 -- .5; label=<b<i>c>; }', 3, 1)]:
        path.write_text(text, encoding="utf-8")
        graph = tricorn.Graph(path)
        assert (graph.n, graph.m) == (vertices, edges), text
    path.write_text('{"elements": [{"group": "nodes", "data": {"id": "a"}}, {"data": {"id": "b"}}, '
                    '{"data": {"id": "e", "source": "a", "target": "b"}}]}', encoding="utf-8")
    assert edges_of(tricorn.Graph(path)) == {frozenset("ab")}
    path.write_text("graph { edge [weight=2]; a -- b }", encoding="utf-8")
    with pytest.raises((tricorn.Error, ValueError), match="give each its own"):
        tricorn.Graph(path, weights=True)


def test_small_cases(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "small"
    triangle = '<node id="c"/><edge source="b" target="c"/><edge source="c" target="a" directed="true"/>'
    path.write_text(GRAPHML % ("", triangle) + GRAPHML_END, encoding="utf-8")
    assert tricorn.count(path) == 1  # found by its content
    with pytest.raises((tricorn.Error, ValueError), match="some edges have a direction"):
        tricorn.Graph(path, directed=True)
    with pytest.raises((tricorn.Error, ValueError), match="no 'weight'"):
        tricorn.weighted_clustering(path, weight="weight")
    path.write_text(GML % "node [ id 3 label \"a\" ]", encoding="utf-8")
    assert list(tricorn.Graph(path).ids) == [1, 2, 3]  # labels that come again are no names
    path.write_text(GEXF % ("", "", ""), encoding="utf-16")
    with pytest.raises((tricorn.Error, ValueError), match="UTF-16"):
        tricorn.count(path)
