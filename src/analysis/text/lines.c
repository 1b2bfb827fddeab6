/* lines.c - formats chunks of rows with all threads while the previous chunks are written.
 *
 * - A round has some chunks for each thread. Two rounds alternate: while one is formatted, the
 *   other one is written.
 * - Rows are kept until they fill a round, however few come in a call.
 * - Only the caller's thread writes: signals that stop the program interrupt the system calls of
 *   this thread, not those of others.
 * - If the ids are on disk, rows are kept until their memory is full; then all their ids are
 *   read in one pass.
 */
#include "analysis/text/lines.h"

#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "base/parallel.h"
#include "io/binary/parquet_writer.h"
#include "io/bytes/suffix.h"
#include "store/store.h"

enum {
    /* Rows of a chunk, whose text stays in the second level cache; with fewer, threads would
     * wait for each other too often. */
    CHUNK_ROWS = 1 << 13,
    CHUNK_LEAST = 1 << 9, /* rows of a smaller round that are worth another thread */
    CHUNKS_A_THREAD = 2, /* chunks of a round, for each thread */
    /* An eighth of the memory is for the texts of both rounds, another for rows that wait, and
     * another for the words of their ids. */
    MEMORY_SHARE = 8,
    TEXT_SHARE = 4, /* a quarter of those words' memory is for text that is formatted at once */
    TEXT_KEPT = 1 << 21, /* a text with more bytes is freed after it is written */
    WAITING_LEAST = 1 << 10,
    NAMING_BYTES = 40 /* the memory that each vertex of a waiting row needs */
};

/* The texts of one round, in the order of the rows. */
typedef struct round {
    tg_line_text *texts;
    uint32_t count; /* how many texts are not written yet */
} round;

/* Rows that wait until they fill a round or, if ids are on disk, until their ids are read. */
typedef struct waiting_rows {
    /* The vertices or, if ids are on disk, the numbers that they have in the input. */
    uint32_t *vertices;
    uint64_t *counts;
    double *reals;
    uint64_t count, room, text_room;
} waiting_rows;

struct tg_lines {
    tg_line_shape shape;
    tg_output *output;
    uint32_t chunks; /* the most chunks of a round */
    round rounds[2];
    uint32_t next; /* the round that is formatted next; the other one is written meanwhile */
    waiting_rows waiting;
};

/* ---- choosing ---- */

static const struct {
    const char *name, *suffix;
    tg_line_format format;
} formats[] = {{"text", ".txt", TG_LINES_TEXT}, {"csv", ".csv", TG_LINES_CSV}, {"tsv", ".tsv", TG_LINES_TSV},
  {"jsonl", ".jsonl", TG_LINES_JSON}, {"binary", ".bin", TG_LINES_BINARY}, {"parquet", ".parquet", TG_LINES_PARQUET}};

static bool matches(size_t f, const char *name, const char *path)
{
    if (name) return strcmp(name, formats[f].name) == 0;
    return path && tg_suffix_is(path, tg_suffix_plain(path), formats[f].suffix, strlen(formats[f].suffix));
}

static const char *list_formats(char names[TG_NAMES_BYTES])
{
    *names = 0;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) tg_names_add(names, formats[f].name);
    return names;
}

/* Fails for any other suffix, because that is probably the suffix of a graph's format. */
static tricorn_status refuse_suffix(tricorn_context *context, const char *path)
{
    const size_t length = tg_suffix_plain(path), stem = tg_suffix_stem(path, length);
    if (stem == length) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "%s: no table has the suffix '%.*s', but .txt, .csv, .tsv, .jsonl, .bin or .parquet, or "
      "none, and .graphml, .gexf, .gml or .json is the graph with the values; for another one "
      "name the format by " TG_OPTION("format=NAME") ": text, csv, tsv, jsonl, binary or parquet",
      path, (int)(length - stem), path + stem);
}

bool tg_lines_are_words(const tricorn_graph *graph)
{
    return graph->ids_on_disk ? graph->store->id_table->words : graph->ids.text != NULL;
}

static tricorn_status refuse_word(tricorn_context *context, const char *word)
{
    enum { SHOWN = 64 };
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "the id '%.*s' is not UTF-8, which JSON and Parquet have to be: choose text, csv or tsv, "
      "or convert the file",
      SHOWN, word);
}

