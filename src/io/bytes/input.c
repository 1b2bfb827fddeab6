/* input.c - opens files, pipes, descriptors and parts, and reads their content.
 *
 * - A plain regular file is flat: any thread reads it at any offset (pread), without a lock.
 * - Compressed content is decoded by all threads (ahead.h), or by the decoder direct with one
 *   thread.
 * - The first 64 KiB are held until the input is closed: formats are recognised by them.
 */
#include "io/bytes/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/portable.h"
#include "io/bytes/packing.h"
#include "io/bytes/file_list.h"
#include "io/bytes/input_state.h"
#include "io/bytes/suffix.h"

enum { TG_REFUSED_BYTES = 1024 };

void tg_input_expect(const tg_input *input, uint64_t offset, size_t count)
{
    if (input->held == NULL && input->aside == NULL) tg_source_expect(&input->source, offset, count);
}

tricorn_status tg_input_read_at(
  tricorn_context *context, const tg_input *input, uint64_t offset, void *bytes, size_t count)
{
    tg_read_buffer to = {.bytes = bytes, .room = count};
    if (count == 0) return TRICORN_OK; /* `bytes` may be NULL */
    if (input->held) {
        memcpy(bytes, input->held + offset, count);
        return TRICORN_OK;
    }
    if (input->aside) return input->aside->read_aside(context, input->aside, input->place + offset, bytes, count);
    while (to.room > 0) {
        TG_DO(tg_source_read(context, &input->source, offset, &to));
        if (to.count == 0)
            return tg_fail(context, TRICORN_IO_ERROR,
              "%s: the file ends at byte %" PRIu64 " but had %" PRIu64
              " bytes when it was opened; another program has cut it meanwhile",
              input->source.name, offset, input->source.size);
        to.bytes = (char *)to.bytes + to.count;
        to.room -= to.count;
        offset += to.count;
    }
    return TRICORN_OK;
}

/* ---- streams ---- */

/* Reads content that other threads have decoded ahead, or calls the decoder. */
static tricorn_status read_decoded(tricorn_context *context, tg_input *input, char *bytes, size_t room, size_t *count)
{
    tg_read_buffer ahead = {.bytes = bytes, .room = room};
    tricorn_status status = TRICORN_OK;
    if (!input->direct) {
        status = tg_ahead_read(context, input->ahead, &ahead, &input->direct);
        if (status != TRICORN_OK) return status;
    }
    tg_read_buffer rest = {.bytes = bytes + ahead.count, .room = room - ahead.count};
    if (input->direct) status = tg_decoder_read(context, input->decoder, &input->source, &rest);
    if (status == TRICORN_OK) *count = ahead.count + rest.count;
    return status;
}

static tricorn_status read_plain_stream(
  tricorn_context *context, tg_input *input, char *bytes, size_t room, size_t *count)
{
    tg_source *source = &input->source;
    size_t done = 0;
    while (done < room) {
        size_t got = 0;
        if (tg_source_count(source) > 0 || room - done < source->room) {
            TG_DO(tg_source_fill(context, source, 1));
            got = tg_source_count(source);
            if (got > room - done) got = room - done;
            if (got > 0) memcpy(bytes + done, source->bytes + source->begin, got);
            source->begin += got;
        } else if (!source->ended) { /* a large read goes directly to the caller's buffer */
            tg_read_buffer to = {.bytes = bytes + done, .room = room - done};
            TG_DO(tg_source_read(context, source, source->position, &to));
            got = to.count;
            source->position += got;
            source->ended = got == 0;
        }
        if (got == 0) break;
        done += got;
    }
    *count = done;
    return TRICORN_OK;
}

static tricorn_status open_part(
  tricorn_context *context, const tg_input *input, uint64_t part, bool whole, tg_input **opened);

