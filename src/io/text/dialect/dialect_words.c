/* dialect_words.c - whether ids are words, where the caller has not said what they are.
 *
 * A text that numbers do not fit may be anything: prose, a log, source code, lists. It is read as edges of words only
 * if nearly all ends in both columns are no numbers, and the columns are those of an edge:
 *
 * - they are named, or
 * - they are two, or three with a weight, of names, which come again in the other column, or have
 *   digits and in both columns the same kinds of bytes, as hashes have.
 *
 * All else is refused as before, with the option that reads it.
 */
#include "io/text/dialect/dialect.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "io/text/scan.h"

enum {
    LINES_MOST = 1024, /* lines that are looked at */
    SLOTS = 4096, /* a power of two, of which at most half are taken */
    SHORT_BYTES = 128, /* names are no sentences */
    /* At least an eighth of the names of a column is in the other one, too: of a list of packages
     * with what they need, sorted by name, 0.15 of the first are. */
    ALIKE = 8,
    FOURTH = 4 /* at most a fourth of the ends look like numbers, or have no digit */
};

/* Kinds of bytes. */
enum { DIGITS = 1, LETTERS = 2, SIGNS = 4 };

/* The ends in a column. */
typedef struct column {
    uint64_t slots[SLOTS]; /* the hashes of different words */
    uint32_t count; /* how many these are */
    uint32_t numbers; /* ends that may be numbers */
    uint32_t with_digits; /* ends that have a digit */
    uint32_t kinds; /* the kinds of bytes of all ends that are no numbers */
} column;

static uint64_t hash_of(uint64_t seed, tg_field field)
{
    return tg_hash_word(seed, field.text, field.bytes) | 1; /* 0 is an empty slot */
}

static uint64_t *slot_of(column *set, uint64_t hash)
{
    uint64_t at = hash % SLOTS;
    while (set->slots[at] != 0 && set->slots[at] != hash) at = (at + 1) % SLOTS;
    return &set->slots[at];
}

static bool has(column *set, uint64_t hash)
{
    return *slot_of(set, hash) == hash;
}

static void enter(column *set, uint64_t hash)
{
    uint64_t *slot = slot_of(set, hash);
    set->count += *slot == 0;
    *slot = hash;
}

/* Whether all bytes from `at` on are among these. */
static bool has_only(tg_field field, size_t at, const char *bytes)
{
    while (at < field.bytes && strchr(bytes, field.text[at]) != NULL) at++;
    return at == field.bytes;
}

/* Whether the field may be a number in any notation, also a damaged one: "1e05e0". An address that
 * begins with "0x" has more digits than a number of 64 bits. */
static bool like_a_number(tg_field field)
{
    enum { PREFIX = 2, DIGITS_MOST = 16 };
    if (field.bytes == 0 || !tg_is_digit(*field.text)) return tg_field_is_number(field) || !tg_field_has_letter(field);
    if (field.bytes > PREFIX && field.bytes <= PREFIX + DIGITS_MOST && memcmp(field.text, "0x", PREFIX) == 0)
        return has_only(field, PREFIX, "0123456789abcdefABCDEF");
    return !tg_field_has_letter(field) || has_only(field, 0, "0123456789eE+-.,");
}

/* Whether the field is an address such as 10.0.0.1. */
static bool is_address(const char *text)
{
    enum { MOST = 255 };
    unsigned a, b, c, d;
    int end = 0;
    return sscanf(text, "%3u.%3u.%3u.%3u%n", &a, &b, &c, &d, &end) == 4 && text[end] == 0 && a <= MOST && b <= MOST &&
           c <= MOST && d <= MOST;
}

/* Whether the field begins with a date, such as 2026-01-31. */
static bool begins_with_date(const char *text)
{
    char sign[2], next[2];
    int end = 0;
    return sscanf(text, "%*4[0-9]%1[-./]%*2[0-9]%1[-./]%*4[0-9]%n", sign, next, &end) == 2 && end > 0 && *sign == *next;
}

/* The kinds of bytes in a name, a bit for each: letters, digits, and each of the other ones. 0: the
 * field is no name as vertices have it, but code, or the beginning of something else. */
