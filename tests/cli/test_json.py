"""Graphs as JSON: what other programs write.  tests/mangled/ damages them; unit tests have what is refused."""

import gzip
import json
import random
import subprocess
import unittest

from program import BAD_INPUT, DIAMOND, USAGE, ProgramTest, main, run, triangles

try:
    import networkx
except ImportError:
    networkx = None

PAIRS = [("source", "target"), ("src", "dst"), ("from", "to"), ("u", "v"), ("start", "end"),
         ("head", "tail"), ("_from", "_to")]
STRINGS = ("--ids", "string", "--missing", "keep")  # one of the words is "null"
FORMATS = {"g.jsonl": "json-lines", "g.json": "json-node-link"}


def random_edges(seed, vertices=12, edges=30):
    draw = random.Random(seed)
    return [(draw.randrange(vertices), draw.randrange(vertices)) for _ in range(edges)]


def lines(values, **options):
    return "".join(json.dumps(value, **options) + "\n" for value in values)


def objects(edges, first="source", second="target", **further):
    return [{first: u, second: v, **further} for u, v in edges]


def as_words(edges):
    names = ["A", "\u00e9", "a b", "\U0001f600", "\"", "\\", "/", "x\ty", "1", "01", "{", "null"]
    return [(names[u], names[v]) for u, v in edges]


class JsonTest(ProgramTest):
    def count(self, content, *arguments, name="g"):
        """By suffix-less name: the content tells."""
        return self.run_json("count", self.write(name, content), *arguments)

    def check_count(self, content, edges, form, *arguments, name="g"):
        answer = self.count(content, *arguments, name=name)
        self.assertEqual(answer["triangles"], triangles(edges), content[:200])
        self.assertEqual(answer["input_edges"], len(edges))
        self.assertEqual(answer["vertices"],
                         len({end for u, v in edges if u != v for end in (u, v)}))
        self.assertEqual(answer["format"], form)
        return answer

    def refuse(self, content, *words, arguments=(), name="g.json"):
        result = run("count", self.write(name, content), *arguments)
        return self.check_failed(result, BAD_INPUT, *words)


