/* system.h - the system's calls on files, of which the n-th one can fail.
 *
 * The linker redirects the library's system calls to the __wrap_ functions of system.c (CMakeLists.txt).
 */
#pragma once

#include "support/allocator.h"
#include "support/check.h"

/* FOLDER: one is made, or its names are listed. */
typedef enum call_kind { OPEN, READ, WRITE, SYNC, LINK, RENAME, CLOSE, FOLDER, CALL_KINDS } call_kind;

extern struct faults {
    call_kind kind;
    int64_t fail_at; /* number of the call of that kind that fails, from 0; < 0: none */
    int error;
    bool failed; /* it has */
    bool interrupt; /* every other call that may wait is interrupted by a signal */
    size_t most_bytes; /* the most bytes of one read or write; 0: all */
    _Atomic int64_t calls[CALL_KINDS];
} faults;

/* The file system has no files without a name. */
extern bool no_nameless;

/* The disk has so many bytes free; UINT64_MAX: what it has. */
extern uint64_t bytes_free;

void no_faults(void);

int __real_open(const char *path, int flags, ...);

/* Where slow tests run each read and write fails in turn, else every third, and with sanitizers,
 * which take five times as long, every fifth. */
#if defined(TEST_SLOW)
enum { EACH = 1 };
#elif defined(__SANITIZE_ADDRESS__)
enum { EACH = 5 };
#else
enum { EACH = 3 };
#endif

/* What is tried while a call fails. */
typedef struct fault_trial {
    tricorn_context *context;
    const test_allocator *allocator;
    const char *name;
    const char *folder; /* whose files messages name; NULL: any */
    tricorn_status (*run)(const void *with);
    void (*before)(const void *with), (*after)(const void *with); /* or NULL */
    const void *with;
    int64_t first, step; /* which calls fail */
    bool harmless; /* what fails decides nothing: the run succeeds */
    bool maybe_harmless; /* it may; the run itself checks what it has made */
} fault_trial;

/* One call of that kind fails, then a later one, until none is left: each time the run must fail
 * with that error, and free what it has allocated. Returns how many calls there were, about. */
int64_t fail_in_turn(const fault_trial *trial, call_kind kind, int error);
