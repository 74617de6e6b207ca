"""The same engine, compiled for x86-64-v3."""

include "_kernel.pyx"
