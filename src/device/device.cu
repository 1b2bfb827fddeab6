/* device.cu - opens a GPU, and manages its memory.
 *
 * - CUDA can start in a thread of its own, while the host reads a file.
 * - Each context has a stream and a memory pool. Memory that is freed stays in the pool, so that
 *   allocating again takes no time; frees wait for the stream, not for the host.
 * - All memory is counted, and refused beyond the limit.
 */
#include "device/cuda.cuh"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include <atomic>

#include "base/clock.h"
#include "base/gpus.h"
#include "base/memory.h"
#include "device/staging.cuh"

enum {
    FIRST_BLOCKS = 64, /* a task needs about ten; the schedule `blocks` keeps up to 8,192 */
    ALLOCATION_BYTES = 256, /* CUDA aligns blocks to this, so their sizes are multiples of it */
    /* from this size on, pinned buffers save more time than they cost */
    LARGE_COPY_BYTES = 4 << 20,
    CUDA_BYTES = 128 << 20 /* host memory that CUDA uses; 118 MB were measured */
};

typedef struct device_block {
    void *start;
    uint64_t bytes;
} device_block;

/* GPU memory in use by one context, or by several contexts with a common limit. */
typedef struct memory_account {
    pthread_mutex_t lock;
    uint32_t holders;
    uint64_t limit, live, peak;
} memory_account;

/* The arguments of tg_device_refuse, and the number of allocations that were refused since. */
typedef struct refusals {
    uint64_t first, failures;
    uint64_t asked, refused; /* allocations since the call */
} refusals;

struct tg_device {
    uint32_t ordinal; /* the number of the GPU, which never changes: any thread may read it */
    tg_device_properties properties; /* the thread `starter` writes them */
    cudaStream_t stream;
    cudaMemPool_t pool;
    tg_staging staging;
    pthread_t starter;
    bool starting; /* the thread `starter` runs, or has ended but was not joined yet */
    tg_gpus others; /* the GPUs on which CUDA starts after this one; count may be 0 */
    pthread_t waker;
    bool waking, leaving; /* the thread `waker` was not joined yet; it is to end (atomic) */
    int devices; /* number of GPUs that CUDA found */
    /* `error` is what failed while the GPU started, and `failed` the text of that CUDA call */
    cudaError_t error;
    const char *failed;
    pthread_mutex_t lock; /* protects the following members: any thread may free a plan */
    uint32_t holders;
    memory_account *account;
    refusals refusing;
    uint32_t block_count, block_room;
    device_block *blocks;
    tg_device_times times;
};

/* ---- errors ---- */

tricorn_status tg_cuda_fail(tricorn_context *context, cudaError_t error, const char *call)
{
    cudaGetLastError(); /* clears the error if CUDA allows that */
    if (error == cudaErrorMemoryAllocation)
        return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY,
          "the GPU has no more memory; with " TG_OPTION("device=cpu") " none is needed (%s)", call);
    return tg_fail(context, TRICORN_DEVICE_ERROR,
      "the GPU failed: %s (%s); with " TG_OPTION("device=cpu") " none is needed (%s)", cudaGetErrorString(error),
      cudaGetErrorName(error), call);
}

/* Whether CUDA says by this that it has no GPU. Other errors are faults: of several contexts, an
 * earlier one may have used the GPU. */
static bool is_absence(cudaError_t error)
{
    return error == cudaSuccess || error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver;
}

static tricorn_status no_device(tricorn_context *context, uint32_t ordinal, cudaError_t error)
{
    cudaGetLastError();
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "gpu: none: gpu:%" PRIu32 " cannot be used (CUDA says: %s); is its driver "
      "installed, and does CUDA_VISIBLE_DEVICES name it, if that is set?  "
      "With " TG_OPTION("device=cpu") " none is needed",
      tg_gpu_for_user(ordinal), error == cudaSuccess ? "there is no device" : cudaGetErrorString(error));
}

/* ---- accounts ---- */

static tricorn_status create_account(tricorn_context *context, memory_account **account)
{
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, account);
    if (status != TRICORN_OK) return status;
    pthread_mutex_init(&(*account)->lock, NULL);
    (*account)->holders = 1;
    (*account)->limit = UINT64_MAX;
    return TRICORN_OK;
}

