/* context.c - creates and frees contexts, stores messages, reports progress and cancels calls.
 *
 * - Progress is an atomic counter that all threads add to; the callback runs at most every 50 ms.
 * - A spin lock guards the message: threads write one only when they fail.
 */
#include "base/context.h"

#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fork.h"
#include "base/machine_memory.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/options.h"
#include "base/threads.h"
#include "base/utf8.h"

/* users see steady progress at this interval, and the calls cost next to nothing */
static const double REPORT_SECONDS = 0.05;

/* Holds the message of this thread's last failed tricorn_context_create(): a call that fails
 * leaves no context to store its message in. */
static _Thread_local char creation_message[TG_MESSAGE_BYTES];

const char *tricorn_version(void)
{
#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
    return VERSION(TRICORN_VERSION_MAJOR, TRICORN_VERSION_MINOR, TRICORN_VERSION_PATCH);
#undef VERSION
#undef TEXT
}

const char *tricorn_status_string(tricorn_status status)
{
    switch (status) {
    case TRICORN_OK: return "ok";
    case TRICORN_INVALID_ARGUMENT: return "invalid argument";
    case TRICORN_OUT_OF_MEMORY: return "out of memory";
    case TRICORN_IO_ERROR: return "input or output failed";
    case TRICORN_BAD_FORMAT: return "bad format";
    case TRICORN_UNSUPPORTED: return "not supported";
    case TRICORN_DEVICE_ERROR: return "device failed";
    case TRICORN_CANCELLED: return "cancelled";
    case TRICORN_WRONG_COUNT: return "counts disagree";
    case TRICORN_OUT_OF_DEVICE_MEMORY: return "out of GPU memory";
    }
    return "unknown status";
}

size_t tricorn_instruction_set_count(void)
{
    return TG_ISA_COUNT;
}

const char *tricorn_instruction_set_at(size_t index)
{
    return index < TG_ISA_COUNT ? tg_isa_name((tg_isa)index) : NULL;
}

int tricorn_instruction_set_usable(const char *name)
{
    const tg_isa isa = name ? tg_isa_named(name) : TG_ISA_COUNT;
    return isa != TG_ISA_COUNT && tg_isa_usable(isa);
}

/* Sets *isa to the instruction set that the user names, or to the best one of this CPU for "auto". */
static tricorn_status choose_isa(const char *name, tg_isa *isa)
{
    const tg_isa wanted = tg_is_auto(name) ? tg_isa_best() : tg_isa_named(name);
    const bool known = wanted != TG_ISA_COUNT;
    char names[TG_NAMES_BYTES] = "auto";
    if (known && tg_isa_usable(wanted)) {
        *isa = wanted;
        return TRICORN_OK;
    }
    for (int i = 0; i < TG_ISA_COUNT; i++)
        if (!known || tg_isa_usable((tg_isa)i)) tg_names_add(names, tg_isa_name((tg_isa)i));
    if (known)
        return tg_fail(
          NULL, TRICORN_UNSUPPORTED, "this CPU does not have the instruction set '%s'; choose one of: %s", name, names);
    return tg_no_name(NULL, "instruction set", name, names);
}

/* Returns one thread for each CPU, or fewer if the memory limit has no room for the buffers of so
 * many threads (8 MiB each). */
static uint32_t choose_threads(uint64_t process_bytes_limit)
{
    const uint64_t bytes_of_thread = UINT64_C(8) << 20, cpus = tg_default_threads();
    const uint64_t limit = process_bytes_limit ? process_bytes_limit : tg_process_memory("");
    const uint64_t most = limit > bytes_of_thread ? limit / bytes_of_thread : 1;
    return (uint32_t)(most < cpus ? most : cpus);
}

/* Reads the options and fills in those that the caller left open; *threads_left_open tells whether
 * the number of threads is one of them. */
static tricorn_status read_options(
  const tricorn_context_options *given, tricorn_context_options *known, tg_isa *isa, bool *threads_left_open)
{
    *known = (tricorn_context_options)TRICORN_CONTEXT_OPTIONS_INIT;
    TG_DO(TG_READ_STRUCT(NULL, known, given, TRICORN_CONTEXT_OPTIONS_INIT));
    if ((known->allocate == NULL) != (known->release == NULL))
        return tg_fail(NULL, TRICORN_INVALID_ARGUMENT, "only one of allocate and release is set: set both or neither");
    TG_DO(choose_isa(known->instruction_set, isa));
    *threads_left_open = known->threads == 0;
    if (known->threads == 0) known->threads = choose_threads(known->process_bytes_limit);
    return tg_check_threads(NULL, known->threads);
}

static tricorn_status no_memory(void)
{
    return tg_fail(NULL, TRICORN_OUT_OF_MEMORY, "the system gave no memory for a context");
}

tricorn_status tricorn_context_create(const tricorn_context_options *options, tricorn_context **context)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context_options known;
    tricorn_context *made = NULL;
    tg_isa isa = TG_ISA_PORTABLE;
    bool left_open = false;

    creation_message[0] = 0;
    if (context == NULL) return tg_fail(NULL, TRICORN_INVALID_ARGUMENT, "context is NULL");
    TG_TRY(read_options(options, &known, &isa, &left_open));
    made = calloc(1, sizeof *made);
    if (made == NULL) TG_TRY(no_memory());
    if (tg_memory_create(&known, &made->memory) != TRICORN_OK) TG_TRY(no_memory());
    made->isa = isa;
    made->threads = made->given_threads = known.threads;
    made->threads_left_open = left_open;
    atomic_flag_clear(&made->message_lock);
    tg_fork_prepare();
    *context = made;
    made = NULL;
cleanup:
    free(made);
    return status;
}

