"""Lists that are never in memory as a whole."""
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any


def listed(visit: Callable[[Callable[[Any], object], dict[str, Any]], None], known: dict[str, Any]) -> Iterator[Any]:
    """What a method of the extension passes on, some at a time; a thread calls the method, and waits while four are ready."""
    ready: queue.Queue[Any] = queue.Queue(maxsize=4)
    ended = threading.Event()

    def put(item: Any) -> bool:
        while not ended.is_set():
            try:
                ready.put(item, timeout=0.05)
                return False
            except queue.Full:
                pass
        return True

    def work() -> None:
        try:
            visit(put, known)
            put(None)
        except BaseException as error:  # it belongs to the thread that iterates
            put(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while (item := ready.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        ended.set()
        worker.join()
