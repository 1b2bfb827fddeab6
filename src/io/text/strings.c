/* strings.c - a hash table of the numbers of words.
 *
 * The words are stored one behind the other, each with a NUL byte. A slot has 32 bits of the
 * hash, so nearly every look-up compares the text of one word at most.
 */
#include "io/text/strings.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 12, FIRST_WORDS = 1 << 10, FIRST_TEXT = 1 << 14 };

/* entry: the number of the word plus 1, or 0 for an empty slot; tag: 32 bits of the word's hash
 */
typedef struct slot {
    uint32_t entry, tag;
} slot;

struct tg_strings {
    uint64_t seed;
    slot *slots;
    uint64_t slot_count; /* a power of two, more than twice the number of words */
    char *text;
    uint64_t text_bytes, text_room;
    uint64_t *starts;
    uint64_t count, room;
    uint64_t most_bytes;
};

tricorn_status tg_strings_create(tricorn_context *context, tg_strings **strings)
{
    tricorn_status status = TRICORN_OK;
    tg_strings *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->seed = tg_hash_seed();
    made->most_bytes = UINT64_MAX;
    TG_TRY(TG_ALLOC_ZERO(context, FIRST_SLOTS, &made->slots));
    made->slot_count = FIRST_SLOTS;
    TG_TRY(TG_ALLOC(context, FIRST_WORDS, &made->starts));
    made->room = FIRST_WORDS;
    TG_TRY(TG_ALLOC(context, FIRST_TEXT, &made->text));
    made->text_room = FIRST_TEXT;
    *strings = made;
    made = NULL;

cleanup:
    tg_strings_free(made);
    return status;
}

void tg_strings_free(tg_strings *strings)
{
    if (strings == NULL) return;
    tg_free(strings->slots);
    tg_free(strings->starts);
    tg_free(strings->text);
    tg_free(strings);
}

void tg_strings_limit(tg_strings *strings, uint64_t most_bytes)
{
    strings->most_bytes = most_bytes;
}

uint64_t tg_strings_count(const tg_strings *strings)
{
    return strings->count;
}

/* The slot of the word, or the empty slot where it belongs. */
static slot *find(const tg_strings *strings, uint64_t hash, const char *word, size_t bytes)
{
    const uint64_t mask = strings->slot_count - 1;
    for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
        slot *found = &strings->slots[at];
        if (found->entry == 0) return found;
        if (found->tag != (uint32_t)(hash >> 32)) continue;
        const uint64_t number = found->entry - 1, start = strings->starts[number];
        const uint64_t end = number + 1 < strings->count ? strings->starts[number + 1] : strings->text_bytes;
        if (end - start - 1 == bytes && memcmp(strings->text + start, word, bytes) == 0) return found;
    }
}

bool tg_strings_has(const tg_strings *strings, const char *word, size_t bytes)
{
    return find(strings, tg_hash_word(strings->seed, word, bytes), word, bytes)->entry != 0;
}

static tricorn_status grow_slots(tricorn_context *context, tg_strings *strings)
{
    const uint64_t count = strings->slot_count * 2, mask = count - 1;
    slot *slots = NULL;
    TG_DO(TG_ALLOC_ZERO(context, count, &slots));
    for (uint64_t number = 0; number < strings->count; number++) {
        const char *word = strings->text + strings->starts[number];
        const uint64_t hash = tg_hash_word(strings->seed, word, strlen(word));
        uint64_t at = hash & mask;
        while (slots[at].entry != 0) at = (at + 1) & mask;
        slots[at] = (slot){(uint32_t)number + 1, (uint32_t)(hash >> 32)};
    }
    tg_free(strings->slots);
    strings->slots = slots;
    strings->slot_count = count;
    return TRICORN_OK;
}

/* The room for `count` elements: half more than before, if `room` is too small. */
static uint64_t grown(uint64_t room, uint64_t count)
{
    const uint64_t more = room + room / 2;
    return count <= room ? room : count > more ? count : more;
}

static tricorn_status make_room(tricorn_context *context, tg_strings *strings, size_t bytes)
{
    const uint64_t need = strings->text_bytes + bytes + 1;
    if (strings->count == UINT32_MAX)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "there are more than 2^32 - 1 different vertices, and a graph can have no more");
    if (strings->count == strings->room) {
        const uint64_t room = grown(strings->room, strings->count + 1);
        TG_DO(TG_REALLOC(context, room, &strings->starts));
        strings->room = room;
    }
    if (need > strings->text_room) {
        const uint64_t room = grown(strings->text_room, need);
        TG_DO(TG_REALLOC(context, room, &strings->text));
        strings->text_room = room;
    }
    if (strings->count >= strings->slot_count / 2) TG_DO(grow_slots(context, strings));
    return TRICORN_OK;
}

/* The bytes of memory with one more word, as make_room allocates them. */
static uint64_t bytes_with(const tg_strings *strings, size_t bytes)
{
    const bool doubled = strings->count >= strings->slot_count / 2;
    return grown(strings->text_room, strings->text_bytes + bytes + 1) +
           grown(strings->room, strings->count + 1) * sizeof *strings->starts +
           strings->slot_count * (doubled ? 2 : 1) * sizeof *strings->slots;
}

tricorn_status tg_strings_number(
  tricorn_context *context, tg_strings *strings, const char *word, size_t bytes, uint32_t *number)
{
    const uint64_t hash = tg_hash_word(strings->seed, word, bytes);
    slot *found = find(strings, hash, word, bytes);
    if (found->entry == 0) {
        *number = UINT32_MAX;
        if (strings->count > 0 && bytes_with(strings, bytes) > strings->most_bytes) return TRICORN_OK;
        TG_DO(make_room(context, strings, bytes));
        found = find(strings, hash, word, bytes); /* make_room may have moved the slots */
        strings->starts[strings->count] = strings->text_bytes;
        memcpy(strings->text + strings->text_bytes, word, bytes);
        strings->text[strings->text_bytes + bytes] = 0;
        strings->text_bytes += bytes + 1;
        strings->count++;
        *found = (slot){(uint32_t)strings->count, (uint32_t)(hash >> 32)};
    }
    *number = found->entry - 1;
    return TRICORN_OK;
}

tricorn_status tg_strings_each(const tg_strings *strings,
  tricorn_status (*take)(void *user, uint32_t number, const char *word, size_t bytes), void *user)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t i = 0; status == TRICORN_OK && i < strings->count; i++) {
        const char *word = strings->text + strings->starts[i];
        status = take(user, (uint32_t)i, word, strlen(word));
    }
    return status;
}

tricorn_status tg_strings_finish(tricorn_context *context, tg_strings *strings, tg_ids *ids)
{
    tricorn_status status = TRICORN_OK;
    tg_free(strings->slots);
    strings->slots = NULL;
    TG_TRY(TG_REALLOC(context, strings->text_bytes, &strings->text));
    TG_TRY(TG_REALLOC(context, strings->count, &strings->starts));
    *ids = (tg_ids){.text = strings->text, .starts = strings->starts};
    strings->text = NULL;
    strings->starts = NULL;

cleanup:
    tg_strings_free(strings);
    return status;
}
