"""Spanish `y` and `o` give way to `e` and `u` before their own sound; no other language needs anything here."""

import re

# Not before a sound like that of `hielo`; one that begins a sentence stays.
AND = re.compile(r"(?<= )y(?= [«“\"¿¡]?[Hh]?[IiÍí](?![aeouáéóú]))")
OR = re.compile(r"(?<= )o(?= [«“\"¿¡]?(?:[Hh]?[OoÓó]|8|11(?!\d)))")


def euphonic(text: str) -> str:
    """
    >>> euphonic("Ana y Irene"), euphonic("ciudad y hielo"), euphonic("uno o otro"), euphonic("7 o 8")
    ('Ana e Irene', 'ciudad y hielo', 'uno u otro', '7 u 8')
    """
    return OR.sub("u", AND.sub("e", text))
