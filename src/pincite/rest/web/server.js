// Talk to the server: the key in its header, errors as sentences.

const KEPT = "pincite.key";
const unlocking = { asked: null };

export class Problem extends Error {
  constructor(status, said) {
    super(said.detail || said.title || `The server answered ${status}.`);
    this.status = status;
    this.hint = said.hint || "";
    this.body = said;
  }
}

export const path = {
  document: (name) => `/v1/documents/${encodeURIComponent(name)}`,
  picture: (name, page, dpi = 110) => `${path.document(name)}/pages/${page}.png?dpi=${dpi}`,
};

export async function send(method, address, { json, signal, raw = false } = {}) {
  const headers = { Accept: "application/json" };
  const key = keptKey();
  if (key) headers.Authorization = `Bearer ${key}`;
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(address, { method, headers, signal, body: json === undefined ? undefined : JSON.stringify(json) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { detail: "The server cannot be reached.", hint: "Is it still running? Try again." });
  }
  if (response.status === 401) {
    await unlock(Boolean(key));
    return send(method, address, { json, signal, raw });
  }
  if (raw && response.ok) return response;
  const kind = response.headers.get("Content-Type") || "";
  const body = kind.includes("json") ? await response.json() : {};
  // An answer that failed is an answer: it says what went wrong, and never "not found".
  if (!response.ok && !String(body.schema || body.answer?.schema || "").startsWith("pincite.")) throw new Problem(response.status, body);
  return body;
}

export const get = (address, options) => send("GET", address, options);
export const post = (address, json, options) => send("POST", address, { ...options, json });

export function upload(file, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file, file.name);
    request.open("POST", "/v1/documents");
    const key = keptKey();
    if (key) request.setRequestHeader("Authorization", `Bearer ${key}`);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new Problem(0, { detail: "The server cannot be reached." }));
    request.onload = async () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // A proxy in between answers in its own words.
      }
      if (request.status === 401) {
        await unlock(Boolean(key));
        upload(file, progress).then(resolve, reject);
      } else if (request.status >= 400) reject(new Problem(request.status, body));
      else resolve(body);
    };
    request.send(form);
  });
}

// The picture of a page, and the width and height of the page in points.
export async function picture(address, signal) {
  const response = await send("GET", address, { raw: true, signal });
  const [width, height] = (response.headers.get("Pincite-Page-Points") || "").split("x").map(Number);
  return { address: URL.createObjectURL(await response.blob()), width, height };
}

export async function save(address, name) {
  const response = await send("GET", address, { raw: true });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// EventSource sends no header, so the stream is read by hand.
export async function follow(address, heard, signal) {
  const response = await send("GET", address, { raw: true, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
      if (data) heard(JSON.parse(data));
    }
  }
}

// A header cannot hold every character, and no key of ours has any other than these.
const isKey = (text) => /^[\x21-\x7e]+$/.test(text);

function keptKey() {
  const kept = sessionStorage.getItem(KEPT);
  return kept && isKey(kept) ? kept : null;
}

export function offerOtherKey() {
  const change = document.getElementById("change-key");
  change.hidden = !keptKey();
  change.onclick = () => {
    sessionStorage.removeItem(KEPT);
    location.reload();
  };
}

function unlock(wasWrong) {
  if (unlocking.asked) return unlocking.asked;
  const dialog = document.getElementById("key-dialog");
  const problem = document.getElementById("key-problem");
  const box = document.getElementById("key");
  problem.textContent = "This key is unknown or revoked.";
  problem.hidden = !wasWrong;
  dialog.querySelector("form").onsubmit = (event) => {
    if (isKey(box.value.trim())) return;
    event.preventDefault();
    problem.textContent = "This is not a key: it has characters that no key has. Copy it again.";
    problem.hidden = false;
    box.select();
  };
  unlocking.asked = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const given = box.value.trim();
      if (isKey(given)) sessionStorage.setItem(KEPT, given);
      box.value = "";
      offerOtherKey();
      unlocking.asked = null;
      resolve();
    }, { once: true });
  });
  dialog.addEventListener("cancel", (event) => event.preventDefault(), { once: true });
  dialog.showModal();
  return unlocking.asked;
}
