/* where.c - reads conditions, and asks them of values. */
#include "io/text/dialect/where.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "io/text/scan.h"

enum { SHOWN = 60 /* bytes of a value that a message shows */ };

#define TIMES "a number, or a date such as 2024-01-31 or 2024-01-31T09:30:00Z"

/* ---- times ---- */

/* Reads `digits` digits at *at, and moves it behind them; -1 if these are no digits. */
static int read_digits(const char **at, const char *end, int digits)
{
    int number = 0;
    if (end - *at < digits) return -1;
    for (int i = 0; i < digits; i++, ++*at) {
        if (!tg_is_digit(**at)) return -1;
        number = 10 * number + (**at - '0');
    }
    return number;
}

static bool skip(const char **at, const char *end, char byte)
{
    if (*at == end || **at != byte) return false;
    ++*at;
    return true;
}

/* The days from 1970-01-01 to a day of the Gregorian calendar. Source: Hinnant, "chrono-compatible low-level
 * date algorithms", days_from_civil. */
static int64_t days_of(int year, int month, int day)
{
    enum { ERA_YEARS = 400, ERA_DAYS = 146097, DAYS_TO_1970 = 719468, MARCH = 3 };
    const int64_t y = year - (month < MARCH), era = y / ERA_YEARS, of_era = y - era * ERA_YEARS;
    const int64_t of_year = (153 * (month + (month < MARCH ? 9 : -3)) + 2) / 5 + day - 1;
    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - DAYS_TO_1970;
}

static bool read_day(const char **at, const char *end, tg_time *time)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int year = read_digits(at, end, 4);
    if (year < 0 || !skip(at, end, '-')) return false;
    const int month = read_digits(at, end, 2);
    if (month < 1 || month > 12 || !skip(at, end, '-')) return false;
    const int day = read_digits(at, end, 2);
    const bool leaps = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (day < 1 || day > days[month - 1] + leaps) return false;
    *time = (tg_time){.whole = 86400 * days_of(year, month, day), .dated = true};
    return true;
}

/* Reads the digits behind the point of seconds, down to nanoseconds. */
static bool read_fraction(const char **at, const char *end, tg_time *time)
{
    int64_t nanoseconds = 0, unit = 1000000000;
    if (!skip(at, end, '.')) return true;
    if (*at == end || !tg_is_digit(**at)) return false;
    for (; *at < end && tg_is_digit(**at); ++*at) {
        unit /= 10;
        nanoseconds += unit * (**at - '0');
    }
    time->rest = (double)nanoseconds / 1e9;
    return true;
}

/* Reads hours and minutes, and seconds if they follow. */
static bool read_clock(const char **at, const char *end, tg_time *time)
{
    const int hours = read_digits(at, end, 2);
    if (hours < 0 || hours > 24 || !skip(at, end, ':')) return false;
    const int minutes = read_digits(at, end, 2);
    if (minutes < 0 || minutes > 59) return false;
    time->whole += 3600 * hours + 60 * minutes;
    if (!skip(at, end, ':')) return true;
    const int seconds = read_digits(at, end, 2);
    if (seconds < 0 || seconds > 60) return false;
    time->whole += seconds;
    return read_fraction(at, end, time);
}

