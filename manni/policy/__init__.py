"""What a sensible quick player does, from its own cards alone.

`evaluation` says what a hand is worth before the play, `preference` which card to play, `choices` what to decide
before the play, and `playout` plays whole hands so. Worlds are weighted by it, advice models the other seats by it,
and the bot ``greedy`` plays by it.
"""
