/* What the programs that tools/validate builds have in common. Where it is used `routine` names what to call, and `calls` says how often. */
#include <string.h>

static unsigned long sink;

/* Calls one routine so many times and ends main; the expression has a value. `i` counts the calls. */
#define CALLS(name, call)             \
    if (!strcmp(routine, name)) {     \
        for (i = 0; i < calls; i++) { \
            sink += (call);           \
        }                             \
        return 0;                     \
    }
