/* The structures in C. */
#include "layout.h"
