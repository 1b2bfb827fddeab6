/* word_table.c - numbers words that do not fit in memory, in buckets by a hash.
 *
 * - One bucket after another is read into a map in memory. A word that is not in a full map is
 *   appended to its bucket again, for the next map.
 * - A bucket has words in the order of their numbers, so the first record of a word has the
 *   word's smallest number.  Bits mark these first numbers of all words; a word's vertex is the
 *   rank of its first number.  Every other number of a word is written to a bucket together with
 *   the first number, and gets its vertex at the end.
 * - For an id table, each word is also written to a bucket for a range of first numbers; the
 *   words of one range after another are then put in order and written.
 */
#include "store/word_table.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "io/text/strings.h"
#include "store/files/vertex_bitmap.h"
#include "store/files/limits.h"

enum {
    BUCKETS = 256,
    /* Fractions of the table's memory: 16 means one sixteenth. */
    BUFFERS_SHARE = 16,
    MAP_SHARE = 4, /* for the map of a bucket */
    TEXT_SHARE = 8 /* for words that are put in order */
};

/* Comes before the bytes of a word in a record. */
typedef struct word_head {
    uint64_t number;
    uint32_t bytes;
} word_head;

tricorn_status tg_word_table_create(
  tricorn_context *context, tg_disk_folder *folder, uint64_t memory_bytes, tg_word_table **table)
{
    tricorn_status status = TRICORN_OK;
    tg_word_table *made = NULL;
    const uint64_t buffers = memory_bytes / BUFFERS_SHARE;
    uint32_t count = BUCKETS;
    while (count > 1 && buffers / count < TG_BUCKET_PAGE_LEAST) count /= 2;
    if (tg_store_limits_set.id_buckets) count = tg_store_limits_set.id_buckets;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->folder = folder;
    made->memory_bytes = memory_bytes;
    made->seed = tg_hash_seed();
    const tg_bucket_sizes sizes = {count, tg_bucket_page_bytes(buffers / count)};
    TG_TRY(tg_buckets_create(context, folder, "tricorn-words", sizes, &made->words));
    TG_TRY(tg_bucket_writer_create(context, made->words, &made->writer));
    *table = made;
    made = NULL;
cleanup:
    tg_word_table_free(made);
    return status;
}

void tg_word_table_free(tg_word_table *table)
{
    if (table == NULL) return;
    tg_bucket_writer_free(&table->writer);
    tg_buckets_free(table->words);
    tg_free(table);
}

static void fill_record(char *record, word_head head, const char *word)
{
    memcpy(record, &head, sizeof head);
    memcpy(record + sizeof head, word, head.bytes);
}

static tricorn_status put(
  tricorn_context *context, tg_bucket_writer *writer, uint32_t bucket, word_head head, const char *word)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t bytes = (uint32_t)sizeof head + head.bytes;
    char *record = NULL, *page = NULL;

    if (bytes <= writer->to->page_bytes) {
        TG_TRY(tg_bucket_put(context, writer, bucket, bytes, &record));
        fill_record(record, head, word);
        return TRICORN_OK;
    }
    TG_TRY(TG_ALLOC(context, bytes, &page));
    fill_record(page, head, word);
    TG_TRY(tg_bucket_put_page(context, writer->to, bucket, page, bytes));
cleanup:
    tg_free(page);
    return status;
}

tricorn_status tg_word_table_put(
  tricorn_context *context, tg_word_table *table, uint64_t number, const char *word, size_t bytes)
{
    if (bytes > UINT32_MAX - sizeof(word_head))
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "a word of %zu bytes is too long", bytes);
    const word_head head = {.number = number, .bytes = (uint32_t)bytes};
    const uint64_t hash = tg_hash_word(table->seed, word, bytes);
    table->count++;
    table->numbers = number + 1;
    return put(context, &table->writer, (uint32_t)(hash >> 32) % table->words->count, head, word);
}

tricorn_status tg_word_table_end(tricorn_context *context, tg_word_table *table)
{
    return tg_bucket_end_all(context, &table->writer);
}

/* ---- numbers ---- */