/* Reads what says the zone, if anything does: Z, UTC, +01, +0100, +01:00. */
static bool read_zone(const char **at, const char *end, tg_time *time)
{
    skip(at, end, ' ');
    if (*at == end || skip(at, end, 'Z')) return *at == end;
    if (end - *at == 3 && memcmp(*at, "UTC", 3) == 0) {
        *at = end;
        return true;
    }
    const bool behind = **at == '-';
    if (!skip(at, end, '-') && !skip(at, end, '+')) return false;
    const int hours = read_digits(at, end, 2);
    skip(at, end, ':');
    const int minutes = *at == end ? 0 : read_digits(at, end, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
    const int seconds = 3600 * hours + 60 * minutes;
    time->whole += behind ? seconds : -seconds;
    return true;
}

static bool read_date(tg_field field, tg_time *time)
{
    const char *at = field.text, *end = at + field.bytes;
    if (!read_day(&at, end, time)) return false;
    if (at == end) return true;
    if (!skip(&at, end, 'T') && !skip(&at, end, ' ')) return false;
    return read_clock(&at, end, time) && read_zone(&at, end, time) && at == end;
}

/* Whether the field is a whole number of 64 bits; sets it. */
static bool read_whole(tg_field field, int64_t *number)
{
    const bool negative = field.bytes > 1 && *field.text == '-';
    const tg_field digits = {.text = field.text + negative, .bytes = field.bytes - negative};
    uint64_t found;
    if (!tg_field_index(digits, &found) || found > INT64_MAX) return false;
    *number = negative ? -(int64_t)found : (int64_t)found;
    return true;
}

bool tg_time_read(tg_field field, tg_time *time)
{
    const double bound = 9223372036854775808.0; /* 2^63 */
    double number = 0;
    *time = (tg_time){0};
    if (read_whole(field, &time->whole)) return true;
    if (read_date(field, time)) return true;
    if (tg_field_weight(field, true, &number) != TG_WEIGHT_FITS || fabs(number) >= bound) return false;
    const double below = floor(number);
    *time = (tg_time){.whole = (int64_t)below, .rest = number - below};
    return true;
}

int tg_time_compare(const tg_time *a, const tg_time *b)
{
    if (a->whole != b->whole) return a->whole < b->whole ? -1 : 1;
    return (a->rest > b->rest) - (a->rest < b->rest);
}

/* ---- conditions ---- */

static const struct {
    const char *sign;
    tg_comparison comparison;
} signs[] = {/* the longer ones first */
  {">=", TG_AT_LEAST}, {"<=", TG_AT_MOST}, {"!=", TG_UNEQUAL}, {"==", TG_EQUAL}, {"=", TG_EQUAL}, {"<", TG_LESS},
  {">", TG_MORE}};

/* The text without the blanks around it. */
static tg_field trimmed(const char *begin, const char *end)
{
    while (begin < end && tg_is_blank(*begin)) begin++;
    while (end > begin && tg_is_blank(end[-1])) end--;
    return (tg_field){.text = begin, .bytes = (size_t)(end - begin)};
}

/* Finds the role and the sign; returns the text behind the sign, or NULL. */
static const char *read_begin(const char *text, tg_condition *made)
{
    const char *at = text + strcspn(text, "=<>!");
    const tg_field name = trimmed(text, at);
    *made = (tg_condition){.text = text, .role = TG_ROLES};
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++)
        if (tg_field_is(name, tg_role_names[r], strlen(tg_role_names[r]))) made->role = r;
    for (size_t s = 0; s < sizeof signs / sizeof *signs && made->role < TG_ROLES; s++) {
        const size_t bytes = strlen(signs[s].sign);
        if (strncmp(at, signs[s].sign, bytes) != 0) continue;
        made->comparison = signs[s].comparison;
        return at + bytes;
    }
    return NULL;
}

/* Why the text is no condition; NULL: it is one. */
static const char *read_condition(const char *text, tg_condition *made)
{
    const char *behind = read_begin(text, made);
    if (behind == NULL)
        return "is none: give weight, time or label, one of = != < <= > >=, and a value, as in weight>=5";
    const tg_field value = trimmed(behind, behind + strlen(behind));
    if (value.bytes == 0) return "has no value";
    switch (made->role) {
    case TG_WEIGHT_ROLE:
        return tg_field_weight(value, true, &made->weight) == TG_WEIGHT_FITS ? NULL
                                                                             : "has no weight: a weight is a number";
    case TG_TIME: return tg_time_read(value, &made->time) ? NULL : "has no time: a time is " TIMES;
    default:
        made->label = value;
        if (made->comparison != TG_EQUAL && made->comparison != TG_UNEQUAL)
            return "compares labels: they are only equal (=) or not (!=)";
        return value.bytes <= TG_CONDITION_LABEL_MOST ? NULL : "has a label of more than 512 bytes";
    }
}

tricorn_status tg_where_read(tricorn_context *context, const tricorn_load_options *options, tg_where *where)
{
    *where = (tg_where){0};
    if (options->where_count > TG_CONDITIONS_MOST)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%" PRIu64 " conditions in " TG_OPTION("where") ": give at most %u", options->where_count,
          TG_CONDITIONS_MOST);
    if (options->where_count > 0 && options->where == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "where is NULL, and where_count is not 0");
    for (uint64_t c = 0; c < options->where_count; c++) {
        const char *text = options->where[c];
        if (text == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "where[%" PRIu64 "] is NULL", c);
        const char *fault = read_condition(text, &where->at[c]);
        if (fault != NULL)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the condition '%.*s' of " TG_OPTION("where") " %s",
              SHOWN, text, fault);
        where->roles |= 1u << where->at[c].role;
        where->count++;
    }
    return TRICORN_OK;
}

tricorn_status tg_refuse_where(tricorn_context *context, const tricorn_load_options *options, const char *what)
{
    if (options->where_count == 0) return TRICORN_OK;
    return tg_fail(
      context, TRICORN_UNSUPPORTED, TG_OPTION("where") " leaves out lines of files: %s are read without it", what);
}