/* Checks that all words in an id table are UTF-8. */
static tricorn_status require_utf8_on_disk(tricorn_context *context, tg_id_table *table)
{
    enum { AT_ONCE = 1 << 12 };
    const uint64_t all = tg_id_table_count(table);
    const uint64_t text_room = tg_memory_room(context->memory) / MEMORY_SHARE;
    tricorn_status status = TRICORN_OK;
    uint32_t numbers[AT_ONCE];
    tg_ids ids = {0};
    for (uint64_t first = 0, read = 0; first < all; first += read) {
        const uint64_t count = all - first < AT_ONCE ? all - first : AT_ONCE;
        for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(first + i);
        const tg_id_query query = {numbers, count, text_room};
        TG_TRY(tg_id_table_read(context, table, &query, &ids, &read));
        for (uint64_t i = 0; i < read; i++)
            if (!tg_is_utf8(ids.text + ids.starts[i])) TG_TRY(refuse_word(context, ids.text + ids.starts[i]));
        tg_ids_free(&ids);
    }
cleanup:
    tg_ids_free(&ids);
    return status;
}

/* Checks that all words are UTF-8, because JSON cannot express other bytes. */
static tricorn_status require_utf8(tricorn_context *context, const tricorn_graph *graph)
{
    if (graph->ids_on_disk) return require_utf8_on_disk(context, graph->store->id_table);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const char *word = graph->ids.text + graph->ids.starts[tg_graph_input_id(graph, v)];
        if (!tg_is_utf8(word)) return refuse_word(context, word);
    }
    return TRICORN_OK;
}

tricorn_status tg_lines_choose(
  tricorn_context *context, const tricorn_graph *graph, const char *name, const char *path, tg_line_format *format)
{
    char names[TG_NAMES_BYTES];
    tg_line_format chosen = TG_LINES_TEXT;
    /* A descriptor without the name of a format receives text. */
    bool found = name == NULL && path == NULL;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        if (matches(f, name, path)) {
            chosen = formats[f].format;
            found = true;
        }
    if (name && !found) return tg_no_name(context, "table format", name, list_formats(names));
    const bool words = graph && tg_lines_are_words(graph);
    if (chosen == TG_LINES_BINARY && words)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the binary format holds numbers, and the ids of this graph are words: "
          "choose text, csv, tsv or jsonl");
    tricorn_status status = TRICORN_OK;
    if (!found) status = refuse_suffix(context, path);
    if (status == TRICORN_OK && chosen == TG_LINES_PARQUET) status = tg_parquet_require(context, path);
    if (status == TRICORN_OK && words && (chosen == TG_LINES_JSON || chosen == TG_LINES_PARQUET))
        status = require_utf8(context, graph);
    if (status == TRICORN_OK) *format = chosen;
    return status;
}

/* ---- opening ---- */

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

tricorn_status tg_lines_open(tricorn_context *context, tg_output *output, const tg_line_shape *shape, tg_lines **lines)
{
    tricorn_status status = TRICORN_OK;
    tg_lines *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->shape = *shape;
    made->output = output;
    made->chunks = context->threads * CHUNKS_A_THREAD;
    for (int r = 0; r < 2; r++) TG_TRY(TG_ALLOC_ZERO(context, made->chunks, &made->rounds[r].texts));
    if (!shape->headless) TG_TRY(write_heading(context, made));
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
        for (uint32_t p = 0; texts && p < lines->chunks; p++) tg_free(texts[p].bytes);
        tg_free(texts);
    }
    tg_free(lines->waiting.vertices);
    tg_free(lines->waiting.counts);
    tg_free(lines->waiting.reals);
    tg_free(lines);
}

const tg_line_shape *tg_lines_shape(const tg_lines *lines)
{
    return &lines->shape;
}

/* ---- rows ---- */

static tricorn_status write_round(tricorn_context *context, const tg_lines *lines, round *made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = made->count;
    made->count = 0;
    for (uint32_t p = 0; p < count && status == TRICORN_OK; p++) {
        tg_line_text *text = &made->texts[p];
        status = tg_output_write(context, lines->output, text->bytes, text->used);
        if (text->room <= TEXT_KEPT) continue;
        tg_free(text->bytes);
        *text = (tg_line_text){0};
    }
    return status;
}

/* Returns `count` rows, beginning with number `first`. */
static tg_line_rows rows_from(const tg_lines *lines, const tg_line_rows *rows, uint64_t first, uint64_t count)
{
    return (tg_line_rows){
      .vertices = rows->vertices + first * lines->shape.ends,
      .counts = rows->counts ? rows->counts + first * lines->shape.counts : NULL,
      .supports = rows->supports ? rows->supports + first : NULL,
      .reals = rows->reals ? rows->reals + first * lines->shape.reals : NULL,
      .count = count,
      .ids = rows->ids,
    };
}

