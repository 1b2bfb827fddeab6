/* test_parameters.c - parameters of algorithms: their descriptions are complete; text is read, or
 * refused with a message. */
#include <stdio.h>
#include <string.h>

#include "registry/registry.h"
#include "support/fixture.h"

/* Two made-up parameters, under the name of an algorithm that every build has. */
static const tricorn_parameter_description parameters[] = {
  {"rows", "of something", 1, 500, 100},
  {"all", "numbers", 0, UINT32_MAX, 7},
};

static tg_algorithm with_parameters(void)
{
    tg_algorithm algorithm = *tg_algorithm_at(0);
    algorithm.description.parameters = parameters;
    algorithm.description.parameter_count = 2;
    return algorithm;
}

TEST_CASE(descriptions_make_sense)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tricorn_algorithm_description *of = &tg_algorithm_at(a)->description;
        CHECK(of->parameter_count <= TG_MOST_PARAMETERS, "%s has too many", of->name);
        for (size_t p = 0; p < of->parameter_count; p++) {
            const tricorn_parameter_description *is = &of->parameters[p];
            CHECK(is->name && is->summary, "%s, parameter %zu", of->name, p);
            CHECK(strcspn(is->name, "=., ") == strlen(is->name), "%s.%s", of->name, is->name);
            CHECK(is->least <= is->standard && is->standard <= is->most, "%s.%s", of->name, is->name);
            const tg_setup setup = tg_standard_setup(tg_algorithm_at(a), TG_SINK_TOTAL);
            CHECK_EQ(setup.values[p], is->standard, "%s.%s", of->name, is->name);
        }
    }
}

TEST_CASE(algorithms_say_what_they_do)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const tricorn_algorithm_description *of = &algorithm->description;
        static const char *const names[] = {"merge", "search", "hash", "bitmap"};
        CHECK(of->iterator && of->lookup && of->granularity, "%s", of->name);
        CHECK(strcmp(of->lookup, names[algorithm->lookup]) == 0, "%s looks up by %s", of->name, of->lookup);
        /* Algorithms of tricorn's own have no publication. */
        if (strncmp(of->source, "tricorn", strlen("tricorn")) == 0)
            CHECK(of->year == 0, "%s: %u", of->name, of->year);
        else
            CHECK(of->year > 2000 && of->year < 2100, "%s: %u", of->name, of->year);
    }
}

TEST_CASE(texts_without_parameters_give_the_standard)
{
    static const char *const empty[] = {NULL, "", " ", ", ,"};
    const tg_algorithm algorithm = with_parameters();
    for (size_t i = 0; i < LENGTH(empty); i++) {
        tg_setup setup = tg_standard_setup(&algorithm, TG_SINK_TOTAL);
        WORKS(tg_read_parameters(fixture.context, empty[i], &setup));
        CHECK_EQ(setup.values[0], 100, "text %zu", i);
        CHECK_EQ(setup.values[1], 7, "text %zu", i);
    }
}

/* Texts that are refused, each with a part of the message. */
TEST_CASE(bad_texts_are_refused)
{
    static const struct {
        const char *text, *word;
    } bad[] = {
      {"turn", "ALGORITHM.PARAMETER=NUMBER"},
      {"turn=3", "ALGORITHM.PARAMETER=NUMBER"},
      {"=.", "ALGORITHM.PARAMETER=NUMBER"},
      {"cpu-adaptive.", "ALGORITHM.PARAMETER=NUMBER"},
      {"nonsense.rows=3", "no algorithm 'nonsense'"},
      {"cpu-merge-edge.rows=3", "it has none"},
      {"cpu-merge-edge.=3", "no parameter ''"},
    };
    for (size_t i = 0; i < 2 * (LENGTH(bad)); i++) {
        const bool known = i % 2 == 0; /* which algorithm will count */
        tg_setup setup = {.algorithm = known ? tg_algorithm_find("cpu-merge-edge") : NULL, .values = {42}};
        FAILS(tg_read_parameters(fixture.context, bad[i / 2].text, &setup), TRICORN_INVALID_ARGUMENT);
        SAYS(bad[i / 2].word);
        CHECK_EQ(setup.values[0], 42, "%s changed a value", bad[i / 2].text);
    }
}

TEST_CASE(long_texts_are_refused)
{
    char text[5000];
    tg_setup setup = tg_standard_setup(tg_algorithm_at(0), TG_SINK_TOTAL);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    text[1000] = '.';
    text[2000] = '=';
    FAILS(tg_read_parameters(fixture.context, text, &setup), TRICORN_INVALID_ARGUMENT);
}

