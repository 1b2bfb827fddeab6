/* context.c - contexts, messages, progress and cancel. */
#include "base/context.h"

#include <omp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"

static const double REPORT_SECONDS = 0.05; /* often enough for an eye, rare enough to be free */

const char *trigon_version(void)
{
#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
    return VERSION(TRIGON_VERSION_MAJOR, TRIGON_VERSION_MINOR, TRIGON_VERSION_PATCH);
#undef VERSION
#undef TEXT
}

const char *trigon_status_string(trigon_status status)
{
    switch (status) {
    case TRIGON_OK: return "ok";
    case TRIGON_INVALID_ARGUMENT: return "invalid argument";
    case TRIGON_OUT_OF_MEMORY: return "out of memory";
    case TRIGON_IO_ERROR: return "input or output failed";
    case TRIGON_BAD_FORMAT: return "bad format";
    case TRIGON_UNSUPPORTED: return "not supported";
    case TRIGON_DEVICE_ERROR: return "device failed";
    case TRIGON_CANCELLED: return "cancelled";
    case TRIGON_WRONG_COUNT: return "counts disagree";
    }
    return "unknown status";
}

/* The CPUs that this process may run on, which a container may have made fewer than there are. */
static uint32_t usable_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (uint32_t)CPU_COUNT(&set);
    return (uint32_t)omp_get_num_procs();
}

trigon_status trigon_context_create(const trigon_context_options *options,
                                    trigon_context **context)
{
    trigon_context_options known = TRIGON_CONTEXT_OPTIONS_INIT;
    if (context == NULL || !TG_READ_OPTIONS(&known, options)) return TRIGON_INVALID_ARGUMENT;
    if ((known.allocate == NULL) != (known.release == NULL)) return TRIGON_INVALID_ARGUMENT;

    trigon_context *made = calloc(1, sizeof *made);
    if (made == NULL) return TRIGON_OUT_OF_MEMORY;
    const trigon_status status = tg_memory_create(&known, &made->memory);
    if (status != TRIGON_OK) {
        free(made);
        return status;
    }
    made->threads = known.threads ? known.threads : usable_cpus();
    atomic_flag_clear(&made->message_lock);
    made->made = (tg_thread_clocks){tg_clock_now(), tg_clock_cpu()};
    *context = made;
    return TRIGON_OK;
}

void trigon_context_free(trigon_context *context)
{
    if (context == NULL) return;
    tg_context_set_device(context, NULL, NULL);
    tg_memory_release(context->memory);
    free(context);
}

tg_memory *tg_context_memory(const trigon_context *context)
{
    return context->memory;
}

tg_device *tg_context_device(const trigon_context *context)
{
    return context->device;
}

void tg_context_set_device(trigon_context *context, tg_device *device,
                           void (*release)(tg_device *device))
{
    if (context->device) context->release_device(context->device);
    context->device = device;
    context->release_device = release;
}

const char *trigon_context_message(const trigon_context *context)
{
    return context ? context->message : "";
}

void trigon_context_set_progress(trigon_context *context, trigon_progress_function callback,
                                 void *user)
{
    context->progress = callback;
    context->progress_user = user;
    atomic_store(&context->cancelled, false);
}

uint64_t trigon_context_bytes(const trigon_context *context)
{
    return tg_memory_bytes(context->memory);
}

uint64_t trigon_context_peak_bytes(const trigon_context *context)
{
    return tg_memory_peak_bytes(context->memory);
}

uint32_t trigon_context_threads(const trigon_context *context)
{
    return context->threads;
}

static void lock_message(trigon_context *context)
{
    while (atomic_flag_test_and_set_explicit(&context->message_lock, memory_order_acquire)) {
    }
}

static void unlock_message(trigon_context *context)
{
    atomic_flag_clear_explicit(&context->message_lock, memory_order_release);
}

trigon_status tg_fail(trigon_context *context, trigon_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    lock_message(context);
    vsnprintf(context->message, sizeof context->message, format, values);
    unlock_message(context);
    va_end(values);
    return status;
}

void tg_message_prefix(trigon_context *context, const char *name)
{
    char joined[TG_MESSAGE_BYTES];
    lock_message(context);
    const int length = snprintf(joined, sizeof joined, "%s: ", name);
    if (length > 0 && length < TG_MESSAGE_BYTES) {
        const size_t room = sizeof joined - (size_t)length;
        const size_t text = strnlen(context->message, room - 1);
        memcpy(joined + length, context->message, text);
        joined[(size_t)length + text] = 0;
        memcpy(context->message, joined, (size_t)length + text + 1);
    }
    unlock_message(context);
}

void tg_work_begin(trigon_context *context, const char *phase, uint64_t total)
{
    context->phase = phase;
    context->work_total = total;
    atomic_store_explicit(&context->work_done, 0, memory_order_relaxed);
    tg_work_add(context, 0);
}

bool tg_work_add(trigon_context *context, uint64_t units)
{
    const uint64_t done =
        atomic_fetch_add_explicit(&context->work_done, units, memory_order_relaxed) + units;
    if (context->progress == NULL || omp_get_thread_num() != 0) return tg_cancelled(context);
    const double now = tg_clock_now();
    if (now < context->next_report) return tg_cancelled(context);
    context->next_report = now + REPORT_SECONDS;
    if (context->progress(context->progress_user, context->phase, done, context->work_total) != 0)
        atomic_store_explicit(&context->cancelled, true, memory_order_relaxed);
    return tg_cancelled(context);
}

bool tg_work_interrupted(trigon_context *context)
{
    if (omp_get_thread_num() == 0) context->next_report = 0;
    return tg_work_add(context, 0);
}

trigon_status tg_check_cancelled(trigon_context *context)
{
    if (!tg_cancelled(context)) return TRIGON_OK;
    return tg_fail(context, TRIGON_CANCELLED, "stopped while %s",
                   context->phase ? context->phase : "working");
}
