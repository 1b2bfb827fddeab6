/* read_buffer.h - memory that receives the bytes of a read. */
#pragma once

#include <stddef.h>

typedef struct tg_read_buffer {
    void *bytes;
    size_t room; /* given: how many bytes fit */
    size_t count; /* returned: how many bytes were read */
} tg_read_buffer;
