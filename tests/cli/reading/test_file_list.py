"""A list of files whose lines are one edge list: ids of all are one numbering, an edge in two of them is
repeated, and a part need not end a line.  Processes that join read shares of all of them."""

import json
import os
import shutil

from program import BAD_INPUT, FAILED, PATIENCE, USAGE, ProgramTest, main, run, start

# Two triangles that share the edge 2 3, cut in the middle; 10,000 is an id as any other.
LINES = ["1 2\n", "2 3\n", "3 1\n", "2 10000\n", "10000 3\n"]


class FileList(ProgramTest):
    def make(self, *contents, names=None):
        """A list of files with these contents, in a folder of its own."""
        folder = self.path("parts")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        names = names or [f"part-{number}" for number in range(len(contents))]
        for name, content in zip(names, contents):
            self.write(os.path.join(folder, name), content)
        self.list = self.write("parts/list.txt", "".join(name + "\n" for name in names))
        return self.list

    def count(self, *words):
        return self.run_json("count", self.list, "--file-list", *words)

    def test_cuts(self):
        """Wherever a line ends a part, with and without its end, as one file."""
        for cut in range(len(LINES) + 1):
            first, second = "".join(LINES[:cut]), "".join(LINES[cut:])
            for parts in ((first, second), (first[:-1], second), (first, "", second),
                          (first.replace("\n", "\r\n"), second[:-1])):
                with self.subTest(parts=parts):
                    self.make(*parts)
                    found = self.count()
                    self.assertEqual((found["triangles"], found["edges"], found["vertices"]),
                                     (2, 5, 4))
                    self.assertEqual(found["duplicates"], 0)

    def test_repeats(self):
        self.make("".join(LINES), "3 2\n1 1\n", LINES[0])
        found = self.count()
        self.assertEqual((found["triangles"], found["duplicates"], found["self_loops"]), (2, 2, 1))
        self.check_failed(run("count", self.list, "--file-list", "--strict"), BAD_INPUT, "part-1:1: ")

    def test_names(self):
        """Empty lines are none; a name may be a path, and has spaces as it has them."""
        self.make("".join(LINES[:3]), names=["a part"])
        other = self.write("other", "".join(LINES[3:]))
        self.write("parts/list.txt", f"a part\r\n\n{other}")
        self.assertEqual(self.count()["triangles"], 2)
        words = ["count", "list.txt", "--file-list", "--json"]
        found = run(*words, cwd=os.path.dirname(self.list))
        self.assertEqual(json.loads(found.stdout)["triangles"], 2, found.stderr)

    def test_standard_input(self):
        """A list from a pipe or a file: its names begin at the current folder."""
        self.make("source,target\n" + "".join(LINES[:2]).replace(" ", ","),
                  "source,target\n" + "".join(LINES[2:]).replace(" ", ","))
        folder = os.path.dirname(self.list)
        words = ["count", "-", "--file-list", "--json"]
        with open(self.list, "rb") as file:
            names = file.read()
            file.seek(0)
            redirected, message = start(*words, stdin=file, cwd=folder).communicate(timeout=PATIENCE)
        self.assertTrue(redirected, message)
        for answer in (redirected, self.run_done(*words, stdin=names, cwd=folder).stdout,
                       self.run_done(*words, stdin=b"# long\n" * 40000 + names, cwd=folder).stdout,
                       self.run_done(*words, "--threads", "3", stdin=names[:-1], cwd=folder).stdout):
            found = json.loads(answer)
            self.assertEqual((found["triangles"], found["edges"], found["vertices"]), (2, 5, 4))
        self.check_failed(run(*words, stdin=names), FAILED, "part-0: cannot be opened")
        self.check_failed(run(*words, stdin="1 2\n", cwd=folder), FAILED, "1 2: cannot be opened")
        self.check_failed(run(*words, stdin=names.replace(b"\n", b"\0"), cwd=folder), BAD_INPUT, "is no list of files")
        self.check_failed(run(*words, stdin="\n", cwd=folder), BAD_INPUT, "is empty")

    def test_large_parts(self):
        """Blocks of lines that cross parts."""
        graph = self.path("k300.txt")
        self.run_done("generate", "complete", "vertices=700", "-o", graph, "--quiet")
        lines = self.read(graph).splitlines(keepends=True)
        cuts = [0, 1, 3, len(lines) // 3, len(lines) // 2, len(lines) - 1, len(lines)]
        self.make(*[b"".join(lines[a:b])[:-1] for a, b in zip(cuts, cuts[1:])])
        expected = 700 * 699 * 698 // 6
        for words in ((), ("--threads", "1"), ("--threads", "7"),
                      ("--work", self.path("work")), ("--work", self.path("work2"), "--join")):
            with self.subTest(words=words):
                self.assertEqual(self.count(*words)["triangles"], expected)

    def test_processes_that_join(self):
        contents = [f"0 {v}\n0 {v + 1}\n{v} {v + 1}\n" for v in range(1, 4000, 2)]
        self.make(*["".join(contents[first:first + 100]) for first in range(0, 2000, 100)])
        work = self.path("work")
        words = ("count", self.list, "--file-list", "--work", work, "--join", "--json", "--quiet")
        workers = [start(*words) for _ in range(3)]
        for worker in workers:
            output, message = worker.communicate(timeout=PATIENCE)
            self.assertEqual(worker.returncode, 0, message)
            self.assertEqual(json.loads(output)["triangles"], 2000)
        # A part that was changed is another input.
        with open(os.path.join(os.path.dirname(self.list), "part-7"), "ab") as file:
            file.write(b"1 3\n")
        self.check_failed(run(*words), USAGE, "another input")

    def test_faults(self):
        words = ("count", self.make(*LINES), "--file-list")
        folder = os.path.dirname(self.list)
        part = os.path.join(folder, "part-2")
        self.write("parts/part-2", "3 1 x y\n")
        self.check_failed(run(*words), BAD_INPUT, "part-2:1")
        os.remove(part)
        self.check_failed(run(*words), FAILED, "part-2", "cannot be opened")
        for make in (os.mkdir, os.mkfifo):
            make(part)
            self.check_failed(run(*words), FAILED, "part-2", "is no file")
            (os.rmdir if make is os.mkdir else os.remove)(part)
        self.write("parts/part-2", LINES[2])
        self.check_failed(run("count", self.list, "--file-list", "--format", "metis"), BAD_INPUT,
                          "only text edge lists", "metis")
        self.write(self.list, b"part-1\0part-2\n")
        self.check_failed(run(*words), BAD_INPUT, "is no list of files")
        self.write("parts/list.txt", "\n")
        self.check_failed(run(*words), BAD_INPUT, "is empty")


if __name__ == "__main__":
    main()
