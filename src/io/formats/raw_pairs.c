/* raw_pairs.c - edges as pairs of binary numbers, little-endian, without a header or with a short one.
 *
 *     pairs32          two uint32 each
 *     pairs64          two uint64 each
 *     polak            int32 m, then m pairs of int32
 *     graph500         two int64 each
 *     graph500-packed  three uint32 each: the lower 32 bits of both ends, then 16 higher bits of
 *                      the first end and 16 of the second
 *
 * The files do not state which of these they are. Ids may be any numbers, as in a text edge list. Sources: Polak,
 * "Counting triangles in large graphs on GPU", IPDPSW 2016, its graph.cpp; Graph500's graph_generator.h.
 *
 * Why it is fast:
 * - All threads decode chunks, and write each chunk to its own position in the edges; each
 *   layout has a loop without branches.
 * - Ids are read as 32 bits, because nearly all of them fit; if one does not, the file is read
 *   again.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/portable.h"
#include "io/bytes/packing.h"
#include "io/binary/raw_width.h"
#include "io/binary/records.h"
#include "io/binary/rows.h"
#include "io/text/end_sample.h"

typedef enum layout { PAIRS32, PAIRS64, POLAK, GRAPH500, GRAPH500_PACKED } layout;

enum {
    PACKED_LOW_BITS = 32,
    PACKED_HIGH_BITS = 16,
    PACKED_BYTES = 12,
    RECORD_MOST = 16,
    WRITE_EDGES = 64 /* how many edges are put into the output's buffer at a time */
};

static const size_t record_bytes[] = {
  [PAIRS32] = 8, [PAIRS64] = 16, [POLAK] = 8, [GRAPH500] = 16, [GRAPH500_PACKED] = PACKED_BYTES};

static const char NEGATIVE[] = "is negative, and no vertex: is the file damaged, or of another "
                               "format?";

/* ---- reading ---- */

typedef struct reading {
    layout form;
    tg_bytes all; /* the content after the header */
    tg_record_edges to;
    _Atomic uint64_t largest;
    atomic_bool too_wide; /* an id does not fit in 32 bits, which were tried first */
} reading;

static inline uint64_t sign_extend(uint64_t value, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return (value ^ sign) - sign;
}

static inline tg_wide_edge decode(layout form, const unsigned char *at)
{
    tg_wide_edge edge;
    switch (form) {
    case PAIRS64:
    case GRAPH500: return (tg_wide_edge){tg_get64(at), tg_get64(at + sizeof(uint64_t))};
    case POLAK: return (tg_wide_edge){sign_extend(tg_get32(at), 32), sign_extend(tg_get32(at + sizeof(uint32_t)), 32)};
    case GRAPH500_PACKED: {
        const uint64_t high = tg_get32(at + 2 * sizeof(uint32_t));
        edge.u = tg_get32(at) | (high & UINT16_MAX) << PACKED_LOW_BITS;
        edge.v = tg_get32(at + sizeof(uint32_t)) | high >> PACKED_HIGH_BITS << PACKED_LOW_BITS;
        edge.u = sign_extend(edge.u, PACKED_LOW_BITS + PACKED_HIGH_BITS);
        edge.v = sign_extend(edge.v, PACKED_LOW_BITS + PACKED_HIGH_BITS);
        return edge;
    }
    default: return (tg_wide_edge){tg_get32(at), tg_get32(at + sizeof(uint32_t))};
    }
}

/* Decodes the edges of a chunk, and returns the largest id; a negative id counts as the largest. */
static inline uint64_t decode_all(layout form, bool wide, const tg_record_chunk *chunk, void *room)
{
    uint64_t largest = 0;
    for (uint64_t i = 0; i < chunk->count; i++) {
        const tg_wide_edge edge = decode(form, chunk->bytes + i * record_bytes[form]);
        largest = edge.u > largest ? edge.u : largest;
        largest = edge.v > largest ? edge.v : largest;
        if (wide)
            ((tg_wide_edge *)room)[i] = edge;
        else
            ((tg_edge *)room)[i] = (tg_edge){(uint32_t)edge.u, (uint32_t)edge.v};
    }
    return largest;
}

