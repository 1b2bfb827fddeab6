/* packer.h - compresses content in frames, all threads at once, and passes the bytes on. */
#pragma once

#include "io/bytes/compressed.h"

typedef struct tg_packer tg_packer;

/* Receives the next compressed bytes, on the caller's thread. */
typedef tricorn_status tg_take_bytes(tricorn_context *context, void *user, const void *bytes, size_t count);

tricorn_status tg_packer_create(
  tricorn_context *context, const tg_encoder *encoder, tg_take_bytes *take, void *user, tg_packer **packer);
void tg_packer_free(tg_packer *packer); /* NULL is allowed */

/* Adds content, of which some waits in memory until it is enough for all threads. */
tricorn_status tg_packer_add(tricorn_context *context, tg_packer *packer, const void *content, size_t count);

/* Compresses the rest, and completes the compressed bytes. */
tricorn_status tg_packer_finish(tricorn_context *context, tg_packer *packer);
