/* signals.h - signals that a write sends when it fails, such as SIGPIPE and SIGXFSZ.
 *
 * Such a signal is blocked in the calling thread and taken back: the library leaves the process's
 * handlers alone, and the write says EPIPE or EFBIG.
 */
#ifndef TG_BASE_SIGNALS_H
#define TG_BASE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

typedef struct tg_held_signal {
    int signal;
    sigset_t before;
    bool was_pending;
} tg_held_signal;

/* Blocks the signal in this thread, until it is released. */
void tg_signal_hold(int signal, tg_held_signal *held);

/* sent: the signal was sent meanwhile, which is forgotten.  A signal that was pending before stays
 * so.  errno stays. */
void tg_signal_release(const tg_held_signal *held, bool sent);

/* Whether a write to a file may send SIGXFSZ. */
bool tg_file_sizes_are_limited(void);

#endif
