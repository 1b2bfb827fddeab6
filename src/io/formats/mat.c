/* mat.c - a sparse matrix as MATLAB saves it by -v7.3: an HDF5 file, in which A/jc has where columns begin, A/ir and
 * A/data have rows and values of entries, and the attribute MATLAB_sparse of A has the number of rows.
 * libhdf5 ends the process for some damaged files. So a child calls it, and sends a text of Matrix Market. */
#include "io/format.h"

#ifdef TRICORN_LIBHDF5

#define H5_USE_110_API /* all later versions have it, too */
#include <hdf5.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <zlib.h>

#include "base/child.h"
#include "base/library.h"
#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/text/digits.h"
#include "io/text/real.h"

/* clang-format off */
#define CALLS(C) \
    C(H5Eset_auto2) C(H5Fopen) C(H5Oopen) C(H5Ovisit2) C(H5Aexists) C(H5Aopen) C(H5Aread) \
    C(H5Aget_storage_size) C(H5Aget_type) C(H5Dget_type) C(H5Dget_space) C(H5Dread) C(H5Dget_chunk_info_by_coord) \
    C(H5Dread_chunk) C(H5Dget_create_plist) C(H5Dget_storage_size) C(H5Pget_layout) C(H5Pget_chunk) \
    C(H5Pget_external_count) C(H5Pget_nfilters) C(H5Pget_filter2) C(H5Screate_simple) C(H5Sget_simple_extent_dims) \
    C(H5Sclose) C(H5Sselect_hyperslab) C(H5Tequal) C(H5Lunregister) C(H5Lexists) C(H5T_IEEE_F64LE_g) \
    C(H5T_STD_U64LE_g) C(H5T_STD_U8LE_g)
#define NAME(name) TG_LIBRARY_NAME(name) /* what a macro makes of it, such as H5Dread_chunk1 */
/* clang-format on */

static struct {
    CALLS(TG_LIBRARY_CALL)
} lib;
static const char *const names[] = {CALLS(NAME) NULL};
static tg_library library = {.file = TRICORN_LIBHDF5, .names = names, .calls = &lib};

enum {
    STEP = 1 << 14, /* numbers that are read at a time, and bytes that are sent */
    LINE_MOST = 2 * TG_DIGITS_MOST + TG_REAL_MOST + 3,
};

typedef struct array {
    hid_t handle, type;
    hsize_t count, chunk; /* numbers of the array, and of a chunk */
    uint64_t width, most; /* bytes of a number, and of a chunk as it is stored, at most */
    bool chunked;
    unsigned char *raw, *numbers; /* a chunk as it is stored, unless NULL, and some numbers of the array */
    uint64_t first, held, step; /* the first of these, how many there are, and how many at most */
} array;

typedef struct reading {
    tricorn_context *context;
    tg_input *input;
    bool weights;
    tg_child child;
    hid_t group; /* the matrix */
    uint32_t found; /* matrices */
    uint64_t rows, columns, entries;
    array starts, ends, values; /* jc, ir, data */
    char *text, *at; /* lines that are sent next, and their end */
} reading;

static const char DAMAGED[] = "libhdf5 cannot read it: cut or damaged?";
static const char MISFIT[] = "damaged: jc, ir and data do not fit each other";

static tricorn_status fail(const reading *job, const char *what)
{
    return tg_fail(job->context, TRICORN_BAD_FORMAT, "%s: %s", tg_input_name(job->input), what);
}

static bool is(hid_t type, const hid_t *wanted)
{
    return lib.H5Tequal(type, *wanted) > 0;
}

/* The library calls it for each object of the file. */
static herr_t look(hid_t root, const char *name, const H5O_info_t *info, void *user)
{
    reading *job = user;
    tg_child_go_on();
    if (info->type != H5O_TYPE_GROUP || *name == '#') return 0; /* #refs# has cells */
    const hid_t group = lib.H5Oopen(root, name, H5P_DEFAULT);
    const htri_t sparse = lib.H5Aexists(group, "MATLAB_sparse");
    if (sparse <= 0) return sparse;
    const hid_t attribute = lib.H5Aopen(group, "MATLAB_sparse", H5P_DEFAULT);
    job->found++;
    job->group = group;
    if (!is(lib.H5Aget_type(attribute), lib.H5T_STD_U64LE_g) || lib.H5Aget_storage_size(attribute) != sizeof job->rows)
        return -1;
    return lib.H5Aread(attribute, *lib.H5T_STD_U64LE_g, &job->rows);
}

