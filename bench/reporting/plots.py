"""The plots.  Each function draws one kind of plot on axes; draw_all() writes the files."""

import collections
import dataclasses
import io
import itertools
import math
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot  # noqa: E402  (the backend is chosen before)
import pandas  # noqa: E402
from matplotlib import ticker  # noqa: E402

from . import names, text as words  # noqa: E402

# Texts stay texts, in the reader's font for want of this one; fixed ids.
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tricorn", "font.sans-serif": ["DejaVu Sans"]})

WIDTH_INCHES, ROW_INCHES, LEAST_INCHES = 8.0, 0.16, 3.6
BARS_INCHES = 5.0  # the width of pictures of bars: on a telephone their letters are still read
ABOVE_INCHES, BELOW_INCHES = 0.4, 0.6  # the title; ticks and label
COLOURS = pyplot.get_cmap("tab20").colors
MARKERS = "osD^v<>PX*"
LINES = ("-", "--", ":", "-.")
OURS, OTHERS = "#bf3100", "#aaaaaa"
METADATA = ("Creator", "Date", "Format", "Type")  # of SVG; None leaves them out
SCALED = re.compile(r"^s\d+$")  # the Kronecker graphs: one model in many sizes


@dataclasses.dataclass
class Plot:
    """A plot that was written, as NAME.svg."""

    name: str
    title: str
    about: str
    least_inches: float = LEAST_INCHES
    width_inches: float = WIDTH_INCHES


# The kinds of algorithms, the last in front of the others: which, how they are drawn.
KINDS = (
    ("other algorithms in tricorn", {"color": "#aaaaaa", "marker": "o"}),
    ("other programs", {"color": "#33658a", "marker": "D"}),
    ("tricorn, as it counts by itself", {"color": OURS, "marker": "o"}),
)
BY_ITSELF = re.compile("auto$|.*-adaptive$")


def by_kind(cases):
    """The cases of each kind that has some, and how they are drawn."""
    by_itself = cases["algorithm"].str.match(BY_ITSELF)
    for (label, look), chosen in zip(KINDS, (~cases["peer"] & ~by_itself, cases["peer"], by_itself)):
        if chosen.any():
            yield cases[chosen], {"label": label, **look}


def by_size(cases):
    """The data sets from few edges to many."""
    sizes = cases.groupby("dataset")["edges"].max().fillna(0)
    return list(sizes.sort_values(kind="stable").index)


def close_rows(axes, rows):
    """Rows from top to bottom, without margins."""
    axes.set_ylim(rows - 0.4, -0.6)


# ---- kinds of plots ----


def speed_up(axes, cases, base):
    """How many times as fast as the base, a row for each graph."""
    times = cases[cases["algorithm"] == base].set_index("dataset")["count"]
    cases = cases[cases["dataset"].isin(times.index)]
    graphs = by_size(cases)
    for own, look in by_kind(cases[cases["algorithm"] != base]):
        gains = [times[name] / time for name, time in zip(own["dataset"], own["count"])]
        axes.plot(gains, [graphs.index(name) for name in own["dataset"]], linestyle="none", markersize=5, **look)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(graphs)), graphs)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"speed-up of the repeated count over {names.shown(base)}")
    close_rows(axes, len(graphs))


def scaling_threads(axes, cases):
    """Speed-up over the fewest threads, of each algorithm and graph."""
    graphs, algorithms = by_size(cases), sorted(set(cases["algorithm"]))
    for (dataset, algorithm), own in cases.groupby(["dataset", "algorithm"]):
        own = own.sort_values("threads")
        place = algorithms.index(algorithm)
        axes.plot(own["threads"], own["count"].iloc[0] * own["threads"].iloc[0] / own["count"],
                  label=f"{own['shown'].iloc[0]}, {dataset}", markersize=4, marker=MARKERS[place % len(MARKERS)],
                  linestyle=LINES[graphs.index(dataset) % len(LINES)], color=COLOURS[place % len(COLOURS)])
    ends = [cases["threads"].min(), cases["threads"].max()]
    axes.plot(ends, ends, color="black", linewidth=0.8, label="ideal")
    axes.set_xticks(sorted(set(cases["threads"])))
    axes.set_xlabel("threads")
    axes.set_ylabel("speed-up")


