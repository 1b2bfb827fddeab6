/* id_table.c - see id_table.h. */
#include "store/files/id_table.h"

#include <string.h>

#include "base/memory.h"
#include "store/files/sort_keys.h"

tricorn_status tg_id_table_new(tricorn_context *context, tg_id_table **names)
{
    const tricorn_status status = TG_ALLOC(context, 1, names);
    if (status == TRICORN_OK)
        **names = (tg_id_table){.ids.file.descriptor = -1, .text.file.descriptor = -1};
    return status;
}

tricorn_status tg_id_table_create(tricorn_context *context, tg_disk_folder *folder, bool words,
                                  tg_id_table **names)
{
    tricorn_status status = TRICORN_OK;
    tg_id_table *made = NULL;
    TG_TRY(tg_id_table_new(context, &made));
    made->words = words;
    TG_TRY(tg_checked_create(context, folder, TG_ID_TABLE_IDS, &made->ids));
    if (words) TG_TRY(tg_checked_create(context, folder, TG_ID_TABLE_TEXT, &made->text));
    *names = made;
    made = NULL;
cleanup:
    tg_id_table_free(made);
    return status;
}

void tg_id_table_free(tg_id_table *names)
{
    if (names == NULL) return;
    tg_checked_close(&names->ids);
    tg_checked_close(&names->text);
    tg_free(names);
}

void tg_id_table_remove(const tg_disk_folder *folder)
{
    tg_disk_remove(folder, TG_ID_TABLE_IDS);
    tg_disk_remove(folder, TG_ID_TABLE_TEXT);
}

tricorn_status tg_id_table_put(tricorn_context *context, tg_id_table *names, uint64_t id)
{
    return tg_checked_put(context, &names->ids, &id, sizeof id);
}

tricorn_status tg_id_table_put_word(tricorn_context *context, tg_id_table *names,
                                    const char *word, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_id_table_put(context, names, names->text.bytes));
    TG_TRY(tg_checked_put(context, &names->text, word, bytes));
    TG_TRY(tg_checked_put(context, &names->text, "", 1));
cleanup:
    return status;
}

tricorn_status tg_id_table_end(tricorn_context *context, tg_id_table *names)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_checked_end(context, &names->ids));
    if (names->words) TG_TRY(tg_checked_end(context, &names->text));
cleanup:
    return status;
}

tricorn_status tg_id_table_sync(tricorn_context *context, const tg_id_table *names)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_disk_sync(context, &names->ids.file));
    if (names->words) TG_TRY(tg_disk_sync(context, &names->text.file));
cleanup:
    return status;
}

tg_id_table_head tg_id_table_head_of(const tg_id_table *names)
{
    if (names == NULL) return (tg_id_table_head){0};
    return (tg_id_table_head){.id_bytes = names->ids.bytes,
                              .text_bytes = names->text.bytes,
                              .known = true,
                              .words = names->words};
}

tricorn_status tg_id_table_open(tricorn_context *context, const tg_disk_folder *folder,
                                const tg_id_table_head *head, tg_id_table *names)
{
    tricorn_status status = TRICORN_OK;
    names->ids.bytes = head->id_bytes;
    names->text.bytes = head->text_bytes;
    names->words = head->words != 0;
    TG_TRY(tg_checked_open(context, folder, TG_ID_TABLE_IDS, &names->ids));
    if (names->words) TG_TRY(tg_checked_open(context, folder, TG_ID_TABLE_TEXT, &names->text));
cleanup:
    return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

static tricorn_status damaged(tricorn_context *context, const tg_id_table *names)
{
    return tg_array_file_refuse(context, names->ids.file.folder, TG_ID_TABLE_IDS, "is damaged");
}

/* values[i]: what the file has for number numbers[i]. */
static tricorn_status read_values(tricorn_context *context, tg_id_table *names,
                                  const uint32_t *numbers, uint64_t count, uint64_t *values)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    TG_TRY(tg_checked_reader_open(context, &names->ids, &reader));
    for (uint64_t i = 0; i < count; i++) {
        if (numbers[i] >= tg_id_table_count(names)) TG_TRY(damaged(context, names));
        TG_TRY(tg_checked_read(context, &reader, numbers[i] * sizeof *values, &values[i],
                               sizeof *values));
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

/* ends[i]: behind the word of number numbers[i] in the text, without a word behind its end. */
static tricorn_status read_ends(tricorn_context *context, tg_id_table *names,
                                const uint32_t *numbers, uint64_t count, uint64_t *ends)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    TG_TRY(tg_checked_reader_open(context, &names->ids, &reader));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t next = (uint64_t)numbers[i] + 1;
        ends[i] = names->text.bytes;
        if (next < tg_id_table_count(names))
            TG_TRY(
                tg_checked_read(context, &reader, next * sizeof *ends, &ends[i], sizeof *ends));
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

/* The words from starts[i] to ends[i] - 1 of the text, one after the other; starts become those
 * in the memory. */
static tricorn_status read_text(tricorn_context *context, tg_id_table *names, uint64_t *starts,
                                const uint64_t *ends, uint64_t count, char *text)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_reader reader = {0};
    uint64_t filled = 0;
    TG_TRY(tg_checked_reader_open(context, &names->text, &reader));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t bytes = ends[i] - starts[i];
        TG_TRY(tg_checked_read(context, &reader, starts[i], text + filled, bytes));
        if (text[filled + bytes - 1] != 0) TG_TRY(damaged(context, names));
        starts[i] = filled;
        filled += bytes;
    }
cleanup:
    tg_checked_reader_close(&reader);
    return status;
}

