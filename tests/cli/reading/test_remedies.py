"""What a refusal says that helps: the options are taken out of the message, and the program runs again with them."""

import json
import random
import re
import uuid

from program import BAD_INPUT, FAILED, ProgramTest, main, run, triangles

OPTION = re.compile(r"--(ids|missing|separator|columns|header|comment|format) ('[^']+'|[^\s,;:?)]+(?:,\w+)?|[:;,])")


def random_edges(seed, vertices=14, count=60):
    draw = random.Random(seed)
    return [tuple(draw.sample(range(vertices), 2)) for _ in range(count)]


NAMES = {
    "proteins": lambda x: f"9606.ENSP{x:011}",
    "hexadecimal": lambda x: f"0x{x + 16:x}f",
    "uuid": lambda x: str(uuid.UUID(int=(x + 1) * 0x12345678901234567890123456789ABC % 2**128)),
    "hash": lambda x: f"{x:02}" + "ab12ef" * 6,
    "address": lambda x: f"10.0.0.{x}",
    "negative": lambda x: str(-1 - x),
    "real": lambda x: f"{x}.0",
    "exponent": lambda x: f"{x + 1}e+05",
    "wide": lambda x: str(2**64 + x),
    "words": lambda x: f"w{x}",
    "signs": lambda x: f"+{x}",
    "dates": lambda x: f"2026-01-{x + 10}",
}
FOUND = {"proteins", "uuid", "hash", "address", "words"}  # these are words without an option


class Remedies(ProgramTest):
    def follow(self, text, *options):
        """Runs with each message's options until it counts: the answer, and all options."""
        given, said = dict(options), []
        for _ in range(4):
            flat = [f"--{name}={value}" for name, value in given.items()]
            result = run("count", "-q", "--json", *flat, "-", stdin=text)
            if result.returncode == 0:
                return json.loads(result.stdout)["triangles"], given
            message = result.stderr.decode()
            self.assertIn(result.returncode, (BAD_INPUT, FAILED), message)
            said.append(message)
            found = [(name, value.strip("'\"")) for name, value in OPTION.findall(message) if name not in given]
            self.assertTrue(found, (said, text[:200]))
            separators = [pair for pair in found if pair[0] == "separator"]
            given.update(dict(found[:1] if not separators else found[:2]))
        self.fail(said)

    def test_ids_that_are_words(self):
        for name, of in NAMES.items():
            for seed, separator in enumerate(("\t", " ", ",")):
                edges = random_edges(seed)
                text = "".join(f"{of(u)}{separator}{of(v)}\n" for u, v in edges)
                found, given = self.follow(text)
                self.assertEqual(found, triangles(edges), (name, text[:99]))
                self.assertEqual(given.get("ids"), None if name in FOUND else "string", name)

    def test_a_later_line(self):
        """The first block has numbers alone."""
        edges = [(i, i + 1) for i in range(30000)] + [(0, 2)]
        text = "".join(f"{u} {v}\n" for u, v in edges) + "P1 7\n7 P2\nP1 P2\n"
        result = run("count", "-q", "-", stdin=text)
        self.check_failed(result, BAD_INPUT, f":{len(edges) + 1}: 'P1' is no vertex id", "--ids string",
                          "1 and 01 are two vertices")
        found, given = self.follow(text)
        self.assertEqual((found, given), (2, {"ids": "string"}))

    def test_whole_numbers_with_a_point(self):
        result = run("count", "-", stdin="1.0 2.0\n2.0 3.0\n3.0 1.0\n")
        self.check_failed(result, BAD_INPUT, ":1: '1.0' is no vertex id", "though it is whole", "--ids string",
                          "1 and 1.0 are two vertices")
        result = run("count", "-", stdin="1.5 2.5\n2.5 3.5\n")
        self.check_failed(result, BAD_INPUT, "'1.5' is no vertex id", "is the column one of the ends?")
        self.assertNotIn(b"--ids", result.stderr)

    def test_other_separators(self):
        edges = random_edges(3)
        for form in ("{u}|{v}", "2026-01-{d}|{u}|{v}", "2026-01-{d}|{u}|x|{v}", "{u}|{v}|2026-01-{d}", "{u}:{v}", "w{u}|w{v}"):
            text = "".join(form.format(u=u, v=v, d=10 + i % 20) + "\n" for i, (u, v) in enumerate(edges))
            result = run("count", "-", stdin=text)
            self.assertNotIn(b"separator -", result.stderr, form)
            found, _ = self.follow(text)
            self.assertEqual(found, triangles(edges), form)

    def test_missing_values(self):
        edges = random_edges(5)
        for gap in ("NA", "<NA>", "", "nan", "\\N", "null"):
            for separator in (",", "\t"):
                lines = [f"{u}{separator}{v}\n" for u, v in edges]
                lines.insert(7, f"{gap}{separator}3\n")
                lines.insert(1, f"3{separator}{gap}\n")
                for text in ("".join(lines), "".join(sorted(lines))):
                    found, given = self.follow(text)
                    self.assertEqual((found, given["missing"]), (triangles(edges), "drop"), text[:60])

    def test_names_in_a_comment(self):
        result = run("count", "--columns", "p,q", "-", stdin="# weight,p,q\n1,1,2\n2,2,3\n3,3,1\n")
        self.check_failed(result, BAD_INPUT, "no column is named 'p'", "names column 2 so", "numbers of columns")

    def test_what_is_no_xml(self):
        triples = "<http://a/1> <http://b/knows> <http://a/2> .\n<http://a/2> <http://b/knows> <http://a/3> .\n"
        result = run("count", "-", stdin=triples)
        self.assertIn("N-Triples", result.stderr.decode())
        self.assertIn("--ids string", result.stderr.decode())
        self.assertNotIn("XML", run("count", "-", stdin="<NA>,2\n1,2\n").stderr.decode())
        self.assertIn("XML", run("count", "-", stdin="<graph><node/></graph>\n").stderr.decode())


if __name__ == "__main__":
    main()
