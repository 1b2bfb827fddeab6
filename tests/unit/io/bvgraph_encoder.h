/* bvgraph_encoder.h - for tests of the WebGraph reader: codes as bits written one by one, after
 * their definitions in the papers, and lists made of them. */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format_files.h"
#include "io/formats/webgraph/bvgraph_codes.h"
#include "io/formats/webgraph/bvgraph_properties.h"
#include "support/random.h"

/* ---- bits ---- */

enum { BITS_MOST = 1 << 18 };

typedef struct bit_text {
    bool little; /* numbers from their lowest bit, bytes too */
    size_t count;
    char bits[BITS_MOST]; /* 0 or 1 */
} bit_text;

static inline void put_bit(bit_text *to, int bit)
{
    CHECK(to->count < BITS_MOST, "a test's bits are too many");
    to->bits[to->count++] = (char)bit;
}

static inline void put_fixed(bit_text *to, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++) put_bit(to, number >> (to->little ? i : width - 1 - i) & 1);
}

/* Appends the bits of a text such as "0101", which may have blanks between them. */
static inline void put_text(bit_text *to, const char *text)
{
    for (; *text; text++)
        if (*text != ' ') put_bit(to, *text == '1');
}

/* Returns the bytes; the last one is filled up with zeros. */
static inline size_t pack_bits(const bit_text *from, unsigned char *bytes)
{
    const size_t count = (from->count + 7) / 8;
    memset(bytes, 0, count);
    for (size_t i = 0; i < from->count; i++)
        if (from->bits[i]) bytes[i / 8] |= (unsigned char)(from->little ? 1 << i % 8 : 0x80 >> i % 8);
    return count;
}

/* ---- codes ---- */

static inline unsigned log2_of(uint64_t number)
{
    unsigned log = 0;
    while (number >>= 1) log++;
    return log;
}

static inline void put_unary(bit_text *to, uint64_t number)
{
    while (number-- > 0) put_bit(to, 0);
    put_bit(to, 1);
}

/* A number below `bound`: ceil(log2 bound) bits, or one less for the first of them. */
static inline void put_minimal(bit_text *to, uint64_t number, uint64_t bound)
{
    unsigned width = 0;
    while ((UINT64_C(1) << width) < bound) width++;
    const uint64_t shorter = (UINT64_C(1) << width) - bound;
    if (number < shorter) {
        put_fixed(to, number, width - 1);
    } else if (shorter == 0) {
        put_fixed(to, number, width);
    } else { /* the reader must first see the bit that announces another */
        put_fixed(to, (number + shorter) >> 1, width - 1);
        put_fixed(to, (number + shorter) & 1, 1);
    }
}

static inline void put_gamma(bit_text *to, uint64_t number)
{
    const unsigned log = log2_of(number + 1);
    put_unary(to, log);
    put_fixed(to, number + 1 - (UINT64_C(1) << log), log);
}

static inline void put_delta(bit_text *to, uint64_t number)
{
    const unsigned log = log2_of(number + 1);
    put_gamma(to, log);
    put_fixed(to, number + 1 - (UINT64_C(1) << log), log);
}

static inline void put_zeta(bit_text *to, uint64_t number, unsigned k)
{
    const unsigned h = log2_of(number + 1) / k;
    const uint64_t least = UINT64_C(1) << h * k, next = UINT64_C(1) << (h + 1) * k;
    put_unary(to, h);
    put_minimal(to, number + 1 - least, next - least);
}

static inline void put_pi(bit_text *to, uint64_t number, unsigned k)
{
    const unsigned log = log2_of(number + 1);
    put_unary(to, log >> k);
    put_fixed(to, log & ((1u << k) - 1), k);
    put_fixed(to, number + 1 - (UINT64_C(1) << log), log);
}

static inline void put_omega_blocks(bit_text *to, uint64_t number)
{
    if (number <= 1) return;
    const unsigned log = log2_of(number);
    put_omega_blocks(to, log);
    put_bit(to, 1); /* the highest bit comes first in any order of bits */
    put_fixed(to, number - (UINT64_C(1) << log), log);
}

static inline void put_nibbles(bit_text *to, uint64_t number)
{
    unsigned digits = 1;
    while (number >> 3 * digits) digits++;
    while (digits-- > 0) {
        put_bit(to, digits == 0);
        put_fixed(to, number >> 3 * digits & 7, 3);
    }
}

static inline void put_code(bit_text *to, tg_code_name code, uint64_t number)
{
    switch (code.kind) {
    case TG_CODE_UNARY: put_unary(to, number); break;
    case TG_CODE_GAMMA: put_gamma(to, number); break;
    case TG_CODE_DELTA: put_delta(to, number); break;
    case TG_CODE_ZETA: put_zeta(to, number, code.k); break;
    case TG_CODE_GOLOMB:
        put_unary(to, number / code.k);
        put_minimal(to, number % code.k, code.k);
        break;
    case TG_CODE_PI: put_pi(to, number, code.k); break;
    case TG_CODE_OMEGA:
        put_omega_blocks(to, number + 1);
        put_bit(to, 0);
        break;
    case TG_CODE_NIBBLE: put_nibbles(to, number); break;
    }
}

