"""Open files: every byte that the object still has, however much of it was read or buffered."""
import bz2
import codecs
import gzip
import http.client
import http.server
import io
import lzma
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import tricorn

TITLE = "17 18\n"
TEXT = TITLE + "".join(f"{u} {v}\n" for u in range(30) for v in range(u))  # C(30, 3) triangles, and an edge
TRIANGLES = 4060
CAT = "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"
PATHS = ("plain.txt", "text.bz2", "text.xz", "text.gz")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("files")
    for name, opened in zip(PATHS, (open, bz2.open, lzma.open, gzip.open)):
        with opened(folder / name, "wb") as file:  # type: ignore[operator]
            file.write(TEXT.encode())
    return folder


def pipe(path: pathlib.Path, **more: Any) -> Any:
    return subprocess.Popen([sys.executable, "-c", CAT, path], stdout=subprocess.PIPE, **more).stdout


def temporary() -> Any:
    file = tempfile.NamedTemporaryFile()
    file.write(TEXT.encode())
    file.seek(0)
    return file


OPENED: dict[str, Callable[[pathlib.Path], Any]] = {
    "bytes": lambda folder: open(folder / "plain.txt", "rb"),
    "text": lambda folder: open(folder / "plain.txt", encoding="utf-8"),
    "utf-16": lambda folder: io.TextIOWrapper(io.BytesIO(TEXT.encode("utf-16")), "utf-16"),
    "no buffer": lambda folder: open(folder / "plain.txt", "rb", buffering=0),
    "large buffer": lambda folder: open(folder / "plain.txt", "rb", buffering=1 << 20),
    "update": lambda folder: open(folder / "plain.txt", "r+b"),
    "bz2": lambda folder: bz2.open(folder / "text.bz2"), "bz2 text": lambda folder: bz2.open(folder / "text.bz2", "rt"),
    "lzma": lambda folder: lzma.open(folder / "text.xz"), "gzip": lambda folder: gzip.open(folder / "text.gz"),
    "gzip text": lambda folder: gzip.open(folder / "text.gz", "rt"), "BytesIO": lambda folder: io.BytesIO(TEXT.encode()),
    "StringIO": lambda folder: io.StringIO(TEXT), "temporary": lambda folder: temporary(),
    "pipe": lambda folder: pipe(folder / "plain.txt"), "pipe of text": lambda folder: pipe(folder / "plain.txt", text=True),
    "pipe without buffer": lambda folder: pipe(folder / "plain.txt", bufsize=0),
    "buffered reader": lambda folder: io.BufferedReader(io.BytesIO(TEXT.encode())),
}


@pytest.mark.parametrize("name", OPENED)
def test_untouched(folder: pathlib.Path, name: str) -> None:
    with OPENED[name](folder) as file:
        made = tricorn.Graph(file, header="no")
        assert (made.count(), made.describe()["input_edges"]) == (TRIANGLES, 436)


@pytest.mark.parametrize("name", OPENED)
@pytest.mark.parametrize("lines", [1, 3])
def test_after_some_lines(folder: pathlib.Path, name: str, lines: int) -> None:
    with OPENED[name](folder) as file:
        for _ in range(lines):
            file.readline()
        made = tricorn.Graph(file, header="no")
        assert made.describe()["input_edges"] == 436 - lines


@pytest.mark.parametrize("name", ["bytes", "gzip", "bz2", "temporary", "BytesIO", "buffered reader"])
def test_at_any_place(folder: pathlib.Path, name: str) -> None:
    """Buffered or not: what is left from there on."""
    source = random.Random(1)
    for _ in range(20):
        with OPENED[name](folder) as file:
            place = source.choice([0, len(TITLE), len(TEXT), TEXT.index("20 3\n")])
            file.seek(place)
            if source.random() < 0.5 and hasattr(file, "peek"):
                file.peek(1)
            left = TEXT[place:]
            if left:
                assert tricorn.Graph(file, header="no").describe()["input_edges"] == left.count("\n")


def test_text_that_was_iterated(folder: pathlib.Path) -> None:
    with open(folder / "plain.txt") as file:
        next(file)
        assert tricorn.count(file) == TRIANGLES


def test_names_of_compressed_files(tmp_path: pathlib.Path) -> None:
    """The suffix below the one of the compression still counts."""
    with bz2.open(tmp_path / "graph.csv.bz2", "wb") as file:
        file.write(b"source,target,weight\n0,1,5\n1,2,5\n2,0,5\n")
    with bz2.open(tmp_path / "graph.csv.bz2") as file:
        assert tricorn.count(file) == 1


