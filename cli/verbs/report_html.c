/* report_html.c - writes the page of the verb report: a head, a table, and plots as SVG. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "verbs/report.h"

#include "shown.h"

static const char head[] =
  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
  "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
  "color:#222;background:#fff}\n"
  "table{border-collapse:collapse}td,th{padding:.15rem 1.2rem .15rem 0;text-align:left}\n"
  "td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}td.number{white-space:nowrap}\n"
  "@media(max-width:40rem){td,th{padding-right:.5rem}}\n"
  "h1,td{overflow-wrap:anywhere}.wide{overflow-x:auto}\n"
  "svg{width:100%;min-width:30rem;height:auto}rect{fill:#3b6ea5}rect:hover{fill:#d2691e}\n"
  "text{font:12px system-ui,sans-serif;fill:#222}line{stroke:#ddd}\n"
  "</style>\n";

/* Writes a text of the user, in which HTML must not interpret any character. */
static void put_text(FILE *page, const char *text)
{
    char *shown = cli_shown(text);

    for (const char *at = shown; *at != '\0'; at++) switch (*at) {
        case '<': fputs("&lt;", page); break;
        case '>': fputs("&gt;", page); break;
        case '&': fputs("&amp;", page); break;
        case '"': fputs("&quot;", page); break;
        default: fputc(*at, page);
        }
    free(shown);
}

/* ---- plots ---- */

enum { WIDTH = 900, HEIGHT = 300, LEFT = 70, BOTTOM = 50, TOP = 24 };
/* A plot with more rows has no room for numbers on its bars and for the whole names of bins. */
enum { WIDE_ROWS = 13 };

/* The scales that turn values into heights, and rows into positions. */
typedef struct scale {
    double most; /* the largest value */
    bool logarithmic; /* the values are counts, and the scale is logarithmic from 1/2 to `most` */
    size_t first; /* the first row that is shown */
    double width; /* the width of a row */
    bool wide; /* few rows are shown */
} scale;

static double value_of(const cli_plot *plot, size_t row)
{
    return plot->counts != NULL ? (double)plot->counts[row] : plot->means[row];
}

/* Returns the height of a value, in units of the picture. */
static double height_of(const scale *by, double value)
{
    const double room = HEIGHT - BOTTOM - TOP;

    if (value <= 0 || by->most <= 0) return 0;
    if (!by->logarithmic) return value / by->most * room;
    return log(value * 2) / log(by->most * 2) * room;
}

/* Draws a horizontal line at the height of a value, with the value as a number at its left. */
static void put_line(FILE *page, const scale *by, double value)
{
    const double y = HEIGHT - BOTTOM - height_of(by, value);

    fprintf(page,
      "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
      "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.12g</text>\n",
      LEFT, WIDTH, y, y, LEFT - 8, y + 4, value);
}

/* Draws lines at 1, 10, 100 and so on, also at 2 and 5, 20 and 50 if the values have few digits.
 */
static void put_powers(FILE *page, const scale *by)
{
    enum { FEW = 1000 };

    double decade = 1;

    while (decade <= by->most) {
        put_line(page, by, decade);
        if (by->most < FEW && 2 * decade <= by->most) put_line(page, by, 2 * decade);
        if (by->most < FEW && 5 * decade <= by->most) put_line(page, by, 5 * decade);
        decade *= 10;
    }
}

/* Draws lines at 0 and at the multiples of 1, 2 or 5 times a power of ten, at most six of them.
 */
static void put_multiples(FILE *page, const scale *by)
{
    enum { LINES = 6 };
    const double power = pow(10, floor(log10(by->most / LINES)));
    const double times[] = {1, 2, 5, 10};
    size_t i = 0;

    while (times[i] < 10 && by->most / (times[i] * power) > LINES) i++;
    for (int line = 0; line * times[i] * power <= by->most; line++) put_line(page, by, line * times[i] * power);
}

