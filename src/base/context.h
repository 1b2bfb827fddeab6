/* context.h - the state of calls: threads, memory, the last message, progress and cancel. */
#ifndef TG_BASE_CONTEXT_H
#define TG_BASE_CONTEXT_H

#ifndef __cplusplus
#include <stdatomic.h>
#endif
#include <stdbool.h>
#include <stdint.h>

#include <tricorn/tricorn.h>

#include "base/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_memory tg_memory; /* base/memory.h */
typedef struct tg_device tg_device; /* device/device.h */

enum { TG_MESSAGE_BYTES = 1024 };

/* Seconds of tg_clock_now(), and CPU seconds of a thread. */
typedef struct tg_thread_clocks {
    double clock, cpu;
} tg_thread_clocks;

#ifndef __cplusplus /* C++ has no _Atomic: .cu files use the functions below */
struct tricorn_context {
    tg_memory *memory;
    tg_device *device; /* the open GPU, or NULL */
    void (*release_device)(tg_device *device);
    double start_seconds; /* of waiting for GPUs to start, since the context was made */
    uint32_t threads;       /* of this call */
    uint32_t given_threads; /* of calls whose caller is not in a parallel region of its own */
    uint32_t team_most;     /* threads of a region of this call */
    bool dynamic;           /* OpenMP may make teams smaller, before this call and after it */
    uint32_t calls;         /* public calls that this one is within, and itself */
    tg_isa isa; /* of all inner loops on the CPU */
    char message[TG_MESSAGE_BYTES];
    atomic_flag message_lock;

    tricorn_progress_function progress;
    void *progress_user;
    const char *phase;
    _Atomic uint64_t work_done;
    uint64_t work_total;
    bool work_told; /* the callback has heard of the phase */
    bool work_held; /* see tg_work_hold */
    double next_report;    /* of tg_clock_now(); nothing but an end is told before */
    tg_thread_clocks made; /* of its last call */
    atomic_bool cancelled;
    atomic_bool limit_reached; /* the last block that could not be allocated was beyond the limit */
};
#endif

/* For CUDA code. */
tg_memory *tg_context_memory(const tricorn_context *context);

/* The context's GPU, NULL before the first is opened.  For src/device only. */
tg_device *tg_context_device(const tricorn_context *context);
/* Replaces the context's GPU, which is released. */
void tg_context_set_device(tricorn_context *context, tg_device *device,
                           void (*release)(tg_device *device));

/* Adds to the seconds of waiting for GPUs to start; all of them.  The time of a call is the
 * difference. */
void tg_context_add_start(tricorn_context *context, double seconds);
double tg_context_start_seconds(const tricorn_context *context);

/* Stores the message (printf-like) and returns status: a failing function ends with
 * `return tg_fail(context, TRICORN_BAD_FORMAT, ...)`.  From any thread of a parallel region.
 *
 * The reader of a message may have called the library or the program.  So a message never says
 * "--format", "tricorn count" or the name of a function: it lists names where names are wanted,
 * and it names an option by TG_OPTION().  context NULL: for tricorn_context_create(). */
tricorn_status tg_fail(tricorn_context *context, tricorn_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* In a message: an option by its member in the public structs, with or without a value, written
 * as the program takes it: TG_OPTION("ids=string") is "the option 'ids=string'".  The program
 * shows it as "--ids string" (cli/message.c), so it must read well where a noun stands: "give ",
 * "without ", "choose fewer by ". */
#define TG_OPTION(text) "the option '" text "'"

/* Puts "name: " before the message of a callee that failed. */
void tg_message_prefix(tricorn_context *context, const char *name);
/* Puts text behind it, such as a remedy that only the caller knows. */
void tg_message_suffix(tricorn_context *context, const char *text);

/* Needs a local `status` and a label `cleanup`. */
#define TG_TRY(call)                                                                             \
    do {                                                                                         \
        status = (call);                                                                         \
        if (status != TRICORN_OK) goto cleanup;                                                   \
    } while (0)

/* ---- progress ---------------------------------------------------------------------------- */

/* Starts a phase of `total` units of work (0: unknown).  phase is a constant. */
void tg_work_begin(tricorn_context *context, const char *phase, uint64_t total);

/* Adds finished work; true when the caller must stop.  From any thread; only the thread that
 * entered the library calls the callback, so OpenMP's thread 0 must call this, too. */
bool tg_work_add(tricorn_context *context, uint64_t units);

/* How many things the whole phase will give if what is done of it has given `count`; 0: the work
 * of the phase is not known. */
uint64_t tg_work_foretell(const tricorn_context *context, uint64_t count);

/* While held, phases that callees begin and work that they add are not seen; the callback is still
 * asked whether to stop.  Then tg_work_finish adds to the phase that was begun before. */
void tg_work_hold(tricorn_context *context, bool held);
bool tg_work_finish(tricorn_context *context, uint64_t units);

#ifndef __cplusplus
/* A signal interrupted a system call: calls the callback at once. */
bool tg_work_interrupted(tricorn_context *context);

/* True once the callback has asked to stop.  Cheap. */
static inline bool tg_cancelled(const tricorn_context *context)
{
    return atomic_load_explicit(&context->cancelled, memory_order_relaxed);
}
#endif

/* TRICORN_CANCELLED with its message when the callback has asked to stop, else TRICORN_OK. */
tricorn_status tg_check_cancelled(tricorn_context *context);

#ifdef __cplusplus
}
#endif

#endif
