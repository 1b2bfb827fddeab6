/* roles.c - finds columns by their names, from the list in roles.def. */
#include "io/text/dialect/roles.h"

#include <string.h>
#include <strings.h>

#include "io/text/scan.h"

enum { RANKS = 4 };

static const struct {
    const char *first, *second;
    bool alone;
} pairs[] = {
#define ALONE true
#define LONG false
#define TG_ENDS(first, second, alone) {first, second, alone},
#define TG_THING(letters, rank)
#define TG_WEIGHT(name, rank)
#define TG_OTHER(name)
#include "io/text/dialect/roles.def"
#undef TG_ENDS
#undef TG_THING
};

typedef struct ranked {
    const char *letters;
    unsigned rank;
} ranked;

static const ranked things[] = {
#define TG_ENDS(first, second, alone)
#define TG_THING(letters, rank) {letters, rank},
#include "io/text/dialect/roles.def"
#undef TG_THING
#undef TG_WEIGHT
};

static const ranked weights[] = {
#define TG_THING(letters, rank)
#define TG_WEIGHT(name, rank) {name, rank},
#include "io/text/dialect/roles.def"
#undef TG_WEIGHT
#undef TG_OTHER
};

static const ranked others[] = {
#define TG_WEIGHT(name, rank)
#define TG_OTHER(name) {name, 1},
#include "io/text/dialect/roles.def"
#undef TG_ENDS
#undef TG_THING
#undef TG_WEIGHT
#undef TG_OTHER
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word(const char *text, size_t bytes, const char *word)
{
    return strlen(word) == bytes && strncasecmp(text, word, bytes) == 0;
}

/* The rank of a name without its bytes from `head` on up to its last `tail` bytes, and without
 * blanks and signs between words; 0: it is not in the list. */
static unsigned rank_of(tg_field name, size_t head, size_t tail, const ranked *list, size_t count)
{
    enum { MOST = 32 };
    char letters[MOST];
    size_t used = 0;
    for (size_t i = 0; i < name.bytes; i++) {
        const char c = lower(name.text[i]);
        if ((i >= head && i < name.bytes - tail) || strchr("_ -.:~", c) != NULL) continue;
        if (used == MOST - 1) return 0;
        letters[used++] = c;
    }
    letters[used] = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(letters, list[i].letters) == 0) return list[i].rank;
    return 0;
}
#define RANK(name, head, tail, list)                                                             \
    rank_of((name), (head), (tail), (list), sizeof(list) / sizeof *(list))

/* Whether two names are equal except for a known pair of words at byte `head`. */
static bool differ_at(tg_field a, tg_field b, size_t head, size_t *tail, bool words)
{
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const size_t first = strlen(pairs[p].first), second = strlen(pairs[p].second);
        if (head + first > a.bytes || head + second > b.bytes) continue;
        const size_t rest = a.bytes - head - first;
        if (words && !pairs[p].alone && head + rest == 0) continue;
        if (rest == b.bytes - head - second && is_word(a.text + head, first, pairs[p].first) &&
            is_word(b.text + head, second, pairs[p].second) &&
            strncasecmp(a.text + head + first, b.text + head + second, rest) == 0) {
            *tail = rest;
            return true;
        }
    }
    return false;
}

/* How sure it is that two names are of the ends of an edge; 0: they are not. */
static unsigned rank_names(tg_field a, tg_field b, bool words)
{
    unsigned best = 0;
    if (a.bytes == 0 || tg_is_digit(*a.text)) return 0;
    for (size_t head = 0; head < a.bytes && head < b.bytes; head++) {
        size_t tail = 0;
        if (differ_at(a, b, head, &tail, words)) {
            const unsigned rank = RANK(a, head, tail, things);
            if (rank > best) best = rank;
        }
        if (lower(a.text[head]) != lower(b.text[head])) break;
    }
    return best;
}

/* Whether the column has a role. */
static bool is_taken(const tg_roles *roles, uint32_t column)
{
    for (unsigned r = 0; r < TG_ROLES; r++)
        if (roles->at[r] == (int64_t)column) return true;
    return false;
}

/* Whether a third name without a role continues those of the ends: "node3" after "node1" and
 * "node2", "w" after "u" and "v".  Then the columns may be of a matrix, or the corners of a
 * triangle. */
static bool is_continued(const tg_names *names, const tg_roles *roles)
{
    const tg_field first = names->at[roles->at[TG_SOURCE]], last = names->at[roles->at[TG_TARGET]];
    if (first.bytes != last.bytes) return false;
    for (uint32_t i = 0; i < names->count; i++) {
        size_t differ = 0;
        if (is_taken(roles, i) || names->at[i].bytes != last.bytes) continue;
        bool next = true;
        for (size_t c = 0; c < last.bytes; c++) {
            if (names->at[i].text[c] == last.text[c]) continue;
            differ++;
            next &= first.text[c] != last.text[c];
        }
        if (next && differ == 1) return true;
    }
    return false;
}

