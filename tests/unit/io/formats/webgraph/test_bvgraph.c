/* test_bvgraph.c - WebGraph's graphs are read with every code and feature, with and without
 * offsets, in chunks of any length; damage is reported. */
#include "unit/io/bvgraph_files.h"

#include <fcntl.h>

/* ---- files ---- */

static const char *const part_flags[TG_BVGRAPH_FIELDS] = {
  "OUTDEGREES", "REFERENCES", "BLOCK_COUNT", "BLOCKS", "INTERVALS", "RESIDUALS", "OFFSETS"};

static const char *const kind_names[] = {"UNARY", "GAMMA", "DELTA", "ZETA", "GOLOMB", "PI", "OMEGA", "NIBBLE"};

/* The properties that a writer of either library would store. */
static void put_properties(char *text, const bit_format *format, uint64_t nodes, uint64_t arcs)
{
    size_t used = (size_t)snprintf(text, TEXT_BYTES,
      "#BVGraph properties\n#Wed Nov 17 23:14:11 CET 2010\nnodes=%" PRIu64 "\narcs=%" PRIu64
      "\nwindowsize=%u\nmaxrefcount=2147483647\nminintervallength=%u\nversion=%d\n"
      "endianness=%s\ngraphclass=it.unimi.dsi.webgraph.BVGraph\ncompressionflags=",
      nodes, arcs, format->window, format->least_length, format->little, format->little ? "little" : "big");
    for (int part = 0; part < TG_BVGRAPH_FIELDS; part++) {
        const tg_code_name code = format->codes[part];
        used += (size_t)snprintf(
          text + used, TEXT_BYTES - used, "%s%s_%s", part ? "|" : "", part_flags[part], kind_names[code.kind]);
        if (code.k > 0) used += (size_t)snprintf(text + used, TEXT_BYTES - used, "%u", code.k);
    }
    snprintf(text + used, TEXT_BYTES - used, "\n");
}

/* The arcs of a graph, each with its smaller end first, ascending; free() them. */
static uint64_t *expected_pairs(const bit_graph *graph, uint64_t *count)
{
    uint64_t *pairs = test_allocate(2 * (uint64_t)NODES_MOST * NODES_MOST, sizeof *pairs);
    *count = 0;
    for (uint32_t u = 0; u < graph->nodes; u++)
        for (uint32_t v = 0; v < graph->nodes; v++) {
            if (!graph->has[u][v]) continue;
            pairs[2 * *count] = u < v ? u : v;
            pairs[2 * *count + 1] = u < v ? v : u;
            ++*count;
        }
    qsort(pairs, *count, 2 * sizeof *pairs, by_pair);
    return pairs;
}

/* ---- one graph, by hand ---- */

TEST_CASE(test_by_hand)
{
    static bit_file file;
    const expected_edges expected = {HAND_ARCS, hand_pairs, true, HAND_NODES};
    put_hand_lists(&file);
    write_text("hand.properties", hand_properties);
    write_bits("hand.graph", &file.graph, TEST_PLAIN);
    check_reads("hand.graph", &expected);
    check_reads("hand.properties", &expected);
    write_bits("hand.offsets", &file.offsets, TEST_PLAIN);
    check_reads("hand.graph", &expected);
    write_bits("hand.graph", &file.graph, TEST_GZIP);
    write_bits("hand.offsets", &file.offsets, TEST_ZSTD);
    check_reads("hand.graph", &expected);
    remove_file("hand.graph");
    write_bits("hand.graph.gz", &file.graph, TEST_GZIP);
    check_reads("hand.graph.gz", &expected);
    remove_file("hand.offsets");
}

/* ---- random graphs ---- */

