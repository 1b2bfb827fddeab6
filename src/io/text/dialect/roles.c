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
    OF_ANY_WORD = 3, /* that of names which have an unknown word in common */
    SHOWN = 60 /* bytes of a name that a message shows */
};

typedef enum ends_kind { ALONE, ANY, LONG, EITHER } ends_kind;

static const struct {
    const char *first, *second;
    ends_kind kind;
} pairs[] = {
#define TG_ENDS(first, second, kind) {first, second, kind},
#include "io/text/dialect/roles.def"
};

typedef struct ranked {
    const char *letters;
    unsigned rank;
} ranked;

static const ranked things[] = {
#define TG_THING(letters, rank) {letters, rank},
#include "io/text/dialect/roles.def"
};

static const ranked weights[] = {
#define TG_WEIGHT(name, rank) {name, rank},
#include "io/text/dialect/roles.def"
};

static const ranked times[] = {
#define TG_TIMES(name, rank) {name, rank},
#include "io/text/dialect/roles.def"
};

static const ranked labels[] = {
#define TG_LABELS(name, rank) {name, rank},
#include "io/text/dialect/roles.def"
};

static const ranked others[] = {
#define TG_OTHER(name) {name, 1},
#include "io/text/dialect/roles.def"
};

static const ranked kinds[] = {
#define TG_KIND(name) {name, 1},
#include "io/text/dialect/roles.def"
};

static const ranked totals[] = {
#define TG_TOTAL(name) {name, 1},
#include "io/text/dialect/roles.def"
};

static const ranked vertices[] = {
#define TG_VERTEX_IDS(name, rank) {name, rank},
#include "io/text/dialect/roles.def"
};

const char *const tg_role_names[TG_ROLES] = {"source", "target", "weight", "time", "label"};

const char *tg_column_named(const tricorn_columns *columns, tg_role role)
{
    const char *const names[TG_ROLES] = {
      columns->source, columns->target, columns->weight, columns->time, columns->label};
    return names[role];
}

unsigned tg_role_columns(const tricorn_columns *columns, tg_role role, tg_field named[TG_ID_PARTS])
{
    const char *name = tg_column_named(columns, role);
    if (role <= TG_TARGET || name == NULL) return tg_id_parts(name, named);
    named[0] = (tg_field){.text = name, .bytes = strlen(name)};
    return 1;
}

static int64_t second_of(const tg_roles *roles, tg_role role)
{
    return role <= TG_TARGET ? roles->seconds[role] : TG_NO_COLUMN;
}

