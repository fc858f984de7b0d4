"""A page as people and screen readers find their way in it: elements by role, name and test id.

page = page_of(answer)
page.one("button", "End turn").form.fields["seen"]
page.all("listitem")
page.test_id("score").text
"""

from collections.abc import Iterator
from html.parser import HTMLParser

from werkzeug.test import TestResponse

from narrator.text.word_breaks import BREAK, JOINER, NO_BREAK_SPACE

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ROLES = {
    "a": "link", "article": "article", "aside": "complementary", "button": "button", "details": "group",
    "dialog": "dialog", "fieldset": "group", "footer": "contentinfo", "form": "form", "h1": "heading",
    "h2": "heading", "h3": "heading", "h4": "heading", "header": "banner", "img": "img", "li": "listitem",
    "main": "main", "nav": "navigation", "ol": "list", "option": "option", "p": "paragraph", "section": "region",
    "select": "combobox", "table": "table", "td": "cell", "textarea": "textbox", "th": "columnheader", "tr": "row",
    "ul": "list",
}  # fmt: skip
INPUT_ROLES = {
    "checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button", "reset": "button",
    "image": "button", "range": "slider", "number": "spinbutton", "search": "searchbox", "hidden": "",
}  # fmt: skip
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "small", "span", "strong", "time", "tspan", "wbr"}
UNREAD = {"head", "script", "style", "template"}


class Element:
    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children: list[Element | str] = []

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}>"

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def role(self) -> str:
        if "role" in self.attributes:
            return self.attributes["role"]
        if self.tag == "input":
            return INPUT_ROLES.get(self.get("type"), "textbox")
        return ROLES.get(self.tag, "")

    @property
    def text(self) -> str:
        """What is read, with single spaces."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNREAD:
                around = "" if child.tag in INLINE else " "
                yield f"{around}{''.join(child._texts())}{around}"

    @property
    def name(self) -> str:
        """The accessible name: by label, of its own or around it, or what it contains."""
        if found := self.get("aria-label"):
            return found
        if ids := self.get("aria-labelledby").split():
            return " ".join(one.text for id in ids if (one := self.root.by_id(id)))
        if self.tag in ("input", "select", "textarea"):
            return self._label or self.get("value" if self.role == "button" else "placeholder")
        return self.get("alt") if self.tag == "img" else self.text or self.get("title")

    @property
    def _label(self) -> str:
        own = self.get("id")
        for label in self.root.every("label"):
            if (own and label.get("for") == own) or self in label.descendants():
                return label.text
        return ""

    @property
    def root(self) -> "Element":
        return self.parent.root if self.parent else self

    @property
    def form(self) -> "Element":
        """The form that it is sent with."""
        if own := self.get("form"):
            return self.root.by_id(own) or self
        assert self.parent, f"{self} is in no form"
        return self.parent if self.parent.tag == "form" else self.parent.form

    @property
    def fields(self) -> dict[str, str]:
        """What a form sends, besides its button."""
        return {one.get("name"): one.get("value") for one in self.every("input") if one.get("name")}

    @property
    def hrefs(self) -> list[str]:
        """Where its links lead."""
        return [one.get("href") for one in self.every("a")]

    @property
    def actions(self) -> list[str]:
        """Where its forms are sent."""
        return [one.get("action") for one in self.every("form")]

    # Finding.

    def descendants(self) -> Iterator["Element"]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.descendants()

    def every(self, tag: str) -> list["Element"]:
        return [one for one in self.descendants() if one.tag == tag]

    def by_id(self, id: str) -> "Element | None":
        return next((one for one in self.descendants() if one.get("id") == id), None)

    def with_id(self, id: str) -> "Element":
        found = self.by_id(id)
        assert found is not None, id
        return found

    def all(self, role: str, name: str | None = None) -> list["Element"]:
        """Those with this role, and with this in their name."""
        return [one for one in self.descendants() if one.role == role and (name is None or name in one.name)]

    def one(self, role: str, name: str | None = None) -> "Element":
        found = self.all(role, name)
        exact = [one for one in found if one.name == name]
        found = exact if len(exact) == 1 else found
        assert len(found) == 1, (role, name, [one.name for one in found or self.all(role)])
        return found[0]

    def has(self, role: str, name: str | None = None) -> bool:
        return bool(self.all(role, name))

    def names(self, role: str) -> list[str]:
        return [one.name for one in self.all(role)]

    def test_id(self, id: str) -> "Element":
        (found,) = [one for one in self.descendants() if one.get("data-testid") == id]
        return found

    def with_attribute(self, attribute: str, value: str | None = None) -> list["Element"]:
        found = [one for one in self.descendants() if attribute in one.attributes]
        return [one for one in found if value is None or one.get(attribute) == value]

    def attribute(self, attribute: str) -> str:
        """The value of an attribute that only one element has."""
        (found,) = self.with_attribute(attribute)
        return found.get(attribute)

    def named(self, name: str, value: str | None = None) -> list["Element"]:
        """Fields and buttons that are sent under a name."""
        return [one for one in self.with_attribute("name", name) if value is None or one.get("value") == value]

    def checked(self, name: str) -> str:
        """The value of the radio button of this name that is picked."""
        (found,) = [one.get("value") for one in self.named(name) if "checked" in one.attributes]
        return found

    def in_class(self, *names: str) -> "Element":
        found = self.with_class(*names)
        assert len(found) == 1, (names, found)
        return found[0]

    def with_class(self, *names: str) -> list["Element"]:
        """Those drawn so: where how something looks is what is tested."""
        return [one for one in self.descendants() if {*names} <= {*one.classes}]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("#page", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.open))

    def handle_endtag(self, tag: str) -> None:
        element: Element | None = self.open
        while element is not None and element.tag != tag:
            element = element.parent
        if element is not None and element.parent is not None:
            self.open = element.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def are_in_order(*elements: Element) -> bool:
    """Whether they stand in this order on their page."""
    places = {id(one): place for place, one in enumerate(elements[0].root.descendants())}
    found = [places[id(one)] for one in elements]
    return found == sorted(found)


def parse(page: str) -> Element:
    """A page, without the marks at which its lines may break."""
    parser = _Parser()
    parser.feed(page.replace(JOINER, "").replace(BREAK, "").replace(NO_BREAK_SPACE, " "))
    parser.close()
    return parser.root


def page_of(answer: TestResponse) -> Element:
    return parse(answer.get_data(as_text=True))


def text_of(answer: TestResponse) -> str:
    """A page as it is read: no tags, no addresses."""
    return page_of(answer).text