/* Each kind, with many parameters. */
static const tg_code_name all_codes[] = {
  {TG_CODE_UNARY, 0},
  {TG_CODE_GAMMA, 0},
  {TG_CODE_DELTA, 0},
  {TG_CODE_OMEGA, 0},
  {TG_CODE_NIBBLE, 0},
  {TG_CODE_ZETA, 1},
  {TG_CODE_ZETA, 2},
  {TG_CODE_ZETA, 3},
  {TG_CODE_ZETA, 4},
  {TG_CODE_ZETA, 5},
  {TG_CODE_ZETA, 6},
  {TG_CODE_ZETA, 7},
  {TG_CODE_ZETA, 17},
  {TG_CODE_GOLOMB, 1},
  {TG_CODE_GOLOMB, 3},
  {TG_CODE_GOLOMB, 64},
  {TG_CODE_GOLOMB, 1000},
  {TG_CODE_PI, 1},
  {TG_CODE_PI, 2},
  {TG_CODE_PI, 3},
  {TG_CODE_PI, 4},
};
enum { CODES = LENGTH(all_codes) };

/* ---- lists ---- */

enum { NODES_MOST = 512 };

typedef struct bit_graph {
    uint32_t nodes;
    uint32_t count[NODES_MOST];
    bool has[NODES_MOST][NODES_MOST]; /* has[u][v]: an arc from u to v */
} bit_graph;

typedef struct bit_format {
    uint32_t window, least_length;
    bool little;
    tg_code_name codes[TG_BVGRAPH_FIELDS];
} bit_format;

typedef struct bit_file {
    bit_text graph, offsets;
    size_t last; /* bit where the last list began */
} bit_file;

static inline uint64_t to_natural(int64_t number)
{
    return number >= 0 ? 2 * (uint64_t)number : 2 * (uint64_t)-number - 1;
}

/* Alternating runs of copied and skipped successors of `source`; the last run is written only sometimes. */
static inline void put_blocks(
  bit_text *to, const bit_format *format, const bit_graph *graph, const uint32_t ends[2], test_random *random)
{
    const uint32_t node = ends[0], source = ends[1];
    uint64_t runs[NODES_MOST + 1] = {0};
    size_t count = 1;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        if (!graph->has[source][v]) continue;
        const bool copied = (count - 1) % 2 == 0;
        if (graph->has[node][v] != copied) count++;
        runs[count - 1]++;
    }
    const bool whole = runs[count - 1] > 0 && test_random_below(random, 2) == 0;
    if (!whole) count--;
    put_code(to, format->codes[TG_BVGRAPH_BLOCK_COUNTS], count);
    for (size_t i = 0; i < count; i++) put_code(to, format->codes[TG_BVGRAPH_BLOCKS], runs[i] - (i > 0));
}

/* Writes the successors in `left`: intervals, if this format has them, and residuals. */
static inline void put_rest(bit_text *to, const bit_format *format, uint32_t node, bool *left, uint32_t nodes)
{
    const tg_code_name intervals = format->codes[TG_BVGRAPH_INTERVALS];
    uint32_t first[NODES_MOST], length[NODES_MOST];
    size_t count = 0;
    for (uint32_t v = 0; v < nodes && format->least_length > 0; v++) {
        uint32_t run = 0;
        while (v + run < nodes && left[v + run]) run++;
        if (run < format->least_length) {
            v += run;
            continue;
        }
        first[count] = v;
        length[count++] = run;
        memset(left + v, 0, run);
        v += run;
    }
    if (format->least_length > 0) put_code(to, intervals, count);
    for (size_t i = 0; i < count; i++) {
        put_code(
          to, intervals, i == 0 ? to_natural((int64_t)first[0] - node) : first[i] - first[i - 1] - length[i - 1] - 1);
        put_code(to, intervals, length[i] - format->least_length);
    }
    int64_t before = -1;
    for (uint32_t v = 0; v < nodes; v++) {
        if (!left[v]) continue;
        put_code(to, format->codes[TG_BVGRAPH_RESIDUALS],
          before < 0 ? to_natural((int64_t)v - node) : (uint64_t)(v - before - 1));
        before = v;
    }
}

/* References are at random; everything else follows from the graph and the format. */
static inline void encode(const bit_graph *graph, const bit_format *format, test_random *random, bit_file *file)
{
    const tg_code_name *codes = format->codes;
    bit_text *to = &file->graph;
    to->count = file->offsets.count = 0;
    to->little = format->little;
    file->offsets.little = false;
    put_code(&file->offsets, codes[TG_BVGRAPH_OFFSETS], 0);
    for (uint32_t node = 0; node < graph->nodes; node++) {
        bool left[NODES_MOST];
        uint32_t extra = 0;
        file->last = to->count;
        memcpy(left, graph->has[node], sizeof left);
        put_code(to, codes[TG_BVGRAPH_OUTDEGREES], graph->count[node]);
        if (graph->count[node] > 0) {
            const uint32_t most = format->window < node ? format->window : node;
            const uint32_t back = test_random_below(random, most + 1);
            if (format->window > 0) put_code(to, codes[TG_BVGRAPH_REFERENCES], back);
            if (back > 0) {
                put_blocks(to, format, graph, (const uint32_t[]){node, node - back}, random);
                for (uint32_t v = 0; v < graph->nodes; v++)
                    if (graph->has[node - back][v]) left[v] = false;
            }
            for (uint32_t v = 0; v < graph->nodes; v++) extra += left[v];
            if (extra > 0) put_rest(to, format, node, left, graph->nodes);
        }
        put_code(&file->offsets, codes[TG_BVGRAPH_OFFSETS], to->count - file->last);
    }
}