static void release_account(memory_account *account)
{
    if (account == NULL) return;
    pthread_mutex_lock(&account->lock);
    const uint32_t left = --account->holders;
    pthread_mutex_unlock(&account->lock);
    if (left > 0) return;
    pthread_mutex_destroy(&account->lock);
    tg_free(account);
}

/* Counts `bytes` as in use; returns false if the limit does not allow that. */
static bool charge(memory_account *account, uint64_t bytes)
{
    pthread_mutex_lock(&account->lock);
    const bool allowed = bytes <= account->limit && account->live <= account->limit - bytes;
    if (allowed) account->live += bytes;
    if (account->live > account->peak) account->peak = account->live;
    pthread_mutex_unlock(&account->lock);
    return allowed;
}

/* The bytes of an account: its limit, those in use, and those that the limit leaves. */
typedef struct account_bytes {
    uint64_t limit, live, left;
} account_bytes;

static account_bytes read_account(memory_account *account)
{
    pthread_mutex_lock(&account->lock);
    account_bytes bytes = {account->limit, account->live, 0};
    pthread_mutex_unlock(&account->lock);
    if (bytes.limit > bytes.live) bytes.left = bytes.limit - bytes.live;
    return bytes;
}

static void discharge(memory_account *account, uint64_t bytes)
{
    pthread_mutex_lock(&account->lock);
    account->live -= bytes;
    pthread_mutex_unlock(&account->lock);
}

/* ---- opening ---- */

extern "C" uint32_t tg_device_count(void)
{
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess) return (uint32_t)count;
    cudaGetLastError();
    return 0;
}

/* Joins the thread that starts the GPU. */
static void await_start(tg_device *device)
{
    if (device->starting) pthread_join(device->starter, NULL);
    device->starting = false;
}

/* Joins the thread that starts CUDA on the other GPUs, after at most one more of them. */
static void end_waker(tg_device *device)
{
    __atomic_store_n(&device->leaving, true, __ATOMIC_RELAXED);
    if (device->waking) pthread_join(device->waker, NULL);
}

static void destroy(tg_device *device)
{
    if (device == NULL) return;
    await_start(device);
    end_waker(device);
    if (device->stream) {
        cudaSetDevice((int)device->ordinal);
        cudaStreamSynchronize(device->stream);
        if (device->pool) cudaMemPoolDestroy(device->pool);
        cudaStreamDestroy(device->stream);
    }
    tg_staging_free(&device->staging);
    cudaGetLastError(); /* clears the errors of destroying incomplete objects */
    pthread_mutex_destroy(&device->lock);
    release_account(device->account);
    tg_free(device->blocks);
    tg_free(device);
}

/* Like TG_TRY_CUDA, for the starting thread: it stores the error in `device`, because another
 * thread uses the context. Needs a local `device` and a label `cleanup`. */
#define TRY_START(call) \
    do { \
        device->error = (call); \
        device->failed = #call; \
        if (device->error != cudaSuccess) goto cleanup; \
    } while (0)

/* Returns an attribute of a GPU, or 0 if CUDA does not know it, as for GPUs that use the host's memory. */
static double read_attribute(cudaDeviceAttr attribute, uint32_t ordinal)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, attribute, (int)ordinal) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return value;
}

/* Reads the speeds. CUDA reports clocks in kilohertz; memory sends two bits per clock on each line. */
static void read_speeds(tg_device_properties *properties)
{
    static const double kilohertz = 1e3, bytes_of_line = 2.0 / 8;
    const uint32_t ordinal = properties->ordinal;
    properties->clock_hz = kilohertz * read_attribute(cudaDevAttrClockRate, ordinal);
    properties->memory_bytes_per_second = kilohertz * read_attribute(cudaDevAttrMemoryClockRate, ordinal) *
                                          read_attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal) * bytes_of_line;
}

/* Asks for single attributes: CUDA takes milliseconds for cudaGetDeviceProperties. */
static void read_properties(tg_device *device)
{
    tg_device_properties *properties = &device->properties;
    uint32_t cache_bytes = 0;
    const struct needed {
        cudaDeviceAttr attribute;
        uint32_t *place;
    } all[] = {
      {cudaDevAttrComputeCapabilityMajor, &properties->major},
      {cudaDevAttrComputeCapabilityMinor, &properties->minor},
      {cudaDevAttrMultiProcessorCount, &properties->multiprocessors},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, &properties->shared_block_bytes},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &properties->shared_bytes},
      {cudaDevAttrL2CacheSize, &cache_bytes},
    };
    for (const needed &one : all) {
        int value = 0;
        TRY_START(cudaDeviceGetAttribute(&value, one.attribute, (int)device->ordinal));
        *one.place = (uint32_t)value;
    }
    properties->ordinal = device->ordinal;
    properties->cache_bytes = cache_bytes;
    read_speeds(properties);
