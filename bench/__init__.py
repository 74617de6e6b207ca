"""One script per question about the engine's speed; see README.md."""
