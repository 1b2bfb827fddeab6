/* format_files.h - for tests of readers: files made of bytes, read in every way, and compared
 * with edges that were written by hand. */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/format.h"
#include "io/binary/offsets.h"
#include "io/binary/records.h"
#include "io/text/text.h"
#include "support/edge_list.h"
#include "support/fixture.h"
#include "support/spill.h"
#include "unit/io/read_edges.h"

/* ---- bytes ---- */

enum { BYTES_MOST = 1 << 16 };

/* Content to which a test appends. */
typedef struct file_bytes {
    size_t count;
    unsigned char bytes[BYTES_MOST];
} file_bytes;

static inline void put_bytes(file_bytes *file, const void *bytes, size_t count)
{
    CHECK(file->count + count <= BYTES_MOST, "a test's file is too long");
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

/* Appends the number's lower `width` bytes, little-endian; zeros after the eighth. */
static inline void put_number(file_bytes *file, int64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        unsigned char byte = 0;
        if (i < sizeof number) byte = (unsigned char)((uint64_t)number >> (8 * i));
        put_bytes(file, &byte, 1);
    }
}

static inline void put_numbers(file_bytes *file, const int64_t *numbers, size_t count, unsigned width)
{
    for (size_t i = 0; i < count; i++) put_number(file, numbers[i], width);
}

/* ---- reading ---- */

enum { FILE_THREADS = 3 };

static inline void files_create(void)
{
    test_fixture_open(FILE_THREADS);
}

static inline void write_file(const char *name, const void *bytes, size_t count, test_compression compression)
{
    test_file_write(IN_FOLDER(name), bytes, count, compression);
}

/* format NULL: detected by content and name. */
static inline tricorn_status read_file(const char *name, const char *format, bool strict, tg_edges *edges)
{
    tg_input *input = NULL;
    const tg_format *chosen = NULL;
    const tricorn_status status = tg_input_open(fixture.context, IN_FOLDER(name), &input);
    if (status != TRICORN_OK) return status; /* what is packed may be damaged */
    return read_edges(fixture.context, input, LOADING(.input.format = format, .graph.strict = strict), edges, &chosen);
}

/* A text that is refused by a message with this part; NULL: nothing is wrong. */
typedef struct refused_text {
    const char *text, *message;
} refused_text;

/* Loads the text strictly, as a file `a`; message NULL: nothing is wrong. */
static inline void check_strict(const char *format, const char *text, const char *message)
{
    tricorn_graph *graph = NULL;
    write_file("a", text, strlen(text), TEST_PLAIN);
    const tricorn_status status =
      tricorn_graph_load(fixture.context, IN_FOLDER("a"), LOADING(.graph.strict = 1, .input.format = format), &graph);
    CHECK_EQ(status, message ? TRICORN_BAD_FORMAT : TRICORN_OK, "%s", text);
    if (message) SAYS(message);
    tricorn_graph_free(graph);
}

static inline void check_all_strict(const char *format, const refused_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) check_strict(format, texts[i].text, texts[i].message);
}

/* Of the first line of a file with 900 vertices and 5,000 edges. */
static inline void check_large_estimate(const char *name, const char *text, bool exact)
{
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    write_file(name, text, strlen(text), TEST_PLAIN);
    WORKS(tricorn_graph_estimate(fixture.context, IN_FOLDER(name), NULL, &estimate));
    CHECK_EQ(estimate.input_edges, 5000, "edges of %s", text);
    CHECK_EQ(estimate.vertices, 900, "vertices of %s", text);
    CHECK_EQ(estimate.exact, exact, "%s", text);
}

/* A content by whose name or first bytes a format is recognised, or not. */
typedef struct recognised_text {
    const char *name, *text;
    tg_likeness likeness;
} recognised_text;

static inline void check_recognised(const char *format, const recognised_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        CHECK_EQ(tg_format_find(format)->recognise(texts[i].name, texts[i].text, strlen(texts[i].text)),
          texts[i].likeness, "'%s' as %s", texts[i].text, texts[i].name);
}

