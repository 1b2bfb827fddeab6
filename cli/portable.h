/* portable.h - what the program asks the system for, which differs between Linux and macOS. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

/* Returns the path of the running program's file, to be freed; NULL if the system does not tell.
 */
char *cli_program_path(void);

/* Returns how many CPUs the process may use. */
uint32_t cli_process_cpus(void);

/* Returns the CPU's name, to be freed; NULL if the system does not tell. */
char *cli_cpu_model(void);

/* Returns the highest memory use, in bytes, of what the usage is of. */
uint64_t cli_peak_of(const struct rusage *usage);

/* Makes a pipe whose ends programs that are started do not get; false on failure. */
bool cli_make_pipe(int ends[2]);

/* Has the system end this process when its parent ends. On macOS it lives on until its output,
 * which the parent read, cannot be written. */
void cli_end_with_parent(void);
