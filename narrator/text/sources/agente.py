"""What a program is told that speaks the Agente dialect: its rulebook's common errors by number, and what is right."""

from narrator.text.sources.source import N

SOURCES = [
    N("agente.error.1", "Error 1: that {settlement} is too close. There's a building on a neighboring corner."),
    N("agente.right.1", "Leave at least two paths between it and any other building."),
    N("agente.error.2", "Error 2: that {road} isn't connected to anything of yours."),
    N("agente.right.2", "Continue from one of your {road:pl}, {settlement:pl} or {city:pl}."),
    N("agente.error.3", "Error 3: during setup, {road:a} can't go there."),
    N("agente.right.3", "Connect it to the last {settlement} you placed, not to an earlier one."),
    N("agente.error.4", "Error 4: you can't end your turn during setup."),
    N("agente.right.4", "Build what this phase asks for. It's free."),
    N("agente.error.5", "Error 5: that place is taken, or it isn't on the board."),
    N("agente.right.5", "Use only the ids from the list of available actions."),
    N("agente.error.6", "Error 6: there's no action with that name."),
    N("agente.right.6", "The names are {actions}, during setup too."),
    N("agente.right.other", "Pick one of the available actions."),
]
