/* Bit operations on card sets, with a plain C fallback for every builtin.
 *
 * x86-64-v3 builds (__BMI2__) use pext/pdep; every other build computes the same values in software, so that
 * searches visit the same nodes everywhere.
 */
#ifndef MANNI_BITS_H
#define MANNI_BITS_H

#include <stdint.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__) || defined(__clang__)
#define manni_ctz(x) __builtin_ctzll(x)
#define manni_clz(x) __builtin_clzll(x)
#else
static inline int manni_clz(uint64_t x)
{
    int n = 0;
    if (!(x >> 32)) { n += 32; x <<= 32; }
    if (!(x >> 48)) { n += 16; x <<= 16; }
    if (!(x >> 56)) { n += 8; x <<= 8; }
    if (!(x >> 60)) { n += 4; x <<= 4; }
    if (!(x >> 62)) { n += 2; x <<= 2; }
    return n + !(x >> 63);
}
static inline int manni_ctz(uint64_t x) { return 63 - manni_clz(x & (0 - x)); }
#endif

#if defined(__POPCNT__)
#define manni_popcount(x) __builtin_popcountll(x)
#else
/* No hardware instruction may be assumed: the compiler's own fallback calls a library function. */
static inline int manni_popcount(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
}
#endif

#if defined(__GNUC__) || defined(__clang__)
#define manni_prefetch(p) __builtin_prefetch(p)
#else
#define manni_prefetch(p) ((void)0)
#endif

#if defined(__BMI2__)
#define manni_pext(x, mask) _pext_u64(x, mask)
#define manni_pdep(x, mask) _pdep_u64(x, mask)
static inline void manni_pext_both(uint64_t x, uint64_t y, uint64_t mask, uint64_t *a, uint64_t *b)
{
    *a = _pext_u64(x, mask);
    *b = _pext_u64(y, mask);
}
#else
/* A set of cards is a few runs of set bits in each suit's lane, so go run by run, not bit by bit. */
static inline uint64_t manni_pext(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    int filled = 0;
    while (mask) {
        int low = manni_ctz(mask);
        uint64_t rest = ~(mask >> low);           /* never 0: masks end in a 0, above an ace, a gap or a pair */
        int run = manni_ctz(rest);
        uint64_t ones = ((uint64_t)1 << run) - 1;
        out |= ((x >> low) & ones) << filled;
        filled += run;
        mask &= ~(ones << low);
    }
    return out;
}
static inline void manni_pext_both(uint64_t x, uint64_t y, uint64_t mask, uint64_t *a, uint64_t *b)
{
    int filled = 0;
    *a = *b = 0;
    while (mask) {
        int low = manni_ctz(mask);
        int run = manni_ctz(~(mask >> low));
        uint64_t ones = ((uint64_t)1 << run) - 1;
        *a |= ((x >> low) & ones) << filled;
        *b |= ((y >> low) & ones) << filled;
        filled += run;
        mask &= ~(ones << low);
    }
}
static inline uint64_t manni_pdep(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    while (mask) {
        int low = manni_ctz(mask);
        int run = manni_ctz(~(mask >> low));
        uint64_t ones = ((uint64_t)1 << run) - 1;
        out |= (x & ones) << low;
        x >>= run;
        mask &= ~(ones << low);
    }
    return out;
}
#endif

/* Whether this machine runs code compiled for x86-64-v3. */
static inline int manni_runs_v3(void)
{
#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
    return 0;
#endif
}

#define MANNI_LANES 0x1fff1fff1fff1fffULL
#define MANNI_ONES 0x0001000100010001ULL
#define MANNI_GAPS 0x0000200020002000ULL
#define MANNI_WON 0x8000000000000000ULL
#define MANNI_PROVEN 0x4000000000000000ULL
#define MANNI_CODES 0xfffffffffULL
#define MANNI_TOLD 0x0fffffffffffffffULL
#define MANNI_GOLDEN 0x9e3779b97f4a7c15ULL

#endif
