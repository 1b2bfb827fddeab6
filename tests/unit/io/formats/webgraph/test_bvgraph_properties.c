/* test_bvgraph_properties.c - properties are read in every spelling; missing and contradictory ones are reported. */
#include "unit/io/bvgraph_files.h"

/* Other spellings of hand_properties. */
TEST_CASE(test_spellings)
{
    static const char *const same[] = {
      "! a comment\n\n  # another\nnodes : 5\r\narcs 10\r\nwindowsize\t=\t2\r"
      "minintervallength=\\\n   2\ngraphclass=class it.unimi.dsi.webgraph.BVGraph",
      "nodes=5\\\n\narcs=1\\\r\n  0\nwindowsize=2 \nminintervallength=2\nversion=1\n"
      "endianness=big\ncompressionflags=RESIDUALS_ZETA3\nlength=55\n"
      "graphclass=it.unimi.dsi.big.webgraph.BVGraph\n",
      "graphclass=it.unimi.dsi.law.big.graph.BVGraph\nnodes=5\nnodes=5\narcs=10\n"
      "windowsize=2\nminintervallength=2\nversion=0\nzetak=3\ncompratio=\\u0041\\=\\:\n"
      "compressionflags= OUTDEGREES_GAMMA | BLOCKS_GAMMA | RESIDUALS_ZETA | "
      "REFERENCES_UNARY | BLOCK_COUNT_GAMMA | OFFSETS_GAMMA\nempty\nstats=1,2,3\n",
      "graphclass=x.BVGraph\nnodes=5\narcs=10\nwindowsize=2\nminintervallength=2\nzetak=5\n"
      "compressionflags=residuals_zeta3|BLOCKCOUNTS_ZETA1|BLOCKS_ZETA1|INTERVALS_ZETA1\n"
      "maxrefcount=-1",
    };
    static bit_file file;
    const expected_edges expected = {HAND_ARCS, hand_pairs, true, HAND_NODES};
    put_hand_lists(&file);
    CHECK_EQ(file.graph.count, 55, "bits of the lists, as a case says");
    write_bits("hand.graph", &file.graph, TEST_PLAIN);
    for (size_t i = 0; i < LENGTH(same); i++) {
        write_text("hand.properties", same[i]);
        check_reads("hand.graph", &expected);
        check_reads("hand.properties", &expected);
    }
}

/* The Java library has a flag for block counts, the Rust one has one for both. */
TEST_CASE(test_flag_of_block_counts)
{
    static const struct {
        const char *properties;
        const char *second; /* 2; from 1 before, 2 blocks: ... */
    } cases[] = {
      {"endianness=big\ncompressionflags=BLOCKS_DELTA\n", "011 01 0101 0100 1"},
      {"compressionflags=BLOCKS_DELTA\n", "011 01 011 0100 1"},
      {"endianness=big\ncompressionflags=BLOCKS_DELTA|BLOCK_COUNT_GAMMA\n", "011 01 011 0100 1"},
      {"compressionflags=BLOCK_COUNT_DELTA\n", "011 01 0101 010 1"},
    };
    static const uint64_t pairs[] = {0, 1, 0, 2, 0, 3, 1, 1, 1, 3};
    const expected_edges expected = {5, pairs, true, 4};
    static bit_text bits;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[TEXT_BYTES];
        bits.count = 0;
        put_text(&bits, hand_lists[0]);
        put_text(&bits, cases[i].second);
        put_text(&bits, "1 1");
        snprintf(text, sizeof text,
          "nodes=4\narcs=5\nwindowsize=2\nminintervallength=2\n"
          "graphclass=x.BVGraph\n%s",
          cases[i].properties);
        write_text("flag.properties", text);
        write_bits("flag.graph", &bits, TEST_PLAIN);
        check_reads("flag.graph", &expected);
    }
}

#define CLASS "graphclass=x.BVGraph\n"