static inline int by_pair(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

/* The pair of an edge in the user's ids, its smaller end first. */
static inline void set_pair(const tg_edges *edges, tg_wide_edge edge, uint64_t pair[2])
{
    const uint64_t *numbers = edges->ids.numbers;
    if (!edges->wide)
        CHECK(edge.u < edges->vertices && edge.v < edges->vertices,
          "edge %" PRIu64 "-%" PRIu64 " of %" PRIu64 " vertices", edge.u, edge.v, edges->vertices);
    const uint64_t u = numbers ? numbers[edge.u] : edge.u + edges->ids.first;
    const uint64_t v = numbers ? numbers[edge.v] : edge.v + edges->ids.first;
    pair[0] = u < v ? u : v;
    pair[1] = u < v ? v : u;
}

/* The edges in the user's ids, each with its smaller end first, ascending; free() them. A spill is a test_spill. */
static inline uint64_t *sorted_pairs(const tg_edges *edges, uint64_t *count)
{
    uint64_t *pairs = test_allocate(2 * tg_edges_count(edges) + 1, sizeof *pairs);
    uint64_t filled = 0;
    for (uint32_t p = 0; p < edges->part_count; p++)
        for (uint64_t i = 0; i < edges->parts[p].count; i++, filled++) {
            const tg_edge *narrow = edges->parts[p].edges;
            const tg_wide_edge *wide = edges->parts[p].edges;
            set_pair(edges, edges->wide ? wide[i] : (tg_wide_edge){narrow[i].u, narrow[i].v}, pairs + 2 * filled);
        }
    for (uint64_t i = 0; edges->spill && i < edges->spill->taken; i++, filled++)
        set_pair(edges, test_spill_edges(edges->spill)[i], pairs + 2 * filled);
    qsort(pairs, filled, 2 * sizeof *pairs, by_pair);
    *count = filled;
    return pairs;
}

typedef struct expected_edges {
    uint64_t count;
    const uint64_t *pairs; /* smaller end first, ascending */
    bool declared;
    uint64_t vertices; /* with declared */
} expected_edges;

static inline void check_edges_read(const tg_edges *edges, const expected_edges *expected, const char *name)
{
    uint64_t count;
    uint64_t *pairs = sorted_pairs(edges, &count);
    CHECK_EQ(count, expected->count, "edges of %s", name);
    for (uint64_t i = 0; i < 2 * count; i++)
        CHECK_EQ(pairs[i], expected->pairs[i], "end %" PRIu64 " of edge %" PRIu64 " of %s", i % 2, i / 2, name);
    CHECK_EQ(edges->declared, expected->declared, "declared by %s", name);
    if (expected->declared) CHECK_EQ(edges->vertices, expected->vertices, "vertices of %s", name);
    free(pairs);
}

/* Reads a file whose edges spill while they are read, if the format allows it, and whose tables
 * are set aside, a few of their entries at a time. */
static inline tricorn_status read_spilling(const char *name, const char *format, tg_edges *edges, test_spill *spill)
{
    const size_t at_once = tg_offsets_per_view;
    test_spill_open(spill);
    edges->spill = &spill->base;
    tg_offsets_per_view = 2;
    const tricorn_status status = read_file(name, format, false, edges);
    tg_offsets_per_view = at_once;
    return status;
}

static inline void check_spilling_reads(const char *name, const char *format, const expected_edges *expected)
{
    enum { FEW = 16 };
    tg_edges edges = {0};
    test_spill spill;
    WORKS(read_spilling(name, format, &edges, &spill));
    check_edges_read(&edges, expected, name);
    if (edges.spill && expected->count >= FEW) CHECK(spill.base.taken > 0, "%s: no spill", name);
    tg_edges_free(&edges);
    test_spill_close(&spill);
}

/* The failure and its message are the same, whether edges may spill or not. */
static inline void check_spilling_fails(const char *name, const char *format, tricorn_status expected)
{
    char message[TG_MESSAGE_BYTES];
    tg_edges edges = {0};
    test_spill spill;
    snprintf(message, sizeof message, "%s", tricorn_context_message(fixture.context));
    FAILS(read_spilling(name, format, &edges, &spill), expected);
    assert_string_equal(tricorn_context_message(fixture.context), message);
    tg_edges_free(&edges);
    test_spill_close(&spill);
}

/* Writes the bytes under that name, plain and as streams, and expects these edges each time,
 * with chunks of many sizes, in memory and where they spill. */
static inline void check_file_reads(
  const char *name, const void *bytes, size_t count, const char *format, const expected_edges *expected)
{
    static const size_t cuts[] = {1, 7, 16, 40, 1 << 18};
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP, TEST_ZSTD};
    const size_t chunk_bytes = tg_text_chunk_bytes, record_bytes = tg_record_chunk_bytes;
    for (size_t c = 0; c < LENGTH(compressions); c++)
        for (size_t i = 0; i < LENGTH(cuts); i++) {
            tg_edges edges = {0};
            tg_text_chunk_bytes = tg_record_chunk_bytes = cuts[i];
            write_file(name, bytes, count, compressions[c]);
            WORKS(read_file(name, format, false, &edges));
            check_edges_read(&edges, expected, name);
            tg_edges_free(&edges);
            check_spilling_reads(name, format, expected);
        }
    tg_text_chunk_bytes = chunk_bytes;
    tg_record_chunk_bytes = record_bytes;
}

