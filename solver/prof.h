#include <stdint.h>
#include <x86intrin.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t P_calls[16],P_hit[16],P_settled[16],P_refused[16],P_exp[16],P_t[16],P_lookt[16],P_floort[16],P_keept[16],P_exact[16];
static int P_once=0;
static void P_dump(void){ for(int i=1;i<13;i++) if(P_calls[i]) fprintf(stderr,"n=%d calls %lu hit %lu settled %lu refused %lu exp %lu(exact %lu) incl %.1f Mc look %.1f floor %.1f keep %.1f\n",i,P_calls[i],P_hit[i],P_settled[i],P_refused[i],P_exp[i],P_exact[i],P_t[i]/1e6,P_lookt[i]/1e6,P_floort[i]/1e6,P_keept[i]/1e6);}
static inline uint64_t P_now(void){ if(!P_once){P_once=1;atexit(P_dump);} return __rdtsc(); }
