/* words.c - a map from words to numbers that moves to the spill when it is full. */
#include "io/text/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static tricorn_status create_strings(tricorn_context *context, tg_words *words)
{
    const tricorn_status status = tg_strings_create(context, &words->strings);
    if (status == TRICORN_OK && words->spill) tg_strings_limit(words->strings, words->spill->word_bytes);
    return status;
}

tricorn_status tg_words_create(tricorn_context *context, tg_edge_spill *spill, tg_words *words)
{
    *words = (tg_words){.spill = spill};
    return create_strings(context, words);
}

void tg_words_free(tg_words *words)
{
    tg_strings_free(words->strings);
    tg_free(words->plain);
    words->strings = NULL;
    words->plain = NULL;
}

bool tg_words_occurred(const tg_words *words, unsigned watched)
{
    if (words->watched_first && words->before == 0) return words->again[watched];
    return words->occurred[watched] ||
           tg_strings_has(words->strings, words->watched[watched], words->watched_bytes[watched]);
}

typedef struct spilling {
    tricorn_context *context;
    tg_words *words;
} spilling;

static tricorn_status spill_word(void *user, uint32_t number, const char *word, size_t bytes)
{
    const spilling *job = user;
    tg_edge_spill *spill = job->words->spill;
    return spill->take_word(job->context, spill, job->words->before + number, word, bytes);
}

static tricorn_status spill_all(tricorn_context *context, tg_words *words)
{
    spilling job = {.context = context, .words = words};
    for (unsigned i = 0; i < TG_WATCHED_WORDS; i++)
        words->occurred[i] = words->watched[i] && tg_words_occurred(words, i);
    const tricorn_status status = tg_strings_each(words->strings, spill_word, &job);
    words->before += tg_strings_count(words->strings);
    tg_strings_free(words->strings);
    words->strings = NULL;
    return status;
}

tricorn_status tg_words_number(
  tricorn_context *context, tg_words *words, const char *word, size_t bytes, uint64_t *number)
{
    uint32_t found;
    const uint64_t known = tg_strings_count(words->strings);
    TG_DO(tg_strings_number(context, words->strings, word, bytes, &found));
    if (found < TG_WATCHED_WORDS) words->again[found] |= found < known && words->before == 0;
    if (found == UINT32_MAX) {
        TG_DO(spill_all(context, words));
        TG_DO(create_strings(context, words));
        TG_DO(tg_strings_number(context, words->strings, word, bytes, &found));
    }
    *number = words->before + found;
    return TRICORN_OK;
}

static tricorn_status make_room(tricorn_context *context, tg_words *words, size_t bytes)
{
    if (bytes <= words->plain_room) return TRICORN_OK;
    const tricorn_status status = TG_REALLOC(context, bytes, &words->plain);
    if (status == TRICORN_OK) words->plain_room = bytes;
    return status;
}

tricorn_status tg_words_of_parts(
  tricorn_context *context, tg_words *words, const tg_field parts[TG_ID_PARTS], uint64_t *number)
{
    TG_DO(make_room(context, words, TG_ID_ROOM(parts)));
    return tg_words_number(context, words, words->plain, tg_id_join(parts, words->plain), number);
}

tricorn_status tg_words_of_field(tricorn_context *context, tg_words *words, tg_field field, uint64_t *number)
{
    if (!field.quoted) return tg_words_number(context, words, field.text, field.bytes, number);
    TG_DO(make_room(context, words, field.bytes));
    return tg_words_number(context, words, words->plain, tg_field_unquote(field, words->plain), number);
}

tricorn_status tg_words_finish(tricorn_context *context, tg_words *words, tg_edges *edges)
{
    if (words->before > 0) return spill_all(context, words);
    edges->vertices = tg_strings_count(words->strings);
    const tricorn_status status = tg_strings_finish(context, words->strings, &edges->ids);
    words->strings = NULL;
    return status;
}

typedef struct named {
    const char *name;
    uint32_t number;
} named;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

tricorn_status tg_words_sort(
  tricorn_context *context, tg_words *words, char **names, uint32_t **places, uint32_t *count)
{
    tricorn_status status = TRICORN_OK;
    tg_edges found = {0};
    named *order = NULL;
    uint64_t bytes = 1;
    TG_TRY(tg_words_finish(context, words, &found));
    TG_TRY(TG_ALLOC(context, found.vertices + 1, &order));
    TG_TRY(TG_ALLOC_ZERO(context, found.vertices + 1, places));
    for (uint32_t l = 0; l < found.vertices; l++) {
        order[l] = (named){found.ids.text + found.ids.starts[l], l};
        bytes += strlen(order[l].name) + 1;
    }
    qsort(order, found.vertices, sizeof *order, compare_names);
    TG_TRY(TG_ALLOC(context, bytes, names));
    char *to = *names;
    *to = 0;
    for (uint32_t l = 0; l < found.vertices; l++) {
        (*places)[order[l].number] = l;
        to = stpcpy(to, order[l].name) + 1;
    }
    *count = (uint32_t)found.vertices;
cleanup:
    tg_free(order);
    tg_ids_free(&found.ids);
    return status;
}
