/* test_presence.c - GPUs by the files of a folder of devices. */
#include "registry/presence.h"

#include <stdio.h>

#include "support/check.h"
#include "support/files.h"

static void devices_by_their_files(void **state)
{
    static const char *const others[] = {"nvidiactl", "nvidia-uvm", "nvidia",  "nvidia1x",
                                         "null",      "xnvidia0",   "nvidia-0"};
    test_folder folder;
    char path[TEST_PATH_BYTES];
    (void)state;
    test_folder_create(&folder);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(devices_by_their_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
