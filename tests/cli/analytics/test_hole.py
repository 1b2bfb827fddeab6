"""The verb hole: Burt's constraint and effective size, by their definition."""

import itertools
import math
import random

from program import ProgramTest, main


def by_definition(pairs, vertices):
    """[constraint, effective size] of each vertex that has an edge."""
    near = {v: {a + b - v for a, b in pairs if v in (a, b)} for v in vertices}
    found = {}
    for v, own in near.items():
        if not own:
            continue
        shares = {x: 1 / len(own) + sum(1 / len(own) / len(near[u]) for u in own & near[x]) for x in own}
        ties = sum(y in near[x] for x, y in itertools.permutations(own, 2))
        found[v] = [sum(share ** 2 for share in shares.values()), len(own) - ties / len(own)]
    return found


class Hole(ProgramTest):
    def test_random_graphs(self):
        for seed in range(6):
            draw = random.Random(seed)
            vertices = range(1, 13)
            pairs = [pair for pair in itertools.combinations(vertices, 2) if draw.random() < seed / 6]
            lines = "".join(f"{u} {v}\n" for u, v in pairs) + "".join(f"{v} {v}\n" for v in vertices)
            path, wanted = self.write("graph.txt", lines), by_definition(pairs, vertices)
            answer, table = self.run_json("hole", path), self.path("holes.csv")
            for i, key in enumerate(("average_constraint", "average_effective_size")):
                if wanted:
                    self.assertAlmostEqual(answer[key], sum(row[i] for row in wanted.values()) / len(wanted), 12)
                else:
                    self.assertIsNone(answer[key])
            self.run_done("hole", "--vertices", "-o", table, path)
            rows = [line.split(",") for line in self.read_text("holes.csv").splitlines()]
            self.assertEqual(rows[0][1:], ["constraint", "effective_size"])
            self.assertEqual([int(row[0]) for row in rows[1:]], list(vertices))
            for v, *figures in rows[1:]:
                for figure, value in zip(figures, wanted.get(int(v), [math.nan] * 2)):
                    if math.isnan(value):
                        self.assertEqual(figure, "nan")
                    else:
                        self.assertAlmostEqual(float(figure), value, 12)

    def test_top(self):
        """By the effective size; a vertex without an edge is last."""
        path = self.write("graph.txt", "1 2\n1 3\n1 4\n2 3\n9 9\n")
        lines = self.run_text("hole", "--vertices", "--top", "9", path).splitlines()
        sizes = [float(line.split("\t")[2]) for line in lines]
        self.assertEqual(sizes[:-1], sorted(sizes[:-1], reverse=True))
        self.assertEqual([line.split("\t")[0] for line in (lines[0], lines[-1])], ["1", "9"])


if __name__ == "__main__":
    main()
