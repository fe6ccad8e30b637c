import { readFile } from "node:fs/promises";
import { HeirError } from "../model/findings/failure.ts";
import { allComments, Caller, numberField, PAGE_SIZE, type Transport, textField } from "./caller.ts";
import { CallFailed, type ChangeRequest, type Comment, type Forge, type ForgeWords, type Variables } from "./forge.ts";
import { addressIn, asCommit, asRun, commitIn, tokenIn, variableIn } from "./job.ts";

/** The words of GitHub for what a token needs. */
export const githubWords: ForgeWords = {
  tokenVariable: "GITHUB_TOKEN",
  toComment: "pull-requests: write",
  toSetStatus: "statuses: write",
  usualAuthor: "github-actions[bot]",
};

const OUTSIDE = "--post github works in a workflow for the event pull_request, or give A and B and leave out --post";

/**
 * The pull request of a workflow run, from the file of its event. Throws HeirError for an event of another kind, and a file
 * that cannot be read or is not JSON.
 */
export async function githubChange(env: Variables): Promise<ChangeRequest> {
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
  try {
    return JSON.parse(text);
  } catch {
    throw new HeirError("environment", "the file of GITHUB_EVENT_PATH is not JSON", OUTSIDE);
  }
}

/** Where GitHub's REST interface is, and the repository. Throws HeirError for a variable that is missing or wrong. */
export function githubAddress(env: Variables): { readonly api: URL; readonly repository: string } {
  const repository = variableIn(env, "GITHUB_REPOSITORY");
  if (/^[\w.-]+\/[\w.-]+$/.test(repository)) return { api: addressIn(env, "GITHUB_API_URL"), repository };
  throw new HeirError("environment", "GITHUB_REPOSITORY is no OWNER/NAME", OUTSIDE);
}

/** The comments of a pull request on GitHub. Throws HeirError as {@link githubAddress}, and CallFailed without a token. */
export function githubForge(env: Variables, { number, head }: ChangeRequest, transport: Transport): Forge {
  const { api, repository } = githubAddress(env);
  const headers = {
    Accept: "application/vnd.github+json",
    "X-GitHub-Api-Version": "2022-11-28",
    Authorization: `Bearer ${tokenIn(env, "GITHUB_TOKEN")}`,
  };
  const caller = new Caller(api, headers, transport);
  const repo = `/repos/${repository}`;
  const comments = `${repo}/issues/${number}/comments`;
  const one = (id: number) => `${repo}/issues/comments/${id}`;
  return {
    list: () =>
      allComments(
        (page) => caller.repeated({ method: "GET", path: `${comments}?per_page=${PAGE_SIZE}&page=${page}` }),
        commentIn,
      ),
    create: async (body) => stored(await caller.once({ method: "POST", path: comments, body: { body } })),
    edit: async (id, body) => stored(await caller.repeated({ method: "PATCH", path: one(id), body: { body } })),
    delete: (id) => caller.gone({ method: "DELETE", path: one(id) }),
    account: () => caller.account("/user", "login"),
    async setStatus({ name, isGood, text }) {
      const body = { state: isGood ? "success" : "failure", context: name, description: text };
      await caller.repeated({ method: "POST", path: `${repo}/statuses/${head}`, body });
    },
  };
}

function commentIn(row: unknown): Comment | undefined {
  const id = numberField(row, "id");
  return id < 1 ? undefined : { id, body: textField(row, "body"), author: textField(row, "user", "login") };
}

function stored({ data }: { readonly data: unknown }): Comment {
  const comment = commentIn(data);
  if (comment !== undefined) return comment;
  throw new CallFailed("the answer to a comment is no comment", { kind: "other" });
}
