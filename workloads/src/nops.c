/* build: -O2 */
/* Code that is mostly nops (nops-ia64.S), in every slot type: they issue, take ports and count as retired, and do nothing. */
#include "guest.h"

i64 nops_run(i64 rounds);

int main(void)
{
    print_hex("nops", (u64)nops_run(60000));
    return 0;
}
