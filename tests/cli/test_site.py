"""The site that tools/site made of docs/: no broken link, and it works in a browser."""

import ast
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse
import zlib

from program import main

CHECKOUT = pathlib.Path(__file__).parents[2]
SITE = CHECKOUT / "build" / "site"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.names, self.text, self.unnamed = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names |= {values[key] for key in ("id", "name") if key in values}
        self.targets += [values[key] for key in ("href", "src") if values.get(key)]
        self.unnamed += [values.get("src")] * (tag == "img" and not values.get("alt"))

    def handle_data(self, data):
        self.text.append(data)


class Mentions(unittest.TestCase):
    """Comments name decisions by their number and notes by page and heading."""

    FOLDERS = ("src", "include", "cli", "mpi", "python", "bench", "tools", "tests")
    SUFFIXES = ("", ".c", ".h", ".cu", ".cuh", ".def", ".py")

    @staticmethod
    def headings():
        for page in (CHECKOUT / "docs" / "notes").glob("*.md"):
            yield f"docs/notes/{page.name}"
            for heading in re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE):
                slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                yield f"docs/notes/{page.name}#{slug}"

    def test_what_comments_name_exists(self):
        known = {f"decision {int(page.name[:2])}" for page in
                 (CHECKOUT / "docs" / "decisions").glob("[0-9]*.md")} | set(self.headings())
        named = {}
        for path in (path for folder in self.FOLDERS for path in (CHECKOUT / folder).rglob("*")
                     if path.suffix in self.SUFFIXES and path.is_file()):
            text = path.read_text(encoding="utf-8", errors="replace")
            for mention in re.findall(r"\bdecision \d+|docs/notes/[a-z][\w-]*\.md(?:#[\w-]+)?", text):
                named.setdefault(mention, path)
        self.assertGreater(len(named), 5)
        self.assertEqual({mention: str(path) for mention, path in named.items() if mention not in known}, {})