void tricorn_context_free(tricorn_context *context)
{
    if (context == NULL) return;
    tg_context_set_device(context, NULL, NULL);
    tg_memory_release(context->memory);
    free(context);
}

tg_memory *tg_context_memory(const tricorn_context *context)
{
    return context->memory;
}

tg_device *tg_context_device(const tricorn_context *context)
{
    return context->device_depth == tg_fork_depth() ? context->device : NULL;
}

void tg_context_set_device(tricorn_context *context, tg_device *device, void (*release)(tg_device *device))
{
    if (tg_context_device(context)) context->release_device(context->device);
    context->device = device;
    context->release_device = release;
    context->device_depth = tg_fork_depth();
}

void tg_context_add_start(tricorn_context *context, double seconds)
{
    context->start_seconds += seconds;
}

double tg_context_start_seconds(const tricorn_context *context)
{
    return context->start_seconds;
}

const char *tricorn_context_message(const tricorn_context *context)
{
    return context ? context->message : creation_message;
}

void tricorn_context_set_progress(tricorn_context *context, tricorn_progress_function callback, void *user)
{
    if (context == NULL) return;
    context->progress = callback;
    context->progress_user = user;
    atomic_store(&context->cancelled, false);
}

uint64_t tricorn_context_bytes(const tricorn_context *context)
{
    return context ? tg_memory_bytes(context->memory) : 0;
}

uint64_t tricorn_context_peak_bytes(const tricorn_context *context)
{
    return context ? tg_memory_peak_bytes(context->memory) : 0;
}

uint64_t tricorn_context_room_bytes(const tricorn_context *context)
{
    return context ? tg_memory_room(context->memory) : 0;
}

uint32_t tricorn_context_threads(const tricorn_context *context)
{
    return context ? context->threads : 0;
}

const char *tricorn_context_instruction_set(const tricorn_context *context)
{
    return context ? tg_isa_name(context->isa) : "";
}

static void lock_message(tricorn_context *context)
{
    while (atomic_flag_test_and_set_explicit(&context->message_lock, memory_order_acquire)) {
    }
}

static void unlock_message(tricorn_context *context)
{
    atomic_flag_clear_explicit(&context->message_lock, memory_order_release);
}

tricorn_status tg_fail_list(tricorn_context *context, tricorn_status status, const char *format, va_list values)
{
    char *message = context ? context->message : creation_message;
    if (context) lock_message(context);
    vsnprintf(message, TG_MESSAGE_BYTES, format, values);
    tg_utf8_show(message);
    if (context) unlock_message(context);
    return status;
}

void tg_message_prefix(tricorn_context *context, const char *name)
{
    char joined[TG_MESSAGE_BYTES];
    lock_message(context);
    const int length = snprintf(joined, sizeof joined, "%s: ", name);
    if (length > 0 && length < TG_MESSAGE_BYTES) {
        const size_t room = sizeof joined - (size_t)length;
        const size_t text = strnlen(context->message, room - 1);
        memcpy(joined + length, context->message, text);
        joined[(size_t)length + text] = 0;
        tg_utf8_show(joined);
        strcpy(context->message, joined);
    }
    unlock_message(context);
}

void tg_message_suffix(tricorn_context *context, const char *text)
{
    lock_message(context);
    const size_t length = strnlen(context->message, sizeof context->message - 1);
    snprintf(context->message + length, sizeof context->message - length, "%s", text);
    unlock_message(context);
}

void tg_work_begin(tricorn_context *context, const char *phase, uint64_t total)
{
    if (!context->work_held) {
        context->phase = phase;
        context->work_total = total;
        context->work_told = false;
        atomic_store_explicit(&context->work_done, 0, memory_order_relaxed);
    }
    tg_work_add(context, 0);
}

/* Reports `done` units to the callback if a report is due, and returns whether to stop. The end
 * of a phase is reported at once if the phase was reported before. */
static bool report_work(tricorn_context *context, uint64_t done, bool ends)
{
    if (context->progress == NULL || omp_get_thread_num() != 0) return tg_cancelled(context);
    const double now = tg_clock_now();
    if (now < context->next_report && !(ends && context->work_told)) return tg_cancelled(context);
    context->next_report = now + REPORT_SECONDS;
    context->work_told = true;
    const char *phase = context->phase ? context->phase : "working";
    if (context->progress(context->progress_user, phase, done, context->work_total) != 0)
        atomic_store_explicit(&context->cancelled, true, memory_order_relaxed);
    return tg_cancelled(context);
}

bool tg_work_finish(tricorn_context *context, uint64_t units)
{
    const uint64_t before = atomic_fetch_add_explicit(&context->work_done, units, memory_order_relaxed);
    const uint64_t done = before + units, total = context->work_total;
    return report_work(context, done, before < total && done >= total);
}

bool tg_work_add(tricorn_context *context, uint64_t units)
{
    return tg_work_finish(context, context->work_held ? 0 : units);
}

uint64_t tg_work_foretell(const tricorn_context *context, uint64_t count)
{
    const uint64_t done = atomic_load_explicit(&context->work_done, memory_order_relaxed);
    if (done == 0 || context->work_total == 0) return 0;
    if (done >= context->work_total) return count;
    return (uint64_t)((double)count * ((double)context->work_total / (double)done));
}

void tg_work_hold(tricorn_context *context, bool held)
{
    context->work_held = held;
}

bool tg_work_interrupted(tricorn_context *context)
{
    if (omp_get_thread_num() == 0) context->next_report = 0;
    return tg_work_add(context, 0);
}

tricorn_status tg_check_cancelled(tricorn_context *context)
{
    if (!tg_cancelled(context)) return TRICORN_OK;
    return tg_fail(context, TRICORN_CANCELLED, "stopped while %s", context->phase ? context->phase : "working");
}
