/* test_columns.c - the columns of tables by their names: in any order, with what the caller has named,
 * and what is refused. */
#include <stdio.h>
#include <string.h>

#include "support/fixture.h"
#include "support/random.h"

enum { MOST = 9 };

typedef struct table {
    const char *names[MOST]; /* up to NULL */
    tricorn_columns given;
    bool weights;
    const char *where; /* a condition, or NULL */
} table;

static tricorn_status find(const table *of, tricorn_column_places *places)
{
    size_t count = 0;
    while (of->names[count]) count++;
    tricorn_load_options options =
      *LOADING(.text.columns = of->given, .graph.weights = of->weights, .where = &of->where);
    options.where_count = of->where != NULL;
    *places = (tricorn_column_places)TRICORN_COLUMN_PLACES_INIT;
    return tricorn_columns_find(fixture.context, of->names, count, &options, places);
}

TEST_CASE(found)
{
    static const struct {
        table of;
        int64_t source, target, weight;
    } cases[] = {
      {{.names = {"source", "target"}}, 0, 1, -1},
      {{.names = {"to", "x", "from", "y"}}, 2, 0, -1},
      {{.names = {"v", "u"}}, 1, 0, -1},
      {{.names = {"v2", "v1"}}, 1, 0, -1}, /* of two columns */
      {{.names = {"weight", "v2", "v1"}, .weights = true}, 2, 1, 0},
      {{.names = {"p", "q"}}, 0, 1, -1},
      {{.names = {"src", "w", "dst"}, .weights = true}, 0, 2, 1},
      {{.names = {"u", "v", "w"}, .weights = true}, 0, 1, 2},
      {{.names = {"score", "sender", "receiver", "weight"}, .weights = true}, 1, 2, 3},
      {{.names = {"start", "end", "source", "target"}}, 2, 3, -1},
      {{.names = {"step", "type", "amount", "nameOrig", "old", "new", "nameDest"}}, 3, 6, -1},
      {{.names = {"a", "b", "c", "d"}, .given = {.source = "d", .target = "2"}}, 3, 1, -1},
      {{.names = {"p", "q", "r"}, .given = {.time = "q"}}, 0, 2, -1},
      {{.names = {"p", "q", "r"}, .given = {.target = "p", .weight = "q"}}, 2, 0, 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_column_places places;
        WORKS(find(&cases[i].of, &places));
        CHECK(places.source == cases[i].source && places.target == cases[i].target && places.weight == cases[i].weight,
          "case %zu", i);
    }
}

TEST_CASE(found_for_conditions)
{
    static const struct {
        table of;
        int64_t weight, time, label;
    } cases[] = {
      {{.names = {"from", "to", "weight", "time", "label"}}, -1, -1, -1},
      {{.names = {"from", "to", "weight", "time", "label"}, .where = "weight>1"}, 2, -1, -1},
      {{.names = {"from", "to", "weight", "time", "label"}, .where = "time>1"}, -1, 3, -1},
      {{.names = {"type", "from", "date", "to"}, .where = "label=x"}, -1, -1, 0},
      {{.names = {"type", "from", "date", "to", "timestamp"}, .where = "time>1"}, -1, 4, -1},
      {{.names = {"from", "to", "x"}, .where = "label=x", .given = {.label = "x"}}, -1, -1, 2},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_column_places places;
        WORKS(find(&cases[i].of, &places));
        CHECK(places.weight == cases[i].weight && places.time == cases[i].time && places.label == cases[i].label,
          "case %zu", i);
    }
}

TEST_CASE(conditions_of_values)
{
    static const char *const conditions[] = {"weight>1", "label=b"}, *const texts[] = {"1", "2", "b"};
    uint8_t holds[3] = {7, 7, 7};
    tricorn_load_options options = *LOADING(.where = conditions, .where_count = 2);
    tricorn_column_texts values = {.role = "weight", .texts = texts, .count = 2};
    WORKS(tricorn_conditions_test(fixture.context, &options, &values, holds));
    CHECK(holds[0] == 0 && holds[1] == 1 && holds[2] == 7, "weights");
    values.count = 3;
    CHECK_EQ(tricorn_conditions_test(fixture.context, &options, &values, holds), TRICORN_BAD_FORMAT, "a word");
    SAYS("texts[2] 'b' is no weight");
    values.role = "label";
    WORKS(tricorn_conditions_test(fixture.context, &options, &values, holds));
    CHECK(holds[0] == 0 && holds[1] == 0 && holds[2] == 1, "labels");
    values.role = "source";
    CHECK_EQ(tricorn_conditions_test(fixture.context, &options, &values, holds), TRICORN_INVALID_ARGUMENT, "an end");
    SAYS("none of weight, time and label");
    options.where_count = 3;
    options.where = (const char *const[]){"weight>1", NULL, "label=b"};
    CHECK_EQ(tricorn_conditions_test(fixture.context, &options, &values, holds), TRICORN_INVALID_ARGUMENT, "NULL");
    SAYS("where[1] is NULL");
}

/* Arrays have no values that conditions could be asked of. */
TEST_CASE(arrays_have_no_conditions)
{
    static const char *const conditions[] = {"weight>1"};
    const uint32_t pairs[] = {0, 1};
    tricorn_graph *graph = NULL;
    tricorn_load_options options = *LOADING(.where = conditions, .where_count = 1);
    CHECK_EQ(tricorn_graph_from_edges32(fixture.context, pairs, 1, &options, &graph), TRICORN_UNSUPPORTED, "pairs");
    SAYS("arrays are read without it");
    CHECK_EQ(tricorn_graph_from_csr(fixture.context, 0, (const uint64_t[]){0}, NULL, &options, &graph),
      TRICORN_UNSUPPORTED, "rows");
}

TEST_CASE(refused)
{
    static const struct {
        table of;
        tricorn_status status;
        const char *message;
    } cases[] = {
      {{.names = {"id", "value"}}, TRICORN_BAD_FORMAT, "the option 'columns=id,value'"},
      {{.names = {"a,b", "id"}}, TRICORN_BAD_FORMAT, "which two of the columns 'a,b', 'id'"},
      {{.names = {"vertex", "triangles"}}, TRICORN_BAD_FORMAT, "may be something else"},
      {{.names = {"u", "v", "w"}}, TRICORN_BAD_FORMAT, "columns=A,B"},
      {{.names = {"source", "target", "from", "to"}}, TRICORN_BAD_FORMAT, "'source', 'target', 'from', 'to'"},
      {{.names = {"step", "type", "nameOrig"}}, TRICORN_BAD_FORMAT, "which two"},
      {{.names = {"x1", "y1", "x2"}}, TRICORN_BAD_FORMAT, "which two"},
      {{.names = {"source"}}, TRICORN_BAD_FORMAT, "which two"},
      {{.names = {NULL}}, TRICORN_BAD_FORMAT, "there are none"},
      {{.names = {"source", "target", "cost"}, .weights = true}, TRICORN_BAD_FORMAT, "columns=weight=NAME"},
      {{.names = {"source", "target"}, .given = {.source = "x", .target = "target"}}, TRICORN_BAD_FORMAT,
        "no column is named 'x'"},
      {{.names = {"a", "a", "b"}, .given = {.source = "a", .target = "b"}}, TRICORN_BAD_FORMAT,
        "2 columns are named 'a'"},
      {{.names = {"a", "b"}, .given = {.source = "b", .target = "2"}}, TRICORN_INVALID_ARGUMENT, "same column, 'b'"},
      {{.names = {"a", "b"}, .given = {.source = "3", .target = "2"}}, TRICORN_INVALID_ARGUMENT, "from 1 to 2"},
      {{.names = {"a", "b"}, .given = {.source = "0", .target = "2"}}, TRICORN_INVALID_ARGUMENT, "from 1 to 2"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_column_places places;
        CHECK_EQ(find(&cases[i].of, &places), cases[i].status, "case %zu", i);
        const char *message = tricorn_context_message(fixture.context);
        CHECK(strstr(message, cases[i].message), "case %zu: %s", i, message);
        CHECK(places.source == 0 && places.target == 0, "case %zu has an output", i);
    }
}

/* Any pair of the list, anywhere among columns that are none of the two. */
TEST_CASE(every_pair_anywhere)
{
    static const char *const pairs[][2] = {
#define TG_ENDS(first, second, alone) {first, second},
#include "io/text/dialect/roles.def"
    };
    static const char *const others[] = {"Unnamed: 0", "time", "label", "balance", "weight", ""};
    enum { OTHERS = LENGTH(others) };
    test_random random = {20};
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        char names[2][64];
        table of = {.weights = false};
        tricorn_column_places places;
        const bool number = pairs[i][0][0] == '0' || pairs[i][0][0] == '1';
        for (int e = 0; e < 2; e++) snprintf(names[e], sizeof names[e], number ? "node_%s" : "%s_id", pairs[i][e]);
        const uint32_t source = test_random_below(&random, OTHERS + 2);
        const uint32_t target = (source + 1 + test_random_below(&random, OTHERS + 1)) % (OTHERS + 2);
        of.names[source] = names[0];
        of.names[target] = names[1];
        for (int place = 0, other = 0; place < OTHERS + 2; place++)
            if (of.names[place] == NULL) of.names[place] = others[other++];
        WORKS(find(&of, &places));
        CHECK(places.source == (int64_t)source && places.target == (int64_t)target, "%s", names[0]);
    }
}

/* Ids in two columns, of which the ends may share one; no other role may have one of them. */
TEST_CASE(ids_in_two_columns)
{
    static const char *const names[] = {"bank", "x", "y", "a+b"};
    static const struct {
        const char *source, *target, *weight;
        int64_t places[4]; /* of the source and its second word, and of the target and its second word */
        const char *refused;
    } cases[] = {
      {"bank+x", "bank+y", NULL, {0, 1, 0, 2}, NULL},
      {"2+1", "y+1", NULL, {1, 0, 2, 0}, NULL},
      {"bank+4", "x+y", NULL, {0, 3, 1, 2}, NULL},
      {"x", "y", NULL, {1, -1, 2, -1}, NULL},
      {"bank+x", "x+bank", NULL, {0, 1, 1, 0}, NULL},
      {"bank+x", "bank+1", NULL, {0}, "one and the same"},
      {"bank+x", "1+x", NULL, {0}, "one and the same"},
      {"bank+x", "bank+y", "x", {0}, "one and the same"},
      {"bank+x", "y", NULL, {0}, "two columns for each"},
      {"bank+x", NULL, NULL, {0}, "two columns for each"},
      {"bank+no", "bank+y", NULL, {0}, "no column is named 'no'"},
      {"bank+5", "bank+y", NULL, {0}, "from 1 to 4"},
      {"a+b+c", "x", NULL, {0}, "no column is named 'a+b+c'"},
      {"+x", "y", NULL, {0}, "no column is named '+x'"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_column_places found = TRICORN_COLUMN_PLACES_INIT;
        const tricorn_status status = tricorn_columns_find(fixture.context, names, LENGTH(names),
          LOADING(.text.columns = (tricorn_columns){cases[i].source, cases[i].target, cases[i].weight, NULL, NULL}),
          &found);
        CHECK_EQ(status == TRICORN_OK, cases[i].refused == NULL, "%s", cases[i].source);
        if (cases[i].refused) {
            SAYS(cases[i].refused);
            continue;
        }
        const int64_t got[] = {found.source, found.source_second, found.target, found.target_second};
        CHECK(memcmp(got, cases[i].places, sizeof got) == 0, "%s", cases[i].source);
    }
}

TEST_CASE(no_names)
{
    const char *names[] = {"source", NULL};
    tricorn_column_places places = TRICORN_COLUMN_PLACES_INIT;
    CHECK_EQ(tricorn_columns_find(fixture.context, names, 2, NULL, &places), TRICORN_INVALID_ARGUMENT, "NULL");
    SAYS("names[1] is NULL");
}

TEST_MAIN_BETWEEN(test_create_single, test_destroy)