/* Whether the column may be the end `role`: it is, or neither of both has a role. */
static bool may_be(const tg_roles *roles, tg_role role, uint32_t column)
{
    return roles->at[role] == TG_NO_COLUMN ? !is_taken(roles, column)
                                           : roles->at[role] == (int64_t)column;
}

bool tg_roles_named_ends(const tg_names *names, tg_roles *roles)
{
    unsigned found[RANKS] = {0};
    uint32_t at[RANKS][2];
    for (uint32_t i = 0; i < names->count; i++)
        if (tg_field_is_sign(names->at[i])) return false;
    for (uint32_t a = 0; a < names->count; a++)
        for (uint32_t b = 0; b < names->count; b++) {
            if (a == b || !may_be(roles, TG_SOURCE, a) || !may_be(roles, TG_TARGET, b)) continue;
            const unsigned rank = rank_names(names->at[a], names->at[b], names->words);
            if (rank == 0 || (rank == 1 && (names->words || names->columns > 2))) continue;
            found[rank]++;
            at[rank][0] = a;
            at[rank][1] = b;
        }
    for (unsigned rank = RANKS - 1; rank > 0; rank--) {
        if (found[rank] == 0) continue;
        tg_roles made = *roles;
        made.at[TG_SOURCE] = at[rank][0];
        made.at[TG_TARGET] = at[rank][1];
        if (found[rank] > 1 || is_continued(names, &made)) return false;
        *roles = made;
        return true;
    }
    return false;
}

/* Whether the names of two columns speak against their being the ends. */
static bool may_not_be_ends(const tg_names *names, const uint32_t ends[2])
{
    if (names->count == 0) return false; /* no names are known */
    for (unsigned i = 0; i < 2; i++) {
        if (ends[i] >= names->count) return true;
        const tg_field name = names->at[ends[i]];
        if (RANK(name, name.bytes, 0, others) > 0 || RANK(name, name.bytes, 0, weights) > 0 ||
            (name.bytes > 8 && memcmp(name.text, "Unnamed:", 8) == 0))
            return true;
    }
    return false;
}

bool tg_roles_left(const tg_names *names, tg_roles *roles)
{
    const unsigned known =
        (roles->at[TG_SOURCE] != TG_NO_COLUMN) + (roles->at[TG_TARGET] != TG_NO_COLUMN);
    uint32_t ends[2] = {0}, left = 0;
    for (uint32_t c = 0; c < names->columns; c++) {
        if (is_taken(roles, c)) continue;
        if (left < 2) ends[left] = c;
        left++;
    }
    if (left + known != 2) return false;
    left = 0;
    for (unsigned r = TG_SOURCE; r <= TG_TARGET; r++)
        if (roles->at[r] == TG_NO_COLUMN) roles->at[r] = ends[left++];
    return true;
}

bool tg_roles_ends(const tg_names *names, tg_roles *roles)
{
    const bool given = roles->at[TG_SOURCE] != TG_NO_COLUMN || roles->at[TG_TARGET] != TG_NO_COLUMN;
    tg_roles made = *roles;
    if (tg_roles_named_ends(names, roles)) return true;
    if (!tg_roles_left(names, &made)) return false;
    const uint32_t ends[2] = {(uint32_t)made.at[TG_SOURCE], (uint32_t)made.at[TG_TARGET]};
    if (!given && may_not_be_ends(names, ends)) return false;
    *roles = made;
    return true;
}

bool tg_roles_weight(const tg_names *names, tg_roles *roles)
{
    unsigned best = 0, found = 0;
    uint32_t at = 0;
    for (uint32_t c = 0; c < names->count; c++) {
        const tg_field name = names->at[c];
        const unsigned rank = is_taken(roles, c) ? 0 : RANK(name, name.bytes, 0, weights);
        if (rank == 0 || rank < best) continue;
        found = rank > best ? 1 : found + 1;
        best = rank;
        at = c;
    }
    if (found != 1) return false;
    roles->at[TG_WEIGHT_ROLE] = at;
    return true;
}

bool tg_roles_may_be_named(const tg_names *names)
{
    for (uint32_t a = 0; a < names->count; a++)
        for (uint32_t b = 0; b < names->count; b++)
            if (a != b && rank_names(names->at[a], names->at[b], names->words) > 0) return true;
    return false;
}