@unittest.skipUnless((SITE / "index.html").is_file(), "tools/site has not run")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path: Links(path.read_text(encoding="utf-8")) for path in SITE.rglob("*.html")
                     if "_downloads" not in path.parts and "_static" not in path.parts}

    def broken(self, page, links):
        for target in links.targets:
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            path = page if not url.path else (page.parent / urllib.parse.unquote(url.path)).resolve()
            if not path.exists():
                yield f"{page.relative_to(SITE)}: {target} is not there"
            elif url.fragment and path in self.pages and \
                    urllib.parse.unquote(url.fragment) not in self.pages[path].names:
                yield f"{page.relative_to(SITE)}: {target}: no such heading"

    def test_every_page_is_there(self):
        sources = {path.relative_to(CHECKOUT / "docs").with_suffix(".html")
                   for path in (CHECKOUT / "docs").rglob("*.md")}
        self.assertEqual(sources - {path.relative_to(SITE) for path in self.pages}, set())
        self.assertTrue((SITE / "schema.json").is_file())

    def test_no_link_is_broken(self):
        found = [sentence for page, links in self.pages.items() for sentence in self.broken(page, links)]
        self.assertEqual(found, [])

    def test_every_picture_has_words(self):
        self.assertEqual({str(page): links.unnamed for page, links in self.pages.items() if links.unnamed}, {})

    @staticmethod
    def functions():
        """The names of the public functions of C and of Python."""
        header = (CHECKOUT / "include" / "tricorn" / "tricorn.h").read_text(encoding="utf-8")
        package = CHECKOUT / "python" / "tricorn"
        listed = next(ast.literal_eval(part.value) for part in ast.parse((package / "__init__.py").read_bytes()).body
                      if isinstance(part, ast.Assign) and part.targets[0].id == "__all__")
        of_modules = {f"tricorn.{name}.{part.name}" for name in ("dask", "duckdb", "pyg")
                      for part in ast.parse((package / f"{name}.py").read_bytes()).body
                      if isinstance(part, (ast.FunctionDef, ast.ClassDef)) and part.name[0] != "_"}
        return (set(re.findall(r"TRICORN_PUBLIC\s[^;(]*?(tricorn_\w+)\(", header)),
                {f"tricorn.{name}" for name in listed} | of_modules)

    def test_the_index_names_every_function(self):
        """Sites of other projects link to functions by objects.inv: its lines are name, domain:role and others."""
        names = {}
        for line in zlib.decompress((SITE / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode().splitlines():
            name, role = line.split()[:2]
            names.setdefault(role.partition(":")[0], set()).add(name)
        of_c, of_python = self.functions()
        self.assertGreater(len(of_c), 80)
        self.assertEqual(of_c - names["c"], set())
        self.assertGreater(len(of_python), 60)
        self.assertEqual(of_python - names["py"], set())

    def dom(self, address, *options):
        """What a browser has made of a page."""
        return subprocess.run([BROWSER, "--no-sandbox", "--virtual-time-budget=100000", "--dump-dom",
                               *options, address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
                              check=True, text=True).stdout

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_tables_sort_in_a_browser(self):
        """A heading by Enter and then by a click, in a page of the test's own with a table of known numbers."""
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            page.write_text(f"""<!DOCTYPE html><script src="file://{SITE}/_static/sort.js"></script>
                <article><table><thead><tr><th>name</th><th id="size">size</th></tr></thead>
                <tbody><tr><td>x</td><td>10</td></tr><tr><td>y</td><td>9</td></tr>
                <tr><td>z</td><td>1,000</td></tr></tbody></table></article>
                <script>addEventListener("load", () => {{
                    const size = document.getElementById("size");
                    size.focus();
                    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {{key: "Enter"}}));
                    document.body.prepend([...document.querySelectorAll("td:first-child")].map((td) => td.textContent).join(""));
                    size.click();
                }})</script>
                """, encoding="utf-8")
            made = self.dom(f"file://{page}")
        self.assertIn("<body>yxz", made)
        self.assertEqual(re.findall(r"<td>([xyz])</td>", made), ["z", "x", "y"])
        benchmarks = self.dom(f"file://{SITE}/benchmarks.html")
        self.assertIn('title="sort"', benchmarks)

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_search_in_a_browser(self):
        targets = Links(self.dom(f"file://{SITE}/search.html?q=transitivity")).targets
        self.assertTrue(any(target.startswith("definitions.html") for target in targets), targets)

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_search_finds_functions_and_options(self):
        """The site's search, in a page that asks it for each of them and writes the pages that it found."""
        options = re.findall(r'CLI_OPTION\("([\w-]+)"', (CHECKOUT / "cli" / "options.def").read_text(encoding="utf-8"))
        of_c, of_python = self.functions()
        asked = [*of_c, *of_python, *(f"--{name}" for name in options)]
        scripts = re.findall(r'<script src="(_static/[\w-]+\.js|searchindex\.js)[?"]',
                             (SITE / "search.html").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            page.write_text(f"""<!DOCTYPE html><html data-content_root="file://{SITE}/"><body><ol></ol>
                {"".join(f'<script src="file://{SITE}/{script}"></script>' for script in scripts)}
                <script>for (const word of {json.dumps(asked)}) {{
                    const found = Search._performSearch(...Search._parseQuery(word));
                    document.querySelector("ol").innerHTML += `<li>${{word}} ${{found.map((one) => one[0])}}</li>`;
                }}</script>""", encoding="utf-8")
            listed = self.dom(f"file://{page}").partition("</ol>")[0]
        found = {word: pages.split(",") for word, pages in re.findall(r"<li>(\S+) (.*?)</li>", listed)}  # the best last
        self.assertEqual(set(found), set(asked))
        self.assertEqual([word for word, pages in found.items() if not pages[-1]], [])
        self.assertEqual([word for word in of_python if found[word][-1] != "python-api"], [])
        self.assertEqual([word for word in of_c if not found[word][-1].startswith("c-api/")], [])

    def look(self, widths, body):
        """What the statements of `body` add to the list `faults` for each page in a frame of each width; they know its
        `page`, `width`, `root` and `view`."""
        pages = [str(path.relative_to(SITE)) for path in self.pages]
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            page.write_text(f"""<!DOCTYPE html><meta charset="utf-8"><body><ol></ol><script>
                const faults = [];
                async function look(page, width) {{
                    const frame = document.createElement("iframe");
                    const loaded = new Promise((done) => frame.onload = done);
                    Object.assign(frame, {{width: width, height: 900, src: "file://{SITE}/" + page}});
                    document.body.append(frame);
                    await loaded;
                    const root = frame.contentDocument.documentElement, view = frame.contentWindow;
                    if (!frame.contentDocument.title) faults.push(`${{page}} has no title`);
                    {body}
                    frame.remove();
                }}
                (async () => {{
                    for (const page of {json.dumps(pages)}) for (const width of {widths}) await look(page, width);
                    for (const fault of [...faults.slice(0, 40), "all"]) {{
                        const item = document.createElement("li");
                        item.textContent = fault;
                        document.querySelector("ol").append(item);
                    }}
                }})();</script>""", encoding="utf-8")
            made = self.dom(f"file://{page}", "--allow-file-access-from-files", "--disable-web-security")
        return re.findall(r"<li>(.*?)</li>", made.partition("</ol>")[0])

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_no_page_is_wider_than_its_window(self):
        """In a window of the width of a telephone, a tablet and a laptop; code and tables may scroll inside, but not on
        the first page."""
        self.assertEqual(self.look([360, 1024, 1300], """
            if (root.scrollWidth > root.clientWidth) faults.push(`${page} of ${root.scrollWidth} in ${width}`);
            for (const box of root.querySelectorAll("#tricorn :is(.table-wrapper, pre)"))
                if (box.scrollWidth > box.clientWidth) faults.push(`${box.textContent.slice(0, 20)} in ${width}`);"""), ["all"])

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_the_first_page_fits_a_laptop(self):
        """What it is, the picture, how it is installed and called, and what it does: without scrolling."""
        self.assertEqual(self.look([1300], """
            const table = root.querySelector("article table");
            if (page == "index.html" && !(table.getBoundingClientRect().bottom < 900))
                faults.push(`the table ends at ${table.getBoundingClientRect().bottom}`);"""), ["all"])

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_pages_can_be_read(self):
        """Texts have the contrast of WCAG 2.2 (4.5, and 3 if they are large), by day and by night; a page has a
        language and one first heading, headings skip no level, links and fields have names."""
        self.assertEqual(self.look([1300], r"""
            const light = (text) => {
                const [red, green, blue] = text.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
                    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const behind = (element) => {
                for (; element; element = element.parentElement) {
                    const colour = view.getComputedStyle(element).backgroundColor;
                    if (!/, 0\)$|transparent/.test(colour)) return colour;
                }
                return "rgb(255, 255, 255)";
            };
            for (const theme of ["light", "dark"]) {
                root.ownerDocument.body.dataset.theme = theme;
                const seen = new Set();
                for (const element of root.querySelectorAll("article *, aside *")) {
                    if (![...element.childNodes].some((node) => node.nodeType == 3 && node.data.trim())) continue;
                    if (!element.checkVisibility() || element.closest("svg")) continue;
                    const style = view.getComputedStyle(element), ground = behind(element);
                    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
                    const [dark, bright] = [light(style.color), light(ground)].sort((a, b) => a - b);
                    const key = `${style.color} on ${ground}, ${theme}`, ratio = (bright + 0.05) / (dark + 0.05);
                    if (ratio < (large ? 3 : 4.5) && !seen.has(key))
                        faults.push(`${page}: ${key}: ${ratio.toFixed(2)} "${element.textContent.trim().slice(0, 20)}"`);
                    seen.add(key);
                }
            }
            if (!root.lang) faults.push(`${page} has no language`);
            const levels = [...root.querySelectorAll("article :is(h1, h2, h3, h4, h5, h6)")].map((one) => +one.tagName[1]);
            if (page != "search.html" && levels.filter((level) => level == 1).length != 1) faults.push(`${page} has ${levels.length} first headings`);
            levels.forEach((level, i) => i && level > levels[i - 1] + 1 && faults.push(`${page} skips level ${level - 1}`));
            for (const one of root.querySelectorAll("a[href], button, input:not([type=hidden])"))
                if (!(one.textContent.trim() || one.ariaLabel || one.title || one.placeholder || one.querySelector("img[alt], title")
                      || one.labels?.length))
                    faults.push(`${page}: ${one.outerHTML.slice(0, 80)} has no name`);"""), ["all"])


if __name__ == "__main__":
    main()
