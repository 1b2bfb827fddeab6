"""What is no graph is an exception, never a crash or a count."""
import io
import pathlib
import random
import unicodedata
from collections.abc import Callable

import numpy as np
import pytest
import scipy.sparse as sp

import tricorn


@pytest.mark.parametrize("wrong", [
    None, 5, 2.5, object(), {"a": 1}, (1, 2), ([0], [1], [2]), (np.full(3, 0.5), np.zeros(3)),
    (np.zeros(3, bool), np.zeros(3, int)),
    (np.zeros(3, complex), np.zeros(3, int)), (np.array([np.inf]), np.array([1])),
    (np.zeros(3, "M8[s]"), np.zeros(3, int)), (np.zeros(3, "V4"), np.zeros(3, int)),
    (memoryview(b"abc").cast("c"), b"abc"), np.full((3, 2), 0.5),
])
def test_types(wrong: object) -> None:
    with pytest.raises(TypeError):
        tricorn.count(wrong)


@pytest.mark.parametrize("wrong", [
    ([0, 1], [1]), ([0, -1], [1, 2]), ([2**64], [1]), ([2**63], [-1]), (["a", None], ["b", "c"]),
    (np.array([np.nan]), np.array([1])),
    (np.zeros((2, 2), int), np.zeros((2, 2), int)), np.zeros((3, 3), int),
    sp.csr_array((3, 4)), [(0, 1), (2,)],
])
def test_values(wrong: object) -> None:
    with pytest.raises(ValueError):
        tricorn.count(wrong)


def test_broken_matrices() -> None:
    """scipy does not check what is set afterwards."""
    for name, value in (("indices", [7]), ("indices", [-1]), ("indptr", [0, 2, 1]), ("indptr", [1, 1, 1]),
                        ("indptr", [0, 0, 9]), ("indptr", [0, -1, 1]), ("indptr", [0, 2**40, 1])):
        matrix = sp.csr_array(np.eye(2, k=1))
        setattr(matrix, name, np.array(value))
        with pytest.raises(ValueError):
            tricorn.count(matrix)


def test_fuzzed_matrices() -> None:
    """Random rows: an exception, or the count of what they say."""
    source = random.Random(8)
    seen = {True: 0, False: 0}
    for _ in range(3000):
        size = source.randrange(5)
        offsets = np.array([source.choice([0, 0, 1, 2, 3, 3, -1, 9, 2**62])
                            for _ in range(size + 1)], dtype=np.int64)
        if source.random() < 0.7:
            offsets.sort()
        targets = np.array([source.choice([0, 1, 2, 3, 4, -1, 2**31])
                            for _ in range(source.randrange(5))], dtype=np.int64)
        if source.random() < 0.7 and size:
            targets %= size
        try:
            made = tricorn._tricorn.from_rows(offsets, targets, None, {"threads": 1})
        except ValueError:
            seen[False] += 1
        else:
            seen[True] += 1
            assert offsets[0] == 0 and offsets[-1] <= len(targets)
            assert made.describe({})["input_edges"] == offsets[-1]
    assert min(seen.values()) > 100


