"""Settling a question: what the rules say, and what the table decides."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("dispute.title", "What's the question?"),
    N("dispute.likely", "Is it one of these?"),
    N("dispute.search", "Look it up"),
    N("dispute.ruled", "The table decides differently"),
    N("dispute.words", "What did you decide?"),
    N("dispute.record", "Record it"),
    N("dispute.ask", "Ask the table"),
    N("dispute.asked", "Voting on the phones"),
    NN("dispute.votes", "{n:digit} vote", "{n:digit} votes"),
    N("dispute.votes.zero", "no votes"),
    N("dispute.decide", "Go with this"),
    N("dispute.close", "Stop the vote"),
    N("dispute.otherwise", "Something else"),
    N("dispute.tonight", "At this table: {text}"),
    N("dispute.how.rulebook_then_vote", "First the rulebook, then a vote. If it's a tie, the host decides."),
    N("dispute.how.host_decides", "The host decides."),
    N("dispute.how.vote", "The table votes."),
]