bool tg_roles_clash(const tg_roles *roles, tg_role clash[2])
{
    for (unsigned r = 0; r < TG_ROLES; r++) {
        const int64_t at = roles->at[r], second = second_of(roles, r);
        if (at == TG_NO_COLUMN) continue;
        clash[0] = clash[1] = r;
        if (at == second) return true;
        for (unsigned b = 0; b < r; b++) {
            /* Two ends may share one of their columns, such as that of the bank. */
            const bool same = r == TG_TARGET ? roles->at[b] == at && second_of(roles, b) == second
                                             : roles->at[b] == at || second_of(roles, b) == at;
            clash[0] = b;
            if (same) return true;
        }
    }
    return false;
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
#define RANK(name, head, tail, list) rank_of((name), (head), (tail), (list), sizeof(list) / sizeof *(list))

/* ---- the words of a name ---- */

static bool is_letter(char c)
{
    return tg_is_letter(c) || (unsigned char)c >= 0x80;
}

/* Cuts the next word from a name: letters, of which no small one precedes a capital; false at its end. */
static bool next_word(tg_field *rest, tg_field *word)
{
    while (rest->bytes > 0 && !is_letter(*rest->text)) rest->text++, rest->bytes--;
    *word = (tg_field){.text = rest->text};
    while (word->bytes < rest->bytes && is_letter(rest->text[word->bytes]) &&
           (word->bytes == 0 || lower(rest->text[word->bytes]) == rest->text[word->bytes] ||
             lower(rest->text[word->bytes - 1]) != rest->text[word->bytes - 1]))
        word->bytes++;
    rest->text += word->bytes;
    rest->bytes -= word->bytes;
    return word->bytes > 0;
}

/* Whether a name begins or ends a word before byte `at`. */
static bool is_border(tg_field name, size_t at)
{
    if (at == 0 || at == name.bytes) return true;
    tg_field two = {.text = name.text + at - 1, .bytes = 2}, word;
    return !next_word(&two, &word) || word.bytes < 2;
}

/* Whether one of the words, no single letter, is a value, such as a time or a count. */
static bool has_value(tg_field name)
{
    tg_field word;
    while (next_word(&name, &word))
        if (word.bytes > 1 && RANK(word, word.bytes, 0, things) == 0 &&
            (RANK(word, word.bytes, 0, others) > 0 || RANK(word, word.bytes, 0, weights) > 0))
            return true;
    return false;
}

static bool contains(tg_field name, tg_field word)
{
    for (size_t at = 0; at + word.bytes <= name.bytes; at++)
        if (strncasecmp(name.text + at, word.text, word.bytes) == 0) return true;
    return false;
}

/* Whether one of the words is of a kind of things that is not in the other name. */
static bool has_other_kind(tg_field name, tg_field other)
{
    tg_field word;
    while (next_word(&name, &word))
        if (RANK(word, word.bytes, 0, kinds) > 0 && !contains(other, word)) return true;
    return false;
}

/* The name without the "id" at its end; 0 bytes: it does not end so. */
static tg_field stem_of(tg_field name)
{
    tg_field stem = {.text = name.text};
    if (name.bytes < 3 || strncasecmp(name.text + name.bytes - 2, "id", 2) != 0) return stem;
    stem.bytes = name.bytes - 2;
    while (stem.bytes > 0 && !is_letter(name.text[stem.bytes - 1])) stem.bytes--;
    return stem;
}

/* Whether the names are of two kinds of things, which may have one numbering: user_id and item_id. */
static bool are_of_two_kinds(tg_field a, tg_field b)
{
    const tg_field x = stem_of(a), y = stem_of(b);
    return has_other_kind(a, b) || has_other_kind(b, a) ||
           (x.bytes > 0 && y.bytes > 0 && !contains(x, y) && !contains(y, x));
}

/* ---- the names of ends ---- */

/* What two names have in common: their bytes without those from `head` to the last `tail` ones. */
typedef struct common {
    size_t head, tail;
    ends_kind kind; /* of the pair of words by which they differ */
    bool weak; /* nothing is in common, and the pair is LONG */
} common;

/* Whether two names are equal except for a known pair of words at byte same->head. */
static bool differ_at(tg_field a, tg_field b, common *same)
{
    const size_t head = same->head;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const size_t first = strlen(pairs[p].first), second = strlen(pairs[p].second);
        if (head + first > a.bytes || head + second > b.bytes) continue;
        const size_t rest = a.bytes - head - first;
        if (rest == b.bytes - head - second && is_word(a.text + head, first, pairs[p].first) &&
            is_word(b.text + head, second, pairs[p].second) &&
            strncasecmp(a.text + head + first, b.text + head + second, rest) == 0) {
            same->tail = rest;
            same->kind = pairs[p].kind;
            same->weak = same->kind >= LONG && head + rest == 0;
            return true;
        }
    }
    return false;
}

/* The same as rank_names() of two names that differ by a known pair of words. */
static unsigned rank_common(tg_field a, const common *same)
{
    const unsigned rank = RANK(a, same->head, same->tail, things);
    if (rank > 0) return 2 * rank - same->weak;
    if (!is_border(a, same->head) || !is_border(a, a.bytes - same->tail)) return 0;
    const tg_field parts[] = {
      {.text = a.text, .bytes = same->head}, {.text = a.text + a.bytes - same->tail, .bytes = same->tail}};
    bool thing = same->kind == ANY;
    for (unsigned i = 0; i < 2; i++) {
        tg_field rest = parts[i], word;
        if (has_value(parts[i])) return 0;
        while (next_word(&rest, &word)) thing |= RANK(word, word.bytes, 0, things) == SUREST / 2;
    }
    return thing ? OF_ANY_WORD : 0;
}

/* Whether two columns have one name, and it is that of a thing: "Account" of the bank before it.
 * pandas writes "Account.1" for the second of them. */
static bool is_twice(tg_field a, tg_field b)
{
    const size_t bytes = a.bytes < b.bytes ? a.bytes : b.bytes;
    const tg_field name = {.text = a.text, .bytes = bytes}, longer = a.bytes > bytes ? a : b;
    const bool numbered = longer.bytes == bytes + 2 && longer.text[bytes] == '.' && tg_is_digit(longer.text[bytes + 1]);
    return bytes > 0 && strncasecmp(a.text, b.text, bytes) == 0 && (longer.bytes == bytes || numbered) &&
           RANK(name, bytes, 0, things) == SUREST / 2;
}

/* How sure it is that two names are of the ends of an edge, twice the rank of what they have in
 * common, or one less for a weak pair; 0: they are not. */
