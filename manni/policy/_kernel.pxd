from manni.policy._habits cimport Habits
from manni.policy._values cimport Values


cdef class Policy:
    cdef Values values
    cdef Habits habits
    cdef const Habits* plays    # NULL for one that plays by the rules of thumb
