/* npz_write.c - writes a graph as scipy.sparse.save_npz writes its matrix.
 *
 * - The sizes and the checksum of a member come before its bytes, so each array is encoded
 *   twice: once for the checksum, and once for the file.
 * - Arrays are stored, except for `data`, which is all ones: it is deflated to a thousandth.
 * - All sizes are in the fields of zip64, which are large enough for any graph.
 */
#include "io/formats/npz_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/portable.h"
#include "io/binary/rows.h"
#include "io/binary/zip.h"
#include "io/bytes/zlib_memory.h"

enum {
    MEMBERS = 5,
    CHUNK_BYTES = 1 << 15,
    /* NumPy pads the magic, the lengths and the dictionary to a multiple of 64. */
    DESCRIPTION_MOST = 128,
    DESCRIPTION_STEP = 64,
    DESCRIPTION_START = 10, /* the magic, version 1.0, and the length */
    VERSION_NEEDED = 45, /* the first version of zip that has zip64, which is 4.5 */
    /* 1 January 1980; the date is fixed so that the same graph always yields the same file. */
    DATE = 1 << 5 | 1,
    MEMORY_LEVEL = 8, /* the default of zlib */
    LEVEL = 6,
    HEADER_MOST = 256,
    END64_REST = 44, /* the bytes of the zip64 record after its length */
    INT32_BYTES = 4
};

typedef struct member {
    const char *name;
    char description[DESCRIPTION_MOST];
    size_t description_bytes;
    /* One of these arrays has the elements; if all are NULL, all elements are ones. */
    const uint64_t *wide;
    const uint32_t *narrow;
    const char *text;
    uint64_t count;
    unsigned width; /* the bytes of an element in the file */
    unsigned method;
    /* All bytes of the member, if its method is TG_ZIP_DEFLATED. */
    unsigned char *deflated;
    uint64_t deflated_bytes;
    uint32_t checksum;
    /* bytes: before deflating; at: the offset of the member's header in the archive. */
    uint64_t bytes, at;
} member;

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    uint64_t at; /* how many bytes were written */
} writing;

/* ---- arrays ---- */

