/* id_table.c - writes the caller's ids to disk, and looks them up.
 *
 * Numbers in any order are first sorted together with their places, so that the file is read in
 * one direction, each of its blocks once.
 */
#include "store/files/id_table.h"

#include <string.h>

#include "base/memory.h"
#include "store/files/sort_keys.h"

tricorn_status tg_id_table_new(tricorn_context *context, tg_id_table **table)
{
    const tricorn_status status = TG_ALLOC(context, 1, table);
    if (status == TRICORN_OK) **table = (tg_id_table){.ids.file.descriptor = -1, .text.file.descriptor = -1};
    return status;
}

tricorn_status tg_id_table_create(tricorn_context *context, tg_disk_folder *folder, bool words, tg_id_table **table)
{
    tricorn_status status = TRICORN_OK;
    tg_id_table *made = NULL;
    TG_TRY(tg_id_table_new(context, &made));
    made->words = words;
    TG_TRY(tg_checked_create(context, folder, TG_ID_TABLE_IDS, &made->ids));
    if (words) TG_TRY(tg_checked_create(context, folder, TG_ID_TABLE_TEXT, &made->text));
    *table = made;
    made = NULL;
cleanup:
    tg_id_table_free(made);
    return status;
}

void tg_id_table_free(tg_id_table *table)
{
    if (table == NULL) return;
    tg_checked_close(&table->ids);
    tg_checked_close(&table->text);
    tg_free(table);
}

void tg_id_table_remove(const tg_disk_folder *folder)
{
    tg_disk_remove(folder, TG_ID_TABLE_IDS);
    tg_disk_remove(folder, TG_ID_TABLE_TEXT);
}

tricorn_status tg_id_table_put(tricorn_context *context, tg_id_table *table, uint64_t id)
{
    return tg_checked_put(context, &table->ids, &id, sizeof id);
}

tricorn_status tg_id_table_put_word(tricorn_context *context, tg_id_table *table, const char *word, uint64_t bytes)
{
    TG_DO(tg_id_table_put(context, table, table->text.bytes));
    TG_DO(tg_checked_put(context, &table->text, word, bytes));
    return tg_checked_put(context, &table->text, "", 1);
}

tricorn_status tg_id_table_end(tricorn_context *context, tg_id_table *table)
{
    TG_DO(tg_checked_end(context, &table->ids));
    if (table->words) TG_DO(tg_checked_end(context, &table->text));
    return TRICORN_OK;
}

tricorn_status tg_id_table_sync(tricorn_context *context, const tg_id_table *table)
{
    TG_DO(tg_disk_sync(context, &table->ids.file));
    if (table->words) TG_DO(tg_disk_sync(context, &table->text.file));
    return TRICORN_OK;
}

tg_id_table_head tg_id_table_head_of(const tg_id_table *table)
{
    if (table == NULL) return (tg_id_table_head){0};
    return (tg_id_table_head){
      .id_bytes = table->ids.bytes, .text_bytes = table->text.bytes, .known = true, .words = table->words};
}

tricorn_status tg_id_table_open(
  tricorn_context *context, const tg_disk_folder *folder, const tg_id_table_head *head, tg_id_table *table)
{
    table->ids.bytes = head->id_bytes;
    table->text.bytes = head->text_bytes;
    table->words = head->words != 0;
    TG_DO(tg_checked_open(context, folder, TG_ID_TABLE_IDS, &table->ids));
    if (table->words) TG_DO(tg_checked_open(context, folder, TG_ID_TABLE_TEXT, &table->text));
    return TRICORN_OK;
}

/* ---- reading ---- */

static tricorn_status damaged(tricorn_context *context, const tg_id_table *table)
{
    return tg_array_file_refuse(context, table->ids.file.folder, TG_ID_TABLE_IDS, "is damaged");
}

