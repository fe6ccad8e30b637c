import { HeirError } from "../model/findings/failure.ts";
import { allComments, Caller, numberField, PAGE_SIZE, type Transport, textField } from "./caller.ts";
import { CallFailed, type ChangeRequest, type Comment, type Forge, type ForgeWords, type Variables } from "./forge.ts";
import { addressIn, asCommit, asRun, commitIn, tokenIn, variableIn } from "./job.ts";

/** The words of GitLab for what a token needs. */
export const gitlabWords: ForgeWords = {
  tokenVariable: "HEIR_GITLAB_TOKEN",
  toComment: "the scope api and the role Reporter",
  toSetStatus: "the scope api and the role Developer",
  usualAuthor: undefined,
};

const OUTSIDE = "--post gitlab works in a merge request pipeline, or give A and B and leave out --post";
/** The events of pipelines whose commit is a merge with the target. */
const OF_MERGES: ReadonlySet<string | undefined> = new Set(["merged_result", "merge_train"]);

/** The merge request of a pipeline, from its variables. Throws HeirError outside one. */
export function gitlabChange(env: Variables): ChangeRequest {
  const number = Number(env["CI_MERGE_REQUEST_IID"] ?? "");
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new HeirError("usage", "this pipeline is not of a merge request", OUTSIDE);
  }
  const head = commitIn(env["CI_COMMIT_SHA"], "CI_COMMIT_SHA");
  const source = env["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"];
  return {
    number,
    merges: OF_MERGES.has(env["CI_MERGE_REQUEST_EVENT_TYPE"]) ? [{ revision: head }] : [],
    base: asCommit(env["CI_MERGE_REQUEST_DIFF_BASE_SHA"]),
    head,
    isFork: source !== undefined && source !== targetProject(env),
    run: asRun(env["CI_PIPELINE_ID"], undefined),
  };
}

/** The project of the merge request, which in a pipeline of a fork is not that of the job. */
function targetProject(env: Variables): string | undefined {
  return env["CI_MERGE_REQUEST_PROJECT_ID"] ?? env["CI_PROJECT_ID"];
}

/** Where GitLab's REST interface is. Throws HeirError for a variable that is missing or wrong. */
export function gitlabAddress(env: Variables): { readonly api: URL; readonly project: string; readonly own: string } {
  const own = variableIn(env, "CI_PROJECT_ID");
  return { api: addressIn(env, "CI_API_V4_URL"), project: targetProject(env) ?? own, own };
}

/** The notes of a merge request on GitLab. Throws HeirError as {@link gitlabAddress}, and CallFailed without a token. */
export function gitlabForge(env: Variables, { number, head }: ChangeRequest, transport: Transport): Forge {
  const { api, project, own } = gitlabAddress(env);
  const caller = new Caller(api, { "PRIVATE-TOKEN": tokenIn(env, "HEIR_GITLAB_TOKEN") }, transport);
  const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  const pipeline = Number(env["CI_PIPELINE_ID"] ?? "");
  return {
    list: () =>
      allComments((page) => {
        const query = `sort=asc&order_by=created_at&per_page=${PAGE_SIZE}&page=${page}`;
        return caller.repeated({ method: "GET", path: `${notes}?${query}` });
      }, noteIn),
    create: async (body) => stored(await caller.once({ method: "POST", path: notes, body: { body } })),
    edit: async (id, body) => stored(await caller.repeated({ method: "PUT", path: `${notes}/${id}`, body: { body } })),
    delete: (id) => caller.gone({ method: "DELETE", path: `${notes}/${id}` }),
    account: () => caller.account("/user", "username"),
    async setStatus({ name, isGood, text }) {
      const of = Number.isSafeInteger(pipeline) && pipeline > 0 ? { pipeline_id: pipeline } : {};
      const body = { state: isGood ? "success" : "failed", name, description: text, ...of };
      const path = `/projects/${encodeURIComponent(own)}/statuses/${head}`;
      await caller.repeated({ method: "POST", path, body });
    },
  };
}

/** A note that a person or a program wrote; none for what GitLab itself notes. */
function noteIn(row: unknown): Comment | undefined {
  const id = numberField(row, "id");
  const isSystem = typeof row === "object" && row !== null && "system" in row && row.system === true;
  return id < 1 || isSystem
    ? undefined
    : { id, body: textField(row, "body"), author: textField(row, "author", "username") };
}

function stored({ data }: { readonly data: unknown }): Comment {
  const note = noteIn(data);
  if (note !== undefined) return note;
  throw new CallFailed("the answer to a note is no note", { kind: "other" });
}