static uint64_t decode_chunk(layout form, bool wide, const tg_record_chunk *chunk, void *room)
{
    switch (form) {
    case PAIRS32: return decode_all(PAIRS32, wide, chunk, room);
    case PAIRS64: return decode_all(PAIRS64, wide, chunk, room);
    case POLAK: return decode_all(POLAK, wide, chunk, room);
    case GRAPH500: return decode_all(GRAPH500, wide, chunk, room);
    case GRAPH500_PACKED: return decode_all(GRAPH500_PACKED, wide, chunk, room);
    }
    return 0;
}

static void find_negative(layout form, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    uint64_t i = 0;
    tg_wide_edge edge;
    do edge = decode(form, chunk->bytes + i++ * record_bytes[form]);
    while (edge.u <= INT64_MAX && edge.v <= INT64_MAX);
    const bool first = edge.u > INT64_MAX;
    *fault = (tg_record_fault){.error = NEGATIVE,
      .record = chunk->first + i - 1,
      .byte = first                     ? 0
              : form == GRAPH500_PACKED ? sizeof(uint32_t)
                                        : record_bytes[form] / 2,
      .value = (int64_t)(first ? edge.u : edge.v)};
}

/* Reads consecutive edges, for which the part has room. */
static tricorn_status use_some(
  tricorn_context *context, reading *job, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    void *room = NULL;
    const tricorn_status status = tg_record_edges_room(context, &job->to, chunk, &room);
    if (status != TRICORN_OK || atomic_load(&job->too_wide)) return status;

    const uint64_t largest = decode_chunk(job->form, job->to.edges->wide, chunk, room);
    if (largest > INT64_MAX && job->form != PAIRS64)
        find_negative(job->form, chunk, fault);
    else if (largest >= UINT32_MAX && !job->to.edges->wide)
        atomic_store(&job->too_wide, true);
    tg_keep_largest(&job->largest, largest);
    return TRICORN_OK;
}

/* Reads a chunk in small steps, so that parts need little room at a time. */
static tricorn_status use_pairs(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    enum { STEP = 1 << 13 };
    tricorn_status status = TRICORN_OK;
    reading *job = user;
    for (uint64_t i = 0; status == TRICORN_OK && fault->error == NULL && i < chunk->count;) {
        tg_record_chunk some = *chunk;
        some.first += i;
        some.bytes += i * record_bytes[job->form];
        some.count = chunk->count - i < STEP ? chunk->count - i : STEP;
        status = use_some(context, job, &some, fault);
        i += some.count;
    }
    return status;
}

/* Samples edges from all regions of the file, for tg_edge_spill. */
static tricorn_status sample_pairs(tricorn_context *context, void *reader, uint64_t most, tg_edges *sampled)
{
    enum { WINDOW = 64 }; /* how many edges are read at a time */
    const reading *job = reader;
    const size_t size = record_bytes[job->form];
    const uint64_t windows_most = (job->all.size - job->all.at) / size / WINDOW;
    const uint64_t windows = most / WINDOW < windows_most ? most / WINDOW : windows_most;
    unsigned char bytes[WINDOW * RECORD_MOST];
    const tg_record_chunk chunk = {.bytes = bytes, .count = WINDOW};

    TG_DO(tg_edges_create(context, 1, sampled));
    sampled->wide = true;
    TG_DO(tg_edge_part_reserve(context, sampled->parts, windows * WINDOW, sizeof(tg_wide_edge)));
    for (uint64_t w = 0; w < windows; w++) {
        const uint64_t window = (uint64_t)((unsigned __int128)w * windows_most / windows);
        TG_DO(tg_input_read_at(context, job->all.input, job->all.at + window * WINDOW * size, bytes, WINDOW * size));
        tg_wide_edge *edges = sampled->parts->edges;
        decode_chunk(job->form, true, &chunk, edges + sampled->parts->count);
        sampled->parts->count += WINDOW;
    }
    return TRICORN_OK;
}

