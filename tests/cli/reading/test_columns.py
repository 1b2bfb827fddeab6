"""Columns by their roles: which are the ends and the weight, by the caller, the header and places; first
lines that may be no edge; and that the remedy of each refusal leads to the right count.

Random tables, with columns in any order, are in python/tests/random_tables.py.
"""

import itertools
import random
import re

from program import BAD_INPUT, USAGE, ProgramTest, main, memory_option, run, triangles

TRIANGLE = [("ann", "bob"), ("bob", "cid"), ("cid", "ann")]
WORDS = ("--ids", "string")
NAMES = """source,target to,from from,to src,dst Source,Target user,friend ego,alter buyer,seller follower,followee
from_address,to_address sender_id,receiver_id node1,node2 user_a,user_b protein1,protein2
citing,cited u,v V1,V2 SOURCE_SUBREDDIT,TARGET_SUBREDDIT edge_source,edge_target
:START_ID(Person),:END_ID(Person) origin,destination FromNodeId,ToNodeId caller,callee""".split()
REVERSED = {"to,from"}


def table(header, rows, separator=","):
    lines = [separator.join(map(str, row)) for row in rows]
    return "\n".join(([header.replace(",", separator)] if header else []) + lines) + "\n"


def census(arcs):
    """The censuses that two arcs and more can have, of vertices with an arc, by definition."""
    arcs = {arc for arc in arcs if arc[0] != arc[1]}
    vertices = sorted({end for arc in arcs for end in arc})
    out = sum(1 for v in vertices for u, w in itertools.combinations(vertices, 2)
              if (v, u) in arcs and (v, w) in arcs and not {(u, v), (w, v), (u, w), (w, u)} & arcs)
    into = sum(1 for v in vertices for u, w in itertools.combinations(vertices, 2)
               if (u, v) in arcs and (w, v) in arcs and not {(v, u), (v, w), (u, w), (w, u)} & arcs)
    return {"021D": out, "021U": into}


