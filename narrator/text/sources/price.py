"""What something costs, in words. Some languages have a short way to say one of each."""

from narrator.text.sources.source import NN, N

SOURCES = [
    NN("price.first", "{n} {resource:one}", "{n} {resource}"),
    NN("price.next", "{n} {resource:one}", "{n} {resource}"),
    # one card of each kind: the same counted, or the kinds alone
    N("price.pair", "{counted}"),
    N("price.each", "{counted}"),
    N("price.kind", "{resource}"),
    N("price.last_kind", "{a} and {b}"),
]
