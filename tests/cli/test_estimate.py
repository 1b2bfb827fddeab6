"""info --estimate: the memory that counting will take, told before, is as much as it then takes."""

import bz2
import gzip
import lzma
import os
import struct
import tarfile
import zipfile

from program import BY_LIBRARY, SANITIZED, USAGE, BAD_INPUT, DIAMOND, ProgramTest, main, memory_option, run

# A sanitizer's own memory is many times the program's.
MODELS = ["kronecker scale=15", "watts-strogatz vertices=60000 degree=10",
          "grid2d width=400 height=300", "erdos-renyi vertices=40000 edges=500000",
          "star vertices=300000", "complete vertices=900"]

DOCUMENTS = {"pajek", "json-node-link", "graphml", "gexf", "gml"}  # what they have is known at their end


class Estimate(ProgramTest):
    def estimate(self, path, *arguments):
        return self.run_json("info", "--estimate", path, *arguments)

    def check_peak(self, path, *arguments):
        told = self.estimate(path, *arguments)
        taken = self.run_json("count", path, *arguments)
        if not SANITIZED:
            self.assertLessEqual(taken["peak_bytes"], told["peak_bytes"], path)
        if told["format"] != "graphchallenge-inc":  # whose numbers are also those of edges
            self.assertLessEqual(taken["vertices"], told["vertices"], path)
        self.assertEqual(taken["format"], told["format"])
        if told["exact"]:
            self.assertEqual(taken["input_edges"], told["input_edges"], path)
        else:
            self.assertLess(abs(told["input_edges"] / taken["input_edges"] - 1), 0.15, path)
        return told

    def make(self, model, name):
        path = self.path(name)
        self.run_done("generate", *model.split(), "--output", path)
        return path

    def test_generated(self):
        for number, model in enumerate(MODELS):
            with self.subTest(model=model):
                self.check_peak(self.make(model, f"{number}.txt"))

    def test_every_format(self):
        source = self.make(MODELS[0], "graph.txt")
        for row in self.run_json("formats"):
            if not (row["reads"] and row["writes"]) or row["name"] in BY_LIBRARY:
                continue
            for compression in ("none", "zstd"):
                with self.subTest(format=row["name"], compression=compression):
                    out = self.path("converted")
                    self.run_done("convert", "--quiet", source, out, "--to", row["name"],
                                  "--compression", compression)
                    if row["name"] in DOCUMENTS:
                        self.check_failed(run("info", "--estimate", out, "--format", row["name"]), BAD_INPUT,
                                          "cannot be estimated before the file is read")
                        continue
                    told = self.check_peak(out, "--format", row["name"])
                    self.assertEqual(told["format"], row["name"])

    def test_larger_than_the_sample(self):
        source = self.make("kronecker scale=17", "graph.txt")
        self.assertFalse(self.check_peak(source)["exact"])

    def test_within_16_bytes_an_edge_and_24_a_vertex(self):
        """What the program itself takes is left out: that of a tiny graph."""
        if SANITIZED:
            self.skipTest("a sanitizer's own memory is many times the program's")
        tiny = self.run_json("count", self.write("tiny.txt", DIAMOND))["peak_bytes"]
        for number, model in enumerate(MODELS):
            with self.subTest(model=model):
                answer = self.run_json("count", self.make(model, f"{number}.txt"))
                bound = 16 * answer["input_edges"] + 24 * answer["vertices"]
                buffers = 6 << 20  # of readers and of counting, whatever the graph
                self.assertLessEqual(answer["peak_bytes"], tiny + bound + buffers)

    def test_packed(self):
        """Compressed text and archives are estimated by their beginning, documents of other kinds not at all."""
        with open(self.make(MODELS[0], "g.txt"), "rb") as file:
            text = file.read()
        with zipfile.ZipFile(self.path("g.zip"), "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("g.txt", text)
        with tarfile.open(self.path("g.tar.gz"), "w:gz") as packed:
            packed.add(self.path("g.txt"), "g.txt")
        self.write("g.xz", lzma.compress(text))
        self.write("g.bz2", bz2.compress(text))
        for name in "g.zip", "g.tar.gz", "g.xz", "g.bz2":
            with self.subTest(name=name):
                self.check_peak(self.path(name))
        for name, text in (("g.dot", "graph { a -- b }"), ("g.lgl", "# a\nb\n"), ("g.cyjs", '{"elements": {"edges": []}}')):
            with self.subTest(name=name):
                self.check_failed(run("info", "--estimate", self.write(name, text)), BAD_INPUT, "cannot be estimated")

    def test_wide_ids(self):
        lines = [f"{i * 2**40} {(i * 7919 % 50000) * 2**40}\n" for i in range(1, 50000)]
        told = self.check_peak(self.write("wide.txt", "".join(lines)))
        self.assertTrue(told["exact"])

    def test_sparse_ids(self):
        lines = [f"{i * 1000} {(i * 7919 % 50000) * 1000}\n" for i in range(1, 50000)]
        self.check_peak(self.write("sparse.txt", "".join(lines)))

    def test_words(self):
        """As if all were different."""
        lines = [f"user-{i} user-{i * 7919 % 50000}\n" for i in range(1, 50000)]
        path = self.write("words.txt", "".join(lines))
        told = self.check_peak(path, "--ids", "string")
        self.assertEqual((told["input_edges"], told["vertices"]), (49999, 2 * 49999))

    def test_strict_and_orders(self):
        path = self.make("erdos-renyi vertices=40000 edges=500000", "graph.txt")
        plain = self.check_peak(path)["peak_bytes"]
        self.assertGreater(self.check_peak(path, "--strict")["peak_bytes"], plain)
        self.check_peak(path, "--order", "random")
        self.check_peak(path, "--order", "core")

    def test_headers_are_believed_without_reading(self):
        """Sizes that no file of these few bytes holds: the estimate is of what the header says."""
        told = self.estimate(self.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                                        "1000000000 1000000000 50000000000\n"))
        self.assertEqual((told["input_edges"], told["vertices"]), (50000000000, 1000000000))
        self.assertGreaterEqual(told["peak_bytes"], 16 * 50000000000 + 24 * 1000000000)
        told = self.estimate(self.write("g.sg", struct.pack("<?qqq", False, 2**40, 2**30, 0)))
        self.assertEqual((told["input_edges"], told["vertices"]), (2**39, 2**30))

    def test_text(self):
        path = self.write("g.txt", DIAMOND)
        lines = self.run_text("info", "--estimate", path).splitlines()
        values = dict(line.split(maxsplit=1) for line in lines)
        self.assertEqual((values["input_edges"], values["vertices"]), ("5", "5"))
        self.assertEqual((values["format"], values["exact"]), ("edges", "yes"))

    def test_from_disk(self):
        """Where it does not fit it is counted from disk, in that memory and with that much there."""
        for model in ("kronecker scale=17", "erdos-renyi vertices=100000 edges=1500000"):
            path = self.make(model, "large.txt")
            whole = self.estimate(path)
            self.assertEqual(whole["from_disk"], False)
            self.assertNotIn("disk_bytes", whole)
            self.assertEqual(self.run_json("count", path)["schedule"], "cpu")
            little = memory_option(24)
            told = self.estimate(path, *little)
            self.assertEqual(told["from_disk"], True)
            self.assertEqual(told["peak_bytes"], whole["peak_bytes"])
            limit = int(little[1][:-1]) << 20
            self.assertLessEqual(told["disk_peak_bytes"], limit + (1 << 20))
            taken = self.run_json("count", path, *little)
            self.assertEqual(taken["schedule"], "levels")
            if not SANITIZED:
                self.assertLessEqual(taken["peak_bytes"], told["disk_peak_bytes"])
            rows = self.run_json("info", path, *little)["stored_bytes"]
            on_disk = 8 * taken["input_edges"] + rows
            self.assertLessEqual(on_disk, told["disk_bytes"])
            self.assertGreaterEqual(2 * on_disk, told["disk_bytes"])

    def test_in_a_work_folder(self):
        path, work = self.make("complete vertices=300", "small.txt"), self.path("work")
        told = self.estimate(path, "--work", work)
        self.assertEqual(told["from_disk"], True)
        self.assertFalse(os.path.exists(work))
        self.assertEqual(self.estimate(path, "--work", work, "--strict")["from_disk"], False)

    def test_what_must_be_in_memory(self):
        path = self.make("kronecker scale=17", "large.txt")
        out = self.path("large.tri")
        self.run_done("convert", path, out)
        for arguments, expected in (((path, "--strict"), False), ((path, "--order", "random"), False),
                                    ((path,), True), ((out,), True)):
            found = self.estimate(*arguments, *memory_option(24))
            self.assertEqual(found["from_disk"], expected, arguments)

    def test_refused(self):
        self.check_failed(run("info", "--estimate", self.write("e.u32", "")), BAD_INPUT, "is empty")
        self.check_failed(run("info", "--estimate", "-"), USAGE, "name of a file")
        path = self.write("g.txt.gz", gzip.compress(b"1 2\n")[:-6])
        self.check_failed(run("info", "--estimate", path), BAD_INPUT, "too early")


if __name__ == "__main__":
    main()
