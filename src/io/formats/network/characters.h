/* characters.h - reads a text byte by byte, and gathers the bytes of a token. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "io/bytes/input.h"

enum { TG_NO_BYTE = -1 };

typedef struct tg_characters {
    tricorn_context *context;
    tg_input *input;
    char *buffer;
    size_t at, count;
    uint64_t line; /* of the next byte */
    char *text; /* the token, which ends in NUL */
    size_t bytes;
    uint64_t room;
} tg_characters;

/* Begins to read an input of which nothing was read yet. tg_characters_end() frees the memory,
 * also after a failure. */
tricorn_status tg_characters_begin(tricorn_context *context, tg_input *input, tg_characters *characters);
void tg_characters_end(tg_characters *characters);

/* Sets *byte to the next one, which is not consumed; TG_NO_BYTE at the end. */
tricorn_status tg_characters_peek(tg_characters *characters, int *byte);
/* Consumes the byte that was seen. */
void tg_characters_pass(tg_characters *characters);

/* Empties the token, or adds a byte to it: at most 16 MiB. */
void tg_characters_clear(tg_characters *characters);
tricorn_status tg_characters_put(tg_characters *characters, char byte);

/* Fails with TRICORN_BAD_FORMAT "NAME:LINE: what". */
tricorn_status tg_characters_refuse(const tg_characters *characters, const char *what);
