/* presence.h - finds the GPUs of the machine by its files, without starting CUDA.
 *
 * Starting CUDA takes a tenth of a second, during which a file can be read.  So a GPU whose file
 * exists counts as present until it is needed.  Otherwise CUDA is started, to look for GPUs that
 * have no such file.
 */
#ifndef TG_REGISTRY_PRESENCE_H
#define TG_REGISTRY_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a GPU with this number, as CUDA counts them, seems to exist. */
bool tg_gpu_seems_present(uint32_t ordinal);

/* The same, with another folder of device files than "/dev", and another value of
 * CUDA_VISIBLE_DEVICES (NULL: it is not set). */
bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal);

#endif