static tricorn_status read_parts(tricorn_context *context, tg_input *input, char *bytes, size_t room, size_t *count)
{
    const tg_file_list *files = input->source.files;
    size_t done = 0, got = 0;
    while (done < room) {
        if (input->part == NULL) {
            if (input->next_part == tg_file_list_count(files)) break;
            TG_DO(open_part(context, input, input->next_part++, false, &input->part));
            input->part_end = '\n';
        }
        TG_DO(tg_input_read(context, input->part, bytes + done, room - done, &got));
        if (got == 0) {
            if (input->part_end != '\n') bytes[done++] = '\n';
            input->part_bytes += tg_file_list_part(files, input->next_part - 1).file_bytes;
            tg_input_close(input->part);
            input->part = NULL;
            continue;
        }
        done += got;
        input->part_end = bytes[done - 1];
    }
    *count = done;
    return TRICORN_OK;
}

/* ---- opening ---- */

static tricorn_status decode_by(
  tricorn_context *context, tg_input *input, tricorn_status (*create)(tricorn_context *, tg_decoder **))
{
    const tricorn_status status = create(context, &input->decoder);
    input->direct = input->direct || context->threads == 1;
    if (status != TRICORN_OK || input->direct) return status;
    return tg_ahead_create(context, input->decoder, &input->source, &input->ahead);
}

/* Whether the name says that the content is brotli, and it does not begin as a text does. */
static bool is_brotli(const tg_source *source)
{
    static const char suffix[] = ".br";
    if (!tg_suffix_is(source->name, strlen(source->name), suffix, sizeof suffix - 1)) return false;
    for (size_t i = source->begin; i < source->end && i < source->begin + TG_PACKING_BYTES; i++)
        if (source->bytes[i] > '~' || (source->bytes[i] < ' ' && strchr("\t\r\n", source->bytes[i]) == NULL))
            return true;
    return false;
}

static tricorn_status recognise(tricorn_context *context, tg_input *input)
{
    TG_DO(tg_source_fill(context, &input->source, TG_PACKING_BYTES));

    const tg_packing *packing =
      tg_packing_of(input->source.bytes + input->source.begin, tg_source_count(&input->source));
    if (packing && packing->kind == TG_PACKED_GZIP) return decode_by(context, input, tg_gzip_decoder_create);
    if (packing && packing->kind == TG_PACKED_ZSTD) return decode_by(context, input, tg_zstd_decoder_create);
    if (packing == NULL && is_brotli(&input->source)) {
        const tricorn_status made = decode_by(context, input, tg_brotli_decoder_create);
        if (made == TRICORN_UNSUPPORTED) tg_message_prefix(context, input->source.name);
        return made;
    }
    if (packing && packing->kind == TG_PACKED_OTHERWISE)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is %s, which tricorn does not read; unpack it first: %s FILE > OUT", input->source.name, packing->name,
          packing->program);

    /* A "regular" file of size 0 may be one in /proc, whose size is known only after reading. */
    input->flat = input->source.regular && input->source.size > 0;
    if (input->flat) tg_source_rewind(&input->source);
    return TRICORN_OK;
}

/* What is opened: a path, a part (which one thread decodes), or a descriptor. */
typedef enum opening { A_FILE, A_PART, A_DESCRIPTOR } opening;

/* Opens the path. If it leads into a file (ARCHIVE/MEMBER), opens that, and cuts the name of the source;
 * *member is what was cut, or NULL. */
static tricorn_status open_path(tricorn_context *context, const char *path, tg_input *input, const char **member)
{
    tg_source *source = &input->source;
    char *slash = NULL;
    *member = NULL;
    do {
        if (slash) *slash = 0;
        do source->descriptor = open(source->name, O_RDONLY | O_CLOEXEC);
        while (source->descriptor < 0 && errno == EINTR && !tg_work_add(context, 0));
        source->owned = source->descriptor >= 0;
        if (source->owned && slash) *member = path + (slash - source->name) + 1;
    } while (!source->owned && errno == ENOTDIR && (slash = strrchr(source->name, '/')) > source->name);
    TG_DO(tg_check_cancelled(context));
    if (!source->owned) TG_DO(tg_source_error(context, source, "cannot be opened", errno));
    return TRICORN_OK;
}