def scaling_size(axes, cases):
    """Edges a second over the number of edges, along one model's sizes."""
    for kind, look in by_kind(cases):
        for _, own in kind.sort_values("edges").groupby("algorithm"):
            axes.plot(own["edges"], own["edge_rate"], markersize=4, **look)
            look = {**look, "label": None}  # one of each kind is enough for the legend
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("edges")
    axes.set_ylabel("edges a second")


def sorted_bars(axes, bars):
    """bars: names, seconds, whether it is tricorn, which has a colour; the fastest first."""
    bars = sorted(bars, key=lambda bar: bar[1])
    labels, seconds, ours = zip(*bars)
    drawn = axes.barh(range(len(bars)), seconds, height=0.6, color=[OURS if own else OTHERS for own in ours])
    axes.bar_label(drawn, list(map(words.seconds, seconds)), padding=4)
    axes.set_yticks(range(len(bars)), labels)
    axes.set_xscale("log")
    least = seconds[0] / 3
    axes.set_xlim(least, seconds[-1] * (seconds[-1] / least) ** 0.2)  # a sixth of the width is left for a number
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("seconds (log scale)")
    axes.grid(False, axis="y")
    axes.spines[:].set_visible(False)
    close_rows(axes, len(bars))


# ---- files ----


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def without_plain_groups(svg):
    """Without the groups that have no attribute: they only nest."""
    kept = []

    def tag(found):
        if found[0] != "</g>":
            kept.append(found[0] != "<g>")
        return found[0] if (kept.pop() if found[0] == "</g>" else kept[-1]) else ""

    return re.sub(r"<g\b[^>]*(?<!/)>|</g>", tag, svg)


def with_short_names(svg):
    """With the names n0, n1, ... in the place of those that are hashes."""
    for number, name in enumerate(dict.fromkeys(re.findall(r' id="([^"]+)"', svg))):
        svg = re.sub(rf'(?<=#){name}(?=[")])|(?<= id="){name}(?=")', f"n{number}", svg)
    return svg


def without_repeated_styles(svg):
    """Without what the style of a copy says and that of its original, which wins, says, too."""
    own = {name: {part.split(":")[0] for part in style.split(";")}
           for name, style in re.findall(r'<path id="([^"]+)"[^>]* style="([^"]*)"', svg)}

    def copy(found):
        kept = [part for part in found[3].split(";") if part.split(":")[0] not in own.get(found[2], ())]
        return found[1] + (f' style="{";".join(kept)}"' if kept else "")

    return re.sub(r'(<use href="#([^"]+)"[^>]*?) style="([^"]*)"', copy, svg)


def with_joined_letters(svg):
    """With one tag for letters of one height and style that follow each other."""
    one = r'<tspan x="([^"]*)" ([^>]*)>([^<]*)</tspan>\s*<tspan x="([^"]*)" \2>([^<]*)</tspan>'
    while (joined := re.sub(one, r'<tspan x="\1 \4" \2>\3\5</tspan>', svg)) != svg:
        svg = joined
    return svg


def short_path(path):
    """Without blanks beside letters; a line that is level or upright names one coordinate of its end."""
    kept, last = "", None
    for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", re.sub(r"-0(?![.\d])", "0", path)):
        numbers = numbers.split()
        end = tuple(numbers[-2:]) or None
        if letter == "L" and last and end[1] == last[1]:
            letter, numbers = "H", [end[0]]
        elif letter == "L" and last and end[0] == last[0]:
            letter, numbers = "V", [end[1]]
        kept += letter + " ".join(numbers)
        last = end
    return kept


def with_classes(svg):
    """With a class for each style, and the clip beside it, that several elements have."""
    svg = re.sub(r' clip-path="([^"]*)" style="', r' style="clip-path:\1;', svg)
    styles = collections.Counter(re.findall(r' style="([^"]*)"', svg))
    several = [style for style, number in styles.items() if number > 1]
    for number, style in enumerate(several):
        svg = svg.replace(f' style="{style}"', f' class="c{number}"')
    rules = "".join(f" .c{number}{{{style}}}" for number, style in enumerate(several))
    return svg.replace("</style>", f"{rules}</style>", 1)


