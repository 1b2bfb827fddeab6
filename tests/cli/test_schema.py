"""What each verb prints with --json is what docs/schema.json says."""

import json
import pathlib
import re
import unittest

from program import DIAMOND, SANITIZED, ProgramTest, main, run

CHECKOUT = pathlib.Path(__file__).parents[2]
SCHEMA = json.loads((CHECKOUT / "docs" / "schema.json").read_text(encoding="utf-8"))
VERBS = {name[len("verb."):]: value for name, value in SCHEMA["$defs"].items() if name.startswith("verb.")}
MEMBERS = SCHEMA["$defs"]["members"]["properties"]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
         "integer": int, "number": (int, float)}
KNOWN = {"$ref", "type", "enum", "minimum", "required", "properties", "additionalProperties", "maxProperties",
         "propertyNames", "items", "oneOf", "description"}

# OUT is a file in the test's folder; each verb is here, in each of its shapes.
CASES = """
count GRAPH
count GRAPH --verify --threads 1
count GRAPH --partition trust --blocks 4
count GRAPH --work WORK
count GRAPH --approximate 5%
count GRAPH --sample colours
vertex GRAPH -o OUT
vertex GRAPH --generalized -o OUT
edge GRAPH -o OUT
list GRAPH -o OUT
truss GRAPH
truss GRAPH -k 3 -o OUT.el
cluster GRAPH
cluster GRAPH --vertices -o OUT
cluster GRAPH --squares
cluster GRAPH --directed fagiolo
cluster GRAPH --weighted onnela --weights 3
core GRAPH
core GRAPH -k 2 -o OUT.el
similar GRAPH -o OUT
similar GRAPH -o OUT --measure adamic-adar
similar GRAPH -o OUT --unjoined --top 3
similar GRAPH -o OUT --project left
clique GRAPH
clique GRAPH -k 3 --communities --vertices -o OUT
hole GRAPH
hole GRAPH --vertices -o OUT
graphlet GRAPH
graphlet GRAPH --vertices -o OUT
label GRAPH --labels LABELS
motif GRAPH --window 5 --columns time=3
balance GRAPH --weights 3
balance GRAPH --weights 3 --edges -o OUT
butterfly GRAPH --bipartite
butterfly GRAPH --bipartite --latapy --vertices -o OUT
butterfly GRAPH --bipartite --bitruss -k 1
census GRAPH
census GRAPH --undirected
change GRAPH --remove GRAPH --add GRAPH --batch 2
info WORK
info GRAPH
info GRAPH --estimate
info GRAPH --partition trust --blocks 4
info GRAPH --rows
count GRAPH --relabel collective
report GRAPH
report GRAPH -o OUT.html
convert GRAPH OUT.mtx
generate complete vertices=9 -o OUT.txt
generate product left=complete:vertices=5 right=complete:vertices=4 --stream -o OUT.txt
generate
algorithms
formats
doctor
bench GRAPH -n1 -a cpu-merge-edge
""".strip().splitlines()


def faults(value, schema, where="it"):
    """What of a value breaks a schema, by the few words of JSON Schema that ours has."""
    unknown = set(schema) - KNOWN
    assert not unknown, unknown
    said = []
    if "$ref" in schema:
        target = SCHEMA
        for step in schema["$ref"].split("/")[1:]:
            target = target[step]
        said = faults(value, target, where)
    if "oneOf" in schema:
        found = [faults(value, choice, where) for choice in schema["oneOf"]]
        fits = found.count([])
        return [] if fits == 1 else [f"{where} fits {fits} of {len(found)} shapes: {min(found, key=len)}"]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where} is {value!r}"]
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    right = [name for name in names if isinstance(value, TYPES[name]) and
             (name == "boolean" or not isinstance(value, bool))]
    if names and not right:
        return [f"{where} is {value!r}, not of {names}"]
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        said.append(f"{where} is {value}")
    if isinstance(value, list):
        for i, item in enumerate(value):
            said += faults(item, schema.get("items", {}), f"{where}[{i}]")
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        said += [f"{where} has no {key}" for key in schema.get("required", []) if key not in value]
        if len(value) > schema.get("maxProperties", len(value)):
            said.append(f"{where} has more than {schema['maxProperties']} members: {', '.join(value)}")
        for key, item in value.items():
            said += faults(key, schema.get("propertyNames", {}), f"a name of {where}")
            if key in known:
                said += faults(item, known[key], f"{where}.{key}")
            elif others is False:
                said.append(f"{where} has {key}, which the schema does not")
            elif others is not True:
                said += faults(item, others, f"{where}.{key}")
    return said


