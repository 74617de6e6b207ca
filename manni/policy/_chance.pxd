"""Chance for compiled code: small generators that are plain values, one for each deal or thread."""

from libc.math cimport log

from solver.bits cimport u64


cdef struct Random:
    u64 state


cdef inline u64 random_word(Random* random) noexcept nogil:
    """The next word of the generator SplitMix64 (Steele, Lea and Flood 2014)."""
    cdef u64 z
    random.state += <u64>0x9e3779b97f4a7c15
    z = random.state
    z = (z ^ (z >> 30)) * <u64>0xbf58476d1ce4e5b9
    z = (z ^ (z >> 27)) * <u64>0x94d049bb133111eb
    return z ^ (z >> 31)


cdef inline double random_unit(Random* random) noexcept nogil:
    """Uniform, above 0 and below 1."""
    return ((random_word(random) >> 12) + 0.5) * (1.0 / 4503599627370496.0)


cdef inline int random_below(Random* random, int bound) noexcept nogil:
    """Uniform from 0 to `bound` - 1, but for less than one in a hundred million."""
    return <int>((random_word(random) >> 32) * <u64>bound >> 32)


cdef inline double gumbel(Random* random) noexcept nogil:
    """Added to scores, the largest is chosen by the softmax of the scores."""
    return -log(-log(random_unit(random)))
