import { HeirError } from "../../../model/findings/failure.ts";
import type { ChangeRequest, Site, Variables } from "./forge.ts";
import { addressIn, asCommit, asRun, commitIn, variableIn } from "./job.ts";

export const gitlab: Site = {
  tokenVariable: "HEIR_GITLAB_TOKEN",
  toComment: "the scope api and the role Reporter",
  toSetStatus: "the scope api and the role Developer",
  usualAuthor: undefined,
  change: gitlabChange,
  rest(env, { number, head }) {
    const own = variableIn(env, "CI_PROJECT_ID");
    const notes = `/projects/${encodeURIComponent(targetProject(env) ?? own)}/merge_requests/${number}/notes`;
    const pipeline = Number(env["CI_PIPELINE_ID"] ?? "");
    return {
      api: addressIn(env, "CI_API_V4_URL"),
      headers: (token) => ({ "PRIVATE-TOKEN": token }),
      noun: "note",
      comments: notes,
      query: "sort=asc&order_by=created_at&",
      one: (id) => `${notes}/${id}`,
      editing: "PUT",
      account: "username",
      author: "author",
      status({ name, isGood, text }) {
        const of = Number.isSafeInteger(pipeline) && pipeline > 0 ? { pipeline_id: pipeline } : {};
        const body = { state: isGood ? "success" : "failed", name, description: text, ...of };
        return { path: `/projects/${encodeURIComponent(own)}/statuses/${head}`, body };
      },
    };
  },
};

const OUTSIDE = "--post gitlab works in a merge request pipeline, or give A and B and leave out --post";
/** The events of pipelines whose commit is a merge with the target. */
const OF_MERGES: ReadonlySet<string | undefined> = new Set(["merged_result", "merge_train"]);

/** The merge request of a pipeline, from its variables. Throws HeirError outside one. */
function gitlabChange(env: Variables): ChangeRequest {
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
