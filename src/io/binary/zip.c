/* zip.c - reads zip archives.
 *
 * Each number in an archive is compared with the file's size before it is used. Source:
 * PKWARE's APPNOTE.TXT 6.3, sections 4.3 (layout) and 4.5.3 (zip64).
 */
#define ZLIB_CONST /* makes next_in a pointer to const bytes */
#include "io/binary/zip.h"

#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "io/binary/records.h"
#include "io/bytes/zlib_memory.h"

enum {
    LOCAL_BYTES = 30,
    ENTRY_BYTES = 46,
    END_BYTES = 22,
    END64_BYTES = 56,
    LOCATOR_BYTES = 20,
    COMMENT_MOST = UINT16_MAX,

    EXTRA_HEADER = 4,
    FLAG_ENCRYPTED = 1,

    PACKED_BYTES = 1 << 16 /* how many bytes of the archive are read at a time */
};

struct tg_zip {
    const char *name;
    tg_input *input;
    uint64_t size;
    unsigned char *directory;
    uint64_t directory_bytes;
};

typedef struct member {
    unsigned flags, method;
    uint32_t checksum;
    uint64_t packed, bytes, header_at;
} member;

struct tg_zip_stream {
    const tg_zip *zip;
    const char *name;
    member member;
    /* The member's packed bytes that are not read yet are at the offsets `at` to `end` - 1. */
    uint64_t at, end;
    uint64_t returned; /* how many unpacked bytes were returned */
    uint32_t checksum;
    /* inflating: the decoder exists; inflated: it has reached its end. */
    bool inflating, inflated;
    z_stream decoder;
    unsigned char packed[PACKED_BYTES];
};

static uint32_t get16(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static tricorn_status is_damaged(tricorn_context *context, const tg_zip *zip, const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: its zip archive is damaged or cut (%s); fetch or save it again",
      zip->name, what);
}

/* Reads bytes at any offset of the archive; fails if these are past its end. */
static tricorn_status read_at(tricorn_context *context, const tg_zip *zip, uint64_t offset, void *bytes, size_t count)
{
    if (offset > zip->size || count > zip->size - offset)
        return is_damaged(context, zip, "something would lie behind its end");
    return tg_input_read_at(context, zip->input, offset, bytes, count);
}

/* ---- the directory ---- */

/* The position of the directory, as the records at the archive's end state it. */
typedef struct place {
    uint64_t offset, bytes;
    uint64_t records; /* the offset of the first of these records */
} place;

static tricorn_status find_directory(
  tricorn_context *context, const tg_zip *zip, const unsigned char *tail, uint64_t tail_bytes, place *directory)
{
    const uint64_t tail_at = zip->size - tail_bytes;
    uint64_t at = tail_bytes - END_BYTES + 1;
    while (at > 0) {
        const unsigned char *end = tail + --at;
        if (tg_get32(end) == TG_ZIP_END && get16(end + 20) == tail_bytes - at - END_BYTES) {
            *directory = (place){tg_get32(end + 16), tg_get32(end + 12), tail_at + at};
            break;
        }
        if (at == 0) return is_damaged(context, zip, "the record of its end is missing");
    }
    const unsigned char *locator = tail + at - LOCATOR_BYTES;
    if (at < LOCATOR_BYTES || tg_get32(locator) != TG_ZIP_LOCATOR) return TRICORN_OK;

    unsigned char end64[END64_BYTES];
    const uint64_t end64_at = tg_get64(locator + 8);
    if (end64_at > tail_at + at) return is_damaged(context, zip, "the offset of its zip64 record");
    TG_DO(read_at(context, zip, end64_at, end64, sizeof end64));
    /* The record states its own length minus twelve bytes, and the locator follows the record. */
    if (tg_get32(end64) != TG_ZIP_END64 || tg_get64(end64 + 4) != tail_at + at - LOCATOR_BYTES - end64_at - 12)
        return is_damaged(context, zip, "its zip64 record");
    *directory = (place){tg_get64(end64 + 48), tg_get64(end64 + 40), end64_at};
    return TRICORN_OK;
}

