"""Programs that play by HTTP alone."""
