"""Bots in the browser."""

GO_ON = ".go-on button"