tricorn_status tg_input_create(tricorn_context *context, const char *name, tg_input **input)
{
    tg_input *made = NULL;
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->range.last = UINT64_MAX;
    made->source.descriptor = -1;
    TG_TRY(tg_copy_text(context, name, &made->source.name));
    *input = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

/* Opens the path `name`, or uses `descriptor`, which the caller still owns. */
static tricorn_status open_input(
  tricorn_context *context, opening what, int descriptor, const char *name, tg_input **input)
{
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    const char *member = NULL;
    TG_TRY(tg_input_create(context, name, &made));
    made->direct = what == A_PART;
    made->source.descriptor = descriptor;
    if (what != A_DESCRIPTOR) {
        TG_TRY(tg_copy_text(context, name, &made->path));
        TG_TRY(open_path(context, name, made, &member));
    }
    TG_TRY(tg_source_look(context, &made->source));
    TG_TRY(recognise(context, made));
    TG_TRY(tg_input_unpack(context, &made, member));
    *input = made;
    made = NULL;

cleanup:
    tg_input_close(made);
    return status;
}

tricorn_status tg_input_open(tricorn_context *context, const char *path, tg_input **input)
{
    tg_work_begin(context, "reading", 0); /* a pipe may block while it is opened */
    return open_input(context, A_FILE, -1, path, input);
}

static void take_parts(tg_input *input)
{
    input->source.size = tg_file_list_size(input->source.files);
    input->source.regular = true;
    input->flat = !tg_file_list_packed(input->source.files) && input->source.size > 0;
}

tricorn_status tg_input_open_parts(tricorn_context *context, const char *name, tg_file_list_kind kind, tg_input **input)
{
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    tg_work_begin(context, "reading", 0);
    TG_TRY(tg_input_create(context, name, &made));
    TG_TRY(tg_copy_text(context, name, &made->path));
    TG_TRY(tg_file_list_open(context, name, kind, &made->source.files));
    made->parts_kind = kind;
    take_parts(made);
    *input = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

tricorn_status tg_input_open_list(tricorn_context *context, int descriptor, const char *name, tg_input **input)
{
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    tg_work_begin(context, "reading", 0);
    TG_TRY(tg_input_create(context, name ? name : "input", &made));
    TG_TRY(tg_file_list_take(context, descriptor, made->source.name, &made->source.files));
    take_parts(made);
    *input = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

tricorn_status tg_input_open_descriptor(tricorn_context *context, int descriptor, const char *name, tg_input **input)
{
    tg_work_begin(context, "reading", 0);
    return open_input(context, A_DESCRIPTOR, descriptor, name ? name : "input", input);
}

bool tg_input_has_path(const tg_input *input)
{
    return input->path != NULL;
}

tricorn_status tg_input_open_again(tricorn_context *context, const tg_input *input, tg_input **again)
{
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    if (input->path == NULL)
        return tg_fail(
          context, TRICORN_UNSUPPORTED, "%s: is read twice, so name a file, not a pipe", input->source.name);
    if (input->source.files) {
        TG_TRY(tg_input_open_parts(context, input->path, input->parts_kind, &made));
        tg_file_list_skip_like(made->source.files, input->source.files);
        made->source.size = tg_file_list_size(made->source.files);
    } else {
        TG_TRY(open_input(context, A_FILE, -1, input->path, &made));
    }
    if (made->flat != input->flat || tg_input_size(made) != tg_input_size(input) ||
        tg_input_changed(made) != tg_input_changed(input))
        TG_TRY(
          tg_fail(context, TRICORN_IO_ERROR, "%s: another program has changed the file meanwhile", input->source.name));
    *again = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

/* ---- parts ---- */

uint64_t tg_input_parts(const tg_input *input)
{
    return input->source.files ? tg_file_list_count(input->source.files) : 0;
}

const char *tg_input_part_name(const tg_input *input, uint64_t part)
{
    return tg_file_list_part(input->source.files, part).path;
}

/* Opens a part. If `whole` is false, skips its bytes that are not in the content. */
static tricorn_status open_part(
  tricorn_context *context, const tg_input *input, uint64_t part, bool whole, tg_input **opened)
{
    char skipped[1 << 12];
    const tg_file_part file = tg_file_list_part(input->source.files, part);
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    TG_TRY(open_input(context, A_PART, -1, file.path, &made));
    for (uint64_t left = whole ? 0 : file.skipped_bytes; left > 0;) {
        size_t got;
        TG_TRY(tg_input_read(context, made, skipped, left < sizeof skipped ? left : sizeof skipped, &got));
        if (got == 0) break;
        left -= got;
    }
    *opened = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

tricorn_status tg_input_part_peek(tricorn_context *context, const tg_input *input, uint64_t part, tg_read_buffer *to)
{
    tg_input *opened = NULL;
    tricorn_status status = open_part(context, input, part, true, &opened);
    if (status == TRICORN_OK) status = tg_input_read(context, opened, to->bytes, to->room, &to->count);
    tg_input_close(opened);
    return status;
}

void tg_input_part_skip(tg_input *input, uint64_t part, uint64_t bytes, uint64_t lines)
{
    tg_file_list_skip(input->source.files, part, bytes, lines);
    input->source.size = tg_file_list_size(input->source.files);
}

static tricorn_status count_part(tricorn_context *context, const tg_input *input, uint64_t part, uint64_t *lines)
{
    char bytes[1 << 14], last = '\n';
    tricorn_status status = TRICORN_OK;
    tg_input *opened = NULL;
    size_t got = 1;
    *lines = 0;
    TG_TRY(open_part(context, input, part, false, &opened));
    while (got > 0) {
        TG_TRY(tg_input_read(context, opened, bytes, sizeof bytes, &got));
        for (size_t i = 0; i < got; i++) *lines += bytes[i] == '\n';
        if (got > 0) last = bytes[got - 1];
        if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    }
    *lines += last != '\n';
cleanup:
    tg_input_close(opened);
    return status;
}

tricorn_status tg_input_refuse_line(
  tricorn_context *context, const tg_input *input, uint64_t line, const char *form, ...)
{
    char fault[TG_REFUSED_BYTES];
    const char *name = input->source.name;
    uint64_t lines = 0;
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(fault, sizeof fault, form, arguments);
    va_end(arguments);
    for (uint64_t part = 0; part < tg_input_parts(input); part++, line -= lines) {
        const tg_file_part file = tg_file_list_part(input->source.files, part);
        TG_DO(count_part(context, input, part, &lines));
        if (line > lines) continue;
        name = file.path;
        line += file.skipped_lines;
        break;
    }
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": %s", name, line, fault);
}

void tg_input_set_range(tg_input *input, tg_input_range range)
{
    input->range = range;
}

tg_input_range tg_input_range_of(const tg_input *input)
{
    return input->range;
}

bool tg_input_has_range(const tg_input *input)
{
    return input->range.first > 0 || input->range.last < UINT64_MAX;
}

/* Opens another file, whose path is the first `keep` bytes of the input's path followed by
 * `ending`. */
static tricorn_status open_other(
  tricorn_context *context, const tg_input *input, size_t keep, const char *ending, tg_input **other)
{
    tricorn_status status = TRICORN_OK;
    const size_t ending_bytes = strlen(ending) + 1;
    char *path = NULL;
    TG_TRY(TG_ALLOC(context, keep + ending_bytes, &path));
    memcpy(path, input->path, keep);
    memcpy(path + keep, ending, ending_bytes);
    TG_TRY(open_input(context, A_FILE, -1, path, other));

cleanup:
    tg_free(path);
    return status;
}

static tricorn_status require_path(tricorn_context *context, const tg_input *input, const char *ending)
{
    if (input->path) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s: the format needs a second file beside it (%s); name a file, not a pipe", input->source.name, ending);
}

tricorn_status tg_input_open_sibling(
  tricorn_context *context, const tg_input *input, const char *suffix, tg_input **sibling)
{
    TG_DO(require_path(context, input, suffix));
    const size_t stem = tg_suffix_stem(input->path, tg_suffix_plain(input->path));
    return open_other(context, input, stem, suffix, sibling);
}

tricorn_status tg_input_open_beside(
  tricorn_context *context, const tg_input *input, size_t cut, const char *ending, tg_input **beside)
{
    TG_DO(require_path(context, input, ending));
    const size_t length = tg_suffix_plain(input->path);
    return open_other(context, input, cut < length ? length - cut : 0, ending, beside);
}

void tg_input_close(tg_input *input)
{
    if (input == NULL) return;
    tg_input_close(input->part);
    tg_ahead_free(input->ahead); /* first, because it uses the decoder */
    if (input->decoder) input->decoder->free(input->decoder);
    tg_archive_close(input->archive);
    tg_source_close(&input->source);
    tg_free(input->held);
    tg_free(input->peek);
    tg_free(input->path);
    tg_free(input);
}

/* ---- reading ---- */

static tricorn_status read_flat(tricorn_context *context, tg_input *input, void *bytes, size_t room, size_t *count)
{
    tg_source *source = &input->source;
    const uint64_t left = source->size - source->position;
    const size_t take = left < room ? (size_t)left : room;
    TG_DO(tg_input_read_at(context, input, source->position, bytes, take));
    source->position += take;
    *count = take;
    return TRICORN_OK;
}

/* Reads the bytes that follow the peeked ones. */
static tricorn_status read_on(tricorn_context *context, tg_input *input, void *bytes, size_t room, size_t *count)
{
    if (input->flat) return read_flat(context, input, bytes, room, count);
    if (input->archive) {
        tg_read_buffer to = {.bytes = bytes, .room = room};
        const tricorn_status status = tg_archive_read(context, input->archive, &to);
        *count = to.count;
        return status;
    }
    if (input->source.files) return read_parts(context, input, bytes, room, count);
    if (input->decoder) return read_decoded(context, input, bytes, room, count);
    return read_plain_stream(context, input, bytes, room, count);
}

tricorn_status tg_input_peek(tricorn_context *context, tg_input *input, const char **bytes, size_t *count)
{
    if (input->peek == NULL) {
        char *peek = NULL;
        tricorn_status status = TG_ALLOC(context, TG_PEEK_BYTES, &peek);
        if (status == TRICORN_OK) status = read_on(context, input, peek, TG_PEEK_BYTES, &input->peek_count);
        if (status != TRICORN_OK) {
            tg_free(peek);
            return status;
        }
        input->peek = peek;
    }
    *bytes = input->peek;
    *count = input->peek_count;
    return TRICORN_OK;
}

tricorn_status tg_input_is_empty(tricorn_context *context, tg_input *input, bool *empty)
{
    const char *bytes = NULL;
    size_t count = 0;
    const tricorn_status status = tg_input_peek(context, input, &bytes, &count);
    *empty = count == 0;
    return status;
}

tricorn_status tg_input_peek_on(tricorn_context *context, tg_input *input, const char **bytes, size_t *count)
{
    const size_t left = input->peek_count - input->peek_read;
    if (input->peek == NULL || input->peek_read == 0) return tg_input_peek(context, input, bytes, count);
    size_t more = 0;
    memmove(input->peek, input->peek + input->peek_read, left);
    input->peek_count = left;
    input->peek_read = 0;
    TG_DO(read_on(context, input, input->peek + left, TG_PEEK_BYTES - left, &more));
    input->peek_count = left + more;
    *bytes = input->peek;
    *count = input->peek_count;
    return TRICORN_OK;
}

void tg_input_skip_peeked(tg_input *input, size_t count)
{
    input->peek_read += count;
}

tricorn_status tg_input_read(tricorn_context *context, tg_input *input, void *bytes, size_t room, size_t *count)
{
    size_t more = 0;
    size_t peeked = input->peek_count - input->peek_read;
    if (peeked > room) peeked = room;
    if (peeked > 0) memcpy(bytes, input->peek + input->peek_read, peeked);
    if (peeked < room) {
        TG_DO(read_on(context, input, (char *)bytes + peeked, room - peeked, &more));
    }
    input->peek_read += peeked;
    *count = peeked + more;
    return TRICORN_OK;
}

/* The content of a stream while all of it is read. */
typedef struct holding {
    char *bytes;
    uint64_t count, room;
    uint64_t all; /* the number of all bytes, including those that were set aside */
} holding;

/* Makes room for more bytes. If tables may not be larger, sets the bytes in memory aside. */
static tricorn_status hold_room(tricorn_context *context, tg_edge_spill *spill, holding *held)
{
    enum { STEP = 1 << 20 };
    tricorn_status status = TRICORN_OK;
    if (held->count < held->room) return TRICORN_OK;
    if (spill && held->room > 0 && held->room >= spill->table_bytes) {
        status = spill->set_aside(context, spill, held->bytes, held->count);
        held->count = 0;
        return status;
    }
    const uint64_t room = held->room + (held->room / 2 > STEP ? held->room / 2 : STEP);
    status = TG_REALLOC(context, room, &held->bytes);
    if (status == TRICORN_OK) held->room = room;
    return status;
}

static tricorn_status hold_all(tricorn_context *context, tg_input *input, tg_edge_spill *spill, holding *held)
{
    const char *peeked;
    size_t got;
    TG_DO(tg_input_peek(context, input, &peeked, &got));
    TG_DO(hold_room(context, spill, held));
    memcpy(held->bytes, peeked, got);
    for (held->count = held->all = got; got > 0; held->count += got, held->all += got) {
        const uint64_t consumed = tg_input_consumed(input);
        TG_DO(hold_room(context, spill, held));
        TG_DO(read_on(context, input, held->bytes + held->count, held->room - held->count, &got));
        if (tg_work_add(context, tg_input_consumed(input) - consumed)) TG_DO(tg_check_cancelled(context));
    }
    if (spill && held->all > spill->table_bytes) TG_DO(spill->set_aside(context, spill, held->bytes, held->count));
    return TRICORN_OK;
}

tricorn_status tg_input_hold(tricorn_context *context, tg_input *input, tg_edge_spill *spill)
{
    tricorn_status status = TRICORN_OK;
    holding held = {0};
    if (input->flat) return TRICORN_OK;
    const uint64_t place = spill ? spill->aside_bytes : 0;
    TG_TRY(hold_all(context, input, spill, &held));
    if (spill && held.all > spill->table_bytes) {
        input->aside = spill;
        input->place = place;
    } else {
        input->held = held.bytes;
        held.bytes = NULL;
    }
    input->flat = true;
    input->source.size = held.all;
    input->source.position = input->peek_count;

cleanup:
    tg_free(held.bytes);
    return status;
}

const char *tg_input_name(const tg_input *input)
{
    return input->source.name;
}

int tg_input_descriptor(const tg_input *input)
{
    const bool held = input->held || input->aside, whole = input->source.base == 0;
    return input->flat && !held && whole && !input->source.files ? input->source.descriptor : -1;
}

bool tg_input_is_regular(const tg_input *input)
{
    return input->archive ? tg_input_is_regular(tg_archive_input(input->archive)) : input->source.regular;
}

bool tg_input_is_flat(const tg_input *input)
{
    return input->flat;
}

uint64_t tg_input_size(const tg_input *input)
{
    const bool packed = input->archive && !input->flat;
    return packed ? tg_input_size(tg_archive_input(input->archive)) : input->source.size;
}

uint64_t tg_input_changed(const tg_input *input)
{
    struct stat info;
    if (input->archive) return tg_input_changed(tg_archive_input(input->archive));
    if (input->source.files) return tg_file_list_changed(input->source.files);
    if (!input->source.regular || fstat(input->source.descriptor, &info) != 0) return 0;
    return (uint64_t)info.st_mtim.tv_sec * UINT64_C(1000000000) + (uint64_t)info.st_mtim.tv_nsec;
}

uint64_t tg_input_consumed(const tg_input *input)
{
    const tg_source *source = &input->source;
    if (input->flat) return source->position - (input->peek_count - input->peek_read);
    if (input->archive) return tg_archive_consumed(input->archive);
    if (source->files) return input->part_bytes + (input->part ? tg_input_consumed(input->part) : 0);
    if (input->ahead && !input->direct) return tg_ahead_consumed(input->ahead);
    return source->position - tg_source_count(source);
}

void tg_input_lock(tricorn_context *context, tg_input *input, pthread_mutex_t *lock)
{
    while (input && input->archive) input = tg_archive_input(input->archive);
    do {
        /* Decode before trying the lock, because the thread that holds the lock may wait for these bytes. */
        while (input && input->ahead && tg_ahead_help(context, input->ahead)) {
        }
        if (tg_lock_briefly(lock)) return;
        tg_work_add(context, 0);
    } while (true);
}