cleanup:;
}

/* Memory from the system stays in the pool until the GPU is released: allocating it again would
 * take longer than a small count. */
static void create_pool(tg_device *device)
{
    cudaMemPoolProps wanted;
    uint64_t keep = UINT64_MAX;
    memset(&wanted, 0, sizeof wanted);
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    wanted.location.id = (int)device->ordinal;
    TRY_START(cudaMemPoolCreate(&device->pool, &wanted));
    TRY_START(cudaMemPoolSetAttribute(device->pool, cudaMemPoolAttrReleaseThreshold, &keep));
cleanup:;
}

/* Starts CUDA on the other GPUs. Whoever opens one of them reports its faults. */
static void *wake(void *started)
{
    const tg_device *device = (const tg_device *)started;
    const tg_gpus *others = &device->others;
    for (uint32_t g = 0; g < others->count; g++) {
        if (__atomic_load_n(&device->leaving, __ATOMIC_RELAXED)) break;
        if (cudaSetDevice((int)others->numbers[g]) == cudaSuccess) cudaFree(NULL);
        cudaGetLastError();
    }
    return NULL;
}

/* Runs in the starting thread: does everything that CUDA needs before the first copy. */
static void *start(void *started)
{
    tg_device *device = (tg_device *)started;
    const uint32_t ordinal = device->ordinal;
    TRY_START(cudaGetDeviceCount(&device->devices));
    if (ordinal >= (uint32_t)device->devices) return NULL;
    TRY_START(cudaSetDevice((int)ordinal));
    read_properties(device);
    if (device->error != cudaSuccess) return NULL;
    TRY_START(tg_make_stream(&device->stream));
    create_pool(device);
    if (device->error != cudaSuccess) return NULL;
    TRY_START(tg_staging_start(&device->staging));
    if (device->others.count > 0) device->waking = pthread_create(&device->waker, NULL, wake, device) == 0;
cleanup:
    return NULL;
}

/* Counts the host memory that CUDA uses against the limit of the first context that opens a GPU;
 * returns false if the limit does not allow it. */
static bool reserve(tricorn_context *context)
{
    static std::atomic<bool> reserved(false);
    if (reserved.exchange(true)) return true;
    const bool fits = tg_memory_add_process(tg_context_memory(context), CUDA_BYTES);
    if (!fits) reserved = false;
    return fits;
}

static tricorn_status allocate(tricorn_context *context, uint32_t ordinal, uint64_t expected, tg_device **device)
{
    memory_account *account = NULL;
    if (!reserve(context))
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "CUDA takes %d MB of the host's memory, which the limit does not leave it: "
          "raise the limit by " TG_OPTION("process_bytes_limit") ", or give " TG_OPTION("device=cpu"),
          CUDA_BYTES >> 20);
    tricorn_status status = create_account(context, &account);
    if (status == TRICORN_OK) status = TG_ALLOC_ZERO(context, 1, device);
    if (status != TRICORN_OK) {
        release_account(account);
        return status;
    }
    pthread_mutex_init(&(*device)->lock, NULL);
    (*device)->holders = 1;
    (*device)->account = account;
    (*device)->ordinal = ordinal;
    tg_staging_allocate(context, expected, &(*device)->staging);
    return TRICORN_OK;
}

/* Reports an error of the starting thread. */
static tricorn_status check_start(tricorn_context *context, const tg_device *device)
{
    const uint32_t ordinal = device->ordinal;
    if (device->devices == 0 && is_absence(device->error)) return no_device(context, ordinal, device->error);
    if (device->error != cudaSuccess) return tg_cuda_fail(context, device->error, device->failed);
    if (ordinal >= (uint32_t)device->devices)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "there is no gpu:%" PRIu32 ": this machine has %d, counted from 0", tg_gpu_for_user(ordinal),
          device->devices);
    return TRICORN_OK;
}

static bool holds(const tricorn_context *context, uint32_t ordinal)
{
    const tg_device *device = tg_context_device(context);
    return device != NULL && device->ordinal == ordinal;
}

