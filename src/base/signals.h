/* signals.h - catches signals that a failed write sends, such as SIGPIPE and SIGXFSZ.
 *
 * The calling thread blocks the signal and consumes it: the process's handlers stay unchanged,
 * and the write returns EPIPE or EFBIG.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>

typedef struct tg_held_signal {
    int signal;
    sigset_t before;
    bool was_pending;
} tg_held_signal;

/* Blocks the signal in this thread until tg_signal_release. */
void tg_signal_hold(int signal, tg_held_signal *held);

/* Unblocks the signal. `sent` says that a write sent it meanwhile, and drops it; a signal that
 * was pending before stays pending. errno is unchanged. */
void tg_signal_release(const tg_held_signal *held, bool sent);

/* Whether a write to a file may send SIGXFSZ. */
bool tg_file_sizes_are_limited(void);