/* Lists that resemble those shortly before, hold runs, and are sometimes empty or full. */
static void draw_graph(bit_graph *graph, uint32_t nodes, test_random *random)
{
    memset(graph, 0, sizeof *graph);
    graph->nodes = nodes;
    for (uint32_t u = 0; u < nodes; u++) {
        bool *has = graph->has[u];
        const uint32_t kind = test_random_below(random, 10);
        if (kind == 0) continue;
        if (kind == 1 && test_random_below(random, 8) == 0) memset(has, 1, nodes);
        if (kind > 3 && u > 0) {
            const uint32_t back = 1 + test_random_below(random, u < 9 ? u : 9);
            memcpy(has, graph->has[u - back], nodes);
        }
        for (uint32_t changes = test_random_below(random, 6); changes > 0; changes--) {
            const uint32_t first = test_random_below(random, nodes);
            const uint32_t run = test_random_below(random, 2) ? 1 : test_random_below(random, 12);
            for (uint32_t v = first; v < nodes && v < first + run; v++) has[v] = !has[v];
        }
        for (uint32_t v = 0; v < nodes; v++) graph->count[u] += has[v];
    }
}

static void check_format(const bit_format *format, uint32_t nodes, test_random *random)
{
    static bit_graph graph;
    static bit_file file;
    char properties[TEXT_BYTES];
    uint64_t count;
    draw_graph(&graph, nodes, random);
    encode(&graph, format, random, &file);
    uint64_t *pairs = expected_pairs(&graph, &count);
    const expected_edges expected = {count, pairs, true, nodes};
    put_properties(properties, format, nodes, count);
    write_text("drawn.properties", properties);
    write_bits("drawn.graph", &file.graph, TEST_PLAIN);
    write_bits("drawn.offsets", &file.offsets, TEST_PLAIN);
    check_reads("drawn.graph", &expected);
    remove_file("drawn.offsets");
    check_reads("drawn.graph", &expected);
    free(pairs);
}

static const bit_format usual = {.window = 7,
  .least_length = 4,
  .codes = {{TG_CODE_GAMMA, 0}, {TG_CODE_UNARY, 0}, {TG_CODE_GAMMA, 0}, {TG_CODE_GAMMA, 0}, {TG_CODE_GAMMA, 0},
    {TG_CODE_ZETA, 3}, {TG_CODE_GAMMA, 0}}};

TEST_CASE(test_windows_and_intervals)
{
    static const uint32_t windows[] = {0, 1, 3, 7, 70}, lengths[] = {0, 1, 2, 3, 4, 30};
    test_random random = {1};
    for (size_t w = 0; w < LENGTH(windows); w++)
        for (size_t l = 0; l < LENGTH(lengths); l++) {
            bit_format format = usual;
            format.window = windows[w];
            format.least_length = lengths[l];
            check_format(&format, 1 + test_random_below(&random, 200), &random);
        }
}

TEST_CASE(test_each_code_for_each_part)
{
    test_random random = {2};
    for (int part = 0; part < TG_BVGRAPH_FIELDS; part++)
        for (int c = 0; c < CODES; c++) {
            bit_format format = usual;
            format.codes[part] = all_codes[c];
            format.little = c % 2;
            check_format(&format, 60, &random);
        }
}

TEST_CASE(test_mixed)
{
    test_random random = {3};
    for (int round = 0; round < 60; round++) {
        bit_format format = {.window = test_random_below(&random, 10),
          .least_length = test_random_below(&random, 6),
          .little = test_random_below(&random, 2)};
        for (int part = 0; part < TG_BVGRAPH_FIELDS; part++)
            format.codes[part] = all_codes[test_random_below(&random, CODES)];
        check_format(&format, 1 + test_random_below(&random, 300), &random);
    }
}

/* ---- damage ---- */

typedef struct damage {
    const char *lists;
    uint64_t nodes, arcs;
    const char *part;
} damage;

