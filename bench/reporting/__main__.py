"""Turn the records of `tricorn bench -o FILE` into a Markdown page, plots and an HTML page.

    bench/report results.jsonl more.jsonl.xz
    bench/report --base gapbs --folder report results.jsonl
    bench/report --glance --folder docs   the pictures of docs/glance.md, from bench/results

Writes FOLDER/benchmarks.md, FOLDER/benchmarks/*.svg, FOLDER/benchmarks/index.html.  The pages of docs are written
only with --folder docs.
Of several records of the same case the last one counts.  A case with a wrong count has no time:
it is listed, but not drawn.
"""

import argparse
import pathlib
import sys

from . import glance, markdown, page, plots, records

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def parse():
    parser = argparse.ArgumentParser(prog="bench/report", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="RESULTS")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "report",
                        help="where to write [build/report]")
    parser.add_argument("--base", help="the algorithm that speed-ups are over [the first peer, "
                                       "else the slowest on most graphs]")
    parser.add_argument("--glance", action="store_true", help="write the pictures of docs/glance.md, and no others")
    options = parser.parse_args()
    if not options.files and not options.glance:
        parser.error("name files of records, or --glance")
    return options


def main():
    options = parse()
    pictures = options.folder / "benchmarks"
    if options.glance:
        pictures.mkdir(parents=True, exist_ok=True)
        glance.draw(pictures)
        return
    try:
        results = records.load(options.files)
    except OSError as error:
        sys.exit(f"report: {error.filename}: {error.strerror}")
    if results.cases.empty:
        sys.exit("report: these files have no record of a case; `tricorn bench -o FILE` writes some")
    try:
        results.check_base(options.base)
    except ValueError as error:
        sys.exit(f"report: {error}")
    pictures.mkdir(parents=True, exist_ok=True)
    bases = {platform: results.base_of(platform, options.base) for platform in results.platforms()}
    drawn = plots.draw_all(results, bases, pictures)
    markdown.write(results, bases, drawn, options.folder / "benchmarks.md")
    page.write(results, bases, drawn, pictures / "index.html")
    print(f"{options.folder / 'benchmarks.md'}, {pictures / 'index.html'}: "
          f"{len(results.cases)} cases, {len(drawn)} plots")


if __name__ == "__main__":
    main()
