// Talk to the server: the key in its header, the collection in the address, errors as sentences.

const KEPT = "pincite.key";
const COLLECTION = "pincite.collection";
const LOOK_AGAIN = 1500;
const unlocking = { asked: null };

// Says `lost` when the server cannot be reached, and `found` as soon as it can be again.
export const connection = new EventTarget();
let looking = null;

export class Problem extends Error {
  constructor(status, said) {
    super(said.detail || said.title || `The server answered ${status}.`);
    this.status = status;
    this.hint = said.hint || "";
    this.kind = String(said.type || "").replace("urn:pincite:problem:", "");
    this.body = said;
  }
}

export const chosenCollection = () => sessionStorage.getItem(COLLECTION) || "";

export function chooseCollection(name) {
  if (name) sessionStorage.setItem(COLLECTION, name);
  else sessionStorage.removeItem(COLLECTION);
}

function within(address) {
  const name = chosenCollection();
  return name ? `${address}${address.includes("?") ? "&" : "?"}collection=${encodeURIComponent(name)}` : address;
}

function lost() {
  if (looking) return;
  connection.dispatchEvent(new Event("lost"));
  looking = setInterval(async () => {
    const reached = await fetch("/v1/health").then((reply) => reply.ok, () => false);
    if (!reached || !looking) return;
    clearInterval(looking);
    looking = null;
    connection.dispatchEvent(new Event("found"));
  }, LOOK_AGAIN);
}

export const path = {
  document: (name, part = "") => `/v1/document${part}?name=${encodeURIComponent(name)}`,
  picture: (name, page, dpi = 110) => `${path.document(name, `/pages/${page}.png`)}&dpi=${dpi}`,
};

export async function send(method, address, { json, signal, raw = false, accept = "application/json" } = {}) {
  const headers = { Accept: accept };
  const key = keptKey();
  if (key) headers.Authorization = `Bearer ${key}`;
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(within(address), { method, headers, signal, body: json === undefined ? undefined : JSON.stringify(json) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    lost();
    throw new Problem(0, { detail: "The server cannot be reached.", hint: "Is it still running? Try again." });
  }
  if (response.status === 401) {
    await unlock(Boolean(key));
    return send(method, address, { json, signal, raw, accept });
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

// The password goes with this one request, and nobody keeps it.
export function upload(file, progress, password = "") {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    if (password) form.append("password", password);
    form.append("file", file, file.name);
    request.open("POST", within("/v1/documents"));
    const key = keptKey();
    if (key) request.setRequestHeader("Authorization", `Bearer ${key}`);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => {
      lost();
      reject(new Problem(0, { detail: "The server cannot be reached.", hint: "The file was not added." }));
    };
    request.onload = async () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // A proxy in between answers in its own words.
      }
      if (request.status === 401) {
        await unlock(Boolean(key));
        upload(file, progress, password).then(resolve, reject);
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

// EventSource sends no header, so the stream is read by hand: `heard` is told what each event says, and its name.
export async function follow(address, heard, signal) {
  return read(await send("GET", address, { raw: true, signal }), heard);
}

export async function postAndFollow(address, json, heard) {
  return read(await send("POST", address, { json, raw: true, accept: "text/event-stream" }), heard);
}

async function read(response, heard) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      lost();
      throw new Problem(0, { detail: "The connection was lost." });
    });
    if (done) return;
    rest += value;
    const parts = rest.split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const told = (field) => lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2)).join("\n");
      if (told("data")) heard(JSON.parse(told("data")), told("event"));
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
    sessionStorage.clear();
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