/* Returns how many rows each chunk of a round has, so that all threads format. */
static uint64_t chunk_rows(const tg_lines *lines, uint64_t rows)
{
    const uint64_t even = (rows + lines->chunks - 1) / lines->chunks;
    return even > CHUNK_LEAST ? even : CHUNK_LEAST;
}

static uint64_t round_rows(const tg_lines *lines)
{
    return (uint64_t)lines->chunks * CHUNK_ROWS;
}

/* Formats the rows of one round; meanwhile thread 0 first writes the previous round. If the
 * output is compressed, all threads do that before. */
static tricorn_status put_round(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows)
{
    round *made = &lines->rounds[lines->next], *written = &lines->rounds[!lines->next];
    const uint64_t most = chunk_rows(lines, rows->count);
    const uint32_t count = (uint32_t)((rows->count + most - 1) / most);
    _Atomic uint32_t next = 0;
    _Atomic int failure = TRICORN_OK;
    if (tg_output_is_packed(lines->output)) tg_keep_failure(&failure, write_round(context, lines, written));

#pragma omp parallel num_threads((int)context->threads) if (count > 1)
    {
        if (omp_get_thread_num() == 0) tg_keep_failure(&failure, write_round(context, lines, written));
        for (uint32_t p; (p = atomic_fetch_add(&next, 1)) < count;) {
            const uint64_t first = p * most, left = rows->count - first;
            const tg_line_rows chunk = rows_from(lines, rows, first, left < most ? left : most);
            made->texts[p].used = 0;
            tg_keep_failure(&failure, tg_line_text_rows(context, &lines->shape, &chunk, &made->texts[p]));
        }
    }
    made->count = count;
    lines->next = !lines->next;
    return (tricorn_status)failure;
}

static tricorn_status put_rounds(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows)
{
    const uint64_t most = round_rows(lines);
    tricorn_status status = TRICORN_OK;
    for (uint64_t first = 0; first < rows->count && status == TRICORN_OK; first += most) {
        const uint64_t left = rows->count - first;
        const tg_line_rows part = rows_from(lines, rows, first, left < most ? left : most);
        status = put_round(context, lines, &part);
    }
    return status;
}

/* ---- rows whose ids are on disk ---- */

/* Returns how many rows, from number `first` on, have words of at most `most_bytes` together; at least one. */
static uint64_t rows_within(const tg_lines *lines, const tg_line_rows *rows, uint64_t first, uint64_t most_bytes)
{
    const uint32_t ends = lines->shape.ends;
    uint64_t bytes = 0, row = first;
    for (; row < rows->count; row++) {
        for (uint32_t end = 0; end < ends; end++)
            bytes += strlen(rows->ids->text + rows->ids->starts[rows->vertices[row * ends + end]]);
        if (bytes > most_bytes && row > first) break;
    }
    return row - first;
}

/* Writes rows whose ids are words, which may be long. */
static tricorn_status put_words(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows)
{
    const uint64_t most_bytes = lines->waiting.text_room / TEXT_SHARE;
    for (uint64_t first = 0, some; first < rows->count; first += some) {
        some = rows_within(lines, rows, first, most_bytes);
        const tg_line_rows part = rows_from(lines, rows, first, some);
        TG_DO(put_rounds(context, lines, &part));
    }
    return TRICORN_OK;
}

/* Reads the ids of waiting rows, as many at a time as fit in memory, and writes these rows. */
static tricorn_status put_named(tricorn_context *context, tg_lines *lines)
{
    waiting_rows *from = &lines->waiting;
    const uint32_t ends = lines->shape.ends;
    tricorn_status status = TRICORN_OK;
    uint64_t taken = from->count;
    tg_ids ids = {0};

    for (uint64_t first = 0; first < from->count; taken = from->count - first) {
        uint32_t *numbers = from->vertices + first * ends;
        for (bool fits = false; !fits;) {
            const uint64_t text_room = taken > 1 ? from->text_room : UINT64_MAX;
            const tg_id_query query = {numbers, taken * ends, text_room};
            TG_TRY(tg_id_table_look_up(context, lines->shape.graph->store->id_table, &query, &ids, &fits));
            if (!fits) taken /= 2;
        }
        const tg_line_rows rows = {
          .vertices = numbers,
          .counts = from->counts + first * lines->shape.counts,
          .reals = from->reals + first * lines->shape.reals,
          .count = taken,
          .ids = &ids,
        };
        TG_TRY(ids.text ? put_words(context, lines, &rows) : put_rounds(context, lines, &rows));
        tg_ids_free(&ids);
        if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
        first += taken;
    }
cleanup:
    tg_ids_free(&ids);
    return status;
}

