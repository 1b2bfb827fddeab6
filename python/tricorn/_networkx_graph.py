"""A converted graph of NetworkX, which the backend of NetworkX asks."""
import array
import math
import operator
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import networkx as nx

from . import _inputs, _tricorn
from ._graph import Graph

Node = Hashable


class BackendGraph:
    """A converted graph of NetworkX, with the original, whose attributes results may need."""

    __networkx_backend__ = "tricorn"

    def __init__(self, source: Any) -> None:
        self.__setstate__(source)
        self._convert()

    def __getstate__(self) -> Any:
        """Copying and pickling include the original graph, not the converted one."""
        return self.source

    def __setstate__(self, source: Any) -> None:
        self.source = source
        self._made: tuple[Graph, list[Node]] | None = None
        self._known: dict[str, Any] = {}
        self._paths: tuple[Node, dict[Node, float]] | None = None

    def _convert(self) -> tuple[Graph, list[Node]]:
        """Converts at first use: only then the original of a copy is complete."""
        if self._made is None:
            graph, nodes = _inputs.of_networkx(self.source, None, {"directed": self.source.is_directed()})[:2]
            self._made = Graph._of(graph, nodes), list(nodes or [])
        return self._made

    @property
    def graph(self) -> Graph:
        return self._convert()[0]

    @property
    def nodes(self) -> list[Node]:
        return self._convert()[1]

    def is_directed(self) -> bool:
        return bool(self.source.is_directed())

    def is_multigraph(self) -> bool:
        return bool(self.source.is_multigraph())

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node: object) -> bool:
        return node in self.source

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of make(), which is stored: the graph never changes."""
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]

    @property
    def numbers(self) -> dict[Node, int]:
        """The place of each node."""
        found: dict[Node, int] = self.once(
            "numbers", lambda: {node: place for place, node in enumerate(self.nodes)})
        return found

    def values(self, name: str) -> list[Any]:
        """One value for each node, of the extension's method of that name; 0 is an int, as in NetworkX."""
        ask = getattr(self.graph._graph, name)
        found: list[Any] = self.once(name, lambda: [value or 0 for value in memoryview(ask({}))])
        return found

    def with_weights(self, weight: str, of: Callable[[Any], Any] = lambda weights: weights) -> _tricorn.Graph:
        """The graph without directions, with the attribute as weights, 1 for an edge without it.

        of: what a directed graph has in place of its weights.  Those of both directions of an edge are added.  NotImplementedError if NetworkX has another result: for
        negative weights and those of self loops, which it takes, and for values that are no numbers.
        """
        if self.self_loops():
            raise NotImplementedError("NetworkX takes the weights of self loops, and tricorn does not")
        try:
            if not self.is_directed():
                return _inputs.of_networkx(self.source, weight, {}).graph
            ends, weights = self._arcs(weight)
            return self.joined(ends, of(weights))
        except (TypeError, ValueError) as error:
            raise NotImplementedError(f"NetworkX knows what these weights mean: {error}") from None

    def joined(self, ends: Any, weights: Any) -> _tricorn.Graph:
        """The graph without directions: ends has m x 2 places, and the weights of both directions are added."""
        import numpy

        # Each edge goes from its smaller end: where all edges came from both ends, only one weight would count.
        columns = numpy.minimum(ends[:, 0], ends[:, 1]), numpy.maximum(ends[:, 0], ends[:, 1])
        return _tricorn.from_ends(len(self), columns, weights, False, {"combine": "sum"})

    def _arcs(self, weight: str) -> tuple[Any, Any]:
        """The ends of the edges of a directed graph, m x 2 places, and their weights."""
        import numpy

        edges = list(self.source.edges(data=weight, default=1))
        number = self.numbers.__getitem__
        ends = [numpy.fromiter(map(number, map(operator.itemgetter(end), edges)), numpy.int64, len(edges)) for end in (0, 1)]
        weights = numpy.array(array.array("d", map(operator.itemgetter(2), edges)))
        if not ((weights >= 0) & (weights < math.inf)).all():
            raise ValueError("a weight is a finite number, and not negative")
        return numpy.stack(ends, 1), weights

    def has_weight(self, weight: str) -> bool:
        """Whether an edge has a weight that is not 0."""
        return any(data.get(weight, 1) for _, _, data in self.source.edges(data=True))

    def weighted(self, weight: str) -> list[Any]:
        """Onnela's coefficient of each node, of directed graphs Fagiolo's with weights."""
        def ask() -> list[Any]:
            found = self._fagiolo(weight) if self.is_directed() else \
                [value or 0 for value in memoryview(self.with_weights(weight).onnela({}))]
            if not any(found) and self.source.number_of_edges() and not self.has_weight(weight):
                raise NotImplementedError("NetworkX divides by the largest weight, which is 0")
            return found

        found: list[Any] = self.once(f"weight {weight!r}", ask)
        return found

    def _fagiolo(self, weight: str) -> list[Any]:
        """Fagiolo's coefficients with weights.

        A triangle without directions stands for all those with directions on its three pairs of vertices.  The sum
        of their cube roots is a product: of each pair the sum of the cube roots of the weights in both directions.
        Onnela's coefficient with the cubes of these sums as weights has it.
        """
        import numpy

        rooted = self.with_weights(weight, lambda weights: numpy.cbrt(weights / (weights.max(initial=0) or 1)))
        ends, roots = map(numpy.asarray, rooted.edges({"places": True}))
        made = self.joined(ends, roots ** 3)
        degrees, arcs = numpy.asarray(made.degrees({})), self.arc_degrees()
        products = numpy.asarray(made.onnela({})) * degrees * (degrees - 1) / 2 * roots.max(initial=0) ** 3
        pairs = arcs * (arcs - 1) - 2 * (arcs - degrees)
        return [value or 0 for value in (products / numpy.maximum(pairs, 1)).tolist()]

    def arcs(self) -> Any:
        """The edges, with directions if the graph has them: m x 2 places."""
        import numpy

        return numpy.asarray(self.graph._graph.edges({"places": True})[0]).astype(numpy.int64)

    def arc_degrees(self) -> Any:
        """The number of edges of each node, those to it and those from it."""
        import numpy

        return numpy.bincount(self.arcs().ravel(), minlength=len(self))

    def distance(self, node: Node, other: Node) -> float:
        """The length of the shortest path; the lengths from the last first node are stored."""
        if self._paths is None or self._paths[0] != node:
            self._paths = node, nx.single_source_shortest_path_length(self.source, node)
        return self._paths[1].get(other, math.inf)

    def self_loops(self) -> bool:
        return bool(self.once("describe", self.graph.describe)["self_loops"])

    def of_nodes(self, values: list[Any], nodes: Any) -> Any:
        """A dict of all nodes, or of those of a bunch; one value for one node: as in NetworkX."""
        if nodes is None:
            return dict(zip(self.nodes, values, strict=True))
        if nodes in self.source:
            return values[self.numbers[nodes]]
        return {node: values[self.numbers[node]] for node in self.source.nbunch_iter(nodes)}

    def edges(self, name: str) -> Iterator[tuple[Node, Node, int]]:
        """All edges, each once, with the edge's value of the extension's method of that name."""
        ends, values = self.once(name, lambda: getattr(self.graph._graph, name)({"sort": False}))
        rows: Any = memoryview(ends).tolist()
        for (u, v), value in zip(rows, memoryview(values)):
            yield self.nodes[u], self.nodes[v], value
