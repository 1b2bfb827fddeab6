/* word_store.c - words that do not fit in memory: by a hash of them in buckets, and a bucket at a
 * time in a map.  A word that a full map does not have waits for the next one. */
#include "store/word_store.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "io/strings.h"
#include "store/limits.h"

enum {
    BUCKETS = 256,
    BUFFERS_SHARE = 16, /* of the memory, for buffers */
    MAP_SHARE = 4,      /* for the map of a bucket */
    PAGE_LEAST = 1 << 12,
    PAGE_MOST = 1 << 18
};

/* Before the bytes of a word. */
typedef struct word_head {
    uint64_t number;
    uint32_t bytes;
} word_head;

tricorn_status tg_word_store_create(tricorn_context *context, tg_disk_folder *folder,
                                    uint64_t memory_bytes, tg_word_store **store)
{
    tricorn_status status = TRICORN_OK;
    tg_word_store *made = NULL;
    const uint64_t buffers = memory_bytes / BUFFERS_SHARE;
    uint32_t count = BUCKETS;
    while (count > 1 && buffers / count < PAGE_LEAST) count /= 2;
    const uint64_t page = buffers / count;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->memory_bytes = memory_bytes;
    made->seed = tg_hash_seed(made);
    TG_TRY(tg_buckets_create(context, folder, "tricorn-words", count,
                             (uint32_t)(page < PAGE_LEAST  ? PAGE_LEAST
                                        : page > PAGE_MOST ? PAGE_MOST
                                                           : page),
                             &made->words));
    TG_TRY(tg_bucket_writer_create(context, made->words, &made->writer));
    *store = made;
    made = NULL;
cleanup:
    tg_word_store_free(made);
    return status;
}

void tg_word_store_free(tg_word_store *store)
{
    if (store == NULL) return;
    tg_bucket_writer_free(&store->writer);
    tg_buckets_free(store->words);
    tg_free(store);
}

static void fill_record(char *record, word_head head, const char *word)
{
    memcpy(record, &head, sizeof head);
    memcpy(record + sizeof head, word, head.bytes);
}

static tricorn_status put(tricorn_context *context, tg_word_store *store, uint32_t bucket,
                          word_head head, const char *word)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t bytes = (uint32_t)sizeof head + head.bytes;
    char *record = NULL, *page = NULL;

    if (bytes <= store->words->page_bytes) {
        TG_TRY(tg_bucket_put(context, &store->writer, bucket, bytes, &record));
        fill_record(record, head, word);
        return TRICORN_OK;
    }
    TG_TRY(TG_ALLOC(context, bytes, &page));
    fill_record(page, head, word);
    TG_TRY(tg_bucket_put_page(context, store->words, bucket, page, bytes));
cleanup:
    tg_free(page);
    return status;
}

tricorn_status tg_word_store_put(tricorn_context *context, tg_word_store *store, uint64_t number,
                                 const char *word, size_t bytes)
{
    if (bytes > UINT32_MAX - sizeof(word_head))
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "a word of %zu bytes is too long", bytes);
    const word_head head = {.number = number, .bytes = (uint32_t)bytes};
    const uint64_t hash = tg_strings_hash(store->seed, word, bytes);
    store->count++;
    return put(context, store, (uint32_t)(hash >> 32) % store->words->count, head, word);
}

tricorn_status tg_word_store_end(tricorn_context *context, tg_word_store *store)
{
    return tg_bucket_end_all(context, &store->writer);
}

/* ---- numbers ------------------------------------------------------------------------------ */

typedef struct numbering {
    tricorn_context *context;
    tg_word_store *store;
    tg_strings *strings;
    tg_bucket_reader reader;
    uint64_t most_bytes; /* of the map */
    uint64_t vertices;   /* of the maps before */
    tg_word_taker take;
    void *user;
} numbering;

/* Numbers the words of a bucket up to the end of a page; those for which the map has no room are
 * put into the bucket again. */
static tricorn_status number_pages(numbering *job, uint32_t bucket, uint32_t last)
{
    tricorn_status status = TRICORN_OK;
    tg_bucket_reader *reader = &job->reader;
    for (bool more = true;;) {
        TG_TRY(tg_bucket_more(job->context, reader, last, &more));
        if (!more) break;
        const char *record = reader->room + reader->at, *word = record + sizeof(word_head);
        uint32_t number;
        word_head head;
        memcpy(&head, record, sizeof head);
        reader->at += (uint32_t)sizeof head + head.bytes;
        TG_TRY(tg_strings_number_within(job->context, job->strings, word, head.bytes,
                                        job->most_bytes, &number));
        if (number == UINT32_MAX)
            TG_TRY(put(job->context, job->store, bucket, head, word));
        else
            TG_TRY(job->take(job->user, head.number, job->vertices + number));
        if (tg_work_add(job->context, 1)) TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    return status;
}

static tricorn_status number_bucket(numbering *job, uint32_t bucket)
{
    tricorn_status status = TRICORN_OK;
    tg_buckets *words = job->store->words;
    uint32_t last;
    tg_bucket_reader_start(&job->reader, bucket);
    do {
        last = tg_bucket_last(words, bucket);
        tg_strings_free(job->strings);
        job->strings = NULL;
        TG_TRY(tg_strings_create(job->context, &job->strings));
        TG_TRY(number_pages(job, bucket, last));
        TG_TRY(tg_bucket_end(job->context, &job->store->writer, bucket));
        job->vertices += tg_strings_count(job->strings);
    } while (tg_bucket_last(words, bucket) != last);
cleanup:
    return status;
}

tricorn_status tg_word_store_number(tricorn_context *context, tg_word_store *store,
                                    tg_word_taker take, void *user)
{
    tricorn_status status = TRICORN_OK;
    numbering job = {.context = context,
                     .store = store,
                     .most_bytes = store->memory_bytes / MAP_SHARE,
                     .take = take,
                     .user = user};

    if (tg_store_limits_set.word_bytes) job.most_bytes = tg_store_limits_set.word_bytes;
    tg_work_begin(context, "numbering words", store->count);
    TG_TRY(tg_bucket_reader_create(context, store->words, &job.reader));
    for (uint32_t b = 0; b < store->words->count; b++) TG_TRY(number_bucket(&job, b));
cleanup:
    tg_strings_free(job.strings);
    tg_bucket_reader_free(&job.reader);
    return status;
}
