"""Common code of the scripts of this folder.  Each draws the experiments of a paper again:

    bench/papers/fox -o FILE                 # measure on graphs that are made here, then print tables
    bench/papers/fox -o FILE s22 s24         # on these: models, data sets of bench/datasets.csv, files
    bench/papers/fox -o FILE --real          # on the paper's own graphs, where the user has them
    bench/papers/fox -o FILE --fast          # by time_on_device: graphs stay on the GPU, no reading
    bench/papers/fox -o FILE --order auto    # in tricorn's order of the vertices, not by degree as in the papers
    bench/papers/fox --tables FILE...        # print tables from records

Each figure is measured by `tricorn bench` (TRICORN_PROGRAM, build/tricorn), whose records go to FILE;
cases that stand there are not run again.  A stand-in is a synthetic graph with about the vertices,
the edges and the kind of degree distribution of a paper's graph; it has other triangles.
"""
import argparse
import contextlib
import csv
import dataclasses
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import record_file  # noqa: E402
from machine import describe_machine  # noqa: E402  (the folder comes first)
from reporting.names import descriptions  # noqa: E402

PROGRAM = os.environ.get("TRICORN_PROGRAM", str(ROOT / "build" / "tricorn"))
KTRUSS = os.environ.get("TRICORN_PEER_KTRUSS")


@dataclasses.dataclass(frozen=True)
class Case:
    """An algorithm with values of its parameters, as a column of a figure."""

    label: str
    algorithm: str  # its alias
    settings: str = ""  # values of its parameters: "table=1 turn=2"
    options: tuple = ()  # of `tricorn bench`: ("--prepare", "polak")
    device: str = ""  # "": as asked
    threads: int = 0  # 0: as asked

    def words(self, asked):
        """What `tricorn bench` is asked for beside the algorithm and its parameters."""
        words = ["--device", self.device or asked.device, *self.ordered(asked)]
        return tuple(words + (["--threads", str(self.threads)] if self.threads else []))

    def ordered(self, asked):
        """Its options, and the order of the vertices; Polak's preparation has that by degree itself."""
        return self.options if "--prepare" in self.options else (*ordering(asked), *self.options)

    def key(self):
        """As the key of a record: see read_records()."""
        options = dict(zip(self.options[::2], self.options[1::2]))
        return (name_of(self.algorithm), normal(self.settings),
                options.get("--prepare"), options.get("--relabel"), self.threads)


@dataclasses.dataclass
class Figure:
    """A figure or table of the paper: each row a graph, each column a case."""

    name: str
    title: str
    claim: str  # the paper's
    cases: list
    value: object = None  # function of a record; None: milliseconds of counting
    unit: str = "ms"
    base: str = ""  # label: other columns also say how many times as long as this one they take
    drawn: bool = False  # in docs/benchmarks, over its base
    by: str = "bench"  # tricorn bench; "profile": tools/gpu_profile; "device": time_on_device; "rows": tricorn info;
    # "truss": tricorn truss
    published: dict = dataclasses.field(default_factory=dict)  # graph: what the paper reports