def test_errors_are_pythons(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("1 2\n3\n")
    with pytest.raises(tricorn.BadFormat, match="bad.txt:2") as bad:
        tricorn.count(path)
    assert isinstance(bad.value, ValueError) and isinstance(bad.value, tricorn.Error)
    with pytest.raises(OSError, match="missing"):
        tricorn.count(tmp_path / "missing")
    with pytest.raises(ValueError, match="no-algorithm"):
        tricorn.count([(0, 1)], algorithm="no-algorithm")
    with pytest.raises(TypeError, match="colour"):
        tricorn.count([(0, 1)], colour="red")  # type: ignore[call-arg]
    with pytest.raises(MemoryError):
        tricorn.generate("erdos-renyi", vertices=10**6, edges=10**8, memory=200 << 20)
    for keyword, value in (("threads", -1), ("threads", 10**6), ("memory", 2**64)):
        with pytest.raises(ValueError):
            tricorn.count([(0, 1)], **{keyword: value})
    for keyword, value in (("threads", "2"), ("memory", 0.5), ("progress", 7), ("algorithm", 7)):
        with pytest.raises(TypeError):
            tricorn.count([(0, 1)], **{keyword: value})
    with pytest.raises(ValueError):
        tricorn.count([(0, 1)], algorithm="a\0b")
    with pytest.raises(ValueError, match="measure"):
        tricorn.similarity([(0, 1)], "no-measure")
    with pytest.raises(ValueError):
        tricorn.k_truss([(0, 1)], 1)
    with pytest.raises(tricorn.BadFormat):
        tricorn.Graph([(0, 1), (1, 0)], strict=True)


def test_paths_with_a_zero_byte(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "ok.txt"
    path.write_text("1 2\n2 3\n1 3\n")
    graph = tricorn.Graph(path)
    calls: list[Callable[[str], object]] = [
        tricorn.count, tricorn.estimate, tricorn.sample, graph.write, graph.pair_similarity,
        lambda wrong: graph.write_table("vertices", wrong), lambda wrong: tricorn.count([wrong, path]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="null byte"):
            call(f"{path}\0junk")
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text, match", [
    ("name,ville\nZoé,Orléans\n", "ids="), ("é,à,ü\n1,2,3\n", "columns"), ("1 2\né é é\n", ":2"),
])
def test_texts_that_are_no_utf_8(tmp_path: pathlib.Path, text: str, match: str) -> None:
    """The message is that of the same file in UTF-8, with the bytes shown."""
    path = tmp_path / "edges.csv"
    messages = []
    for encoding in "utf-8", "latin-1":
        path.write_bytes(text.encode(encoding))
        with pytest.raises(tricorn.BadFormat, match=match) as bad:
            tricorn.count(path)
        messages.append(str(bad.value))
    shown = str.maketrans({letter: f"\\x{ord(letter):02x}" for letter in "éàü"})
    assert messages[1] == messages[0].translate(shown)
    with pytest.raises(OSError, match=r"\\xe9"):
        tricorn.count(b"/missing/\xe9".decode("utf-8", "surrogateescape"))


def test_flags() -> None:
    for flag in True, False, 1, 0, np.True_, np.False_:
        tricorn.Graph([(0, 1)], directed=flag)
    for wrong in "no", "False", "", b"no", [], [False], {}:
        with pytest.raises(TypeError, match="True or False"):
            tricorn.Graph([(0, 1)], directed=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", ["trussness", "similarity", "count", "squares", "triangles"])
@pytest.mark.parametrize("error", [KeyError("mine"), ValueError("mine"), AssertionError(), KeyboardInterrupt()])
def test_progress_that_raises(ask: str, error: BaseException) -> None:
    """The exception comes as it is, and the function is not called again."""
    graph = tricorn.generate("kronecker", scale=13)
    for _ in range(5):
        calls = []

        def progress(*said: object) -> None:
            calls.append(said)
            raise error

        try:
            getattr(graph, ask)(progress=progress)
        except BaseException as raised:
            assert raised is error
        assert len(calls) <= 1


def test_numbers_out_of_range() -> None:
    graph = tricorn.Graph([(0, 1), (1, 2), (2, 0)])
    calls: list[Callable[[], object]] = [
        lambda: graph.similarity(least=float("nan")), lambda: graph.approximate(error=0),
        lambda: graph.approximate(confidence=0.0), lambda: graph.approximate(error=float("nan")),
        lambda: graph.approximate_vertices(confidence=0), lambda: graph.cliques(seconds=0),
        lambda: tricorn.generate("kronecker", scale=4, seed=-1), lambda: tricorn.generate("kronecker", seed=2**64),
        lambda: graph.approximate(seed=-1), lambda: graph.parts(2).count(-1), lambda: graph.parts(2).count(10**6),
    ]
    for call in calls:
        with pytest.raises(tricorn.InvalidArgument):
            call()
    assert len(graph.similarity(least=0).values) == 3


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_matrices_of_no_numbers(wrong: float, form: str) -> None:
    for kind in "f4", "f8":
        for entries in [1, wrong, 2], [wrong, -wrong, 1]:
            matrix = sp.coo_array((np.array(entries, kind), ([0, 1, 2], [1, 2, 0])), (3, 3)).asformat(form)
            with pytest.raises(ValueError, match="infinite"):
                tricorn.count(matrix)
    large = np.full(3, np.finfo("f8").max)  # their sum is infinite
    assert tricorn.count(sp.csr_array((large, ([0, 1, 2], [1, 2, 0])), (3, 3))) == 1


def test_messages_are_text(tmp_path: pathlib.Path) -> None:
    """No name in a message holds what a terminal would obey: an end of a line, a control, a turn of the direction."""
    bad = "a\x1b[2J\x9b31m\u202e\u2066\r\n\x85z"
    path = tmp_path / bad
    path.write_text("1 2\n3\n")
    table = tmp_path / ("w" + bad + ".csv")
    table.write_text('source,target,w\n1,2,"x\x1b[2Jy"\n2,3,4\n1,3,5\n')
    graph = tricorn.Graph([("a", "b"), ("b", bad)])
    stream = io.BytesIO(b"1 2\n")
    stream.name = bad  # type: ignore[attr-defined]
    stream.read()
    calls: list[Callable[[], object]] = [
        lambda: tricorn.count(path), lambda: tricorn.count(tmp_path / (bad + "x")), lambda: tricorn.count(stream),
        lambda: tricorn.count([(0, 1)], algorithm=bad), lambda: tricorn.count([(0, 1)], device=bad),
        lambda: tricorn.count(path, format=bad), lambda: tricorn.similarity([(0, 1)], bad),
        lambda: tricorn.weighted_clustering(table, weights="w"), lambda: tricorn.weighted_clustering(table, weights=bad),
        lambda: tricorn.weighted_clustering({"source": [0, 1], "target": [1, 2], bad: ["x", "y"]}, weights=bad),
        lambda: tricorn.count(table, columns={"source": bad, "target": "x"}), lambda: graph.write(path / "x"),
        lambda: graph.write(tmp_path / ("x." + bad)), lambda: graph.write_table("vertices", path / "y.csv"),
        lambda: graph.write_table(bad, tmp_path / "x.csv"), lambda: graph.pair_similarity([(bad + "q", "a")]),
        lambda: tricorn.generate(bad), lambda: tricorn.algorithm(bad), lambda: tricorn.partition(bad),
        lambda: tricorn.sample(path, kind=bad), lambda: tricorn.count(path, **{bad: 1}),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises((ValueError, OSError, TypeError)) as raised:
            call()
        text = str(raised.value)
        assert not [c for c in text if unicodedata.category(c) in ("Cc", "Zl", "Zp")
                    or unicodedata.bidirectional(c) in ("RLO", "LRI")], text