unsigned tg_roles_read(const tricorn_load_options *options)
{
    unsigned read = (options->graph.weights ? 1u << TG_WEIGHT_ROLE : 0) |
                    (options->times ? 1u << (options->times == TRICORN_LABELS ? TG_LABEL : TG_TIME) : 0);
    tg_condition made;
    for (uint64_t c = 0; c < options->where_count; c++)
        if (read_begin(options->where[c], &made) != NULL) read |= 1u << made.role;
    return read;
}

/* ---- values ---- */

static bool say(char message[TG_WHERE_MESSAGE_BYTES], tg_field value, const char *fault)
{
    snprintf(message, TG_WHERE_MESSAGE_BYTES, "'%.*s%s' %s", (int)(value.bytes < SHOWN ? value.bytes : SHOWN),
      value.text, value.bytes > SHOWN ? "..." : "", fault);
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    return false;
}

static bool compares(tg_comparison comparison, int order)
{
    switch (comparison) {
    case TG_EQUAL: return order == 0;
    case TG_UNEQUAL: return order != 0;
    case TG_LESS: return order < 0;
    case TG_AT_MOST: return order <= 0;
    case TG_MORE: return order > 0;
    default: return order >= 0;
    }
}

static bool weight_holds(const tg_where *where, tg_field value, char message[TG_WHERE_MESSAGE_BYTES])
{
    double weight = 0;
    bool holds = true;
    const tg_weight_kind kind = tg_field_weight(value, true, &weight);
    if (kind != TG_WEIGHT_FITS)
        return say(message, value,
          kind == TG_WEIGHT_INFINITE ? "is a weight that is too large for a double"
                                     : "is no weight: a weight is a number");
    for (uint32_t c = 0; c < where->count; c++) {
        const tg_condition *of = &where->at[c];
        if (of->role == TG_WEIGHT_ROLE)
            holds &= compares(of->comparison, (weight > of->weight) - (weight < of->weight));
    }
    return holds;
}

static bool time_holds(const tg_where *where, tg_field value, char message[TG_WHERE_MESSAGE_BYTES])
{
    tg_time time;
    bool holds = true;
    if (!tg_time_read(value, &time)) return say(message, value, "is no time: a time is " TIMES);
    for (uint32_t c = 0; c < where->count; c++) {
        const tg_condition *of = &where->at[c];
        if (of->role != TG_TIME) continue;
        if (of->time.dated != time.dated)
            return say(message, value,
              time.dated ? "is a date, and a condition has a number: give a date, such as 2024-01-31"
                         : "is a number, and a condition has a date: give a number, as the times are");
        holds &= compares(of->comparison, tg_time_compare(&time, &of->time));
    }
    return holds;
}

bool tg_time_store(tg_field field, _Atomic int *form, int64_t *time, char message[TG_WHERE_MESSAGE_BYTES])
{
    tg_time read;
    int before = 0;
    *message = 0;
    if (!tg_time_read(field, &read)) return say(message, field, "is no time of 64 bits: a time is " TIMES);
    /* From 2^53 on, a number with a point may be rounded: */
    const bool exact = read.dated || read_whole(field, time) || llabs(read.whole) < INT64_C(1) << 53;
    if (read.rest != 0 || !exact)
        return say(
          message, field, "is neither a whole number nor a date in whole seconds: give times in a smaller unit");
    *time = read.whole;
    return atomic_compare_exchange_strong(form, &before, 1 + read.dated) || before == 1 + read.dated ||
           say(message, field, "is a date, or another time is one: give dates alone, or numbers");
}

static bool label_holds(const tg_where *where, tg_field value)
{
    bool one = false, wanted = false;
    for (uint32_t c = 0; c < where->count; c++) {
        const tg_condition *of = &where->at[c];
        if (of->role != TG_LABEL) continue;
        const bool equal = tg_field_is(value, of->label.text, of->label.bytes);
        if (of->comparison == TG_UNEQUAL && equal) return false;
        wanted |= of->comparison == TG_EQUAL;
        one |= of->comparison == TG_EQUAL && equal;
    }
    return one || !wanted;
}

bool tg_where_holds(const tg_where *where, tg_role role, tg_field value, char message[TG_WHERE_MESSAGE_BYTES])
{
    *message = 0;
    switch (role) {
    case TG_WEIGHT_ROLE: return weight_holds(where, value, message);
    case TG_TIME: return time_holds(where, value, message);
    case TG_LABEL: return label_holds(where, value);
    default: return true;
    }
}