# The paper's graph: the model that stands for it, and what they share.  Those with the real graph's
# degrees have pieces between its quantiles (docs/comparison.md has both); of the others the real
# graph was not at hand, and their kind of degrees is a guess from what papers and pages say.
STAND_INS = {
    "as-caida": (
        "degrees:degrees=9937x1+10465x2+2509x3+917x4+794x4-6+529x6-8+795x8-16+"
        "264x19-31+133x36-58+79x64-128+27x156-275+13x319-528+8x540-1000+2x1631-1677+"
        "3x1699-2554",
        "the real graph's degrees"),
    "p2p-gnutella31": (
        "degrees:degrees=28664x1+9307x2+3950x3+8149x4-10+6259x11-12+3130x13-15+"
        "1877x15-19+626x20-23+313x24-28+188x28-33+62x34-38+32x38-42+18x44-46+10x47-58+"
        "3x70-92",
        "the real graph's degrees"),
    "email-euall": ("kronecker:scale=18,edge_factor=2,a=0.7,b=0.14,c=0.14", "most vertices at a few hubs"),
    "soc-slashdot0902": (
        "degrees:degrees=28499x1+12615x2+7253x3+17367x4-8+8217x11-21+4109x25-45+"
        "2465x50-96+821x113-179+411x192-226+247x233-323+82x350-435+41x446-560+"
        "25x596-775+13x929-1529+3x2293-2509",
        "the real graph's degrees"),
    "com-dblp": ("barabasi-albert:vertices=317080,attach=3", "mean degree 6.6, short tail"),
    "amazon0601": ("watts-strogatz:vertices=403394,degree=12,rewire=0.1", "mean degree 12, even, clustered"),
    "roadnet-ca": ("grid2d:width=1402,height=1402,diagonals=0.1", "at most 8 neighbours"),
    "wiki-talk": ("kronecker:scale=21,edge_factor=2,a=0.7,b=0.14,c=0.14", "most vertices at a few hubs"),
    "web-berkstan": ("kronecker:scale=19,edge_factor=14", "power law"),
    "as-skitter": ("kronecker:scale=21,edge_factor=6", "power law"),
    "cit-patents": ("barabasi-albert:vertices=3774768,attach=4", "mean degree 8.8, short tail"),
    "soc-pokec": ("kronecker:scale=21,edge_factor=13", "power law"),
    "soc-livejournal1": ("kronecker:scale=22,edge_factor=12", "power law"),
    "com-orkut": ("kronecker:scale=22,edge_factor=32", "power law, mean degree 78"),
}


BY_DEGREE = ", by degree"  # behind the name of a graph whose edges are oriented by rank of degree, as in the papers


def ordering(asked):
    """The words for the order of the vertices."""
    return () if asked.order == "auto" else ("--order", asked.order)


def names_in_tables(record, graph):
    """Under which names a record is shown: in which order its graph was is told if it is not tricorn's own."""
    if record.get("preparation") == "polak":  # which is by degree, and stands beside both
        return graph, graph + BY_DEGREE
    order = record.get("order")
    return (f"{graph}, by {order}" if order else graph,)


def stand_in(name):
    return STAND_INS[name][0]