static tricorn_status read_directory(tricorn_context *context, tg_zip *zip)
{
    const uint64_t most = END_BYTES + COMMENT_MOST + LOCATOR_BYTES;
    const uint64_t tail_bytes = zip->size < most ? zip->size : most;
    tricorn_status status = TRICORN_OK;
    unsigned char *tail = NULL;
    place directory = {0};

    if (zip->size < END_BYTES) return is_damaged(context, zip, "it is too short");
    TG_TRY(TG_ALLOC(context, tail_bytes, &tail));
    TG_TRY(read_at(context, zip, zip->size - tail_bytes, tail, tail_bytes));
    TG_TRY(find_directory(context, zip, tail, tail_bytes, &directory));
    if (directory.offset > zip->size || directory.bytes > zip->size - directory.offset)
        TG_TRY(is_damaged(context, zip, "its directory would lie behind its end"));
    /* If these differ, other bytes were put before the archive, so its offsets are not right. */
    if (directory.offset + directory.bytes != directory.records)
        TG_TRY(is_damaged(context, zip, "its directory is not where its end says"));
    zip->directory_bytes = directory.bytes;
    TG_TRY(TG_ALLOC(context, zip->directory_bytes, &zip->directory));
    TG_TRY(read_at(context, zip, directory.offset, zip->directory, zip->directory_bytes));

cleanup:
    tg_free(tail);
    return status;
}

tricorn_status tg_zip_open(tricorn_context *context, tg_input *input, tg_edge_spill *spill, tg_zip **zip)
{
    tricorn_status status = TRICORN_OK;
    tg_zip *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->name = tg_input_name(input);
    made->input = input;
    TG_TRY(tg_input_hold(context, input, spill));
    made->size = tg_input_size(input);
    TG_TRY(read_directory(context, made));
    *zip = made;
    made = NULL;

cleanup:
    tg_zip_close(made);
    return status;
}

void tg_zip_close(tg_zip *zip)
{
    if (zip == NULL) return;
    tg_free(zip->directory);
    tg_free(zip);
}

/* ---- members ---- */

/* Reads the numbers that do not fit in 32 bits from the extra field. A number that the field lacks
 * stays UINT32_MAX, and is refused later because it is past the end. */
static void read_extra(const unsigned char *at, uint32_t bytes, member *found)
{
    uint64_t *const wide[] = {&found->bytes, &found->packed, &found->header_at};
    while (bytes >= EXTRA_HEADER) {
        const uint32_t id = get16(at), length = get16(at + 2);
        at += EXTRA_HEADER;
        bytes -= EXTRA_HEADER;
        if (length > bytes) return;
        if (id == TG_ZIP_EXTRA64) {
            uint32_t taken = 0;
            for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
                if (*wide[i] != UINT32_MAX) continue;
                if (length - taken < sizeof(uint64_t)) return;
                *wide[i] = tg_get64(at + taken);
                taken += sizeof(uint64_t);
            }
            return;
        }
        at += length;
        bytes -= length;
    }
}

static bool find_member(const tg_zip *zip, const char *name, member *found)
{
    const size_t wanted = strlen(name);
    uint64_t left = zip->directory_bytes;
    const unsigned char *at = zip->directory;
    while (left >= ENTRY_BYTES && tg_get32(at) == TG_ZIP_ENTRY) {
        const uint32_t name_bytes = get16(at + 28), extra_bytes = get16(at + 30);
        const uint64_t bytes = (uint64_t)ENTRY_BYTES + name_bytes + extra_bytes + get16(at + 32);
        if (bytes > left) return false;
        if (name_bytes == wanted && memcmp(at + ENTRY_BYTES, name, wanted) == 0) {
            *found = (member){.flags = get16(at + 8),
              .method = get16(at + 10),
              .checksum = tg_get32(at + 16),
              .packed = tg_get32(at + 20),
              .bytes = tg_get32(at + 24),
              .header_at = tg_get32(at + 42)};
            read_extra(at + ENTRY_BYTES + name_bytes, extra_bytes, found);
            return true;
        }
        at += bytes;
        left -= bytes;
    }
    return false;
}

bool tg_zip_has(const tg_zip *zip, const char *name)
{
    member found;
    return find_member(zip, name, &found);
}

/* Finds the member's packed bytes, which follow a header of the member. */
static tricorn_status find_bytes(tricorn_context *context, tg_zip_stream *stream)
{
    const member *found = &stream->member;
    const tg_zip *zip = stream->zip;
    unsigned char local[LOCAL_BYTES];
    TG_DO(read_at(context, zip, found->header_at, local, sizeof local));
    if (tg_get32(local) != TG_ZIP_LOCAL) return is_damaged(context, zip, "a member's header");
    stream->at = found->header_at + LOCAL_BYTES + get16(local + 26) + get16(local + 28);
    if (stream->at > zip->size || found->packed > zip->size - stream->at)
        return is_damaged(context, zip, "a member would end behind its end");
    stream->end = stream->at + found->packed;
    return TRICORN_OK;
}

