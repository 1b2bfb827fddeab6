/* main.h - runs the program tricorn, which may be one of several workers. */
#pragma once

#include <tricorn/tricorn.h>

/* Runs the program, and returns its exit code. `transport` reaches the other workers, of which
 * only worker 0 prints; NULL: this process is the only one. */
int cli_main(int argc, char **argv, const tricorn_transport *transport);
