/* npy.c - an array of NumPy as numpy.save writes it: an adjacency matrix, or edges.
 *
 *     (n, n)            n of 4 or more: an entry that is not 0 is an edge from the row to the column, and its weight
 *     (m, 2), (2, m)    the ends of m edges, whole numbers
 *
 * An array of another shape, and one that may be both, is refused, as in Python. The order of C and of Fortran is read:
 * so the ends of an edge are next to each other, or all first ends are before all second ones.
 */
#include "io/format.h"

#include <inttypes.h>
#include <math.h>

#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/binary/npy_header.h"
#include "io/text/gather.h"

enum { FEWEST_ROWS = 4, ENDS = 2, ENDS_STEP = 512 };

static const char SUFFIXES[] = ".npy";
static const char NO_NUMBER[] =
  "is the row of an entry that is infinite or no number: save numpy.nan_to_num(array, posinf=0, "
  "neginf=0) if such entries are no edges";
static const char NEGATIVE[] = "is the row of a negative weight";
static const char NO_ID[] =
  "is the number of an edge one of whose ends is no whole number from 0 on (below 2^53 for reals)";

typedef enum layout { MATRIX, PAIRS, COLUMNS } layout;

typedef struct reading {
    tg_npy array;
    layout layout;
    uint64_t begins; /* where the elements are in the file */
    tg_input *input;
    tg_gathering gathering;
    int weights;
} reading;

/* ---- the array ---- */

static tricorn_status refuse(tricorn_context *context, const tg_input *input, const char *what)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s: %s", tg_input_name(input), what);
}

/* Finds what the array is by its shape. */
static tricorn_status find_layout(tricorn_context *context, reading *job, bool bipartite)
{
    const uint64_t rows = job->array.shape[0], columns = job->array.shape[1];
    const bool fits = rows == columns && rows >= FEWEST_ROWS;
    if (job->array.dimensions != TG_NPY_DIMENSIONS)
        return refuse(
          context, job->input, "is an array of one dimension or of three or more: edges have the shape (m, 2)");
    const bool across = rows == ENDS && columns > ENDS + 1, along = columns == ENDS;
    job->layout = !across && !along ? MATRIX : across == job->array.fortran ? PAIRS : COLUMNS;
    if (job->layout != MATRIX || fits || (bipartite && rows != ENDS)) return TRICORN_OK;
    if (rows == ENDS)
        return refuse(
          context, job->input, "its shape is that of edges, or of two columns: save array.reshape(-1, 2) or array.T");
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: the shape (%" PRIu64 ", %" PRIu64 ") is that of no graph: edges have (m, 2), so save array[:, :2] if others "
      "follow; a matrix has %d rows and as many columns or more, so save a smaller one by scipy.sparse.save_npz; "
      "one that is not square has the two sides of a graph, if " TG_OPTION("bipartite") " says so",
      tg_input_name(job->input), rows, columns, FEWEST_ROWS);
}

static tricorn_status check_type(tricorn_context *context, const reading *job)
{
    const tg_npy *array = &job->array;
    const uint64_t width = array->width;
    const bool whole =
      (array->kind == 'i' || array->kind == 'u') && (width == 1 || width == 2 || width == 4 || width == 8);
    const bool real = array->kind == 'f' && (width == 4 || width == 8), bits = array->kind == 'b' && width == 1;
    if (array->order == '>' && width > 1)
        return refuse(context, job->input, "is big-endian: save array.astype(array.dtype.newbyteorder('<'))");
    if (whole || real || (bits && job->layout == MATRIX)) return TRICORN_OK;
    return refuse(context, job->input,
      "its elements are no numbers that are read: save array.astype('int64') or "
      "array.astype('float64')");
}

/* How many vertices a matrix has, on the side that has more. */
static uint64_t most_of(const reading *job)
{
    const uint64_t *shape = job->array.shape;
    return shape[0] > shape[1] ? shape[0] : shape[1];
}

/* ---- elements ---- */

static uint64_t bits_of(const tg_npy *array, const unsigned char *at)
{
    switch (array->width) {
    case 1: return *at;
    case 2: return (uint64_t)at[0] | (uint64_t)at[1] << 8;
    case 4: return tg_get32(at);
    default: return tg_get64(at);
    }
}