/* Window 2, intervals of 2 or more, gamma for all but references (unary). */
static const damage damages[] = {
  {"00110 1 1 1 1 1 1 1", 4, 9, "node 0: its outdegree of 5 is more than there are nodes (4)"},
  {"1 1 1 010 0001", 4, 1, "node 3: it refers to 3 nodes before, beyond the window of 2"},
  {"1 010 001", 4, 1, "node 1: it refers to 2 nodes before it, which is no node"},
  {"010 1 1 1 010 01 00100", 4, 2, "node 1: it copies more than the 1 successors of node 0"},
  {"010 1 1 1 010 01 010 011", 4, 2, "node 1: it copies more than the 1 successors of node 0"},
  {"010 1 1 1 010 01 011 010 1", 4, 2, "node 1: it copies more than the 1 successors of node 0"},
  {"011 1 010 1 1  010 01 1", 4, 3, "node 1: it copies 2 successors but its outdegree is 1"},
  {"00100 1 011 1 1 1 1", 4, 3, "node 0: its intervals are longer than the 3 successors"},
  {"00100 1 010 1 00101", 9, 3, "node 0: its intervals are longer than the 3 successors"},
  {"011 1 010 010 1", 4, 2, "node 0: one of its successors is negative or too large"},
  {"1 1 1 00100 1 010 1 010 1", 4, 3, "node 3: one of its successors is negative or too large"},
  {"010 1 1 010", 4, 1, "node 0: one of its successors is negative or too large"},
  {"010 1 1 0001001", 4, 1, "node 0: one of its successors is negative or too large"},
  {"011 1 1 1 00100", 4, 2, "node 0: one of its successors is negative or too large"},
  {"010 1 1 1 011 01 1 1 010", 4, 3, "node 1: its successor 0 is listed twice"},
  {"00100 1 010 1 1 011", 4, 3, "node 0: its successor 1 is listed twice"},
  {"010 1 1 1 1 1 1", 4, 3, "it has 1 arcs, but its .properties say 3"},
  {"010 1 1 1 1 1 1", 4, 0, "node 0: up to here there are more arcs than the 0"},
  {"1 1 1", 30, 0, "1 bytes cannot hold the lists of 30 nodes"},
  {"1 1 1 00100 1 010 1 00100000", 4, 3, "node 3: "},
  {"010 1 1 0000000000", 2, 1, "node 0: the file ends within its list"},
  {"1 00000000000000000000000000000000000000000000000000000000000000000000000000", 2, 0,
    "node 1: the file ends within its list"},
};

static void write_damage(const damage *damaged, bit_text *bits)
{
    char text[TEXT_BYTES];
    bits->count = 0;
    put_text(bits, damaged->lists);
    snprintf(text, sizeof text,
      "nodes=%" PRIu64 "\narcs=%" PRIu64 "\nwindowsize=2\nminintervallength=2\n"
      "compressionflags=RESIDUALS_GAMMA\ngraphclass=x.BVGraph\n",
      damaged->nodes, damaged->arcs);
    write_text("bad.properties", text);
    write_bits("bad.graph", bits, TEST_PLAIN);
}

TEST_CASE(test_damaged_lists)
{
    static const uint64_t chunks[] = {0, 1, 8};
    static bit_text bits;
    const uint64_t step = tg_bvgraph_window_step;
    for (size_t i = 0; i < LENGTH(damages); i++)
        for (size_t s = 0; s < LENGTH(chunks); s++) {
            tg_edges edges = {0};
            write_damage(&damages[i], &bits);
            tg_bvgraph_chunk_bits = chunks[s];
            FAILS(read_file("bad.graph", NULL, false, &edges), TRICORN_BAD_FORMAT);
            SAYS("bad.graph: ");
            SAYS(damages[i].part);
            tg_edges_free(&edges);
            tg_bvgraph_window_step = 1 + chunks[s];
            check_spilling_fails("bad.graph", NULL, TRICORN_BAD_FORMAT);
            tg_bvgraph_window_step = step;
        }
    tg_bvgraph_chunk_bits = 0;
}

