/* test_format_memory.c - every format, when any allocation fails: the failure is reported,
 * nothing leaks, no partial file is left. */
#include <inttypes.h>

#include "format_files.h"
#include "support/families.h"

/* Reads the file, from opening to the end. */
static tricorn_status read_once(const char *path, const char *format)
{
    tricorn_graph *graph = NULL;
    const tricorn_status status = tricorn_graph_load(fixture.context, path, LOADING(.input.format = format), &graph);
    CHECK((status == TRICORN_OK) == (graph != NULL), "the graph of %s", format);
    tricorn_graph_free(graph);
    return status;
}

static void check_reading(const char *path, const char *format)
{
    for (int64_t first = 0;; first++) {
        const int64_t before = fixture.allocator.live_blocks;
        test_allocator_fail(&fixture.allocator, first, 1);
        const tricorn_status status = read_once(path, format);
        const int64_t refused = fixture.allocator.refused;
        test_allocator_fail(&fixture.allocator, -1, 0);
        CHECK_EQ(fixture.allocator.live_blocks, before, "blocks after allocation %" PRId64 " of %s", first, format);
        if (refused == 0) {
            CHECK_EQ(status, TRICORN_OK, "%s", format);
            break;
        }
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "%s: %s", format,
          tricorn_context_message(fixture.context));
    }
}

static void check_writing(const tricorn_graph *graph, const char *path, const char *format)
{
    const size_t files_before = test_folder_count(&fixture.folder);
    for (int64_t first = 0;; first++) {
        const int64_t before = fixture.allocator.live_blocks;
        test_allocator_fail(&fixture.allocator, first, 1);
        const tricorn_status status = tricorn_graph_save(fixture.context, graph, path, SAVING(.format = format));
        const int64_t refused = fixture.allocator.refused;
        test_allocator_fail(&fixture.allocator, -1, 0);
        CHECK_EQ(fixture.allocator.live_blocks, before, "blocks after allocation %" PRId64 " of %s", first, format);
        if (status == TRICORN_OK) {
            CHECK_EQ(refused, 0, "allocation %" PRId64 " of %s", first, format);
            break;
        }
        CHECK_EQ(status, TRICORN_OUT_OF_MEMORY, "%s", format);
        CHECK_EQ(test_folder_count(&fixture.folder), files_before, "files after %s", format);
    }
}

TEST_CASE(test_formats)
{
    edge_list edges = make_karate();
    for (size_t i = 0; i < tg_format_count(); i++) {
        const char *name = test_format_name(i);
        char plain[TEST_PATH_BYTES], packed[TEST_PATH_BYTES];
        if (name == NULL) continue;
        tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
        tricorn_save_options gzip = *SAVING(.format = name);
        gzip.compression = "gzip";
        test_folder_path(&fixture.folder, name, plain);
        check_writing(graph, plain, name);
        check_reading(plain, name);
        test_folder_path(&fixture.folder, "packed", packed);
        WORKS(tricorn_graph_save(fixture.context, graph, packed, &gzip));
        check_reading(packed, name);
        tricorn_graph_free(graph);
    }
    edge_list_free(&edges);
}

/* Formats of several files, which tricorn does not write. */
TEST_CASE(test_sets_of_files)
{
    static const int64_t offsets[] = {0, 2, 3, 4, 4, 4}, targets[] = {1, 2, 2, 4};
    static const struct {
        const char *format, *offsets, *targets, *text, *named;
        size_t count; /* of offsets */
    } sets[] = {
      {"trust", "begin.bin", "adjacent.bin", NULL, "begin.bin", 6},
      {"graphminer", "vertex.bin", "edge.bin", "meta.txt", "meta.txt", 6},
      {"ligra-binary", "g.idx", "g.adj", "g.config", "g.config", 5},
    };
    for (size_t i = 0; i < LENGTH(sets); i++) {
        file_bytes first = {0}, second = {0};
        put_numbers(&first, offsets, sets[i].count, 8);
        put_numbers(&second, targets, 4, 4);
        write_file(sets[i].offsets, first.bytes, first.count, TEST_PLAIN);
        write_file(sets[i].targets, second.bytes, second.count, TEST_PLAIN);
        if (sets[i].text) write_file(sets[i].text, "5\n4\n4 8\n", 8, TEST_PLAIN);
        check_reading(IN_FOLDER(sets[i].named), sets[i].format);
    }
}

TEST_MAIN_EACH(files_create, test_destroy)
