/* glibc_2_28.c - what this machine's libstdc++.a asks of its C library, and older ones do not have;
 * packaging/wheel puts it into the GPU part. */
#include <stdint.h>
#include <sys/random.h>

#pragma GCC visibility push(hidden)
/* Whether the process surely has one thread. */
extern char __libc_single_threaded;
char __libc_single_threaded;

uint32_t arc4random(void);
uint32_t arc4random(void)
{
    uint32_t random = 0;
    while (getrandom(&random, sizeof random, 0) != sizeof random) continue;
    return random;
}
#pragma GCC visibility pop
