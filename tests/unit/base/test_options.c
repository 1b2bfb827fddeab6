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

#define READS(known, given) (TG_READ_STRUCT(NULL, known, given, A_INIT) == TRICORN_OK)

static const version2 defaults = {sizeof(version2), 10, 20, 30.5};

TEST_CASE(none_means_defaults)
{
    version2 known = defaults;
    CHECK(READS(&known, NULL), "NULL");
    CHECK(memcmp(&known, &defaults, sizeof known) == 0, "the defaults stay");
}

TEST_CASE(the_same_version)
{
    const version2 given = {sizeof given, 1, 2, 3.5};
    version2 known = defaults;
    CHECK(READS(&known, &given), "equal sizes");
    CHECK(known.first == 1 && known.second == 2 && known.third == 3.5, "values");
    CHECK_EQ(known.struct_size, sizeof known, "size");
}

TEST_CASE(an_older_caller)
{
    const version1 given = {sizeof given, 1};
    version2 known = defaults;
    CHECK(READS(&known, &given), "a shorter struct");
    CHECK(known.first == 1, "what the caller has");
    CHECK(known.third == 30.5, "what it does not know stays default");
    CHECK_EQ(known.struct_size, sizeof known, "size");
}

/* What the library does not know must be 0: it would be left out without a word. */
TEST_CASE(a_newer_caller)
{
    version3 given = {sizeof given, 1, 2, 3.5, ""};
    struct {
        version2 known;
        unsigned char behind[64];
    } room = {.known = defaults};
    CHECK(READS(&room.known, &given), "a longer struct");
    CHECK(room.known.first == 1 && room.known.third == 3.5, "values");
    CHECK_EQ(room.known.struct_size, sizeof room.known, "size");
    for (size_t i = 0; i < sizeof room.behind; i++) CHECK_EQ(room.behind[i], 0, "overwritten");
    for (size_t i = 0; i < sizeof given.fourth; i++) {
        room.known = defaults;
        memset(given.fourth, 0, sizeof given.fourth);
        given.fourth[i] = 1;
        CHECK_EQ(tg_check_size(&given, sizeof room.known), TG_SIZE_NEWER, "byte %zu is set", i);
        CHECK(!READS(&room.known, &given), "byte %zu is set", i);
        CHECK(memcmp(&room.known, &defaults, sizeof defaults) == 0, "the defaults stay");
    }
}

/* Every size up to one and a half times the greatest, and the ends of the range of a size_t.
 * Right are two words and more, as far as the struct is 0 beyond what is known. */
TEST_CASE(sizes)
{
    enum { WORD = sizeof(size_t), MOST = 1024 };
    static const size_t large[] = {4096, (size_t)1 << 20, (size_t)1 << 32, SIZE_MAX / 2, SIZE_MAX - 7, SIZE_MAX};
    size_t given[MOST / WORD] = {0};
    version2 known = defaults;
    for (size_t size = 0; size < MOST + MOST / 2; size++) {
        const bool right = size >= 2 * WORD && size <= MOST && size % WORD == 0;
        given[0] = size;
        CHECK_EQ(tg_check_size(given, sizeof known), right ? TG_SIZE_RIGHT : TG_SIZE_WRONG, "size %zu", size);
        CHECK_EQ(READS(&known, given), right, "size %zu", size);
    }
    for (size_t i = 0; i < LENGTH(large); i++) {
        given[0] = large[i];
        CHECK_EQ(tg_check_size(given, sizeof known), TG_SIZE_WRONG, "size %zu", large[i]);
    }
}

TEST_CASE(messages)
{
    version3 given = {.fourth = "unheard of"};
    version2 known = defaults;
    tricorn_context *context = test_new_context(NULL);
    REQUIRE_STATUS(context, TG_READ_STRUCT(context, &known, &given, A_INIT), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "struct_size is 0");
    CHECK_MESSAGE(context, "A_INIT");
    given.struct_size = sizeof given;
    REQUIRE_STATUS(context, TG_READ_STRUCT(context, &known, &given, A_INIT), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "not 0");
    CHECK_MESSAGE(context, tricorn_version());
    CHECK(memcmp(&known, &defaults, sizeof known) == 0, "the defaults stay");
    REQUIRE_OK(context, TG_READ_STRUCT(context, &known, NULL, A_INIT));
    REQUIRE_OK(context, tg_check_struct(context, NULL, sizeof known, "A_INIT"));
    tricorn_context_free(context);
}

TEST_CASE(results_fit_the_caller)
{
    const version2 known = {sizeof known, 1, 2, 3.5};
    struct {
        version1 given;
        unsigned char behind[32];
    } older = {.given = {sizeof older.given, 0}};
    version3 newer = {.struct_size = sizeof newer, .fourth = "kept"};

    TG_WRITE_RESULT(&older.given, &known);
    CHECK(older.given.first == 1 && older.given.struct_size == sizeof(version1), "values");
    for (size_t i = 0; i < sizeof older.behind; i++) CHECK_EQ(older.behind[i], 0, "overwritten");
    TG_WRITE_RESULT(&newer, &known);
    CHECK(newer.third == 3.5 && newer.struct_size == sizeof newer, "values");
    CHECK(strcmp(newer.fourth, "kept") == 0, "what the library does not know stays");
}

TEST_MAIN()
