/* lines.c - rounds of pieces: while one round is made, the previous one is written.
 *
 * Only the caller's thread writes: signals that stop the program interrupt the system calls of
 * this thread, not those of others.
 */
#include "analysis/lines.h"

#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/suffix.h"

enum {
    PIECE_ROWS = 1 << 12, /* rows of a piece: their text stays in the second level cache; with
                             fewer, threads would meet too often */
    PIECES_A_THREAD = 2   /* pieces in a round */
};

/* The pieces of one round, in the order of the rows. */
typedef struct round {
    tg_line_text *texts;
    uint32_t count; /* of texts that are not written yet */
} round;

struct tg_lines {
    tg_line_shape shape;
    tg_output *output;
    uint32_t pieces; /* pieces in a round */
    round rounds[2];
    uint32_t next; /* the round being made; the other one is written meanwhile */
};

/* ---- choosing ----------------------------------------------------------------------------- */

static const struct {
    const char *name, *suffix;
    tg_line_format format;
} formats[] = {{"text", ".txt", TG_LINES_TEXT},
               {"csv", ".csv", TG_LINES_CSV},
               {"tsv", ".tsv", TG_LINES_TSV},
               {"jsonl", ".jsonl", TG_LINES_JSON},
               {"binary", ".bin", TG_LINES_BINARY}};

static bool matches(size_t f, const char *name, const char *path)
{
    if (name) return strcmp(name, formats[f].name) == 0;
    return path && tg_suffix_is(path, tg_suffix_plain(path), formats[f].suffix,
                                strlen(formats[f].suffix));
}

/* Another suffix is likely that of a graph's format, of which a table is none. */
static tricorn_status refuse_suffix(tricorn_context *context, const char *path)
{
    const size_t length = tg_suffix_plain(path), stem = tg_suffix_stem(path, length);
    if (stem == length) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "%s: no table has the suffix '%.*s', but .txt, .csv, .tsv, .jsonl or .bin, or "
                   "none; for another one name the format: text, csv, tsv, jsonl or binary",
                   path, (int)(length - stem), path + stem);
}

/* JSON is UTF-8, and nothing in it could stand for other bytes without becoming another id. */
static tricorn_status require_utf8(tricorn_context *context, const tricorn_graph *graph)
{
    enum { SHOWN = 64 };
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const char *word = graph->ids.text + graph->ids.starts[tg_graph_input_id(graph, v)];
        if (tg_is_utf8(word)) continue;
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the id '%.*s' is not UTF-8, which JSON has to be: choose text, csv or tsv, "
                       "or convert the file",
                       SHOWN, word);
    }
    return TRICORN_OK;
}

tricorn_status tg_lines_choose(tricorn_context *context, const tricorn_graph *graph,
                               const char *name, const char *path, tg_line_format *format)
{
    tg_line_format chosen = TG_LINES_TEXT;
    bool found = name == NULL && path == NULL; /* a descriptor without a name: text */
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        if (matches(f, name, path)) {
            chosen = formats[f].format;
            found = true;
        }
    if (name && !found)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no table format '%s'; give text, csv, tsv, jsonl or "
                       "binary",
                       name);
    if (chosen == TG_LINES_BINARY && graph->ids.text)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the binary format holds numbers, and the ids of this graph are words: "
                       "choose text, csv, tsv or jsonl");
    tricorn_status status = TRICORN_OK;
    if (!found) status = refuse_suffix(context, path);
    if (status == TRICORN_OK && chosen == TG_LINES_JSON && graph->ids.text)
        status = require_utf8(context, graph);
    if (status == TRICORN_OK) *format = chosen;
    return status;
}

/* ---- opening ------------------------------------------------------------------------------ */

static tricorn_status write_heading(tricorn_context *context, const tg_lines *lines)
{
    tricorn_status status = TRICORN_OK;
    tg_line_text text = {0};
    TG_TRY(tg_line_text_heading(context, &lines->shape, &text));
    TG_TRY(tg_output_write(context, lines->output, text.bytes, text.used));
cleanup:
    tg_free(text.bytes);
    return status;
}

