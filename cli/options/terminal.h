/* Standard output and standard error as a terminal may have them, whoever writes to them.
 *
 * Names and titles come from files that other people made, and go into messages, tables and bars in
 * a hundred places. So it is not the places that are careful but the streams: behind
 * terminal_guard() control characters and what is not UTF-8 are shown (\x1b), not sent, but for
 * line feeds, tabs, carriage returns and ESC [ K, which our own bars use. Where the program was
 * started without them, no file takes their numbers. */
#ifndef LASH_TERMINAL_H
#define LASH_TERMINAL_H

/* For the rest of the process. Does nothing when there is no memory for it. */
void terminal_guard(void);

#endif
