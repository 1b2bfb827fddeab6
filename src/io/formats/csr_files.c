/* csr_files.c - compressed sparse rows in several files of one folder.
 *
 *     trust                   begin.bin: offsets, vertices + 1 int64; adjacent.bin: neighbours,
 *                             int32, or int64 if the size says so (TRUST, H-INDEX, TriCore)
 *     graphminer              meta.txt: vertices, edges, bytes of an id, bytes of an offset, and
 *                             more; vertex.bin: offsets; edge.bin: neighbours.
 *     ligra-binary            NAME.config: vertices, as text; NAME.idx: an offset of 4 or 8 bytes
 *                             for each vertex; NAME.adj: neighbours, uint32.
 *     ligra-binary-weighted   the same, and NAME.adj has a weight of 4 bytes for each neighbour
 *                             after all neighbours
 *
 * The caller may name any of the files; the others are found by their names. Sources: Pandey et al., "TRUST: Triangle
 * Counting Reloaded on GPUs", TPDS 2021, its graph.hpp; GraphMiner's README; Ligra's README.
 */
#include "io/format.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/text/scan.h"
#include "io/bytes/suffix.h"

enum { FILES_MOST = 3, NUMBERS_MOST = 4, NUMBERS_BYTES = 256, ID_BYTES = 4, LONG_BYTES = 8 };

/* ---- sets of files ---- */

/* The files of one graph: the name of inputs[i] ends with names[i]. */
typedef struct file_set {
    const char *const *names;
    size_t count;
    tg_input *inputs[FILES_MOST];
    size_t given; /* the index of the file that the caller has named and will close */
} file_set;

static bool has_name(const char *path, const char *name)
{
    const size_t length = tg_suffix_plain(path);
    if (*name == '.') return tg_suffix_is(path, length, name, strlen(name));
    return tg_suffix_is_word(path, length, name);
}

static bool has_any_name(const char *path, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has_name(path, names[i])) return true;
    return false;
}

/* Whether the bytes are binary. Text has no NUL bytes; ids and offsets have many, unless they are very large. */
static bool is_binary(const char *bytes, size_t count)
{
    return count == 0 || memchr(bytes, 0, count) != NULL;
}

/* Whether a text begins with a line that has only one number, which no edge list does. */
static bool is_lone_number(const char *bytes, size_t count)
{
    char line[NUMBERS_BYTES];
    uint64_t number;
    count = count < sizeof line - 1 ? count : sizeof line - 1;
    memcpy(line, bytes, count);
    line[count] = 0;
    const char *end = tg_scan_index(line, &number);
    if (end == NULL) return false;
    end = tg_skip_blanks(end);
    return *end == '\n' || *end == '\r' || *end == 0;
}

static tricorn_status open_set(tricorn_context *context, tg_input *input, file_set *set)
{
    const char *path = tg_input_name(input);
    set->given = 0;
    while (set->given < set->count && !has_name(path, set->names[set->given])) set->given++;
    if (set->given == set->count)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s: the format is of %zu files; name the one that ends in %s (the "
          "others are beside it, and end in %s%s%s)",
          path, set->count, set->names[0], set->names[1], set->count > 2 ? " and " : "",
          set->count > 2 ? set->names[2] : "");
    set->inputs[set->given] = input;
    for (size_t i = 0; i < set->count; i++) {
        if (i == set->given) continue;
        TG_DO(tg_input_open_beside(context, input, strlen(set->names[set->given]), set->names[i], &set->inputs[i]));
    }
    return TRICORN_OK;
}

static void close_set(file_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (i != set->given) tg_input_close(set->inputs[i]);
}

/* Finds the size of a file; the file does not state it. */
static tricorn_status find_size(tricorn_context *context, const tg_input *input, uint64_t *bytes)
{
    if (!tg_input_is_flat(input) && tg_input_size(input) > 0)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is compressed, but tricorn needs its size: decompress "
          "it first",
          tg_input_name(input));
    *bytes = tg_input_size(input);
    return TRICORN_OK;
}

