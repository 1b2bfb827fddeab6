/* test_gpus.c - GPUs by the files of a folder of devices, and GPUs that are hidden from CUDA. */
#include "base/gpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/files.h"

TEST_CASE(devices_by_their_files)
{
    static const char *const others[] = {
      "nvidiactl", "nvidia-uvm", "nvidia", "nvidia1x", "null", "xnvidia0", "nvidia-0"};
    test_folder folder;
    char path[TEST_PATH_BYTES];
    test_folder_create(&folder);
    for (size_t i = 0; i < LENGTH(others); i++) {
        test_folder_path(&folder, others[i], path);
        test_file_write(path, "", 0, TEST_PLAIN);
    }
    CHECK(!tg_gpu_seems_present_in(folder.path, NULL, 0), "none of these is a GPU");
    test_folder_path(&folder, "nvidia3", path); /* a container may have only one of them */
    test_file_write(path, "", 0, TEST_PLAIN);
    CHECK(tg_gpu_seems_present_in(folder.path, NULL, 0), "one GPU");
    CHECK(!tg_gpu_seems_present_in(folder.path, NULL, 1), "one GPU");
    test_folder_path(&folder, "nvidia10", path);
    test_file_write(path, "", 0, TEST_PLAIN);
    CHECK(tg_gpu_seems_present_in(folder.path, NULL, 1), "two GPUs");
    CHECK(!tg_gpu_seems_present_in(folder.path, NULL, 2), "two GPUs");
    CHECK(!tg_gpu_seems_present_in(folder.path, NULL, UINT32_MAX), "two GPUs");

    CHECK(!tg_gpu_seems_present_in(folder.path, "", 0), "none is visible");
    CHECK(!tg_gpu_seems_present_in(folder.path, "-1", 0), "none is visible");
    CHECK(tg_gpu_seems_present_in(folder.path, "1", 0), "one is visible");
    CHECK(!tg_gpu_seems_present_in(folder.path, "1", 1), "one is visible");
    CHECK(!tg_gpu_seems_present_in(folder.path, "1,-1,0", 1), "one is visible");
    CHECK(tg_gpu_seems_present_in(folder.path, "GPU-89,GPU-90,GPU-91", 1), "two are there");
    CHECK(!tg_gpu_seems_present_in(folder.path, "0,1,2", 2), "two are there");
    test_folder_remove(&folder);
    CHECK(!tg_gpu_seems_present_in(folder.path, NULL, 0), "no folder");
}

/* A folder with the files of four GPUs. */
static void create_four(test_folder *folder)
{
    char path[TEST_PATH_BYTES];
    test_folder_create(folder);
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "nvidia%d", i);
        test_folder_path(folder, name, path);
        test_file_write(path, "", 0, TEST_PLAIN);
    }
}

TEST_CASE(the_others_are_hidden)
{
    static const struct {
        const char *visible;
        tg_gpus gpus;
        const char *value; /* NULL: nothing is to hide, or a GPU does not exist */
    } cases[] = {
      {NULL, {{0}, 1}, "0"},
      {NULL, {{1}, 1}, "1"},
      {NULL, {{0, 2}, 2}, "0,2"},
      {NULL, {{3, 1}, 2}, "3,1"},
      {NULL, {{0, 1, 2, 3}, 4}, NULL},
      {NULL, {{4}, 1}, NULL},
      {NULL, {{0, 4}, 2}, NULL},
      {"", {{0}, 1}, NULL},
      {"-1", {{0}, 1}, NULL},
      {"2", {{0}, 1}, NULL},
      {"2", {{1}, 1}, NULL},
      {"3,1", {{0}, 1}, "3"},
      {"3,1", {{1}, 1}, "1"},
      {"3,1", {{1, 0}, 2}, NULL},
      {"3,1,0", {{2, 0}, 2}, "0,3"},
      {"3,1,-1,0", {{1}, 1}, "1"},
      {"3,1,-1,0", {{2}, 1}, NULL},
      {"GPU-8932f937,GPU-5,2", {{1}, 1}, "GPU-5"},
      {"GPU-8932f937,GPU-5,2", {{0, 2}, 2}, "GPU-8932f937,2"},
      {"MIG-GPU-8932f937/1/0,MIG-7", {{1}, 1}, "MIG-7"},
    };
    test_folder folder;
    create_four(&folder);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char value[TG_VISIBLE_BYTES] = "";
        const bool hides = tg_gpus_alone_in(folder.path, cases[i].visible, &cases[i].gpus, value);
        CHECK(hides == (cases[i].value != NULL), "case %zu: %d", i, hides);
        if (hides) CHECK(strcmp(value, cases[i].value) == 0, "case %zu: %s", i, value);
    }
    char value[TG_VISIBLE_BYTES], entries[3 * TG_VISIBLE_BYTES];
    memset(entries, 'x', sizeof entries);
    entries[TG_VISIBLE_BYTES] = ',';
    entries[sizeof entries - 1] = 0;
    CHECK(!tg_gpus_alone_in(folder.path, entries, &cases[0].gpus, value), "a name without end");
    test_folder_remove(&folder);
    CHECK(!tg_gpus_alone_in(folder.path, NULL, &cases[0].gpus, value), "no GPU is known");
}