def with_plain_powers(svg):
    """With one text for a power of ten, whose exponent is raised."""
    power = (r'<g transform="translate\((\S+) (\S+)\)">\n<text>\n<tspan x="[^"]*" y="([^"]*)" class="(\w+)">(\S+)</tspan>\n'
             r'<tspan x="[^"]*" y="[^"]*" class="(\w+)">(\S+)</tspan>\n</text>\n</g>')

    def text(found):
        x, y, down, of_base, base, of_exponent, exponent = found.groups()
        return (f'<text class="{of_base}" x="{x}" y="{short(float(y) + float(down))}">{base}'
                f'<tspan dy="-4" class="{of_exponent}">{exponent}</tspan></text>')

    return re.sub(power, text, svg)


def with_sorted_axes(svg):
    """With the lines of the grid first, then the ticks and then their labels, where these follow each other, each
    on a line: none covers another of another kind."""
    grid = "|".join(re.findall(r"\.(\w+)\{[^}]*stroke:#(?:eeeeee|dddddd)\b", svg)) or "none"
    kinds = (re.compile(rf'<path d="[^"]*" class="(?:{grid})"/>'), re.compile(r'<use href="#\w+" x="[^"]*" y="[^"]*"/>'),
             re.compile(r'<text class="\w+" x="[^"]*" y="[^"]*">.*</text>'))

    def kind(line):
        return next((number for number, pattern in enumerate(kinds) if pattern.fullmatch(line)), len(kinds))

    kept = []
    for axis, found in itertools.groupby(svg.split("\n"), lambda line: kind(line) < len(kinds)):
        kept += sorted(found, key=lambda line: (kind(line), "class" in line and line.split('"')[1])) if axis else found
    return "\n".join(kept)


def short(number):
    """The number with one decimal if it is below 10: the position of a marker's corner is, that of a point is not."""
    return f"{number:.{int(abs(number) < 10)}f}".removesuffix(".0")


def with_circles(svg):
    """With circles in the place of paths of eight arcs."""
    return re.sub(r'<path id="(\w+)" d="M0 ([\d.]+)(?:C[^CLz"]*){8}z"', r'<circle id="\1" r="\2"', svg)


def with_one_defs(svg):
    """With all definitions in one place, in front."""
    definitions = re.findall(r"(?s)<defs>\n(.*?)</defs>\n", svg)
    head, _, rest = re.sub(r"(?s)<defs>\n.*?</defs>\n", "", svg).partition("\n")
    return f"{head}\n<defs>\n{''.join(definitions)}</defs>\n{rest}"


def with_markers(svg):
    """With a path whose points are marked, in the place of six copies and more that follow each other."""
    def look(line):
        found = re.fullmatch(r'<use href="#(\w+)" x="[^"]*" y="[^"]*"( class="\w+")?/>', line)
        return found and found.groups(default="")

    kept, markers = [], []
    for marker, found in itertools.groupby(svg.split("\n"), look):
        lines = list(found)
        if marker and len(lines) > 5:
            points = "L".join(" ".join(re.search('x="(.*)" y="([^"]*)"', line).groups()) for line in lines)
            lines = [f'<path d="{short_path("M" + points)}" style="fill:none;marker:url(#m{len(markers)})"/>']
            markers.append(f'<marker id="m{len(markers)}"><use href="#{marker[0]}"{marker[1]}/></marker>\n')
        kept += lines
    svg = "\n".join(kept).replace("</style>", " marker{overflow:visible}</style>", 1)
    return svg.replace("</defs>", f"{''.join(markers)}</defs>", 1)