/* Reads the first `wanted` numbers of a short text. */
static tricorn_status read_numbers(tricorn_context *context, tg_input *input, size_t wanted, uint64_t *numbers)
{
    char text[NUMBERS_BYTES];
    const char *bytes;
    size_t count;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    if (count > sizeof text - 1) count = sizeof text - 1;
    if (memchr(bytes, 0, count) != NULL)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: holds a NUL byte, where it should be text", tg_input_name(input));
    memcpy(text, bytes, count);
    text[count] = 0;
    const char *at = text;
    for (size_t i = 0; i < wanted; i++) {
        at += strspn(at, " \t\r\n");
        const char *end = tg_scan_index(at, &numbers[i]);
        if (end == NULL || numbers[i] > INT64_MAX || (*end && !strchr(" \t\r\n", *end)))
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s: expected %zu whole numbers, but number %zu is '%.20s'",
              tg_input_name(input), wanted, i + 1, at);
        at = end;
    }
    return TRICORN_OK;
}

/* ---- rows ---- */

typedef struct rows_layout {
    uint64_t vertices, arcs;
    unsigned offset_bytes, target_bytes;
    bool last_missing; /* the file has no offset for the end of the last row */
    uint64_t trailing_bytes; /* how many bytes follow the neighbours */
} rows_layout;

static tricorn_status read_rows(tricorn_context *context, tg_input *offsets_input, tg_input *targets_input,
  const rows_layout *layout, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_bytes offsets_from = tg_bytes_of(offsets_input), from = tg_bytes_of(targets_input);
    tg_csr csr = {.vertices = layout->vertices,
      .arcs = layout->arcs,
      .offsets.spill = edges->spill,
      .offset_bytes = layout->offset_bytes,
      .target_bytes = layout->target_bytes,
      .stride = layout->target_bytes};

    tg_work_begin(context, "reading", tg_input_size(offsets_input) + tg_input_size(targets_input));
    TG_TRY(tg_csr_check_vertices(context, from.name, csr.vertices));
    const tg_numbers offsets = {"offsets", csr.vertices + !layout->last_missing, 0, csr.offset_bytes};
    TG_TRY(tg_csr_read_offsets(context, &offsets_from, &offsets, &csr));
    TG_TRY(tg_bytes_end(context, &offsets_from, offsets.what));
    TG_TRY(tg_csr_check_offsets(context, offsets_from.name, &csr));
    TG_TRY(tg_csr_read_targets(context, &from, &csr, edges));
    TG_TRY(tg_bytes_require(context, &from, layout->trailing_bytes, 1, "weights"));
    TG_TRY(tg_bytes_skip(context, &from, layout->trailing_bytes, "weights"));
    TG_TRY(tg_bytes_end(context, &from, "neighbours"));

cleanup:
    tg_offsets_free(&csr.offsets);
    return status;
}

/* A format with several files; the last two have the offsets and the neighbours. */
typedef struct row_set {
    const char *const *names;
    size_t count;
    tricorn_status (*find_layout)(tricorn_context *context, const file_set *files, rows_layout *layout);
} row_set;

/* Reads the edges or, if `edges` is NULL, only the sizes. */
static tricorn_status read_set(
  tricorn_context *context, tg_input *input, const row_set *set, tg_edges *edges, tg_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    file_set files = {.names = set->names, .count = set->count};
    rows_layout layout = {0};
    TG_TRY(open_set(context, input, &files));
    TG_TRY(set->find_layout(context, &files, &layout));
    if (edges != NULL) {
        TG_TRY(read_rows(context, files.inputs[set->count - 2], files.inputs[set->count - 1], &layout, edges));
    } else {
        TG_TRY(tg_csr_check_vertices(context, tg_input_name(input), layout.vertices));
        *sizes = tg_sizes_declared(layout.arcs, layout.vertices);
    }

cleanup:
    close_set(&files);
    return status;
}