/* A later number of a word, and the word's first number. */
typedef struct repetition {
    uint64_t number, first;
} repetition;

typedef struct numbering {
    tricorn_context *context;
    tg_word_table *table;
    tg_strings *strings;
    tg_bucket_reader reader;
    uint64_t most_bytes; /* the most bytes of the map */
    uint64_t *firsts, room; /* the first number of each word of the map */
    tg_vertex_bitmap first; /* the first numbers of all words, one for each vertex */
    tg_buckets *again; /* the later numbers of words, all in one bucket */
    tg_buckets *ranges; /* words, in buckets by their first number; NULL: no id table is made */
    tg_bucket_writer again_writer, ranges_writer;
    tg_word_taker take;
    void *user;
} numbering;

static uint32_t range_of(const numbering *job, uint64_t number)
{
    return (uint32_t)((unsigned __int128)number * job->ranges->count / job->table->numbers);
}

/* Returns the smallest number of a range. */
static uint64_t range_begin(const numbering *job, uint32_t range)
{
    const unsigned __int128 all = (unsigned __int128)range * job->table->numbers;
    return (uint64_t)((all + job->ranges->count - 1) / job->ranges->count);
}

/* Marks the first number of a word that was not in the map, at place `place` of the map. */
static tricorn_status note_first(numbering *job, uint32_t place, word_head head, const char *word)
{
    if (place == job->room) {
        const uint64_t room = job->room > 0 ? 2 * job->room : 1024;
        TG_DO(TG_REALLOC(job->context, room, &job->firsts));
        job->room = room;
    }
    job->firsts[place] = head.number;
    job->first.bits[head.number / 64] |= UINT64_C(1) << head.number % 64;
    if (job->ranges) TG_DO(put(job->context, &job->ranges_writer, range_of(job, head.number), head, word));
    return TRICORN_OK;
}

static tricorn_status note_again(numbering *job, repetition of)
{
    char *record;
    const tricorn_status status = tg_bucket_put(job->context, &job->again_writer, 0, sizeof of, &record);
    if (status == TRICORN_OK) memcpy(record, &of, sizeof of);
    return status;
}

/* Reads the next record of the bucket, up to the end of page `last`; *word is NULL if none follows. */
static tricorn_status next_word(
  tricorn_context *context, tg_bucket_reader *reader, uint32_t last, word_head *head, const char **word)
{
    bool more;
    const tricorn_status status = tg_bucket_more(context, reader, last, &more);
    *word = NULL;
    if (status != TRICORN_OK || !more) return status;
    memcpy(head, reader->room + reader->at, sizeof *head);
    *word = reader->room + reader->at + sizeof *head;
    reader->at += (uint32_t)sizeof *head + head->bytes;
    return TRICORN_OK;
}

/* Adds the words of a bucket to the map, up to the end of page `last`; those that do not fit in
 * the map are appended to the bucket again. */
static tricorn_status note_pages(numbering *job, uint32_t bucket, uint32_t last)
{
    for (;;) {
        const uint64_t known = tg_strings_count(job->strings);
        const char *word;
        uint32_t place;
        word_head head;
        TG_DO(next_word(job->context, &job->reader, last, &head, &word));
        if (word == NULL) break;
        TG_DO(tg_strings_number(job->context, job->strings, word, head.bytes, &place));
        if (place == UINT32_MAX)
            TG_DO(put(job->context, &job->table->writer, bucket, head, word));
        else if (place == known)
            TG_DO(note_first(job, place, head, word));
        else
            TG_DO(note_again(job, (repetition){head.number, job->firsts[place]}));
        if (tg_work_add(job->context, 1)) TG_DO(tg_check_cancelled(job->context));
    }
    return TRICORN_OK;
}

static tricorn_status note_bucket(numbering *job, uint32_t bucket)
{
    tg_buckets *words = job->table->words;
    uint32_t last;
    tg_bucket_reader_start(&job->reader, bucket);
    do {
        last = tg_bucket_last(words, bucket);
        tg_strings_free(job->strings);
        job->strings = NULL;
        TG_DO(tg_strings_create(job->context, &job->strings));
        tg_strings_limit(job->strings, job->most_bytes);
        TG_DO(note_pages(job, bucket, last));
        TG_DO(tg_bucket_end(job->context, &job->table->writer, bucket));
    } while (tg_bucket_last(words, bucket) != last);
    return TRICORN_OK;
}