def models():
    """The models of the data sets that are made, by name."""
    with open(ROOT / "bench" / "datasets.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["how"] == "generate"]
    split = {row["name"]: row["source"].split() for row in rows}
    return {name: f"{model}:{','.join(values)}" for name, (model, *values) in split.items()}


def row_name(graph):
    """A graph as tables show it: a stand-in is called so."""
    graph, by, order = graph.partition(", by ")
    for name, (model, _) in STAND_INS.items():
        if graph == model:
            return f"stand-in for {name}{by}{order}"
    return graph + by + order


def name_of(alias):
    """The algorithm's name in records."""
    return next((name for name, other, _ in descriptions() if other == alias), alias)


# ---- records ----


def median_ms(record, phase):
    times = record.get(f"{phase}_seconds")
    return 1e3 * statistics.median(times) if times else None


def count_ms(record):
    return median_ms(record, "count")


def solve_ms(record):
    """From edges in memory to the count, with copies to a GPU."""
    phases = [median_ms(record, phase) for phase in ("prepare", "transfer", "count")]
    return None if None in phases else sum(phases)


def counter(name):
    return lambda record: record.get(name)


def joules(record):
    """Of one count."""
    return statistics.median(record["energy_joules"]) if record.get("energy_joules") else None


def read_records(paths):
    """The last record of each program, graph, and case.  The number of threads matters on the CPU."""
    records = {}
    made = {model: name for name, model in models().items()}
    for path in paths:
        for record in record_file.read_records(path):
            on_cpu = str(record.get("device")).startswith("cpu")
            case = (name_of(record["algorithm"]), normal(record.get("parameters")), record.get("preparation"),
                    record.get("relabel"), record.get("threads") if on_cpu else 0)
            by = record["kind"] if record.get("kind") in ("profile", "rows", "truss") else \
                "device" if "index_seconds" in record else "bench"
            graph = made.get(record["dataset"], record["dataset"])
            for shown in names_in_tables(record, graph):
                records[by, shown, case] = record
                for name, value in statistics_of(record):
                    records[by, shown, (name, *case[1:])] = {"value": value}
    return records


def statistics_of(record):
    """(name, value) of what `tricorn info --rows` told, where the case of a figure is its name: lists by place."""
    for name, value in record.items() if record.get("kind") == "rows" else ():
        if isinstance(value, list):
            yield from ((f"{name}/{place}", one) for place, one in enumerate(value))
        elif isinstance(value, (int, float)):
            yield name, value


def normal(parameters):
    """Settings in one order and form, however they were written."""
    words = (parameters or "").replace(",", " ").split()
    return " ".join(sorted(word.split(".", 1)[-1] for word in words))


def row(figure, records, graph):
    """The value of each case; None where there is no record, or none that has it."""
    found = []
    for case in figure.cases:
        record = records.get((figure.by, graph, case.key()))
        if record is None and figure.by == "bench":
            record = records.get(("device", graph, case.key()))
        found.append((figure.value or count_ms)(record) if record else None)
    return found


def cell(value, base):
    if value is None:
        return ""
    shown = f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
    return f"{shown} ({value / base:.2f})" if base else shown


def print_figure(figure, records):
    graphs = dict.fromkeys(graph for _, graph, _ in records)
    rows = {graph: row(figure, records, graph) for graph in graphs}
    rows = {graph: values for graph, values in rows.items() if any(value is not None for value in values)}
    if not rows:
        return
    heads = [case.label for case in figure.cases] + ["in the paper"] * bool(figure.published)
    print(f"\n### {figure.name}: {figure.title}\n\nThe paper: {figure.claim}.\n")
    print(f"| graph ({figure.unit}) |" + "".join(f" {head} |" for head in heads))
    print("|---|" + "--:|" * len(heads))
    for graph, values in rows.items():
        base = next((value for case, value in zip(figure.cases, values) if case.label == figure.base), None)
        cells = [cell(value, base if case.label != figure.base else None)
                 for case, value in zip(figure.cases, values)]
        cells += [figure.published.get(graph.partition(", by ")[0], "")] * bool(figure.published)
        print(f"| {row_name(graph)} |" + "".join(f" {text} |" for text in cells))


# ---- measuring ----


def run(words, out=sys.stderr):
    print("+", " ".join(words), file=sys.stderr, flush=True)
    return subprocess.run(words, check=False, stdout=out).returncode


def bench(graph, words, cases, asked):
    command = [PROGRAM, "bench", "-q", "-n", str(asked.rounds), "--trials", str(asked.trials), *words]
    for case in cases:
        for setting in case.settings.split():
            command += ["--option", f"{case.algorithm}.{setting}"]
    return run(command + ["--algorithms", ",".join(case.algorithm for case in cases), "-o", asked.output, graph])


@contextlib.contextmanager
def file_of(graph):
    """The graph's file, for programs that take files alone: a data set that is here, or one that is made for now."""
    folder = pathlib.Path(os.environ.get("TRICORN_DATASETS", ROOT / "build" / "datasets"))
    there = next((path for path in (pathlib.Path(graph), folder / f"{graph}.tri") if path.is_file()), None)
    if there:
        yield str(there)
        return
    with tempfile.TemporaryDirectory(prefix="tricorn-papers-") as made:
        model, _, values = models().get(graph, graph).partition(":")
        path = os.path.join(made, "graph.u32")
        subprocess.run([PROGRAM, "generate", "-q", "--to", "pairs32", "-o", path, model,
                        *filter(None, values.split(","))], check=True)
        yield path


def profile(graph, words, cases, asked):
    """Cases without settings of their own in one run."""
    if not asked.profile:
        return 0
    failed = 0
    groups = [[case] for case in cases if case.settings] + [[case for case in cases if not case.settings]]
    for group in filter(None, groups):
        more = [*words, *(f"--option={case.algorithm}.{word}" for case in group for word in case.settings.split())]
        failed |= run([str(ROOT / "tools" / "gpu_profile"), "--program", PROGRAM, "--trials", str(asked.trials),
                       f"--words={' '.join(more)}", "--algorithms", ",".join(case.algorithm for case in group),
                       "-o", asked.output, graph])
    return failed


def tell(graph, verb, asked):
    """What a verb, which needs no GPU, tells of the graph: None after a failure, which the program has said."""
    try:
        with file_of(graph) as path:
            words = [PROGRAM, *verb, "-q", "--json", *ordering(asked), path]
            print("+", " ".join(words), file=sys.stderr, flush=True)
            done = subprocess.run(words, check=False, stdout=subprocess.PIPE, text=True)
    except subprocess.CalledProcessError:  # neither here nor a model
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def append(graph, record, asked):
    name = pathlib.Path(graph).name.split(".")[0] if os.path.isfile(graph) else graph
    order = {} if asked.order == "auto" else {"order": asked.order}
    with open(asked.output, "a", encoding="utf-8") as out:
        out.write(json.dumps({"dataset": name, **order, **record, **describe_machine()}) + "\n")


def rows(graph, _words, _cases, asked):
    """Lengths of rows and collisions, by `tricorn info --rows`."""
    told = tell(graph, ["info", "--rows"], asked)
    if told is None:
        return 1
    told = {name: value for name, value in told.items() if name not in ("file", "format")}
    append(graph, {"kind": "rows", "algorithm": "info", **told}, asked)
    return 0


def trusses(graph, _words, cases, asked):
    """The k-truss of each case, whose setting is k, by TriX's method on the CPU, or by ktruss.py.  They take turns; all
    of the same k must have as many edges."""
    told = {case: [] for case in cases if case.algorithm == "truss" or KTRUSS}
    for _, case in itertools.product(range(asked.rounds), told):
        k = case.settings.removeprefix("k=")
        told[case].append(python_truss(graph, k) if case.algorithm == "ktruss.py" else
                          tell(graph, ["truss", "--method", "trix", "-k", k], asked))
    if None in itertools.chain(*told.values()):
        return 1
    for case, ones in told.items():
        append(graph, {"kind": "truss", "algorithm": case.algorithm, "parameters": case.settings,
                       "truss_seconds": [one["seconds"]["count"] for one in ones],
                       **{name: ones[0][name] for name in ("edges", "truss_edges", "threads")}}, asked)
    found = {(case.settings, one["truss_edges"]) for case, ones in told.items() for one in ones}
    return len(found) > len({k for k, _ in found})


def python_truss(graph, k):
    """By GraphChallenge's ktruss.py, on one thread; its clock begins after reading."""
    code = f"import ktruss as t; left = t.ktruss('g_inc.tsv', {k}); print(left.shape[0], len(set(left.nonzero()[0])))"
    with file_of(graph) as path, tempfile.TemporaryDirectory(prefix="tricorn-papers-") as folder:
        subprocess.run([PROGRAM, "convert", "-q", path, f"{folder}/g_inc.tsv"], check=True)
        out = subprocess.run([os.environ.get("TRICORN_PEER_SCIPY", sys.executable), "-c", code], check=True, cwd=folder,
                             stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1",
                             "PYTHONPATH": str(pathlib.Path(KTRUSS).resolve().parent)}).stdout
    edges, left = map(int, out.split()[-2:])
    return {"seconds": {"count": float(re.search(r"Compute k=truss: +([\d.e-]+)", out)[1])},
            "edges": edges, "truss_edges": left, "threads": 1}