/* Defines read_ID and estimate_ID of a row_set with these members. */
#define READS_ROWS(id, ...) \
    static const row_set id##_set = {__VA_ARGS__}; \
    static tricorn_status read_##id( \
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges) \
    { \
        (void)options; \
        return read_set(context, input, &id##_set, edges, NULL); \
    } \
    static tricorn_status estimate_##id( \
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes) \
    { \
        (void)options; \
        return read_set(context, input, &id##_set, NULL, sizes); \
    }

/* ---- TRUST ---- */

enum { BEGIN, ADJACENT, TRUST_FILES };
static const char *const trust_names[] = {"begin.bin", "adjacent.bin"};

/* Finds the sizes of a graph: the last offset is the number of neighbours, and from the file's
 * size follows how many bytes each neighbour has. */
static tricorn_status find_trust_layout(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    uint64_t begin_bytes = 0, adjacent_bytes = 0;
    unsigned char last[LONG_BYTES];
    TG_DO(find_size(context, set->inputs[BEGIN], &begin_bytes));
    TG_DO(find_size(context, set->inputs[ADJACENT], &adjacent_bytes));
    if (begin_bytes < LONG_BYTES || begin_bytes % LONG_BYTES != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its %" PRIu64 " bytes are not a whole number of offsets of 8 bytes: it "
          "is cut, or of another format",
          tg_input_name(set->inputs[BEGIN]), begin_bytes);
    TG_DO(tg_input_read_at(context, set->inputs[BEGIN], begin_bytes - LONG_BYTES, last, sizeof last));
    const uint64_t arcs = tg_get64(last);
    const bool wide = arcs > 0 && adjacent_bytes / LONG_BYTES == arcs && adjacent_bytes % LONG_BYTES == 0;
    *layout = (rows_layout){.vertices = begin_bytes / LONG_BYTES - 1,
      .arcs = arcs,
      .offset_bytes = LONG_BYTES,
      .target_bytes = wide ? LONG_BYTES : ID_BYTES};
    return TRICORN_OK;
}

READS_ROWS(trust, trust_names, TRUST_FILES, find_trust_layout)

static tg_likeness recognise_trust(const char *name, const char *bytes, size_t count)
{
    const bool mine = has_any_name(name, trust_names, TRUST_FILES) && is_binary(bytes, count);
    return mine ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(trust) = {
  .binary = true,
  .estimate = estimate_trust,
  .description = {.name = "trust",
    .summary = "begin.bin beside adjacent.bin (TRUST, H-INDEX, TriCore)",
    .suffixes = "",
    .reads = "isolated large parallel"},
  .recognise = recognise_trust,
  .read = read_trust,
};

/* ---- GraphMiner ---- */

enum { META, VERTEX, EDGE, GRAPHMINER_FILES };
static const char *const graphminer_names[] = {"meta.txt", "vertex.bin", "edge.bin"};
enum { META_VERTICES, META_EDGES, META_ID_BYTES, META_OFFSET_BYTES, META_NUMBERS };

static bool is_width(uint64_t bytes)
{
    return bytes == ID_BYTES || bytes == LONG_BYTES;
}

static tricorn_status find_graphminer_layout(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    uint64_t stated[META_NUMBERS];
    TG_DO(read_numbers(context, set->inputs[META], META_NUMBERS, stated));
    if (!is_width(stated[META_ID_BYTES]) || !is_width(stated[META_OFFSET_BYTES]))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: says %" PRIu64 " bytes for ids and %" PRIu64
          " for offsets, its 3rd and 4th number; both can be 4 or 8 (a bipartite "
          "graph has another number first, and no triangles)",
          tg_input_name(set->inputs[META]), stated[META_ID_BYTES], stated[META_OFFSET_BYTES]);
    *layout = (rows_layout){.vertices = stated[META_VERTICES],
      .arcs = stated[META_EDGES],
      .offset_bytes = (unsigned)stated[META_OFFSET_BYTES],
      .target_bytes = (unsigned)stated[META_ID_BYTES]};
    return TRICORN_OK;
}

READS_ROWS(graphminer, graphminer_names, GRAPHMINER_FILES, find_graphminer_layout)

static tg_likeness recognise_graphminer(const char *name, const char *bytes, size_t count)
{
    if (has_name(name, graphminer_names[META])) return is_lone_number(bytes, count) ? TG_BY_CONTENT : TG_NOT_MINE;
    const bool mine = has_any_name(name, graphminer_names, GRAPHMINER_FILES) && is_binary(bytes, count);
    return mine ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(graphminer) = {
  .binary = true,
  .estimate = estimate_graphminer,
  .description = {.name = "graphminer",
    .summary = "meta.txt beside vertex.bin and edge.bin (GraphMiner)",
    .suffixes = "",
    .reads = "isolated large parallel"},
  .both_ways = true,
  .recognise = recognise_graphminer,
  .read = read_graphminer,
};

/* ---- Ligra ---- */

enum { CONFIG, IDX, ADJ, LIGRA_FILES };
static const char *const ligra_names[] = {".config", ".idx", ".adj"};

static tricorn_status find_ligra_layout(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    uint64_t vertices = 0, idx_bytes = 0, adj_bytes = 0;
    TG_DO(read_numbers(context, set->inputs[CONFIG], 1, &vertices));
    TG_DO(find_size(context, set->inputs[IDX], &idx_bytes));
    TG_DO(find_size(context, set->inputs[ADJ], &adj_bytes));
    if (idx_bytes % ID_BYTES != 0 || (idx_bytes / ID_BYTES != vertices && idx_bytes / ID_BYTES != vertices * 2))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: has %" PRIu64 " bytes, which are not 4 or 8 for each of %" PRIu64 " vertices, as many as %s says",
          tg_input_name(set->inputs[IDX]), idx_bytes, vertices, tg_input_name(set->inputs[CONFIG]));
    if (adj_bytes % ID_BYTES != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its %" PRIu64 " bytes are not a whole number of neighbours of 4 bytes", tg_input_name(set->inputs[ADJ]),
          adj_bytes);
    *layout = (rows_layout){.vertices = vertices,
      .arcs = adj_bytes / ID_BYTES,
      .offset_bytes = idx_bytes / ID_BYTES == vertices ? ID_BYTES : LONG_BYTES,
      .target_bytes = ID_BYTES,
      .last_missing = true};
    return TRICORN_OK;
}

/* Refuses a graph that may have weights after its neighbours, which the files do not say.
 * Without weights, the last row goes from its offset to the end of the file. With weights, this
 * row would seem to have half of all numbers, which only the centre of a star really has. */
static tricorn_status refuse_weights(tricorn_context *context, const file_set *set, const rows_layout *layout)
{
    unsigned char bytes[LONG_BYTES] = {0};
    if (layout->vertices == 0 || layout->arcs == 0) return TRICORN_OK;
    const tricorn_status status = tg_input_read_at(
      context, set->inputs[IDX], (layout->vertices - 1) * layout->offset_bytes, bytes, layout->offset_bytes);
    if (status != TRICORN_OK || tg_get64(bytes) > layout->arcs / 2) return status;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: half of it or more belongs to the last vertex: these must be weights; "
      "then give " TG_OPTION("format=ligra-binary-weighted"),
      tg_input_name(set->inputs[ADJ]));
}