/* Reads `count` records; the number is from the header, or TG_SIZE_UNKNOWN. */
static tricorn_status read_records(
  tricorn_context *context, tg_bytes from, uint64_t count, reading *job, tg_edges *edges)
{
    const tg_records records = {
      .what = "edges", .count = count, .size = record_bytes[job->form], .user = job, .use = use_pairs};
    uint64_t room = count;
    if (count == TG_SIZE_UNKNOWN && from.size != TG_SIZE_UNKNOWN) room = (from.size - from.at) / records.size;

    TG_DO(tg_record_edges_create(context, &from, room, edges, &job->to));
    TG_DO(tg_records_read(context, &from, &records, NULL));
    return tg_bytes_end(context, &from, "edges");
}

static tricorn_status read_header(tricorn_context *context, tg_bytes *from, uint64_t *count)
{
    unsigned char bytes[sizeof(uint32_t)];
    TG_DO(tg_bytes_read(context, from, bytes, sizeof bytes, "header"));
    *count = tg_get32(bytes);
    if (*count > INT32_MAX)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its header says %" PRId32 " edges: it is damaged, or of another "
          "format",
          from->name, (int32_t)(uint32_t)*count);
    return tg_bytes_require(context, from, *count, record_bytes[POLAK], "edges");
}

/* Whether edges with 32-bit ids may be spilled to disk while others are read. */
static bool may_spill(const tg_bytes *from, layout form, const tg_edges *edges)
{
    if (edges->spill == NULL || from->size == TG_SIZE_UNKNOWN) return false;
    const uint64_t edges_most = (from->size - from->at) / record_bytes[form];
    return edges_most > edges->spill->room_bytes / sizeof(tg_edge);
}

/* Reads ids as 32 bits, and again as 64 bits if one does not fit. A stream, and a file that
 * does not fit in memory, can be read only once, so their ids are read as 64 bits. */
static tricorn_status read_pairs(tricorn_context *context, tg_input *input, layout form, tg_edges *edges)
{
    tg_bytes from = tg_bytes_of(input);
    uint64_t count = TG_SIZE_UNKNOWN;
    reading job = {.form = form};

    tg_work_begin(context, "reading", tg_input_size(input));
    if (form == POLAK) TG_DO(read_header(context, &from, &count));
    edges->wide = from.size == TG_SIZE_UNKNOWN || may_spill(&from, form, edges);
    if (edges->spill && from.size != TG_SIZE_UNKNOWN && tg_input_is_flat(input)) {
        job.all = from;
        edges->spill->sample = sample_pairs;
        edges->spill->reader = &job;
    }
    TG_DO(read_records(context, from, count, &job, edges));
    if (atomic_load(&job.too_wide)) {
        tg_edges_discard(edges);
        edges->wide = true;
        atomic_store(&job.too_wide, false);
        TG_DO(read_records(context, from, count, &job, edges));
    }
    if (!edges->wide) edges->vertices = tg_edges_count(edges) ? atomic_load(&job.largest) + 1 : 0;
    return TRICORN_OK;
}

/* Refuses a file if only its name says what it is, and its ids look wider or narrower than that. */
static tricorn_status check_width(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, layout form)
{
    const bool narrow = form == PAIRS32;
    const char *bytes;
    size_t count;
    if (!tg_is_auto(options->input.format) || (form != PAIRS32 && form != PAIRS64 && form != GRAPH500))
        return TRICORN_OK;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    if (!(narrow ? tg_raw_pairs_look_wider : tg_raw_pairs_look_narrower)(bytes, count)) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: %s: give " TG_OPTION("format=pairs32") " or " TG_OPTION("format=pairs64"), tg_input_name(input),
      narrow ? "each second id is 0, so they may have 64 bits"
             : "both halves of its ids have the same numbers, so they may have 32 "
               "bits");
}

/* ---- estimating ---- */

typedef struct looking {
    layout form;
    uint64_t bytes, half, largest;
    tg_end_sample ends;
} looking;

static uint64_t header_bytes(layout form)
{
    return form == POLAK ? sizeof(uint32_t) : 0;
}