def with_marked_lines(svg):
    """With markers of a line in the place of copies at all of its points, which follow it in a group that is clipped
    as it is."""
    line = r'<path d="([^"]*)"( (?:class|style)="[^"]*")/>\n'
    copies = r'<g clip-path="[^"]*">\n((?:<use href="#\w+" x="[^"]*" y="[^"]*" class="\w+"/>\n)+)</g>\n'
    markers = {}

    def marked(found):
        path, look, lines = found.groups()
        uses = re.findall(r'<use href="#(\w+)" x="([^"]*)" y="([^"]*)" class="(\w+)"/>', lines)
        kinds = {(name, kind) for name, _, _, kind in uses}
        if len(kinds) > 1 or short_path("M" + "L".join(f"{x} {y}" for _, x, y, _ in uses)) != path:
            return found[0]
        name = markers.setdefault(kinds.pop(), f"l{len(markers)}")
        marker = f"marker:url(#{name})"
        look = look[:-1] + f';{marker}"' if look.startswith(" style") else f'{look} style="{marker}"'
        return f'<path d="{path}"{look}/>\n'

    svg = re.sub(line + copies, marked, svg)
    made = "".join(f'<marker id="{name}" markerUnits="userSpaceOnUse"><use href="#{shape}" class="{kind}"/></marker>\n'
                   for (shape, kind), name in markers.items())
    return svg.replace("</defs>", made + "</defs>", 1)


def with_joined_paths(svg):
    """With one path for paths of one class, or of one group, that follow each other, each on a line."""
    one = r'^(<path d="[^"]*)("[^>]*/>)\n<path d="([^"]*)\2$'
    while (joined := re.sub(one, r"\1\3\2", svg, flags=re.MULTILINE)) != svg:
        svg = joined
    return svg


def with_groups(svg):
    """With one group for elements of one class that follow each other, each on a line."""
    def name(line):
        found = re.fullmatch(r'<(?:path|text|use)\b[^>]* class="(\w+)".*(?:/>|</text>)', line)
        return found and found[1]

    kept = []
    for group, found in itertools.groupby(svg.replace("*{", "svg{", 1).split("\n"), name):
        lines = list(found)
        if group and len(lines) > 2:
            lines = [f'<g class="{group}">', *(line.replace(f' class="{group}"', "", 1) for line in lines), "</g>"]
        kept += lines
    return "\n".join(kept)


def without_lone_groups(svg):
    """With the attributes of a group at the one element that it has, if that has others."""
    one = r'<g((?: (?:class|clip-path)="[^"]*")+)>\n<(\w+)([^>]*)(>.*\n|>\n(?:<[^/g].*\n)*</g>\n)</g>\n'

    def merged(found):
        names = re.findall(r" ([\w-]+)=", found[1])
        moves = "clip-path" in names and re.search("clip-path|transform=", found[3])
        if moves or any(f' {name}="' in found[3] for name in names):
            return found[0]
        return f"<{found[2]}{found[1]}{found[3]}{found[4]}"

    return re.sub(one, merged, svg)


def compact(svg):
    """The picture in a sixth of the bytes: no decimals in its numbers, which are points (1/72 inch); no
    comments, turns by nothing, plain groups, names to which nothing refers or long ones, styles given twice;
    the font is named once; a tag on each line."""
    font = "font-family: 'DejaVu Sans'"
    svg = re.sub(r' xmlns:xlink="[^"]*"|xlink:(?=href)', "", svg)  # which SVG 2 does without
    svg = re.sub(r"(?s)<!--.*?-->|<metadata>.*?</metadata>", "", svg[svg.index("<svg") :])
    svg = re.sub(r' id="[^"]*_\d+"| transform="rotate\(-0 [^"]*"', "", svg)
    svg = re.sub(r"(?<=[ \"(-])\d+\.\d{2,}", lambda found: short(float(found[0])), svg)
    if f"text{{{font}" not in svg:
        svg = re.sub(f"(; )?{font}(, sans-serif)?", "", svg).replace("</style>", f" text{{{font}, sans-serif}}</style>", 1)
    svg = re.sub(r'style="[^"]*"', lambda found: found[0].replace(": ", ":").replace("; ", ";"), svg)
    svg = with_joined_letters(without_repeated_styles(with_short_names(without_plain_groups(svg))))
    svg = with_classes(re.sub(r'(?<= d=")[^"]*', lambda found: short_path(found[0]), svg))
    lines = re.sub(r"\s*\n\s*(?!<)", "", re.sub(r"\s*\n\s*<", "\n<", svg)).replace("<g/>\n", "")
    lines = with_sorted_axes(with_one_defs(with_circles(with_plain_powers(lines))))
    svg = without_lone_groups(with_joined_paths(with_groups(with_markers(with_marked_lines(lines)))))
    svg = re.sub(r' version="1.1"| type="text/css"', "", svg)
    return re.sub(r"#(\w)\1(\w)\2(\w)\3(?=[;}\"])", r"#\1\2\3", svg) + "\n"


