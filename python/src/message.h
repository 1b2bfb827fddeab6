/* message.h - rewrites messages of the library in the words of the package. */
#ifndef PY_MESSAGE_H
#define PY_MESSAGE_H

enum { PY_MESSAGE_BYTES = 4096 };

/* Returns the message with the options that it names as keywords: "the option 'ids=string'"
 * becomes ids="string". It is cut to the size of `text`. */
const char *py_message(const char *message, char text[PY_MESSAGE_BYTES]);

#endif