def shapes(schema):
    return schema.get("oneOf", [schema])


class Schema(ProgramTest):
    def check(self, case, graph, *more):
        if "--weights" in case or "--window" in case:
            graph = self.write("weighted.txt", DIAMOND.replace("\n", " 2\n"))
        words = case.replace("OUT", self.path("out")).replace("WORK", self.path("work"))
        words = words.replace("LABELS", self.write("labels.txt", "1 a\n2 b\n")).split()
        words = [graph if word == "GRAPH" else word for word in words]
        answer = self.run_json(*words, *more)
        self.assertEqual(faults(answer, VERBS[words[0]]), [], case)
        return words[0], frozenset(answer) if isinstance(answer, dict) else "list"

    def test_every_verb(self):
        shown = re.findall(r"^  ([a-z]+) {2,}", run("--help").stdout.decode().split("Examples")[0], re.M)
        self.assertEqual(set(VERBS), set(shown))
        graph = self.write("g.txt", DIAMOND)
        seen = {self.check(case, graph) for case in CASES}
        self.assertEqual({verb for verb, _ in seen}, set(VERBS))
        for verb in VERBS:  # no shape that nothing has
            self.assertGreaterEqual(sum(name == verb for name, _ in seen), len(shapes(VERBS[verb])), verb)

    def test_other_graphs(self):
        words = self.write("words.csv", "from,to\na,b\nb,c\nc,a\nc,c\n")
        lone = self.write("lone.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 1\n2 1\n")
        for case in CASES:
            if "GRAPH" not in case or case.startswith(("bench", "truss GRAPH -k", "core GRAPH -k", "change")):
                continue
            if "--weights" in case or "--window" in case:  # these graphs have neither weights nor times
                continue
            directed = "--directed" in case or case == "census GRAPH"
            self.check(case.replace("WORK", "WORK1"), words, "--ids", "string")
            if not directed and "--bipartite" not in case and "--project" not in case:
                self.check(case.replace("WORK", "WORK2"), lone)

    @unittest.skipIf(SANITIZED, "the sanitizer takes more memory than the limit")
    def test_from_disk(self):
        path = self.path("k.txt")
        self.run_done("generate", "kronecker", "scale=16", "edge_factor=8", "-o", path)
        for case in ("count GRAPH", "info GRAPH"):
            _, keys = self.check(case, path, "--memory", "12M")
            self.assertEqual("stored_bytes" in keys, case.startswith("info"))

    def test_every_member_is_described_and_used(self):
        self.assertEqual([name for name, member in MEMBERS.items() if not member.get("description")], [])
        text = json.dumps([shape for name, shape in SCHEMA["$defs"].items() if name != "members"])
        self.assertEqual([name for name in MEMBERS if f'"{name}"' not in text], [])


class Faults(unittest.TestCase):
    """The test can fail."""

    def test_all(self):
        schema = {"type": "object", "required": ["a"], "additionalProperties": False,
                  "properties": {"a": {"type": "integer", "minimum": 0}, "b": {"type": ["string", "null"]}}}
        self.assertEqual(faults({"a": 1, "b": None}, schema), [])
        for wrong in ({}, {"a": -1}, {"a": True}, {"a": 1.5}, {"a": 1, "b": 2}, {"a": 1, "c": 2}, []):
            self.assertNotEqual(faults(wrong, schema), [], wrong)
        schema = {"$ref": "#/$defs/members", "required": ["edges"], "maxProperties": 1}
        self.assertEqual(faults({"edges": 1}, schema), [])
        for wrong in ({}, {"edges": -1}, {"edges": 1, "vertices": 2}):
            self.assertNotEqual(faults(wrong, schema), [], wrong)
        self.assertNotEqual(faults({"edges": 1}, {"propertyNames": {"enum": ["vertices"]}}), [])
        self.assertNotEqual(faults(3, {"oneOf": [{"type": "integer"}, {"type": "number"}]}), [])


if __name__ == "__main__":
    main()
