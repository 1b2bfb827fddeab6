/* message.h - translates the library's messages into the words of the program. */
#pragma once

#include <stdbool.h>

#include <tricorn/tricorn.h>

enum { CLI_MESSAGE_BYTES = 2048 };

/* Writes to `text` the message for a call of the library that failed with this status, and
 * returns `text`. Where the library names an option, as in "the option 'ids=string'" (TG_OPTION
 * of src/base/context.h), the message has "--ids string"; 'format' becomes "--to" if a graph is
 * written. If a name does not exist, the message suggests the one that was probably meant.
 * `context` may be NULL. */
const char *cli_message(
  const tricorn_context *context, tricorn_status status, bool writing, char text[CLI_MESSAGE_BYTES]);
