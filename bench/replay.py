"""An event-driven replay of workers that count parts, each of which was timed alone.

A call counts neighbouring parts at once.  It takes a fixed time and that of its parts without it.
Workers load their rows, count what was shared out beforehand, and then claim from one server that
answers in turn, as src/schedule/workers/workers.c does: there a first small part shows the rate of each worker,
and by these rates the other is shared out.
"""

import dataclasses
import heapq
import itertools
import random

CLAIMED = 8  # one in CLAIMED of the parts is claimed
CLAIMS_OF_WORKER = 4  # each claim is one part in so many of what is left for each worker
PROBE = 16  # one part in so many of an equal share shows the rate of a worker
LEAST_PROBE = 0.02  # seconds; shorter ones say nothing, and nor do those that differ by less than
ALIKE = 0.25  # this part
LEAST_CLAIM = 1e-3  # seconds of counting, at the worker's own rate


@dataclasses.dataclass(frozen=True)
class Scenario:
    """What disturbs the workers; times in seconds."""

    name: str
    jitter: float = 0.0  # standard deviation of the logarithm of each call's time
    stragglers: float = 0.0  # part of the workers that are slow
    slowness: float = 1.0  # of these
    latency: float = 20e-6  # of a claim, there and back
    service: float = 1e-6  # of a claim, at the server
    load_rate: float = float("inf")  # bytes a second, of each worker
    seed: int = 1


@dataclasses.dataclass
class Worker:
    slow: float
    loaded: float  # when its rows are there
    end: float = 0.0
    busy: float = 0.0
    work: int = 0
    parts: int = 0


@dataclasses.dataclass
class Cut:
    """Parts: seconds and wedges of each, bytes of rows, and the fixed time of a call."""

    seconds: list
    wedges: list
    bytes: list
    fixed: float = 0.0

    def __post_init__(self):
        net = [max(0.0, one - self.fixed) for one in self.seconds]
        self.sums = [0.0, *itertools.accumulate(net)]
        self.work = [0, *itertools.accumulate(self.wedges)]

    def __len__(self):
        return len(self.seconds)

    def call(self, first, last):
        return self.fixed + self.sums[last] - self.sums[first] if last > first else 0.0


class Replay:
    def __init__(self, cut, count, scenario, per_worker_bytes):
        self.cut, self.scenario = cut, scenario
        self.random = random.Random(scenario.seed)
        slow = set(self.random.sample(range(count), round(scenario.stragglers * count)))
        self.workers = [Worker(scenario.slowness if w in slow else 1.0, size / scenario.load_rate)
                        for w, size in enumerate(per_worker_bytes)]

    def count(self, worker, start, first, last):
        """Lets the worker count parts from `start` on; returns when it is done."""
        seconds = self.cut.call(first, last) * worker.slow
        if self.scenario.jitter:
            seconds *= self.random.lognormvariate(0.0, self.scenario.jitter)
        worker.busy += seconds
        worker.work += self.cut.work[last] - self.cut.work[first]
        worker.parts += last - first
        worker.end = start + seconds
        return worker.end

    def by_rate(self, out):
        """Counts the first parts, shares out the others by what these took; when each is done."""
        size = len(self.workers)
        each = out // PROBE // size
        for rank, worker in enumerate(self.workers):
            self.count(worker, worker.loaded, each * rank, each * (rank + 1))
        told = max(worker.end for worker in self.workers) + self.scenario.latency
        rates = shares_by_rate([worker.busy for worker in self.workers])
        ends = [each * size + int((out - each * size) * part) for part in rates]
        ends[-1] = out
        for worker, first, last in zip(self.workers, [each * size, *ends], ends):
            yield self.count(worker, told, first, last)

    def next_claim(self, worker, left, claims):
        if claims == "all":
            return 1
        size = len(self.workers)
        least = int(worker.parts / worker.busy * LEAST_CLAIM) if worker.busy else 1
        return max(1, left // (CLAIMS_OF_WORKER * size), min(least, left // size))

    def run(self, claims):
        """claims: "few" (tricorn's), "none", or "all" (one after the other)."""
        total, size = len(self.cut), len(self.workers)
        rest = {"few": total // CLAIMED if size > 1 else 0, "none": 0, "all": total}[claims]
        out = total - rest
        if claims == "few" and size > 1:
            ends = self.by_rate(out)
        else:
            ends = (self.count(worker, worker.loaded, out * rank // size, out * (rank + 1) // size)
                    for rank, worker in enumerate(self.workers))
        waiting = [(at, rank, rest) for rank, at in enumerate(ends)]
        heapq.heapify(waiting)
        counter, free = 0, 0.0
        while rest and waiting:
            at, rank, left = heapq.heappop(waiting)
            wanted = self.next_claim(self.workers[rank], left, claims)
            free = max(free, at + self.scenario.latency / 2) + self.scenario.service
            first, counter = counter, counter + wanted
            answered = free + self.scenario.latency / 2
            if first >= rest:
                self.workers[rank].end = answered
                continue
            last = min(rest, first + wanted)
            done = self.count(self.workers[rank], answered, out + first, out + last)
            if last < rest:
                heapq.heappush(waiting, (done, rank, rest - last))
        return self.workers


def shares_by_rate(seconds):
    """Where the share of each worker ends, of 1; as src/schedule/workers/rate_shares.c."""
    alike = min(seconds) < LEAST_PROBE or max(seconds) - min(seconds) < ALIKE * min(seconds)
    rates = [1.0 if alike else 1.0 / one for one in seconds]
    return [part / sum(rates) for part in itertools.accumulate(rates)]


def spread(values):
    """(max / min, max / mean); infinite where a worker has none."""
    most, least, mean = max(values), min(values), sum(values) / len(values)
    return (most / least if least else float("inf"), most / mean if mean else 1.0)


def fixed_time(fine, coarse):
    """What a call takes beside its parts, from the times of two cuts of the same graph."""
    more = len(fine) - len(coarse)
    return max(0.0, (sum(fine) - sum(coarse)) / more) if more > 0 else 0.0