extern "C" tricorn_status tg_device_start(tricorn_context *context, const tg_gpus *gpus, uint64_t expected)
{
    const uint32_t ordinal = gpus->numbers[0];
    tg_device *device = NULL;
    if (holds(context, ordinal)) return TRICORN_OK;
    const tricorn_status status = allocate(context, ordinal, expected, &device);
    if (status != TRICORN_OK) return status;
    device->others.count = gpus->count - 1;
    memcpy(device->others.numbers, gpus->numbers + 1, device->others.count * sizeof *gpus->numbers);
    device->starting = pthread_create(&device->starter, NULL, start, device) == 0;
    if (!device->starting) start(device);
    tg_context_set_device(context, device, tg_device_release);
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_open(tricorn_context *context, uint32_t ordinal)
{
    tricorn_status status = TRICORN_OK;
    const double begun = tg_clock_now();
    if (!holds(context, ordinal)) {
        tg_device *device = NULL;
        TG_TRY(allocate(context, ordinal, 0, &device));
        start(device);
        tg_context_set_device(context, device, tg_device_release);
    }
    await_start(tg_context_device(context));
    tg_context_add_start(context, tg_clock_now() - begun);
    status = check_start(context, tg_context_device(context));
    if (status != TRICORN_OK) {
        tg_context_set_device(context, NULL, NULL);
        return status;
    }
    TG_TRY_CUDA(context, cudaSetDevice((int)ordinal));
    cudaGetLastError(); /* clears errors that other code caused and did not read */
cleanup:
    return status;
}

extern "C" const tg_device_properties *tg_device_properties_of(const tricorn_context *context)
{
    return &tg_context_device(context)->properties;
}

extern "C" void tg_device_hold(tg_device *device)
{
    pthread_mutex_lock(&device->lock);
    device->holders++;
    pthread_mutex_unlock(&device->lock);
}

extern "C" void tg_device_release(tg_device *device)
{
    if (device == NULL) return;
    pthread_mutex_lock(&device->lock);
    const uint32_t left = --device->holders;
    pthread_mutex_unlock(&device->lock);
    if (left == 0) destroy(device);
}

cudaStream_t tg_device_stream(const tricorn_context *context)
{
    return tg_context_device(context)->stream;
}

tg_staging *tg_device_staging(const tricorn_context *context)
{
    return &tg_context_device(context)->staging;
}

extern "C" tg_device_times *tg_device_times_of(const tricorn_context *context)
{
    return &tg_context_device(context)->times;
}

unsigned tg_device_blocks(
  const tricorn_context *context, uint64_t items, uint32_t items_per_block, uint32_t per_multiprocessor)
{
    const uint64_t wanted = items / items_per_block + 1;
    const uint64_t most = (uint64_t)tg_device_properties_of(context)->multiprocessors * per_multiprocessor;
    return (unsigned)(wanted < most ? wanted : most);
}

/* ---- memory ---- */

extern "C" uint64_t tg_device_peak_bytes(const tricorn_context *context)
{
    const tg_device *device = tg_context_device(context);
    if (device == NULL) return 0;
    pthread_mutex_lock(&device->account->lock);
    const uint64_t peak = device->account->peak;
    pthread_mutex_unlock(&device->account->lock);
    return peak;
}

extern "C" uint64_t tg_device_live_bytes(const tricorn_context *context)
{
    tg_device *device = tg_context_device(context);
    if (device == NULL) return 0;
    return read_account(device->account).live;
}

extern "C" void tg_device_refuse(tricorn_context *context, uint64_t first, uint64_t failures)
{
    tg_device *device = tg_context_device(context);
    pthread_mutex_lock(&device->lock);
    device->refusing = {first, failures, 0, 0};
    pthread_mutex_unlock(&device->lock);
}

extern "C" uint64_t tg_device_refused(const tricorn_context *context)
{
    tg_device *device = tg_context_device(context);
    pthread_mutex_lock(&device->lock);
    const uint64_t refused = device->refusing.refused;
    pthread_mutex_unlock(&device->lock);
    return refused;
}

extern "C" void tg_device_set_limit(tricorn_context *context, uint64_t bytes)
{
    const tg_device *device = tg_context_device(context);
    if (device == NULL) return;
    pthread_mutex_lock(&device->account->lock);
    device->account->limit = bytes ? bytes : UINT64_MAX;
    pthread_mutex_unlock(&device->account->lock);
}

extern "C" uint64_t tg_device_room(const tricorn_context *context)
{
    const uint64_t left = read_account(tg_context_device(context)->account).left;
    size_t unused = 0, all = 0;
    if (cudaMemGetInfo(&unused, &all) != cudaSuccess) {
        cudaGetLastError();
        return left; /* the next call fails, too, and says why */
    }
    return left < unused ? left : (uint64_t)unused;
}

extern "C" void tg_device_wait(const tricorn_context *context)
{
    const tg_device *device = tg_context_device(context);
    if (device) cudaStreamSynchronize(device->stream);
}

extern "C" void tg_device_trim(tricorn_context *context)
{
    const tg_device *device = tg_context_device(context);
    if (device == NULL) return;
    /* after this wait, memory that was freed on the stream can be trimmed */
    cudaStreamSynchronize(device->stream);
    cudaMemPoolTrimTo(device->pool, 0);
    cudaGetLastError();
}

extern "C" void tg_device_share_account(tricorn_context *context, const tricorn_context *whose)
{
    tg_device *device = tg_context_device(context);
    memory_account *account = tg_context_device(whose)->account;
    if (device->account == account) return;
    release_account(device->account);
    pthread_mutex_lock(&account->lock);
    account->holders++;
    pthread_mutex_unlock(&account->lock);
    device->account = account;
}

static tricorn_status no_memory(tricorn_context *context, const tg_device *device, uint64_t bytes)
{
    const account_bytes account = read_account(device->account);
    size_t unused = 0, all = 0;
    if (bytes > account.left)
        return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY,
          "%" PRIu64 " more bytes of GPU memory needed, but the limit is %" PRIu64 " and %" PRIu64
          " are in use; raise it by " TG_OPTION("device_bytes_limit"),
          bytes, account.limit, account.live);
    if (cudaMemGetInfo(&unused, &all) != cudaSuccess) cudaGetLastError();
    return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY,
      "gpu:%" PRIu32 " has no %" PRIu64 " more bytes of memory: %" PRIu64 " of its %" PRIu64
      " are free, and this count already uses %" PRIu64 "; with " TG_OPTION("device=cpu") " none is needed",
      tg_gpu_for_user(device->ordinal), bytes, (uint64_t)unused, (uint64_t)all, account.live);
}