static tricorn_status note_all(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_bucket_reader_create(job->context, job->table->words, &job->reader));
    for (uint32_t b = 0; b < job->table->words->count; b++) TG_TRY(note_bucket(job, b));
    if (job->ranges) TG_TRY(tg_bucket_end_all(job->context, &job->ranges_writer));
    TG_TRY(tg_bucket_end_all(job->context, &job->again_writer));
    TG_TRY(tg_vertex_bitmap_number(job->context, &job->first));
cleanup:
    tg_strings_free(job->strings);
    job->strings = NULL;
    tg_free(job->firsts);
    job->firsts = NULL;
    tg_bucket_reader_free(&job->reader);
    return status;
}

/* Calls `take` for every number, with its vertex. */
static tricorn_status give_vertices(numbering *job)
{
    tricorn_status status = TRICORN_OK;
    uint64_t vertex = 0;
    for (uint64_t w = 0; w < job->first.words; w++)
        for (uint64_t bits = job->first.bits[w]; bits != 0; bits &= bits - 1)
            TG_TRY(job->take(job->user, 64 * w + (uint64_t)__builtin_ctzll(bits), vertex++));
    const uint32_t last = tg_bucket_last(job->again, 0);
    TG_TRY(tg_bucket_reader_create(job->context, job->again, &job->reader));
    for (bool more = true;;) {
        repetition of;
        TG_TRY(tg_bucket_more(job->context, &job->reader, last, &more));
        if (!more) break;
        memcpy(&of, job->reader.room + job->reader.at, sizeof of);
        job->reader.at += sizeof of;
        TG_TRY(job->take(job->user, of.number, tg_vertex_bitmap_rank(&job->first, of.first)));
    }
cleanup:
    tg_bucket_reader_free(&job->reader);
    return status;
}

/* ---- words in order ---- */

/* The words whose first numbers are in one range. */
typedef struct word_range {
    uint32_t number, first, count; /* `first` and `count`: the vertices of these words */
    uint64_t *starts; /* where each word begins in the range's text, and the end */
    char *text; /* the text of some of the words */
} word_range;

/* Calls `take` for each word of the range, in any order, with the word's place in the range. */
typedef void take_word(word_range *range, uint32_t place, const char *word, uint32_t bytes);
static tricorn_status each_word(numbering *job, word_range *range, take_word *take)
{
    const uint32_t last = tg_bucket_last(job->ranges, range->number);
    tg_bucket_reader_start(&job->reader, range->number);
    for (;;) {
        word_head head;
        const char *word;
        TG_DO(next_word(job->context, &job->reader, last, &head, &word));
        if (word == NULL) break;
        take(range, tg_vertex_bitmap_rank(&job->first, head.number) - range->first, word, head.bytes);
    }
    return TRICORN_OK;
}

static void take_length(word_range *range, uint32_t place, const char *word, uint32_t bytes)
{
    (void)word;
    range->starts[place + 1] = bytes;
}

/* The words at places `from` to `to` - 1 of a range. */
typedef struct some_words {
    word_range base;
    uint32_t from, to;
} some_words;

static void take_some(word_range *range, uint32_t place, const char *word, uint32_t bytes)
{
    const some_words *some = (some_words *)(void *)range;
    if (place < some->from || place >= some->to) return;
    memcpy(range->text + (range->starts[place] - range->starts[some->from]), word, bytes);
}

