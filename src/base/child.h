/* child.h - a forked child that decodes a file by a library whose faults must not end this process. Locks of other
 * threads may be held in it: it allocates no blocks. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/context.h"

typedef struct tg_child {
    tricorn_context *context;
    pid_t process; /* 0: none */
    int reads, writes;
    struct {
        uint64_t bytes; /* the memory that it takes */
        tricorn_status status;
        char message[TG_MESSAGE_BYTES];
    } * report;
} tg_child;

/* Starts a child that calls work(user). If that ends the child, or computes for too long, its message is `damage`.
 * Whether it starts or not, tg_child_end() follows. */
tricorn_status tg_child_begin(
  tricorn_context *context, tricorn_status (*work)(void *user), void *user, const char *damage, tg_child *child);

/* Returns the child's failure, if it has failed by itself, else `status`, the parent's. */
tricorn_status tg_child_end(tg_child *child, tricorn_status status);

/* ---- in the child ---- */

/* Allocates zeros, which the limits of memory count. */
tricorn_status tg_child_alloc(const tg_child *child, uint64_t bytes, void **block);

/* The library may compute for two minutes from now on. */
void tg_child_go_on(void);

/* Sends text up to `end`; ends the child if the parent does not want it. */
void tg_child_send(const tg_child *child, const char *at, const char *end);