static unsigned rank_names(const tg_names *names, uint32_t first, uint32_t second)
{
    const tg_field a = names->at[first], b = names->at[second];
    unsigned best = 0;
    if (!tg_field_has_letter(a) || tg_is_digit(*a.text)) return 0; /* "-1" and "-2" are numbers */
    for (common same = {0}; same.head < a.bytes && same.head < b.bytes; same.head++) {
        if (differ_at(a, b, &same) && !(same.weak && names->words) && !(same.kind == EITHER && names->directed)) {
            const unsigned rank = rank_common(a, &same);
            if (rank > best) best = rank;
        }
        if (lower(a.text[same.head]) != lower(b.text[same.head])) break;
    }
    return best;
}

/* Whether the column has a role. */
static bool is_taken(const tg_roles *roles, uint32_t column)
{
    for (unsigned r = 0; r < TG_ROLES; r++)
        if (roles->at[r] == (int64_t)column || (r <= TG_TARGET && roles->seconds[r] == (int64_t)column)) return true;
    return false;
}

/* Whether a third name without a role continues those of the ends: "node3" after "node1" and "node2", "w" after "u"
 * and "v". Then the columns may be of a matrix, or the corners of a triangle. */
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
    return roles->at[role] == TG_NO_COLUMN ? !is_taken(roles, column) : roles->at[role] == (int64_t)column;
}

/* How many columns may be the ends: all but those with another role. */
static uint32_t free_columns(const tg_names *names, const tg_roles *roles)
{
    uint32_t taken = 0;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) taken += roles->at[r] != TG_NO_COLUMN;
    return names->columns - taken;
}

/* The pairs of columns that have names of ends, by their ranks: how many they are, and the last of each. */
typedef struct pairs_found {
    unsigned count[SUREST + 1];
    uint32_t at[SUREST + 1][2];
    bool named; /* some pair has two different names */
} pairs_found;

static void find_pairs(const tg_names *names, const tg_roles *roles, pairs_found *found)
{
    const bool one_letter = !names->words && free_columns(names, roles) == 2; /* "x1" and "y1" */
    *found = (pairs_found){0};
    for (uint32_t a = 0; a < names->count; a++)
        for (uint32_t b = 0; b < names->count; b++) {
            if (a == b || !may_be(roles, TG_SOURCE, a) || !may_be(roles, TG_TARGET, b)) continue;
            const bool twice = is_twice(names->at[a], names->at[b]);
            const unsigned rank = twice ? SUREST : rank_names(names, a, b);
            if (rank == 0 || (rank == OF_ONE_LETTER && !one_letter)) continue;
            found->count[rank]++;
            found->at[rank][0] = a;
            found->at[rank][1] = b;
            found->named |= !twice;
        }
}

/* Finds the surest pair; false if no pair is, or the names are rather the fields of a line. *several: more
 * than one pair is. */
static bool find_surest(const tg_names *names, tg_roles *roles, bool *several)
{
    pairs_found found;
    unsigned rank = SUREST;
    for (uint32_t i = 0; i < names->count; i++)
        if (tg_field_is_sign(names->at[i]) && !tg_name_is_unit(names->at[i])) return false;
    find_pairs(names, roles, &found);
    while (rank > 0 && found.count[rank] == 0) rank--;
    if (!found.named) return false;
    roles->at[TG_SOURCE] = found.at[rank][0];
    roles->at[TG_TARGET] = found.at[rank][1];
    *several = found.count[rank] > 1 || (rank == SUREST - 1 && found.count[OF_ANY_WORD] > 0);
    return *several || !is_continued(names, roles);
}

bool tg_roles_named_ends(const tg_names *names, tg_roles *roles)
{
    tg_roles made = *roles;
    bool several = false;
    if (!find_surest(names, &made, &several) || several) return false;
    *roles = made;
    return true;
}

bool tg_roles_are_names(const tg_names *names)
{
    tg_roles roles = tg_no_roles();
    bool several = false;
    return find_surest(names, &roles, &several);
}

/* Whether the names of two columns speak against their being the ends. */
static bool may_not_be_ends(const tg_names *names, const uint32_t ends[2])
{
    if (names->count == 0) return false; /* no names are known */
    for (unsigned i = 0; i < 2; i++) {
        if (ends[i] >= names->count) return true;
        const tg_field name = names->at[ends[i]];
        if (RANK(name, name.bytes, 0, others) > 0 || RANK(name, name.bytes, 0, weights) > 0 || has_value(name) ||
            (name.bytes > 8 && memcmp(name.text, "Unnamed:", 8) == 0))
            return true;
    }
    return names->directed || are_of_two_kinds(names->at[ends[0]], names->at[ends[1]]);
}

