// What the parts of the page share: the documents, which of them are asked, and who wants to hear of a change.

const listeners = new Set();
export const state = { documents: [], total: 0, chosen: new Set() };

export function changed(update) {
  Object.assign(state, update);
  for (const listener of listeners) listener(state);
}

export function whenChanged(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Names of the documents that are asked; null means all of them.
export function asked() {
  return state.chosen.size ? [...state.chosen] : null;
}