@pytest.fixture(scope="module")
def address(folder: pathlib.Path) -> Iterator[str]:
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def log_message(self, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_responses(address: str) -> None:
    for path in "plain.txt", "text.gz":
        for _ in range(5):
            with urllib.request.urlopen(f"{address}/{path}") as response:
                assert tricorn.Graph(response, header="no").describe()["input_edges"] == 436
    with urllib.request.urlopen(f"{address}/plain.txt") as response:
        response.readline()
        assert tricorn.count(response) == TRIANGLES


class Cut(http.server.BaseHTTPRequestHandler):
    """Sends as many bytes as the path says, of more that the header promises; or a chunk without the last one."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        sent = TEXT.encode()[:int(self.path[2:])]
        self.send_response(200)
        if self.path[1] == "c":
            self.send_header("Transfer-Encoding", "chunked")
            sent = b"%x\r\n%s\r\n" % (len(sent), sent)
        else:
            self.send_header("Content-Length", str(len(TEXT)))
        self.end_headers()
        self.wfile.write(sent)
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        pass


def test_responses_that_break_off() -> None:
    """Wherever it breaks off, also at the end of a line."""
    source, wraps = random.Random(2), (lambda r: r, io.TextIOWrapper, io.BufferedReader, codecs.getreader("utf-8"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Cut) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        for _ in range(8):
            place = TEXT.index("\n", source.randrange(len(TEXT) - 20)) + source.choice([1, 1, 4])
            for wrap in wraps:
                with urllib.request.urlopen(f"{address}/n{place}") as response:
                    with pytest.raises(OSError, match=f"ended {len(TEXT) - place} bytes early"):
                        tricorn.count(wrap(response), header="no")
            with urllib.request.urlopen(f"{address}/c{place}") as response, pytest.raises(http.client.IncompleteRead):
                tricorn.count(response, header="no")
        for wrap in wraps:
            with urllib.request.urlopen(f"{address}/n{len(TEXT)}") as response:
                assert tricorn.Graph(wrap(response), header="no").describe()["input_edges"] == 436
        server.shutdown()


def test_files_at_their_end(folder: pathlib.Path) -> None:
    written = io.BytesIO()
    written.write(TEXT.encode())
    with open(folder / "plain.txt") as text, gzip.open(folder / "text.gz") as packed:
        for file in text, packed, written:
            file.read()
            with pytest.raises(ValueError, match=r"file.seek\(0\)"):
                tricorn.count(file)
            file.seek(0)
            assert tricorn.count(file, header="no") == TRIANGLES


def test_objects_whose_read_is_another(tmp_path: pathlib.Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("edges.txt", TEXT)
        pyarrow.parquet.write_table(pyarrow.table({"src": [1], "dst": [2]}), tmp_path / "a.parquet")
        for wrong in archive, pyarrow.parquet.ParquetFile(tmp_path / "a.parquet"):
            with pytest.raises(TypeError, match="read"):
                tricorn.count(wrong)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive, archive.open("edges.txt") as file:
        assert tricorn.count(file, header="no") == TRIANGLES


def test_standard_input(folder: pathlib.Path) -> None:
    code = ("import sys, tricorn\nfor _ in range(int(sys.argv[1])): sys.stdin.readline()\n"
            "print(tricorn.Graph(eval(sys.argv[2]), header='no').describe()['input_edges'])")
    for lines, source in (0, "sys.stdin"), (0, "sys.stdin.buffer"), (2, "sys.stdin"), (0, "sys.stdin.buffer.raw"):
        with open(folder / "plain.txt", "rb") as file:
            out = subprocess.run([sys.executable, "-c", code, str(lines), source], stdin=file, capture_output=True,
                                 text=True, check=True).stdout
        assert int(out) == 436 - lines
        assert int(subprocess.run([sys.executable, "-c", code, str(lines), source], input=TEXT, capture_output=True,
                                  text=True, check=True).stdout) == 436 - lines


def test_columns_of_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text("when,from,to\n5,0,1\n6,1,2\n7,2,0\n")
    for said in ({"source": "from", "target": "to"}, {"columns": ("from", "to")}, {"columns": (2, 3), "header": "yes"},
                 {"source": 2, "target": "3", "header": "yes"}, {"columns": "from,to"}):
        assert tricorn.count(path, **said) == tricorn.count(io.BytesIO(path.read_bytes()), **said) == 1
    with pytest.raises(ValueError, match="give both"):
        tricorn.count(path, source="from")
    assert tricorn.count(path, weight="when") == 1
    assert tricorn.count(path, missing="drop") == 1


@pytest.mark.parametrize("wrong, error", [
    (lambda: type("Odd", (), {"read": lambda self, count: 5})(), TypeError),
    (lambda: type("Odd", (), {"read": lambda self, count: [1]})(), TypeError),
])
def test_files_that_are_none(wrong: Callable[[], Any], error: type) -> None:
    with pytest.raises(error):
        tricorn.count(wrong())
    file = io.BytesIO(TEXT.encode())
    file.close()
    with pytest.raises(ValueError):
        tricorn.count(file)
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with open(reading, "rb") as empty, pytest.raises((OSError, ValueError)):
        tricorn.count(empty)
    os.close(writing)


def test_one_line_of_json() -> None:
    """Without a name, it is a row of a table by its keys, or as all of it is flat."""
    for line, said in ('{"payer":1,"payee":2}', {}), ('{"p":1,"q":2,"r":0.5}\n', {"columns": "p,q"}), \
            ('{"to":1,"of":[3],"from":2}', {}), ('{"p":1,"q":[2],"r":3}', {"columns": "p,r", "format": "json-lines"}):
        assert tricorn.Graph(io.BytesIO(line.encode()), **said).describe()["edges"] == 1
    with pytest.raises(tricorn.BadFormat, match='format="json-lines"'):
        tricorn.Graph(io.BytesIO(b'{"p":1,"q":[2],"r":3}'))
