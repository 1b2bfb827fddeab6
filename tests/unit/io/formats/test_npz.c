/* test_npz.c - scipy's sparse matrices: zip archives of arrays, composed by hand. */
#include <zlib.h>

#include "unit/io/format_files.h"
#include "io/binary/zip.h"
#include "support/families.h"

/* 0-1, 0-2, 1-2, 2-4, each edge in one row; vertex 3 has no edge. */
static const int64_t indptr[] = {0, 2, 3, 4, 4, 4}, indices[] = {1, 2, 2, 4}, shape[] = {5, 5};
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 5};

/* ---- arrays and archives ---- */

static file_bytes array_of(const char *type, const char *its_shape, const void *bytes, size_t count)
{
    file_bytes file = {0};
    char header[256];
    const int length =
      snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", type, its_shape);
    put_bytes(&file, "\x93NUMPY\x01\x00", 8);
    put_number(&file, length, 2);
    put_bytes(&file, header, (size_t)length);
    put_bytes(&file, bytes, count);
    return file;
}

static file_bytes numbers_of(const char *type, const int64_t *numbers, size_t count)
{
    file_bytes bytes = {0};
    char its_shape[32];
    put_numbers(&bytes, numbers, count, (unsigned)(type[2] - '0'));
    snprintf(its_shape, sizeof its_shape, "(%zu,)", count);
    return array_of(type, its_shape, bytes.bytes, bytes.count);
}

enum { MEMBERS_MOST = 8 };

typedef struct archive {
    file_bytes file, directory;
    unsigned members;
    bool deflated, wide; /* how members are stored; with zip64's sizes */
} archive;

static file_bytes deflate_all(const file_bytes *bytes)
{
    file_bytes packed = {0};
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes->bytes,
      .avail_in = (uInt)bytes->count,
      .next_out = packed.bytes,
      .avail_out = sizeof packed.bytes};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.count = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

/* Writes the fields from the method to the name's length, which both headers have. */
static void put_common(file_bytes *to, const archive *of, const file_bytes *bytes, size_t packed, const char *name)
{
    put_number(to, of->deflated ? TG_ZIP_DEFLATED : TG_ZIP_STORED, 2);
    put_number(to, 0, 4);
    put_number(to, (int64_t)crc32(0, bytes->bytes, (uInt)bytes->count), 4);
    put_number(to, of->wide ? -1 : (int64_t)packed, 4);
    put_number(to, of->wide ? -1 : (int64_t)bytes->count, 4);
    put_number(to, (int64_t)strlen(name), 2);
}

static void add_member(archive *to, const char *name, const file_bytes *bytes)
{
    const file_bytes packed = to->deflated ? deflate_all(bytes) : *bytes;
    const size_t at = to->file.count;
    put_number(&to->file, TG_ZIP_LOCAL, 4);
    put_number(&to->file, 45, 2);
    put_number(&to->file, 0, 2);
    put_common(&to->file, to, bytes, packed.count, name);
    put_number(&to->file, to->wide ? 20 : 0, 2);
    put_bytes(&to->file, name, strlen(name));
    if (to->wide) {
        put_number(&to->file, TG_ZIP_EXTRA64, 2);
        put_number(&to->file, 16, 2);
        put_number(&to->file, (int64_t)bytes->count, 8);
        put_number(&to->file, (int64_t)packed.count, 8);
    }
    put_bytes(&to->file, packed.bytes, packed.count);

    put_number(&to->directory, TG_ZIP_ENTRY, 4);
    put_number(&to->directory, 45, 2);
    put_number(&to->directory, 45, 2);
    put_number(&to->directory, 0, 2);
    put_common(&to->directory, to, bytes, packed.count, name);
    put_number(&to->directory, to->wide ? 7 + 28 : 0, 2);
    put_number(&to->directory, 0, 2 + 2 + 2 + 4);
    put_number(&to->directory, to->wide ? -1 : (int64_t)at, 4);
    put_bytes(&to->directory, name, strlen(name));
    if (to->wide) {
        put_number(&to->directory, 0x5455, 2); /* an extra field of another kind, before */
        put_number(&to->directory, 3, 2);
        put_number(&to->directory, 0, 3);
        put_number(&to->directory, TG_ZIP_EXTRA64, 2);
        put_number(&to->directory, 24, 2);
        put_number(&to->directory, (int64_t)bytes->count, 8);
        put_number(&to->directory, (int64_t)packed.count, 8);
        put_number(&to->directory, (int64_t)at, 8);
    }
    to->members++;
}

