/* smat.c - sparse matrices in text: "rows columns entries", then lines "row column value".
 *
 * Rows and columns count from 0. Every entry is an edge, whatever its value is. Source:
 * Gleich's gaimc and overlapping-clusters, readSMAT.m.
 */
#include "io/format.h"

#include <inttypes.h>

#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/scan.h"

enum { SIZE_WORDS = 3 };

static const char SUFFIXES[] = ".smat";
static const char NO_ENTRY[] = "expected a row, a column and a value, three numbers";
static const char OUTSIDE[] = "the row or the column is not below the number that the first line "
                              "says; smat counts from 0";

typedef struct reading {
    uint64_t vertices, entries;
    tg_scan_ids ids;
    tg_gathering gathering;
} reading;

static tricorn_status read_size(tricorn_context *context, tg_input *input, reading *job)
{
    const char *name = tg_input_name(input), *words[SIZE_WORDS];
    tg_header_line line;
    uint64_t columns;
    TG_DO(tg_header_line_read(context, input, &line));
    if (tg_header_split(line.text, words, SIZE_WORDS) != SIZE_WORDS || !tg_header_count(words[0], &job->vertices) ||
        !tg_header_count(words[1], &columns) || !tg_header_count(words[2], &job->entries))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:1: expected three whole numbers, how many rows, columns and entries "
          "there are; if this is an edge list, give " TG_OPTION("format=edges"),
          name);
    if (job->vertices != columns)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:1: with %" PRIu64 " rows and %" PRIu64
          " columns, rows and columns are different things (the graph is bipartite: "
          "it has no triangles); the adjacency matrix of a graph is square",
          name, job->vertices, columns);
    return tg_header_check(context, name, 1, job->vertices);
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    tg_wide_edge entry;
    const char *end = tg_scan_end(line->at);
    if (end != NULL) { /* the line is empty */
        line->at = end + 1;
        return TRICORN_OK;
    }
    const char *at = tg_scan_edge(&job->ids, line->at, &entry, &line->error);
    if (at == NULL) return TRICORN_OK;
    at = tg_scan_number(tg_skip_blanks(at));
    end = at ? tg_scan_end(at) : NULL;
    if (end == NULL) {
        line->error = NO_ENTRY;
        return TRICORN_OK;
    }
    line->at = end + 1;
    return tg_gather_edge(context, &job->gathering, line->thread, entry, line->number);
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

static tricorn_status read_smat(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(read_size(context, input, &job));
    job.ids = (tg_scan_ids){.count = job.vertices, .no_ids = NO_ENTRY, .outside = OUTSIDE};
    TG_TRY(tg_gather_begin(context, options, false, edges, &job.gathering));
    const tg_text_reader reader = {
      .threads = job.gathering.threads, .first_line = 2, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    tg_gather_end(&job.gathering);
    const uint64_t entries = tg_edges_count(edges);
    if (entries != job.entries)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s:1: says %" PRIu64 " entries, but there are %" PRIu64 "%s",
          tg_input_name(input), job.entries, entries, entries < job.entries ? ": is the file cut?" : ""));
    edges->declared = true;
    edges->vertices = job.vertices;

cleanup:
    tg_gather_end(&job.gathering);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)bytes;
    (void)count;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    reading found = {0};
    (void)options;
    TG_DO(tg_header_skip_mark(context, input));
    TG_DO(read_size(context, input, &found));
    *sizes = tg_sizes_declared(found.entries, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(smat) = {
  .estimate = estimate,
  .description = {.name = "smat",
    .summary = "sparse matrix: 'rows columns entries', lines 'row column value'",
    .suffixes = SUFFIXES,
    .reads = "directions isolated large pipe parallel"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_smat,
};