static tricorn_status check_method(tricorn_context *context, const tg_zip_stream *stream)
{
    const member *found = &stream->member;
    if (found->flags & FLAG_ENCRYPTED)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: its member %s is encrypted", stream->zip->name, stream->name);
    if (found->method == TG_ZIP_STORED && found->packed != found->bytes)
        return is_damaged(context, stream->zip, "a stored member has two sizes");
    if (found->method == TG_ZIP_STORED || found->method == TG_ZIP_DEFLATED) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: its member %s is compressed by method %u; tricorn knows 0 (stored) and 8 "
      "(deflated)",
      stream->zip->name, stream->name, found->method);
}

static tricorn_status start_inflating(tricorn_context *context, tg_zip_stream *stream)
{
    stream->decoder = (z_stream){.zalloc = tg_zlib_allocate, .zfree = tg_zlib_release, .opaque = context};
    /* the negative number means deflated data without a header. */
    if (inflateInit2(&stream->decoder, -MAX_WBITS) != Z_OK)
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    stream->inflating = true;
    return TRICORN_OK;
}

tricorn_status tg_zip_stream_open(
  tricorn_context *context, const tg_zip *zip, const char *name, tg_zip_stream **stream, uint64_t *bytes)
{
    tricorn_status status = TRICORN_OK;
    tg_zip_stream *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->zip = zip;
    made->name = name;
    if (!find_member(zip, name, &made->member))
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: has no member %s", zip->name, name));
    TG_TRY(check_method(context, made));
    TG_TRY(find_bytes(context, made));
    if (made->member.method == TG_ZIP_DEFLATED) TG_TRY(start_inflating(context, made));
    *bytes = made->member.bytes;
    *stream = made;
    made = NULL;

cleanup:
    tg_zip_stream_close(made);
    return status;
}

void tg_zip_stream_close(tg_zip_stream *stream)
{
    if (stream == NULL) return;
    if (stream->inflating) inflateEnd(&stream->decoder);
    tg_free(stream);
}

/* ---- reading ---- */

static tricorn_status copy_stored(
  tricorn_context *context, tg_zip_stream *stream, void *bytes, size_t room, size_t *count)
{
    const uint64_t left = stream->end - stream->at;
    *count = left < room ? (size_t)left : room;
    const tricorn_status status = read_at(context, stream->zip, stream->at, bytes, *count);
    if (status == TRICORN_OK) stream->at += *count;
    return status;
}

/* Gives the decoder more input, if it has used up what it had. */
static tricorn_status refill(tricorn_context *context, tg_zip_stream *stream)
{
    z_stream *decoder = &stream->decoder;
    size_t got = 0;
    if (decoder->avail_in > 0) return TRICORN_OK;
    TG_DO(copy_stored(context, stream, stream->packed, sizeof stream->packed, &got));
    decoder->next_in = stream->packed;
    decoder->avail_in = (uInt)got;
    return TRICORN_OK;
}

static tricorn_status inflate_some(
  tricorn_context *context, tg_zip_stream *stream, void *bytes, size_t room, size_t *count)
{
    z_stream *decoder = &stream->decoder;
    decoder->next_out = bytes;
    decoder->avail_out = room < UINT_MAX ? (uInt)room : UINT_MAX;
    const uInt before = decoder->avail_out;
    while (decoder->avail_out > 0 && !stream->inflated) {
        TG_DO(refill(context, stream));
        const int result = inflate(decoder, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) return TRICORN_OUT_OF_MEMORY;
        stream->inflated = result == Z_STREAM_END;
        if (result == Z_BUF_ERROR && decoder->avail_in == 0)
            return is_damaged(context, stream->zip, "a member's data ends too early");
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return is_damaged(context, stream->zip, decoder->msg ? decoder->msg : "its data");
    }
    *count = before - decoder->avail_out;
    return TRICORN_OK;
}

tricorn_status tg_zip_stream_read(tricorn_context *context, void *user, void *bytes, size_t room, size_t *count)
{
    tg_zip_stream *stream = user;
    size_t done = 0;
    while (done < room) {
        unsigned char *to = (unsigned char *)bytes + done;
        size_t got = 0;
        TG_DO(stream->inflating ? inflate_some(context, stream, to, room - done, &got)
                                : copy_stored(context, stream, to, room - done, &got));
        if (got == 0) break;
        stream->checksum = (uint32_t)crc32_z(stream->checksum, to, got);
        stream->returned += got;
        done += got;
        if (stream->returned > stream->member.bytes)
            return is_damaged(context, stream->zip, "a member is longer than it says");
    }
    if (done < room && stream->returned != stream->member.bytes)
        return is_damaged(context, stream->zip, "a member is shorter than it says");
    if (stream->returned == stream->member.bytes && stream->checksum != stream->member.checksum)
        return is_damaged(context, stream->zip, "a member's checksum is wrong");
    *count = done;
    return TRICORN_OK;
}