static void end_archive(archive *to, const char *comment)
{
    const size_t at = to->file.count;
    put_bytes(&to->file, to->directory.bytes, to->directory.count);
    const size_t end64 = to->file.count;
    if (to->wide) {
        put_number(&to->file, TG_ZIP_END64, 4);
        put_number(&to->file, 44, 8);
        put_number(&to->file, 0, 2 + 2 + 4 + 4);
        put_number(&to->file, to->members, 8);
        put_number(&to->file, to->members, 8);
        put_number(&to->file, (int64_t)to->directory.count, 8);
        put_number(&to->file, (int64_t)at, 8);
        put_number(&to->file, TG_ZIP_LOCATOR, 4);
        put_number(&to->file, 0, 4);
        put_number(&to->file, (int64_t)end64, 8);
        put_number(&to->file, 1, 4);
    }
    put_number(&to->file, TG_ZIP_END, 4);
    put_number(&to->file, 0, 4);
    put_number(&to->file, to->members, 2);
    put_number(&to->file, to->members, 2);
    put_number(&to->file, to->wide ? -1 : (int64_t)to->directory.count, 4);
    put_number(&to->file, to->wide ? -1 : (int64_t)at, 4);
    put_number(&to->file, (int64_t)strlen(comment), 2);
    put_bytes(&to->file, comment, strlen(comment));
}

/* The five members of a matrix; a test may exchange some of them. */
typedef struct matrix {
    file_bytes indices, indptr, shape, format;
    bool without_format;
} matrix;

static matrix good_matrix(const char *type)
{
    return (matrix){.indices = numbers_of(type, indices, 4),
      .indptr = numbers_of(type, indptr, 6),
      .shape = numbers_of("<i8", shape, 2),
      .format = array_of("|S3", "()", "csr", 3)};
}

static file_bytes archive_of(const matrix *of, bool deflated, bool wide, const char *comment)
{
    static archive made;
    made = (archive){.deflated = deflated, .wide = wide};
    add_member(&made, "indices.npy", &of->indices);
    if (!of->without_format) add_member(&made, "format.npy", &of->format);
    add_member(&made, "shape.npy", &of->shape);
    add_member(&made, "indptr.npy", &of->indptr);
    end_archive(&made, comment);
    return made.file;
}

/* ---- tests ---- */

TEST_CASE(test_reads)
{
    static const char *const types[] = {"<i4", "<i8", "<u4", "<u8"};
    for (size_t t = 0; t < 4; t++)
        for (int way = 0; way < 4; way++) {
            const matrix good = good_matrix(types[t]);
            const file_bytes file = archive_of(&good, way & 1, way & 2, way == 3 ? "a note" : "");
            check_bytes_read("a.npz", &file, &expected);
            check_bytes_read("any", &file, &expected);
        }
}

TEST_CASE(test_reads_other_formats)
{
    matrix changed = good_matrix("<i4");
    changed.format = array_of("<U3", "()", "c\0\0\0s\0\0\0c\0\0\0", 12);
    file_bytes file = archive_of(&changed, false, false, "");
    check_bytes_read("a.npz", &file, &expected);
    changed.format = array_of("|S3", "()", "csc", 3);
    changed.shape = numbers_of("<i4", shape, 2);
    file = archive_of(&changed, false, false, "");
    check_bytes_read("a.npz", &file, &expected);
}

TEST_CASE(test_no_edges)
{
    static const int64_t zeros[] = {0, 0, 0}, two[] = {2, 2};
    static const expected_edges none = {0, NULL, true, 2};
    matrix empty = good_matrix("<i4");
    empty.indices = numbers_of("<i4", zeros, 0);
    empty.indptr = numbers_of("<i4", zeros, 3);
    empty.shape = numbers_of("<i8", two, 2);
    const file_bytes file = archive_of(&empty, true, false, "");
    check_bytes_read("a.npz", &file, &none);
}

/* One invalid member. */
static void fails_as(const matrix *changed, tricorn_status status, const char *message)
{
    for (int deflated = 0; deflated < 2; deflated++) {
        const file_bytes file = archive_of(changed, deflated, false, "");
        check_file_fails("a.npz", file.bytes, file.count, NULL, status, message);
    }
}

static void fails(const matrix *changed, const char *message)
{
    fails_as(changed, TRICORN_BAD_FORMAT, message);
}

