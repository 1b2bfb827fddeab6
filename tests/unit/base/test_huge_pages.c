/* test_huge_pages.c - large blocks use huge pages if the system has them: checked with
 * /proc/self/smaps. */
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#include "support/check.h"

enum { BLOCK_BYTES = 64 << 20, LINE_BYTES = 512 };

/* "always [madvise] never": by advice, or without. */
static bool are_allowed(void)
{
    char line[LINE_BYTES] = "";
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "re");
    if (file == NULL) return false;
    const bool allowed = fgets(line, sizeof line, file) && strstr(line, "[never]") == NULL;
    fclose(file);
    return allowed;
}

/* Bytes on huge pages of the mapping that holds an address. */
static uint64_t huge_bytes_at(const void *address)
{
    const unsigned long at = (unsigned long)(uintptr_t)address;
    unsigned long begin, end, kilobytes, huge = 0;
    bool here = false;
    char line[LINE_BYTES];
    FILE *file = fopen("/proc/self/smaps", "re");
    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lx-%lx ", &begin, &end) == 2) here = begin <= at && at < end;
        if (here && sscanf(line, "AnonHugePages: %lu kB", &kilobytes) == 1) huge = kilobytes;
    }
    fclose(file);
    return huge << 10;
}

/* Half is enough: fragmented memory gives fewer. Blocks that grew have as many as new ones. */
TEST_CASE(large_blocks_are_huge)
{
    unsigned char *fresh = NULL, *grown = NULL;

    if (!are_allowed()) {
        print_message("huge pages are switched off on this machine\n");
        skip();
    }
    tricorn_context *context = test_new_context(NULL);
    REQUIRE_OK(context, TG_ALLOC(context, BLOCK_BYTES, &fresh));
    memset(fresh, 1, BLOCK_BYTES);
    for (uint64_t bytes = BLOCK_BYTES / 8; bytes <= BLOCK_BYTES; bytes *= 2)
        REQUIRE_OK(context, TG_REALLOC(context, bytes, &grown));
    memset(grown, 1, BLOCK_BYTES);
    const uint64_t of_fresh = huge_bytes_at(fresh + BLOCK_BYTES / 2);
    const uint64_t of_grown = huge_bytes_at(grown + BLOCK_BYTES / 2);
    print_message("of %d MiB on huge pages: %d MiB of a fresh block, %d MiB of one that grew\n", BLOCK_BYTES >> 20,
      (int)(of_fresh >> 20), (int)(of_grown >> 20));
    CHECK(of_fresh >= BLOCK_BYTES / 2, "%d MiB", (int)(of_fresh >> 20));
    CHECK(of_grown >= BLOCK_BYTES / 2, "%d MiB", (int)(of_grown >> 20));
    tg_free(fresh);
    tg_free(grown);
    tricorn_context_free(context);
}

TEST_MAIN()