/* Looks at the complete records of a sample. Negative ids are ignored here; reading reports them. */
static void look(void *user, const tg_sample *sample)
{
    looking *job = user;
    const uint64_t size = record_bytes[job->form], head = header_bytes(job->form);
    /* After the header, records begin at multiples of their size. */
    const uint64_t skip =
      sample->offset < head ? head - sample->offset : (size - (sample->offset - head) % size) % size;
    for (uint64_t at = skip; at + size <= sample->count; at += size) {
        const tg_wide_edge edge = decode(job->form, (const unsigned char *)sample->bytes + at);
        const uint64_t larger = edge.u > edge.v ? edge.u : edge.v;
        if (larger > job->largest) job->largest = larger;
        tg_end_sample_see(&job->ends, edge.u, edge.v);
        if (sample->offset == 0 && at <= sample->count / 2) job->half = job->largest;
    }
    job->bytes += sample->count;
    tg_end_sample_next(&job->ends);
}

static tricorn_status estimate_pairs(tricorn_context *context, tg_input *input, layout form, tg_sizes *sizes)
{
    looking found = {.form = form};
    tg_sampling sampling = {.user = &found, .use = look};
    const uint64_t head = header_bytes(form);
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_end_sample_begin(context, &found.ends));
    TG_TRY(tg_sample_content(context, input, &sampling));
    if (sampling.content_bytes > head) sizes->edges = (sampling.content_bytes - head) / record_bytes[form];
    sizes->largest = tg_sample_largest(&sampling, found.half, found.largest, found.bytes);
    /* The ids of a stream are always read as 64 bits. */
    sizes->wide = !tg_input_is_flat(input) || sizes->largest >= UINT32_MAX;
    sizes->exact = sampling.whole;
    sizes->end_degree = tg_end_sample_degree(&found.ends, sizes->edges);
cleanup:
    tg_end_sample_free(&found.ends);
    return status;
}

/* Returns the largest id that the layout can store. */
static uint64_t largest_id(layout form)
{
    switch (form) {
    case PAIRS32: return UINT32_MAX;
    case PAIRS64: return UINT64_MAX;
    case POLAK: return INT32_MAX;
    case GRAPH500: return INT64_MAX;
    case GRAPH500_PACKED: return (UINT64_C(1) << (PACKED_LOW_BITS + PACKED_HIGH_BITS - 1)) - 1;
    }
    return 0;
}

static void put(char *at, uint64_t value, size_t bytes)
{
    value = htole64(value); /* the lower bytes of the value come first */
    memcpy(at, &value, bytes);
}

static char *encode(layout form, char *at, uint64_t u, uint64_t v)
{
    const size_t end = record_bytes[form];
    if (form == GRAPH500_PACKED) {
        const uint64_t high = u >> PACKED_LOW_BITS | v >> PACKED_LOW_BITS << PACKED_HIGH_BITS;
        put(at, u, sizeof(uint32_t));
        put(at + sizeof(uint32_t), v, sizeof(uint32_t));
        put(at + 2 * sizeof(uint32_t), high, sizeof(uint32_t));
    } else {
        put(at, u, end / 2);
        put(at + end / 2, v, end / 2);
    }
    return at + end;
}

static uint64_t id_of(const tg_ids *ids, uint32_t x)
{
    return ids->numbers ? ids->numbers[x] : ids->first + x;
}

static tricorn_status check_count(tricorn_context *context, uint64_t edges, layout form)
{
    if (form != POLAK || edges <= INT32_MAX) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%" PRIu64 " edges are more than the format 'polak' can hold (2147483647); "
      "choose 'pairs32'",
      edges);
}

static tricorn_status check_id(tricorn_context *context, uint64_t id, layout form)
{
    if (id <= largest_id(form)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the vertex %" PRIu64 " does not fit the format, whose ids are at most "
      "%" PRIu64 "; choose 'pairs64'",
      id, largest_id(form));
}

static tricorn_status check_words(tricorn_context *context, bool words)
{
    if (!words) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the vertices' ids are words, which pairs of numbers cannot hold; choose " TG_OPTION("format=edges"));
}

