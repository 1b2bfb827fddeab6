/* input.h - checks how often standard input is named, and reads files of pairs. */
#pragma once

#include "session.h"

/* Returns how often "-" is among the words. */
size_t cli_count_stdin(const char *const *words, size_t count);

/* Reports an error if standard input is named more than once: by the graphs of the command line,
 * and of_pairs times as a file of pairs. */
int cli_check_stdin(const cli_session *session, size_t of_pairs);

/* Reads pairs of vertices from a file, or from standard input for "-". The caller frees *pairs
 * with tricorn_array_free(). */
tricorn_status cli_read_pairs(
  const cli_session *session, const tricorn_graph *graph, const char *path, uint32_t **pairs, uint64_t *count);

/* Reports an error if the column of the weights is named twice. */
int cli_check_weights(const cli_session *session);
