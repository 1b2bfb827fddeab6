/* buckets.h - records on disk, in buckets: written in any order, read bucket by bucket.
 *
 * - A writer, one for each thread, has a page of memory for each bucket that it writes to. Full
 *   pages are appended to one file, each with a checksum.  So the disk writes large pages,
 *   whatever the order of the records is.
 * - The pages of a bucket form a list. They can be read while other pages are written.
 * - No record is split between pages. The file has no name.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include "store/files/disk.h"

typedef struct tg_bucket_page {
    uint64_t offset, checksum;
    uint32_t bytes, next; /* `next`: the next page of the same bucket */
} tg_bucket_page;

typedef struct tg_buckets {
    tg_disk_file file;
    uint32_t count, page_bytes;
    pthread_mutex_t lock; /* protects all members below */
    uint32_t *first, *last; /* first and last page of each bucket; TG_NO_PAGE: the bucket is
                             * empty */
    uint64_t *bytes; /* the number of bytes in each bucket */
    tg_bucket_page *pages;
    uint64_t page_count, page_room;
    uint32_t largest_page; /* the size of the largest page */
} tg_buckets;

#define TG_NO_PAGE UINT32_MAX

/* The number of buckets, and the size of the page that a writer fills for each of them. */
typedef struct tg_bucket_sizes {
    uint32_t count, page_bytes;
} tg_bucket_sizes;

enum { TG_BUCKET_PAGE_LEAST = 1 << 12, TG_BUCKET_PAGE_MOST = 1 << 18 };

/* Returns the size of a page for which a writer has `room` bytes. */
static inline uint32_t tg_bucket_page_bytes(uint64_t room)
{
    if (room < TG_BUCKET_PAGE_LEAST) return TG_BUCKET_PAGE_LEAST;
    return room < TG_BUCKET_PAGE_MOST ? (uint32_t)room : TG_BUCKET_PAGE_MOST;
}

/* Creates empty buckets in a new file of the folder. `name`, a constant, is used in messages. */
tricorn_status tg_buckets_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_bucket_sizes sizes, tg_buckets **buckets);
/* Frees the buckets; NULL is allowed. */
void tg_buckets_free(tg_buckets *buckets);

/* ---- writing ---- */

/* Writes records to buckets; each thread has its own writer. */
typedef struct tg_bucket_writer {
    tg_buckets *to;
    char **pages; /* the page that is filled for each bucket; NULL: the bucket has none */
    uint32_t *bytes;
} tg_bucket_writer;

tricorn_status tg_bucket_writer_create(tricorn_context *context, tg_buckets *to, tg_bucket_writer *writer);
void tg_bucket_writer_free(tg_bucket_writer *writer);

/* Adds a record, which is no larger than a page, to a bucket. *record receives the place that
 * the caller fills before the next call. */
tricorn_status tg_bucket_put(
  tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket, uint32_t bytes, char **record);

/* Writes a record that is larger than a page as a page of its own. */
tricorn_status tg_bucket_put_page(
  tricorn_context *context, tg_buckets *to, uint32_t bucket, const char *record, uint32_t bytes);

/* Writes the page that is filled for the bucket, and frees it. */
tricorn_status tg_bucket_end(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket);
/* Writes and frees the pages that are filled for all buckets. */
tricorn_status tg_bucket_end_all(tricorn_context *context, tg_bucket_writer *writer);

/* ---- reading ---- */

/* Reads page number `page`; `bytes` has room for the largest page. */
tricorn_status tg_bucket_read_page(tricorn_context *context, tg_buckets *from, uint32_t page, char *bytes);

/* Reads the pages of one bucket in order, also pages that are appended while it reads. */
typedef struct tg_bucket_reader {
    tg_buckets *from;
    uint32_t bucket, page; /* page: the page that was read last; TG_NO_PAGE: none yet */
    char *room;
    uint32_t at, bytes; /* positions within the page: of the next record, and of the end */
} tg_bucket_reader;

/* Creates a reader with room for the largest page that exists now; tg_bucket_reader_start begins a bucket. */
tricorn_status tg_bucket_reader_create(tricorn_context *context, tg_buckets *from, tg_bucket_reader *reader);
void tg_bucket_reader_free(tg_bucket_reader *reader);
void tg_bucket_reader_start(tg_bucket_reader *reader, uint32_t bucket);

/* Returns the page that is the bucket's last one now, at which a reader may stop. */
uint32_t tg_bucket_last(tg_buckets *buckets, uint32_t bucket);

/* Sets *more to whether another record follows before the end of page `last`; reads the next
 * page if necessary. The record is then at reader->room + reader->at. */
tricorn_status tg_bucket_more(tricorn_context *context, tg_bucket_reader *reader, uint32_t last, bool *more);
