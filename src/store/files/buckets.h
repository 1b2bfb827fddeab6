/* buckets.h - records that wait on disk, in buckets: written in any order, read bucket by bucket.
 *
 * Each writer has a page of memory for each bucket that it writes to; full pages go to disk with
 * a checksum.  A record lies in one page.  The file has no name.
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
    pthread_mutex_t lock;   /* of what follows */
    uint32_t *first, *last; /* page of each bucket; TG_NO_PAGE: it is empty */
    uint64_t *bytes;        /* of each bucket */
    tg_bucket_page *pages;
    uint64_t page_count, page_room;
    uint32_t largest_page; /* bytes */
} tg_buckets;

#define TG_NO_PAGE UINT32_MAX

/* Makes empty buckets in a file of the folder; the name, a constant, is for messages. */
tricorn_status tg_buckets_create(tricorn_context *context, tg_disk_folder *folder,
                                 const char *name, uint32_t count, uint32_t page_bytes,
                                 tg_buckets **buckets);
/* buckets may be NULL. */
void tg_buckets_free(tg_buckets *buckets);

/* ---- writing ------------------------------------------------------------------------------ */

/* Of one thread. */
typedef struct tg_bucket_writer {
    tg_buckets *to;
    char **pages; /* of each bucket, or NULL */
    uint32_t *bytes;
} tg_bucket_writer;

tricorn_status tg_bucket_writer_create(tricorn_context *context, tg_buckets *to,
                                       tg_bucket_writer *writer);
void tg_bucket_writer_free(tg_bucket_writer *writer);

/* Room for a record of the bucket, of at most the bytes of a page; the caller fills it at once.
 */
tricorn_status tg_bucket_put(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket,
                             uint32_t bytes, char **record);

/* Writes a record that is larger than a page as one of its own. */
tricorn_status tg_bucket_put_page(tricorn_context *context, tg_buckets *to, uint32_t bucket,
                                  const char *record, uint32_t bytes);

/* Writes what is left of the bucket, and frees its page of memory. */
tricorn_status tg_bucket_end(tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket);
/* The same for all buckets. */
tricorn_status tg_bucket_end_all(tricorn_context *context, tg_bucket_writer *writer);

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads page number `page`; `bytes` has room for the largest one. */
tricorn_status tg_bucket_read_page(tricorn_context *context, tg_buckets *from, uint32_t page,
                                   char *bytes);

/* Reads the pages of one bucket, one after another, also those that are written meanwhile. */
typedef struct tg_bucket_reader {
    tg_buckets *from;
    uint32_t bucket, page; /* the one that was read last, or TG_NO_PAGE */
    char *room;
    uint32_t at, bytes; /* of the page: what is read next, and its end */
} tg_bucket_reader;

/* With room for the pages that are there; tg_bucket_reader_start begins a bucket. */
tricorn_status tg_bucket_reader_create(tricorn_context *context, tg_buckets *from,
                                       tg_bucket_reader *reader);
void tg_bucket_reader_free(tg_bucket_reader *reader);
void tg_bucket_reader_start(tg_bucket_reader *reader, uint32_t bucket);

/* The last page of the bucket now: where a reader may end. */
uint32_t tg_bucket_last(tg_buckets *buckets, uint32_t bucket);

/* Whether records are left before the end of page `last`; reads the next page where needed, so
 * that reader->room + reader->at is the next record. */
tricorn_status tg_bucket_more(tricorn_context *context, tg_bucket_reader *reader, uint32_t last,
                              bool *more);

#endif
