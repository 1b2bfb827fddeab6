"""Verbs but count on graphs larger than memory: what they say and write is what they do in memory."""

import itertools
import math
import os
import struct

from program import FAILED, SANITIZED, ProgramTest, main, memory_option, run

LITTLE = memory_option(20)
TABLES = memory_option(22)  # a table takes some megabytes for its lines


class StoredTest(ProgramTest):
    def make(self, *model, name="graph.txt"):
        path = self.path(name)
        self.run_done("generate", *model, "-o", path, "--quiet")
        return path

    def with_loops_and_repeats(self):
        """K_1100 among ids 0 to 2999 with 900 loops and repeats, 604,450 edges."""
        path = self.make("complete", "vertices=1100")
        with open(path, encoding="ascii") as file:
            lines = file.readlines()
        again = [f"{v}\t{u}\n" for u, v in (line.split() for line in lines[::5])]
        with open(path, "w", encoding="ascii") as file:
            file.writelines(lines + again + [f"{u}\t{u}\n" for u in range(2100, 3000)])
        return path


class Convert(StoredTest):
    def check_count(self, path, *arguments):
        found = self.run_json("count", path, *arguments)
        self.assertEqual(found["schedule"], "cpu")
        self.assertEqual(found["triangles"], math.comb(1100, 3))
        self.assertEqual((found["vertices"], found["edges"]), (1100, math.comb(1100, 2)))
        return found

    def test_to_tri_and_lists_of_edges(self):
        path = self.with_loops_and_repeats()
        repeats = -(-math.comb(1100, 2) // 5)
        for name, form in (("a.tri", "tri"), ("a.tri.zst", "tri"), ("a.txt", "edges"),
                           ("a.txt.gz", "edges"), ("a.bin", "pairs32"), ("b.bin", "pairs64"),
                           ("a.mtx", "matrix-market"), ("a.tsv", "graphchallenge-inc")):
            with self.subTest(name=name):
                out = self.path(name)
                answer = self.run_json("convert", path, out, "--to", form, *LITTLE)
                if not SANITIZED:
                    self.assertLessEqual(answer["peak_bytes"], 20 << 20)
                found = self.check_count(out, "--format", form)
                if form == "matrix-market":
                    self.assertEqual((found["isolated"], found["duplicates"]), (900, 0))
                if form == "tri":
                    self.assertEqual((found["isolated"], found["self_loops"]), (900, 900))
                    self.assertEqual((found["duplicates"], found["both_directions"]),
                                     (repeats, repeats))
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["a.bin", "a.mtx", "a.tri", "a.tri.zst", "a.tsv", "a.txt", "a.txt.gz",
                          "b.bin", "graph.txt"])

    def test_same_lines(self):
        """Also where vertices are numbered without gaps, with hubs and loops among them."""
        path = self.make("kronecker", "scale=16")
        for form in ("edges", "matrix-market", "graphchallenge-adj"):
            one, other = self.path("one.txt"), self.path("other.txt")
            self.run_done("convert", path, one, "--to", form, *memory_option(17))
            self.run_done("convert", path, other, "--to", form)
            with open(one, encoding="ascii") as file, open(other, encoding="ascii") as same:
                self.assertTrue(sorted(file) == sorted(same), form)

    def test_through_pipes(self):
        text = self.read(self.with_loops_and_repeats())
        result = run("convert", "-", "-", "--to", "tri", *LITTLE, stdin=text)
        self.check_done(result)
        self.write("out.tri", result.stdout)
        self.check_count(self.path("out.tri"))

    def test_from_a_work_folder(self):
        path, work = self.with_loops_and_repeats(), self.path("work")
        self.run_json("count", path, "--work", work, *LITTLE)
        kept = sorted(os.listdir(work))
        for _ in range(2):
            self.run_done("convert", path, self.path("a.tri"), "--work", work, *LITTLE)
            self.check_count(self.path("a.tri"))
            self.assertEqual(sorted(os.listdir(work)), kept)

    def test_words(self):
        """Words are in memory, their edges are not."""
        lines = [f"x{u} x{u + d}\n" for u in range(9000) for d in range(1, 61)]
        path, out = self.write("words.txt", "".join(lines)), self.path("words.tri")
        self.run_done("convert", path, out, "--ids", "string", *memory_option(17))
        back = self.path("back.txt")
        self.run_done("convert", out, back)
        with open(back, encoding="ascii") as file:
            self.assertEqual(sorted(" ".join(sorted(line.split())) for line in file),
                             sorted(" ".join(sorted(line.split())) for line in lines))

    def test_other_formats_are_refused(self):
        out = self.path("a.graph")
        message = self.check_failed(run("convert", "--quiet", self.with_loops_and_repeats(), out,
                                        *LITTLE),
                                    FAILED, "does not fit in memory")
        self.assertIn("write tri", message)
        self.check_failed(run("convert", "--quiet", self.with_loops_and_repeats(), out, "--work",
                              self.path("work")),
                          FAILED, "is in a work folder", "leave out --work")
        self.assertFalse(os.path.exists(out))


