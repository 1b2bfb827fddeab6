"""tricorn label: triangles by the labels of their vertices and edges against brute force, and files of labels."""

import collections
import itertools
import random

from program import BAD_INPUT, USAGE, ProgramTest, main, run


def triples(edges, labels):
    """Counts of triangles by the sorted labels of their vertices; a vertex without a label has None, which is last."""
    joined = {frozenset(edge) for edge in edges if len(set(edge)) == 2}
    found = collections.Counter()
    for triple in itertools.combinations(sorted({v for edge in joined for v in edge}), 3):
        if all(frozenset(pair) in joined for pair in itertools.combinations(triple, 2)):
            found[tuple(sorted((labels.get(v) for v in triple), key=lambda label: (label is None, label)))] += 1
    return found


def table(found):
    return {(of["first"], of["second"], of["third"]): of["triangles"] for of in found["triples"]}


class Label(ProgramTest):
    def counts(self, graph, labels, *words):
        found = self.run_json("label", graph, "--labels", labels, *words)
        self.assertEqual(sum(of["triangles"] for of in found["triples"]), found["triangles"])
        return table(found)

    def test_random_graphs(self):
        draw = random.Random(5)
        for _ in range(60):
            names = draw.choice((list(range(12)), [f"n{v}" for v in range(12)], [2**40 + v for v in range(12)]))
            edges = [(draw.choice(names), draw.choice(names)) for _ in range(60)]
            labels = {v: draw.choice(("x", "é", "a b", "1")) for v in names if draw.random() < 0.9}
            separator = draw.choice("\t,;")
            lines = [f"{v}{separator}{label}\n" for v, label in labels.items()] + [f"zz9{separator}x\n"] * (names[1] == "n1")
            draw.shuffle(lines)
            if draw.random() < 0.5:
                lines.insert(0, f"id{separator}party\n")
            graph = self.write("g.tsv", "source\ttarget\n" + "".join(f"{u}\t{v}\n" for u, v in edges))
            self.assertEqual(self.counts(graph, self.write("labels.txt", "".join(lines))), triples(edges, labels))

    def test_files(self):
        graph = self.write("g.txt", "1 2\n2 3\n1 3\n")
        for text, expected in (("1 a\n2 b\n3 a\n", ("a", "a", "b")), ("# x\n1 a\n3 a\n4 q\n", ("a", "a", None)),
                               ("name,vertex,type\nX,1,a\nY,2,b\n", ("a", "b", None)), ("who;what\n1;a\n", ("a", None, None)),
                               ('"1","a,""b"""\n', ('a,"b"', None, None)), ("1 a\n1 a\n", ("a", None, None)),
                               ("", (None, None, None))):
            self.assertEqual(self.counts(graph, self.write("labels.txt", text)), {expected: 1}, text)
        found = self.check_done(run("label", graph, "--labels", "-", "-q", stdin="1 b\n2 a\n"))
        self.assertEqual(found.stdout, b"a\tb\t(none)\t1\n")
        where = self.write("w.txt", "1 2 5\n2 3 5\n1 3 5\n3 4 5\n2 4 1\n")
        self.assertEqual(self.counts(where, self.write("labels.txt", "1 a\n2 a\n4 b\n"), "--where", "weight>1"),
                         {("a", "a", None): 1})

    def test_refused(self):
        graph = self.write("g.txt", "1 2\n2 3\n1 3\n")
        for text, *words in (("1 a\n2 b\n1 b\n", ":3: the vertex has another label"), ("1\n", ":1:", "its label behind it"),
                             ("1 a b\n", ":1: 3 columns"), ("1 a\n2 b c\n", ":2: 3 columns", "by tabs"),
                             ("1 a\nx b\n", ":2:", "no vertex id"), ("1,a\n2,\n", ":2: the label is empty", "--missing drop"),
                             ("id,x,y\n1,2,3\n", ":1: which of the 3 columns", "'label'")):
            self.check_failed(run("label", graph, "-q", "--labels", self.write("labels.txt", text)), BAD_INPUT, *words)
        self.check_failed(run("label", graph), USAGE, "--labels")
        self.assertEqual(self.counts(graph, self.write("labels.txt", "1,a\n2,NA\n3,\n"), "--missing", "drop"),
                         {("a", None, None): 1})
        self.assertEqual(self.counts(graph, self.write("labels.txt", "1,a\n2,NA\n"), "--missing", "keep"),
                         {("NA", "a", None): 1})

    def test_labels_of_edges(self):
        draw = random.Random(6)
        for _ in range(40):
            lines = [(draw.randrange(8), draw.randrange(8), draw.choice(("x", "é", "a b"))) for _ in range(50)]
            of, expected = collections.defaultdict(set), collections.Counter()
            for u, v, label in lines:
                of[frozenset((u, v))].add(label)
            for triple in itertools.combinations(range(8), 3):
                choices = itertools.product(*(of[frozenset(pair)] for pair in itertools.combinations(triple, 2)))
                expected.update(tuple(sorted(choice)) for choice in choices)
            graph = self.write("g.csv", "source,target,label\n" + "".join("{},{},{}\n".format(*line) for line in lines))
            self.assertEqual(table(self.run_json("label", "--edge-labels", graph)), expected)
        self.check_failed(run("label", "--edge-labels", self.write("g.txt", "source,target\n1,2\n")), BAD_INPUT, "label")


if __name__ == "__main__":
    main()