/* check_file_fails, and where edges spill as well. */
static inline void check_fails(const char *name, const void *bytes, size_t count, const char *format,
  tricorn_status expected, const char *part, bool spilling)
{
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP};
    for (size_t c = 0; c < LENGTH(compressions); c++) {
        tg_edges edges = {0};
        write_file(name, bytes, count, compressions[c]);
        FAILS(read_file(name, format, false, &edges), expected);
        SAYS(name);
        if (part) SAYS(part);
        tg_edges_free(&edges);
        if (spilling) check_spilling_fails(name, format, expected);
    }
}

/* Expects that failure, of the plain file and of a stream, in memory and where edges spill; the
 * message holds `part`. */
static inline void check_file_fails(
  const char *name, const void *bytes, size_t count, const char *format, tricorn_status expected, const char *part)
{
    check_fails(name, bytes, count, format, expected, part, true);
}

/* The same of bytes that the name or the content tells to be of a format, and that break it. */
static inline void check_bytes_fail(const char *name, const file_bytes *file, const char *part)
{
    check_file_fails(name, file->bytes, file->count, NULL, TRICORN_BAD_FORMAT, part);
}

static inline void check_bytes_read(const char *name, const file_bytes *file, const expected_edges *expected)
{
    check_file_reads(name, file->bytes, file->count, NULL, expected);
}

static inline void check_texts_fail(
  const char *name, const char *format, tricorn_status status, const refused_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_file_fails(name, texts[i].text, strlen(texts[i].text), format, status, texts[i].message);
}

/* The same in chunks of a few bytes, of some more, and of all. */
static inline void check_texts_fail_cut(const char *name, const char *format, const refused_text *texts, size_t count)
{
    static const size_t cuts[] = {1, 5, 30, 1 << 18};
    const size_t usual = tg_text_chunk_bytes;
    for (size_t c = 0; c < LENGTH(cuts); c++) {
        tg_text_chunk_bytes = cuts[c];
        check_texts_fail(name, format, TRICORN_BAD_FORMAT, texts, count);
    }
    tg_text_chunk_bytes = usual;
}

/* Every prefix of the content is refused: a missing end is always noticed. */
static inline void check_cuts_fail(const char *name, const file_bytes *whole, const char *format)
{
    /* Of these many cuts one is read where edges spill, because that takes longer. */
    enum { SPILLING = 4 };
    for (size_t count = 1; count < whole->count; count++)
        check_fails(name, whole->bytes, count, format, TRICORN_BAD_FORMAT, NULL, count % SPILLING == 0);
}