/* If only two columns are without a role, takes these as the ends. */
static bool take_left(const tg_names *names, tg_roles *roles)
{
    const unsigned known = (roles->at[TG_SOURCE] != TG_NO_COLUMN) + (roles->at[TG_TARGET] != TG_NO_COLUMN);
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
      weighted && roles->at[TG_WEIGHT_ROLE] == TG_NO_COLUMN && tg_roles_value(names, TG_WEIGHT_ROLE, &aside);
    if (!named || !find_ends(names, &aside)) return find_ends(names, roles);
    roles->at[TG_SOURCE] = aside.at[TG_SOURCE];
    roles->at[TG_TARGET] = aside.at[TG_TARGET];
    return true;
}

/* How sure it is that a column of that name has the role; 0: it has not. */
static unsigned rank_value(tg_field name, tg_role role)
{
    switch (role) {
    case TG_WEIGHT_ROLE: return RANK(name, name.bytes, 0, weights);
    case TG_TIME: return RANK(name, name.bytes, 0, times);
    default: return RANK(name, name.bytes, 0, labels);
    }
}

bool tg_roles_value(const tg_names *names, tg_role role, tg_roles *roles)
{
    unsigned best = 0, found = 0;
    uint32_t at = 0;
    for (uint32_t c = 0; c < names->count; c++) {
        const tg_field name = names->at[c];
        const unsigned rank = is_taken(roles, c) ? 0 : rank_value(name, role);
        if (rank == 0 || rank < best) continue;
        found = rank > best ? 1 : found + 1;
        best = rank;
        at = c;
    }
    if (found != 1) return false;
    roles->at[role] = at;
    return true;
}

unsigned tg_name_of_vertices(tg_field name)
{
    return RANK(name, name.bytes, 0, vertices);
}

bool tg_name_is_total(tg_field name)
{
    return RANK(name, name.bytes, 0, totals) > 0;
}

bool tg_roles_may_be_named(const tg_names *names)
{
    for (uint32_t a = 0; a < names->count; a++)
        for (uint32_t b = 0; b < names->count; b++)
            if (a != b && rank_names(names, a, b) > 0) return true;
    return false;
}

tg_role tg_roles_by_names(const tg_names *names, unsigned read, tg_roles *roles)
{
    const bool both = roles->at[TG_SOURCE] != TG_NO_COLUMN && roles->at[TG_TARGET] != TG_NO_COLUMN;
    const bool weighted = (read & tg_role_bit(TG_WEIGHT_ROLE)) != 0;
    if (!both && !tg_roles_ends(names, weighted, roles)) return TG_SOURCE;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++)
        if ((read & tg_role_bit(r)) && roles->at[r] == TG_NO_COLUMN && !tg_roles_value(names, r, roles)) return r;
    return TG_ROLES;
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
    if (columns != 3 || roles->at[TG_SOURCE] + roles->at[TG_TARGET] != 1 || roles->seconds[TG_SOURCE] != TG_NO_COLUMN ||
        roles->at[TG_TIME] == 2 || roles->at[TG_LABEL] == 2)
        return false;
    roles->at[TG_WEIGHT_ROLE] = 2;
    return true;
}

bool tg_name_is_unit(tg_field name)
{
    return name.bytes == 1 && strchr("%#$", *name.text) != NULL;
}

bool tg_name_is_plain(tg_field name)
{
    for (size_t i = 0; i < name.bytes; i++)
        if (strchr(",='\"\\", name.text[i]) != NULL || (unsigned char)name.text[i] < ' ') return false;
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

void tg_roles_say(const tg_names *names, tg_role doubt, const char *what, char message[TG_ROLES_MESSAGE_BYTES])
{
    const tg_field *at = names->at;
    char list[TG_ROLES_MESSAGE_BYTES / 2];
    list_names(names, list);
    if (doubt != TG_SOURCE)
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
          "which of the %s %s has the %ss is not clear: name it by the option 'columns=%s=NAME'", what, list,
          tg_role_names[doubt], tg_role_names[doubt]);
    else if (names->columns == 2 && names->count == 2 && tg_name_is_plain(at[0]) && tg_name_is_plain(at[1]))
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
          "the %s %s may be something else than the ends of an edge%s; if they are these, "
          "give the option 'columns=%.*s,%.*s'",
          what, list, names->directed ? ", or its target and its source" : "", (int)at[0].bytes, at[0].text,
          (int)at[1].bytes, at[1].text);
    else
        snprintf(message, TG_ROLES_MESSAGE_BYTES,
          "which two of the %s %s are the ends of an edge is not clear: name them "
          "by " TG_OPTION("columns=A,B"),
          what, *list ? list : "(there are none)");
}
