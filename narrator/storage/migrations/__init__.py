"""How tables came to be what they are, version by version. A script that was published never changes."""
