/* read_buffer.h - the memory that bytes are read into. */
#ifndef TG_IO_BYTES_READ_BUFFER_H
#define TG_IO_BYTES_READ_BUFFER_H

#include <stddef.h>

typedef struct tg_read_buffer {
    void *bytes;
    size_t room;  /* in: bytes that fit into it */
    size_t count; /* out: bytes that were read */
} tg_read_buffer;

#endif
