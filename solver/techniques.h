/* The techniques of the search, as constants of the build: `python -m bench.ablation` builds the engine with one of
 * them at 0 to show what it is worth. Values never depend on them.
 */
#ifndef MANNI_TECHNIQUES_H
#define MANNI_TECHNIQUES_H

#ifndef USE_TABLE
#define USE_TABLE 1 /* the transposition table */
#endif
#ifndef USE_PATTERNS
#define USE_PATTERNS 1 /* table entries that keep only the cards that mattered (partition search) */
#endif
#ifndef USE_SURE_TRICKS
#define USE_SURE_TRICKS 1 /* sure tricks: quick, slow, by trumps, by ducking */
#endif
#ifndef USE_SLOW_TRICKS
#define USE_SLOW_TRICKS 1 /* of those, what follows a lost lead */
#endif
#ifndef USE_ANY_WINNER
#define USE_ANY_WINNER 1 /* winners of tricks that do not matter left open (Nullo) */
#endif
#ifndef USE_SKIPPING
#define USE_SKIPPING 1 /* no move like one that failed without mattering */
#endif
#ifndef USE_EQUIVALENCE
#define USE_EQUIVALENCE 1 /* equivalent cards tried as one */
#endif
#ifndef USE_ORDERING
#define USE_ORDERING 1 /* weights for the order of moves */
#endif
#ifndef USE_CUTOFF_MEMORY
#define USE_CUTOFF_MEMORY 1 /* the card that cut off last goes first */
#endif

#endif