static tricorn_status check_ids(tricorn_context *context, const tricorn_graph *graph, layout form)
{
    TG_DO(check_words(context, graph->ids.text != NULL));
    TG_DO(check_count(context, graph->edges, form));
    for (uint32_t v = 0; v < graph->active; v++)
        TG_DO(check_id(context, id_of(&graph->ids, tg_graph_input_id(graph, v)), form));
    return TRICORN_OK;
}

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    layout form;
    uint64_t edges;
    bool begun; /* the bytes before the edges are written */
    bool turned; /* the first edge is written from its other end */
    const tg_ids *ids;
    tg_rows rows;
} writing;

static tricorn_status write_row(void *user, uint32_t u)
{
    const writing *job = user;
    const uint64_t *offsets = job->rows.offsets;
    for (uint64_t i = offsets[u]; i < offsets[u + 1];) {
        const uint64_t left = offsets[u + 1] - i;
        const uint64_t some = left < WRITE_EDGES ? left : WRITE_EDGES;
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, some * record_bytes[job->form], &begin, &end));
        char *at = begin;
        const bool turned = job->turned && i == 0;
        for (const uint64_t stop = i + some; i < stop; i++)
            at = encode(job->form, at, id_of(job->ids, u), id_of(job->ids, job->rows.ids[i]));
        if (turned) encode(job->form, begin, id_of(job->ids, job->rows.ids[0]), id_of(job->ids, u));
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

/* Checks the first bytes of the file: if they were those of compressed content, the file would be decompressed when
 * it is read. An edge has no direction, so the first edge is then written from its other end. */
static tricorn_status check_beginning(writing *job, tg_wide_edge first)
{
    char bytes[sizeof(uint32_t) + RECORD_MOST];
    const size_t head = (size_t)header_bytes(job->form);
    if (job->edges == 0) return TRICORN_OK;
    put(bytes, job->edges, head);
    for (int turned = 0; turned < 2; turned++) {
        const char *end = encode(job->form, bytes + head, turned ? first.v : first.u, turned ? first.u : first.v);
        job->turned = turned;
        if (tg_packing_of(bytes, (size_t)(end - bytes)) == NULL) return TRICORN_OK;
    }
    return tg_fail(job->context, TRICORN_UNSUPPORTED,
      "the file would begin with the same bytes as one that is %s, and be read "
      "as such; choose another format",
      tg_packing_of(bytes, head + record_bytes[job->form])->name);
}

/* Writes what comes before the edges. `first` is the first edge, if the graph has one. */
static tricorn_status begin_pairs(writing *job, tg_wide_edge first)
{
    TG_DO(check_beginning(job, first));
    job->begun = true;
    if (job->form != POLAK) return TRICORN_OK;
    return tg_write_numbers(job->context, job->output, &job->edges, 1, sizeof(int32_t));
}

static tg_wide_edge first_edge(const writing *job)
{
    uint32_t u = 0;
    if (job->edges == 0) return (tg_wide_edge){0, 0};
    while (job->rows.offsets[u + 1] == 0) u++;
    return (tg_wide_edge){id_of(job->ids, u), id_of(job->ids, job->rows.ids[0])};
}

static tricorn_status write_pairs(tricorn_context *context, const tricorn_graph *graph, tg_output *output, layout form)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.context = context, .output = output, .form = form, .edges = graph->edges, .ids = &graph->ids};

    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(check_ids(context, graph, form));
    TG_TRY(tg_graph_input_rows(context, graph, 0, &job.rows));
    TG_TRY(begin_pairs(&job, first_edge(&job)));
    TG_TRY(tg_rows_write(context, &job.rows, write_row, &job));

cleanup:
    tg_rows_free(&job.rows);
    return status;
}

/* Encodes an edge of a stream, whose ids may be too large for the format. */
static tricorn_status encode_edge(const writing *job, tg_edge edge, char **at)
{
    const uint64_t u = id_of(job->ids, edge.u), v = id_of(job->ids, edge.v);
    TG_DO(check_id(job->context, u > v ? u : v, job->form));
    *at = encode(job->form, *at, u, v);
    return TRICORN_OK;
}

