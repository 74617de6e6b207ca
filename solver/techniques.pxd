"""What the search does beyond plain alpha-beta, each a constant of the build; see `techniques.h`."""

cdef extern from "techniques.h" nogil:
    const bint USE_TABLE
    const bint USE_PATTERNS
    const bint USE_SURE_TRICKS
    const bint USE_SLOW_TRICKS
    const bint USE_ANY_WINNER
    const bint USE_SKIPPING
    const bint USE_EQUIVALENCE
    const bint USE_ORDERING
    const bint USE_CUTOFF_MEMORY