def write(folder, plot, draw, rows):
    """Draws on fresh axes and writes the file."""
    height = max(plot.least_inches, 1.2 + rows * ROW_INCHES)
    figure, axes = pyplot.subplots(figsize=(plot.width_inches, height))
    figure.subplots_adjust(bottom=BELOW_INCHES / height, top=1 - ABOVE_INCHES / height)
    axes.grid(axis="both", which="major", color="#eeeeee")
    draw(axes)
    axes.set_title(plot.title, fontsize="medium")
    axes.tick_params(which="both", bottom=False, left=False)
    axes.set_axisbelow(True)
    handles, labels = axes.get_legend_handles_labels()
    texts = [axes.title, axes.xaxis.label]
    if labels:
        texts += figure.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=3,
                               frameon=False, fontsize="small").get_texts()
    if isinstance(axes.yaxis.get_major_locator(), ticker.FixedLocator):
        texts += axes.get_yticklabels()
    for text in texts:
        text.set_parse_math(False)  # a dollar sign of a name is one
    written = io.StringIO()
    # No date and fixed ids: the same records give the same file.
    figure.savefig(written, format="svg", bbox_inches="tight", metadata=dict.fromkeys(METADATA))
    (folder / f"{plot.name}.svg").write_text(compact(written.getvalue()), encoding="utf-8")
    pyplot.close(figure)
    return plot


def draw_platform(results, base, folder, platform):
    """The plots of one platform's cases, if they compare algorithms; times are in a table."""
    cases = results.timed()
    cases = cases[cases["platform"] == platform]
    name, over, graphs = slug(platform), names.shown(base), cases["dataset"].nunique()
    if cases["algorithm"].nunique() < 2:
        return []
    drawn = []
    if base in set(cases["algorithm"]):
        drawn.append(write(folder, Plot(f"speed-up-{name}", f"Speed-up over {over} on {platform}",
                                        f"How many times as fast as {over}; right of 1 is faster."),
                           lambda axes: speed_up(axes, cases, base), 1.4 * graphs))
    sizes = cases[cases["dataset"].str.match(SCALED)]
    if sizes["dataset"].nunique() > 1:
        drawn.append(write(folder, Plot(f"size-{name}", f"Scaling with size on {platform}",
                                        "Kronecker graphs of growing scale."),
                           lambda axes: scaling_size(axes, sizes), 20))
    return drawn


THREAD_POINTS = 3  # numbers of threads, for a curve


def draw_threads(results, folder):
    """The plots over threads, of cases that differ in nothing else."""
    cases = results.timed()
    cases = cases[cases["threads"].notna() & ~cases["platform"].isin(["GPU"])]
    if cases.empty:
        return []
    cases = cases.assign(cpu=cases["platform"].str.replace(r", \d+ threads?$", "", regex=True))
    drawn = []
    for cpu, own in cases.groupby("cpu"):
        counts = own.groupby(["dataset", "algorithm"])["threads"].nunique()
        own = own.set_index(["dataset", "algorithm"]).loc[counts[counts >= THREAD_POINTS].index].reset_index()
        if own.empty:
            continue
        plot = Plot(f"threads-{slug(cpu)}", f"Scaling with threads on {cpu}",
                    "Speed-up over the fewest threads.")
        drawn.append(write(folder, plot, lambda axes, own=own: scaling_threads(axes, own), 20))
    return drawn


def time_over_workers(axes, cases):
    """When the last of the workers ends, over the mean."""
    for place, (partition, own) in enumerate(cases.groupby("partition")):
        own = own.sort_values("workers")
        axes.plot(own["workers"], own["time_max_mean"], markersize=4, label=partition,
                  marker=MARKERS[place % len(MARKERS)], color=COLOURS[2 * place % len(COLOURS)])
    axes.set_xscale("log", base=2)
    axes.set_xlabel("workers (simulated)")
    axes.set_ylabel("time, slowest worker over the mean")


SCALE_POINTS = 4  # numbers of workers, for a plot


def most_telling(tables, numbers):
    """The table with the most different numbers, of several such the one with the largest, of these the last."""
    return max(enumerate(tables), key=lambda one: (one[1][numbers].nunique(), one[1][numbers].max(), one[0]))[1]