def gpu_and_driver():
    words = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    answer = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
    name, driver = answer.splitlines()[0].split(", ")
    return name, driver


def time_on_device(graph, _, cases, asked):
    """The program beside `tricorn` in trees with TRICORN_BENCH, for graphs that are made; it tells the
    time of indexing apart from that of preparing the graph."""
    program = pathlib.Path(PROGRAM).with_name("time_on_device")
    graph = graph if BENCHMARK.match(graph) else models().get(graph, graph)
    if not program.exists() or ":" not in graph and not BENCHMARK.match(graph):
        return 0
    name, driver = gpu_and_driver()
    labels = {"device": name, "driver": driver, "commit": describe_machine()["commit"]}
    listed = ["/".join([case.algorithm, *case.settings.split()]) for case in cases]
    words = [str(program), "--repeat", str(asked.rounds), *ordering(asked), "--algorithms", ",".join(listed)]
    for key in filter(labels.get, labels):
        words += ["--label", f"{key}={labels[key]}"]
    with open(asked.output, "a", encoding="utf-8") as out:
        return run(words + [graph], out)


BENCHMARK = re.compile(r"(s\d+|er24|ba|ws|road|torus3d|mawi)$")  # known to time_on_device by name
PROGRAMS = {"bench": bench, "profile": profile, "device": time_on_device, "rows": rows, "truss": trusses}