class Columns(ProgramTest):
    def clustering(self, text, *more):
        return self.run_json("cluster", "--weighted", "onnela", "-", *more, stdin=text)["average_clustering"]

    def test_weights(self):
        """Weights 3, 1 and 1 of a triangle, wherever they are."""
        right = 0.48074985676913606
        for text, more in (
                (",source,target,weight\n0,0,1,3\n1,1,2,1\n2,0,2,1\n", ()),
                ("source,target,time,weight\n0,1,5,3\n1,2,6,1\n0,2,7,1\n", ()),
                ("source,target,time,amount\n0,1,5,3\n1,2,6,1\n0,2,7,1\n", ()),
                ("source,target,time,cost\n0,1,5,3\n1,2,6,1\n0,2,7,1\n", ("--weights", "cost")),
                ("source,target,time,cost\n0,1,5,3\n1,2,6,1\n0,2,7,1\n", ("--weights", "4")),
                ("weight,source,target\n3,0,1\n1,1,2\n1,0,2\n", ()),
                ("src,w,dst\n0,3,1\n1,1,2\n0,1,2\n", ()),
                ("p,q,r\n0,3,1\n1,1,2\n0,1,2\n", ("--columns", "weight=q,target=r,source=p")),
                ("p,q,r\n0,3,1\n1,1,2\n0,1,2\n", ("--weights", "q")),
                ("3 0 1\n1 1 2\n1 0 2\n", ("--weights", "1")),
                ("0 1 3\n1 2 1\n0 2 1\n", ())):
            with self.subTest(text=text, more=more):
                self.assertAlmostEqual(self.clustering(text, *more), right, delta=1e-15)
        for text, code, word, more in (
                ("source,target,time\n0,1,5\n", BAD_INPUT, "--columns weight=NAME", ()),
                ("0 1 5 3\n1 2 6 1\n0 2 7 1\n", BAD_INPUT, "--columns weight=NAME", ("--columns", "1,2")),
                ("source,target,weight\n0,1,5\n", BAD_INPUT, "not clear", ("--weights", "target")),
                ("0 1 5\n", USAGE, "one and the same", ("--weights", "2", "--columns", "1,2")),
                ("source,target,w\n0,1,5\n", BAD_INPUT, "no column is named 'v'", ("--weights", "v"))):
            with self.subTest(text=text, more=more):
                self.check_failed(run("cluster", "--weighted", "barrat", "-", *more, stdin=text), code, word)

    def test_known_names_over_words(self):
        for names in NAMES:
            with self.subTest(names=names):
                self.assertEqual(self.sizes(table(names, TRIANGLE), *WORDS), (3, 3, 1))
                found = self.run_json("census", "-", *WORDS, stdin=table(names, [("ann", "bob"), ("ann", "cid")]))
                self.assertEqual(found["triads"]["021U" if names in REVERSED else "021D"], 1)

    def test_first_lines_that_may_be_names(self):
        """Refused; each of the two remedies then counts what it says."""
        for names in ("p,q", "0,1", "anna,otto", "left,right"):
            with self.subTest(names=names):
                text = table(names, TRIANGLE)
                message = self.check_failed(run("count", "-", *WORDS, stdin=text), BAD_INPUT, "--header yes")
                self.assertIn("--header no", str(message))
                self.assertEqual(self.sizes(text, *WORDS, "--header", "yes"), (3, 3, 1))
                self.assertEqual(self.sizes(text, *WORDS, "--header", "no"), (5, 4, 1))
        self.assertEqual(self.sizes(table("ann,zoe", TRIANGLE), *WORDS), (4, 4, 1))
        self.assertEqual(self.sizes(",0,1\n0,5,6\n1,6,7\n2,5,7\n", "--columns", "2,3"), (3, 3, 1))

    def test_tables_that_are_written(self):
        """They are read without an option, also if vertex 0 has one edge, to vertex 1."""
        draw = random.Random(3)
        table = self.path("g.csv")
        for case in range(40):
            edges = {tuple(sorted(draw.sample(range(1, 9), 2))) for _ in range(draw.randint(4, 12))} | {(0, 1)}
            edges |= {(0, draw.randint(1, 8))}
            graph = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in edges))
            self.run_done("convert", "-q", graph, table)
            found = self.run_json("count", table)
            self.assertEqual((found["edges"], found["vertices"]), (len(edges), len(set(sum(edges, ())))), edges)
            self.assertEqual(found["triangles"], triangles(edges))
        for model in (["path-power", "reach=1"], ["hypercube", "--stream"]):
            self.run_done("generate", "-q", *model, "-o", table)
            self.run_json("count", table)
        large = self.write("path.txt", "".join(f"{u} {u + 1}\n" for u in range(400000)))
        self.run_done("convert", "-q", large, table, *memory_option(16))  # as a stream of edges
        self.assertEqual(self.run_json("count", table)["edges"], 400000)

    def test_numbers_of_vertices_and_edges(self):
        for text, right in (("4 5\n1 2\n2 3\n3 1\n3 4\n4 1\n", (4, 5, 2)), ("3 4\n0 1\n1 2\n2 0\n3 0\n", (4, 4, 1))):
            for verb in ("count", "cluster", "core", "truss", "vertex"):
                self.check_failed(run(verb, "-", stdin=text), BAD_INPUT, "--header yes")
            self.assertEqual(self.sizes(text, "--header", "yes"), right)

    def test_remedy_of_unclear_names(self):
        text = "p_x,q_y,value\n" + table("", [(*pair, i) for i, pair in enumerate(TRIANGLE)])
        self.check_failed(run("count", "-", *WORDS, stdin=text), BAD_INPUT, "--header yes")
        self.check_failed(run("count", "-", *WORDS, "--columns", "1,2", stdin=text), BAD_INPUT, "--header yes")
        self.check_failed(run("count", "-", *WORDS, "--header", "yes", stdin=text), BAD_INPUT, "--columns A,B")
        for more in (("--columns", "p_x,q_y"), ("--columns", "1,2", "--header", "yes"), ("--columns", "time=value"),
                     ("--columns", "source=p_x,time=3")):
            with self.subTest(more=more):
                self.assertEqual(self.sizes(text, *WORDS, *more), (3, 3, 1))
        text = "id,value\n1,2\n2,3\n3,1\n"
        message = run("count", "-", stdin=text).stderr.decode()
        option = re.search(r"--columns (\S+)", message)[1]
        self.assertEqual(self.sizes(text, "--columns", option), (3, 3, 1))

    def test_names_of_other_things(self):
        """Numbers below names of values, or of two kinds of things: refused, and the message's option reads them."""
        kinds = "user author customer person actor student drug reader".split()
        others = "item paper product group movie course disease book".split()
        values = "community degree rank core age lat lon min max mean std width height time score".split()
        draw = random.Random(11)
        for case in range(60):
            names = [draw.choice(kinds), draw.choice(others)] if case % 2 else [draw.choice(["node", "vertex"]),
                                                                                draw.choice(values)]
            form = draw.choice(("{}_id", "{}Id", "{} id", "{}id", "{}"))
            names = [form.format(name) for name in names] if case % 2 else names
            draw.shuffle(names)
            text = table(",".join(names), [(1, 2), (2, 3), (3, 1)])
            with self.subTest(text=text):
                message = self.check_failed(run("count", "-", stdin=text), BAD_INPUT, "something else", "--columns")
                self.assertIn(f"--columns {','.join(names)}", str(message or run("count", "-", stdin=text).stderr))
                self.assertEqual(self.sizes(text, "--columns", ",".join(names)), (3, 3, 1))
        for names in ("p,q", "employee,manager", "paper,cited_paper", "user_id,friend_id", "item_a,item_b"):
            self.assertEqual(self.sizes(table(names, [(1, 2), (2, 3), (3, 1)])), (3, 3, 1), names)

    def test_directions_that_names_do_not_say(self):
        for names in ("Ziel,Quelle", "head,tail", "employee,manager", "p,q"):
            for first, second in ((0, 1), (1, 0)):
                given = names.split(",")
                text = table(names, [("1", "3"), ("2", "3")])
                self.check_failed(run("census", "-", stdin=text), BAD_INPUT, "--columns")
                columns = f"{given[first]},{given[second]}"
                found = self.run_json("census", "-", "--columns", columns, stdin=text)["triads"]
                arcs = [(row[first], row[second]) for row in ("13", "23")]
                self.assertEqual({key: found[key] for key in ("021D", "021U")}, census(arcs))

    def test_names_that_come_twice(self):
        for names in ("From Bank,Account,To Bank,Account", "From Bank,Account,To Bank,Account.1"):
            text = table(names, [(1, "a", 1, "b"), (1, "b", 1, "c"), (1, "c", 1, "a")])
            self.check_failed(run("count", "-", *WORDS, stdin=text), BAD_INPUT, "not clear")
            self.assertEqual(self.sizes(text, *WORDS, "--columns", "2,4"), (3, 3, 1))


if __name__ == "__main__":
    main()