static tricorn_status split_weights(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    if (layout->arcs % 2 != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: holds %" PRIu64 " numbers, but neighbours and their weights are an "
          "even number",
          tg_input_name(set->inputs[ADJ]), layout->arcs);
    layout->arcs /= 2;
    layout->trailing_bytes = layout->arcs * ID_BYTES;
    return TRICORN_OK;
}

static tricorn_status find_unweighted(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    TG_DO(find_ligra_layout(context, set, layout));
    return refuse_weights(context, set, layout);
}

static tricorn_status find_weighted(tricorn_context *context, const file_set *set, rows_layout *layout)
{
    TG_DO(find_ligra_layout(context, set, layout));
    return split_weights(context, set, layout);
}

READS_ROWS(unweighted, ligra_names, LIGRA_FILES, find_unweighted)
READS_ROWS(weighted, ligra_names, LIGRA_FILES, find_weighted)

static tg_likeness recognise_ligra(const char *name, const char *bytes, size_t count)
{
    if (has_name(name, ligra_names[CONFIG])) return is_lone_number(bytes, count) ? TG_BY_CONTENT : TG_NOT_MINE;
    const bool mine = has_any_name(name, ligra_names, LIGRA_FILES) && is_binary(bytes, count);
    return mine ? TG_BY_NAME : TG_NOT_MINE;
}

static tg_likeness never(const char *name, const char *bytes, size_t count)
{
    (void)name, (void)bytes, (void)count;
    return TG_NOT_MINE;
}

TG_DEFINE_FORMAT(ligra_binary) = {
  .binary = true,
  .estimate = estimate_unweighted,
  .description = {.name = "ligra-binary",
    .summary = "Ligra binary: NAME.config beside NAME.idx and NAME.adj",
    .suffixes = ".config .idx .adj",
    .reads = "isolated large parallel"},
  .both_ways = true,
  .recognise = recognise_ligra,
  .read = read_unweighted,
};

TG_DEFINE_FORMAT(ligra_binary_weighted) = {
  .binary = true,
  .estimate = estimate_weighted,
  .description = {.name = "ligra-binary-weighted",
    .summary = "the same with weights behind the neighbours",
    .suffixes = "",
    .reads = "isolated large parallel"},
  .both_ways = true,
  .recognise = never,
  .read = read_weighted,
};
