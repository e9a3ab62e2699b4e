"""Where every element goes: least and natural widths, heights for a width, then rectangles. No drawing, no window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babylon3d.render.ui.boxes import Measure, Placed, Rect, Span, share, start_of
from babylon3d.render.ui.compose import compose, padding
from babylon3d.render.ui.elements import (
    Backdrop,
    Column,
    Divider,
    Element,
    Flow,
    Grid,
    Icon,
    MarkBox,
    Panel,
    Pips,
    Place,
    Row,
    Scroll,
    Slider,
    Spacer,
    Stack,
    Text,
    TextInput,
    Widget,
)
from babylon3d.render.ui.theme import FACES

PIP, PIP_GAP = 16.0, 7.0
ELLIPSIS = "…"
SCROLLBAR = 14.0
EPSILON = 0.01


class Layout:
    """Lays out one tree, which has to be kept; made anew for each. `scrolls`: offsets of scroll areas by their ids."""

    def __init__(self, measure: Measure, scrolls: dict[str, float] | None = None) -> None:
        self._measure = measure
        self._scrolls = scrolls or {}
        self._widths: dict[int, Span] = {}
        self._heights: dict[tuple[int, float], Span] = {}
        self._parts: dict[int, tuple[Element, Element]] = {}
        self.placed: list[Placed] = []

    def scrolled(self, scrolls: dict[str, float]) -> Layout:
        """A layout of the same tree, scrolled otherwise: what is measured already is not measured again."""
        again = Layout(self._measure, scrolls)
        again._widths, again._heights, again._parts = self._widths, self._heights, self._parts
        return again

    def run(self, root: Element, area: Rect, path: str = "") -> list[Placed]:
        """Every element of the tree with its rectangle, in order of drawing."""
        self._place(root, area, path, None, "")
        return self.placed

    # ---- widths

    def span(self, element: Element) -> Span:
        """Least and natural width."""
        known = self._widths.get(id(element))
        if known is None:
            known = self._fixed_width(element, self._raw_span(element))
            self._widths[id(element)] = known
        return known

    @staticmethod
    def _fixed_width(element: Element, raw: Span) -> Span:
        if element.width is not None:
            return Span(element.width, element.width)
        least, natural = max(raw.least, element.min_width), max(raw.natural, element.min_width)
        if element.max_width is not None:
            natural = min(natural, element.max_width)
            least = min(least, natural)
        return Span(least, natural)

    def _raw_span(self, element: Element) -> Span:
        match element:
            case Text():
                return self._text_span(element)
            case Icon(size=size, aspect=aspect):
                return Span(size * aspect, size * aspect)
            case MarkBox(size=size):
                return Span(size, size)
            case Pips(most=most):
                length = most * PIP + max(0, most - 1) * PIP_GAP
                return Span(length, length)
            case Slider():
                return Span(90, 220)
            case TextInput():
                return Span(90, 120)
            case Spacer() | Backdrop():
                return Span(0, 0)
            case Divider():
                return Span(1, 1)
            case Widget():
                wide, narrow = (self.span(form) for form in self._forms(element))
                return self._grown(Span(narrow.least, max(wide.natural, narrow.least)), 2 * padding(element)[0])
            case Panel(child=child, pad=pad):
                return self._grown(self.span(child), 2 * pad)
            case Scroll(child=child):
                return self._grown(self.span(child), SCROLLBAR)
            case Place(child=child):
                return self.span(child)
            case Row(children=children):
                return self._row_span(element)
            case Column(children=children) | Stack(children=children):
                spans = [self.span(c) for c in children]
                return Span(max((s.least for s in spans), default=0), max((s.natural for s in spans), default=0))
            case Flow(children=children, gap=gap):
                spans = [self.span(c) for c in children]
                natural = sum(s.natural for s in spans) + gap * max(0, len(spans) - 1)
                return Span(max((s.natural for s in spans), default=0), natural)
            case Grid():
                columns = self._grid_spans(element)
                gaps = element.gap * max(0, len(columns) - 1) + 2 * element.pad
                return Span(sum(s.least for s in columns) + gaps, sum(s.natural for s in columns) + gaps)
            case _:
                raise TypeError(f"no width for {type(element).__name__}")

    @staticmethod
    def _grown(span: Span, by: float) -> Span:
        return Span(span.least + by, span.natural + by)

    def _text_span(self, element: Text) -> Span:
        lines = element.text.split("\n")
        natural = max(self._measure.width(line, element.style) for line in lines)
        if element.wrap:
            words = [word for line in lines for word in line.split(" ")]
            return Span(max(self._measure.width(word, element.style) for word in words), natural)
        if element.shrink:
            return Span(min(natural, 2.5 * FACES[element.style].size), natural)
        return Span(natural, natural)

    def _row_span(self, row: Row) -> Span:
        spans = [self.span(c) for c in row.children]
        gaps = row.gap * max(0, len(spans) - 1)
        if row.equal and spans:
            return Span(
                max(s.least for s in spans) * len(spans) + gaps, max(s.natural for s in spans) * len(spans) + gaps
            )
        return Span(sum(s.least for s in spans) + gaps, sum(s.natural for s in spans) + gaps)

    def _grid_spans(self, grid: Grid) -> list[Span]:
        columns = max((len(row) for row in grid.rows), default=0)
        found = []
        for number in range(columns):
            spans = [self.span(row[number]) for row in grid.rows if number < len(row)]
            found.append(Span(max(s.least for s in spans), max(s.natural for s in spans)))
        return found

    # ---- heights

    def tall(self, element: Element, width: float) -> Span:
        """Least and natural height at a width."""
        key = (id(element), round(width, 2))
        known = self._heights.get(key)
        if known is None:
            known = self._raw_tall(element, width)
            if element.height is not None:
                known = Span(element.height, element.height)
            self._heights[key] = known
        return known

    def _raw_tall(self, element: Element, width: float) -> Span:
        match element:
            case Text():
                height = FACES[element.style].line * len(self.lines(element, width))
                return Span(height, height)
            case Icon(size=size) | MarkBox(size=size):
                return Span(size, size)
            case Pips():
                return Span(PIP, PIP)
            case Slider() | TextInput():
                return Span(36, 36)
            case Spacer() | Backdrop():
                return Span(0, 0)
            case Divider():
                return Span(1, 1)
            case Widget():
                across, down = padding(element)
                inner = self.tall(self._inside(element, width), width - 2 * across)
                return self._grown(inner, 2 * down)
            case Panel(child=child, pad=pad, pad_y=pad_y):
                return self._grown(self.tall(child, width - 2 * pad), 2 * (pad if pad_y is None else pad_y))
            case Scroll(child=child, min_height=least):
                natural = self.tall(child, width).natural
                return Span(min(natural, least), natural)
            case Place(child=child):
                return self.tall(child, min(width, self.span(child).natural))
            case Row(children=children):
                return self._tallest(zip(children, self._row_widths(element, width), strict=True))
            case Stack(children=children):
                return self._tallest((c, width) for c in children)
            case Column(children=children, gap=gap):
                spans = [self.tall(c, self._column_width(element, c, width)) for c in children]
                gaps = gap * max(0, len(spans) - 1)
                return Span(sum(s.least for s in spans) + gaps, sum(s.natural for s in spans) + gaps)
            case Flow(gap=gap):
                lines = self._flow_lines(element, width)
                heights = [max(self.tall(c, w).natural for c, w in line) for line in lines]
                height = sum(heights) + gap * max(0, len(heights) - 1)
                return Span(height, height)
            case Grid():
                heights = self._grid_heights(element, self._grid_widths(element, width))
                height = sum(heights) + element.row_gap * max(0, len(heights) - 1)
                return Span(height, height)
            case _:
                raise TypeError(f"no height for {type(element).__name__}")

    def _tallest(self, pairs: Iterable[tuple[Element, float]]) -> Span:
        spans = [self.tall(child, width) for child, width in pairs]
        return Span(max((s.least for s in spans), default=0), max((s.natural for s in spans), default=0))

    def _grid_heights(self, grid: Grid, widths: Sequence[float]) -> list[float]:
        return [
            max((self.tall(cell, width).natural for cell, width in zip(row, widths, strict=False)), default=0)
            + 2 * (grid.row_gap if grid.stripes else 0.0)
            for row in grid.rows
        ]

    def lines(self, element: Text, width: float) -> tuple[str, ...]:
        """The lines of a text at a width: broken, or ended by an ellipsis where it may be."""
        if element.wrap:
            return tuple(line for part in element.text.split("\n") for line in self._broken(part, element.style, width))
        lines = element.text.split("\n")
        if element.shrink:
            return tuple(self._shortened(line, element.style, width) for line in lines)
        return tuple(lines)

    def _broken(self, text: str, style: str, width: float) -> list[str]:
        lines: list[str] = []
        current = ""
        for word in text.split(" "):
            longer = f"{current} {word}" if current else word
            if current and self._measure.width(longer, style) > width + EPSILON:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
        return lines

    def _shortened(self, text: str, style: str, width: float) -> str:
        if self._measure.width(text, style) <= width + EPSILON:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self._measure.width(text[:middle].rstrip() + ELLIPSIS, style) <= width + EPSILON:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    # ---- sharing out

    def _row_widths(self, row: Row, width: float) -> list[float]:
        free = width - row.gap * max(0, len(row.children) - 1)
        if row.equal and row.children:
            return [free / len(row.children)] * len(row.children)
        return share([self.span(c) for c in row.children], [c.grow for c in row.children], free)

    def _column_width(self, column: Column, child: Element, width: float) -> float:
        if child.width is not None:
            return min(child.width, width)
        most = width if child.max_width is None else min(width, child.max_width)
        return most if column.across == "fill" else min(most, self.span(child).natural)

    def _grid_widths(self, grid: Grid, width: float) -> list[float]:
        spans = self._grid_spans(grid)
        if grid.equal and len(spans) > 1:
            first = spans[0].natural
            rest = width - 2 * grid.pad - grid.gap * (len(spans) - 1) - first
            return [first, *[rest / (len(spans) - 1)] * (len(spans) - 1)]
        weights = [grid.weights[i] if i < len(grid.weights) else 0.0 for i in range(len(spans))]
        return share(spans, weights, width - 2 * grid.pad - grid.gap * max(0, len(spans) - 1))

    def _flow_lines(self, flow: Flow, width: float) -> list[list[tuple[Element, float]]]:
        lines: list[list[tuple[Element, float]]] = []
        used = 0.0
        for child in flow.children:
            own = min(self.span(child).natural, width)
            if lines and used + flow.gap + own <= width + EPSILON:
                lines[-1].append((child, own))
                used += flow.gap + own
            else:
                lines.append([(child, own)])
                used = own
        return lines

    # ---- rectangles

    def _add(self, element: Element, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        lines = self.lines(element, rect.width) if isinstance(element, Text) else ()
        self.placed.append(Placed(element, rect, path, clip, owner, lines))

    def _forms(self, widget: Widget) -> tuple[Element, Element]:
        """A widget's inside, wide and narrow; kept, so that identity can be relied on."""
        known = self._parts.get(id(widget))
        if known is None:
            known = compose(widget, narrow=False), compose(widget, narrow=True)
            self._parts[id(widget)] = known
        return known

    def _inside(self, widget: Widget, width: float) -> Element:
        """A widget's inside for its width."""
        wide, narrow = self._forms(widget)
        return wide if self.span(wide).least <= width - 2 * padding(widget)[0] + EPSILON else narrow

    def _place(self, element: Element, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        self._add(element, rect, path, clip, owner)
        match element:
            case Slider() | TextInput():
                pass
            case Widget() if clip is not None and (rect.y >= clip.bottom or rect.bottom <= clip.y):
                pass  # scrolled out of sight: it can have the focus, what is in it is not seen
            case Widget():
                across, down = padding(element)
                inner = Rect(rect.x + across, rect.y + down, rect.width - 2 * across, rect.height - 2 * down)
                self._place(self._inside(element, rect.width), inner, f"{path}.w", clip, element.id)
            case Panel(child=child, pad=pad, pad_y=pad_y):
                down = pad if pad_y is None else pad_y
                inner = Rect(rect.x + pad, rect.y + down, rect.width - 2 * pad, rect.height - 2 * down)
                self._place(child, inner, f"{path}.p", clip, owner)
            case Place():
                self._place_one(element, rect, path, clip, owner)
            case Stack(children=children):
                for number, child in enumerate(children):
                    self._place(child, rect, f"{path}.{number}", clip, owner)
            case Row():
                self._place_row(element, rect, path, clip, owner)
            case Column():
                self._place_column(element, rect, path, clip, owner)
            case Flow():
                self._place_flow(element, rect, path, clip, owner)
            case Grid():
                self._place_grid(element, rect, path, clip, owner)
            case Scroll():
                self._place_scroll(element, rect, path, clip, owner)

    def _place_one(self, place: Place, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        width = min(rect.width, self.span(place.child).natural)
        height = min(rect.height, self.tall(place.child, width).natural)
        x = rect.x + (rect.width - width) * place.x
        y = rect.y + (rect.height - height) * place.y
        self._place(place.child, Rect(x, y, width, height), f"{path}.c", clip, owner)

    def _place_row(self, row: Row, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        widths = self._row_widths(row, rect.width)
        x, gap = start_of(row.along, rect.x, rect.width - sum(widths), row.gap, len(widths))
        for number, (child, width) in enumerate(zip(row.children, widths, strict=True)):
            height = rect.height if row.across == "fill" else min(rect.height, self.tall(child, width).natural)
            y = rect.y + (rect.height - height) * {"start": 0.0, "centre": 0.5, "end": 1.0, "fill": 0.0}[row.across]
            self._place(child, Rect(x, y, width, height), f"{path}.{number}", clip, owner)
            x += width + gap

    def _place_column(self, column: Column, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        widths = [self._column_width(column, c, rect.width) for c in column.children]
        spans = [self.tall(c, w) for c, w in zip(column.children, widths, strict=True)]
        free = rect.height - column.gap * max(0, len(spans) - 1)
        heights = share(spans, [c.grow for c in column.children], free)
        y, gap = start_of(column.along, rect.y, rect.height - sum(heights), column.gap, len(heights))
        for number, (child, width, height) in enumerate(zip(column.children, widths, heights, strict=True)):
            shift = {"start": 0.0, "centre": 0.5, "end": 1.0, "fill": 0.0}[column.across]
            x = rect.x + (rect.width - width) * shift
            self._place(child, Rect(x, y, width, height), f"{path}.{number}", clip, owner)
            y += height + gap

    def _place_flow(self, flow: Flow, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        y, number = rect.y, 0
        for line in self._flow_lines(flow, rect.width):
            height = max(self.tall(child, width).natural for child, width in line)
            used = sum(width for _, width in line)
            x, gap = start_of(flow.along, rect.x, rect.width - used, flow.gap, len(line))
            for child, width in line:
                own = self.tall(child, width).natural
                self._place(child, Rect(x, y + (height - own) / 2, width, own), f"{path}.{number}", clip, owner)
                x += width + gap
                number += 1
            y += height + flow.gap

    def _place_grid(self, grid: Grid, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        widths = self._grid_widths(grid, rect.width)
        y = rect.y
        for r, (row, height) in enumerate(zip(grid.rows, self._grid_heights(grid, widths), strict=True)):
            if grid.stripes and (r % 2 == 1 or r == grid.lit):
                style = "lit" if r == grid.lit else "stripe"
                surface = Panel(child=Spacer(), style=style, pad=0)
                self._add(surface, Rect(rect.x, y, rect.width, height), f"{path}.s{r}", clip, owner)
            x = rect.x + grid.pad
            for c, (cell, width) in enumerate(zip(row, widths, strict=False)):
                own = min(height, self.tall(cell, width).natural)
                self._place(cell, Rect(x, y + (height - own) / 2, width, own), f"{path}.{r}.{c}", clip, owner)
                x += width + grid.gap
            y += height + grid.row_gap

    def _place_scroll(self, scroll: Scroll, rect: Rect, path: str, clip: Rect | None, owner: str) -> None:
        width = rect.width
        if self.tall(scroll.child, width).natural > rect.height + EPSILON:
            width -= SCROLLBAR
        natural = self.tall(scroll.child, width).natural
        spare = max(0.0, natural - rect.height)
        offset = min(max(0.0, self._scrolls.get(scroll.id, 0.0)), spare)
        self.placed[-1] = Placed(scroll, rect, path, clip, owner, (), spare)
        inner = Rect(rect.x, rect.y - offset, width, max(natural, rect.height))
        self._place(scroll.child, inner, f"{path}.c", rect if clip is None else rect.cut(clip), owner)
