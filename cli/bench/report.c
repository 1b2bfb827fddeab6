/* report.c - prints a table of medians and ratios for each graph, or records as lines of JSON. */
#include "bench/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/samples.h"
#include "json.h"
#include "shown.h"
#include "text.h"

enum {
    ALGORITHM,
    DEVICE,
    READ,
    PREPARE,
    TRANSFER,
    SINGLE,
    SOLVE,
    SOLVE_RATIO,
    PLAN,
    REPEATED,
    IQR,
    REPEATED_RATIO,
    EDGE_RATE,
    TRIANGLES,
    STATUS,
    COLUMNS
};

static const char *const headings[COLUMNS] = {"ALGORITHM", "DEVICE", "READ", "PREPARE", "TRANSFER", "SINGLE COUNT",
  "SOLVE", "RATIO", "PLAN", "REPEATED COUNT", "IQR", "RATIO", "EDGES/S", "TRIANGLES", "STATUS"};

/* ---- numbers ---- */

/* Returns the median of a phase; NaN if the record has no samples of it. */
static double median(json_object *record, const char *samples)
{
    return bench_json_spread(bench_json_get(record, samples)).median;
}

/* Returns the time from the graph that was read to its count. Peers need not report any phase
 * except for the repeated count, which stands for their single count. */
static double solve_seconds(json_object *record)
{
    static const char *const parts[] = {"prepare_seconds", "transfer_seconds", "count_seconds"};
    const double once = median(record, "once_seconds");
    double sum = 0;

    if (!isnan(once)) return once;
    if (isnan(median(record, "count_seconds"))) return NAN;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const double part = median(record, parts[i]);
        if (!isnan(part)) sum += part;
    }
    return sum;
}

static char *seconds_text(double seconds)
{
    static const double second = 1, milli = 1e-3, micro = 1e-6;

    if (isnan(seconds)) return cli_string("-");
    if (seconds == 0) return cli_string("0");
    if (seconds >= second) return cli_string("%.3f s", seconds);
    if (seconds >= milli) return cli_string("%.3f ms", seconds / milli);
    return cli_string("%.1f us", seconds / micro);
}

static char *ratio_text(double value, double base)
{
    if (isnan(value) || isnan(base) || !(base > 0)) return cli_string("-");
    return cli_string(value < base ? "%.3f" : "%.2f", value / base);
}

static char *rate_text(json_object *record, const char *key)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    enum { UNITS = sizeof units / sizeof *units, STEP = 1000 };
    json_object *value = bench_json_get(record, key);
    double rate = json_object_get_double(value);
    size_t unit = 0;

    if (value == NULL) return cli_string("-");
    while (rate >= STEP && unit + 1 < UNITS) {
        rate /= STEP;
        unit++;
    }
    return cli_string("%.1f%s", rate, units[unit]);
}

/* ---- the table ---- */

static json_object *find(json_object *records, const char *algorithm)
{
    for (size_t i = 0; i < json_object_array_length(records); i++) {
        json_object *record = json_object_array_get_idx(records, i);
        if (strcmp(bench_json_text(record, "algorithm"), algorithm) == 0) return record;
    }
    return NULL;
}

/* Returns the record to which ratios relate: that of --base; otherwise that of the first peer;
 * without peers, that of the first case. */
static json_object *base_of(const cli_options *options, json_object *records)
{
    if (options->base != NULL) return find(records, options->base);
    for (size_t i = 0; i < json_object_array_length(records); i++) {
        json_object *record = json_object_array_get_idx(records, i);
        if (json_object_get_boolean(bench_json_get(record, "peer")) &&
            strcmp(bench_json_text(record, "status"), "ok") == 0)
            return record;
    }
    return json_object_array_get_idx(records, 0);
}

static char *status_text(json_object *record)
{
    const char *status = bench_json_text(record, "status");

    if (strcmp(status, "ok") != 0) return cli_string("%s: %s", status, bench_json_text(record, "message"));
    if (!json_object_get_boolean(bench_json_get(record, "verified"))) return cli_string("ok, unverified");
    return cli_string("ok, verified by %s",
      strcmp(bench_json_text(record, "verified_by"), "published") == 0 ? "the published count" : "agreement");
}

