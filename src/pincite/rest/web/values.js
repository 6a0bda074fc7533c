// Typed values in words: first as the document writes them.

import { element } from "./elements.js";

export function inWords(item) {
  if (item.type === "boolean") return item.value.value ? "Yes" : "No";
  if (item.type === "table") return grid(item.value);
  return item.original || JSON.stringify(item.value);
}

// The value as code holds it, where that says more than the document's own words.
export function normalised(item) {
  const value = item.value;
  const said = {
    amount: () => [value.currency, value.value, value.unit].filter(Boolean).join(" "),
    date: () => value.iso,
    date_range: () => [value.start?.iso ?? value.start, value.end?.iso ?? value.end].filter(Boolean).join(" to "),
    duration: () => value.iso8601,
    number: () => [value.value, value.unit].filter(Boolean).join(" "),
    percentage: () => `${value.value} %`,
    boolean: () => item.original,
  }[item.type]?.();
  return said && said !== item.original ? said : "";
}

function grid(value) {
  return element(
    "table",
    { class: "small-table" },
    element("thead", {}, element("tr", {}, value.headers.map((each) => element("th", { scope: "col" }, each)))),
    element("tbody", {}, value.rows.map((row) => element("tr", {}, row.map((each) => element("td", {}, each))))),
  );
}
