"""Pictures of the codes that a page shows, as a phone would take them."""

import re
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from tests.support.html import Element

TABLE = 70
"""How dark a table is round the screen."""
DARK = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\3z")


def picture_of(svg: Element, square: int = 5) -> Image.Image:
    """A drawing as a screen shows it, with so many pixels a square."""
    size = int(svg.get("viewbox").split()[-1])
    picture = Image.new("L", (size * square, size * square), 255)
    pen = ImageDraw.Draw(picture)
    for x, y, width in (tuple(map(int, found)) for path in svg.every("path") for found in DARK.findall(path.get("d"))):
        pen.rectangle(
            (x * square, y * square, (x + width) * square - 1, (y + 1) * square - 1),
            fill=0,
        )
    return picture


def on_a_table(*pictures: Image.Image) -> Image.Image:
    """Codes side by side, with the room round them on one photograph."""
    width = sum(picture.width + 120 for picture in pictures) + 120
    photograph = Image.new("L", (width, max(picture.height for picture in pictures) + 240), TABLE)
    x = 120
    for picture in pictures:
        photograph.paste(picture, (x, 120))
        x += picture.width + 120
    return photograph


def turned(picture: Image.Image, degrees: float) -> Image.Image:
    return picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=TABLE)


def scaled(picture: Image.Image, factor: float) -> Image.Image:
    return picture.resize((round(picture.width * factor), round(picture.height * factor)), Image.Resampling.BILINEAR)


def blurred(picture: Image.Image, radius: float) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(radius))


def leaning(picture: Image.Image) -> Image.Image:
    """Taken from one side: what is farther away is smaller."""
    w, h = picture.size
    corners = (0.06 * w, 0.0, 0.0, h, w, 0.96 * h, 0.95 * w, 0.05 * h)
    return picture.transform((w, h), Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=TABLE)


def as_file(picture: Image.Image, kind: str = "JPEG") -> bytes:
    file = BytesIO()
    picture.save(file, kind, quality=70)
    return file.getvalue()