/* Opens an array, whose numbers must be in this file, as MATLAB stores them. */
static tricorn_status open_array(reading *job, const char *name, array *of)
{
    hsize_t counts[H5S_MAX_RANK] = {0};
    const bool values = of == &job->values;
    if (job->entries == 0) return lib.H5Lexists(job->group, name, H5P_DEFAULT) == 0 ? TRICORN_OK : fail(job, MISFIT);
    of->handle = lib.H5Oopen(job->group, name, H5P_DEFAULT);
    if (of->handle < 0) return fail(job, DAMAGED);
    const hid_t made = lib.H5Dget_create_plist(of->handle), space = lib.H5Dget_space(of->handle);
    const H5D_layout_t layout = lib.H5Pget_layout(made);
    const bool deflated = lib.H5Pget_filter2(made, 0, NULL, NULL, NULL, 0, NULL, NULL) == H5Z_FILTER_DEFLATE;
    of->type = lib.H5Dget_type(of->handle);
    of->width = values && is(of->type, lib.H5T_STD_U8LE_g) ? 1 : sizeof(double);
    of->chunked = layout == H5D_CHUNKED;
    of->chunk = 1;
    const bool plain = (of->width == 1 || is(of->type, values ? lib.H5T_IEEE_F64LE_g : lib.H5T_STD_U64LE_g)) &&
                       lib.H5Pget_nfilters(made) == deflated && lib.H5Sget_simple_extent_dims(space, counts, NULL) == 1;
    of->count = counts[0];
    const bool whole = of->chunked ? lib.H5Pget_chunk(made, 1, &of->chunk) == 1 && of->chunk <= UINT32_MAX
                                   : (unsigned)layout < H5D_CHUNKED && lib.H5Pget_external_count(made) == 0 &&
                                       lib.H5Dget_storage_size(of->handle) == of->count * of->width;
    if (!plain || !whole || of->count == 0 || of->count >> 48 || of->chunk == 0)
        return fail(job, "not stored as save -v7.3 stores real numbers");
    of->step = (STEP / of->chunk + 1) * of->chunk;
    of->most = of->chunk * of->width;
    if (deflated) {
        of->most = 2 * of->most + STEP; /* deflating adds less */
        TG_DO(tg_child_alloc(&job->child, of->most, (void **)&of->raw));
    }
    return tg_child_alloc(&job->child, of->step * of->width, (void **)&of->numbers);
}

/* Reads a chunk. libhdf5 would check neither that it is stored nor that it has as many bytes as its numbers. */
static bool read_chunk(const array *of, hsize_t at, unsigned char *to)
{
    const uint64_t count = of->chunk * of->width;
    unsigned mask = 1;
    haddr_t address = HADDR_UNDEF;
    hsize_t bytes = 0;
    if (lib.H5Dget_chunk_info_by_coord(of->handle, &at, &mask, &address, &bytes) < 0 || mask != 0 ||
        address == HADDR_UNDEF || bytes > of->most ||
        lib.H5Dread_chunk(of->handle, H5P_DEFAULT, &at, &mask, of->raw ? of->raw : to) < 0)
        return false;
    uLong packed = bytes, unpacked = count;
    if (!of->raw) return bytes == count;
    return uncompress2(to, &unpacked, of->raw, &packed) == Z_OK && packed == bytes && unpacked == count;
}

