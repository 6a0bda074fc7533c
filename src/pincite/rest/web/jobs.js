// Jobs: work over many documents, with progress as it happens.

import { button, count, element, fill, refill, say, when } from "./elements.js";
import { fieldsForm } from "./fields.js";
import { connection, follow, get, post } from "./server.js";
import { asked } from "./state.js";
import { inSentences, withoutCommands } from "./words.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
const MOST_NAMES = 6;
let list, followed;

export function jobsView(place) {
  list = element("ul", { class: "jobs" });
  const form = fieldsForm("Submit the job", submit);
  fill(
    place,
    element("h1", {}, "Jobs"),
    element("p", {}, "A job asks each document each field, behind this page. It survives closing the page and restarts of the server."),
    element("details", { class: "maker card needs-write" }, element("summary", {}, "Submit a job"), form),
    list,
  );
  refresh();
  return () => followed?.abort();
}

async function submit(fields) {
  if (!fields.starter && !fields.fields.length) return say("Write at least one field.", "problem");
  try {
    const made = await post("/v1/jobs", { ...fields, documents: asked() });
    say(made.is_new ? "The job was submitted." : "The same job is there already.");
    document.querySelector(".maker").open = false;
    await refresh();
  } catch (problem) {
    say(inSentences(problem), "problem");
  }
}

async function refresh() {
  followed?.abort();
  followed = new AbortController();
  const { signal } = followed;
  try {
    const found = await get("/v1/jobs?limit=100", { signal });
    fill(list, found.jobs.length ? found.jobs.map((job) => watched(job, signal)) : element("li", { class: "small" }, "There are no jobs yet."));
  } catch (problem) {
    if (problem.name === "AbortError") return;
    fill(list, element("li", { class: "problem" }, inSentences(problem)));
    if (!problem.status) connection.addEventListener("found", () => signal.aborted || refresh(), { once: true });
  }
}

function watched(job, signal) {
  const row = element("li", { class: "job", data: { job: job.job } });
  fill(row, jobView(job));
  keepWatching(job, row, signal);
  return row;
}

// A stream ends when the server does: the job goes on when it is back, and so does its progress.
async function keepWatching(job, row, signal) {
  let now = job;
  let pause = FIRST_PAUSE;
  while (now.state === "running") {
    let said = "The server cannot be reached. Trying again …";
    try {
      await follow(`/v1/jobs/${job.job}/events`, (told) => {
        now = told;
        pause = FIRST_PAUSE;
        refill(row, jobView(now));
      }, signal);
    } catch (problem) {
      if (problem.status === 403 || problem.status === 404) {
        fill(row, jobView(now), element("p", { class: "problem" }, problem.message));
        return;
      }
      if (problem.status) said = `${problem.message} Trying again …`;
    }
    if (signal.aborted || now.state !== "running") return;
    refill(row, jobView(now), element("p", { class: "small waiting", role: "status" }, said));
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
      connection.addEventListener("found", resolve, { once: true });
    });
    if (signal.aborted) return;
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

function jobView(job) {
  const { documents: all } = job;
  const ended = all.done + all.failed + all.set_aside;
  const verbs = { running: ["pause", "cancel"], paused: ["resume", "cancel"], done: all.failed + all.set_aside ? ["retry"] : [], cancelled: [] }[job.state];
  const id = job.job.slice(0, 8);
  return [
    element("h2", {}, job.fields.length ? inShort(job.fields) : `Job ${id}`),
    element("div", { class: "row" }, element("span", { class: `badge ${job.state}` }, job.state), element("code", {}, id), element("span", { class: "small" }, when(job.submitted_at))),
    element("progress", { max: all.total || 1, value: ended, "aria-label": `Job ${id}: ${ended} of ${all.total} documents` }),
    element("p", {}, `${all.done} of ${count(all.total, "document")} done${all.failed ? `, ${all.failed} failed` : ""}${all.set_aside ? `, ${all.set_aside} set aside` : ""}. ${withoutCommands(job.reason)}`),
    element(
      "div",
      { class: "row" },
      element("a", { class: "button", href: `#table/job/${job.job}`, "aria-label": `Results of job ${id}` }, "Results"),
      verbs.map((verb) => button(capital(verb), () => act(job, verb), { class: "quiet needs-write", "aria-label": `${capital(verb)} job ${id}` })),
    ),
  ];
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const inShort = (fields) => fields.slice(0, MOST_NAMES).join(", ") + (fields.length > MOST_NAMES ? ` and ${fields.length - MOST_NAMES} more` : "");

async function act(job, verb) {
  try {
    await post(`/v1/jobs/${job.job}/${verb}`, verb === "resume" ? {} : undefined);
  } catch (problem) {
    say(inSentences(problem), "problem");
  }
  await refresh();
  list.querySelector(`[data-job="${job.job}"] button`)?.focus();
}
