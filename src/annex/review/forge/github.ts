import { readFile } from "node:fs/promises";
import { parsedJson } from "../../../base/json-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { numberField, textField } from "./caller.ts";
import type { ChangeRequest, Site, Variables } from "./forge.ts";
import { addressIn, asCommit, asRun, commitIn, variableIn } from "./job.ts";

export const github: Site = {
  tokenVariable: "GITHUB_TOKEN",
  toComment: "pull-requests: write",
  toSetStatus: "statuses: write",
  usualAuthor: "github-actions[bot]",
  change: githubChange,
  rest(env, { number, head }) {
    const repository = variableIn(env, "GITHUB_REPOSITORY");
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
      throw new HeirError("environment", "GITHUB_REPOSITORY is no OWNER/NAME", OUTSIDE);
    }
    const repo = `/repos/${repository}`;
    return {
      api: addressIn(env, "GITHUB_API_URL"),
      headers: (token) => ({
        Accept: "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
        Authorization: `Bearer ${token}`,
      }),
      noun: "comment",
      comments: `${repo}/issues/${number}/comments`,
      query: "",
      one: (id) => `${repo}/issues/comments/${id}`,
      editing: "PATCH",
      account: "login",
      author: "user",
      status: ({ name, isGood, text }) => ({
        path: `${repo}/statuses/${head}`,
        body: { state: isGood ? "success" : "failure", context: name, description: text },
      }),
    };
  },
};

const OUTSIDE = "--post github works in a workflow for the event pull_request, or give A and B and leave out --post";

/** The pull request in a workflow's event file. Throws HeirError for another event, and for an unreadable file. */
async function githubChange(env: Variables): Promise<ChangeRequest> {
  const event = await eventIn(env);
  const number = numberField(event, "pull_request", "number");
  if (number < 1) throw new HeirError("usage", "this event is not about a pull request", OUTSIDE);
  const head = commitIn(textField(event, "pull_request", "head", "sha"), "pull_request.head.sha of the event");
  const repository = (side: "head" | "base") => textField(event, "pull_request", side, "repo", "full_name");
  // A run for the merge of the request has that commit as its own; a run for its target may have fetched it.
  const own = env["GITHUB_REF"] === `refs/pull/${number}/merge` ? [{ revision: env["GITHUB_SHA"] ?? "HEAD" }] : [];
  const others = ["HEAD", `refs/remotes/pull/${number}/merge`].map((revision) => ({ revision, merged: head }));
  return {
    number,
    merges: [...own, ...others],
    base: asCommit(textField(event, "pull_request", "base", "sha")),
    head,
    isFork: repository("head") !== repository("base"),
    run: asRun(env["GITHUB_RUN_ID"], env["GITHUB_RUN_ATTEMPT"]),
  };
}

async function eventIn(env: Variables): Promise<unknown> {
  const path = env["GITHUB_EVENT_PATH"];
  if (path === undefined || path === "") throw new HeirError("usage", "GITHUB_EVENT_PATH is not set", OUTSIDE);
  const text = await readFile(path, "utf8").catch(() => {
    throw new HeirError("environment", "the file of GITHUB_EVENT_PATH cannot be read", OUTSIDE);
  });
  const event = parsedJson(text);
  if (event !== undefined) return event;
  throw new HeirError("environment", "the file of GITHUB_EVENT_PATH is not JSON", OUTSIDE);
}