TEST_CASE(test_damaged_offsets)
{
    static const struct {
        uint64_t gaps[HAND_NODES + 1];
        size_t count;
        const char *part;
    } cases[] = {
      /* right are 0, 15, 12, 1, 18, 9 */
      {{0, 15, 12, 1, 18}, 5, "ends before the offset 5 of 6"},
      {{0, 15, 12, 1, 500, 1}, 6, "offset 4 is bit 528, beyond bit 56"},
      {{1, 15, 12, 1, 18, 9}, 6, "offset 0 is bit 1, beyond bit 0"},
      {{0, 15}, 2, "ends before the offset 2 of 6"},
      {{0}, 0, "ends before the offset 0 of 6"},
      {{0, 14, 13, 1, 18, 9}, 6, "list of node 0 ends at bit 14, but it ends at bit 15"},
      {{0, 15, 12, 1, 17, 10}, 6, "list of node 3 ends at bit 45, but it ends at bit 46"},
      {{0, 15, 12, 1, 18, 10}, 6, "list of node 4 ends at bit 56, but it ends at bit 55"},
    };
    static bit_file file;
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (uint64_t chunk = 0; chunk <= 1; chunk++) {
            tg_edges edges = {0};
            put_hand_lists(&file);
            write_text("hand.properties", hand_properties);
            write_bits("hand.graph", &file.graph, TEST_PLAIN);
            file.offsets.count = 0;
            for (size_t g = 0; g < cases[i].count; g++) put_gamma(&file.offsets, cases[i].gaps[g]);
            write_bits("hand.offsets", &file.offsets, TEST_PLAIN);
            tg_bvgraph_chunk_bits = chunk;
            FAILS(read_file("hand.graph", NULL, false, &edges), TRICORN_BAD_FORMAT);
            SAYS("hand.offsets");
            SAYS(cases[i].part);
            SAYS("remove");
            tg_edges_free(&edges);
        }
    tg_bvgraph_chunk_bits = 0;
}

/* Bits after the last list, or after the last offset, are padding only if they are few. */
TEST_CASE(test_padding)
{
    enum { WORD = 8, TOO_MANY = 40 };
    static const unsigned paddings[] = {0, WORD, TOO_MANY};
    static bit_file file;
    const expected_edges expected = {HAND_ARCS, hand_pairs, true, HAND_NODES};
    write_text("hand.properties", hand_properties);
    for (int which = 0; which < 2; which++)
        for (size_t p = 0; p < LENGTH(paddings); p++) {
            tg_edges edges = {0};
            put_hand_lists(&file);
            put_fixed(which ? &file.offsets : &file.graph, 0, 8 - file.graph.count % 8);
            for (unsigned i = 0; i < paddings[p]; i++) put_fixed(which ? &file.offsets : &file.graph, 0, 8);
            write_bits("hand.graph", &file.graph, TEST_PLAIN);
            write_bits("hand.offsets", &file.offsets, TEST_PLAIN);
            if (paddings[p] < TOO_MANY) {
                check_reads("hand.graph", &expected);
                continue;
            }
            FAILS(read_file("hand.graph", NULL, false, &edges), TRICORN_BAD_FORMAT);
            SAYS(which ? "goes on behind" : "bytes follow");
            tg_edges_free(&edges);
            if (which == 0) check_spilling_fails("hand.graph", NULL, TRICORN_BAD_FORMAT);
        }
    remove_file("hand.offsets");
}

