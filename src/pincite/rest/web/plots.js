// Draw figures of evaluations as SVG: a frame with axes, what is drawn in it, and a table that says the same.

import { element } from "./elements.js";

const SPACE = { left: 64, right: 26, top: 22, bottom: 46 };
const WIDTH = 440;
const HEIGHT = 280;

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

// `said` tells the whole figure to whoever does not see it.
export function drawing(width, height, said, ...children) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said, class: "plot" }, svg("title", {}, said), children);
}

export const hundredths = (share) => `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0))} %`;

export class Frame {
  constructor({ x = [0, 1], y = [0, 1], across, up }) {
    Object.assign(this, { from: x, to: y, across, up });
  }

  x = (value) => SPACE.left + ((value - this.from[0]) / (this.from[1] - this.from[0])) * (WIDTH - SPACE.left - SPACE.right);
  y = (value) => HEIGHT - SPACE.bottom - ((value - this.to[0]) / (this.to[1] - this.to[0])) * (HEIGHT - SPACE.top - SPACE.bottom);

  axes() {
    const [left, right] = this.from.map(this.x);
    const [bottom, top] = this.to.map(this.y);
    return [
      steps(this.to).map((at) => [svg("line", { x1: left, x2: right, y1: this.y(at), y2: this.y(at), class: "grid-line" }), words(left - 8, this.y(at) + 4, hundredths(at), "end")]),
      steps(this.from).map((at) => words(this.x(at), bottom + 18, hundredths(at), "middle")),
      svg("line", { x1: left, x2: right, y1: bottom, y2: bottom, class: "axis" }),
      words((left + right) / 2, HEIGHT - 6, this.across, "middle", "axis-name"),
      svg("text", { x: -(bottom + top) / 2, y: 12, transform: "rotate(-90)", "text-anchor": "middle", class: "axis-name" }, this.up),
    ];
  }

  draw(said, ...children) {
    return drawing(WIDTH, HEIGHT, said, this.axes(), children);
  }
}

// Four or five round values between the ends.
function steps([low, high]) {
  const wide = high - low;
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5].find((each) => wide / each <= 5.01) || 1;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(4)));
}

export const words = (x, y, said, anchor = "start", kind = "label") => svg("text", { x, y, "text-anchor": anchor, class: kind }, said);

export const dot = (x, y, radius, said, kind = "dot") => svg("circle", { cx: x, cy: y, r: radius, class: kind }, svg("title", {}, said));

export function path(points, kind) {
  const written = points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return svg("path", { d: written, class: kind });
}

export function figure(title, explained, plot, head, rows) {
  return element(
    "figure",
    { class: "card" },
    element("figcaption", {}, element("h3", {}, title), element("p", { class: "small" }, explained)),
    plot,
    element("details", {}, element("summary", {}, "The same as a table"), table(head, rows, title)),
  );
}

export function table(head, rows, label) {
  return element(
    "div",
    { class: "grid-scroll", tabindex: 0, role: "region", "aria-label": label },
    element("table", { class: "grid figures" }, element("thead", {}, element("tr", {}, head.map((each) => element("th", { scope: "col" }, each)))), element("tbody", {}, rows.map(([first, ...rest]) => element("tr", {}, element("th", { scope: "row" }, first), rest.map((each) => element("td", {}, each)))))),
  );
}