/* Counts the next allocation, and returns whether it must fail. The caller holds the lock. */
static bool refuses(refusals *test)
{
    const uint64_t number = test->asked++;
    const bool fails = number >= test->first && number - test->first < test->failures;
    test->refused += fails;
    return fails;
}

/* Makes room for one more block in the list. The caller holds the lock. */
static tricorn_status grow_blocks(tricorn_context *context, tg_device *device)
{
    if (device->block_count < device->block_room) return TRICORN_OK;
    const uint32_t room = 2 * device->block_room + FIRST_BLOCKS;
    const tricorn_status status = TG_REALLOC(context, room, &device->blocks);
    if (status == TRICORN_OK) device->block_room = room;
    return status;
}

/* Allocates a block and counts it. The caller holds the lock. */
static tricorn_status allocate_block(tricorn_context *context, tg_device *device, uint64_t bytes, void **block)
{
    void *made = NULL;
    const tricorn_status listed = grow_blocks(context, device);
    if (listed != TRICORN_OK) return listed;
    if (refuses(&device->refusing) || !charge(device->account, bytes)) return no_memory(context, device, bytes);
    const cudaError_t error = cudaMallocFromPoolAsync(&made, bytes, device->pool, device->stream);
    if (error != cudaSuccess) discharge(device->account, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return no_memory(context, device, bytes);
    }
    if (error != cudaSuccess) return tg_cuda_fail(context, error, "cudaMallocFromPoolAsync");
    device->blocks[device->block_count].start = made;
    device->blocks[device->block_count].bytes = bytes;
    device->block_count++;
    *block = made;
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_alloc(tricorn_context *context, uint64_t count, size_t size, void **block)
{
    tg_device *device = tg_context_device(context);
    uint64_t bytes = 0;
    *block = NULL;
    if (count == 0 || size == 0) return TRICORN_OK;
    if (__builtin_mul_overflow(count, (uint64_t)size, &bytes) || bytes > PTRDIFF_MAX)
        return no_memory(context, device, UINT64_MAX);
    bytes = (bytes + ALLOCATION_BYTES - 1) / ALLOCATION_BYTES * ALLOCATION_BYTES;
    pthread_mutex_lock(&device->lock);
    const tricorn_status status = allocate_block(context, device, bytes, block);
    pthread_mutex_unlock(&device->lock);
    return status;
}

/* Most blocks that are freed were allocated last: the search begins at the end of the list. */
extern "C" void tg_device_free_held(tg_device *device, void *block)
{
    if (block == NULL) return;
    pthread_mutex_lock(&device->lock);
    uint32_t i = device->block_count;
    while (i > 0 && device->blocks[i - 1].start != block) i--;
    if (i > 0) {
        discharge(device->account, device->blocks[i - 1].bytes);
        device->blocks[i - 1] = device->blocks[--device->block_count];
        cudaFreeAsync(block, device->stream);
    }
    pthread_mutex_unlock(&device->lock);
}

extern "C" void tg_device_free(tricorn_context *context, void *block)
{
    if (block) tg_device_free_held(tg_context_device(context), block);
}

/* ---- copies ---- */

tricorn_status tg_device_copy_in(tricorn_context *context, void *device, const void *host, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    if (bytes == 0) return TRICORN_OK;
    if (bytes >= LARGE_COPY_BYTES) {
        TG_TRY(tg_staging_begin(context));
        TG_TRY(tg_staging_in(context, device, host, bytes));
        TG_TRY(tg_staging_end(context));
    } else {
        TG_TRY_CUDA(context, cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
        TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
    }
cleanup:
    return status;
}

tricorn_status tg_device_copy_out(tricorn_context *context, void *host, const void *device, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    if (bytes == 0) return TRICORN_OK;
    if (bytes >= LARGE_COPY_BYTES) {
        TG_TRY(tg_staging_begin(context));
        TG_TRY(tg_staging_out(context, host, device, bytes));
    } else {
        TG_TRY_CUDA(context, cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
        TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
    }
cleanup:
    return status;
}

/* Lets a GPU read the memory pool of another one, if the machine can do that. If it cannot, the
 * driver copies through the host. */
static void open_pool(const tg_device *source, const tg_device *reader)
{
    const int ordinal = (int)reader->ordinal;
    int reachable = 0;
    cudaMemAccessDesc access;
    memset(&access, 0, sizeof access);
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = ordinal;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (cudaDeviceCanAccessPeer(&reachable, ordinal, (int)source->ordinal) != cudaSuccess || !reachable ||
        cudaMemPoolSetAccess(source->pool, &access, 1) != cudaSuccess)
        cudaGetLastError();
}

extern "C" tricorn_status tg_device_copy_peer(
  tricorn_context *context, void *to, const tg_device *source, const void *from, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    const tg_device *device = tg_context_device(context);
    const int here = (int)device->ordinal, there = (int)source->ordinal;
    if (bytes == 0) return TRICORN_OK;
    if (here == there) {
        TG_TRY_CUDA(context, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, device->stream));
    } else {
        open_pool(source, device);
        TG_TRY_CUDA(context, cudaMemcpyPeerAsync(to, here, from, there, bytes, device->stream));
    }
cleanup:
    return status;
}

/* ---- timers ---- */

tricorn_status tg_timer_start(tricorn_context *context, tg_timer *timer)
{
    tricorn_status status = TRICORN_OK;
    if (timer->from == NULL) TG_TRY_CUDA(context, cudaEventCreate(&timer->from));
    if (timer->to == NULL) TG_TRY_CUDA(context, cudaEventCreate(&timer->to));
    TG_TRY_CUDA(context, cudaEventRecord(timer->from, tg_device_stream(context)));
cleanup:
    return status;
}

tricorn_status tg_timer_stop(tricorn_context *context, tg_timer *timer)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY_CUDA(context, cudaEventRecord(timer->to, tg_device_stream(context)));
cleanup:
    return status;
}

tricorn_status tg_timer_add(tricorn_context *context, tg_timer *timer, double *seconds)
{
    tricorn_status status = TRICORN_OK;
    float milliseconds = 0;
    TG_TRY_CUDA(context, cudaEventSynchronize(timer->to));
    TG_TRY_CUDA(context, cudaEventElapsedTime(&milliseconds, timer->from, timer->to));
    *seconds += 1e-3 * (double)milliseconds;
cleanup:
    return status;
}

void tg_timer_free(tg_timer *timer)
{
    if (timer->from) cudaEventDestroy(timer->from);
    if (timer->to) cudaEventDestroy(timer->to);
    timer->from = timer->to = NULL;
}
