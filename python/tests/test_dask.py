"""A count by the workers of a cluster, of which one is killed."""
import os
import pathlib
import signal

import distributed
import pytest

import tricorn
import tricorn.dask


@pytest.fixture(scope="module")
def client() -> distributed.Client:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as made:
        yield made


@pytest.mark.parametrize("stored", [False, True], ids=["memory", "disk"])
def test_workers_share(client: distributed.Client, tmp_path: pathlib.Path, stored: bool) -> None:
    graph = tricorn.generate("kronecker", scale=11)
    tricorn.write(graph, tmp_path / "graph.txt")
    settings = {"work": str(tmp_path / "work"), "join": True} if stored else {}
    seen = []

    def kill(ended: int, tasks: int) -> None:
        """At the first task that is done, a worker has others to do."""
        if not seen:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        seen.append((ended, tasks))

    assert tricorn.dask.count(tmp_path / "graph.txt", client, threads=1, done=kill,
                              **settings) == graph.count()
    assert seen == [(ended, len(seen)) for ended in range(1, len(seen) + 1)] and len(seen) > 4
    assert tricorn.dask.count(tmp_path / "graph.txt", client, threads=1, parts=1,
                              **settings) == graph.count()


@pytest.mark.parametrize("question", ["vertex_triangles", "clustering", "edge_support"])
def test_tables(client: distributed.Client, tmp_path: pathlib.Path, question: str) -> None:
    tricorn.write(tricorn.generate("kronecker", scale=11), tmp_path / "graph.txt")
    alone = getattr(tricorn.Graph(tmp_path / "graph.txt"), question)()
    table = getattr(tricorn.dask, question)(tmp_path / "graph.txt", client, work=str(tmp_path / "work"), threads=1,
                                            tasks=3)
    assert dict(table.items()) == dict(alone.items()) and len(table) == len(alone) > 1000
    with pytest.raises(TypeError, match="work=DIR"):
        getattr(tricorn.dask, question)(tmp_path / "graph.txt", client)


@pytest.mark.parametrize("table", ["vertices", "edges", "triangles"])
def test_shares_of_tables(client: distributed.Client, tmp_path: pathlib.Path, table: str) -> None:
    """One behind the other the shares are the table, with the rows of one process."""
    source, shared = tmp_path / "graph.txt", {"work": str(tmp_path / "work"), "threads": 1}
    tricorn.write(tricorn.generate("kronecker", scale=9), source)
    tricorn.Graph(source).write_table(table, tmp_path / "alone.csv")
    files = tricorn.dask.write_table(source, client, table, tmp_path / "table.csv", shares=11, **shared)
    assert [pathlib.Path(file).name for file in files] == [f"table-{share:02}.csv" for share in range(11)]
    alone = (tmp_path / "alone.csv").read_text().splitlines()
    whole = "".join(pathlib.Path(file).read_text() for file in files).splitlines()
    assert len(alone) > 300 and whole[0] == alone[0]
    counts = 0 if table == "triangles" else 1
    assert sorted(_row(line, counts) for line in whole[1:]) == sorted(_row(line, counts) for line in alone[1:])
    with pytest.raises(TypeError, match="work=DIR"):
        tricorn.dask.write_table(source, client, table, tmp_path / "table.csv")


def _row(line: str, counts: int) -> list[int]:
    """A line's numbers, of which the last `counts` are no ids; ids may come in another order."""
    numbers = list(map(int, line.split(",")))
    ids = len(numbers) - counts
    return sorted(numbers[:ids]) + numbers[ids:]


def test_parts_are_tasks(client: distributed.Client, tmp_path: pathlib.Path) -> None:
    graph = tricorn.generate("kronecker", scale=11)
    tricorn.write(graph, tmp_path / "graph.txt")
    seen: list[int] = []
    assert tricorn.dask.count(tmp_path / "graph.txt", client, parts=300, threads=1,
                              done=lambda ended, tasks: seen.append(tasks)) == graph.count()
    assert set(seen) == {len(graph.parts(300))} and len(seen) > 100


def test_errors_come_back(client: distributed.Client, tmp_path: pathlib.Path) -> None:
    with pytest.raises(OSError, match="missing"):
        tricorn.dask.count(tmp_path / "missing", client)
    with pytest.raises(TypeError, match="colour"):
        tricorn.dask.count(tmp_path / "missing", client, colour="red")  # type: ignore[call-arg]