/* Returns the device, or two where the single count and the repeated ones ran on different ones. */
static char *device_text(json_object *record)
{
    const char *single = bench_json_text(record, "single_count_device"), *repeated = bench_json_text(record, "device");
    return *single != '\0' ? cli_string("%s, %s", single, repeated) : cli_string("%s", repeated);
}

static char *cell(json_object *record, json_object *base, int column)
{
    const double count = median(record, "count_seconds"), solve = solve_seconds(record);
    uint64_t triangles;

    switch (column) {
    case ALGORITHM: return cli_string("%s", bench_json_text(record, "algorithm"));
    case DEVICE: return device_text(record);
    case READ: return seconds_text(median(record, "read_seconds"));
    case PREPARE: return seconds_text(median(record, "prepare_seconds"));
    case TRANSFER: return seconds_text(median(record, "transfer_seconds"));
    case SINGLE: return seconds_text(median(record, "single_count_seconds"));
    case SOLVE: return seconds_text(solve);
    case SOLVE_RATIO: return ratio_text(solve, solve_seconds(base));
    case PLAN: return seconds_text(median(record, "plan_seconds"));
    case REPEATED: return seconds_text(count);
    case IQR: return seconds_text(bench_json_spread(bench_json_get(record, "count_seconds")).iqr);
    case REPEATED_RATIO: return ratio_text(count, median(base, "count_seconds"));
    case EDGE_RATE: return rate_text(record, "edges_per_second");
    case TRIANGLES:
        if (!bench_json_number(record, "triangles", &triangles)) return cli_string("-");
        return cli_string("%" PRIu64, triangles);
    default: return status_text(record);
    }
}

static bool is_left_aligned(int column)
{
    return column == ALGORITHM || column == DEVICE || column == STATUS;
}

static void print_row(char *const *cells, const size_t *widths)
{
    for (int column = 0; column < COLUMNS; column++) {
        const int width = column == STATUS ? 0 : (int)widths[column];
        printf("%*s%s", is_left_aligned(column) ? -width : width, cells[column], column == STATUS ? "\n" : "  ");
    }
}

static void print_table(json_object *records, json_object *base)
{
    const size_t rows = json_object_array_length(records) + 1;
    char **cells = cli_needed(calloc(rows * COLUMNS, sizeof *cells));
    size_t widths[COLUMNS] = {0};

    for (size_t row = 0; row < rows; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            char **one = &cells[row * COLUMNS + (size_t)column];
            *one = row == 0 ? cli_string("%s", headings[column])
                            : cell(json_object_array_get_idx(records, row - 1), base, column);
            cli_show(*one);
            if (strlen(*one) > widths[column]) widths[column] = strlen(*one);
        }
    }
    for (size_t row = 0; row < rows; row++) print_row(&cells[row * COLUMNS], widths);
    for (size_t i = 0; i < rows * COLUMNS; i++) free(cells[i]);
    free(cells);
}

/* Prints a title such as "s18: 174052 vertices, 3805628 edges; medians of 3 rounds, ratios to gapbs". */
static void print_title(const bench_graph *graph, json_object *records, json_object *base)
{
    uint64_t vertices, edges, rounds;
    char text[CLI_NUMBER_BYTES];

    char *name = cli_shown(graph->name);

    printf("%s", name);
    free(name);
    if (bench_json_number(base, "vertices", &vertices) && bench_json_number(base, "edges", &edges))
        printf(": %" PRIu64 " vertices, %s", vertices, cli_plural(edges, "edge", text));
    if (bench_json_number(json_object_array_get_idx(records, 0), "rounds", &rounds))
        printf("; medians of %s, ratios to %s", cli_plural(rounds, "round", text), bench_json_text(base, "algorithm"));
    printf("\n");
}

void bench_report(
  const cli_session *session, const cli_options *options, const bench_graph *graph, json_object *records)
{
    json_object *base = base_of(options, records);

    if (session->options.json) {
        for (size_t i = 0; i < json_object_array_length(records); i++)
            cli_json_print(json_object_get(json_object_array_get_idx(records, i)));
    } else if (base != NULL) {
        print_title(graph, records, base);
        print_table(records, base);
        printf("\n");
    }
    fflush(stdout); /* a run may take days, so what is known is shown */
}
