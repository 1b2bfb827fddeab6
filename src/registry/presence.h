/* presence.h - finds the GPUs of the machine by its files, without starting CUDA.
 *
 * Starting CUDA takes a tenth of a second, during which a file can be read.  So a GPU that seems
 * to exist counts as present until it is needed, and CUDA is started only to look for others.
 */
#ifndef TG_REGISTRY_PRESENCE_H
#define TG_REGISTRY_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a GPU of that number, as CUDA counts them, seems to exist. */
bool tg_gpu_seems_present(uint32_t ordinal);

/* The same for a folder of devices ("/dev") and a value of CUDA_VISIBLE_DEVICES (NULL: not set).
 */
bool tg_gpu_seems_present_in(const char *folder, const char *visible, uint32_t ordinal);

#endif
