"""--where: tables of edges with weights, times and labels, of which only some lines are edges of the graph.

Random ones are in python/tests/random_tables.py.
"""

import random

from program import BAD_INPUT, USAGE, ProgramTest, main, run


class Where(ProgramTest):
    def test_verbs(self):
        """What verbs say of the lines that are left is what they say of a file of these alone."""
        draw = random.Random(4)
        rows = [(draw.randrange(12), draw.randrange(12), draw.randrange(1, 5), draw.randrange(50)) for _ in range(300)]
        head = "source,target,weight,time\n"
        whole = self.write("whole.csv", head + "".join(f"{u},{v},{w},{t}\n" for u, v, w, t in rows))
        some = self.write("some.csv", head + "".join(f"{u},{v},{w},{t}\n" for u, v, w, t in rows if w >= 2 and t < 30))
        where = ["--where", "weight>=2", "--where", "time<30"]
        for verb in (["count"], ["vertex"], ["edge"], ["list"], ["cluster", "--vertices"], ["truss", "-o", "-"], ["core"],
                     ["census"], ["cluster", "--weighted", "barrat", "--combine", "max", "--vertices"], ["similar"],
                     ["convert", "--to", "edges"], ["butterfly", "--bipartite"], ["clique"]):
            answers = [self.check_done(run(*verb, path, *(["-"] if verb[0] == "convert" else []), *words)).stdout
                       for path, words in ((whole, where), (some, []))]
            self.assertEqual(*answers, verb)

    def test_work_folder(self):
        """A graph in a work folder is that of its conditions."""
        path = self.write("g.txt", "1 2 1\n2 3 2\n1 3 3\n3 4 4\n1 4 5\n")
        for least, count in ((1, 2), (2, 1), (1, 2), (3, 1), (4, 0)):
            for _ in range(2):
                found = self.run_json("count", path, "--work", self.path("work"),
                                      "--columns", "source=1,target=2,weight=3", "--where", f"weight>={least}")
                self.assertEqual((found["triangles"], found["excluded"]), (count, least - 1))

    def test_missing(self):
        path = self.write("t.csv", "src,dst,w,kind\n1,2,5,a\n2,3,,a\n1,3,7,\n3,4,2,NA\n4,5,x,a\n")
        lines = self.write("t.jsonl", '{"src":1,"dst":2,"w":5,"kind":"a"}\n{"src":2,"dst":3,"w":null,"kind":"a"}\n'
                           '{"src":1,"dst":3,"w":7}\n{"src":3,"dst":4,"w":2,"kind":"NA"}\n')
        self.check_failed(run("count", path, "--where", "weight>3"), BAD_INPUT, ":3: column 3, the weight, has no value",
                           "--missing drop")
        self.check_failed(run("count", path, "--where", "weight>3", "--missing", "drop"), BAD_INPUT,
                           ":6: column 3, the weight: 'x' is no weight")
        for of, where in ((path, "label=a"), (lines, "label=a")):
            self.check_failed(run("count", of, "--where", where), BAD_INPUT, "label", "--missing drop")
        found = self.run_json("count", path, "--where", "label=a", "--missing", "drop")
        self.assertEqual((found["input_edges"], found["missing"], found["excluded"]), (3, 2, 0))
        found = self.run_json("count", lines, "--where", "weight>2", "--missing", "drop")
        self.assertEqual((found["input_edges"], found["missing"], found["excluded"]), (2, 1, 1))
        found = self.run_json("count", lines, "--where", "label=a", "--missing", "drop")
        self.assertEqual((found["input_edges"], found["missing"], found["excluded"]), (2, 2, 0))

    def test_konect(self):
        path = self.write("out.g", "% asym signed\n1 2 -1 100\n2 3 1 200\n1 3 2 300\n")
        for where, edges in (("weight>0", 2), ("time>=200", 2), ("time<300", 2), ("weight=-1", 1)):
            self.assertEqual(self.run_json("count", path, "--where", where)["input_edges"], edges)

    def test_negative_weights_left_out(self):
        """A weight that cannot be stored may be left out."""
        path = self.write("g.txt", "1 2 3\n2 3 4\n1 3 -5\n1 4 2\n4 2 1\n")
        self.check_failed(run("cluster", path, "--weighted", "barrat"), BAD_INPUT, "negative")
        self.check_done(run("cluster", path, "--weighted", "barrat", "--where", "weight>=0"))

    def test_table_like_a_matrix(self):
        """A text with a condition is a table, also where it would be a matrix without; then its ends must be named."""
        rows = [(0, 1, 1, 0), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 1, 0)]
        path = self.write("m.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
        self.assertEqual(self.run_json("count", path)["format"], "matrix")
        self.check_failed(run("count", path, "--where", "weight=1", "--columns", "weight=3"), BAD_INPUT, "by --columns")
        found = self.run_json("count", path, "--where", "weight=1", "--columns", "source=1,target=2,weight=3")
        self.assertEqual((found["format"], found["excluded"]), ("edges", 1))

    def test_refused(self):
        path = self.write("g.txt", "1 2 3\n2 3 4\n")
        dates = self.write("d.txt", "1 2 2024-01-31 10:00:00\n2 3 2024-01-31 11:00:00\n")
        matrix = self.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 5\n")
        for words, code, *texts in (
                ([path, "--where", "w>5"], USAGE, "the condition 'w>5' of --where is none"),
                ([path, "--where", "time>5"], BAD_INPUT, "--columns time=NAME"),
                ([path, "--where", "time>2024-01-31", "--columns", "time=3"], BAD_INPUT, ":1: column 3, the time: '3' is a number",
                 "give a number"),
                ([dates, "--where", "time>2024-01-31", "--columns", "source=1,target=2,time=3"], BAD_INPUT, ":1: the blank"),
                ([matrix, "--where", "weight>5"], BAD_INPUT, "edges, konect and json-lines", "'matrix-market'")):
            self.check_failed(run("count", *words), code, *texts)

    def test_all_left_out(self):
        for name, text in (("g.txt", "1 2 3\n2 3 4\n"), ("g.jsonl", "[1,2,3]\n[2,3,4]\n"), ("w.txt", "a b 3\nb c 4\n")):
            found = self.run_json("count", self.write(name, text), "--where", "weight>9", "--columns",
                                  "source=1,target=2,weight=3")
            self.assertEqual((found["edges"], found["vertices"], found["excluded"]), (0, 0, 2))


if __name__ == "__main__":
    main()
