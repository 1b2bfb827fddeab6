/* parameter.h - the values of --option: parameters of algorithms. */
#ifndef CLI_PARAMETER_H
#define CLI_PARAMETER_H

#include <stdbool.h>

/* CLI_DONE if "ALGORITHM.PARAMETER=NUMBER" names a parameter and a valid value, else CLI_USAGE
 * after an error message. */
int cli_check_parameter(const char *text);

/* Whether a setting accepted by cli_check_parameter() is for the algorithm of that name. */
bool cli_parameter_is_for(const char *text, const char *algorithm);

#endif
