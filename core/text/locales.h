/* Between these two calls, printf() and strtod() of this thread use a decimal point, whatever
 * setlocale() was or is called with in the process. */
#ifndef LASH_LOCALES_H
#define LASH_LOCALES_H

#include <locale.h>

locale_t plain_numbers_begin(void);
void plain_numbers_end(locale_t before); /* what the first call gave */

#endif