/* Every file cut anywhere, or with any byte changed. */
TEST_CASE(test_cut_and_changed)
{
    static bit_graph graph;
    static bit_file file;
    static file_bytes bytes[3];
    static const char *const names[] = {"cut.graph", "cut.offsets", "cut.properties"};
    test_random random = {4};
    uint64_t count;
    draw_graph(&graph, 40, &random);
    encode(&graph, &usual, &random, &file);
    free(expected_pairs(&graph, &count));
    put_properties((char *)bytes[2].bytes, &usual, graph.nodes, count);
    bytes[0].count = pack_bits(&file.graph, bytes[0].bytes);
    bytes[1].count = pack_bits(&file.offsets, bytes[1].bytes);
    bytes[2].count = strlen((char *)bytes[2].bytes);
    for (uint64_t chunk = 0; chunk <= 1; chunk++)
        for (int f = 0; f < 3; f++) {
            tg_bvgraph_chunk_bits = chunk;
            for (int other = 0; other < 3; other++)
                write_file(names[other], bytes[other].bytes, bytes[other].count, TEST_PLAIN);
            for (size_t cut = 0; cut < bytes[f].count; cut++) {
                tg_edges edges = {0};
                write_file(names[f], bytes[f].bytes, cut, TEST_PLAIN);
                const tricorn_status status = read_file("cut.graph", "bvgraph", false, &edges);
                CHECK(status != TRICORN_OK || f == 2, "%s cut to %zu bytes", names[f], cut);
                tg_edges_free(&edges);
            }
            for (size_t at = 0; at < bytes[f].count; at++)
                for (int bit = 0; bit < 8; bit += 3) {
                    tg_edges edges = {0};
                    uint64_t pairs;
                    bytes[f].bytes[at] ^= (unsigned char)(1 << bit);
                    write_file(names[f], bytes[f].bytes, bytes[f].count, TEST_PLAIN);
                    if (read_file("cut.graph", "bvgraph", false, &edges) == TRICORN_OK)
                        free(sorted_pairs(&edges, &pairs)); /* checks that ends are vertices */
                    tg_edges_free(&edges);
                    bytes[f].bytes[at] ^= (unsigned char)(1 << bit);
                }
        }
    tg_bvgraph_chunk_bits = 0;
    remove_file("cut.offsets");
}

/* ---- names ---- */

TEST_CASE(test_names)
{
    static bit_file file;
    char path[TEST_PATH_BYTES];
    tricorn_graph *graph = NULL;
    tg_edges edges = {0};
    tg_input *input = NULL;
    const tg_format *format = NULL;
    put_hand_lists(&file);
    write_text("name.d.properties", hand_properties);
    write_bits("name.d.graph", &file.graph, TEST_PLAIN);

    test_folder_path(&fixture.folder, "name.d", path); /* no file has exactly this name */
    WORKS(tricorn_graph_load(fixture.context, path, NULL, &graph));
    CHECK_EQ(graph->vertices, HAND_NODES, "vertices");
    CHECK_EQ(graph->input_edges, HAND_ARCS, "arcs");
    tricorn_graph_free(graph);

    test_folder_path(&fixture.folder, "name.d.graph", path);
    const int descriptor = open(path, O_RDONLY);
    WORKS(tg_input_open_descriptor(fixture.context, descriptor, "standard input", &input));
    FAILS(read_edges(fixture.context, input, LOADING(.input.format = "bvgraph"), &edges, &format), TRICORN_IO_ERROR);
    SAYS("name a file, not a pipe");
    close(descriptor);

    remove_file("name.d.properties");
    FAILS(read_file("name.d.graph", "bvgraph", false, &edges), TRICORN_IO_ERROR);
    SAYS("name.d.properties");
    SAYS("NAME.properties beside");
    test_folder_path(&fixture.folder, "nothing", path);
    FAILS(tricorn_graph_load(fixture.context, path, NULL, &graph), TRICORN_IO_ERROR);
    SAYS("nothing: ");
}

/* METIS files may have the same suffix. */
TEST_CASE(test_not_metis)
{
    const uint64_t pairs[] = {0, 1, 1, 2};
    const expected_edges expected = {2, pairs, true, 3};
    tg_edges edges = {0};
    write_text("m.graph", "3 2\n2\n1 3\n2\n");
    write_text("m.properties", "colour=red\n");
    WORKS(read_file("m.graph", NULL, false, &edges));
    CHECK_EQ(edges.vertices, expected.vertices, "vertices of the METIS file");
    tg_edges_free(&edges);
}

