/* presence.h - the GPUs of the machine as its files show them, without starting CUDA.
 *
 * Starting CUDA takes a tenth of a second, during which a file can be read.  So a GPU that seems
 * to be there is taken for granted until it is needed, and only for others is CUDA asked.
 */
#ifndef TG_REGISTRY_PRESENCE_H
#define TG_REGISTRY_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether there seems to be a GPU of that number, as CUDA counts them. */
bool tg_gpu_seems_present(uint32_t ordinal);

/* The same for a folder of devices ("/dev") and a value of CUDA_VISIBLE_DEVICES (NULL: not set).
 */
bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal);

#endif
