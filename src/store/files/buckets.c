/* buckets.c - writes records to buckets on disk and reads them. A bucket is a list of pages in
 * one file; the lists are in memory.
 */
#include "store/files/buckets.h"

#include <inttypes.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"

tricorn_status tg_buckets_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_bucket_sizes sizes, tg_buckets **buckets)
{
    tricorn_status status = TRICORN_OK;
    tg_buckets *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    made->count = sizes.count;
    made->page_bytes = made->largest_page = sizes.page_bytes;
    TG_TRY(TG_ALLOC(context, made->count, &made->first));
    TG_TRY(TG_ALLOC(context, made->count, &made->last));
    TG_TRY(TG_ALLOC_ZERO(context, made->count, &made->bytes));
    for (uint32_t b = 0; b < made->count; b++) made->first[b] = made->last[b] = TG_NO_PAGE;
    TG_TRY(tg_disk_create_nameless(context, folder, name, &made->file));
    *buckets = made;
    made = NULL;
cleanup:
    tg_buckets_free(made);
    return status;
}

void tg_buckets_free(tg_buckets *buckets)
{
    if (buckets == NULL) return;
    tg_disk_close(&buckets->file);
    pthread_mutex_destroy(&buckets->lock);
    tg_free(buckets->first);
    tg_free(buckets->last);
    tg_free(buckets->bytes);
    tg_free(buckets->pages);
    tg_free(buckets);
}

/* ---- writing ---- */

/* Appends a page that was written to the list of its bucket. */
static tricorn_status append_page(tricorn_context *context, tg_buckets *to, uint32_t bucket, tg_bucket_page page)
{
    tricorn_status status = TRICORN_OK;
    pthread_mutex_lock(&to->lock);
    if (to->page_count == to->page_room) {
        const uint64_t room = to->page_room ? 2 * to->page_room : 64;
        if (to->page_count >= TG_NO_PAGE)
            status = tg_fail(context, TRICORN_OUT_OF_MEMORY, "%s: more than 2^32 - 2 pages", to->file.name);
        if (status == TRICORN_OK) status = TG_REALLOC(context, room, &to->pages);
        if (status == TRICORN_OK) to->page_room = room;
    }
    if (status == TRICORN_OK) {
        const uint32_t number = (uint32_t)to->page_count++;
        to->pages[number] = page;
        if (to->last[bucket] == TG_NO_PAGE)
            to->first[bucket] = number;
        else
            to->pages[to->last[bucket]].next = number;
        to->last[bucket] = number;
        to->bytes[bucket] += page.bytes;
        if (page.bytes > to->largest_page) to->largest_page = page.bytes;
    }
    pthread_mutex_unlock(&to->lock);
    return status;
}

static tricorn_status write_page(
  tricorn_context *context, tg_buckets *to, uint32_t bucket, const char *bytes, uint32_t count)
{
    tg_bucket_page page = {.bytes = count, .next = TG_NO_PAGE, .checksum = tg_checksum(bytes, count)};
    TG_DO(tg_disk_append(context, &to->file, bytes, count, &page.offset));
    return append_page(context, to, bucket, page);
}

tricorn_status tg_bucket_writer_create(tricorn_context *context, tg_buckets *to, tg_bucket_writer *writer)
{
    tricorn_status status = TRICORN_OK;
    tg_bucket_writer made = {.to = to};
    TG_TRY(TG_ALLOC_ZERO(context, to->count, &made.pages));
    TG_TRY(TG_ALLOC_ZERO(context, to->count, &made.bytes));
    *writer = made;
    made = (tg_bucket_writer){0};
cleanup:
    tg_bucket_writer_free(&made);
    return status;
}

void tg_bucket_writer_free(tg_bucket_writer *writer)
{
    for (uint32_t b = 0; writer->pages && b < writer->to->count; b++) tg_free(writer->pages[b]);
    tg_free(writer->pages);
    tg_free(writer->bytes);
    *writer = (tg_bucket_writer){0};
}

/* Writes the page that a writer fills for the bucket, and makes it empty. */
static tricorn_status flush(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket)
{
    const uint32_t bytes = writer->bytes[bucket];
    writer->bytes[bucket] = 0;
    return bytes ? write_page(context, writer->to, bucket, writer->pages[bucket], bytes) : TRICORN_OK;
}