tricorn_status tg_lines_open(tricorn_context *context, tg_output *output,
                             const tg_line_shape *shape, tg_lines **lines)
{
    tricorn_status status = TRICORN_OK;
    tg_lines *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->shape = *shape;
    made->output = output;
    made->pieces = context->threads * PIECES_A_THREAD;
    for (int r = 0; r < 2; r++)
        TG_TRY(TG_ALLOC_ZERO(context, made->pieces, &made->rounds[r].texts));
    TG_TRY(write_heading(context, made));
    *lines = made;
    made = NULL;
cleanup:
    tg_lines_free(made);
    return status;
}

void tg_lines_free(tg_lines *lines)
{
    if (lines == NULL) return;
    for (int r = 0; r < 2; r++) {
        tg_line_text *texts = lines->rounds[r].texts;
        for (uint32_t p = 0; texts && p < lines->pieces; p++) tg_free(texts[p].bytes);
        tg_free(texts);
    }
    tg_free(lines);
}

const tg_line_shape *tg_lines_shape(const tg_lines *lines)
{
    return &lines->shape;
}

/* ---- rows --------------------------------------------------------------------------------- */

static tricorn_status write_round(tricorn_context *context, const tg_lines *lines, round *made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = made->count;
    made->count = 0;
    for (uint32_t p = 0; p < count && status == TRICORN_OK; p++)
        status =
            tg_output_write(context, lines->output, made->texts[p].bytes, made->texts[p].used);
    return status;
}

/* `count` of the rows, from `first` on. */
static tg_line_rows rows_from(const tg_lines *lines, const tg_line_rows *rows, uint64_t first,
                              uint64_t count)
{
    return (tg_line_rows){
        .vertices = rows->vertices + first * lines->shape.ends,
        .counts = rows->counts ? rows->counts + first * lines->shape.counts : NULL,
        .supports = rows->supports ? rows->supports + first : NULL,
        .reals = rows->reals ? rows->reals + first * lines->shape.reals : NULL,
        .count = count,
    };
}

static tricorn_status make_piece(tricorn_context *context, const tg_lines *lines,
                                 const tg_line_rows *rows, uint32_t piece, tg_line_text *text)
{
    const uint64_t first = (uint64_t)piece * PIECE_ROWS, left = rows->count - first;
    const tg_line_rows part =
        rows_from(lines, rows, first, left < PIECE_ROWS ? left : PIECE_ROWS);
    text->used = 0;
    return tg_line_text_rows(context, &lines->shape, &part, text);
}

/* The rows are those of one round. */
static tricorn_status put_round(tricorn_context *context, tg_lines *lines,
                                const tg_line_rows *rows)
{
    round *made = &lines->rounds[lines->next], *written = &lines->rounds[!lines->next];
    const uint32_t count = (uint32_t)((rows->count + PIECE_ROWS - 1) / PIECE_ROWS);
    _Atomic uint32_t next = 0;
    _Atomic int failure = TRICORN_OK;

#pragma omp parallel num_threads((int)context->threads) if (count > 1)
    {
        if (omp_get_thread_num() == 0)
            tg_keep_failure(&failure, write_round(context, lines, written));
        for (uint32_t p; (p = atomic_fetch_add(&next, 1)) < count;)
            tg_keep_failure(&failure, make_piece(context, lines, rows, p, &made->texts[p]));
    }
    made->count = count;
    lines->next = !lines->next;
    return (tricorn_status)failure;
}

tricorn_status tg_lines_put(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows)
{
    const uint64_t most = (uint64_t)lines->pieces * PIECE_ROWS;
    tricorn_status status = TRICORN_OK;
    for (uint64_t first = 0; first < rows->count && status == TRICORN_OK; first += most) {
        const uint64_t left = rows->count - first;
        const tg_line_rows part = rows_from(lines, rows, first, left < most ? left : most);
        status = put_round(context, lines, &part);
    }
    return status;
}

tricorn_status tg_lines_finish(tricorn_context *context, tg_lines *lines)
{
    return write_round(context, lines, &lines->rounds[!lines->next]);
}
