import type { Options } from "../commands/command.ts";

/** Options that every command takes. */
export const globalOptions: Options = {
  C: { type: "string", value: "DIR", summary: "work as if started in DIR" },
  set: { type: "string", value: "KEY=VALUE", multiple: true, summary: "override one setting for this run" },
  color: {
    type: "string",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    implied: "always",
    summary: "colour: auto, always or never",
  },
  "no-pager": { type: "boolean", short: "P", summary: "do not use a pager" },
  "no-cache": { type: "boolean", summary: "neither use nor write what is kept under the git directory" },
  quiet: { type: "boolean", short: "q", summary: "no summaries, hints and progress" },
  verbose: { type: "boolean", short: "v", summary: "say more: warnings too, and how long it took" },
  trace: { type: "boolean", summary: "if heir has a bug, show where (also HEIR_TRACE=1)" },
  version: { type: "boolean", summary: "print the version" },
  help: { type: "boolean", short: "h", summary: "print help" },
};

/** For commands that read one state of the repository. */
export const revOption: Options = {
  rev: {
    type: "string",
    short: "r",
    value: "REV",
    summary: "read this revision (or INDEX) instead of the work tree",
  },
};