/* "paper" stands for the settings of the paper; others before and after it count, too. */
TEST_CASE(papers_have_a_mode)
{
    const tg_algorithm *found = tg_algorithm_find("cpu-merge-edge");
    tg_setup setup = tg_standard_setup(found, TG_SINK_TOTAL);
    CHECK(found->description.paper == NULL, "an algorithm without other values of its paper");
    FAILS(tg_read_parameters(fixture.context, "forward.paper=1", &setup), TRICORN_INVALID_ARGUMENT);
    SAYS("no parameter 'paper'");
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tricorn_algorithm_description *of = &tg_algorithm_at(a)->description;
        char text[256];
        if (of->paper == NULL) continue;
        tg_setup one = tg_standard_setup(tg_algorithm_at(a), TG_SINK_TOTAL), all = one, none = one;
        WORKS(tg_read_parameters(fixture.context, of->paper, &one));
        snprintf(text, sizeof text, "%s.paper=1", of->alias);
        WORKS(tg_read_parameters(fixture.context, text, &all));
        assert_memory_equal(one.values, all.values, sizeof one.values);
        snprintf(text, sizeof text, "%s.paper=0", of->name);
        WORKS(tg_read_parameters(fixture.context, text, &none));
        CHECK(memcmp(one.values, none.values, sizeof one.values) != 0, "%s: the paper's values are the standard ones",
          of->name);
        snprintf(
          text, sizeof text, "%s.paper=1 %s.%s=%u", of->name, of->name, of->parameters[0].name, of->parameters[0].most);
        WORKS(tg_read_parameters(fixture.context, text, &all));
        CHECK_EQ(all.values[0], of->parameters[0].most, "%s: a setting behind it", of->name);
        snprintf(text, sizeof text, "%s.paper=2", of->name);
        FAILS(tg_read_parameters(fixture.context, text, &all), TRICORN_INVALID_ARGUMENT);
    }
}

/* What the papers say, in the order of the parameters; 0 where a parameter is of ours alone. Polak 3.3: 64 threads
 * in a block, 8 blocks on each multiprocessor, whole warps, one read in each step, two arrays of ids; without virtual
 * warps, shared reads and prefetching (3.4.6). Green, as Li et al. ran it: 32 lanes for each edge,
 * one piece each, 512 threads, a block for each ten edges, whole lists. TriCore: the tree is always cached, edges
 * stay on the GPU, whole lists. H-INDEX, as Li et al. ran it: 32 buckets whatever the length, which continue in
 * global memory, a warp for each edge, whole lists. TRUST 4.3: blocks above 100 ids, warps below, no third class, one
 * vertex at a time (Fig. 8); 3.1 and 3.2: 32 and 1,024 buckets, 6 slots of them in shared memory, up to 128 in all,
 * 1,024 blocks of 32 warps; 4.2: threads find their ids by walking, 64 of them together as in its program. GroupTC,
 * section V: u is the table unless twice its length is less than the other's (turn, table), threads go on at their
 * last offset, a block of 256 threads takes 256 edges. Fox III-A: 32 bins; III-B: T = W / C, up to 256 threads for
 * Intersect-Path and any number for Par-Search, whose work is d_u; C is 16 steps and 8 keys; III-C: one piece a
 * thread; III-D: whole lists. Bisson, as Li et al. describe it: by the mean degree, 38 and 3.8; a bitmap of all
 * vertices for a thread, too. Hu, as they describe it: a block for each vertex, whose threads walk all rows. */
static const struct {
    const char *alias;
    uint32_t count, values[TG_MOST_PARAMETERS];
} papers[] = {
  {"polak", 8, {64, 8, 32, 1, 0, 1, 0, 0}},
  {"green", 5, {32, 0, 512, 10, 1}},
  {"tricore", 3, {0, 0, 1}},
  {"h-index", 5, {32, UINT32_MAX, 2, 1, 1}},
  {"trust", 13, {100, 0, 1, 1, 32, 1024, 6, 128, 1024, 1024, 1, 64, 1}},
  {"grouptc", 5, {2, 0, 1, 1, 256}},
  {"fox-intersect-path", 6, {16, 32, 256, 0, 1, 1}},
  {"fox-par-search", 8, {8, 32, 0, 0, 1, 1, 1, 0}},
  {"bisson", 4, {38, 3, 1, 1}},
  {"hu", 2, {0, 1}},
};

TEST_CASE(papers_launches)
{
    for (size_t p = 0; p < LENGTH(papers); p++) {
        const tg_algorithm *of = tg_algorithm_find(papers[p].alias);
        if (of == NULL) skip(); /* a build without CUDA */
        tg_setup setup = tg_standard_setup(of, TG_SINK_TOTAL);
        WORKS(tg_read_parameters(fixture.context, of->description.paper, &setup));
        CHECK_EQ(of->description.parameter_count, papers[p].count, "%s", papers[p].alias);
        for (uint32_t i = 0; i < papers[p].count; i++)
            CHECK_EQ(
              setup.values[i], papers[p].values[i], "%s.%s", papers[p].alias, of->description.parameters[i].name);
    }
}

/* Tests an algorithm with parameters, if this build has one. */
TEST_CASE(values_are_read_and_bounded)
{
    const tg_algorithm *trust = tg_algorithm_find("trust");
    tg_setup setup;
    if (trust == NULL) skip();
    setup = tg_standard_setup(trust, TG_SINK_TOTAL);
    WORKS(tg_read_parameters(fixture.context, "trust.block_row=4294967295,gpu-hash-team-vertex.chunk=3 ", &setup));
    CHECK_EQ(setup.values[0], UINT32_MAX, "block_row");
    CHECK_EQ(setup.values[1], trust->description.parameters[1].standard, "short_row");
    CHECK_EQ(setup.values[2], 3, "chunk");
    static const char *const bad[] = {"trust.block_row=0", "trust.block_row=4294967296", "trust.block_row=-1",
      "trust.block_row=", "trust.block_row=1x", "trust.block_row=99999999999999999999"};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        FAILS(tg_read_parameters(fixture.context, bad[i], &setup), TRICORN_INVALID_ARGUMENT);
        SAYS("from 1 to 4294967295");
    }
    FAILS(tg_read_parameters(fixture.context, "grouptc.turn=2", &setup), TRICORN_INVALID_ARGUMENT);
    SAYS("but gpu-hash-team-vertex counts");
}

TEST_MAIN_EACH(test_create, test_destroy)