static void put_bar(FILE *page, const cli_plot *plot, const scale *by, size_t row)
{
    const double value = value_of(plot, row), height = height_of(by, value);
    const double left = LEFT + by->width * (double)(row - by->first);
    const double middle = left + by->width * 0.45, top = HEIGHT - BOTTOM - height;
    const int decimals = plot->counts != NULL ? 0 : 4;
    char name[CLI_NUMBER_BYTES];

    plot->row(row, name, sizeof name);
    fprintf(page,
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s %s: %.*f "
      "%s</title></rect>\n",
      left, top, by->width * 0.9, height, plot->rows, name, decimals, value, plot->values);
    if (by->wide && value > 0)
        fprintf(page, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.*f</text>\n", middle, top - 4, decimals / 2,
          value);
    /* Cuts the name of a bin to its lowest number. */
    if (!by->wide) name[strcspn(name + (*name == '-'), "-")] = '\0';
    fprintf(page, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", middle, HEIGHT - BOTTOM + 16, name);
}

static void put_bars(FILE *page, const cli_plot *plot, const scale *by, size_t rows)
{
    fprintf(page, "<div class=\"wide\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", WIDTH, HEIGHT,
      plot->title);
    if (by->logarithmic)
        put_powers(page, by);
    else
        put_multiples(page, by);
    for (size_t i = by->first; i < by->first + rows; i++) put_bar(page, plot, by, i);
    fprintf(page, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s%s</text>\n", WIDTH, HEIGHT - 10, plot->rows,
      by->wide ? "" : ", from");
    fprintf(page, "<text x=\"%d\" y=\"%d\">%s%s</text>\n</svg></div>\n", LEFT, HEIGHT - 10, plot->values,
      by->logarithmic ? "; the scale is logarithmic, from 1/2" : "");
}

static void put_plot(FILE *page, const cli_plot *plot)
{
    size_t first, rows = cli_plot_range(plot, &first);
    scale by = {.logarithmic = plot->counts != NULL,
      .first = first,
      .width = (double)(WIDTH - LEFT) / (double)rows,
      .wide = rows <= WIDE_ROWS};

    if (plot->size == 0) return;
    fprintf(page, "<h2>%s</h2>\n", plot->title);
    for (size_t i = first; i < first + rows; i++) by.most = fmax(by.most, value_of(plot, i));
    if (by.most > 0)
        put_bars(page, plot, &by, rows);
    else
        fputs("<p>There is nothing to show.</p>\n", page);
}

/* ---- tables ---- */

static void put_count(FILE *page, const char *name, uint64_t count)
{
    fprintf(page, "<tr><td>%s</td><td class=\"number\">%" PRIu64 "</td></tr>\n", name, count);
}

/* Writes a mean, and over how many vertices it is. */
static void put_mean(FILE *page, const char *over, uint64_t vertices, double value)
{
    fprintf(page,
      "<tr><td>average clustering coefficient of the %" PRIu64 " vertices %s</td><td class=\"number\">%.6f</td></tr>\n",
      vertices, over, value);
}

static void put_summary(FILE *page, const cli_report *report)
{
    const tricorn_graph_description *described = &report->described;
    const tricorn_clustering_summary *summary = &report->summary;

    fputs("<table id=\"summary\">\n", page);
    put_count(page, "triangles", summary->triangles);
    put_count(page, "vertices with an edge", summary->vertices);
    put_count(page, "vertices without an edge", summary->isolated);
    put_count(page, "edges", summary->edges);
    put_count(page, "largest degree", report->max_degree);
    fprintf(page, "<tr><td>transitivity (3 triangles / wedges)</td><td class=\"number\">%.6f</td></tr>\n",
      summary->transitivity);
    put_mean(page, "with an edge", summary->averaged, summary->average);
    put_mean(page, "of degree 2 and more", summary->degree2, summary->average_degree2);
    if (report->peeled) {
        put_count(page, "largest core number (degeneracy)", report->degeneracy);
        put_count(page, "largest trussness of an edge", report->k_max);
    }
    put_count(page, "edges in the input", described->input_edges);
    put_count(page, "self loops removed", described->self_loops);
    put_count(page, "repeated edges removed", described->duplicates);
    fputs("</table>\n", page);
}

static void put_top(FILE *page, const cli_report *report)
{
    char number[CLI_NUMBER_BYTES];

    if (report->top_count == 0) return;
    fputs("<h2>Vertices in the most triangles</h2>\n<table id=\"top\">\n<tr><th>vertex</th>"
          "<th class=\"number\">degree</th><th class=\"number\">triangles</th>"
          "<th class=\"number\">clustering</th></tr>\n",
      page);
    for (size_t i = 0; i < report->top_count; i++) {
        const cli_report_vertex *top = &report->top[i];
        fputs("<tr><td>", page);
        put_text(page, cli_report_id(report, top->vertex, number));
        fprintf(page,
          "</td><td class=\"number\">%" PRIu64 "</td><td class=\"number\">%" PRIu64
          "</td><td class=\"number\">%.4f</td></tr>\n",
          top->degree, top->triangles, top->clustering);
    }
    fputs("</table>\n", page);
}

/* Returns the name of the graph's file without its folders. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* Writes how and when the page was made. */
static void put_origin(FILE *page, const cli_report *report)
{
    const time_t now = time(NULL);
    struct tm parts;
    char day[sizeof "2026-11-30 and room"] = "";

    if (gmtime_r(&now, &parts) != NULL) strftime(day, sizeof day, "%Y-%m-%d", &parts);
    if (!report->peeled)
        fputs("<p>Cores and trusses are left out: the graph is large, or memory is short. "
              "<code>tricorn core</code> and <code>tricorn truss</code> find them.</p>\n",
          page);
    fputs("<p>Made by <code>tricorn report ", page);
    put_text(page, base_of(report->name));
    fprintf(page, "</code>, tricorn %s, on %s: counted by %s. Definitions are those of NetworkX.</p>\n",
      tricorn_version(), day, report->result.how.algorithm);
}

void cli_report_html(FILE *page, const cli_report *report)
{
    cli_plot plots[CLI_REPORT_PLOTS];

    fputs(head, page);
    fputs("<title>", page);
    put_text(page, base_of(report->name));
    fputs(": triangles and clustering</title>\n</head>\n<body>\n<h1>", page);
    put_text(page, base_of(report->name));
    fputs("</h1>\n", page);
    put_summary(page, report);
    cli_report_plots(report, plots);
    for (size_t i = 0; i < CLI_REPORT_PLOTS; i++) put_plot(page, &plots[i]);
    put_top(page, report);
    put_origin(page, report);
    fputs("</body>\n</html>\n", page);
}