class Lines(JsonTest):
    def test_every_shape(self):
        for seed, (first, second) in enumerate(PAIRS):
            edges = random_edges(seed)
            with self.subTest(first=first):
                rows = objects(edges, first, second, weight=1, label="x")
                self.check_count(lines(rows), edges, "json-lines")
                self.check_count(lines(rows, separators=(",", ":")), edges, "json-lines")
                self.check_count(lines(rows, sort_keys=True), edges, "json-lines")
                self.check_count(lines(edges), edges, "json-lines")
                self.check_count(lines((u, v, {"w": 2}) for u, v in edges), edges, "json-lines")
                rows = objects(as_words(edges), first, second)
                self.check_count(lines(rows), edges, "json-lines", *STRINGS)
                self.check_count(lines(rows, ensure_ascii=False), edges, "json-lines", *STRINGS)

    def test_columns(self):
        """What is in doubt, or has keys of its own, is counted by the columns that are named."""
        edges = random_edges(5)
        other = [(v, u) for u, v in random_edges(6)]
        pairs = list(zip(edges, other))
        self.assertNotEqual(triangles(edges), triangles(other))
        two = [{"from": a, "to": b, "source": u, "target": v} for (u, v), (a, b) in pairs]
        own = [{"id": 7, "p": u, "q": v, "r": a} for (u, v), (a, b) in pairs]
        places = [[a, u, b, v] for (u, v), (a, b) in pairs]
        corners = [{"u": u, "v": v, "w": a} for (u, v), (a, b) in pairs]
        for rows, columns, wanted in (
                (two, "source,target", edges), (two, "target,source", edges),
                (two, "from,to", other), (own, "p,q", edges), (corners, "u,v", edges),
                (places, "2,4", edges), (places, "4,2", edges), (places, "3,1", other)):
            with self.subTest(columns=columns, row=rows[0]):
                self.refuse(lines(rows), name="g")
                arguments = ["--columns", columns]
                self.check_count(lines(rows), wanted, "json-lines", *arguments)
                self.check_count(json.dumps({"links": rows}), wanted, "json-node-link",
                                 *arguments)
        self.refuse(lines(two), "--columns A,B", name="g")
        self.refuse(lines(places), "--columns 1,2", name="g")
        self.refuse(lines(corners), "--columns A,B", name="g")
        self.refuse(lines(own), "\"s\", the target", arguments=["--columns", "q,s"], name="g")
        self.refuse(lines(places), "an array of 4", arguments=["--columns", "1,5"], name="g")
        self.refuse(lines(own), "no places", arguments=["--columns", "1,2"], name="g")
        self.refuse(lines(places), "no place in an array", arguments=["--columns", "p,q"], name="g")
        for bad in ("p", "p,", "p,q,r", "p,p", "2,2"):
            result = run("count", self.write("g", lines(own)), "--columns", bad)
            self.assertEqual(result.returncode, USAGE, bad)

    def test_ways_to_come(self):
        edges = random_edges(1)
        text = lines(objects(edges))
        for name in ("g.jsonl", "g.ndjson", "g.json", "g.txt", "g.el"):
            self.check_count(text, edges, "json-lines", name=name)
        self.check_count(text.replace("\n", "\r\n"), edges, "json-lines")
        self.check_count(text.rstrip("\n"), edges, "json-lines")
        self.check_count("\ufeff" + text, edges, "json-lines")
        self.check_count("\n\n" + text.replace("\n", "\n \t\n"), edges, "json-lines")
        self.check_count(gzip.compress(text.encode()), edges, "json-lines", name="g.jsonl.gz")
        packed = subprocess.run(["zstd", "-c"], input=text.encode(), stdout=subprocess.PIPE,
                                check=True).stdout
        self.check_count(packed, edges, "json-lines", name="g.zst")
        answer = self.run_json("count", "-", stdin=text.encode())
        self.assertEqual(answer["triangles"], triangles(edges))

    def test_large(self):
        """Complete: (n choose 3) triangles; all threads read it."""
        n = 300
        edges = ((u, v) for u in range(n) for v in range(u))
        answer = self.count(lines(objects(edges, weight=0.25)))
        self.assertEqual(answer["triangles"], n * (n - 1) * (n - 2) // 6)
        self.assertEqual(answer["edges"], n * (n - 1) // 2)

    def test_tables(self):
        """The tables of edges that tricorn writes are edges; its other tables are none."""
        for source, ids in ((DIAMOND, []), ("a b\nb \u00e9\na \u00e9\n", STRINGS)):
            path = self.write("in.txt", source)
            out = self.path("out.jsonl")
            expected = self.run_json("count", path, *ids)
            self.run_done("edge", path, "-o", out, *ids)
            answer = self.run_json("count", out, *ids)
            for name in ("triangles", "vertices", "edges"):
                self.assertEqual(answer[name], expected[name])
            self.run_done("vertex", path, "-o", out, *ids)
            self.check_failed(run("count", out, *ids), BAD_INPUT, "out.jsonl:1:", "'vertex'")
            self.run_done("list", path, "-o", out, *ids)
            self.check_failed(run("count", out, *ids), BAD_INPUT, "which two of the keys")

    def test_converted(self):
        """Ids, numbers and words, stay."""
        path = self.write("g.jsonl", lines([(7, 2**64 - 1), (2**64 - 1, 3), (3, 7)]))
        out = self.path("out.el")
        self.run_done("convert", "--quiet", path, out)
        with open(out, encoding="utf-8") as file:
            rows = {tuple(sorted(map(int, line.split()))) for line in file if line[0] != "#"}
        self.assertEqual(rows, {(7, 2**64 - 1), (3, 2**64 - 1), (3, 7)})
        out = self.path("out.jsonl")
        words = [("\u00e9", "A"), ("A", "q\"\\"), ("q\"\\", "\u00e9")]
        path = self.write("g.jsonl", lines(words))
        self.run_done("edge", path, "-o", out, *STRINGS)
        with open(out, encoding="utf-8") as file:
            rows = {frozenset((row["u"], row["v"])) for row in map(json.loads, file)}
        self.assertEqual(rows, {frozenset(pair) for pair in words})

    def test_refused(self):
        for name in ("g.jsonl", "g.json"):
            self.refuse("", name, "is empty", name=name)
            self.refuse(" \n\n", name, "is empty", arguments=["--format", FORMATS[name]], name=name)
        for matrix in ([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[0, 5, 6], [5, 0, 7], [6, 7, 0]]):
            self.refuse(lines(matrix), "a matrix")
            self.refuse(json.dumps(matrix), "a matrix")


class Documents(JsonTest):
    def document(self, edges, key="links"):
        nodes = sorted({end for pair in edges for end in pair})
        return {"directed": False, "multigraph": False, "graph": {"name": "x"},
                "nodes": [{"id": node, "group": 1} for node in nodes],
                key: objects(edges, weight=0.5)}

    def test_every_shape(self):
        for seed in range(8):
            edges = random_edges(seed)
            for key in ("links", "edges"):
                for options in ({}, {"indent": 2}, {"sort_keys": True}, {"separators": (",", ":")}):
                    with self.subTest(seed=seed, key=key, options=options):
                        text = json.dumps(self.document(edges, key), **options)
                        self.check_count(text, edges, "json-node-link")
            text = json.dumps(self.document(as_words(edges)))
            self.check_count(text, edges, "json-node-link", *STRINGS)
            self.check_count(json.dumps(edges), edges, "json-node-link")
            self.check_count(json.dumps(objects(edges), indent=1), edges, "json-node-link")
            # Positions of nodes; their ids say nothing.
            unnamed = {"nodes": [{"name": "x"}] * 12, "links": objects(edges, value=3)}
            answer = self.check_count(json.dumps(unnamed), edges, "json-node-link")
            self.assertEqual(answer["vertices"] + answer["isolated"], 12)

    def test_isolated(self):
        document = self.document([(1, 2), (2, 3), (1, 3)])
        document["nodes"] += [{"id": 9}, {"id": 2**63}]
        answer = self.count(json.dumps(document))
        self.assertEqual((answer["vertices"], answer["isolated"]), (3, 2))

    def test_ways_to_come(self):
        edges = random_edges(3)
        text = json.dumps(self.document(edges))
        for name in ("g.json", "g.jsonl", "g.txt"):
            self.check_count(text, edges, "json-node-link", name=name)
        self.check_count("\ufeff\r\n" + text + "\r\n\r\n", edges, "json-node-link")
        self.check_count(gzip.compress(text.encode()), edges, "json-node-link", name="g.json.gz")
        answer = self.run_json("count", "-", stdin=text.encode())
        self.assertEqual(answer["triangles"], triangles(edges))

    def test_one_long_line(self):
        n = 250
        edges = [(u, v) for u in range(n) for v in range(u)]
        answer = self.count(json.dumps(self.document(edges)))
        self.assertEqual(answer["triangles"], n * (n - 1) * (n - 2) // 6)

    def test_other_graphs(self):
        edges = [(1, 2), (2, 3), (1, 3)]
        self.refuse(json.dumps({"elements": {"nodes": [], "edges": []}}), "no nodes and no edges of Cytoscape")
        self.refuse(json.dumps({"graph": {"nodes": {"1": {}}, "edges": objects(edges)}}), "(JGF)")
        self.refuse(json.dumps({"nodes": [{"id": 1}], "adjacency": [[]]}), "adjacency_data")
        self.refuse(json.dumps({str(u): [v] for u, v in edges}), "found \"1\", \"2\"")
        self.refuse(json.dumps({"type": "FeatureCollection", "features": []}), "\"features\"")
        self.refuse(json.dumps({**self.document(edges), "edges": []}), "both \"links\" and \"edges\"")
        self.refuse(json.dumps({"nodes": [1, "a"], "links": [[1, "a"]]}), "--ids string")
        self.refuse(json.dumps({"nodes": [{"id": [0, 1]}, {"id": [0, 2]}],
                                "links": [{"source": [0, 1], "target": [0, 2]}]}),
                    "NetworkX writes tuples so", "convert_node_labels_to_integers")
        self.refuse(json.dumps({"nodes": [1, 2], "links": [[1, 2], [1, 3]]}),
                    "the end 3 is not the id of a node")
        self.refuse(json.dumps({"nodes": [1, 2], "links": [[1, 1], [1, 2]]}), "edge 1", "loop",
                    arguments=["--strict"])


@unittest.skipUnless(networkx, "NetworkX is not installed")
class NetworkX(JsonTest):
    def graphs(self):
        yield networkx.karate_club_graph(), 45  # Zachary 1977
        yield networkx.complete_graph(9), 84  # 9 choose 3
        yield networkx.grid_2d_graph(4, 5), 0
        yield networkx.MultiDiGraph([(1, 2), (2, 1), (2, 3), (3, 1), (1, 1), (3, 4)]), 1
        yield networkx.windmill_graph(4, 5), 40  # 4 times 5 choose 3

    def test_node_link(self):
        for graph, expected in self.graphs():
            words = networkx.relabel_nodes(graph, str)
            for key in ("links", "edges"):
                document = networkx.node_link_data(words, edges=key)
                answer = self.count(json.dumps(document), *STRINGS)
                self.assertEqual(answer["triangles"], expected)
                self.assertEqual(answer["vertices"] + answer["isolated"], len(graph))
            numbers = networkx.convert_node_labels_to_integers(graph, first_label=5)
            answer = self.count(json.dumps(networkx.node_link_data(numbers, edges="edges")))
            self.assertEqual(answer["triangles"], expected)
            edges = self.count(json.dumps(list(numbers.edges())))
            self.assertEqual(edges["triangles"], expected)
            edges = self.count(lines(numbers.edges(data=True)))
            self.assertEqual(edges["triangles"], expected)

    def test_refused(self):
        grid = networkx.grid_2d_graph(3, 3)
        self.refuse(json.dumps(networkx.node_link_data(grid, edges="links")), "tuples")
        graph = networkx.karate_club_graph()
        self.refuse(json.dumps(networkx.adjacency_data(graph)), "adjacency_data")
        tree = networkx.DiGraph([(1, 2), (1, 3)])
        self.refuse(json.dumps(networkx.tree_data(tree, 1)), "tree")
        self.refuse(json.dumps(networkx.to_dict_of_lists(graph)), "no \"links\"")
        self.refuse(lines(list(graph[v]) for v in graph), "g.json:2: ", "lists of neighbours")


if __name__ == "__main__":
    main()
