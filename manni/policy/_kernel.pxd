from manni.policy._values cimport Values


cdef class Policy:
    cdef Values values
