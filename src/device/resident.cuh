/* resident.cuh - how many thread blocks a kernel may ask a multiprocessor to hold. */
#ifndef TG_DEVICE_RESIDENT_CUH
#define TG_DEVICE_RESIDENT_CUH

/* How many threads and thread blocks a multiprocessor can hold. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ / 100 == 9 || __CUDA_ARCH__ / 100 == 10
#define TG_HELD_THREADS 2048
#define TG_HELD_BLOCKS 32
#elif __CUDA_ARCH__ == 750
#define TG_HELD_THREADS 1024
#define TG_HELD_BLOCKS 16
#else
#define TG_HELD_THREADS 1536
#define TG_HELD_BLOCKS (__CUDA_ARCH__ < 890 ? 16 : 24)
#endif

/* The second argument of __launch_bounds__: `wanted` blocks for each multiprocessor, or as many as it can hold. */
#define TG_RESIDENT_BLOCKS(threads, wanted) TG_LESSER(wanted, TG_LESSER(TG_HELD_THREADS / (threads), TG_HELD_BLOCKS))
#define TG_LESSER(a, b) ((a) < (b) ? (a) : (b))

#endif
