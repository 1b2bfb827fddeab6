/* npz.c - sparse matrices as scipy.sparse.save_npz writes them: the adjacency matrix of a graph.
 *
 * The file is a zip archive of arrays, each in NumPy's .npy format: indptr and indices (int32 or
 * int64), shape, format (the word csr or csc), data. Every entry is an edge, whatever its value
 * is; explicit zeros are edges, too, as the matrix's own nnz also counts them. Sources:
 * scipy.sparse.save_npz's documentation; NumPy's documentation of the .npy format.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/binary/csr.h"
#include "io/binary/npy_header.h"
#include "io/formats/npz_write.h"
#include "io/binary/zip.h"

enum {
    WORD_MOST = 16, /* the most bytes of the format's name */
    UNICODE_BYTES = 4, /* the bytes of a character in NumPy's type U */
    DIMENSIONS = 2,
    LABEL_BYTES = 256, /* the bytes of a name in messages; a longer name is cut */
    NAME_AT = 30, /* the offset of the name in a member's header */
    NAME_BYTES_AT = 26
};

static const char SUFFIXES[] = ".npz";

/* ---- arrays ---- */

typedef struct archive {
    tg_zip *zip;
    const char *name;
} archive;

/* A member that is open, and what it contains. */
typedef struct array {
    const char *archive, *member; /* the names of the file and of the member */
    char label[LABEL_BYTES]; /* both names, for messages */
    tg_zip_stream *stream;
    tg_bytes from; /* the elements */
    tg_npy is;
} array;

static tricorn_status bad_array(tricorn_context *context, const array *opened, const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: its member %s %s", opened->archive, opened->member, what);
}

/* Opens a member as an array. Call close_array also after a failure. */
static tricorn_status open_array(tricorn_context *context, const archive *of, const char *member, array *opened)
{
    uint64_t bytes = 0;
    *opened = (array){.archive = of->name, .member = member};
    snprintf(opened->label, sizeof opened->label, "%s: %s", of->name, member);
    TG_DO(tg_zip_stream_open(context, of->zip, member, &opened->stream, &bytes));
    opened->from = (tg_bytes){.name = opened->label, .size = bytes, .read = tg_zip_stream_read, .user = opened->stream};
    const char *fault = NULL;
    const tricorn_status read = tg_npy_read(context, &opened->from, &opened->is, &fault);
    return fault ? bad_array(context, opened, fault) : read;
}

static void close_array(array *opened)
{
    tg_zip_stream_close(opened->stream);
    opened->stream = NULL;
}

/* Opens an array of integers with 4 or 8 bytes. */
static tricorn_status open_numbers(tricorn_context *context, const archive *of, const char *member, array *opened)
{
    TG_DO(open_array(context, of, member, opened));
    if ((opened->is.kind != 'i' && opened->is.kind != 'u') ||
        (opened->is.width != sizeof(uint32_t) && opened->is.width != sizeof(uint64_t)))
        return bad_array(context, opened, "does not hold whole numbers of 4 or 8 bytes");
    if (opened->is.order == '>')
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: its member %s is big-endian; save the matrix again on a little-endian "
          "machine",
          of->name, member);
    return TRICORN_OK;
}

/* Reads a whole array of numbers. The caller frees *numbers with tg_free. */
static tricorn_status read_numbers(
  tricorn_context *context, const archive *of, const char *member, array *opened, uint64_t **numbers)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *made = NULL;
    TG_TRY(open_numbers(context, of, member, opened));
    const tg_numbers wanted = {member, opened->is.count, 0, (unsigned)opened->is.width};
    TG_TRY(tg_numbers_read(context, &opened->from, &wanted, &made));
    TG_TRY(tg_bytes_end(context, &opened->from, member));
    *numbers = made;
    made = NULL;

cleanup:
    tg_free(made);
    return status;
}

/* ---- the matrix ---- */

/* Reads the word in "format.npy", which consists of bytes (S) or UCS-4 characters (U). */
static tricorn_status read_word(tricorn_context *context, const archive *of, char word[WORD_MOST + 1])
{
    tricorn_status status = TRICORN_OK;
    unsigned char bytes[WORD_MOST * UNICODE_BYTES];
    array opened;
    TG_TRY(open_array(context, of, "format.npy", &opened));
    const size_t step = opened.is.kind == 'U' ? UNICODE_BYTES : 1;
    if ((opened.is.kind != 'S' && opened.is.kind != 'U') || opened.is.width > WORD_MOST || opened.is.count != 1)
        TG_TRY(bad_array(context, &opened, "is not a word"));
    TG_TRY(tg_bytes_read(context, &opened.from, bytes, opened.is.width * step, "format.npy"));
    for (size_t i = 0; i < opened.is.width; i++) word[i] = (char)bytes[i * step];
    word[opened.is.width] = 0;

cleanup:
    close_array(&opened);
    return status;
}