TEST_CASE(test_bad_properties)
{
    static const char good[] = "nodes=5\narcs=10\nwindowsize=2\nminintervallength=2\n";
    static const struct {
        const char *before, *text;
        tricorn_status status;
        const char *part;
    } cases[] = {
      {good, "", TRICORN_BAD_FORMAT, "has no 'graphclass'"},
      {good, "graphclass=it.unimi.dsi.webgraph.EFGraph", TRICORN_UNSUPPORTED, "EFGraph"},
      {good, "graphclass=NoBVGraph", TRICORN_UNSUPPORTED, "NoBVGraph"},
      {CLASS, "arcs=1\nwindowsize=2\nminintervallength=2", TRICORN_BAD_FORMAT, "has no 'nodes'"},
      {CLASS, "nodes=1\nwindowsize=2\nminintervallength=2", TRICORN_BAD_FORMAT, "has no 'arcs'"},
      {CLASS, "nodes=5\narcs=1\nminintervallength=2", TRICORN_BAD_FORMAT, "has no 'windowsize'"},
      {CLASS, "nodes=5\narcs=1\nwindowsize=2", TRICORN_BAD_FORMAT, "has no 'minintervallength'"},
      {CLASS, "nodes=-5\narcs=1\nwindowsize=2", TRICORN_BAD_FORMAT, "nodes=-5 is not a whole number"},
      {CLASS, "nodes=\narcs=1\nwindowsize=2", TRICORN_BAD_FORMAT, "nodes="},
      {CLASS, "nodes=5e3\narcs=1\nwindowsize=2", TRICORN_BAD_FORMAT, "5e3"},
      {CLASS, "nodes=5\narcs=99999999999999999999\nwindowsize=2", TRICORN_BAD_FORMAT, "below 2^64"},
      {CLASS, "nodes=5\narcs=26\nwindowsize=2\nminintervallength=2", TRICORN_BAD_FORMAT, "there cannot be 26 arcs"},
      {CLASS, "nodes=4294967296\narcs=1\nwindowsize=2\nminintervallength=2", TRICORN_UNSUPPORTED, "4294967296 nodes"},
      {CLASS, "nodes=5\narcs=1\nwindowsize=65536\nminintervallength=2", TRICORN_UNSUPPORTED, "windowsize=65536"},
      {good, CLASS "nodes=6", TRICORN_BAD_FORMAT, "twice"},
      {good, CLASS "version=2", TRICORN_UNSUPPORTED, "version=2"},
      {good, CLASS "version=one", TRICORN_BAD_FORMAT, "version=one"},
      {good, CLASS "version=1\nendianness=middle", TRICORN_BAD_FORMAT, "middle"},
      {good, CLASS "version=0\nendianness=little", TRICORN_BAD_FORMAT, "contradicts version=0"},
      {good, CLASS "zetak=0", TRICORN_BAD_FORMAT, "zetak=0"},
      {good, CLASS "zetak=33", TRICORN_BAD_FORMAT, "zetak=33"},
      {good, CLASS "compressionflags=RESIDUALS_SKEWED_GOLOMB", TRICORN_UNSUPPORTED, "RESIDUALS_SKEWED_GOLOMB"},
      {good, CLASS "compressionflags=RESIDUALS_GAMMA|COLOURS_GAMMA", TRICORN_UNSUPPORTED, "COLOURS_GAMMA"},
      {good, CLASS "compressionflags=RESIDUALS", TRICORN_UNSUPPORTED, "RESIDUALS"},
      {good, CLASS "compressionflags=RESIDUALS_PI", TRICORN_UNSUPPORTED, "PI"},
      {good, CLASS "compressionflags=RESIDUALS_GAMMA3", TRICORN_UNSUPPORTED, "GAMMA3"},
      {good, CLASS "compressionflags=RESIDUALS_ZETA99", TRICORN_UNSUPPORTED, "ZETA99"},
      {good, CLASS "length=54", TRICORN_BAD_FORMAT, "say 54"},
    };
    static bit_file file;
    put_hand_lists(&file);
    write_bits("hand.graph", &file.graph, TEST_PLAIN);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[TEXT_BYTES];
        tg_edges edges = {0};
        snprintf(text, sizeof text, "%s%s\n", cases[i].before, cases[i].text);
        write_text("hand.properties", text);
        FAILS(read_file("hand.graph", "bvgraph", false, &edges), cases[i].status);
        SAYS("hand.");
        SAYS(cases[i].part);
        tg_edges_free(&edges);
    }
}

TEST_CASE(test_nul_byte)
{
    static const char text[] = "nodes=5\narcs=10\0\nwindowsize=2\nminintervallength=2\n"
                               "graphclass=x.BVGraph\n";
    static bit_file file;
    tg_edges edges = {0};
    put_hand_lists(&file);
    write_bits("hand.graph", &file.graph, TEST_PLAIN);
    write_file("hand.properties", text, sizeof text - 1, TEST_PLAIN);
    FAILS(read_file("hand.graph", "bvgraph", false, &edges), TRICORN_BAD_FORMAT);
    SAYS("NUL byte");
    tg_edges_free(&edges);
}

TEST_CASE(test_endless_properties)
{
    enum { BYTES = (1 << 20) + 1 };
    char *text = test_allocate(BYTES, 1);
    tg_edges edges = {0};
    memset(text, '\n', BYTES);
    write_file("long.properties", text, BYTES, TEST_PLAIN);
    write_file("long.graph", text, 1, TEST_PLAIN);
    FAILS(read_file("long.graph", "bvgraph", false, &edges), TRICORN_BAD_FORMAT);
    SAYS("shorter");
    free(text);
}

TEST_MAIN_BETWEEN(files_create, test_destroy)