/* Sets values[i] to the entry that the file has for number i of the query. */
static tricorn_status read_values(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, uint64_t *values)
{
    const uint32_t *numbers = query->numbers;
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    TG_TRY(tg_checked_reader_open(context, &table->ids, &reader));
    for (uint64_t i = 0; i < query->count; i++) {
        if (numbers[i] >= tg_id_table_count(table)) TG_TRY(damaged(context, table));
        TG_TRY(tg_checked_read(context, &reader, numbers[i] * sizeof *values, &values[i], sizeof *values));
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

/* Sets ends[i] to where the word of the query's number i ends in the text. */
static tricorn_status read_ends(tricorn_context *context, tg_id_table *table, const tg_id_query *query, uint64_t *ends)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    TG_TRY(tg_checked_reader_open(context, &table->ids, &reader));
    for (uint64_t i = 0; i < query->count; i++) {
        const uint64_t next = (uint64_t)query->numbers[i] + 1;
        ends[i] = table->text.bytes;
        if (next < tg_id_table_count(table))
            TG_TRY(tg_checked_read(context, &reader, next * sizeof *ends, &ends[i], sizeof *ends));
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

/* The places of words in the text: word i has the bytes starts[i] to ends[i] - 1. */
typedef struct word_places {
    uint64_t *starts;
    const uint64_t *ends;
    uint64_t count;
} word_places;

/* Reads words into memory without gaps between them; each starts[i] becomes the place of word i in that memory. */
static tricorn_status read_text(tricorn_context *context, tg_id_table *table, const word_places *words, char *text)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    uint64_t filled = 0;
    TG_TRY(tg_checked_reader_open(context, &table->text, &reader));
    for (uint64_t i = 0; i < words->count; i++) {
        const uint64_t bytes = words->ends[i] - words->starts[i];
        TG_TRY(tg_checked_read(context, &reader, words->starts[i], text + filled, bytes));
        if (text[filled + bytes - 1] != 0) TG_TRY(damaged(context, table));
        words->starts[i] = filled;
        filled += bytes;
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

/* Reads the words whose places are in ids->starts, as many as fit in text_room; *read receives how many these are. */
static tricorn_status read_words(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, tg_ids *ids, uint64_t *read)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *ends = NULL, all = 0, taken = 0;

    TG_TRY(TG_ALLOC(context, query->count, &ends));
    TG_TRY(read_ends(context, table, query, ends));
    for (; taken < query->count; taken++) {
        if (ends[taken] <= ids->starts[taken] || ends[taken] > table->text.bytes) TG_TRY(damaged(context, table));
        const uint64_t more = ends[taken] - ids->starts[taken];
        if (taken > 0 && all + more > query->text_room) break;
        all += more;
    }
    TG_TRY(TG_ALLOC(context, all + 1, &ids->text));
    TG_TRY(read_text(context, table, &(word_places){ids->starts, ends, taken}, ids->text));
    *read = taken;
cleanup:
    tg_free(ends);
    return status;
}

tricorn_status tg_id_table_read(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, tg_ids *ids, uint64_t *read)
{
    tricorn_status status = TRICORN_OK;
    tg_ids made = {0};
    uint64_t **values = table->words ? &made.starts : &made.numbers;

    TG_TRY(TG_ALLOC(context, query->count + 1, values));
    TG_TRY(read_values(context, table, query, *values));
    *read = query->count;
    if (table->words) TG_TRY(read_words(context, table, query, &made, read));
    *ids = made;
    made = (tg_ids){0};
cleanup:
    tg_ids_free(&made);
    return status;
}

/* `keys` has, for each place, (its number << 32 | the place), sorted. Stores each distinct
 * number once in `numbers`, sets places[i] to the rank of the number at place i, and returns the
 * number of distinct numbers. */
static uint64_t rank_numbers(const uint64_t *keys, uint64_t count, uint32_t *places, uint32_t *numbers)
{
    uint64_t distinct = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)(keys[i] >> 32);
        if (distinct == 0 || numbers[distinct - 1] != number) numbers[distinct++] = number;
        places[(uint32_t)keys[i]] = (uint32_t)(distinct - 1);
    }
    return distinct;
}

tricorn_status tg_id_table_look_up(
  tricorn_context *context, tg_id_table *table, const tg_id_query *query, tg_ids *ids, bool *fits)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = query->count;
    uint64_t *keys = NULL, *spare = NULL, read = 0;
    tg_id_query different = {.text_room = query->text_room};

    TG_TRY(TG_ALLOC(context, count + 1, &keys));
    TG_TRY(TG_ALLOC(context, count + 1, &spare));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) keys[i] = (uint64_t)query->numbers[i] << 32 | i;
    const uint64_t *sorted = tg_sort_keys(keys, spare, count, 32, 64);
    uint32_t *places = (uint32_t *)(void *)(sorted == keys ? spare : keys);
    TG_TRY(TG_ALLOC(context, count + 1, &different.numbers));
    different.count = rank_numbers(sorted, count, places, different.numbers);
    TG_TRY(tg_id_table_read(context, table, &different, ids, &read));
    *fits = read == different.count;
    if (*fits)
        memcpy(query->numbers, places, count * sizeof *places);
    else
        tg_ids_free(ids);
cleanup:
    tg_free(keys);
    tg_free(spare);
    tg_free(different.numbers);
    return status;
}
