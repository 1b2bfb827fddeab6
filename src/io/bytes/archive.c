/* archive.c - reads a file in an archive, or compressed content, by libarchive.
 *
 * - libarchive calls back for bytes, which come from another input: a file, a pipe, or what was
 * decoded before.
 * - An archive must have one file that may be a graph, or the caller names the file. In a plain
 * file all headers are read first; in a stream, the headers behind the file are read after its
 * content. So a second file is refused in both.
 * - What may lie beside a graph (README, licences, meta data, hidden files) does not count.
 */
#include "io/bytes/archive.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/names.h"
#include "io/bytes/packing.h"

#ifdef TRICORN_LIBARCHIVE

#include <archive.h>
#include <archive_entry.h>

#include "base/library.h"

/* clang-format off */
#define CALLS(CALL) \
    CALL(archive_read_new) CALL(archive_read_free) CALL(archive_read_support_filter_bzip2) \
    CALL(archive_read_support_filter_gzip) CALL(archive_read_support_filter_lz4) \
    CALL(archive_read_support_filter_lzip) CALL(archive_read_support_filter_lzma) \
    CALL(archive_read_support_filter_xz) CALL(archive_read_support_filter_zstd) \
    CALL(archive_read_support_format_7zip) CALL(archive_read_support_format_empty) \
    CALL(archive_read_support_format_raw) CALL(archive_read_support_format_tar) \
    CALL(archive_read_support_format_zip) CALL(archive_read_set_callback_data) \
    CALL(archive_read_set_read_callback) CALL(archive_read_set_seek_callback) \
    CALL(archive_read_set_skip_callback) CALL(archive_read_open1) \
    CALL(archive_read_next_header) CALL(archive_read_data) CALL(archive_error_string) \
    CALL(archive_entry_filetype) CALL(archive_entry_hardlink) CALL(archive_entry_is_encrypted) \
    CALL(archive_entry_pathname) CALL(archive_entry_pathname_utf8)
/* clang-format on */

static struct {
    CALLS(TG_LIBRARY_CALL)
} lib;
static const char *const names[] = {CALLS(TG_LIBRARY_NAME) NULL};
static tg_library library = {.file = TRICORN_LIBARCHIVE, .names = names, .calls = &lib};

enum { BLOCK_BYTES = 1 << 17, NAME_BYTES = 256 };

struct tg_archive {
    tricorn_context *context; /* of the call that runs */
    tg_input *input;
    tg_memory *memory;
    uint64_t charged; /* what libarchive needs for its dictionary */
    uint64_t position; /* in flat input */
    struct archive *reader;
    tricorn_status failure; /* of the input; TRICORN_OK: none */
    char *wanted; /* the name of the file that the caller wants; NULL: the only one */
    char found[NAME_BYTES]; /* the name of the file that is read */
    bool raw; /* the input is no archive, but compressed */
    bool alone; /* no second file has to be looked for */
    bool ended;
    unsigned char block[BLOCK_BYTES];
};

/* ---- the input, as libarchive reads it ---- */

static la_ssize_t read_block(struct archive *reader, void *user, const void **bytes)
{
    tg_archive *own = user;
    size_t count = 0;
    (void)reader;
    if (tg_work_add(own->context, 0)) own->failure = tg_check_cancelled(own->context);
    if (own->failure == TRICORN_OK && tg_input_is_flat(own->input)) {
        const uint64_t left = tg_input_size(own->input) - own->position;
        count = left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES;
        own->failure = tg_input_read_at(own->context, own->input, own->position, own->block, count);
        own->position += count;
    } else if (own->failure == TRICORN_OK) {
        own->failure = tg_input_read(own->context, own->input, own->block, BLOCK_BYTES, &count);
    }
    *bytes = own->block;
    return own->failure == TRICORN_OK ? (la_ssize_t)count : ARCHIVE_FATAL;
}

