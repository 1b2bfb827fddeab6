/* roles.c - finds columns by their names, from the list in roles.def. */
#include "io/text/dialect/roles.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/options.h"
#include "io/text/scan.h"

enum {
    SUREST = 6, /* of rank_names(): that of the highest rank */
    OF_ONE_LETTER = 2,
    SHOWN = 60 /* bytes of a name that a message shows */
};

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

const char *const tg_role_names[TG_ROLES] = {"source", "target", "weight", "time", "label"};

const char *tg_column_named(const tricorn_columns *columns, tg_role role)
{
    const char *const names[TG_ROLES] = {columns->source, columns->target, columns->weight,
                                         columns->time, columns->label};
    return names[role];
}

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

/* Whether two names are equal except for a known pair of words at byte `head`; *weak: it is a LONG
 * pair, and nothing else is in the names. */
static bool differ_at(tg_field a, tg_field b, size_t head, size_t *tail, bool *weak)
{
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const size_t first = strlen(pairs[p].first), second = strlen(pairs[p].second);
        if (head + first > a.bytes || head + second > b.bytes) continue;
        const size_t rest = a.bytes - head - first;
        if (rest == b.bytes - head - second && is_word(a.text + head, first, pairs[p].first) &&
            is_word(b.text + head, second, pairs[p].second) &&
            strncasecmp(a.text + head + first, b.text + head + second, rest) == 0) {
            *tail = rest;
            *weak = !pairs[p].alone && head + rest == 0;
            return true;
        }
    }
    return false;
}

/* How sure it is that two names are of the ends of an edge, twice the rank of what they have in
 * common, or one less for a weak pair; 0: they are not. */
