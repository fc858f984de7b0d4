"""Routes that learn late write what Werkzeug would."""

from werkzeug.routing import Map, Rule
from werkzeug.routing.converters import IntegerConverter

from narrator.web.request.late_rule import LateRule
from tests.web.kit import House


def values_of(rule: Rule) -> dict[str, str | int]:
    """One for each part of the address, one more for the query."""
    numbers = {name for name, part in rule._converters.items() if isinstance(part, IntegerConverter)}
    return {name: 3 if name in numbers else "a ж/b" for name in rule.arguments} | {"more": "x&y"}


def test_every_route_writes_its_addresses_as_werkzeug_would(house: House):
    rules = list(house.app.url_map.iter_rules())
    assert len(rules) > 100
    for rule in rules:
        usual = Rule(rule.rule, endpoint=rule.endpoint, methods=rule.methods, defaults=rule.defaults)
        Map([usual])
        assert isinstance(rule, LateRule)
        for with_query in (True, False):
            assert rule.build(values_of(rule), with_query) == usual.build(values_of(rule), with_query)


def test_a_route_learns_to_write_once_and_when_it_is_asked(monkeypatch):
    learned = []
    compile_builder = Rule._compile_builder

    def count(rule: Rule, append_unknown: bool = True):
        learned.append(append_unknown)
        return compile_builder(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", count)
    rule = LateRule("/g/<game>/stage", endpoint="stage")
    Map([rule])
    assert learned == []
    assert rule.build({"game": "a"}) == rule.build({"game": "a"}) == ("", "/g/a/stage")
    assert learned == [True]