static la_int64_t seek(struct archive *reader, void *user, la_int64_t offset, int whence)
{
    tg_archive *own = user;
    const la_int64_t size = (la_int64_t)tg_input_size(own->input);
    (void)reader;
    if (whence == SEEK_CUR) offset += (la_int64_t)own->position;
    if (whence == SEEK_END) offset += size;
    if (offset < 0 || offset > size) return ARCHIVE_FATAL;
    own->position = (uint64_t)offset;
    return offset;
}

static la_int64_t skip(struct archive *reader, void *user, la_int64_t bytes)
{
    tg_archive *own = user;
    const uint64_t left = tg_input_size(own->input) - own->position;
    const uint64_t count = (uint64_t)bytes < left ? (uint64_t)bytes : left;
    (void)reader;
    own->position += count;
    return (la_int64_t)count;
}

/* Fails with libarchive's own words. */
static tricorn_status cannot(tg_archive *own)
{
    const char *why = lib.archive_error_string(own->reader);
    if (own->failure != TRICORN_OK) return own->failure;
    return tg_fail(own->context, TRICORN_BAD_FORMAT,
      "%s: cannot be unpacked (%s): if the file is cut or damaged, fetch it again", tg_input_name(own->input),
      why ? why : "no more is known");
}

static tricorn_status begin(tg_archive *own)
{
    typedef int (*support)(struct archive *);
    static const support *const archives[] = {&lib.archive_read_support_format_7zip,
      &lib.archive_read_support_format_tar, &lib.archive_read_support_format_zip, NULL};
    static const support *const codecs[] = {&lib.archive_read_support_filter_bzip2,
      &lib.archive_read_support_filter_gzip, &lib.archive_read_support_filter_lz4,
      &lib.archive_read_support_filter_lzip, &lib.archive_read_support_filter_lzma, &lib.archive_read_support_filter_xz,
      &lib.archive_read_support_filter_zstd, &lib.archive_read_support_format_empty,
      &lib.archive_read_support_format_raw, NULL};
    if (own->reader) lib.archive_read_free(own->reader);
    own->position = 0;
    own->reader = lib.archive_read_new();
    if (own->reader == NULL) return tg_fail(own->context, TRICORN_OUT_OF_MEMORY, "libarchive got no memory");
    /* Only what was recognised: an archive within a compressed file is opened by another reader.
     */
    for (const support *const *of = own->raw ? codecs : archives; *of; of++) (**of)(own->reader);
    lib.archive_read_set_read_callback(own->reader, read_block);
    if (tg_input_is_flat(own->input)) {
        lib.archive_read_set_seek_callback(own->reader, seek);
        lib.archive_read_set_skip_callback(own->reader, skip);
    }
    lib.archive_read_set_callback_data(own->reader, own);
    return lib.archive_read_open1(own->reader) < ARCHIVE_WARN ? cannot(own) : TRICORN_OK;
}

/* ---- files in the archive ---- */

/* Whether a file of this name is no graph, but may lie beside one. */
static bool is_beside(const char *name)
{
    static const char *const begins[] = {".", "readme", "license", "licence", "copying", "meta."};
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncasecmp(base, begins[i], strlen(begins[i])) == 0) return true;
    return strncmp(name, "__MACOSX/", 9) == 0;
}

/* Reads headers up to that of the next file; *name is "" at the end of the archive. Control
 * characters in the name become '?'. */