/* Random lists of names: the value has those names that the numbers choose. */
TEST_CASE(names_are_chosen)
{
    enum { CASES = 2000, NAMES = 20, NAME_BYTES = 8 };
    srand(7);
    for (int c = 0; c < CASES; c++) {
        char names[NAMES][NAME_BYTES], visible[NAMES * NAME_BYTES] = "";
        char value[TG_VISIBLE_BYTES], expected[NAMES * NAME_BYTES] = "";
        const uint32_t all = 2 + (uint32_t)rand() % (NAMES - 2);
        tg_gpus gpus = {.count = 0};
        for (uint32_t i = 0; i < all; i++) {
            snprintf(names[i], NAME_BYTES, rand() % 2 ? "%d" : "GPU-%d", rand() % 1000);
            if (i > 0) strcat(visible, ",");
            strcat(visible, names[i]);
        }
        for (uint32_t i = (uint32_t)rand() % all; i < all; i += 1 + (uint32_t)rand() % 3) {
            if (gpus.count == TG_MOST_GPUS || gpus.count + 1 == all) break;
            gpus.numbers[gpus.count++] = all - 1 - i;
            if (*expected) strcat(expected, ",");
            strcat(expected, names[all - 1 - i]);
        }
        CHECK(tg_gpus_alone_in("/nowhere", visible, &gpus, value), "%s", visible);
        CHECK(strcmp(value, expected) == 0, "%s of %s, not %s", value, visible, expected);
    }
}

/* GPUs keep the users' numbers, also if GPUs are hidden twice. */
TEST_CASE(users_numbers)
{
    const tg_gpus once = {{3, 1, 3, 4}, 4}, then = {{2}, 1};
    uint32_t ordinal = 42;
    CHECK(tg_gpu_of_user(7, &ordinal) && ordinal == 7, "none is hidden");
    CHECK_EQ(tg_gpu_for_user(7), 7, "none is hidden");
    setenv("CUDA_VISIBLE_DEVICES", "0,1,5,GPU-7,6", 1);
    tg_gpus_hide_others(&once);
    CHECK(strcmp(getenv("CUDA_VISIBLE_DEVICES"), "GPU-7,1,6") == 0, "%s", getenv("CUDA_VISIBLE_DEVICES"));
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t users[] = {3, 1, 4};
        CHECK(tg_gpu_of_user(users[i], &ordinal) && ordinal == i, "gpu:%u", users[i]);
        CHECK_EQ(tg_gpu_for_user(i), users[i], "number %u", i);
    }
    CHECK(!tg_gpu_of_user(0, &ordinal) && !tg_gpu_of_user(2, &ordinal), "two are hidden");
    tg_gpus_hide_others(&then);
    CHECK(strcmp(getenv("CUDA_VISIBLE_DEVICES"), "6") == 0, "%s", getenv("CUDA_VISIBLE_DEVICES"));
    CHECK(tg_gpu_of_user(4, &ordinal) && ordinal == 0, "gpu:4");
    CHECK_EQ(tg_gpu_for_user(0), 4, "number 0");
    CHECK(!tg_gpu_of_user(3, &ordinal), "gpu:3 is hidden");
}

TEST_MAIN()