/* Writes the words of a range, each time as many as fit in most_bytes, but at least one. */
static tricorn_status write_range(numbering *job, some_words *some, uint64_t most_bytes, tg_id_table *ids)
{
    word_range *range = &some->base;
    uint64_t *starts = range->starts;
    tricorn_status status = TRICORN_OK;
    for (some->from = 0; some->from < range->count; some->from = some->to) {
        some->to = some->from + 1;
        while (some->to < range->count && starts[some->to + 1] - starts[some->from] <= most_bytes) some->to++;
        TG_TRY(TG_ALLOC(job->context, starts[some->to] - starts[some->from] + 1, &range->text));
        TG_TRY(each_word(job, range, take_some));
        for (uint32_t i = some->from; i < some->to; i++)
            TG_TRY(tg_id_table_put_word(
              job->context, ids, range->text + (starts[i] - starts[some->from]), starts[i + 1] - starts[i]));
        tg_free(range->text);
        range->text = NULL;
        if (tg_work_add(job->context, some->to - some->from)) TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    tg_free(range->text);
    range->text = NULL;
    return status;
}

static uint32_t vertex_from(const numbering *job, uint32_t range)
{
    const uint64_t begin = range_begin(job, range);
    return begin < job->table->numbers ? tg_vertex_bitmap_rank(&job->first, begin) : job->first.count;
}

static tricorn_status write_ids(numbering *job, tg_id_table *ids)
{
    tricorn_status status = TRICORN_OK;
    some_words some = {0};
    word_range *range = &some.base;
    const uint64_t most =
      tg_store_limits_set.word_bytes ? tg_store_limits_set.word_bytes : job->table->memory_bytes / TEXT_SHARE;

    tg_work_begin(job->context, "writing words", job->first.count);
    TG_TRY(tg_bucket_reader_create(job->context, job->ranges, &job->reader));
    for (range->number = 0; range->number < job->ranges->count; range->number++) {
        range->first = vertex_from(job, range->number);
        range->count = vertex_from(job, range->number + 1) - range->first;
        TG_TRY(TG_ALLOC_ZERO(job->context, (uint64_t)range->count + 1, &range->starts));
        TG_TRY(each_word(job, range, take_length));
        for (uint32_t i = 0; i < range->count; i++) range->starts[i + 1] += range->starts[i];
        TG_TRY(write_range(job, &some, most, ids));
        tg_free(range->starts);
        range->starts = NULL;
    }
    TG_TRY(tg_id_table_end(job->context, ids));
cleanup:
    tg_free(range->starts);
    tg_bucket_reader_free(&job->reader);
    return status;
}

/* ---- the whole ---- */

static tricorn_status create_buckets(numbering *job, bool named)
{
    tricorn_context *context = job->context;
    const tg_buckets *words = job->table->words;
    tg_disk_folder *folder = job->table->folder;

    TG_DO(tg_buckets_create(context, folder, "tricorn-again", (tg_bucket_sizes){1, words->page_bytes}, &job->again));
    TG_DO(tg_bucket_writer_create(context, job->again, &job->again_writer));
    if (!named) return TRICORN_OK;
    TG_DO(tg_buckets_create(
      context, folder, "tricorn-ordered", (tg_bucket_sizes){words->count, words->page_bytes}, &job->ranges));
    return tg_bucket_writer_create(context, job->ranges, &job->ranges_writer);
}

tricorn_status tg_word_table_number(
  tricorn_context *context, tg_word_table *table, tg_id_table *ids, tg_word_taker take, void *user)
{
    tricorn_status status = TRICORN_OK;
    numbering job = {.context = context,
      .table = table,
      .most_bytes = table->memory_bytes / MAP_SHARE,
      .first = {.words = table->numbers / 64 + 1},
      .take = take,
      .user = user};

    if (tg_store_limits_set.word_bytes) job.most_bytes = tg_store_limits_set.word_bytes;
    tg_work_begin(context, "numbering words", table->count);
    TG_TRY(TG_ALLOC_ZERO(context, job.first.words, &job.first.bits));
    TG_TRY(create_buckets(&job, ids != NULL));
    TG_TRY(note_all(&job));
    TG_TRY(give_vertices(&job));
    if (ids) TG_TRY(write_ids(&job, ids));
cleanup:
    if (job.again) tg_bucket_writer_free(&job.again_writer);
    if (job.ranges) tg_bucket_writer_free(&job.ranges_writer);
    tg_buckets_free(job.again);
    tg_buckets_free(job.ranges);
    tg_vertex_bitmap_free(&job.first);
    return status;
}