static tricorn_status next_file(tg_archive *own, char name[NAME_BYTES])
{
    struct archive_entry *entry = NULL;
    *name = 0;
    for (int got; (got = lib.archive_read_next_header(own->reader, &entry)) != ARCHIVE_EOF;) {
        if (got < ARCHIVE_WARN) return cannot(own);
        if (lib.archive_entry_filetype(entry) != AE_IFREG || lib.archive_entry_hardlink(entry)) continue;
        const char *path = lib.archive_entry_pathname(entry);
        if (path == NULL) path = lib.archive_entry_pathname_utf8(entry);
        if (path == NULL) path = "?";
        while (strncmp(path, "./", 2) == 0) path += 2;
        snprintf(name, NAME_BYTES, "%s", path);
        for (char *at = name; *at; at++)
            if ((unsigned char)*at < ' ' || *at == 0x7f) *at = '?';
        if (own->wanted ? strcmp(name, own->wanted) != 0 : is_beside(name)) continue;
        if (lib.archive_entry_is_encrypted(entry))
            return tg_fail(own->context, TRICORN_UNSUPPORTED,
              "%s: its file %s is encrypted: unpack it first, with its password: 7z e -so "
              "ARCHIVE FILE > OUT",
              tg_input_name(own->input), name);
        return TRICORN_OK;
    }
    *name = 0;
    return TRICORN_OK;
}

static tricorn_status refuse_second(tg_archive *own, const char *second)
{
    return tg_fail(own->context, TRICORN_UNSUPPORTED,
      "%s: has several files, such as %s and %s: name the graph's by %s/FILE", tg_input_name(own->input), own->found,
      second, tg_input_name(own->input));
}

static tricorn_status refuse_none(const tg_archive *own)
{
    return tg_fail(own->context, TRICORN_IO_ERROR, "%s: has no file %s", tg_input_name(own->input),
      own->wanted ? own->wanted : "that may be a graph");
}

/* Finds the file to read, and that no other one could be meant, where the headers can be read first. */
static tricorn_status find_file(tg_archive *own)
{
    char second[NAME_BYTES];
    TG_DO(begin(own));
    TG_DO(next_file(own, own->found));
    own->ended = own->raw && *own->found == 0;
    if (*own->found == 0 && !own->raw) TG_DO(refuse_none(own));
    if (own->alone || !tg_input_is_flat(own->input)) return TRICORN_OK;
    TG_DO(next_file(own, second));
    if (*second) TG_DO(refuse_second(own, second));
    own->alone = true;
    TG_DO(begin(own));
    return next_file(own, own->found);
}

/* ---- memory ---- */

/* The bytes of the dictionary that the header of xz or lzma states, which libarchive allocates.
 */
static uint64_t dictionary_bytes(const unsigned char *bytes, size_t count)
{
    enum { XZ_BLOCK_AT = 12, XZ_FLAGS_AT = 13, XZ_LZMA2 = 0x21, LZMA_SIZE_AT = 1, BITS_LEAST = 11, SIZES = 0xc0 };
    if (count < 64) return 0;
    if (bytes[0] == 0x5d)
        return bytes[LZMA_SIZE_AT] | (uint64_t)bytes[2] << 8 | (uint64_t)bytes[3] << 16 | (uint64_t)bytes[4] << 24;
    if (bytes[0] != 0xfd) return 0;
    size_t at = XZ_FLAGS_AT + 1;
    for (unsigned flags = bytes[XZ_FLAGS_AT] & SIZES; flags; flags = flags << 1 & SIZES)
        while (flags & 0x80 && at < 32 && bytes[at++] & 0x80) {
        }
    if (bytes[at] != XZ_LZMA2) return 0;
    const unsigned bits = bytes[at + 2] & 0x3f;
    return (uint64_t)(2 | (bits & 1)) << (bits / 2 + BITS_LEAST);
}

/* Counts what libarchive allocates against the limit of memory: at most 1 GiB for a dictionary,
 * as it refuses more. */
static tricorn_status charge(tg_archive *own)
{
    enum { OTHERS = 4 << 20, MOST = 1 << 30 };
    const char *bytes;
    size_t count;
    tricorn_status status = tg_input_peek(own->context, own->input, &bytes, &count);
    if (status != TRICORN_OK) return status;
    const uint64_t dictionary = dictionary_bytes((const unsigned char *)bytes, count);
    const uint64_t need = OTHERS + (dictionary < MOST ? dictionary : MOST);
    status = tg_memory_charge(own->context, need);
    if (status == TRICORN_OK) own->charged = need;
    return status;
}

/* ---- the whole ---- */

