/* word_files.h - for tests of readers: files whose ids are words. */
#pragma once

#include <inttypes.h>

#include "format_files.h"

/* Writes the edges in the order of the file, as one thread reads them: "a-b c-d". */
static inline tricorn_status read_words(
  const char *name, const char *format, tg_edges *edges, char shown[TEST_PATH_BYTES])
{
    const tg_format *chosen = NULL;
    tg_input *input = NULL;
    size_t used = 0;
    WORKS(tg_input_open(fixture.context, IN_FOLDER(name), &input));
    const tricorn_status status = read_edges(
      fixture.context, input, LOADING(.input.format = format, .input.ids = TRICORN_IDS_STRING), edges, &chosen);
    shown[0] = 0;
    for (uint64_t i = 0; status == TRICORN_OK && i < tg_edges_count(edges); i++) {
        const tg_edge *edge = (const tg_edge *)edges->parts[0].edges + i;
        CHECK(edge->u < edges->vertices && edge->v < edges->vertices, "edge %" PRIu64, i);
        used += (size_t)snprintf(shown + used, TEST_PATH_BYTES - used, "%s%s-%s", i ? " " : "",
          edges->ids.text + edges->ids.starts[edge->u], edges->ids.text + edges->ids.starts[edge->v]);
        CHECK(used < TEST_PATH_BYTES, "edges of %s", name);
    }
    return status;
}

/* Expects that the text has these edges and this number of vertices. */
static inline void check_words_read(
  const char *name, const char *text, const char *format, const char *expected, uint64_t vertices)
{
    static const size_t cuts[] = {1, 2, 7, 40, 1 << 18};
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP};
    const size_t usual = tg_text_chunk_bytes;
    for (size_t c = 0; c < LENGTH(compressions); c++)
        for (size_t i = 0; i < LENGTH(cuts); i++) {
            tg_edges edges = {0};
            char shown[TEST_PATH_BYTES];
            tg_text_chunk_bytes = cuts[i];
            write_file(name, text, strlen(text), compressions[c]);
            WORKS(read_words(name, format, &edges, shown));
            CHECK(strcmp(shown, expected) == 0, "%s gives %s", text, shown);
            CHECK_EQ(edges.vertices, vertices, "%s", text);
            tg_edges_free(&edges);
        }
    tg_text_chunk_bytes = usual;
}

/* Expects that the text is refused with a message that has `part`. */
static inline void check_words_fail(const char *name, const char *text, const char *format, const char *part)
{
    static const size_t cuts[] = {1, 1 << 18};
    const size_t usual = tg_text_chunk_bytes;
    for (size_t i = 0; i < LENGTH(cuts); i++) {
        tg_edges edges = {0};
        char shown[TEST_PATH_BYTES];
        tg_text_chunk_bytes = cuts[i];
        write_file(name, text, strlen(text), TEST_PLAIN);
        FAILS(read_words(name, format, &edges, shown), TRICORN_BAD_FORMAT);
        SAYS(part);
        tg_edges_free(&edges);
    }
    tg_text_chunk_bytes = usual;
}

/* Each allocation fails in turn: that is reported, and nothing leaks. */
static inline void check_memory_faults(const char *name, const char *text, const char *format, tricorn_ids ids)
{
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    write_file(name, text, strlen(text), TEST_PLAIN);
    const char *path = IN_FOLDER(name);
    for (int64_t first = 0; status != TRICORN_OK; first++) {
        tricorn_graph *graph = NULL;
        const int64_t before = fixture.allocator.live_blocks;
        CHECK(first < 500, "reading needs no end of memory");
        test_allocator_fail(&fixture.allocator, first, 1);
        status = tricorn_graph_load(fixture.context, path, LOADING(.input.format = format, .input.ids = ids), &graph);
        test_allocator_fail(&fixture.allocator, -1, 0);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "allocation %" PRId64 ": %s", first,
          tricorn_context_message(fixture.context));
        tricorn_graph_free(graph);
        CHECK_EQ(fixture.allocator.live_blocks, before, "blocks after allocation %" PRId64, first);
    }
}