def draw_scale(results, folder):
    """The balance of simulated workers, slow ones among them, on the graph of each algorithm that had the most."""
    drawn = []
    if results.scale.empty:
        return drawn
    cases = results.scale[results.scale["scenario"] == "stragglers"]
    for algorithm, of_algorithm in cases.groupby("algorithm"):
        own = most_telling((one for _, one in of_algorithm.groupby("dataset")), "workers")
        dataset = own["dataset"].iloc[0]
        if own["workers"].nunique() < SCALE_POINTS:
            continue
        plot = Plot(f"scale-{slug(dataset)}-{slug(algorithm)}",
                    f"Balance of simulated workers, {dataset}, {algorithm}",
                    "The slowest worker over the mean; 1 % of the workers are 1.3 times as slow.")
        drawn.append(write(folder, plot, lambda axes, own=own: time_over_workers(axes, own), 20))
    return drawn


def faster_with_gpus(axes, cases):
    """How many times as fast as one GPU, by counting alone and by all that is done."""
    cases = cases.assign(simulated=cases["simulated"].map({True: ", simulated", False: ""}))
    groups = cases.groupby(["way", "simulated"])
    for place, ((way, simulated), own) in enumerate(groups):
        best = own.groupby("devices")[["count_gain", "whole_gain"]].max()
        for key, line in (("count_gain", "-"), ("whole_gain", ":")):
            told = best[key].dropna()
            if not told.empty:
                axes.plot(told.index, told, line, markersize=4, color=COLOURS[2 * place],
                          marker=MARKERS[place], label=names.paper_name(way) + simulated
                          + (", all" if key == "whole_gain" else ""))
    most = cases["devices"].max()
    axes.plot([1, most], [1, most], color="#999999", linewidth=1, label="as many times as GPUs")
    axes.set_xlabel("GPUs")
    axes.set_ylabel("times as fast as one")


def draw_devices(results, folder):
    """The gain over one GPU, on the graph that the most different numbers of GPUs counted."""
    told = pandas.DataFrame([record for record in results.devices if record.get("count_gain")])
    if told.empty:
        return []
    own = most_telling((one for _, one in told.groupby("dataset")), "devices")
    if own["devices"].nunique() < 2:
        return []
    dataset = own["dataset"].iloc[0]
    own[["count_gain", "whole_gain"]] = own[["count_gain", "whole_gain"]].astype(float)
    return [write(folder, Plot(f"devices-{slug(dataset)}", f"Several GPUs of one host, {dataset}",
                               "Times as fast as one GPU; dotted with loading and indexing."),
                  lambda axes: faster_with_gpus(axes, own), 20)]


def draw_whole(results, folder):
    """Programs from a file to the count: of the files that most peers have read, the largest."""
    runs = [run for run in results.whole if run.get("whole_median_seconds") and run["verified"]]
    peers = collections.Counter(run["file_bytes"] for run in runs if run["peer"])
    most = max(peers, key=lambda size: (peers[size], size), default=None)
    runs = [run for run in runs if run["file_bytes"] == most]
    if not runs:
        return []
    edges = max(run.get("edges", 0) for run in runs)
    plot = Plot("whole", f"From a text file of {words.amount(edges).replace(' M', ' million')} edges to the count, "
                f"{runs[0]['threads']} CPU threads", "Medians of whole runs.", least_inches=1.8, width_inches=BARS_INCHES)
    bars = [(names.paper_name(run["algorithm"]) if run["peer"] else f"tricorn, {'GPU' if run['device'].startswith('gpu') else 'CPU'}",
             run["whole_median_seconds"], not run["peer"]) for run in runs]
    return [write(folder, plot, lambda axes: sorted_bars(axes, bars), 0)]


def draw_all(results, bases, folder):
    """Writes all plots for which there are records; returns them."""
    timed = results.timed()
    drawn = []
    for platform in results.platforms():
        if (timed["platform"] == platform).any():
            drawn += draw_platform(results, bases[platform], folder, platform)
    return (draw_whole(results, folder) + drawn + draw_threads(results, folder) + draw_devices(results, folder)
            + draw_scale(results, folder))
