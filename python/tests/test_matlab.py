"""MATLAB 7.3 files that h5py wrote."""
import json
import os
import pathlib
import random
import subprocess
from typing import Any

import numpy as np
import pytest

import tricorn

h5py = pytest.importorskip("h5py")


def put(file: Any, path: str, matrix: Any, **how: Any) -> None:
    file.create_group(path).attrs["MATLAB_sparse"] = np.uint64(len(matrix))
    columns, rows = np.nonzero(matrix.T)
    arrays = {"jc": np.searchsorted(columns, range(len(matrix) + 1)).astype("u8"), "ir": rows.astype("u8"), "data": matrix[rows, columns]}
    for name, array in list(arrays.items())[:None if len(rows) else 1]:
        file.create_dataset(f"{path}/{name}", data=array, **how)


def save(path: pathlib.Path, seed: int) -> Any:
    """Saves a random matrix in one of several ways; returns it."""
    draw, way = np.random.default_rng(seed), seed % 5
    count = 300 if seed % 10 > 7 else int(draw.integers(1, 30))
    matrix = np.where(draw.random((count, count)) < draw.choice([0, 0.1, 0.5]), draw.choice([0.5, 1, 7], (count, count)), 0)
    matrix = (np.triu(matrix) + (0 if seed % 3 else np.triu(matrix, 1).T)).astype("u1" if way == 4 else "f8")
    how: dict[str, Any] = [{}, {"chunks": True}, {"compression": "gzip"}][min(way, 2)]
    with h5py.File(path, "w", userblock_size=512) as file:
        put(file, "s/A" if way else "A", matrix, **how)
        put(file, "#refs#/a", matrix)
    with open(path, "r+b") as whole:
        whole.write(b"MATLAB 7.3 MAT-file".ljust(512, b"\0"))
    return matrix


def edges_of(matrix: Any) -> dict[tuple[int, int], float]:
    return {(i + 1, j + 1): matrix[i, j] for i, j in zip(*(ends.tolist() for ends in np.nonzero(matrix))) if i != j}


@pytest.mark.parametrize("seed", range(60))
def test_read(seed: int, tmp_path: pathlib.Path) -> None:
    matrix = save(tmp_path / "g.mat", seed)
    found = tricorn.Graph(tmp_path / "g.mat", directed=True, weights=True)
    assert found.ids.tolist() == list(range(1, len(matrix) + 1)) and dict(found.edges().items()) == edges_of(matrix)


@pytest.mark.parametrize("seed", range(200))
def test_damaged(seed: int, tmp_path: pathlib.Path) -> None:
    """Deflated numbers, which have checksums, are refused or right."""
    path, draw = tmp_path / "g.mat", random.Random(seed)
    matrix = save(path, seed % 20 * 5 + 2 + seed % 2)
    whole = bytearray(path.read_bytes())
    for _ in range(draw.randrange(1, 4)):
        at, count = draw.randrange(512, min(len(whole), draw.choice([8000, 1 << 20]))), draw.choice([1, 2, 8, 64, 512])
        whole[at:at + count] = bytes(count) if seed % 4 == 0 else [whole[at] ^ 1 << draw.randrange(8), *whole[at + 1:at + count]]
    path.write_bytes(whole[:draw.choice([len(whole)] * 4 + [at])])
    told = subprocess.run([os.environ["TRICORN_PROGRAM"], "count", "--json", path], check=False, capture_output=True)
    assert told.returncode in (0, 3), told.stderr
    if told.returncode == 0:
        answer = json.loads(told.stdout)
        assert answer["vertices"] + answer["isolated"] == len(matrix) and answer["edges"] == len({*map(frozenset, edges_of(matrix))})


@pytest.mark.parametrize("words, name, values", [
    *(("fit", *case) for case in (("jc", [0, 2, 1, 4]), ("jc", [1, 2, 3, 4]), ("jc", [0] * 4), ("ir", [0, 1, 2]), ("ir", [1, 2, 1, 0]), ("data", [1.] * 3))),
    *(("stored", *case) for case in (("ir", [0., 1, 2, 0]), ("jc", [[0, 1, 2, 4]] * 2), ("jc", []))), ("square", "jc", [0, 2, 4]),
    ("not finite", "data", [1, np.inf, 1, 1]), ("negative", "data", [1., -1, 1, 1]), ("several", "", []), ("no sparse", "", [])])
def test_refused(words: str, name: str, values: Any, tmp_path: pathlib.Path) -> None:
    with h5py.File(tmp_path / "g.mat", "w") as file:
        for group in {"several": "AB", "no sparse": ""}.get(words, "A"):
            file.create_group(group).attrs["MATLAB_sparse"] = np.uint64(3)
            for member, right in {"jc": [0, 1, 2, 4], "ir": [1, 2, 0, 1], "data": [1., 1, 1, 1]}.items():
                array = np.array(values if member == name else right)
                file[group][member] = array.astype("u8") if array.dtype == int or not array.size else array
    with pytest.raises(tricorn.Error, match=words):
        tricorn.Graph(tmp_path / "g.mat", weights=True, format="mat")
