/* Texts from users' files inside other languages: nothing in them is a command there. */
#ifndef LASH_QUOTE_H
#define LASH_QUOTE_H

#include <stdbool.h>
#include <stdio.h>

/* A string of gnuplot; line feeds and control characters become blanks. */
void quote_gnuplot(FILE *out, const char *text);

/* A string of graphviz' DOT, with its quotes; control characters become blanks. */
void quote_dot(FILE *out, const char *text);

/* Text between HTML or XML tags or in attributes. */
void quote_html(FILE *out, const char *text);
void quote_xml(FILE *out, const char *text);

/* A word for a POSIX shell. */
void quote_shell(FILE *out, const char *text);

/* For terminals: escape codes, other control characters and what is not UTF-8 are shown (\x1b), not
 * sent; line feeds and tabs are kept only with `lines`. The second form fills `shown`, cut short
 * where it must be. */
void quote_terminal(FILE *out, const char *text, bool lines);
void quote_visible(const char *text, char *shown, size_t size);

/* How many characters a text has on a terminal or in a picture, not bytes of UTF-8. */
int utf8_width(const char *text);

/* Length of the UTF-8 character at `text`, 0 when the bytes are not one. */
size_t utf8_length(const char *text);

#endif
