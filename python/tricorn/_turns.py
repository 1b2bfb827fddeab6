"""Locks of objects that one thread uses at a time."""
import os
import threading
import weakref
from collections.abc import Callable
from typing import Any


class Turn:
    """A lock, by which threads wait for each other.

    A child that is forked meanwhile does not have the thread that holds the lock, nor what that would finish.
    """

    def __init__(self, what: str) -> None:
        self._what, self._lock, self._lost = what, threading.Lock(), False
        _turns.add(self)

    def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """Calls the function when no other thread does; an interrupt at any moment leaves the lock free."""
        with self._lock:
            if self._lost:
                raise RuntimeError(f"this process was forked while a thread was in a call of this {self._what}: make it "
                                   "again here, or fork while no thread is in such a call")
            return work(*given)

    def in_child(self) -> None:
        self._lost = self._lost or self._lock.locked()
        self._lock = threading.Lock()


_turns: "weakref.WeakSet[Turn]" = weakref.WeakSet()


def _renew_turns() -> None:
    for turn in _turns:
        turn.in_child()


os.register_at_fork(after_in_child=_renew_turns)
