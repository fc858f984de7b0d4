"""Retrying what fails for a moment: another process writes to the same file, or the server restarts."""

PATIENCE = 5.0
"""Seconds until a caller is told; a transaction takes a millisecond."""
PAUSE = 0.1
"""Seconds between two attempts."""
TRANSIENT = ("busy", "server_busy", "unreachable")
"""Errors that may be over in a moment. Nothing was written where one of these is raised."""
