// Words for people who look at a page: what errors and notes say beside commands of a terminal.

// Our own command line as hints write it: a verb, or an option. The same rule as in errors.py.
const COMMAND = /\bpincite [a-z]|(?<!\S)['"`(]?--[a-z]/;

// The sentences that name no command: here there is nowhere to type one.
export function withoutCommands(text) {
  return (text || "").split(/(?<=[.!?])\s+/).filter((sentence) => !COMMAND.test(sentence)).join(" ");
}

export function inSentences(problem) {
  return `${problem.message} ${withoutCommands(problem.hint)}`.trim();
}

export const OUTCOMES = {
  answered: ["Answered", "good"],
  probable: ["Probably", "warn"],
  not_found: ["Not found", "calm"],
  conflict: ["The documents disagree", "warn"],
  incomplete: ["Answered in part", "warn"],
  needs_clarification: ["Please say more", "calm"],
  unverified: ["No answer is sure enough", "calm"],
  failed: ["Failed", "bad"],
};

// The same words as on the command line and in reports (language/answer_words.py); a test compares them.
export const GRADES = {
  exact: "word for word",
  typesetting: "word for word except typesetting",
  hyphen: "word for word except hyphens",
  case: "word for word except capitals",
};
