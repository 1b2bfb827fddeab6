/* dialect_words.c - whether ids are words, where the caller has not said what they are.
 *
 * A text that numbers do not fit may be anything: prose, a log, source code, lists.  It is read as
 * edges of words only if nothing speaks against it: the named columns, or names of columns that say
 * so, or two columns (three with a weight) of names that come again as both ends of edges.  All else
 * is refused as before, with the option that reads it.
 */
#include "io/text/dialect/dialect.h"

#include <string.h>

#include "base/hash.h"
#include "io/text/scan.h"

enum {
    LINES_MOST = 1024, /* lines that are looked at */
    SLOTS = 4096,      /* a power of two, of which at most half are taken */
    SHORT_BYTES = 64,  /* names are no sentences */
    ALIKE = 4          /* of the names of a column at least this share is in the other one, too */
};

/* The words of a column, by their hashes. */
typedef struct word_set {
    uint64_t slots[SLOTS];
    uint32_t count;
} word_set;

static uint64_t hash_of(tg_field field)
{
    uint64_t hash = field.bytes + 1;
    for (size_t i = 0; i < field.bytes; i++)
        hash = tg_hash_mix(hash ^ (unsigned char)field.text[i], UINT64_C(0x9E3779B97F4A7C15));
    return hash | 1; /* 0 is an empty slot */
}

static uint64_t *slot_of(word_set *set, uint64_t hash)
{
    uint64_t at = hash % SLOTS;
    while (set->slots[at] != 0 && set->slots[at] != hash) at = (at + 1) % SLOTS;
    return &set->slots[at];
}

static bool has(word_set *set, uint64_t hash)
{
    return *slot_of(set, hash) == hash;
}

static void enter(word_set *set, uint64_t hash)
{
    uint64_t *slot = slot_of(set, hash);
    set->count += *slot == 0;
    *slot = hash;
}

/* Whether the field is a name as vertices have it: no number, whatever its notation, and neither
 * code nor the beginning of something else. */
static bool is_name(const tg_dialect *dialect, tg_field field)
{
    static const char inner[] = "_-./@'+&:#|~";
    if (field.bytes == 0 || field.bytes > SHORT_BYTES || tg_field_is_number(field) ||
        !tg_field_has_letter(field))
        return false;
    for (size_t i = 0; i < field.bytes; i++) {
        const char c = field.text[i];
        const bool plain = tg_is_letter(c) || tg_is_digit(c) || (unsigned char)c >= 0x80 ||
                           c == '_' || (c == ' ' && dialect->separator != TG_BLANKS);
        const bool at_end = i == 0 || i + 1 == field.bytes;
        if (!plain && (at_end || memchr(inner, c, sizeof inner - 1) == NULL)) return false;
    }
    return true;
}

/* Whether the third of three columns is a weight or a time on this line, as far as it is a number. */
static bool has_weight(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field = {0};
    while (cutter.fields < 3 && tg_cut_field(&cutter, &field)) {
    }
    return cutter.fields == 3 && !cutter.more && tg_field_is_number(field);
}

/* Whether all lines have names at both ends, and those of one column come again in the other one, as
 * first and last names of people seldom do. */
static bool holds_names(const tg_first_lines *first, const tg_dialect *dialect, bool known)
{
    word_set sets[2];
    tg_line_walk walk = tg_walk(first);
    uint32_t lines = 0, both = 0;
    memset(sets, 0, sizeof sets);
    if (dialect->header && !tg_first_lines_next(first, dialect, &walk)) return false;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk)) {
        tg_field ends[2];
        char message[TG_LINE_MESSAGE_BYTES];
        if (!tg_dialect_ends(dialect, walk.begin, walk.end, ends, message)) return false;
        for (unsigned i = 0; i < 2; i++) {
            if (!is_name(dialect, ends[i])) return false;
            const uint64_t hash = hash_of(ends[i]);
            both += has(&sets[1 - i], hash) && !has(&sets[i], hash);
            enter(&sets[i], hash);
        }
        if (!known && dialect->columns == 3 && !has_weight(dialect, &walk)) return false;
        lines++;
    }
    const uint32_t fewer = sets[0].count < sets[1].count ? sets[0].count : sets[1].count;
    return known || (both > 0 && ALIKE * both >= fewer);
}

bool tg_words_are_clear(const tg_first_lines *first, const tg_dialect *dialect)
{
    tg_line_walk walk = tg_walk(first);
    if (first->odd_comments || !tg_first_lines_next(first, dialect, &walk)) return false;
    const bool known = dialect->named ||
                       (dialect->header && tg_has_named_ends(dialect, walk.begin, walk.end));
    if (!known && (dialect->header || dialect->columns > 3)) return false;
    return holds_names(first, dialect, known);
}
