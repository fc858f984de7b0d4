"""Settling a question: what the rules say, and what the table decides."""

from .source import NN, N

SOURCES = [
    N("dispute.title", "What's the question?"),
    N("dispute.likely", "Perhaps this:"),
    N("dispute.search", "Or look it up"),
    N("dispute.ruled", "The table decides otherwise"),
    N("dispute.words", "What did you decide?"),
    N("dispute.record", "Write it down"),
    N("dispute.ask", "Ask the table"),
    N("dispute.asked", "The phones are voting"),
    NN("dispute.votes", "One vote", "{n} votes"),
    N("dispute.decide", "Decide so"),
    N("dispute.close", "Stop the vote"),
    N("dispute.otherwise", "Some other way"),
    N("dispute.tonight", "At this table: {text}"),
    N("dispute.how.rulebook_then_vote", "The booklet first, then a vote; in a tie the host decides."),
    N("dispute.how.host_decides", "The host decides."),
    N("dispute.how.vote", "The table votes."),
]
