"""Phrases said by {seat}, which everybody hears in their own language."""

from narrator.text.sources.source import N

SOURCES = [
    N("phrase.wait", "Wait a moment!"),
    N("phrase.your_turn", "It's your turn."),
    N("phrase.how_many_cards", "How many cards do you have?"),
    N("phrase.who_has", "What would you trade?"),
    N("phrase.want_to_trade", "I'd like to trade."),
    N("phrase.no_thanks", "No, thanks."),
    N("phrase.yes", "Sure!"),
    N("phrase.too_expensive", "That's too much for me."),
    N("phrase.sorry", "Sorry!"),
    N("phrase.thank_you", "Thanks!"),
    N("phrase.well_played", "Well played!"),
    N("phrase.explain", "Can someone explain that?"),
]