/* Changes any one byte: the file is read, or refused with a message. */
static inline void check_changes_are_safe(const char *name, const file_bytes *whole, const char *format)
{
    static const unsigned char changes[] = {0x01, 0x80, 0xff};
    file_bytes changed = *whole;
    for (size_t at = 0; at < whole->count; at++)
        for (size_t c = 0; c < sizeof changes; c++) {
            tg_edges edges = {0};
            changed.bytes[at] = whole->bytes[at] ^ changes[c];
            write_file(name, changed.bytes, changed.count, TEST_PLAIN);
            if (read_file(name, format, false, &edges) == TRICORN_OK) {
                uint64_t pairs;
                free(sorted_pairs(&edges, &pairs)); /* checks that all ends are vertices */
            }
            tg_edges_free(&edges);
            changed.bytes[at] = whole->bytes[at];
        }
}

static inline void check_text_changes_are_safe(const char *name, const char *text, const char *format)
{
    file_bytes file = {0};
    put_bytes(&file, text, strlen(text));
    check_changes_are_safe(name, &file, format);
}

/* ---- round trips ---- */

static inline tricorn_graph *load_graph(const char *path, const char *format)
{
    tricorn_graph *graph = test_load(fixture.context, path, LOADING(.input.format = format));
    return graph;
}

/* A file of this text becomes the same text when its graph is written. */
static inline void check_rewritten(const char *name, const char *text, const char *written_name)
{
    size_t count;
    write_file(name, text, strlen(text), TEST_PLAIN);
    tricorn_graph *graph = load_graph(IN_FOLDER(name), NULL);
    const char *path = IN_FOLDER(written_name);
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *written = test_file_read(path, &count);
    assert_string_equal(written, text);
    free(written);
    tricorn_graph_free(graph);
}

/* Saves a graph of these edges as `name` and loads it again (format NULL: by name and content);
 * ids of the loaded graph are larger by `shift`. Vertices must have no gaps. */
static inline void check_round_trip(const char *name, const char *format, const edge_list *list, uint32_t shift)
{
    tg_edges before = {0}, after = {0};
    tricorn_graph *graph = edge_list_graph(fixture.context, list);
    uint64_t count, expected_count;

    const char *path = IN_FOLDER(name);
    WORKS(tricorn_graph_save(fixture.context, graph, path, SAVING(.format = format)));
    tricorn_graph *again = load_graph(path, format);
    CHECK_EQ(again->edges, graph->edges, "edges of %s", name);
    CHECK_EQ(again->active, graph->active, "vertices with an edge of %s", name);
    CHECK_EQ(again->self_loops, 0, "loops of %s", name);

    tricorn_graph *graphs[] = {graph, again};
    tg_edges *sets[] = {&before, &after};
    for (int g = 0; g < 2; g++) {
        WORKS(tg_edges_create(fixture.context, 1, sets[g]));
        WORKS(tg_edge_part_reserve(fixture.context, sets[g]->parts, graph->edges, sizeof(tg_wide_edge)));
        sets[g]->wide = true;
        for (uint32_t u = 0; u < graphs[g]->active; u++)
            for (uint64_t e = graphs[g]->host.offsets[u]; e < graphs[g]->host.offsets[u + 1]; e++)
                tg_edge_part_push_wide(sets[g]->parts, tricorn_graph_id(graphs[g], u),
                  tricorn_graph_id(graphs[g], graphs[g]->host.targets[e]));
    }
    uint64_t *expected = sorted_pairs(&before, &expected_count);
    uint64_t *pairs = sorted_pairs(&after, &count);
    CHECK_EQ(count, expected_count, "edges of %s", name);
    for (uint64_t i = 0; i < 2 * count; i++) CHECK_EQ(pairs[i], expected[i] + shift, "end %" PRIu64 " in %s", i, name);

    free(expected);
    free(pairs);
    tg_edges_free(&before);
    tg_edges_free(&after);
    tricorn_graph_free(graph);
    tricorn_graph_free(again);
}
