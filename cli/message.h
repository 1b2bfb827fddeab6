/* message.h - the library's messages, in the words of the program. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

enum { CLI_MESSAGE_BYTES = 2048 };

/* The message for a call that failed with this status; context may be NULL.  The library names an
 * option "the option 'ids=string'" (TG_OPTION of src/base/context.h); here it is "--ids string",
 * and 'format' is "--to" where a graph is written.  Where the library knows no such name, the
 * message suggests another one.  text: room for CLI_MESSAGE_BYTES; returned. */
const char *cli_message(const tricorn_context *context, tricorn_status status, bool writing,
                        char text[CLI_MESSAGE_BYTES]);

#endif
