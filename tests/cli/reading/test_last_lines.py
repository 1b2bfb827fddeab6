"""Last lines of words that are no edge, but say how many the others are.

Each is put behind random edges, of which brute force says what is right.
"""

import random
import re
import subprocess

from program import BAD_INPUT, ProgramTest, main, run, triangles


def sizes_of(edges):
    return len({end for edge in edges for end in edge}), len(edges), triangles(edges)


class LastLines(ProgramTest):
    def sizes(self, text, *more):
        answer = self.run_json("count", "-", "--ids", "string", *more, stdin=text)
        return answer["vertices"], answer["edges"], answer["triangles"]

    def test_last_lines(self):
        draw = random.Random(1)
        for case in range(40):
            separator = draw.choice((",", "\t", " ", ";"))
            name = draw.choice((lambda x: f"n{x}", lambda x: f"n{x} m", lambda x: f"{x}n", str))
            if separator == " ":
                name = draw.choice((lambda x: f"n{x}", str))
            edges = {tuple(sorted(draw.sample(range(1, 12), 2))) for _ in range(draw.randint(4, 20))} | {(1, 2), (2, 3)}
            edges = [(name(u), name(v)) for u, v in sorted(edges)]
            edges += [(name(u), name(u + 1)) for u in range(100, 9000 if case % 9 == 0 else 100)]
            weight = draw.choice(((), ("2.5",)))
            head = draw.choice(((), (separator.join(("source", "target", "weight")[:2 + len(weight)]),)))
            footer = draw.choice((("Total", str(len(edges))), (str(len(edges)), "rows"), ("SUM", str(len(edges)))))
            lines = [*head, *(separator.join([*edge, *weight]) for edge in [*edges, footer]), *draw.choice(((), ("", "# end")))]
            text = "\n".join(lines) + draw.choice(("\n", ""))
            place = len(head) + len(edges) + 1
            with self.subTest(text=text[:200], footer=footer):
                cut = ("--separator", {"\t": "tab", ",": "comma", ";": "semicolon", " ": "space"}[separator])
                result = run("count", "-", "--ids", "string", *cut, stdin=text)
                message = self.check_failed(result, BAD_INPUT, f":{place}: the last line")
                command = re.search(r"by (sed .*) FILE > OUT", message)[1]
                done = subprocess.run(command, shell=True, check=True, input=text.encode(), stdout=subprocess.PIPE)
                self.assertEqual(self.sizes(done.stdout, *cut), sizes_of(edges))
                columns = re.search(r"--columns (\S+)", message)[1]
                more = ("--header", "yes") if head else ()
                self.assertEqual(self.sizes(text, "--columns", columns, *cut, *more)[1], len(edges) + 1)

    def test_what_is_an_edge(self):
        """A number that is another one, words of other lines, other words, a word in quotes."""
        for text, right in (
            ("ann,bob\nbob,cid\nann,cid\nTotal,4\n", (5, 4, 1)),
            ("ann,bob\nbob,Total\nann,Total\nTotal,3\n", (4, 4, 1)),
            ("7,bob\nbob,cid\n7,cid\ncid,3\n", (4, 4, 1)),
            ("ann,bob\nbob,cid\nann,cid\nTotoro,3\n", (5, 4, 1)),
            ('ann,bob\nbob,cid\nann,cid\n"Total",3\n', (5, 4, 1)),
            ("ann bob\ncid dan\neve fay\nbob fay\n", (6, 4, 0)),
        ):
            self.assertEqual(self.sizes(text), right, text)


if __name__ == "__main__":
    main()
