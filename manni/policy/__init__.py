"""What a sensible quick player does, from its own cards alone.

`evaluation` says what a hand is worth before the play, `preference` which card to play, `choices` what to decide
before the play, `declarations` what contracts are worth that are left to declare, `playout` plays hands out, and
`simulation` whole deals. There are two players: the one that advice reckons with, whose habits are fitted, and the bot
``greedy`` with its rules of thumb. All of it is compiled (``_kernel.pyx``): other compiled modules take what they need
from the ``.pxd`` files.
"""
