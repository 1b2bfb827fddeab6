/* test_write_edges.c - edges that come as a stream: every format that can write a stream writes
 * the bytes that it writes for the graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/format.h"
#include "support/families.h"
#include "support/fixture.h"

/* Edges of a list, `most` at a time. */
typedef struct list_stream {
    const edge_list *list;
    uint64_t at, most;
    tricorn_status after; /* what the call after the last edge returns */
} list_stream;

static tricorn_status next(tricorn_context *context, void *user, const tg_edge **edges, uint64_t *count)
{
    list_stream *from = user;
    const uint64_t left = from->list->count - from->at;
    if (left == 0 && from->after != TRICORN_OK) return tg_fail(context, from->after, "no more");
    *edges = (const tg_edge *)from->list->pairs + from->at;
    *count = left < from->most ? left : from->most;
    from->at += *count;
    return TRICORN_OK;
}

static tricorn_status write_edges(const edge_list *list, const char *path, const char *format, uint64_t most)
{
    list_stream from = {list, 0, most, TRICORN_OK};
    const tg_edge_stream stream = {.vertices = list->vertices, .edges = list->count, .next = next, .user = &from};
    return tg_write_edges(fixture.context, &stream, &(tg_target){path, -1, SAVING(.format = format)});
}

static int by_value(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the lines of a text. */
static void sort_lines(char *text, size_t bytes)
{
    char *copy = test_allocate(bytes + 1, 1), **lines = test_allocate(bytes + 1, sizeof *lines);
    size_t count = 0;
    memcpy(copy, text, bytes);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) lines[count++] = line;
    qsort(lines, count, sizeof *lines, by_value);
    for (size_t i = 0; i < count; i++) text += sprintf(text, "%s\n", lines[i]);
    free(lines);
    free(copy);
}

/* The list is sorted, as graphs are written. Where each edge is in the file twice, its lines follow each other. */
static void check_written(const edge_list *list, const char *name, const char *format)
{
    static const uint64_t sizes[] = {1, 3, 1000};
    size_t expected_bytes = 0;
    tricorn_graph *graph = edge_list_graph(fixture.context, list);
    const char *path = IN_FOLDER(name);
    WORKS(tricorn_graph_save(fixture.context, graph, path, SAVING(.format = format)));
    char *expected = test_file_read(path, &expected_bytes);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        size_t bytes = 0;
        WORKS(write_edges(list, path, format, sizes[i]));
        char *written = test_file_read(path, &bytes);
        if (format && strcmp(format, "graphchallenge-adj") == 0 && bytes == expected_bytes) {
            sort_lines(written, bytes);
            sort_lines(expected, bytes);
        }
        CHECK(bytes == expected_bytes && memcmp(written, expected, bytes) == 0,
          "%s, %llu at a time: %zu bytes, not %zu", name, (unsigned long long)sizes[i], bytes, expected_bytes);
        free(written);
    }
    free(expected);
    tricorn_graph_free(graph);
}

TEST_CASE(test_formats)
{
    static const char *const names[] = {"a.txt", "a.csv", "a.wel", "a.txt.gz", "a.el.zst"};
    size_t able = 0;
    edge_list karate = make_karate();
    for (size_t i = 0; i < LENGTH(names); i++) check_written(&karate, names[i], NULL);
    for (size_t f = 0; f < tg_format_count(); f++) {
        if (tg_format_at(f)->write_edges == NULL || tg_format_at(f)->by_library) continue;
        check_written(&karate, "a", tg_format_at(f)->description.name);
        able++;
    }
    assert_int_equal(able, 9);
    edge_list_free(&karate);
}

/* The ends of the first edge change places where its bytes would look like gzip's first bytes.
 */
TEST_CASE(test_a_beginning_like_gzip)
{
    enum { GZIP = 0x00088b1f }; /* 1f 8b 08 00, little-endian */
    edge_list list = edge_list_create(700000);
    edge_list_add(&list, GZIP, 600000);
    edge_list_add(&list, GZIP, 600001);
    edge_list_add(&list, 600000, 600001);
    check_written(&list, "a", "pairs32");
    edge_list_free(&list);
}

TEST_CASE(test_no_edge)
{
    size_t bytes = 0;
    edge_list none = edge_list_create(3);
    const char *path = IN_FOLDER("none");
    FAILS(write_edges(&none, path, "edges", 1), TRICORN_UNSUPPORTED);
    SAYS("the graph has no edge");
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "a file without content");
    WORKS(write_edges(&none, path, "polak", 1));
    char *written = test_file_read(path, &bytes);
    CHECK(bytes == sizeof(uint32_t) && memcmp(written, "\0\0\0\0", bytes) == 0, "a count of 0");
    free(written);
    edge_list_free(&none);
}

/* ---- what is refused ---- */

static tricorn_status never(tricorn_context *context, void *user, const tg_edge **edges, uint64_t *count)
{
    (void)user, (void)edges, (void)count;
    return tg_fail(context, TRICORN_DEVICE_ERROR, "edges were asked for");
}

TEST_CASE(test_refused)
{
    static const struct {
        const char *format;
        uint64_t vertices, edges;
        tricorn_status status;
        const char *words;
    } cases[] = {
      {"tri", 5, 3, TRICORN_UNSUPPORTED, "'tri' needs the whole graph"},
      {"metis", 5, 3, TRICORN_UNSUPPORTED,
        "edges, matrix-market, graphchallenge-adj, graphchallenge-inc, parquet, pairs32, "
        "pairs64, polak, "},
      {"konect", 5, 3, TRICORN_UNSUPPORTED, "konect"},
      {"no-format", 5, 3, TRICORN_INVALID_ARGUMENT, "no-format"},
      {"polak", 5, UINT64_C(1) << 31, TRICORN_UNSUPPORTED, "2147483648 edges are more"},
      {"polak", (UINT64_C(1) << 31) + 1, 3, TRICORN_UNSUPPORTED, "the vertex 2147483648 does"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tg_edge_stream stream = {.vertices = cases[i].vertices, .edges = cases[i].edges, .next = never};
        FAILS(tg_write_edges(
                fixture.context, &stream, &(tg_target){IN_FOLDER("refused"), -1, SAVING(.format = cases[i].format)}),
          cases[i].status);
        SAYS(cases[i].words);
    }
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "a file");
}

TEST_CASE(test_failures)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;
    edge_list karate = make_karate();
    list_stream from = {&karate, 0, 10, TRICORN_OUT_OF_MEMORY};
    const tg_edge_stream stream = {.vertices = karate.vertices, .edges = karate.count, .next = next, .user = &from};
    const char *path = IN_FOLDER("fails.txt");
    FAILS(tg_write_edges(fixture.context, &stream, &(tg_target){path, -1, &options}), TRICORN_OUT_OF_MEMORY);
    SAYS("no more");
    from = (list_stream){&karate, 0, 10, TRICORN_OK};
    tricorn_context_set_progress(fixture.context, test_stop, NULL);
    FAILS(tg_write_edges(fixture.context, &stream, &(tg_target){path, -1, &options}), TRICORN_CANCELLED);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "a file that is not complete");
    edge_list_free(&karate);
}

TEST_MAIN_EACH(test_create, test_destroy)
