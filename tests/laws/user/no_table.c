/* A library without laws. */
int nothing_here(void);
int nothing_here(void) { return 0; }
