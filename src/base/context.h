/* context.h - the state of a caller: threads, memory, the last message, progress, cancelling.
 *
 * A context serves one call at a time. C++ sees only functions, as it has no _Atomic.
 */
#pragma once

#ifndef __cplusplus
#include <stdatomic.h>
#endif
#include <stdarg.h>
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

#ifndef __cplusplus /* C++ has no _Atomic: .cu files use the functions below */
struct tricorn_context {
    tg_memory *memory;
    tg_device *device; /* the open GPU; NULL if none is open */
    void (*release_device)(tg_device *device);
    unsigned device_depth; /* tg_fork_depth() when it was opened */
    /* seconds of waiting for GPUs to start, since the context was created */
    double start_seconds;
    uint32_t threads; /* how many threads the current call may use */
    /* the value of the user's option, for calls from outside parallel regions */
    uint32_t given_threads;
    bool threads_left_open; /* the user's option leaves their number to the library */
    bool vary; /* the caller's tg_team_vary(), restored after the call */
    uint32_t calls; /* depth of nested public calls */
    tg_isa isa; /* the instruction set that all inner loops on the CPU use */
    char message[TG_MESSAGE_BYTES];
    atomic_flag message_lock;

    tricorn_progress_function progress;
    void *progress_user;
    const char *phase;
    _Atomic uint64_t work_done;
    uint64_t work_total;
    bool work_told; /* the callback was called in this phase */
    bool work_held; /* tg_work_hold() is in effect: phases and their units do not change */
    /* earliest time of the next report, by tg_clock_now(); only the end of a phase may be earlier */
    double next_report;
    atomic_bool cancelled;
    atomic_bool limit_reached; /* the last failed allocation was over the limit */
};
#endif

/* Returns the context's memory, for CUDA code, which does not see the struct. */
tg_memory *tg_context_memory(const tricorn_context *context);

/* Returns the context's GPU; NULL before one is opened, and in a child that was forked since.
 * Only src/device calls this. */
tg_device *tg_context_device(const tricorn_context *context);
/* Releases the context's GPU and stores another one. A forked child does not release its parent's
 * GPU: it does not have the thread that starts it, and would wait for it for ever. */
void tg_context_set_device(tricorn_context *context, tg_device *device, void (*release)(tg_device *device));

/* Adds to the seconds spent on starting GPUs. tg_context_start_seconds() returns their sum: the
 * time of one call is the difference of two sums. */
void tg_context_add_start(tricorn_context *context, double seconds);
double tg_context_start_seconds(const tricorn_context *context);

/* Stores the message (printf-like) and returns status: a failing function ends with
 * `return tg_fail(context, TRICORN_BAD_FORMAT, ...)`. Any thread of a parallel region may call
 * it. Control characters of names, such as those that a terminal would obey, become question marks.
 *
 * The reader of a message may have called the library or the program. So a message never says "--format", "tricorn
 * count" or the name of a function: it lists names where names are wanted, and it names an option by TG_OPTION().
 * context NULL: for tricorn_context_create(). */
tricorn_status tg_fail(tricorn_context *context, tricorn_status status, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
/* The same, with the values in a list, for the GPU part. */
tricorn_status tg_fail_list(tricorn_context *context, tricorn_status status, const char *format, va_list values)
  __attribute__((format(printf, 3, 0)));

/* An option in a message, by its member in the public structs, with or without a value:
 * TG_OPTION("ids=string") is "the option 'ids=string'". The program shows it as "--ids string" (cli/message.c), so
 * the sentence must read well with either noun: "give ", "without ", "choose fewer by ". */
#define TG_OPTION(text) "the option '" text "'"

/* A vertex in a message, by its number: where the caller of the library has other names for vertices, as the
 * package for Python has, it shows these. */
#define TG_VERTEX(number) "vertex " number

/* Inserts "name: " before the message of a callee that failed. */
void tg_message_prefix(tricorn_context *context, const char *name);
/* Appends text to the message of a callee, such as a remedy that only the caller knows. */
void tg_message_suffix(tricorn_context *context, const char *text);

/* Runs a call that returns a status, and goes to `cleanup` if it failed. The function needs a
 * local `status` and a label `cleanup`. */
#define TG_TRY(call) \
    do { \
        status = (call); \
        if (status != TRICORN_OK) goto cleanup; \
    } while (0)

/* Runs a call that returns a status, and returns that from the function if the call failed: for
 * functions that have nothing to free. */
#define TG_DO(call) \
    do { \
        const tricorn_status status_ = (call); \
        if (status_ != TRICORN_OK) return status_; \
    } while (0)

/* ---- progress ---- */

/* Starts a phase of `total` units of work (0: unknown). phase must be a string constant. */
void tg_work_begin(tricorn_context *context, const char *phase, uint64_t total);

/* Adds finished work and returns whether the caller must stop. Any thread may call it, but only the one that entered
 * the library, which runs share 0 of each parallel region, calls the callback: so share 0 must call this, too. */
bool tg_work_add(tricorn_context *context, uint64_t units);

/* Predicts how many items the whole phase yields if the work done yielded `count`; 0 if the
 * phase's total is unknown. */
uint64_t tg_work_foretell(const tricorn_context *context, uint64_t count);

/* While held, tg_work_begin and tg_work_add leave the current phase and its units unchanged but
 * still ask the callback whether to stop; tg_work_finish adds units even then. */
void tg_work_hold(tricorn_context *context, bool held);
bool tg_work_finish(tricorn_context *context, uint64_t units);

#ifndef __cplusplus
/* Calls the callback at once, because a signal interrupted a system call. */
bool tg_work_interrupted(tricorn_context *context);

/* Whether the callback has asked to stop. Cheap: one relaxed load. */
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
