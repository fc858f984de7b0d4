"""What the API says to a program when it says no, in words for the person behind it."""

from narrator.text.sources.source import N

SOURCES = [
    N("api.bad_request", "We couldn't understand that request. Compare it with the API description."),
    N("api.not_json", "What you sent isn't JSON: {why}. Fix it and send it again."),
    N("api.key_too_long", "The idempotency key is too long. Use at most two hundred characters."),
    N("api.unauthorized", "Only the host can do that. Include the game's key."),
    N("api.seat_unauthorized", "Only a seated player can do that. Include the seat's key."),
    N("api.forbidden", "That key doesn't match this game. Ask the host for a new link."),
    N("api.foreign_origin", "That request comes from another site's page, so it isn't accepted."),
    N("api.no_such_game", "There's no such game here. Check the id."),
    N("api.no_such_number", "There's no number by that name at this table. Ask for the list of numbers first."),
    N("api.not_found", "There's nothing at this address. Compare it with the API description."),
    N("api.not_allowed", "This address doesn't accept that kind of request. Check the API description."),
    N("api.unknown_host", "Narrator doesn't know this address. Use the IP address, or start Narrator with --allow-host and the name."),
    N("api.too_often", "Too many requests at once, so nothing was done. Wait a minute and send it again."),
    N("api.closed", "You need the house code for that. Narrator shows it when it starts. On the device that Narrator is running on, you don't need it."),
    N("api.stale", "Something else was recorded in the meantime. Check the table, then send it again."),
    N("api.key_reused", "That idempotency key was already used for other events. Use a new one."),
    N("api.too_large", "That's more than a megabyte, so it isn't accepted. Send less at once."),
    N("api.not_stored", "The games can't be saved right now, so nothing was recorded. Check the host's terminal."),
    N("api.damaged", "This game is damaged and can't be read. The host's page says what can be saved."),
    N("api.internal", "Something went wrong here, and it isn't your fault. Try again."),
]