static tricorn_status check_kind(tricorn_context *context, const archive *of)
{
    char word[WORD_MOST + 1];
    if (!tg_zip_has(of->zip, "format.npy"))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: has no member format.npy: it is not what scipy.sparse.save_npz saves", of->name);
    const tricorn_status status = read_word(context, of, word);
    if (status != TRICORN_OK || strcmp(word, "csr") == 0 || strcmp(word, "csc") == 0) return status;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: its matrix is of the format '%.*s'; tricorn reads csr and csc: "
      "scipy.sparse.save_npz(name, matrix.tocsr())",
      of->name, WORD_MOST, word);
}

static tricorn_status read_size(tricorn_context *context, const archive *of, uint64_t *vertices)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *shape = NULL;
    array opened;
    TG_TRY(open_numbers(context, of, "shape.npy", &opened));
    if (opened.is.count != DIMENSIONS)
        TG_TRY(bad_array(context, &opened, "does not hold two numbers, rows and columns"));
    close_array(&opened);
    TG_TRY(read_numbers(context, of, "shape.npy", &opened, &shape));
    if (shape[0] != shape[1])
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: with %" PRIu64 " rows and %" PRIu64
          " columns, rows and columns are different things (the graph is bipartite: "
          "it has no triangles); the adjacency matrix of a graph is square",
          of->name, shape[0], shape[1]));
    TG_TRY(tg_csr_check_vertices(context, of->name, shape[0]));
    *vertices = shape[0];

cleanup:
    close_array(&opened);
    tg_free(shape);
    return status;
}

static tricorn_status read_rows(tricorn_context *context, const archive *of, tg_csr *csr, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    array starts, targets = {0};
    TG_TRY(open_numbers(context, of, "indptr.npy", &starts));
    TG_TRY(tg_bytes_require(context, &starts.from, starts.is.count, starts.is.width, "indptr.npy"));
    if (starts.is.count != csr->vertices + 1)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its member indptr.npy holds %" PRIu64 " numbers, but a matrix of "
          "%" PRIu64 " rows needs one more than that",
          of->name, starts.is.count, csr->vertices));
    const tg_numbers offsets = {"indptr.npy", starts.is.count, 0, (unsigned)starts.is.width};
    TG_TRY(tg_csr_read_offsets(context, &starts.from, &offsets, csr));
    TG_TRY(tg_bytes_end(context, &starts.from, offsets.what));
    TG_TRY(open_numbers(context, of, "indices.npy", &targets));
    csr->arcs = targets.is.count;
    TG_TRY(tg_csr_check_offsets(context, of->name, csr));
    csr->target_bytes = csr->stride = (unsigned)targets.is.width;
    TG_TRY(tg_csr_read_targets(context, &targets.from, csr, edges));
    TG_TRY(tg_bytes_end(context, &targets.from, "indices.npy"));

cleanup:
    close_array(&starts);
    close_array(&targets);
    return status;
}

static tricorn_status read_npz(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    archive of = {.name = tg_input_name(input)};
    tg_csr csr = {.offsets.spill = edges->spill, .offsets_at = TG_SIZE_UNKNOWN};
    (void)options;

    tg_work_begin(context, "reading", 0);
    TG_TRY(tg_zip_open(context, input, edges->spill, &of.zip));
    TG_TRY(check_kind(context, &of));
    TG_TRY(read_size(context, &of, &csr.vertices));
    TG_TRY(read_rows(context, &of, &csr, edges));

cleanup:
    tg_offsets_free(&csr.offsets);
    tg_zip_close(of.zip);
    return status;
}

/* Recognises a zip archive whose first member is an array. */
static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char zip[] = "PK\x03\x04", npy[] = ".npy";
    const bool is_zip = count >= NAME_AT && memcmp(bytes, zip, sizeof zip - 1) == 0;
    if (is_zip) {
        const unsigned char *length = (const unsigned char *)bytes + NAME_BYTES_AT;
        const size_t name_bytes = (size_t)length[0] | (size_t)length[1] << 8;
        const size_t end = NAME_AT + name_bytes;
        if (name_bytes >= sizeof npy && end <= count &&
            memcmp(bytes + end - (sizeof npy - 1), npy, sizeof npy - 1) == 0)
            return TG_BY_CONTENT;
    }
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    archive of = {.name = tg_input_name(input)};
    array targets = {0};
    uint64_t vertices = 0;
    (void)options;

    TG_TRY(tg_zip_open(context, input, NULL, &of.zip));
    TG_TRY(check_kind(context, &of));
    TG_TRY(read_size(context, &of, &vertices));
    TG_TRY(open_numbers(context, &of, "indices.npy", &targets));
    *sizes = tg_sizes_declared(targets.is.count, vertices);

cleanup:
    close_array(&targets);
    tg_zip_close(of.zip);
    return status;
}

TG_DEFINE_FORMAT(npz) = {
  .binary = true,
  .estimate = estimate,
  .description = {.name = "npz",
    .summary = "scipy.sparse.save_npz: a square matrix, csr or csc",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe parallel",
    .writes = "isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_npz,
  .write = tg_npz_write,
};