static unsigned rank_names(tg_field a, tg_field b, bool words)
{
    unsigned best = 0;
    if (a.bytes == 0 || tg_is_digit(*a.text)) return 0;
    for (size_t head = 0; head < a.bytes && head < b.bytes; head++) {
        size_t tail = 0;
        bool weak = false;
        if (differ_at(a, b, head, &tail, &weak) && !(weak && words)) {
            const unsigned rank = 2 * RANK(a, head, tail, things) - weak;
            if (rank > best && rank <= SUREST) best = rank;
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

/* How many columns may be the ends: all but those with another role. */
static uint32_t free_columns(const tg_names *names, const tg_roles *roles)
{
    uint32_t taken = 0;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) taken += roles->at[r] != TG_NO_COLUMN;
    return names->columns - taken;
}

bool tg_roles_named_ends(const tg_names *names, tg_roles *roles)
{
    const bool one_letter = !names->words && free_columns(names, roles) == 2; /* "x1" and "y1" */
    unsigned found[SUREST + 1] = {0};
    uint32_t at[SUREST + 1][2];
    for (uint32_t i = 0; i < names->count; i++)
        if (tg_field_is_sign(names->at[i])) return false;
    for (uint32_t a = 0; a < names->count; a++)
        for (uint32_t b = 0; b < names->count; b++) {
            if (a == b || !may_be(roles, TG_SOURCE, a) || !may_be(roles, TG_TARGET, b)) continue;
            const unsigned rank = rank_names(names->at[a], names->at[b], names->words);
            if (rank == 0 || (rank == OF_ONE_LETTER && !one_letter)) continue;
            found[rank]++;
            at[rank][0] = a;
            at[rank][1] = b;
        }
    for (unsigned rank = SUREST; rank > 0; rank--) {
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

/* If only two columns are without a role, takes these as the ends. */
static bool take_left(const tg_names *names, tg_roles *roles)
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

static bool find_ends(const tg_names *names, tg_roles *roles)
{
    const bool given = roles->at[TG_SOURCE] != TG_NO_COLUMN || roles->at[TG_TARGET] != TG_NO_COLUMN;
    tg_roles made = *roles;
    if (tg_roles_named_ends(names, roles)) return true;
    if (!take_left(names, &made)) return false;
    const uint32_t ends[2] = {(uint32_t)made.at[TG_SOURCE], (uint32_t)made.at[TG_TARGET]};
    if (!given && may_not_be_ends(names, ends)) return false;
    *roles = made;
    return true;
}

bool tg_roles_ends(const tg_names *names, bool weighted, tg_roles *roles)
{
    tg_roles aside = *roles;
    const bool named =
        weighted && roles->at[TG_WEIGHT_ROLE] == TG_NO_COLUMN && tg_roles_weight(names, &aside);
    if (!named || !find_ends(names, &aside)) return find_ends(names, roles);
    roles->at[TG_SOURCE] = aside.at[TG_SOURCE];
    roles->at[TG_TARGET] = aside.at[TG_TARGET];
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

tg_roles_doubt tg_roles_by_names(const tg_names *names, bool weighted, tg_roles *roles)
{
    const bool both = roles->at[TG_SOURCE] != TG_NO_COLUMN && roles->at[TG_TARGET] != TG_NO_COLUMN;
    if (!both && !tg_roles_ends(names, weighted, roles)) return TG_ROLES_ENDS;
    if (weighted && roles->at[TG_WEIGHT_ROLE] == TG_NO_COLUMN && !tg_roles_weight(names, roles))
        return TG_ROLES_WEIGHT;
    return TG_ROLES_CLEAR;
}

tg_roles_place tg_roles_by_places(uint32_t columns, tg_roles *roles)
{
    const tg_names unnamed = {.columns = columns};
    const bool given = roles->at[TG_SOURCE] != TG_NO_COLUMN || roles->at[TG_TARGET] != TG_NO_COLUMN;
    const bool any = given || free_columns(&unnamed, roles) < columns;
    if (any && take_left(&unnamed, roles)) return TG_PLACES_LEFT;
    if (given || (any && roles->at[TG_WEIGHT_ROLE] < 2)) return TG_PLACES_UNKNOWN;
    roles->at[TG_SOURCE] = 0;
    roles->at[TG_TARGET] = 1;
    return TG_PLACES_FIRST;
}

bool tg_roles_third_is_weight(uint32_t columns, tg_roles *roles)
{
    if (columns != 3 || roles->at[TG_SOURCE] + roles->at[TG_TARGET] != 1 ||
        roles->at[TG_TIME] == 2 || roles->at[TG_LABEL] == 2)
        return false;
    roles->at[TG_WEIGHT_ROLE] = 2;
    return true;
}

bool tg_name_is_plain(tg_field name)
{
    for (size_t i = 0; i < name.bytes; i++)
        if (strchr(",='\"\\", name.text[i]) != NULL || (unsigned char)name.text[i] < ' ')
            return false;
    return name.bytes > 0 && name.bytes < SHOWN && !tg_field_is_digits(name);
}

/* Lists the names, the first ones of many. */
static void list_names(const tg_names *names, char text[TG_ROLES_MESSAGE_BYTES / 2])
{
    const size_t room = TG_ROLES_MESSAGE_BYTES / 2 - sizeof ", ...";
    size_t used = 0;
    uint32_t listed = 0;
    text[0] = 0;
    for (; listed < names->count; listed++) {
        const int wrote = snprintf(text + used, room - used, "%s'%.*s'", listed > 0 ? ", " : "",
                                   (int)names->at[listed].bytes, names->at[listed].text);
        if (wrote < 0 || (size_t)wrote >= room - used) break;
        used += (size_t)wrote;
    }
    strcpy(text + used, listed < names->columns ? ", ..." : "");
}

void tg_roles_say(const tg_names *names, tg_roles_doubt doubt, const char *what,
                  char message[TG_ROLES_MESSAGE_BYTES])
{
    const tg_field *at = names->at;
    char list[TG_ROLES_MESSAGE_BYTES / 2];
    list_names(names, list);
    if (doubt == TG_ROLES_WEIGHT)
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
                 "which of the %s %s has the weights is not clear: name it by " TG_OPTION(
                     "weights=NAME"),
                 what, list);
    else if (names->columns == 2 && names->count == 2 && tg_name_is_plain(at[0]) &&
             tg_name_is_plain(at[1]))
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
                 "the %s %s may be something else than the ends of an edge; if they are these, "
                 "give the option 'columns=%.*s,%.*s'",
                 what, list, (int)at[0].bytes, at[0].text, (int)at[1].bytes, at[1].text);
    else
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
                 "which two of the %s %s are the ends of an edge is not clear: name them "
                 "by " TG_OPTION("columns=A,B"),
                 what, *list ? list : "(there are none)");
}