static tricorn_status open_archive(tricorn_context *context, const tg_archive_source *from, tg_archive *own)
{
    if (!tg_library_load(&library))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is %s, which is read by libarchive (" TRICORN_LIBARCHIVE
          "), and that is not installed: install it (Debian: libarchive13), or unpack the file "
          "first: %s FILE > OUT",
          tg_input_name(own->input), from->packing->name, from->packing->program);
    if (from->packing->kind == TG_PACKED_ARCHIVE_AT_END && !tg_input_is_flat(own->input))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is %s, which says at its end what is in it, so it cannot come from a "
          "pipe: name a file",
          tg_input_name(own->input), from->packing->name);
    own->raw = from->packing->kind < TG_PACKED_ARCHIVE;
    own->alone = own->raw || from->member;
    if (from->member && !own->raw) TG_DO(tg_copy_text(context, from->member, &own->wanted));
    TG_DO(charge(own));
    return find_file(own);
}

tricorn_status tg_archive_open(tricorn_context *context, const tg_archive_source *from, tg_archive **archive)
{
    tg_archive *made = NULL;
    tricorn_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRICORN_OK) {
        tg_input_close(from->input);
        return status;
    }
    made->context = context;
    made->input = from->input;
    made->memory = context->memory;
    status = open_archive(context, from, made);
    if (status == TRICORN_OK)
        *archive = made;
    else
        tg_archive_close(made);
    return status;
}

void tg_archive_close(tg_archive *archive)
{
    if (archive == NULL) return;
    if (archive->reader) lib.archive_read_free(archive->reader);
    if (archive->charged) tg_memory_discharge(archive->memory, archive->charged);
    tg_input_close(archive->input);
    tg_free(archive->wanted);
    tg_free(archive);
}

const char *tg_archive_member(const tg_archive *archive)
{
    return archive->raw ? NULL : archive->found;
}

tg_input *tg_archive_input(const tg_archive *archive)
{
    return archive->input;
}

uint64_t tg_archive_consumed(const tg_archive *archive)
{
    return tg_input_is_flat(archive->input) ? archive->position : tg_input_consumed(archive->input);
}

tricorn_status tg_archive_read(tricorn_context *context, tg_archive *archive, tg_read_buffer *to)
{
    char second[NAME_BYTES] = "";
    archive->context = context;
    to->count = 0;
    while (to->count < to->room && !archive->ended) {
        const la_ssize_t got =
          lib.archive_read_data(archive->reader, (char *)to->bytes + to->count, to->room - to->count);
        if (got < 0) return cannot(archive);
        to->count += (size_t)got;
        archive->ended = got == 0;
    }
    if (!archive->ended || archive->alone) return TRICORN_OK;
    archive->alone = true;
    const tricorn_status status = next_file(archive, second);
    return status == TRICORN_OK && *second ? refuse_second(archive, second) : status;
}

#else /* without libarchive's header */

tricorn_status tg_archive_open(tricorn_context *context, const tg_archive_source *from, tg_archive **archive)
{
    *archive = NULL;
    tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: is %s, which this build of tricorn does not read: build it again with "
      "libarchive's header "
      "(Debian: libarchive-dev), or unpack the file first: %s FILE > OUT",
      tg_input_name(from->input), from->packing->name, from->packing->program);
    tg_input_close(from->input);
    return TRICORN_UNSUPPORTED;
}

void tg_archive_close(tg_archive *archive)
{
    (void)archive;
}

const char *tg_archive_member(const tg_archive *archive)
{
    (void)archive;
    return NULL;
}

tg_input *tg_archive_input(const tg_archive *archive)
{
    (void)archive;
    return NULL;
}

uint64_t tg_archive_consumed(const tg_archive *archive)
{
    (void)archive;
    return 0;
}

tricorn_status tg_archive_read(tricorn_context *context, tg_archive *archive, tg_read_buffer *to)
{
    (void)context;
    (void)archive;
    to->count = 0;
    return TRICORN_OK;
}
#endif