static tricorn_status read_words(tricorn_context *context, tg_id_table *names,
                                 const uint32_t *numbers, uint64_t count, uint64_t text_room,
                                 tg_ids *ids, uint64_t *read)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *ends = NULL, all = 0, taken = 0;

    TG_TRY(TG_ALLOC(context, count, &ends));
    TG_TRY(read_ends(context, names, numbers, count, ends));
    for (; taken < count; taken++) {
        if (ends[taken] <= ids->starts[taken] || ends[taken] > names->text.bytes)
            TG_TRY(damaged(context, names));
        const uint64_t more = ends[taken] - ids->starts[taken];
        if (taken > 0 && all + more > text_room) break;
        all += more;
    }
    TG_TRY(TG_ALLOC(context, all + 1, &ids->text));
    TG_TRY(read_text(context, names, ids->starts, ends, taken, ids->text));
    *read = taken;
cleanup:
    tg_free(ends);
    return status;
}

tricorn_status tg_id_table_read(tricorn_context *context, tg_id_table *names,
                                const uint32_t *numbers, uint64_t count, uint64_t text_room,
                                tg_ids *ids, uint64_t *read)
{
    tricorn_status status = TRICORN_OK;
    tg_ids made = {0};
    uint64_t **values = names->words ? &made.starts : &made.numbers;

    TG_TRY(TG_ALLOC(context, count + 1, values));
    TG_TRY(read_values(context, names, numbers, count, *values));
    *read = count;
    if (names->words) TG_TRY(read_words(context, names, numbers, count, text_room, &made, read));
    *ids = made;
    made = (tg_ids){0};
cleanup:
    tg_ids_free(&made);
    return status;
}

/* keys: for each place its number << 32 | the place, sorted.  places[i] becomes the rank of what
 * is at place i among different numbers, which are returned in `numbers`. */
static uint64_t rank_numbers(const uint64_t *keys, uint64_t count, uint32_t *places,
                             uint32_t *numbers)
{
    uint64_t distinct = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)(keys[i] >> 32);
        if (distinct == 0 || numbers[distinct - 1] != number) numbers[distinct++] = number;
        places[(uint32_t)keys[i]] = (uint32_t)(distinct - 1);
    }
    return distinct;
}

tricorn_status tg_id_table_look_up(tricorn_context *context, tg_id_table *names,
                                   uint32_t *numbers, uint64_t count, uint64_t text_room,
                                   tg_ids *ids, bool *fits)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *keys = NULL, *spare = NULL, read = 0;
    uint32_t *different = NULL;

    TG_TRY(TG_ALLOC(context, count + 1, &keys));
    TG_TRY(TG_ALLOC(context, count + 1, &spare));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) keys[i] = (uint64_t)numbers[i] << 32 | i;
    const uint64_t *sorted = tg_sort_keys(keys, spare, count, 32, 64);
    uint32_t *places = (uint32_t *)(void *)(sorted == keys ? spare : keys);
    TG_TRY(TG_ALLOC(context, count + 1, &different));
    const uint64_t distinct = rank_numbers(sorted, count, places, different);
    TG_TRY(tg_id_table_read(context, names, different, distinct, text_room, ids, &read));
    *fits = read == distinct;
    if (*fits)
        memcpy(numbers, places, count * sizeof *numbers);
    else
        tg_ids_free(ids);
cleanup:
    tg_free(keys);
    tg_free(spare);
    tg_free(different);
    return status;
}
