/* message.h - translates the library's messages into the words of the package. */
#ifndef PY_MESSAGE_H
#define PY_MESSAGE_H

enum { PY_MESSAGE_BYTES = 4096 };

/* Returns the message, in which the names of options are replaced by keywords: "the option
 * 'ids=string'" becomes ids="string".  The message is cut to the size of `text`. */
const char *py_message(const char *message, char text[PY_MESSAGE_BYTES]);

#endif
