/* bvgraph_files.h - for tests of the WebGraph reader: its files, and a small graph coded by hand.
 */
#pragma once

#include <unistd.h>

#include "bvgraph_encoder.h"
#include "io/formats/webgraph/bvgraph_decode.h"

enum { TEXT_BYTES = 1024 };

static inline void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text), TEST_PLAIN);
}

static inline void write_bits(const char *name, const bit_text *bits, test_compression compression)
{
    static unsigned char bytes[BITS_MOST / 8];
    write_file(name, bytes, pack_bits(bits, bytes), compression);
}

static inline void remove_file(const char *name)
{
    unlink(IN_FOLDER(name));
}

/* Reads in chunks of many lengths, and through windows of many sizes. */
static inline void check_reads(const char *name, const expected_edges *expected)
{
    static const uint64_t chunks[] = {0, 1, 40, 1000};
    static const uint64_t steps[] = {1, 3, 100};
    const uint64_t step = tg_bvgraph_window_step;
    for (size_t i = 0; i < LENGTH(chunks); i++) {
        tg_edges edges = {0};
        tg_bvgraph_chunk_bits = chunks[i];
        WORKS(read_file(name, NULL, false, &edges));
        check_edges_read(&edges, expected, name);
        tg_edges_free(&edges);
    }
    tg_bvgraph_chunk_bits = 0;
    for (size_t i = 0; i < LENGTH(steps); i++) {
        tg_bvgraph_window_step = steps[i];
        check_spilling_reads(name, NULL, expected);
    }
    tg_bvgraph_window_step = step;
}

/* ---- by hand ---- */

static const char hand_properties[] =
  "nodes=5\narcs=10\nwindowsize=2\nmaxrefcount=3\nminintervallength=2\nzetak=3\nversion=0\n"
  "compressionflags=\ngraphclass=it.unimi.dsi.webgraph.BVGraph\n";

/* Lists {1, 2, 3}, {1, 3}, {}, {0, 1, 3, 4} and {2}. */
static const char *const hand_lists[] = {
  "00100 1 010 011 010", /* 3 successors, no reference, 1 interval: at +1, 1 above the least */
  "011 01 011 010 1", /* 2; from 1 before, 2 blocks: copy 1, leave 0 + 1, copy the rest */
  "1", /* 0 */
  "00101 001 1 1 1110 1100", /* 4; all of 2 before; no interval; -3 is coded as 5; + 3 + 1 */
  "010 1 1 1100", /* 1; no reference; no interval; -2 is coded as 3 */
};
enum { HAND_NODES = 5, HAND_ARCS = 10 };
static const uint64_t hand_pairs[2 * HAND_ARCS] = {0, 1, 0, 2, 0, 3, 0, 3, 1, 1, 1, 3, 1, 3, 2, 4, 3, 3, 3, 4};

static inline void put_hand_lists(bit_file *file)
{
    file->graph.count = file->offsets.count = 0;
    put_gamma(&file->offsets, 0);
    for (int node = 0; node < HAND_NODES; node++) {
        file->last = file->graph.count;
        put_text(&file->graph, hand_lists[node]);
        put_gamma(&file->offsets, file->graph.count - file->last);
    }
}
