/* wraps.h - functions that a test puts in the place of others, by the linker's option --wrap. */
#pragma once

/* Declares both, of the type of the function: calls of function() go to __wrap_function(), which
 * the test defines, and the function itself is __real_function(). */
#define TEST_WRAPS(function) \
    __typeof__(function) __wrap_##function; \
    __typeof__(function) __real_##function