static bool read_numbers(array *of)
{
    bool read = true;
    for (uint64_t i = 0; of->chunked && read && i < of->held; i += of->chunk)
        read = read_chunk(of, of->first + i, of->numbers + i * of->width);
    if (of->chunked) return read;
    const hsize_t first = of->first, count = of->held;
    const hid_t from = lib.H5Dget_space(of->handle), memory = lib.H5Screate_simple(1, &count, NULL);
    read = lib.H5Sselect_hyperslab(from, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0 &&
           lib.H5Dread(of->handle, of->type, memory, from, H5P_DEFAULT, of->numbers) >= 0;
    lib.H5Sclose(memory);
    lib.H5Sclose(from);
    return read;
}

/* Reads number `at` and those beside it, unless they are in memory. */
static tricorn_status reach(const reading *job, array *of, uint64_t at)
{
    if (at - of->first < of->held) return TRICORN_OK; /* not so if `at` is less, either */
    tg_child_go_on();
    of->first = at - at % of->step;
    of->held = of->count - of->first < of->step ? of->count - of->first : of->step;
    return read_numbers(of) ? TRICORN_OK : fail(job, DAMAGED);
}

static uint64_t number_at(const array *of, uint64_t at)
{
    return tg_get64(of->numbers + (at - of->first) * sizeof(uint64_t));
}

static double value_at(const array *of, uint64_t at)
{
    if (of->width == 1) return of->numbers[at - of->first];
    const union {
        uint64_t bits;
        double real;
    } number = {number_at(of, at)};
    return number.real;
}

static void send_entry(reading *job, uint64_t row, uint64_t column, double value)
{
    char *at = tg_put_digits(job->at, row);
    *at++ = ' ';
    at = tg_put_digits(at, column);
    if (job->weights) {
        *at++ = ' ';
        at = tg_put_real(at, value);
    }
    *at++ = '\n';
    job->at = at;
    if (at - job->text < STEP) return;
    tg_child_send(&job->child, job->text, at);
    job->at = job->text;
}

/* Sends the entries, whose rows ascend in each column. */
static tricorn_status send_columns(reading *job)
{
    array *starts = &job->starts, *rows = &job->ends, *values = &job->values;
    uint64_t i = 0;
    for (uint64_t c = 0; c <= job->columns; c++) {
        TG_DO(reach(job, starts, c));
        const uint64_t end = number_at(starts, c);
        if (end < i || end > rows->count || (c == 0 && end > 0)) return fail(job, MISFIT);
        for (uint64_t least = 0; i < end; i++) {
            TG_DO(reach(job, rows, i));
            if (job->weights) TG_DO(reach(job, values, i));
            const uint64_t row = number_at(rows, i);
            const double value = job->weights ? value_at(values, i) : 1;
            if (row < least || row >= job->rows) return fail(job, MISFIT);
            if (!isfinite(value)) return fail(job, "has an entry that is not finite: set A(~isfinite(A)) = 0");
            send_entry(job, row + 1, c, value);
            least = row + 1;
        }
    }
    tg_child_send(&job->child, job->text, job->at);
    return TRICORN_OK;
}

static tricorn_status send_matrix(void *user)
{
    reading *job = user;
    char path[32]; /* of the file that is open already */
    snprintf(path, sizeof path, "/dev/fd/%d", tg_input_descriptor(job->input));
    TG_DO(tg_child_alloc(&job->child, STEP + LINE_MOST, (void **)&job->text));
    job->at = job->text;
    lib.H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* it prints no errors */
    lib.H5Lunregister(H5L_TYPE_EXTERNAL); /* and opens no other file */
    const hid_t file = lib.H5Fopen(path, 0, H5P_DEFAULT);
    if (file < 0 || lib.H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, look, job, H5O_INFO_BASIC) < 0)
        return fail(job, DAMAGED);
    if (job->found != 1)
        return fail(job, job->found
                           ? "has several sparse matrices: in MATLAB, save('OUT.mat', 'A', '-v7.3') saves one alone"
                           : "has no sparse matrix: in MATLAB, A = sparse(A); save('OUT.mat', 'A', '-v7.3') makes one");
    TG_DO(open_array(job, "jc", &job->starts));
    job->columns = job->starts.count - 1;
    TG_DO(reach(job, &job->starts, job->columns));
    job->entries = number_at(&job->starts, job->columns);
    TG_DO(open_array(job, "ir", &job->ends));
    if (job->weights) TG_DO(open_array(job, "data", &job->values));
    if (job->entries != job->ends.count || (job->weights && job->values.count != job->ends.count))
        return fail(job, MISFIT);
    job->at += sprintf(job->at, "%%%%MatrixMarket matrix coordinate %s general\n%" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
      job->weights ? "real" : "pattern", job->rows, job->columns, job->entries);
    return send_columns(job);
}

extern TG_DEFINE_FORMAT(matrix_market);

static tricorn_status read_text(const reading *job, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options lax = *options;
    uint64_t charged = 0;
    tg_input *text = NULL;
    const char *bytes;
    size_t count;
    char name[TG_MESSAGE_BYTES];
    snprintf(name, sizeof name, "%s, as Matrix Market", tg_input_name(job->input));
    lax.graph.strict = 0;
    TG_TRY(tg_input_open_descriptor(job->context, job->child.reads, name, &text));
    TG_TRY(tg_input_peek(job->context, text, &bytes, &count));
    TG_TRY(tg_memory_charge(job->context, job->child.report->bytes));
    charged = job->child.report->bytes;
    TG_TRY(tg_format_matrix_market.read(job->context, text, &lax, edges));
cleanup:
    if (charged) tg_memory_discharge(job->context->memory, charged);
    tg_input_close(text);
    return status;
}

#endif

static tricorn_status read_mat(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    const char *name = tg_input_name(input);
#ifdef TRICORN_LIBHDF5
    reading job = {.context = context, .input = input, .weights = options->graph.weights, .entries = 1};
    char damage[TG_MESSAGE_BYTES];
    if (tg_input_descriptor(input) < 0)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: a MATLAB 7.3 file cannot come from a pipe or be compressed: unpack it", name);
    if (!tg_library_load(&library))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: a MATLAB 7.3 file is read by " TRICORN_LIBHDF5 ": install it (Debian 12: libhdf5-103-1)", name);
    snprintf(damage, sizeof damage, "%s: %s", name, DAMAGED);
    tricorn_status status = tg_child_begin(context, send_matrix, &job, damage, &job.child);
    if (status == TRICORN_OK) status = read_text(&job, options, edges);
    return tg_child_end(&job.child, status);
#else
    (void)options, (void)edges;
    return tg_fail(
      context, TRICORN_UNSUPPORTED, "%s: a MATLAB 7.3 file; build tricorn again with libhdf5-dev (Debian)", name);
#endif
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char matlab[] = "MATLAB 7.3 MAT-file";
    (void)name;
    return count > sizeof matlab && memcmp(bytes, matlab, sizeof matlab - 1) == 0 ? TG_BY_CONTENT : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(mat) = {
  .binary = true,
  .description = {.name = "mat",
    .summary = "MATLAB's save -v7.3: a sparse matrix; by libhdf5",
    .suffixes = ".mat",
    .reads = "weights directions isolated large parallel"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_mat,
};