TEST_CASE(test_bad_arrays)
{
    static const int64_t rectangle[] = {5, 6}, huge[] = {INT64_C(1) << 32, INT64_C(1) << 32};
    static const int64_t cube[] = {5, 5, 5}, falling[] = {0, 2, 1, 4, 4, 4};
    static const int64_t high[] = {1, 2, 2, 5}, below[] = {1, -2, 2, 4};
    const matrix good = good_matrix("<i4");
    matrix changed = good;
    changed.without_format = true;
    fails(&changed, "has no member format.npy");
    changed = good;
    changed.format = array_of("|S3", "()", "coo", 3);
    fails_as(&changed, TRICORN_UNSUPPORTED, "'coo'");
    changed.format = numbers_of("<i4", indptr, 1);
    fails(&changed, "format.npy is not a word");
    changed.format = array_of("|S99", "()", "csr", 3);
    fails(&changed, "format.npy is not a word");
    changed = good;
    changed.shape = numbers_of("<i8", rectangle, 2);
    fails_as(&changed, TRICORN_UNSUPPORTED, "5 rows and 6 columns");
    changed.shape = numbers_of("<i8", huge, 2);
    fails_as(&changed, TRICORN_UNSUPPORTED, "4294967296 vertices");
    changed.shape = numbers_of("<i8", cube, 3);
    fails(&changed, "rows and columns");
    changed = good;
    changed.indptr = numbers_of("<i4", indptr, 5);
    fails(&changed, "indptr.npy holds 5 numbers");
    changed.indptr = numbers_of("<i4", falling, 6);
    fails(&changed, "offset number 2 is 1 after 2");
    changed.indptr = numbers_of("<f8", indptr, 6);
    fails(&changed, "whole numbers");
    changed.indptr = numbers_of(">i4", indptr, 6);
    fails_as(&changed, TRICORN_UNSUPPORTED, "big-endian");
    changed.indptr = array_of("<i4", "(6,)", indptr, 5);
    fails(&changed, "indptr.npy");
    changed.indptr = array_of("<i4", "(6,)", indptr, 25);
    fails(&changed, "goes on at byte");
    changed.indptr = array_of("<i4", "(6", indptr, 24);
    fails(&changed, "does not understand");
    changed.indptr = array_of("<i4", "(99999999999, 99999999999)", indptr, 24);
    fails(&changed, "does not understand");
    changed.indptr = array_of("<i4", "(4611686018427387904,)", indptr, 24);
    fails(&changed, "which no file can hold");
    changed.indptr.bytes[0] = 'x';
    fails(&changed, "not a NumPy array");
    changed = good;
    changed.indices = numbers_of("<i4", indices, 3);
    fails(&changed, "offset number 3 is 4 after 3");
    changed.indices = numbers_of("<i4", high, 4);
    fails(&changed, "5 is not a vertex");
    changed.indices = numbers_of("<i4", below, 4);
    fails(&changed, "-2 is not a vertex");
}

/* Rows of 2^30 zeros, deflated to a thousandth: refused for their checksum, or read. A header
 * alone must not cause the allocation. */
TEST_CASE(test_bomb)
{
    const matrix good = good_matrix("<i4");
    matrix changed = good;
    file_bytes file;
    changed.indptr = array_of("<i4", "(1152921504606846976,)", "", 0);
    file = archive_of(&changed, true, false, "");
    check_bytes_fail("a.npz", &file, "indptr.npy");
}

TEST_CASE(test_damaged_archives)
{
    const matrix good = good_matrix("<i4");
    for (int way = 0; way < 4; way++) {
        const file_bytes file = archive_of(&good, way & 1, way & 2, "");
        check_cuts_fail("a.npz", &file, "npz");
        check_changes_are_safe("a.npz", &file, "npz");
    }
    file_bytes file = archive_of(&good, false, false, "");
    file.bytes[30 + 11 + 10] ^= 1; /* in the first member, behind its name */
    check_bytes_fail("a.npz", &file, NULL);
    file = archive_of(&good, false, false, "");
    unsigned char *last = file.bytes + 30 + 11 + good.indices.count - 4;
    assert_int_equal(*last, 4); /* the last neighbour: 3 would be one too */
    *last = 3;
    check_bytes_fail("a.npz", &file, "checksum");
    check_file_fails("a.npz", "PK\x03\x04", 4, "npz", TRICORN_BAD_FORMAT, "too short");
    for (int way = 0; way < 4; way++) { /* two joined archives: the second's offsets are the first's */
        const file_bytes one = archive_of(&good, way & 1, way & 2, "");
        file = one;
        put_bytes(&file, one.bytes, one.count);
        check_bytes_fail("a.npz", &file, way & 2 ? "zip64 record" : "directory");
    }
}

TEST_CASE(test_recognised)
{
    const matrix good = good_matrix("<i4");
    const file_bytes file = archive_of(&good, false, false, "");
    const tg_format *npz = tg_format_find("npz");
    const char *bytes = (const char *)file.bytes;
    CHECK_EQ(npz->recognise("any", bytes, file.count), TG_BY_CONTENT, "arrays");
    CHECK_EQ(npz->recognise("any", bytes, 30), TG_NOT_MINE, "a name out of sight");
    CHECK_EQ(npz->recognise("a.npz", bytes, 30), TG_BY_NAME, "the suffix");
    CHECK_EQ(npz->recognise("a.npz", "1 2\n", 4), TG_BY_NAME, "the suffix of another file");
    CHECK_EQ(npz->recognise("any", "1 2\n", 4), TG_NOT_MINE, "an edge list");
}

TEST_CASE(test_round_trip)
{
    edge_list edges = make_complete(300), none = edge_list_create(0);
    check_round_trip("a.npz", NULL, &edges, 0);
    check_round_trip("a.npz.gz", NULL, &edges, 0);
    check_round_trip("b.npz", NULL, &none, 0);
    edge_list_free(&edges);
    edge_list_free(&none);
}

TEST_MAIN_EACH(files_create, test_destroy)