/* ---- rows that wait ---- */

static bool ids_on_disk(const tg_lines *lines)
{
    return lines->shape.graph->ids_on_disk;
}

/* Decides how many rows wait, and how many chunks a round has. This is done with the first row,
 * because the counts are in memory by then. */
static tricorn_status open_waiting(tricorn_context *context, tg_lines *lines)
{
    const tg_line_shape *shape = &lines->shape;
    waiting_rows *rows = &lines->waiting;
    const uint64_t share = tg_memory_room(context->memory) / MEMORY_SHARE;
    const uint64_t chunks = share / (2 * CHUNK_ROWS * tg_line_text_row_bytes(shape));
    if (chunks < lines->chunks) lines->chunks = chunks > 0 ? (uint32_t)chunks : 1;

    const uint64_t end_bytes = ids_on_disk(lines) ? NAMING_BYTES : sizeof *rows->vertices;
    const uint64_t value_bytes = (shape->counts + shape->reals) * sizeof *rows->counts;
    uint64_t room = share / (shape->ends * end_bytes + value_bytes);
    if (!ids_on_disk(lines) && room > round_rows(lines)) room = round_rows(lines);
    rows->room = room > WAITING_LEAST ? room : WAITING_LEAST;
    rows->text_room = share;
    TG_DO(TG_ALLOC(context, rows->room * shape->ends, &rows->vertices));
    TG_DO(TG_ALLOC(context, rows->room * shape->counts + 1, &rows->counts));
    return TG_ALLOC(context, rows->room * shape->reals + 1, &rows->reals);
}

/* Adds the rows to those that wait. */
static void keep_rows(tg_lines *lines, const tg_line_rows *rows)
{
    const tg_line_shape *shape = &lines->shape;
    waiting_rows *to = &lines->waiting;
    uint32_t *vertices = to->vertices + to->count * shape->ends;
    uint64_t *counts = to->counts + to->count * shape->counts;
    for (uint64_t i = 0; i < rows->count * shape->ends; i++)
        vertices[i] = ids_on_disk(lines) ? tg_graph_input_id(shape->graph, rows->vertices[i]) : rows->vertices[i];
    if (rows->counts)
        memcpy(counts, rows->counts, rows->count * shape->counts * sizeof *counts);
    else
        for (uint64_t i = 0; rows->supports && i < rows->count; i++) counts[i] = rows->supports[i];
    if (rows->reals)
        memcpy(to->reals + to->count * shape->reals, rows->reals, rows->count * shape->reals * sizeof *rows->reals);
    to->count += rows->count;
}

static tricorn_status put_waiting(tricorn_context *context, tg_lines *lines)
{
    waiting_rows *from = &lines->waiting;
    const tg_line_rows rows = {
      .vertices = from->vertices, .counts = from->counts, .reals = from->reals, .count = from->count};
    const tricorn_status status = ids_on_disk(lines) ? put_named(context, lines) : put_rounds(context, lines, &rows);
    from->count = 0;
    return status;
}

/* ---- both ---- */

tricorn_status tg_lines_put(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows)
{
    waiting_rows *to = &lines->waiting;
    if (to->reals == NULL) TG_DO(open_waiting(context, lines));
    for (uint64_t first = 0, taken; first < rows->count; first += taken) {
        const uint64_t left = rows->count - first, free_rows = to->room - to->count;
        taken = left < free_rows ? left : free_rows;
        const tg_line_rows part = rows_from(lines, rows, first, taken);
        if (taken == to->room && !ids_on_disk(lines)) {
            TG_DO(put_rounds(context, lines, &part)); /* without a copy */
            continue;
        }
        keep_rows(lines, &part);
        if (to->count == to->room) TG_DO(put_waiting(context, lines));
    }
    return TRICORN_OK;
}

tricorn_status tg_lines_finish(tricorn_context *context, tg_lines *lines)
{
    TG_DO(put_waiting(context, lines));
    return write_round(context, lines, &lines->rounds[!lines->next]);
}
