/* test_options.c - structs that grow: callers older and newer than the library. */
#include "base/options.h"
#include "support/check.h"

/* What a struct was in three versions. */
typedef struct version1 {
    size_t struct_size;
    int first;
} version1;
typedef struct version2 {
    size_t struct_size;
    int first, second;
    double third;
} version2;
typedef struct version3 {
    size_t struct_size;
    int first, second;
    double third;
    char fourth[64];
} version3;

static const version2 defaults = {sizeof(version2), 10, 20, 30.5};

static void none_means_defaults(void **state)
{
    version2 known = defaults;
    (void)state;
    CHECK(TG_READ_OPTIONS(&known, NULL), "NULL");
    CHECK(memcmp(&known, &defaults, sizeof known) == 0, "the defaults stay");
}

static void the_same_version(void **state)
{
    const version2 given = {sizeof given, 1, 2, 3.5};
    version2 known = defaults;
    (void)state;
    CHECK(TG_READ_OPTIONS(&known, &given), "equal sizes");
    CHECK(known.first == 1 && known.second == 2 && known.third == 3.5, "values");
    CHECK_EQ(known.struct_size, sizeof known, "size");
}

static void an_older_caller(void **state)
{
    const version1 given = {sizeof given, 1};
    version2 known = defaults;
    (void)state;
    CHECK(TG_READ_OPTIONS(&known, &given), "a shorter struct");
    CHECK(known.first == 1, "what the caller has");
    CHECK(known.third == 30.5, "what it does not know stays default");
    CHECK_EQ(known.struct_size, sizeof known, "size");
}

static void a_newer_caller(void **state)
{
    const version3 given = {sizeof given, 1, 2, 3.5, "unheard of"};
    struct {
        version2 known;
        unsigned char behind[64];
    } room = {.known = defaults};
    (void)state;
    CHECK(TG_READ_OPTIONS(&room.known, &given), "a longer struct");
    CHECK(room.known.first == 1 && room.known.third == 3.5, "values");
    CHECK_EQ(room.known.struct_size, sizeof room.known, "size");
    for (size_t i = 0; i < sizeof room.behind; i++) CHECK_EQ(room.behind[i], 0, "overwritten");
}

static void a_forgotten_size(void **state)
{
    version2 given = {0, 1, 2, 3.5}, known = defaults;
    (void)state;
    CHECK(!TG_READ_OPTIONS(&known, &given), "size 0");
    given.struct_size = (size_t)-1;
    CHECK(!TG_READ_OPTIONS(&known, &given), "a size that cannot be");
    CHECK(!TG_WRITE_RESULT(&given, &known), "a size that cannot be, on the way back");
    CHECK(!TG_WRITE_RESULT(NULL, &known), "no struct");
}

static void results_fit_the_caller(void **state)
{
    const version2 known = {sizeof known, 1, 2, 3.5};
    struct {
        version1 given;
        unsigned char behind[32];
    } older = {.given = {sizeof older.given, 0}};
    version3 newer = {.struct_size = sizeof newer, .fourth = "kept"};

    (void)state;
    CHECK(TG_WRITE_RESULT(&older.given, &known), "an older caller");
    CHECK(older.given.first == 1 && older.given.struct_size == sizeof(version1), "values");
    for (size_t i = 0; i < sizeof older.behind; i++) CHECK_EQ(older.behind[i], 0, "overwritten");
    CHECK(TG_WRITE_RESULT(&newer, &known), "a newer caller");
    CHECK(newer.third == 3.5 && newer.struct_size == sizeof newer, "values");
    CHECK(strcmp(newer.fourth, "kept") == 0, "what the library does not know stays");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_means_defaults), cmocka_unit_test(the_same_version),
        cmocka_unit_test(an_older_caller),     cmocka_unit_test(a_newer_caller),
        cmocka_unit_test(a_forgotten_size),    cmocka_unit_test(results_fit_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