class Tables(StoredTest):
    """Vertices, edges and triangles."""

    def table(self, *arguments):
        return self.run_done(*arguments).stdout

    def check_same(self, path, verb, *little):
        """Sorted, all bytes are the same; else the lines are."""
        order = () if verb == "vertex" else ("--sorted",)
        stored = self.run_json(verb, path, *order, "-o", self.path("stored.csv"), *little)
        whole = self.run_json(verb, path, *order, "-o", self.path("whole.csv"))
        self.assertEqual(stored["triangles"], whole["triangles"])
        with open(self.path("stored.csv"), "rb") as one, open(self.path("whole.csv"), "rb") as two:
            expected = two.read()
            self.assertTrue(one.read() == expected)
        if verb == "vertex":
            return
        plain = self.table(verb, path, "--to", "csv", *little).splitlines()
        corners = [tuple(sorted(line.split(b",")[:2 if verb == "edge" else 3])) for line in plain]
        lines = expected.splitlines()
        self.assertEqual(sorted(corners), sorted(
            tuple(sorted(line.split(b",")[:2 if verb == "edge" else 3])) for line in lines))

    def test_same_as_in_memory(self):
        path = self.make("watts-strogatz", "vertices=60000", "degree=26")
        for verb in ("vertex", "edge", "list"):
            with self.subTest(verb=verb):
                self.check_same(path, verb, *TABLES)

    def test_with_hubs(self):
        path = self.make("barabasi-albert", "vertices=60000", "attach=13")
        for verb in ("vertex", "edge", "list"):
            with self.subTest(verb=verb):
                self.check_same(path, verb, *TABLES)

    def test_complete(self):
        path = self.with_loops_and_repeats()
        rows = self.table("vertex", path, "--to", "csv", *TABLES).decode().splitlines()[1:]
        self.assertEqual(rows, [f"{v},{math.comb(1099, 2)}" for v in range(1100)] +
                         [f"{v},0" for v in range(2100, 3000)])
        rows = self.table("edge", path, "--to", "csv", *TABLES).decode().splitlines()[1:]
        self.assertEqual(len(rows), math.comb(1100, 2))
        self.assertEqual({row.rsplit(",", 1)[1] for row in rows}, {"1098"})

    def test_vertices_that_are_more_than_the_memory(self):
        """16 bytes for each of 600,000 vertices, each in the triangles of three neighbours, are
        more than what is left of the limit: they are written some at a time."""
        many, ends = 600000, {0: 1, 1: 2, 599998: 2, 599999: 1}
        path = self.make("path-power", f"vertices={many}", "reach=2")
        expected = "".join(f"{v},{ends.get(v, 3)}\n" for v in range(many))
        for size in (16, 20, 24):
            text = self.table("vertex", path, "--to", "csv", *memory_option(size)).decode()
            self.assertTrue(text.partition("\n")[2] == expected, size)
        best = self.table("vertex", path, "--top", "3", "--to", "csv", *memory_option(16))
        self.assertEqual(best.decode().splitlines()[1:], ["2,3", "3,3", "4,3"])

    def test_best_and_verified(self):
        path = self.make("barabasi-albert", "vertices=60000", "attach=13")
        for verb in ("vertex", "edge"):
            whole = self.table(verb, path, "--top", "20", "--verify")
            self.assertEqual(self.table(verb, path, "--top", "20", "--verify", *TABLES), whole)
        few = self.table("list", path, "--top", "20", "--to", "csv", *TABLES)
        self.assertEqual(len(few.splitlines()), 21)

    def test_every_algorithm_with_sinks(self):
        path = self.make("watts-strogatz", "vertices=60000", "degree=26")
        whole = self.table("vertex", path)
        for algorithm in ("cpu-adaptive", "cpu-bitmap-vertex", "cpu-merge-edge"):
            self.assertEqual(self.table("vertex", path, "--algorithm", algorithm, *TABLES), whole)

    def test_trusses(self):
        path, work = self.make("barabasi-albert", "vertices=60000", "attach=13"), self.path("work")
        whole = self.run_json("truss", path, "--sorted", "-o", self.path("whole.csv"))
        for more in (TABLES, ("--work", work), ("--partition", "levels")):
            found = self.run_json("truss", path, "--sorted", "-o", self.path("stored.csv"), *more)
            self.assertEqual((found["histogram"], found["triangles"], found["k_max"]),
                             (whole["histogram"], whole["triangles"], whole["k_max"]))
            self.assertEqual(found["method"], "disk")
            with open(self.path("whole.csv"), "rb") as one, open(self.path("stored.csv"), "rb") as two:
                self.assertTrue(one.read() == two.read())
        self.check_failed(run("truss", path, "-k", "4", "--work", work, "-q"), FAILED, "on disk", "all edges")

    def test_cores(self):
        for model in (("kronecker", "scale=16"), ("barabasi-albert", "vertices=60000", "attach=13")):
            path, work = self.make(*model), self.path("work" + model[0])
            whole = self.table("core", path, "--to", "csv")
            for more in (TABLES, ("--work", work), ("--work", work)):
                self.assertEqual(self.table("core", path, "--to", "csv", *more), whole)
            self.check_failed(run("core", path, "-k", "3", "--work", work, "-q"), FAILED, "on disk")

    def test_from_a_work_folder(self):
        path, work = self.with_loops_and_repeats(), self.path("work")
        first = self.table("edge", path, "--sorted", "--work", work, *TABLES)
        kept = sorted(os.listdir(work))
        self.assertEqual(self.table("edge", path, "--sorted", "--work", work, *TABLES), first)
        self.table("list", path, "--top", "5", "--work", work, *TABLES)
        self.assertEqual(sorted(os.listdir(work)), kept)