/* Writes the description of an array. `type` is such as "<i4", `shape` such as "(5,)". */
static void describe(member *made, const char *type, const char *shape)
{
    char dictionary[DESCRIPTION_MOST - DESCRIPTION_START];
    const int length =
      snprintf(dictionary, sizeof dictionary, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    const size_t used = DESCRIPTION_START + (size_t)length + 1;
    const size_t padded = (used + DESCRIPTION_STEP - 1) / DESCRIPTION_STEP * DESCRIPTION_STEP;
    memset(made->description, ' ', padded);
    memcpy(made->description, "\x93NUMPY\x01\x00", DESCRIPTION_START - 2);
    made->description[DESCRIPTION_START - 2] = (char)(padded - DESCRIPTION_START);
    made->description[DESCRIPTION_START - 1] = 0;
    memcpy(made->description + DESCRIPTION_START, dictionary, (size_t)length);
    made->description[padded - 1] = '\n';
    made->description_bytes = padded;
}

/* Returns a member that has `count` numbers with `width` bytes each. */
static member number_member(const char *name, uint64_t count, unsigned width)
{
    member made = {.name = name, .count = count, .width = width};
    char shape[32];
    snprintf(shape, sizeof shape, "(%" PRIu64 ",)", count);
    describe(&made, width == INT32_BYTES ? "<i4" : "<i8", shape);
    made.bytes = made.description_bytes + count * width;
    return made;
}

/* Encodes elements, beginning with number `first`; `room` is a multiple of an element's bytes. */
static size_t encode(const member *from, uint64_t first, unsigned char *to, size_t room)
{
    const uint64_t left = from->count - first, most = room / from->width;
    const uint64_t some = left < most ? left : most;
    for (uint64_t i = 0; i < some; i++) {
        const uint64_t value = from->wide     ? from->wide[first + i]
                               : from->narrow ? from->narrow[first + i]
                               : from->text   ? (unsigned char)from->text[first + i]
                                              : 1;
        const uint64_t number = htole64(value); /* the lower bytes of the number come first */
        memcpy(to + i * from->width, &number, from->width);
    }
    return some * from->width;
}

static void add_checksum(member *of)
{
    unsigned char chunk[CHUNK_BYTES];
    uLong checksum = crc32_z(0, (const unsigned char *)of->description, of->description_bytes);
    for (uint64_t i = 0; i < of->count;) {
        const size_t bytes = encode(of, i, chunk, sizeof chunk);
        checksum = crc32_z(checksum, chunk, bytes);
        i += bytes / of->width;
    }
    of->checksum = (uint32_t)checksum;
}

/* ---- deflating ---- */

static tricorn_status deflate_chunk(tricorn_context *context, z_stream *encoder, member *of, uint64_t *room, bool last)
{
    int result = Z_OK;
    do {
        if (*room - of->deflated_bytes < CHUNK_BYTES) {
            *room += *room / 2 + CHUNK_BYTES;
            TG_DO(TG_REALLOC(context, *room, &of->deflated));
        }
        encoder->next_out = of->deflated + of->deflated_bytes;
        encoder->avail_out = CHUNK_BYTES;
        result = deflate(encoder, last ? Z_FINISH : Z_NO_FLUSH);
        of->deflated_bytes += CHUNK_BYTES - encoder->avail_out;
    } while (last ? result == Z_OK : encoder->avail_in > 0);
    return TRICORN_OK;
}

static tricorn_status deflate_member(tricorn_context *context, member *of)
{
    tricorn_status status = TRICORN_OK;
    z_stream encoder = {.zalloc = tg_zlib_allocate, .zfree = tg_zlib_release, .opaque = context};
    unsigned char chunk[CHUNK_BYTES];
    uint64_t room = 0;
    if (deflateInit2(&encoder, LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    encoder.next_in = (unsigned char *)of->description;
    encoder.avail_in = (uInt)of->description_bytes;
    TG_TRY(deflate_chunk(context, &encoder, of, &room, false));
    for (uint64_t i = 0; i < of->count;) {
        const size_t bytes = encode(of, i, chunk, sizeof chunk);
        encoder.next_in = chunk;
        encoder.avail_in = (uInt)bytes;
        TG_TRY(deflate_chunk(context, &encoder, of, &room, false));
        i += bytes / of->width;
        if (tg_work_add(context, bytes)) TG_TRY(tg_check_cancelled(context));
    }
    TG_TRY(deflate_chunk(context, &encoder, of, &room, true));
    of->method = TG_ZIP_DEFLATED;

cleanup:
    deflateEnd(&encoder);
    return status;
}

/* ---- the archive ---- */

static tricorn_status put(writing *job, const void *bytes, size_t count)
{
    job->at += count;
    return tg_output_write(job->context, job->output, bytes, count);
}

/* A header, to which numbers are added one after another. */
typedef struct header {
    size_t count;
    unsigned char bytes[HEADER_MOST];
} header;

static void add(header *to, uint64_t value, size_t width)
{
    value = htole64(value);
    memcpy(to->bytes + to->count, &value, width);
    to->count += width;
}

static uint64_t packed_bytes(const member *of)
{
    return of->method == TG_ZIP_DEFLATED ? of->deflated_bytes : of->bytes;
}

/* Adds what a member's header and its entry in the directory have in common. */
static void add_common(header *to, const member *of)
{
    add(to, VERSION_NEEDED, 2);
    add(to, 0, 2); /* the flags */
    add(to, of->method, 2);
    add(to, 0, 2); /* the time */
    add(to, DATE, 2);
    add(to, of->checksum, 4);
    add(to, UINT32_MAX, 4); /* both sizes are in the field of zip64 */
    add(to, UINT32_MAX, 4);
    add(to, strlen(of->name), 2);
}

static void add_name(header *to, const char *name)
{
    memcpy(to->bytes + to->count, name, strlen(name));
    to->count += strlen(name);
}

static tricorn_status write_member(writing *job, member *of)
{
    enum { EXTRA_BYTES = 20 };
    unsigned char chunk[CHUNK_BYTES];
    header local = {0};
    of->at = job->at;
    add(&local, TG_ZIP_LOCAL, 4);
    add_common(&local, of);
    add(&local, EXTRA_BYTES, 2);
    add_name(&local, of->name);
    add(&local, TG_ZIP_EXTRA64, 2);
    add(&local, EXTRA_BYTES - 4, 2);
    add(&local, of->bytes, 8);
    add(&local, packed_bytes(of), 8);
    tricorn_status status = put(job, local.bytes, local.count);
    if (status != TRICORN_OK) return status;
    if (of->method == TG_ZIP_DEFLATED) return put(job, of->deflated, of->deflated_bytes);
    status = put(job, of->description, of->description_bytes);
    for (uint64_t i = 0; status == TRICORN_OK && i < of->count;) {
        const size_t bytes = encode(of, i, chunk, sizeof chunk);
        status = put(job, chunk, bytes);
        i += bytes / of->width;
        if (status == TRICORN_OK && tg_work_add(job->context, bytes)) status = tg_check_cancelled(job->context);
    }
    return status;
}

static tricorn_status write_entry(writing *job, const member *of)
{
    enum { EXTRA_BYTES = 28 };
    header entry = {0};
    add(&entry, TG_ZIP_ENTRY, 4);
    add(&entry, VERSION_NEEDED, 2);
    add_common(&entry, of);
    add(&entry, EXTRA_BYTES, 2);
    add(&entry, 0, 2); /* the length of the comment */
    add(&entry, 0, 2); /* the number of the disk */
    add(&entry, 0, 2); /* the internal attributes */
    add(&entry, 0, 4); /* the external attributes */
    add(&entry, UINT32_MAX, 4); /* the offset is in the field of zip64 */
    add_name(&entry, of->name);
    add(&entry, TG_ZIP_EXTRA64, 2);
    add(&entry, EXTRA_BYTES - 4, 2);
    add(&entry, of->bytes, 8);
    add(&entry, packed_bytes(of), 8);
    add(&entry, of->at, 8);
    return put(job, entry.bytes, entry.count);
}

/* Writes the records that follow the directory; the directory begins at `begin`. */
static tricorn_status write_end(writing *job, uint64_t begin)
{
    const uint64_t end64_at = job->at, directory_bytes = job->at - begin;
    header end = {0};
    add(&end, TG_ZIP_END64, 4);
    add(&end, END64_REST, 8);
    add(&end, VERSION_NEEDED, 2);
    add(&end, VERSION_NEEDED, 2);
    add(&end, 0, 4); /* the number of this disk, and that of the directory's disk */
    add(&end, 0, 4);
    add(&end, MEMBERS, 8);
    add(&end, MEMBERS, 8);
    add(&end, directory_bytes, 8);
    add(&end, begin, 8);
    add(&end, TG_ZIP_LOCATOR, 4);
    add(&end, 0, 4);
    add(&end, end64_at, 8);
    add(&end, 1, 4); /* the number of disks */
    add(&end, TG_ZIP_END, 4);
    add(&end, 0, 2);
    add(&end, 0, 2);
    add(&end, MEMBERS, 2);
    add(&end, MEMBERS, 2);
    add(&end, UINT32_MAX, 4); /* these numbers are in the zip64 record */
    add(&end, UINT32_MAX, 4);
    add(&end, 0, 2); /* the length of the comment */
    return put(job, end.bytes, end.count);
}

static tricorn_status write_archive(writing *job, member *members)
{
    for (int m = 0; m < MEMBERS; m++) {
        add_checksum(&members[m]);
        TG_DO(write_member(job, &members[m]));
    }
    const uint64_t begin = job->at;
    for (int m = 0; m < MEMBERS; m++) TG_DO(write_entry(job, &members[m]));
    return write_end(job, begin);
}

tricorn_status tg_npz_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    static const char csr[] = "csr";
    tricorn_status status = TRICORN_OK;
    const uint64_t arcs = 2 * graph->edges;
    const unsigned width = arcs <= INT32_MAX && graph->vertices <= INT32_MAX ? INT32_BYTES : sizeof(int64_t);
    const uint64_t shape[] = {graph->vertices, graph->vertices};
    writing job = {.context = context, .output = output};
    tg_rows rows = {0};
    member members[MEMBERS] = {
      number_member("indices.npy", arcs, width),
      number_member("indptr.npy", (uint64_t)graph->vertices + 1, width),
      {.name = "format.npy", .text = csr, .count = sizeof csr - 1, .width = 1},
      number_member("shape.npy", sizeof shape / sizeof *shape, sizeof(int64_t)),
      number_member("data.npy", arcs, INT32_BYTES),
    };
    member *format = &members[2], *data = &members[4];

    tg_work_begin(context, "writing", members[0].bytes + members[1].bytes + data->count * data->width);
    TG_TRY(tg_dense_rows(context, graph, 1, &rows));
    members[0].narrow = rows.ids;
    members[1].wide = rows.offsets;
    describe(format, "|S3", "()");
    format->bytes = format->description_bytes + format->count;
    members[3].wide = shape;
    TG_TRY(deflate_member(context, data));
    TG_TRY(write_archive(&job, members));

cleanup:
    tg_free(data->deflated);
    tg_rows_free(&rows);
    return status;
}
