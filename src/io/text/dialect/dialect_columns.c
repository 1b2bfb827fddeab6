/* dialect_columns.c - decides which columns of a text are the ends of an edge and its values.
 *
 * - What the caller names comes first: columns by their numbers, or by their names in the header.
 * - Then the names in the header decide (roles.h).
 * - Without a header, two columns that are left beside the named ones are the ends, else the first
 *   two; the weight is the third of exactly three columns.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/text/dialect/dialect.h"

enum { SHOWN = 60 /* bytes of a name or a line that a message shows */ };

static bool read_names(const tg_dialect *dialect, const tg_line_walk *names, tg_names *called)
{
    bool numbers = true;
    tg_dialect cut = *dialect;
    cut.separator = dialect->names_separator;
    *called = tg_dialect_names(&cut, names->begin, names->end);
    if (tg_has_row_names(dialect) && called->count < TG_NAMES_MOST) {
        memmove(called->at + 1, called->at, called->count * sizeof *called->at);
        called->at[0] = (tg_field){.text = names->begin};
        called->count++;
        called->columns++;
    }
    for (uint32_t c = 0; c < called->count; c++) numbers &= tg_field_is_number(called->at[c]);
    return (dialect->header || dialect->comment_header) && !numbers && called->columns == dialect->columns;
}

tg_names tg_dialect_names(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    tg_names names = {.words = dialect->words};
    while (names.count < TG_NAMES_MOST && tg_cut_field(&cutter, &names.at[names.count])) names.count++;
    names.columns = names.count + tg_cut_rest(&cutter);
    return names;
}

bool tg_has_named_ends(const tg_dialect *dialect, const char *begin, const char *end)
{
    const tg_names names = tg_dialect_names(dialect, begin, end);
    tg_roles roles = tg_no_roles();
    return tg_roles_named_ends(&names, &roles) && roles.at[TG_SOURCE] != TG_NO_COLUMN &&
           roles.at[TG_TARGET] != TG_NO_COLUMN;
}

bool tg_names_ends(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_dialect cut = *dialect;
    for (const char *separator = "\t,; "; *separator; separator++) {
        cut.separator = *separator;
        const tg_names names = tg_dialect_names(&cut, begin, end);
        if (tg_roles_may_be_named(&names)) return true;
    }
    return false;
}

bool tg_wish_has_names(const tg_dialect_wish *wanted)
{
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(&wanted->columns, r, named);
        for (unsigned p = 0; p < count; p++)
            if (!tg_field_is_digits(named[p])) return true;
    }
    return false;
}

static int shown(const tg_line_walk *line)
{
    return (int)(line->end - line->begin < SHOWN ? line->end - line->begin : SHOWN);
}

static tricorn_status find_name(
  const tg_dialect *dialect, const tg_line_walk *names, tg_field wanted, int64_t *column, tg_dialect_fault *fault)
{
    tg_cutter cutter = tg_cut(names->begin, names->end, dialect->names_separator);
    const char *name = wanted.text;
    const size_t bytes = wanted.bytes;
    const int name_shown = bytes < SHOWN ? (int)bytes : SHOWN;
    unsigned found = 0;
    tg_field field;
    while ((dialect->header || dialect->comment_header) && tg_cut_field(&cutter, &field)) {
        if (!tg_field_is(field, name, bytes)) continue;
        *column = cutter.fields - 1 + tg_has_row_names(dialect);
        found++;
    }
    if (found == 1 && dialect->row_names && !tg_has_row_names(dialect))
        return tg_dialect_refuse(fault, names->number,
          "the lines have one column more than the first line has names: name "
          "columns by their numbers, from 1 on, and give " TG_OPTION("header=yes"));
    if (found == 1) return TRICORN_OK;
    if (found > 1)
        return tg_dialect_refuse(fault, names->number,
          "%u columns are named '%.*s': name columns by their numbers, from "
          "1 on, and give " TG_OPTION("header=yes"),
          found, name_shown, name);
    char hint[SHOWN + SHOWN] = "";
    if (dialect->comment_names != NULL) {
        const char *begin = dialect->comment_names + strspn(dialect->comment_names, "#% \t");
        tg_cutter comment = tg_cut(begin, begin + strlen(begin), dialect->separator);
        while (tg_cut_field(&comment, &field))
            if (tg_field_is(field, name, bytes))
                snprintf(hint, sizeof hint,
                  "; the comment before it names column %" PRIu32 " so: give numbers of columns", comment.fields);
    }
    return tg_dialect_refuse(fault, names->number,
      "no column is named '%.*s' in the first line that is no comment: %.*s%s", name_shown, name, shown(names),
      names->begin, hint);
}

static tricorn_status find_given(
  const tg_dialect *dialect, const tg_line_walk *names, tg_field given, int64_t *column, tg_dialect_fault *fault)
{
    uint64_t number = 0;
    if (!tg_field_index(given, &number)) return find_name(dialect, names, given, column, fault);
    if (number == 0 || number > TG_COLUMNS_MOST)
        return tg_dialect_invalid(fault, "the column '%s': the numbers of columns go from 1 to 65536", given.text);
    *column = (int64_t)number - 1;
    return TRICORN_OK;
}

