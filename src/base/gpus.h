/* gpus.h - the GPUs that CUDA sees, without starting CUDA, and the numbers that users give them.
 *
 * - Starting CUDA takes a tenth of a second, during which a file can be read. So a GPU whose file
 *   exists counts as present until it is needed.  Otherwise CUDA is started, to look for GPUs that
 *   have no such file.
 * - CUDA starts all GPUs that it sees, which takes longer the more they are. A program can let it
 *   see only some of them (tg_gpus_hide_others).  CUDA numbers these from 0, users keep their
 *   numbers, and this file translates.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_MOST_GPUS = 16, TG_VISIBLE_BYTES = 2048 };

typedef struct tg_gpus {
    uint32_t numbers[TG_MOST_GPUS];
    /* At least 1; a number that occurs twice means that this GPU counts two parts. */
    uint32_t count;
} tg_gpus;

/* Whether this machine seems to have a driver of NVIDIA's GPUs. */
bool tg_gpu_driver_seems_present(void);

/* Whether a GPU with this number, as CUDA counts them, seems to exist. */
bool tg_gpu_seems_present(uint32_t ordinal);

/* The same, with another folder of device files than "/dev", and another value of
 * CUDA_VISIBLE_DEVICES (NULL: it is not set). */
bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal);

/* Returns how many GPUs CUDA seems to see. */
uint32_t tg_gpus_visible(void);
/* Returns how many GPUs the machine seems to have. */
uint32_t tg_gpus_of_machine(void);

/* Writes the value of CUDA_VISIBLE_DEVICES with which CUDA sees only these GPUs, in their order,
 * where it now has the value `visible`. The numbers must differ. Returns false if CUDA sees no
 * others, or if one of them does not exist: CUDA then says so. */
bool tg_gpus_alone_in(const char *folder, const char *visible, const tg_gpus *gpus, char value[TG_VISIBLE_BYTES]);

/* Sets CUDA_VISIBLE_DEVICES to let CUDA see only these GPUs, if it sees others. No other thread
 * may run, and CUDA must not have started. */
void tg_gpus_hide_others(const tg_gpus *gpus);

/* Finds CUDA's number of the GPU with a user's number. Returns false if it is hidden. */
bool tg_gpu_of_user(uint32_t number, uint32_t *ordinal);
/* Returns the user's number of a GPU. */
uint32_t tg_gpu_for_user(uint32_t ordinal);

#ifdef __cplusplus
}
#endif
