/* buckets.h - records on disk, in buckets: written in any order, read bucket by bucket.
 *
 * - A writer, one for each thread, has a page of memory for each bucket that it writes to.  Full
 *   pages are appended to one file, with a checksum each, so the disk writes large pages in any
 *   order of the records.
 * - The pages of a bucket are a list.  They can be read while others are written.
 * - A record is in one page.  The file has no name.
 */
#ifndef TG_STORE_FILES_BUCKETS_H
#define TG_STORE_FILES_BUCKETS_H

#include <pthread.h>
#include <stdbool.h>

#include "store/files/disk.h"

typedef struct tg_bucket_page {
    uint64_t offset, checksum;
    uint32_t bytes, next; /* the next page of the bucket */
} tg_bucket_page;

typedef struct tg_buckets {
    tg_disk_file file;
    uint32_t count, page_bytes;
    pthread_mutex_t lock;   /* protects all members below */
    uint32_t *first, *last; /* first and last page of each bucket; TG_NO_PAGE: the bucket is
                             * empty */
    uint64_t *bytes;        /* of each bucket */
    tg_bucket_page *pages;
    uint64_t page_count, page_room;
    uint32_t largest_page; /* bytes */
} tg_buckets;

#define TG_NO_PAGE UINT32_MAX

/* The number of buckets, and the bytes of a page of memory. */
typedef struct tg_bucket_sizes {
    uint32_t count, page_bytes;
} tg_bucket_sizes;

/* Makes empty buckets in a file of the folder; the name, a constant, is for messages. */
tricorn_status tg_buckets_create(tricorn_context *context, tg_disk_folder *folder,
                                 const char *name, tg_bucket_sizes sizes, tg_buckets **buckets);
/* Frees the buckets; NULL is allowed. */
void tg_buckets_free(tg_buckets *buckets);

/* ---- writing ------------------------------------------------------------------------------ */

/* Writes records to buckets, in one thread. */
typedef struct tg_bucket_writer {
    tg_buckets *to;
    char **pages; /* the page of memory of each bucket, or NULL */
    uint32_t *bytes;
} tg_bucket_writer;

tricorn_status tg_bucket_writer_create(tricorn_context *context, tg_buckets *to,
                                       tg_bucket_writer *writer);
void tg_bucket_writer_free(tg_bucket_writer *writer);

/* Adds a record to a bucket; it has at most the bytes of a page.  The caller fills *record before
 * the next call. */
tricorn_status tg_bucket_put(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket,
                             uint32_t bytes, char **record);

/* Writes a record that is larger than a page as a page of its own. */
tricorn_status tg_bucket_put_page(tricorn_context *context, tg_buckets *to, uint32_t bucket,
                                  const char *record, uint32_t bytes);

/* Writes the bucket's page of memory, and frees it. */
tricorn_status tg_bucket_end(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket);
/* Writes and frees the pages of all buckets. */
tricorn_status tg_bucket_end_all(tricorn_context *context, tg_bucket_writer *writer);

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads page number `page`; `bytes` has room for the largest page. */
tricorn_status tg_bucket_read_page(tricorn_context *context, tg_buckets *from, uint32_t page,
                                   char *bytes);

/* Reads the pages of one bucket in order, also those that are written meanwhile. */
typedef struct tg_bucket_reader {
    tg_buckets *from;
    uint32_t bucket, page; /* page: the page that was read last, or TG_NO_PAGE */
    char *room;
    uint32_t at, bytes; /* within the page: the place of the next record, and the end */
} tg_bucket_reader;

/* Makes a reader with room for the largest page so far; tg_bucket_reader_start begins a bucket.
 */
tricorn_status tg_bucket_reader_create(tricorn_context *context, tg_buckets *from,
                                       tg_bucket_reader *reader);
void tg_bucket_reader_free(tg_bucket_reader *reader);
void tg_bucket_reader_start(tg_bucket_reader *reader, uint32_t bucket);

/* Returns the last page that the bucket has now: a reader may end at this page. */
uint32_t tg_bucket_last(tg_buckets *buckets, uint32_t bucket);

/* *more: whether records are left before the end of page `last`; then reader->room + reader->at
 * is the next one.  Reads the next page if necessary. */
tricorn_status tg_bucket_more(tricorn_context *context, tg_bucket_reader *reader, uint32_t last,
                              bool *more);

#endif
