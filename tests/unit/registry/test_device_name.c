/* test_device_name.c - names of devices. */
#include <stdlib.h>
#include <string.h>

#include "registry/device_name.h"
#include "support/fixture.h"

TEST_CASE(names_are_read_and_said)
{
    static const struct {
        const char *name, *said;
        uint32_t count, last;
    } good[] = {
      {"gpu", "gpu:0", 1, 0},
      {"gpu:7", "gpu:7", 1, 7},
      {"gpu:0,1", "gpu:0,1", 2, 1},
      {"gpu:0,0", "gpu:0,0", 2, 0},
      {"gpu:4294967294", "gpu:4294967294", 1, 4294967294u},
      {"gpu:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", "gpu:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", 16, 15},
    };
    for (size_t i = 0; i < LENGTH(good); i++) {
        tg_device_choice choice;
        WORKS(tg_device_choice_read(fixture.context, good[i].name, &choice));
        const tg_gpus gpus = choice.gpus;
        CHECK(!choice.automatic && choice.kind == TG_GPU, "%s", good[i].name);
        CHECK_EQ(gpus.count, good[i].count, "%s", good[i].name);
        CHECK_EQ(gpus.numbers[gpus.count - 1], good[i].last, "%s", good[i].name);
        CHECK(strcmp(tg_gpus_name(&gpus), good[i].said) == 0, "%s is named %s", good[i].name, tg_gpus_name(&gpus));
        CHECK(tg_gpus_name(&gpus) == tg_gpus_name(&gpus), "%s: one text", good[i].name);
    }
}

TEST_CASE(bad_names_are_refused)
{
    static const char *const bad[] = {
      "gpus",
      "",
      "cpu:0",
      "cuda",
      "autos",
      "gpu:",
      "gpu:x",
      "gpu:-1",
      "gpu:0,",
      "gpu:,0",
      "gpu:0;1",
      "gpu:0x",
      "gpu: 1",
      "gpu:4294967295",
      "gpu:0,,1",
      "gpu:99999999999999999999",
      "gpu:0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        tg_device_choice choice = {.gpus = {.count = 42}};
        FAILS(tg_device_choice_read(fixture.context, bad[i], &choice), TRICORN_INVALID_ARGUMENT);
        CHECK_EQ(choice.gpus.count, 42, "%s", bad[i]);
    }
}

TEST_CASE(other_devices)
{
    tg_device_choice choice;
    WORKS(tg_device_choice_read(fixture.context, NULL, &choice));
    CHECK(choice.automatic, "no name");
    WORKS(tg_device_choice_read(fixture.context, "auto", &choice));
    CHECK(choice.automatic, "auto");
    WORKS(tg_device_choice_read(fixture.context, "cpu", &choice));
    CHECK(!choice.automatic && choice.kind == TG_CPU, "cpu");
}

/* GPUs have the same names if CUDA numbers them otherwise, because others are hidden. They
 * stay hidden in the tests that follow. */
TEST_CASE(names_of_few)
{
    const tg_gpus few = {{2, 5}, 2};
    tg_device_choice choice;
    setenv("CUDA_VISIBLE_DEVICES", "0,1,2,3,4,5", 1);
    tg_gpus_hide_others(&few);
    assert_true(tg_device_choice_parse("gpu:5,2,5", &choice));
    CHECK_EQ(choice.gpus.count, 3, "gpu:5,2,5");
    for (uint32_t g = 0; g < 3; g++) CHECK_EQ(choice.gpus.numbers[g], (g + 1) % 2, "GPU %u", g);
    CHECK(strcmp(tg_gpus_name(&choice.gpus), "gpu:5,2,5") == 0, "%s", tg_gpus_name(&choice.gpus));
    CHECK(!tg_device_choice_parse("gpu:0", &choice), "gpu:0 is hidden");
    assert_true(tg_device_choice_parse("gpu", &choice));
    CHECK(strcmp(tg_gpus_name(&choice.gpus), "gpu:2") == 0, "the first is gpu:2");
}

/* More names than are kept: the others get a different name, but never a wrong one. These
 * numbers are not those of hidden GPUs. */
TEST_CASE(many_names)
{
    for (uint32_t g = TG_MOST_GPUS; g < 200; g++) {
        const tg_gpus gpus = {.numbers = {g, g + 1}, .count = 2};
        const char *name = tg_gpus_name(&gpus);
        CHECK(strcmp(name, "gpu") == 0 || strtoul(name + 4, NULL, 10) == g, "%u is %s", g, name);
    }
}

TEST_MAIN_EACH(test_create, test_destroy)
