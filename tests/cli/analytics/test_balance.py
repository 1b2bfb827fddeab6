"""tricorn balance: signs in every format that has weights, edges that come again, tables, and what is refused."""

import itertools
import json

from program import BAD_INPUT, USAGE, ProgramTest, main, run

# Of the triangles 1 2 3 and 1 3 4, the first has two negative edges and the second one.
EDGES = [(1, 2, 0.5), (2, 3, -1), (1, 3, -2.5), (3, 4, 2), (4, 1, 1e9)]
SIGNS = {"ppp": 0, "ppn": 1, "pnn": 1, "nnn": 0}


class Balance(ProgramTest):
    def check_signs(self, path, *words):
        answer = self.run_json("balance", path, *words)
        self.assertEqual(answer["signs"], SIGNS)
        self.assertEqual([answer[key] for key in ("balanced", "unbalanced", "triangles", "degree_of_balance",
                                                  "positive_edges", "negative_edges")], [1, 1, 2, 0.5, 3, 2])

    def test_formats(self):
        plain = "".join(f"{u} {v} {w}\n" for u, v, w in EDGES)
        self.check_signs(self.write("plain.txt", plain))
        self.check_signs(self.write("g.csv", "from,to,rating,at\n" + "".join(f"{u},{v},{w},7\n" for u, v, w in EDGES)),
                         "--weights", "rating")
        self.check_signs(self.write("g.jsonl", "".join(json.dumps({"source": u, "target": v, "weight": w}) + "\n"
                                                       for u, v, w in EDGES)))
        self.check_signs(self.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n4 4 5\n" + plain))
        self.check_signs(self.write("out.g", "% asym signed\n" + plain))
        nodes = "".join(f'<node id="{v}"/>' for v in range(1, 5))
        edges = "".join(f'<edge source="{u}" target="{v}"><data key="w">{w}</data></edge>' for u, v, w in EDGES)
        self.check_signs(self.write("g.graphml", '<graphml><key id="w" for="edge" attr.name="weight" '
                                    f'attr.type="double"/><graph edgedefault="undirected">{nodes}{edges}</graph></graphml>'))

    def test_text_and_tables(self):
        path = self.write("g.txt", "".join(f"{u} {v} {w}\n" for u, v, w in EDGES))
        text = self.run_text("balance", "-q", path)
        self.assertEqual(" ".join(text.split()), "ppp 0 ppn 1 pnn 1 nnn 0 balanced 1 unbalanced 1 positive_edges 3 "
                         "negative_edges 2 degree_of_balance 0.5")
        table = self.run_text("balance", "--vertices", "--to", "csv", path)
        self.assertEqual(table.splitlines(), ["vertex,ppp,ppn,pnn,nnn,unbalanced", "1,0,1,1,0,1", "2,0,0,1,0,0",
                                              "3,0,1,1,0,1", "4,0,1,0,0,1"])
        lone = self.run_json("balance", "-", stdin="1 2 -1\n")
        self.assertIsNone(lone["degree_of_balance"])

    def test_edges(self):
        """As a graph whose edges have the numbers; tests/attack/ compares the rows."""
        path = self.write("g.txt", "".join(f"{u} {v} {w}\n" for u, v, w in EDGES))
        document = self.run_text("balance", "--edges", "--to", "graphml", path)
        for kind in ("ppp", "ppn", "pnn", "nnn", "unbalanced"):
            self.assertIn(f'attr.name="{kind}"', document)

    def test_two_camps(self):
        """Friends inside and enemies between are balanced; where all are enemies, no triangle is."""
        for camp in range(0, 13, 3):
            pairs = list(itertools.combinations(range(12), 2))
            found = self.run_json("balance", "-", stdin="".join(
                f"{u} {v} {1 if (u < camp) == (v < camp) else -1}\n" for u, v in pairs))
            self.assertEqual((found["balanced"], found["unbalanced"], found["degree_of_balance"]), (220, 0, 1))
            self.assertEqual(found["negative_edges"], camp * (12 - camp))
            found = self.run_json("balance", "-", stdin="".join(f"{u} {v} -2\n" for u, v in pairs))
            self.assertEqual((found["signs"]["nnn"], found["degree_of_balance"]), (220, 0))

    def test_edges_that_come_again(self):
        """A second entry of the same sign is the same edge; of another one it is combined, or refused."""
        self.assertEqual(self.run_json("balance", "-", stdin="1 2 3\n2 1 0.5\n")["positive_edges"], 1)
        self.check_failed(run("balance", "-", stdin="1 2 3\n2 1 -3\n"), BAD_INPUT, "another sign", "--combine sum")
        symmetric = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 -3\n2 1 -3\n"
        self.assertEqual(self.run_json("balance", "--combine", "sum", "-", stdin=symmetric)["negative_edges"], 1)

    def test_refused(self):
        self.check_failed(run("balance", "-q", "-", stdin="1 2 1\n2 3 0\n"), BAD_INPUT, "vertex 2 and vertex 3",
                          "has no sign")
        self.check_failed(run("balance", "-", stdin="1 2\n2 3\n"), BAD_INPUT, "no column 3 with weights")
        self.check_failed(run("balance", "-", stdin="1 2 1\n2 3 -inf\n"), BAD_INPUT, ":2")
        self.check_failed(run("balance", "--weights", "3", "--columns", "source=1,target=2,weight=3", "-"), USAGE,
                          "leave one out")
        self.check_failed(run("balance", "--top", "3", "-"), USAGE, "--vertices")
        self.check_failed(run("cluster", "--weighted", "onnela", "-", stdin="1 2 1\n2 3 -1\n"), BAD_INPUT, "negative")


if __name__ == "__main__":
    main()
