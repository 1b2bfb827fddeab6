/* zeros.c - an array that is zero, and takes memory only where it was written. */
#include "base/zeros.h"

#include <sys/mman.h>
#include <unistd.h>

tricorn_status tg_zeros_create(tricorn_context *context, uint64_t bytes, tg_zeros *zeros)
{
    void *map = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
                       "the system gives no %llu bytes of address space",
                       (unsigned long long)bytes);
    (void)madvise(map, bytes, MADV_NOHUGEPAGE); /* advice */
    *zeros = (tg_zeros){map, bytes};
    return TRICORN_OK;
}

void tg_zeros_free(tg_zeros *zeros)
{
    if (zeros->begin != NULL) munmap(zeros->begin, zeros->bytes ? zeros->bytes : 1);
    *zeros = (tg_zeros){0};
}

void tg_zeros_clear(tg_zeros *zeros, uint64_t first, uint64_t last)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t begin = first / page * page, end = (last + page - 1) / page * page;
    const uint64_t most = (zeros->bytes + page - 1) / page * page;
    if (begin < end)
        (void)madvise((char *)zeros->begin + begin, (end < most ? end : most) - begin,
                      MADV_DONTNEED);
}