static int64_t signed_of(const tg_npy *array, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (8 * array->width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static double value_of(const tg_npy *array, const unsigned char *at)
{
    const uint64_t bits = bits_of(array, at);
    float narrow;
    double wide;
    if (array->kind == 'i') return (double)signed_of(array, bits);
    if (array->kind != 'f') return (double)bits;
    if (array->width == sizeof wide) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    const uint32_t half = (uint32_t)bits;
    memcpy(&narrow, &half, sizeof narrow);
    return narrow;
}

/* Reads the number of a vertex; false if the element is none. */
static bool id_of(const tg_npy *array, const unsigned char *at, uint64_t *id)
{
    const double exact = 9007199254740992.0; /* 2^53 */
    *id = bits_of(array, at);
    if (array->kind == 'u') return true;
    if (array->kind == 'i') return signed_of(array, *id) >= 0;
    const double value = value_of(array, at);
    if (!(value >= 0 && value < exact) || value != trunc(value)) return false;
    *id = (uint64_t)value;
    return true;
}

/* ---- reading ---- */

static tricorn_status use_entries(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    reading *job = user;
    const tg_npy *array = &job->array;
    const uint64_t run = array->shape[array->fortran ? 0 : 1]; /* the entries of a row, or of a column */
    tricorn_status status = tg_gather_chunk(context, &job->gathering, chunk->thread, chunk->first);
    for (uint64_t i = 0; i < chunk->count && status == TRICORN_OK && fault->error == NULL; i++) {
        const double value = value_of(array, chunk->bytes + i * array->width);
        if (value == 0) continue;
        const uint64_t place = chunk->first + i, slow = place / run, fast = place % run;
        const tg_wide_edge edge = array->fortran ? (tg_wide_edge){fast, slow} : (tg_wide_edge){slow, fast};
        fault->error = !isfinite(value)                                              ? NO_NUMBER
                       : value < 0 && job->weights && job->weights != TRICORN_SIGNED ? NEGATIVE
                                                                                     : NULL;
        *fault = (tg_record_fault){.error = fault->error, .record = place, .value = (int64_t)edge.u};
        if (fault->error) break;
        status = tg_gather_edge(context, &job->gathering, chunk->thread, edge, 0);
        if (status == TRICORN_OK && job->weights)
            status = tg_edge_part_weigh(context, &job->gathering.own[chunk->thread].part, value);
    }
    return status;
}

/* Takes edges, whose first and second ends are `steps` bytes from each other. */
static tricorn_status take_edges(tricorn_context *context, reading *job, const tg_record_chunk *chunk,
  const unsigned char *const ends[ENDS], tg_record_fault *fault)
{
    const uint64_t step = job->array.width * (job->layout == PAIRS ? ENDS : 1);
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; i < chunk->count && status == TRICORN_OK; i++) {
        tg_wide_edge edge;
        if (!id_of(&job->array, ends[0] + i * step, &edge.u) || !id_of(&job->array, ends[1] + i * step, &edge.v)) {
            *fault =
              (tg_record_fault){.error = NO_ID, .record = chunk->first + i, .value = (int64_t)(chunk->first + i)};
            return TRICORN_OK;
        }
        status = tg_gather_edge(context, &job->gathering, chunk->thread, edge, 0);
    }
    return status;
}

static tricorn_status use_pairs(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    reading *job = user;
    const unsigned char *const ends[ENDS] = {chunk->bytes, chunk->bytes + job->array.width};
    return take_edges(context, job, chunk, ends, fault);
}

/* Takes second ends, and reads the first ones from their place. */
static tricorn_status use_seconds(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    reading *job = user;
    const uint64_t width = job->array.width;
    tricorn_status status = TRICORN_OK;
    unsigned char firsts[ENDS_STEP * sizeof(uint64_t)];
    for (uint64_t i = 0; i < chunk->count && status == TRICORN_OK && fault->error == NULL; i += ENDS_STEP) {
        tg_record_chunk some = *chunk;
        some.first += i;
        some.bytes += i * width;
        some.count = chunk->count - i < ENDS_STEP ? chunk->count - i : ENDS_STEP;
        status = tg_input_read_at(context, job->input, job->begins + some.first * width, firsts, some.count * width);
        const unsigned char *const ends[ENDS] = {firsts, some.bytes};
        if (status == TRICORN_OK) status = take_edges(context, job, &some, ends, fault);
    }
    return status;
}

static tricorn_status read_elements(tricorn_context *context, reading *job)
{
    tg_bytes all = tg_bytes_of(job->input);
    const tg_npy *array = &job->array;
    const uint64_t edges = array->count / ENDS;
    const tg_records records = {.what = job->layout == MATRIX ? "entries" : "edges",
      .count = job->layout == MATRIX ? array->count : edges,
      .size = array->width * (job->layout == PAIRS ? ENDS : 1),
      .user = job,
      .use = job->layout == MATRIX  ? use_entries
             : job->layout == PAIRS ? use_pairs
                                    : use_seconds};
    const uint64_t firsts = job->layout == COLUMNS ? edges * array->width : 0;
    tricorn_status status = tg_bytes_skip(context, &all, job->begins, "description");
    if (status == TRICORN_OK) status = tg_bytes_require(context, &all, array->count, array->width, records.what);
    if (status == TRICORN_OK) status = tg_bytes_skip(context, &all, firsts, records.what);
    if (status == TRICORN_OK) status = tg_records_read(context, &all, &records, NULL);
    return status == TRICORN_OK ? tg_bytes_end(context, &all, records.what) : status;
}

/* The first bytes of the content, of which nothing is consumed. */
typedef struct peeked {
    const char *at;
    size_t left;
} peeked;

static tricorn_status read_peeked(tricorn_context *context, void *user, void *bytes, size_t room, size_t *count)
{
    peeked *from = user;
    (void)context;
    *count = room < from->left ? room : from->left;
    memcpy(bytes, from->at, *count);
    from->at += *count;
    from->left -= *count;
    return TRICORN_OK;
}

/* Reads what precedes the elements, and finds out what the array is. */
static tricorn_status begin(tricorn_context *context, const tricorn_load_options *options, reading *job)
{
    const char *fault = NULL, *name = tg_input_name(job->input);
    peeked first = {0};
    tg_bytes head = {.name = name, .size = TG_SIZE_UNKNOWN, .read = read_peeked, .user = &first};
    tricorn_status status = tg_input_peek(context, job->input, &first.at, &first.left);
    if (status == TRICORN_OK) status = tg_npy_read(context, &head, &job->array, &fault);
    if (status != TRICORN_OK) return status;
    job->begins = head.at;
    if (fault) return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s", name, fault);
    TG_TRY(find_layout(context, job, options->bipartite != 0));
    TG_TRY(check_type(context, job));
    if (job->layout != MATRIX && job->weights)
        TG_TRY(refuse(
          context, job->input, "its edges have no weights: give them as a table, or leave out " TG_OPTION("weights")));
    if (job->layout == MATRIX) TG_TRY(tg_csr_check_vertices(context, name, most_of(job)));
cleanup:
    return status;
}

static tricorn_status read_npy(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.input = input, .weights = options->graph.weights};
    tricorn_load_options lax = *options;
    lax.graph.strict = 0; /* elements have no lines */

    TG_TRY(begin(context, options, &job));
    if (job.layout == COLUMNS) TG_TRY(tg_input_hold(context, input, edges->spill));
    TG_TRY(tg_gather_begin(context, &lax, false, edges, &job.gathering));
    TG_TRY(read_elements(context, &job));
    TG_TRY(tg_gather_finish(context, &job.gathering));
    edges->each_once = job.layout != MATRIX;
    if (job.layout != MATRIX) goto cleanup;
    edges->declared = true;
    edges->vertices = most_of(&job);
    for (unsigned side = 0; side < 2 && options->bipartite; side++) edges->sides[side] = job.array.shape[side];
cleanup:
    tg_gather_end(&job.gathering);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char magic[] = "\x93NUMPY";
    if (count > sizeof magic && memcmp(bytes, magic, sizeof magic - 1) == 0) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(npy) = {
  .binary = true,
  .description = {.name = "npy",
    .summary = "numpy.save: a matrix, or edges of the shape (m, 2) or (2, m)",
    .suffixes = SUFFIXES,
    .reads = "weights directions isolated large pipe parallel"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_npy,
};
