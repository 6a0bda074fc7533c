// Jobs: work over many documents, with progress as it happens.

import { button, count, element, fill, say, when } from "./elements.js";
import { fieldsForm } from "./fields.js";
import { follow, get, post } from "./server.js";
import { asked } from "./state.js";

let list, followed;

export function jobsView(place) {
  list = element("ul", { class: "jobs" });
  const form = fieldsForm("Submit the job", submit);
  fill(
    place,
    element("h1", {}, "Jobs"),
    element("p", {}, "A job asks each document each field, behind this page. It survives closing the page and restarts of the server."),
    element("details", { class: "maker" }, element("summary", {}, "Submit a job"), form),
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
    say(`${problem.message} ${problem.hint}`, "problem");
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
    if (problem.name !== "AbortError") fill(list, element("li", { class: "problem" }, problem.message));
  }
}

function watched(job, signal) {
  const row = element("li", { class: "job" });
  fill(row, jobView(job));
  if (job.state === "running") {
    follow(`/v1/jobs/${job.job}/events`, (now) => fill(row, jobView(now)), signal).catch(() => {});
  }
  return row;
}

function jobView(job) {
  const { documents: all } = job;
  const ended = all.done + all.failed + all.set_aside;
  const verbs = { running: ["pause", "cancel"], paused: ["resume", "cancel"], done: all.failed + all.set_aside ? ["retry"] : [], cancelled: [] }[job.state];
  return [
    element("div", { class: "row" }, element("span", { class: `badge ${job.state}` }, job.state), element("code", {}, job.job.slice(0, 8)), element("span", { class: "small" }, when(job.submitted_at))),
    element("progress", { max: all.total || 1, value: ended, "aria-label": `Job ${job.job.slice(0, 8)}: ${ended} of ${all.total} documents` }),
    element("p", {}, `${all.done} of ${count(all.total, "document")} done${all.failed ? `, ${all.failed} failed` : ""}${all.set_aside ? `, ${all.set_aside} set aside` : ""}. ${job.reason}`),
    element(
      "div",
      { class: "row" },
      element("a", { class: "button", href: `#table/job/${job.job}` }, "Results"),
      verbs.map((verb) => button(verb[0].toUpperCase() + verb.slice(1), () => act(job, verb), { class: "quiet" })),
    ),
  ];
}

async function act(job, verb) {
  try {
    await post(`/v1/jobs/${job.job}/${verb}`, verb === "resume" ? {} : undefined);
  } catch (problem) {
    say(`${problem.message} ${problem.hint}`, "problem");
  }
  await refresh();
}
