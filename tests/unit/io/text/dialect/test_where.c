/* test_where.c - times against the C library's calendar, and conditions against their meaning. */
#include "io/text/dialect/where.h"
#include "support/fixture.h"
#include "support/random.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static tg_field field(const char *text)
{
    return (tg_field){.text = text, .bytes = strlen(text)};
}

TEST_CASE(known_times)
{
    static const struct {
        const char *text;
        int64_t whole;
        double rest;
        bool dated;
    } cases[] = {
      {"0", 0, 0, false},
      {"-3", -3, 0, false},
      {"1577836800123456789", 1577836800123456789, 0, false},
      {"9223372036854775807", INT64_MAX, 0, false},
      {"-1.5", -2, 0.5, false},
      {"1.5e3", 1500, 0, false},
      {"1970-01-01", 0, 0, true},
      {"2001-09-09T01:46:40Z", 1000000000, 0, true}, /* the billionth second */
      {"2009-02-13 23:31:30", 1234567890, 0, true},
      {"2038-01-19T03:14:08+00:00", INT64_C(1) << 31, 0, true},
      {"2038-01-19T04:14:08+01:00", INT64_C(1) << 31, 0, true},
      {"2038-01-18 22:44:08-0430", INT64_C(1) << 31, 0, true},
      {"2038-01-19 05:14:08+02", INT64_C(1) << 31, 0, true},
      {"1969-12-31 23:59:59.5 UTC", -1, 0.5, true},
      {"1970-01-01 00:00:00.000000001", 0, 1e-9, true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tg_time found;
        CHECK(tg_time_read(field(cases[i].text), &found), "%s is no time", cases[i].text);
        CHECK(found.whole == cases[i].whole && found.rest == cases[i].rest && found.dated == cases[i].dated,
          "%s: %lld + %g", cases[i].text, (long long)found.whole, found.rest);
    }
}

TEST_CASE(no_times)
{
    static const char *const texts[] = {"", "x", "2024-13-01", "2024-00-01", "2023-02-29", "1900-02-29", "2024-1-1",
      "2024-01-01T", "2024-01-01 25:00", "2024-01-01 10:60", "2024-01-01x", "01/02/2024", "2024-01-01 10:00 CET",
      "2024-01-01 10:00+1", "2024-01-01 10:00:00.", "1e300", "9223372036854775808", "nan", "10:00"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        tg_time found;
        CHECK(!tg_time_read(field(texts[i]), &found), "%s is a time", texts[i]);
    }
}

/* Days and seconds of years 1 to 9999, against timegm(). */
TEST_CASE(random_dates)
{
    enum { TRIALS = 200000, SECONDS = 86400 };
    test_random random = {11};
    for (unsigned i = 0; i < TRIALS; i++) {
        const int64_t first = -62135596800, last = 253402300799; /* the ends of year 1 and of year 9999 */
        const time_t at = (time_t)(first + (int64_t)(test_random_next(&random) % (uint64_t)(last - first)));
        struct tm parts;
        char text[64];
        tg_time found;
        if (gmtime_r(&at, &parts) == NULL) fail();
        strftime(text, sizeof text, i % 2 ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d %H:%M:%S", &parts);
        const size_t year = strspn(text, "0123456789");
        char padded[72];
        snprintf(padded, sizeof padded, "%.*s%s", (int)(4 - year), "0000", text);
        CHECK(tg_time_read(field(padded), &found) && found.whole == (int64_t)at && found.rest == 0, "%s", padded);
    }
}

/* Reads these conditions; NULL: they end. */
static tricorn_status read_all(const char *const *texts, tg_where *where)
{
    tricorn_load_options options = *LOADING(.where = texts);
    while (texts[options.where_count]) options.where_count++;
    return tg_where_read(fixture.context, &options, where);
}

static bool holds(const char *const *texts, tg_role role, const char *value)
{
    tg_where where;
    char fault[TG_WHERE_MESSAGE_BYTES];
    WORKS(read_all(texts, &where));
    const bool does = tg_where_holds(&where, role, field(value), fault);
    CHECK(*fault == 0, "%s: %s", value, fault);
    return does;
}

TEST_CASE(several)
{
    const char *const window[] = {"time>=2024-01-31", "time<2024-02-01T12:00+01:00", "label=a", NULL};
    CHECK(holds(window, TG_TIME, "2024-02-01 10:59:59.999"), "within");
    CHECK(!holds(window, TG_TIME, "2024-02-01 11:00"), "at its end");
    CHECK(!holds(window, TG_TIME, "2024-01-30T23:59:59Z"), "before");
    const char *const labels[] = {"label = a b", "label==c", "label!=d", NULL};
    CHECK(holds(labels, TG_LABEL, "a b") && holds(labels, TG_LABEL, "c"), "one of two");
    CHECK(!holds(labels, TG_LABEL, "d") && !holds(labels, TG_LABEL, "a"), "neither");
    const char *const no_label[] = {"label!=d", "label!=e=f", NULL};
    CHECK(holds(no_label, TG_LABEL, "D") && !holds(no_label, TG_LABEL, "e=f"), "not these");
    CHECK(holds(no_label, TG_WEIGHT_ROLE, "1"), "nothing is asked of weights");
    const char *const exact[] = {"time>1577836800123456788", NULL};
    CHECK(holds(exact, TG_TIME, "1577836800123456789") && !holds(exact, TG_TIME, "1577836800123456788"), "exact");
}

TEST_CASE(values_that_are_none)
{
    static const struct {
        const char *condition;
        tg_role role;
        const char *value, *fault;
    } cases[] = {
      {"weight>1", TG_WEIGHT_ROLE, "x", "'x' is no weight"},
      {"weight>1", TG_WEIGHT_ROLE, "1e999", "too large"},
      {"time>1", TG_TIME, "soon", "'soon' is no time: a time is a number, or a date such as 2024-01-31"},
      {"time>1", TG_TIME, "2024-01-31", "give a date"},
      {"time>2024-01-31", TG_TIME, "5", "give a number"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *const texts[] = {cases[i].condition, NULL};
        tg_where where;
        char fault[TG_WHERE_MESSAGE_BYTES];
        WORKS(read_all(texts, &where));
        CHECK(!tg_where_holds(&where, cases[i].role, field(cases[i].value), fault), "%s", cases[i].value);
        CHECK(strstr(fault, cases[i].fault), "%s: %s", cases[i].value, fault);
    }
}

TEST_CASE(no_conditions)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
      {"", "is none: give weight, time or label"},
      {"w>5", "is none"},
      {"weight", "is none"},
      {"source=5", "is none"},
      {"weight~5", "is none"},
      {"weight>", "has no value"},
      {"weight>x", "has no weight"},
      {"weight>nan", "has no weight"},
      {"time>2024-02-30", "has no time"},
      {"label<a", "only equal (=) or not (!=)"},
    };
    tg_where where;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *const texts[] = {"weight>1", cases[i].text, NULL};
        CHECK_EQ(read_all(texts, &where), TRICORN_INVALID_ARGUMENT, "%s", cases[i].text);
        SAYS(cases[i].fault);
    }
    char label[TG_CONDITION_LABEL_MOST + 16];
    memset(label, 'x', sizeof label);
    memcpy(label, "label=", 6);
    label[TG_CONDITION_LABEL_MOST + 6] = 0;
    WORKS(read_all((const char *const[]){label, NULL}, &where));
    label[TG_CONDITION_LABEL_MOST + 6] = 'x';
    label[TG_CONDITION_LABEL_MOST + 7] = 0;
    CHECK_EQ(read_all((const char *const[]){label, NULL}, &where), TRICORN_INVALID_ARGUMENT, "a long label");
    const char *many[TG_CONDITIONS_MOST + 2] = {NULL};
    for (unsigned i = 0; i <= TG_CONDITIONS_MOST; i++) many[i] = "weight>1";
    CHECK_EQ(read_all(many, &where), TRICORN_INVALID_ARGUMENT, "too many");
    many[TG_CONDITIONS_MOST] = NULL;
    WORKS(read_all(many, &where));
}

TEST_MAIN_BETWEEN(test_create_single, test_destroy)
