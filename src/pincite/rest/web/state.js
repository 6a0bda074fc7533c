// What the parts of the page share: the documents, which of them are asked, and who wants to hear of a change.

const listeners = new Set();
// `total` is null until the documents are known: asking need not wait for that.
export const state = { documents: [], total: null, chosen: new Set() };
const RIGHTS = ["read", "write", "admin"];
const REVIEWER = "pincite.reviewer";

export function changed(update) {
  Object.assign(state, update);
  for (const listener of listeners) listener(state);
}

export function whenChanged(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Who decides about answers and cells: typed once, and remembered by this browser.
export const reviewer = () => localStorage.getItem(REVIEWER) || "";
export const rememberReviewer = (name) => localStorage.setItem(REVIEWER, name.trim());

// Names of the documents that are asked; null means all of them.
export function asked() {
  return state.chosen.size ? [...state.chosen] : null;
}

// What the key of this page may do; what it may not is not offered (style.css), and is refused in any case.
export function allow(right) {
  document.body.dataset.right = right;
}

export const may = (right) => RIGHTS.indexOf(document.body.dataset.right || "admin") >= RIGHTS.indexOf(right);
