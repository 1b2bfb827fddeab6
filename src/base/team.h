/* team.h - the threads that run parallel loops.
 *
 * gcc turns OpenMP's pragmas into calls of a few functions. team.c defines those that tricorn
 * uses, in place of libgomp, for three reasons:
 *
 * - A region with n shares begins at once on the caller's thread, and other threads come to help
 *   while shares are left.  So a short region takes no longer with many threads than with one.
 * - A share belongs to no thread until one begins it. So nobody waits for a thread that the
 *   system has put aside, unless that thread holds a share.
 * - Threads wait actively for some microseconds, then sleep.
 *
 * A region must not contain a barrier, since one thread may run several shares one after the
 * other: `omp for` inside a region ends with nowait, or ends the region; `single` and `master`
 * do not exist. The linker refuses a barrier. clang's builds use LLVM's OpenMP.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether the calling thread runs a share of a region. It then runs all shares of its own regions
 * itself; LLVM's OpenMP may give them one share. */
bool tg_team_inside(void);

/* Sets whether regions may have fewer shares than they ask for, as omp_set_dynamic() does for
 * LLVM's OpenMP. Returns the former setting. */
bool tg_team_vary(bool may);

/* Until tg_team_loosen(), share t < threads is run by the same thread in each region of the calling
 * thread that has it, so that it can be bound to a CPU. Returns false,
 * and changes nothing, if the system does not start the threads. Calls do not nest. */
bool tg_team_fix(uint32_t threads);
void tg_team_loosen(void);

/* Forgets the threads of the parent, in a child that was forked. */
void tg_team_forget(void);
