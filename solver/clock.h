/* Monotonic seconds, without the interpreter. */
#ifndef MANNI_CLOCK_H
#define MANNI_CLOCK_H

#if defined(_WIN32)
#include <windows.h>
static inline double manni_now(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}
#else
#include <time.h>
static inline double manni_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#endif

#endif
