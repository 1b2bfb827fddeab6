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


def test_errors_come_back(client: distributed.Client, tmp_path: pathlib.Path) -> None:
    with pytest.raises(OSError, match="missing"):
        tricorn.dask.count(tmp_path / "missing", client)
    with pytest.raises(TypeError, match="colour"):
        tricorn.dask.count(tmp_path / "missing", client, colour="red")  # type: ignore[call-arg]
