"""`make hostile`: a real server among clients that mean no good, and a host who must not notice."""
