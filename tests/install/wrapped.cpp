/* wrapped.cpp - the header as some include it, inside a block of their own. */
extern "C" {
#include <tricorn/tricorn.h>
}

int main()
{
    const tricorn_options options = TRICORN_OPTIONS_INIT;
    return options.struct_size == sizeof options && tricorn_version()[0] != 0 ? 0 : 1;
}
