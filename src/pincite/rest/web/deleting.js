// Ask before a document is deleted, and say what goes: its file, and if wanted all that was asked about it.

import { count, element, say } from "./elements.js";
import { get, path, send } from "./server.js";
import { inSentences } from "./words.js";

const MOST_COUNTED = 500;

// Whether it was deleted. `documents` are those of the collection: attachments go with their e-mail.
export async function confirmDeletion(name, documents) {
  const erased = element("span", {}, "every question that read it, with its answer, and every decision about it");
  const purge = element("input", { type: "checkbox", id: "purge" });
  const known = documents.find((each) => each.name === name);
  const attached = documents.filter((each) => each.name !== name && each.name.startsWith(`${name} › `)).map((each) => each.name);
  const dialog = element(
    "dialog",
    { class: "deletion", "aria-labelledby": "deletion-title" },
    element("h2", { id: "deletion-title" }, `Delete ${name}?`),
    element("p", {}, "This goes, and cannot be brought back:"),
    element(
      "ul",
      {},
      element("li", {}, `the file${known && known.versions > 1 ? ` in ${count(known.versions, "version")}` : ""} and all that was read from it`),
      attached.length ? element("li", {}, `what came attached to it: ${attached.join(", ")}`) : null,
      element("li", {}, "decisions about it, in tables and answers"),
    ),
    element("label", { class: "check", for: "purge" }, purge, element("span", {}, element("strong", {}, "Also erase what was asked about it: "), erased, ".")),
    element("p", { class: "small" }, "Without that, answers of before keep the words that they quote. Erased or not, the record keeps hashes only, so that it can still be verified."),
    element(
      "form",
      { method: "dialog", class: "row end" },
      element("button", { type: "submit", value: "", class: "quiet" }, "Cancel"),
      element("button", { type: "submit", value: "delete", class: "danger" }, "Delete"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  countRuns(name, erased);
  const sure = await new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "delete"), { once: true }));
  dialog.remove();
  return sure && deleted(name, purge.checked);
}

async function countRuns(name, place) {
  const found = await get(`/v1/runs?limit=${MOST_COUNTED}&document=${encodeURIComponent(name)}`).catch(() => null);
  if (!found) return;
  const cells = found.runs.filter((each) => each.asked_for === "cell").length;
  const questions = found.runs.length - cells;
  const many = found.next ? "at least " : "";
  place.textContent = `${many}${count(questions, "question")} and ${count(cells, "cell")} of tables, with all that they quote, and every decision about it`;
}

async function deleted(name, purge) {
  try {
    await send("DELETE", `${path.document(name)}${purge ? "&purge=true" : ""}`);
    say(purge ? `${name} and all that was asked about it are erased.` : `${name} was deleted.`);
    return true;
  } catch (problem) {
    say(inSentences(problem), "problem");
    return false;
  }
}
