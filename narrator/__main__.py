"""`python -m narrator`: the same as the command `narrator`."""

from narrator.cli.main import main

main()
