"""Each CPU algorithm has a page with the required sections, and a row in the table of pages."""

import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from program import ProgramTest, main

PAGES = pathlib.Path(__file__).resolve().parents[3] / "docs" / "algorithms"
HEADINGS = ("## Idea", "## Cost", "## When it wins", "## Measured")


class Pages(ProgramTest):
    def test_pages_are_whole(self):
        listed = (PAGES / "README.md").read_text(encoding="utf-8")
        algorithms = [a for a in self.run_json("algorithms") if a["device"] == "cpu"]
        self.assertGreater(len(algorithms), 5)
        for algorithm in algorithms:
            name = algorithm["name"].removeprefix("cpu-").replace("-", "_")
            page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
            self.assertIn(algorithm["name"], page.splitlines()[0])
            self.assertIn("**Source:**", page, name)
            for heading in HEADINGS:
                self.assertIn(f"\n{heading}\n", page, name)
            cost = page.split("\n## Cost\n")[1].split("\n## ")[0].lower()
            self.assertIn("byte", cost, name)
            self.assertRegex(cost, "wedge|keys of v", name)
            row = next(line for line in listed.splitlines() if f"]({name}.md)" in line)
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            expected = [algorithm["alias"], algorithm["year"], algorithm["iterator"],
                        algorithm["lookup"], algorithm["granularity"]]
            self.assertEqual(cells[2:], [str(value or "") for value in expected], name)

    def test_every_page_has_its_figure(self):
        """As tools/figures draws it: well-formed, and no shape or text begins outside of it."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", PAGES.parents[1] / "tools" / "figures", folder], check=True)
            drawn = {path.stem: path.read_text(encoding="utf-8") for path in pathlib.Path(folder).iterdir()}
        self.assertEqual(set(drawn), {page.stem for page in PAGES.glob("*.md")} - {"README"})
        for name, text in drawn.items():
            kept = (PAGES / "figures" / f"{name}.svg").read_text(encoding="utf-8")
            self.assertEqual(text, kept, f"tools/figures has not drawn {name}.svg")
            self.assertIn(f"](figures/{name}.svg)", (PAGES / f"{name}.md").read_text(encoding="utf-8"))
            root = xml.etree.ElementTree.fromstring(text)
            width, height = float(root.get("width")), float(root.get("height"))
            places = [(float(x), float(shape.get(y))) for shape in root.iter()
                      for x_name, y in (("x", "y"), ("cx", "cy")) for x in shape.get(x_name, "").split()]
            places += [(float(x), float(y)) for shape in root.iter() if "d" in shape.attrib
                       for x, y in re.findall(r"[ML]([-.\d]+) ([-.\d]+)", shape.get("d"))]
            self.assertGreater(len(places), 3, name)
            for x, y in places:
                self.assertTrue(0 <= x < width and 0 <= y < height, f"{name}: {x} {y}")


if __name__ == "__main__":
    main()