def runs_of(figures, asked):
    """(program, words, cases) of all figures, each case once.  Cases of different algorithms go into
    one run, in which they take turns; the next run has the next settings of the algorithms."""
    runs = {}
    for figure in figures:
        for case in figure.cases:
            words = case.words(asked) if figure.by == "bench" else case.ordered(asked) if figure.by == "profile" else ()
            by = "device" if asked.fast and words == ("--device", asked.device, *ordering(asked)) else figure.by
            words = () if by == "device" else words
            settings = runs.setdefault((by, words), {}).setdefault(case.algorithm, {})
            settings[case.settings] = case
    for (by, words), algorithms in runs.items():
        columns = [list(settings.values()) for settings in algorithms.values()]
        if by in ("device", "rows", "truss"):
            yield by, words, [case for cases in columns for case in cases]
            continue
        for cases in itertools.zip_longest(*columns):
            yield by, words, [case for case in cases if case]


def measure(figures, graphs, asked):
    failed = False
    for graph in graphs:
        for by, words, cases in runs_of(figures, asked):
            failed |= PROGRAMS[by](graph, words, cases, asked) != 0
    return failed


def main(paper, figures, graphs, real):
    """graphs: made here, the default.  real: names of data sets of bench/datasets.csv."""
    parser = argparse.ArgumentParser(description=f"{paper}\n\n{__doc__}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="*", metavar="GRAPH")
    parser.add_argument("-o", "--output", metavar="FILE")
    parser.add_argument("-n", "--rounds", type=int, default=3)
    parser.add_argument("--trials", type=int, default=5, help="timed counts of each round [5]")
    parser.add_argument("--device", default="gpu")
    parser.add_argument("--order", default="degree", help="of the vertices [degree, as in the papers]; auto: tricorn's")
    parser.add_argument("--real", action="store_true", help="the paper's own graphs")
    parser.add_argument("--fast", action="store_true", help="by time_on_device, on graphs that are made")
    parser.add_argument("--profile", action="store_true", help="also counters, by Nsight Compute")
    parser.add_argument("--only", metavar="TEXT", help="the figures that have this in their names")
    parser.add_argument("--tables", nargs="+", metavar="FILE")
    asked = parser.parse_args()
    figures = [figure for figure in figures if (asked.only or "") in figure.name]
    failed = 0
    if not asked.tables:
        if not asked.output:
            parser.error("-o FILE takes the records")
        failed = measure(figures, asked.graphs or (real if asked.real else graphs), asked)
    records = read_records(asked.tables or [asked.output])
    for figure in figures:
        print_figure(figure, records)
    return failed