TEST_CASE(test_empty)
{
    const expected_edges none = {0, NULL, true, 0}, lonely = {0, NULL, true, 3};
    write_text("empty.properties", "graphclass=x.BVGraph\nnodes=0\narcs=0\nwindowsize=7\n"
                                   "minintervallength=4\n");
    write_file("empty.graph", "", 0, TEST_PLAIN);
    check_reads("empty.properties", &none);
    write_text("empty.properties", "graphclass=x.BVGraph\nnodes=3\narcs=0\nwindowsize=7\n"
                                   "minintervallength=4\n");
    write_file("empty.graph", "\xe0", 1, TEST_PLAIN);
    check_reads("empty.graph", &lonely);
}

/* Each allocation fails in turn. */
TEST_CASE(test_memory)
{
    static bit_graph graph;
    static bit_file file;
    char properties[TEXT_BYTES];
    test_random random = {5};
    const tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    uint64_t count;
    draw_graph(&graph, 100, &random);
    encode(&graph, &usual, &random, &file);
    free(expected_pairs(&graph, &count));
    put_properties(properties, &usual, graph.nodes, count);
    write_text("memory.properties", properties);
    write_bits("memory.graph", &file.graph, TEST_PLAIN);
    tg_bvgraph_chunk_bits = 200;
    for (int64_t first = 0; status != TRICORN_OK; first++) {
        tg_edges edges = {0};
        tg_input *input = NULL;
        const tg_format *format = NULL;
        WORKS(tg_input_open(fixture.context, IN_FOLDER("memory.graph"), &input));
        test_allocator_fail(&fixture.allocator, first, 1);
        status = read_edges(fixture.context, input, &options, &edges, &format);
        const bool refused = fixture.allocator.refused > 0;
        test_allocator_fail(&fixture.allocator, -1, 0);
        CHECK(status == TRICORN_OUT_OF_MEMORY || (status == TRICORN_OK && !refused),
          "status %d with allocation %d failing", status, (int)first);
        if (status == TRICORN_OK) CHECK_EQ(tg_edges_count(&edges), count, "arcs");
        tg_edges_free(&edges);
    }
    tg_bvgraph_chunk_bits = 0;
}

typedef struct patience {
    tricorn_context *context;
    int calls; /* calls before it asks to stop */
} patience;

static int lose_patience(void *user, const char *phase, uint64_t done, uint64_t total)
{
    patience *mine = user;
    (void)phase;
    CHECK(total == 0 || done <= total, "%" PRIu64 " of %" PRIu64 " are done", done, total);
    mine->context->next_report = 0; /* ask again at the next opportunity */
    return mine->calls-- == 0;
}

/* Reading stops at any request. */
TEST_CASE(test_cancel)
{
    static bit_graph graph;
    static bit_file file;
    test_random random = {6};
    tricorn_status status = TRICORN_CANCELLED;
    char properties[TEXT_BYTES], path[TEST_PATH_BYTES];
    uint64_t count;
    int stops = 0;
    draw_graph(&graph, 300, &random);
    encode(&graph, &usual, &random, &file);
    free(expected_pairs(&graph, &count));
    put_properties(properties, &usual, graph.nodes, count);
    write_text("stop.properties", properties);
    write_bits("stop.graph", &file.graph, TEST_PLAIN);
    test_folder_path(&fixture.folder, "stop.graph", path);
    for (int calls = 0; status == TRICORN_CANCELLED; calls++, stops++) {
        patience mine = {fixture.context, calls};
        tricorn_graph *read = NULL;
        fixture.context->next_report = 0;
        tricorn_context_set_progress(fixture.context, lose_patience, &mine);
        status = tricorn_graph_load(fixture.context, path, NULL, &read);
        tricorn_context_set_progress(fixture.context, NULL, NULL);
        tricorn_graph_free(read);
    }
    WORKS(status);
    CHECK(stops > 3, "only %d chances to stop", stops);
}

TEST_MAIN_BETWEEN(files_create, test_destroy)