tricorn_status tg_bucket_put(
  tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket, uint32_t bytes, char **record)
{
    const uint32_t page_bytes = writer->to->page_bytes;
    tricorn_status status = TRICORN_OK;
    if (writer->bytes[bucket] + bytes > page_bytes) status = flush(context, writer, bucket);
    if (status == TRICORN_OK && writer->pages[bucket] == NULL)
        status = TG_ALLOC(context, page_bytes, &writer->pages[bucket]);
    if (status != TRICORN_OK) return status;
    *record = writer->pages[bucket] + writer->bytes[bucket];
    writer->bytes[bucket] += bytes;
    return TRICORN_OK;
}

tricorn_status tg_bucket_put_page(
  tricorn_context *context, tg_buckets *to, uint32_t bucket, const char *record, uint32_t bytes)
{
    return write_page(context, to, bucket, record, bytes);
}

tricorn_status tg_bucket_end(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket)
{
    const tricorn_status status = flush(context, writer, bucket);
    tg_free(writer->pages[bucket]);
    writer->pages[bucket] = NULL;
    return status;
}

tricorn_status tg_bucket_end_all(tricorn_context *context, tg_bucket_writer *writer)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t b = 0; status == TRICORN_OK && writer->pages && b < writer->to->count; b++)
        status = tg_bucket_end(context, writer, b);
    return status;
}

/* ---- reading ---- */

static tricorn_status read_page(tricorn_context *context, tg_buckets *from, const tg_bucket_page *page, char *bytes)
{
    const tricorn_status status = tg_disk_read(context, &from->file, page->offset, bytes, page->bytes);
    if (status != TRICORN_OK || tg_checksum(bytes, page->bytes) == page->checksum) return status;
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s/%s: byte %" PRIu64 " and those behind it are not as they were written: is the disk "
      "damaged? Name another folder by " TG_OPTION("work") " or " TG_OPTION("scratch"),
      from->file.folder->path, from->file.name, page->offset);
}

/* Returns a copy of a page's entry. It is not a pointer, because other threads may move the
 * list in memory when they append. */
static tg_bucket_page page_of(tg_buckets *from, uint32_t number)
{
    pthread_mutex_lock(&from->lock);
    const tg_bucket_page page = from->pages[number];
    pthread_mutex_unlock(&from->lock);
    return page;
}

tricorn_status tg_bucket_read_page(tricorn_context *context, tg_buckets *from, uint32_t page, char *bytes)
{
    const tg_bucket_page found = page_of(from, page);
    return read_page(context, from, &found, bytes);
}

tricorn_status tg_bucket_reader_create(tricorn_context *context, tg_buckets *from, tg_bucket_reader *reader)
{
    *reader = (tg_bucket_reader){.from = from, .page = TG_NO_PAGE};
    return TG_ALLOC(context, from->largest_page, &reader->room);
}

void tg_bucket_reader_free(tg_bucket_reader *reader)
{
    tg_free(reader->room);
    *reader = (tg_bucket_reader){0};
}

void tg_bucket_reader_start(tg_bucket_reader *reader, uint32_t bucket)
{
    reader->bucket = bucket;
    reader->page = TG_NO_PAGE;
    reader->at = reader->bytes = 0;
}

uint32_t tg_bucket_last(tg_buckets *buckets, uint32_t bucket)
{
    pthread_mutex_lock(&buckets->lock);
    const uint32_t last = buckets->last[bucket];
    pthread_mutex_unlock(&buckets->lock);
    return last;
}

tricorn_status tg_bucket_more(tricorn_context *context, tg_bucket_reader *reader, uint32_t last, bool *more)
{
    *more = reader->at < reader->bytes;
    if (*more || last == TG_NO_PAGE || reader->page == last) return TRICORN_OK;
    const uint32_t page =
      reader->page == TG_NO_PAGE ? reader->from->first[reader->bucket] : page_of(reader->from, reader->page).next;
    const tg_bucket_page found = page_of(reader->from, page);
    TG_DO(read_page(context, reader->from, &found, reader->room));
    reader->page = page;
    reader->at = 0;
    reader->bytes = found.bytes;
    *more = true;
    return TRICORN_OK;
}