class Info(StoredTest):
    UNKNOWN = {"counting_bytes"}
    OTHER = {"graph_bytes", "peak_bytes", "seconds", "max_out_degree", "stored_bytes"}

    def check_same(self, path, *little):
        whole, stored = self.run_json("info", path), self.run_json("info", path, *little)
        self.assertIn("stored_bytes", stored)
        self.assertEqual(set(whole) - set(stored), self.UNKNOWN)
        for key in set(whole) - self.UNKNOWN - self.OTHER:
            self.assertEqual(stored[key], whole[key], key)
        return stored

    def test_same_as_in_memory(self):
        self.check_same(self.make("kronecker", "scale=16"), *memory_option(17))
        found = self.check_same(self.with_loops_and_repeats(), *LITTLE)
        self.assertEqual((found["max_degree"], found["median_degree"]), (1099, 1099))
        self.assertEqual(found["wedges"], 1100 * math.comb(1099, 2))

    def test_hubs_at_the_end(self):
        """Found before they are read: in a graph whose hubs come last, no row is long."""
        flat, hubs, leaves = 130000, 12, 10000
        edges = [(u, u + step) for u in range(flat - 4) for step in (1, 2, 3, 4)]
        edges += [(flat + hub, leaf * 9) for hub in range(hubs) for leaf in range(leaves)]
        lists = {"edges": "".join(f"{u} {v}\n" for u, v in edges).encode(),
                 "mtx": (f"%%MatrixMarket matrix coordinate pattern general\n"
                         f"{flat + hubs} {flat + hubs} {len(edges)}\n"
                         + "".join(f"{u + 1} {v + 1}\n" for u, v in edges)).encode(),
                 "pairs32": struct.pack(f"<{2 * len(edges)}I", *itertools.chain(*edges))}
        for form, content in lists.items():
            with self.subTest(form=form):
                path = self.write("late", content)
                found = self.run_json("info", path, "--format", form, *memory_option(17))
                self.assertIn("stored_bytes", found)
                self.assertEqual(found["max_degree"], leaves)
                self.assertLessEqual(found["max_out_degree"], hubs + 8)

    def test_degrees_some_at_a_time(self):
        """8 bytes for each of 900,000 vertices are more than a quarter of the memory."""
        found = self.check_same(self.make("path-power", "vertices=900000", "reach=3"),
                                *memory_option(24))
        self.assertEqual((found["max_degree"], found["median_degree"]), (6, 6))

    def test_large_degrees(self):
        """Degrees are counted in wide steps first: the largest is beyond 2^16."""
        lines = [f"{u} {v}\n" for u in range(2) for v in range(2, 400002)]
        found = self.check_same(self.write("two.txt", "".join(lines)), *memory_option(17))
        self.assertEqual((found["max_degree"], found["median_degree"]), (400000, 2))

    def test_text(self):
        path = self.with_loops_and_repeats()
        text = self.run_text("info", path, *LITTLE)
        self.assertIn("stored_bytes", text)
        self.assertNotIn("counting_bytes", text)


if __name__ == "__main__":
    main()