static tricorn_status write_next(void *user, const tg_edge *edges, uint64_t count)
{
    writing *job = user;
    const tg_wide_edge first = {id_of(job->ids, edges->u), id_of(job->ids, edges->v)};
    bool turned = false;
    if (!job->begun) {
        TG_DO(begin_pairs(job, first));
        turned = job->turned;
    }
    for (uint64_t i = 0; i < count;) {
        const uint64_t some = count - i < WRITE_EDGES ? count - i : WRITE_EDGES;
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, some * record_bytes[job->form], &begin, &end));
        char *at = begin;
        for (const uint64_t stop = i + some; i < stop; i++) TG_DO(encode_edge(job, edges[i], &at));
        if (turned) encode(job->form, begin, first.v, first.u);
        turned = false;
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

static tricorn_status write_pairs_of_stream(
  tricorn_context *context, const tg_edge_stream *edges, tg_output *output, layout form)
{
    const tg_ids none = {0};
    writing job = {.context = context,
      .output = output,
      .form = form,
      .edges = edges->edges,
      .ids = edges->ids ? edges->ids : &none};

    TG_DO(check_words(context, edges->words));
    TG_DO(check_count(context, edges->edges, form));
    if (edges->ids == NULL && edges->vertices > 0) TG_DO(check_id(context, edges->vertices - 1, form));
    TG_DO(tg_edge_stream_each(context, edges, write_next, &job));
    if (!job.begun) TG_DO(begin_pairs(&job, (tg_wide_edge){0, 0}));
    return TRICORN_OK;
}

/* ---- the formats ---- */

/* Defines the format `id`, which has this layout, and its functions. */
#define RAW_PAIRS(id, its_layout, its_name, its_summary, its_suffixes) \
    static tricorn_status read_##id( \
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges) \
    { \
        const tricorn_status status = check_width(context, input, options, its_layout); \
        if (status != TRICORN_OK) return status; \
        return read_pairs(context, input, its_layout, edges); \
    } \
    static tricorn_status write_##id(tricorn_context *context, const tricorn_graph *graph, tg_output *output) \
    { \
        return write_pairs(context, graph, output, its_layout); \
    } \
    static tricorn_status write_edges_##id(tricorn_context *context, const tg_edge_stream *edges, tg_output *output) \
    { \
        return write_pairs_of_stream(context, edges, output, its_layout); \
    } \
    static tg_likeness recognise_##id(const char *name, const char *bytes, size_t count) \
    { \
        const bool mine = tg_suffix_matches(name, its_suffixes); \
        return mine && !tg_is_plain_text(bytes, count) ? TG_BY_NAME : TG_NOT_MINE; \
    } \
    static tricorn_status estimate_##id( \
      tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes) \
    { \
        (void)options; \
        return estimate_pairs(context, input, its_layout, sizes); \
    } \
    TG_DEFINE_FORMAT(id) = { \
      .binary = true, \
      .description = {.name = its_name, \
        .summary = its_summary, \
        .suffixes = its_suffixes, \
        .reads = "directions large pipe parallel", \
        .writes = "large pipe"}, \
      .recognise = recognise_##id, \
      .read = read_##id, \
      .estimate = estimate_##id, \
      .write = write_##id, \
      .write_edges = write_edges_##id, \
    }

RAW_PAIRS(pairs32, PAIRS32, "pairs32", "raw pairs of 32-bit ids, unsigned, little-endian", ".u32 .pairs32");
RAW_PAIRS(pairs64, PAIRS64, "pairs64", "raw pairs of 64-bit ids, unsigned, little-endian", ".u64 .pairs64");
RAW_PAIRS(polak, POLAK, "polak", "int32 number of edges, then pairs of int32 (Polak's programs)", ".polak");
RAW_PAIRS(graph500, GRAPH500, "graph500", "Graph500 edges: raw pairs of int64", ".g500");
RAW_PAIRS(graph500_packed, GRAPH500_PACKED, "graph500-packed", "Graph500 packed edges: 12 bytes each, ids of 48 bits",
  ".g500p");
