"""The engine that other programs embed: JSON lines in, JSON lines out; ``docs/engine.md`` is its manual.

`forms` says what queries and answers look like, `work` answers one query, `server` reads, queues, runs and writes.
"""
