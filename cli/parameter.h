/* parameter.h - the values of --option: parameters of algorithms. */
#ifndef CLI_PARAMETER_H
#define CLI_PARAMETER_H

/* CLI_DONE if "ALGORITHM.PARAMETER=NUMBER" names a parameter and what it can be, else CLI_USAGE
 * after saying why. */
int cli_check_parameter(const char *text);

#endif