/* Finds all columns that the caller has named; each has one role. */
static tricorn_status find_all_given(const tg_dialect_wish *wanted, const tg_line_walk *names,
  const tg_dialect *dialect, tg_roles *roles, tg_dialect_fault *fault)
{
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(&wanted->columns, r, named);
        for (unsigned p = 0; p < count; p++) {
            const tricorn_status status =
              find_given(dialect, names, named[p], p == 0 ? &roles->at[r] : &roles->seconds[r], fault);
            if (status != TRICORN_OK) return status;
        }
    }
    tg_role clash[2];
    if (!tg_roles_clash(roles, clash)) return TRICORN_OK;
    snprintf(fault->message, sizeof fault->message, "%s and %s are one and the same column, '%.*s': name two",
      tg_role_names[clash[0]], tg_role_names[clash[1]], SHOWN, tg_column_named(&wanted->columns, clash[1]));
    fault->line = 0;
    return TRICORN_INVALID_ARGUMENT;
}

tricorn_status tg_dialect_columns(const tg_dialect_wish *wanted, const tg_line_walk *names, tg_dialect *dialect,
  tg_column_roles *found, tg_dialect_fault *fault)
{
    *found = (tg_column_roles){.roles = tg_no_roles(), .known = true};
    tg_roles *roles = &found->roles;
    TG_DO(find_all_given(wanted, names, dialect, roles, fault));
    const bool both = wanted->columns.source && wanted->columns.target;
    tg_names called;
    if (!both && read_names(dialect, names, &called)) {
        called.directed = wanted->directed;
        called.words = false; /* the first line is a header, so its words are names */
        found->known = tg_roles_ends(&called, (wanted->read & tg_role_bit(TG_WEIGHT_ROLE)) != 0, roles);
    } else if (!both) {
        const tg_roles_place place = tg_roles_by_places(dialect->columns, roles);
        found->left = place == TG_PLACES_LEFT;
        found->places = true;
        found->known = place != TG_PLACES_UNKNOWN;
    }
    if (!found->known) return TRICORN_OK;
    dialect->reversed = roles->at[TG_SOURCE] > roles->at[TG_TARGET];
    dialect->ends[dialect->reversed] = (uint32_t)roles->at[TG_SOURCE];
    dialect->ends[!dialect->reversed] = (uint32_t)roles->at[TG_TARGET];
    dialect->parts = roles->seconds[TG_SOURCE] != TG_NO_COLUMN;
    for (unsigned i = 0; dialect->parts && i < 2; i++) dialect->seconds[i] = (uint32_t)roles->seconds[i];
    if (both) dialect->named = dialect->varies = true;
    return TRICORN_OK;
}

/* Whether the column of a value is clear, by what the caller says, by the names or by its place. */
static bool find_value(const tg_dialect *dialect, const tg_line_walk *names, tg_role role, tg_roles *roles)
{
    tg_names called;
    if (roles->at[role] != TG_NO_COLUMN) return true;
    if (read_names(dialect, names, &called)) return tg_roles_value(&called, role, roles);
    return role == TG_WEIGHT_ROLE && tg_roles_third_is_weight(dialect->columns, roles);
}

tricorn_status tg_dialect_find_values(const tg_dialect_wish *wanted, const tg_line_walk *names, tg_dialect *dialect,
  tg_column_roles *found, tg_dialect_fault *fault)
{
    if (dialect->columns == 0) return TRICORN_OK;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) {
        const char *role = tg_role_names[r];
        if (!(wanted->read & tg_role_bit(r))) continue;
        if (dialect->columns == 2 && tg_column_named(&wanted->columns, r) == NULL)
            return tg_dialect_refuse(
              fault, names->number, "two columns, the ends of edges, and no column 3 with %ss", role);
        if (!find_value(dialect, names, r, &found->roles))
            return tg_dialect_refuse(fault, names->number,
              "which of the %" PRIu32 " columns has the %ss is not clear: name it, by its number "
              "from 1 on or by its name in the header, by the option 'columns=%s=NAME': %.*s",
              dialect->columns, role, role, shown(names), names->begin);
        dialect->values[r] = (uint32_t)found->roles.at[r] + 1;
    }
    return TRICORN_OK;
}

tricorn_status tg_dialect_refuse_columns(
  const tg_dialect_wish *wanted, const tg_line_walk *names, const tg_dialect *dialect, tg_dialect_fault *fault)
{
    char message[TG_ROLES_MESSAGE_BYTES];
    tg_names called = tg_dialect_names(dialect, names->begin, names->end);
    called.directed = wanted->directed;
    if (tg_has_row_names(dialect))
        return tg_dialect_refuse(fault, names->number,
          "names %" PRIu32 " columns, one less than the lines have: if the first column holds names of "
          "rows, give " TG_OPTION("columns=2,3") "; if the line is a title, " TG_OPTION("header=yes") ": %.*s",
          called.columns, shown(names), names->begin);
    tg_roles_say(&called, TG_SOURCE, "columns", message);
    return tg_dialect_refuse(fault, names->number, "%s", message);
}