static uint32_t kinds_of(tg_field field)
{
    static const char inner[] = "_-./@'+&:#|~ ";
    uint32_t kinds = 0;
    if (field.bytes > SHORT_BYTES) return 0;
    for (size_t i = 0; i < field.bytes; i++) {
        const char c = field.text[i], *sign = memchr(inner, c, sizeof inner - 1);
        const bool at_end = i == 0 || (i + 1 == field.bytes && c != '+'); /* g++ */
        if (tg_is_digit(c))
            kinds |= DIGITS;
        else if (tg_is_letter(c) || (unsigned char)c >= 0x80)
            kinds |= LETTERS;
        else if (sign == NULL || (at_end && c != '_'))
            return 0;
        else
            kinds |= SIGNS << (sign - inner);
    }
    return kinds;
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

/* Adds an end; false if it is neither a name nor like a number. */
static bool add_end(column *own, tg_field end)
{
    enum { BYTES = 16 }; /* an address has 15 */
    char text[BYTES + 1];
    snprintf(text, sizeof text, "%.*s", (int)(end.bytes < BYTES ? end.bytes : BYTES), end.text);
    const bool address = is_address(text), number = !address && like_a_number(end);
    const uint32_t kinds = number || (!address && begins_with_date(text)) ? 0 : kinds_of(end);
    own->numbers += number;
    own->with_digits += number || (kinds & DIGITS) != 0;
    own->kinds |= kinds;
    return number || kinds != 0;
}

/* Whether the names of the columns are those of an edge: they come again in the other column, as first
 * and last names of people seldom do, or are written alike, with digits. */
static bool are_ends(const column seen[2], uint32_t lines, uint32_t in_both)
{
    const uint32_t fewer = seen[0].count < seen[1].count ? seen[0].count : seen[1].count;
    if (in_both > 0 && ALIKE * in_both >= fewer) return true;
    return lines > 1 && seen[0].kinds == seen[1].kinds && FOURTH * (lines - seen[0].with_digits) <= lines &&
           FOURTH * (lines - seen[1].with_digits) <= lines;
}

/* Whether the lines are edges of words; `known`: the columns are known to be the ends. */
static bool holds_edges(const tg_first_lines *first, const tg_dialect *dialect, bool known)
{
    column seen[2];
    tg_dialect look = *dialect;
    tg_line_walk walk = tg_walk(first);
    uint32_t lines = 0, in_both = 0;
    const uint64_t seed = tg_hash_seed();
    memset(seen, 0, sizeof seen);
    /* A line without a value says nothing of ids, also where it is an error. */
    if (look.missing == TG_MISSING_ERROR) look.missing = TG_MISSING_DROP;
    if (dialect->header && !tg_first_lines_next(first, dialect, &walk)) return false;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, &look, &walk)) {
        tg_field ends[2];
        char message[TG_LINE_MESSAGE_BYTES];
        if (!tg_dialect_ends(dialect, walk.begin, walk.end, ends, message)) return false;
        for (unsigned i = 0; i < 2; i++) {
            if (!add_end(&seen[i], ends[i]) && !known) return false;
            const uint64_t hash = hash_of(seed, ends[i]);
            in_both += has(&seen[1 - i], hash) && !has(&seen[i], hash);
            enter(&seen[i], hash);
        }
        if (!known && dialect->columns == 3 && !has_weight(dialect, &walk)) return false;
        lines++;
    }
    if (FOURTH * seen[0].numbers > lines || FOURTH * seen[1].numbers > lines) return false;
    return known || are_ends(seen, lines, in_both);
}

bool tg_words_are_clear(const tg_first_lines *first, const tg_dialect *dialect)
{
    tg_line_walk walk = tg_walk(first);
    if (first->odd_comments || !tg_first_lines_next(first, dialect, &walk)) return false;
    const bool known = dialect->named || (dialect->header && tg_has_named_ends(dialect, walk.begin, walk.end));
    return (known || dialect->columns <= 3) && holds_edges(first, dialect, known);
}
