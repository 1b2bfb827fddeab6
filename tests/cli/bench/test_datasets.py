"""tools/datasets: downloads from a server on this machine, whole and in pieces, and what it says
when there is no network, no such file, or another file than it should be."""

import bz2
import gzip
import hashlib
import http.server
import io
import os
import tarfile
import threading

from program import DIAMOND, DONE, FAILED, PROGRAM, USAGE, ProgramTest, main, run_script

HEADING = "name,suites,how,source,ids,sha256,vertices,edges,triangles,counted_by,in_paper"
MATRIX = "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 5\n2 1\n3 2\n3 1\n4 2\n4 3\n"


class Server(http.server.ThreadingHTTPServer):
    """Serves the bytes in `files`, in ranges; `breaks` says how many answers break off after
    `broken_bytes`, `log` what was asked for."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.log = {}, []
        self.breaks, self.broken_bytes = 0, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, name):
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        content = self.server.files.get(self.path.lstrip("/"))
        wanted = self.headers.get("Range", "")
        self.server.log.append((self.path, wanted))
        if content is None:
            self.send_error(404)
            return
        tag = f'"{hashlib.md5(content).hexdigest()}"'
        first = 0
        if wanted and self.headers.get("If-Range") == tag:
            first = int(wanted.removeprefix("bytes=").removesuffix("-"))
        self.send_response(206 if first else 200)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - first))
        self.end_headers()
        if self.server.breaks > 0:
            self.server.breaks -= 1
            content = content[: first + self.server.broken_bytes]
            self.close_connection = True
        self.wfile.write(content[first:])


class Datasets(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = Server()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.rows = []

    def row(self, name, url, sha256="", triangles="2"):
        self.rows.append(f"{name},a,url,{url},number,{sha256},4,5,{triangles},nobody,")

    def tool(self, *words):
        self.write("datasets.csv", "\n".join([HEADING, *self.rows]) + "\n")
        environment = dict(os.environ, TRICORN_BENCH=self.folder, TRICORN_PROGRAM=PROGRAM,
                           TRICORN_DATASETS=self.path("here"), TRICORN_DATASETS_PAUSE="0")
        return run_script("tools/datasets", *words, env=environment)

    def here(self, name):
        return os.path.exists(os.path.join(self.path("here"), name))

    def check(self, result, code, *words):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for word in words:
            self.assertIn(word, result.stdout + result.stderr)

    def test_get_converts_and_verifies(self):
        content = gzip.compress(DIAMOND.encode())
        self.server.files["d.txt.gz"] = content
        self.row("d", self.server.url("d.txt.gz"), hashlib.sha256(content).hexdigest())
        self.check(self.tool("get", "d"), DONE, "4 vertices, 5 edges, 2 triangles", "nobody")
        self.assertTrue(self.here("d.tri"))
        self.assertFalse(self.here("d.txt.gz"))
        self.check(self.tool("get", "d"), DONE, "is here")
        self.check(self.tool("verify", "d"), DONE, "2 triangles")
        self.check(self.tool("list"), DONE, "d.tri")
        self.assertEqual(len(self.server.log), 1)

    def test_a_broken_download_goes_on_where_it_stopped(self):
        content = DIAMOND.encode()
        self.server.files["d.txt"] = content
        self.server.breaks, self.server.broken_bytes = 2, 7
        self.row("d", self.server.url("d.txt"), hashlib.sha256(content).hexdigest())
        self.check(self.tool("get", "d"), DONE)
        self.assertEqual([wanted for _, wanted in self.server.log], ["", "bytes=7-", "bytes=14-"])

    def test_a_later_run_goes_on_too(self):
        content = DIAMOND.encode()
        self.server.files["d.txt"] = content
        self.server.breaks, self.server.broken_bytes = 5, 1
        self.row("d", self.server.url("d.txt"), hashlib.sha256(content).hexdigest())
        self.check(self.tool("get", "d"), FAILED, "the same command goes on")
        self.check(self.tool("get", "d"), DONE)
        self.assertEqual(self.server.log[-1][1], "bytes=5-")

    def test_a_file_that_changed_meanwhile_is_fetched_anew(self):
        self.server.files["d.txt"] = b"9 8\n" + DIAMOND.encode()
        self.server.breaks, self.server.broken_bytes = 5, 2
        self.row("d", self.server.url("d.txt"))
        self.check(self.tool("get", "d"), FAILED)
        self.server.files["d.txt"] = DIAMOND.encode()
        self.check(self.tool("get", "d"), DONE, "2 triangles")

    def test_a_wrong_checksum_is_told_and_the_file_removed(self):
        self.server.files["d.txt"] = DIAMOND.encode()
        self.row("d", self.server.url("d.txt"), "0" * 64)
        self.check(self.tool("get", "d"), FAILED, "SHA-256", "should be 0000")
        self.assertFalse(self.here("d.txt"))
        self.assertFalse(self.here("d.tri"))

    def test_an_unknown_checksum_is_told(self):
        self.server.files["d.txt"] = DIAMOND.encode()
        self.row("d", self.server.url("d.txt"))
        digest = hashlib.sha256(DIAMOND.encode()).hexdigest()
        self.check(self.tool("get", "d"), DONE, digest, "none to compare")

    def test_a_wrong_count_is_told(self):
        self.server.files["d.txt"] = DIAMOND.encode()
        self.row("d", self.server.url("d.txt"), triangles="3")
        self.check(self.tool("get", "d"), FAILED, "triangles 2, should be 3")

    def test_offline(self):
        address = self.server.url("d.txt")
        self.server.shutdown()
        self.server.server_close()
        self.row("d", address)
        result = self.tool("get", "d")
        self.check(result, FAILED, "cannot be reached", "Is there a network?", address)
        self.assertNotIn("Traceback", result.stderr)

    def test_not_found(self):
        self.row("d", self.server.url("missing.txt"))
        self.check(self.tool("get", "d"), FAILED, "404", "missing.txt")

    def test_archives(self):
        tarred = io.BytesIO()
        with tarfile.open(fileobj=tarred, mode="w:gz") as tar:
            for name, text in (("d/README", "no graph"), ("d/d.mtx", MATRIX)):
                info = tarfile.TarInfo(name)
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text.encode()))
        self.server.files["d.tar.gz"] = tarred.getvalue()
        self.server.files["e.txt.bz2"] = bz2.compress(DIAMOND.encode())
        self.row("d", self.server.url("d.tar.gz"))
        self.row("e", self.server.url("e.txt.bz2"))
        self.check(self.tool("get", "a"), DONE, "d: 4 vertices", "e: 4 vertices")

    def test_one_that_fails_does_not_stop_the_others(self):
        self.server.files["e.txt"] = DIAMOND.encode()
        self.row("d", self.server.url("missing.txt"))
        self.row("e", self.server.url("e.txt"))
        self.check(self.tool("get", "a"), FAILED, "404", "e: 4 vertices")

    def test_unknown_names(self):
        self.check(self.tool("get", "nothing"), USAGE, "nothing", "list")
        self.check(self.tool("get"), USAGE, "needs a data set")


class TheList(ProgramTest):
    def test_it_has_the_graphs_of_both_papers(self):
        result = self.check_done(run_script("tools/datasets", "list", "tc-compare"))
        self.assertEqual(len(result.stdout.splitlines()), 1 + 19)
        result = self.check_done(run_script("tools/datasets", "list", "trust"))
        self.assertEqual(len(result.stdout.splitlines()), 1 + 13)
        self.assertIn("34824916864", result.stdout)


if __name__ == "__main__":
    main()
