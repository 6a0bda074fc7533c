"""Draw figures as inline SVG: a frame with axes and ticks, lines, dots, bars and labels.

Colours are classes of the style sheet, so that one drawing serves light, dark and print.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.markup import Child, Markup, element


@dataclass(frozen=True, slots=True)
class Frame:
    """A field of the drawing in which values from 0 to `x_most` and 0 to `y_most` are placed."""

    x_label: str
    y_label: str
    x_most: float = 1.0
    y_most: float = 1.0
    left: float = 60
    top: float = 10
    width: float = 300
    height: float = 210

    def x(self, value: float) -> float:
        return self.left + self.width * min(1.0, max(0.0, value / self.x_most))

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - min(1.0, max(0.0, value / self.y_most)))

    def axes(self) -> list[Markup]:
        """Grid, ticks and the names of both axes."""
        bottom, middle = self.top + self.height, self.left + self.width / 2
        drawn = [line(self.left, bottom, self.left + self.width, bottom, "axis")]
        for tick in ticks(self.y_most):
            drawn.append(line(self.left, self.y(tick), self.left + self.width, self.y(tick), "grid"))
            drawn.append(label(self.left - 6, self.y(tick) + 4, percent_tick(tick), "end"))
        for tick in ticks(self.x_most):
            drawn.append(line(self.x(tick), bottom, self.x(tick), bottom + 4, "axis"))
            drawn.append(label(self.x(tick), bottom + 18, percent_tick(tick), "middle"))
        drawn.append(label(middle, bottom + 37, self.x_label, "middle"))
        half = self.top + self.height / 2
        turned = {"transform": f"rotate(-90 12 {half:.0f})"}
        return [*drawn, label(12, half, self.y_label, "middle", turned)]


def drawing(width: float, height: float, title: str, *children: Child) -> Markup:
    """A figure with the sentence that says what it shows, for those who do not see it."""
    attributes = {"viewBox": f"0 0 {width:g} {height:g}", "role": "img", "aria-label": title, "class": "plot"}
    return element("svg", attributes, element("title", {}, title), *children)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class": kind})


def path_through(points: Iterable[tuple[float, float]], kind: str) -> Markup:
    return element("polyline", {"points": " ".join(f"{x:.1f},{y:.1f}" for x, y in points), "class": kind})


def bar(x: float, y: float, width: float, height: float, kind: str, title: str = "") -> Markup:
    """A bar; one so small that it could not be seen is still a hair wide."""
    attributes = {"x": x, "y": y, "width": max(width, 0.8), "height": max(height, 0.8)}
    return _titled("rect", attributes, kind, title)


def dot(x: float, y: float, radius: float, kind: str, title: str = "") -> Markup:
    return _titled("circle", {"cx": x, "cy": y, "r": radius}, kind, title)


def label(x: float, y: float, text: str, anchor: str = "start", more: dict[str, str] | None = None) -> Markup:
    return element("text", {"x": x, "y": y, "text-anchor": anchor, **(more or {})}, text)


def ticks(most: float) -> Sequence[float]:
    """Round steps from 0 to `most`, four or five of them."""
    step = most / 4
    size = 10.0 ** math.floor(math.log10(step))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= step * 0.999)
    return [number * step for number in range(int(most / step + 1e-9) + 1)]


def percent_tick(value: float) -> str:
    return f"{round(100 * value, 2):g} %"


def _titled(name: str, attributes: dict[str, float], kind: str, title: str) -> Markup:
    shape = element(name, {**attributes, "class": kind})
    return element("g", {}, element("title", {}, title), shape) if title else shape
