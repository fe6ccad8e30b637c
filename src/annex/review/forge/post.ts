import { Forge, repeated, type Transport } from "./caller.ts";
import { CallFailed, type ChangeRequest, type ForgeName, type Site, type Variables } from "./forge.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { tokenIn } from "./job.ts";
import { type KeptComment, keepComment, type WantedComment } from "./keep-comment.ts";

export const sites: Readonly<Record<ForgeName, Site>> = { github, gitlab };

export interface Posting extends Omit<WantedComment, "marker" | "usualAuthor"> {
  readonly key: string;
  /** Also set as the status of the commit; undefined without `--status`. */
  readonly status: { readonly isGood: boolean; readonly text: string } | undefined;
}

export type Posted =
  | { readonly kind: "posted"; readonly comment: KeptComment }
  /** `isExcused`: of a fork, whose token may only read. */
  | { readonly kind: "not-posted"; readonly reason: string; readonly isExcused: boolean };

const LONGEST_STATUS = 140;

/** The forge whose CI job this is; undefined outside such a job. */
export function forgeOfJob(env: Variables): ForgeName | undefined {
  if (env["GITHUB_ACTIONS"] === "true") return "github";
  return env["GITLAB_CI"] === "true" ? "gitlab" : undefined;
}

interface PostingPlace {
  readonly name: ForgeName;
  readonly env: Variables;
  readonly change: ChangeRequest;
  readonly transport: Transport;
}

/** Keeps a change's comment and status (V20 to V24 in docs/concepts/review.md). Throws HeirError for a bad address. */
export async function post({ name, env, change, transport }: PostingPlace, posting: Posting): Promise<Posted> {
  const site = sites[name];
  const { key, status, ...wanted } = posting;
  let needs = site.toComment;
  try {
    const forge = new Forge(site.rest(env, change), tokenIn(env, site.tokenVariable), transport);
    const marker = { key, run: change.run, head: change.head };
    const comment = await keepComment(forge, { ...wanted, marker, usualAuthor: site.usualAuthor }, transport.sleep);
    needs = site.toSetStatus;
    if (status !== undefined) await repeated(() => forge.setStatus(statusOf(key, status)), transport.sleep);
    return { kind: "posted", comment };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const isExcused = change.isFork && error.fault.kind === "forbidden";
    return { kind: "not-posted", reason: reasonOf(error, site, needs, isExcused), isExcused };
  }
}

function statusOf(key: string, { isGood, text }: NonNullable<Posting["status"]>) {
  const name = key === "." ? "heir" : `heir/${key}`;
  return { name, isGood, text: text.length <= LONGEST_STATUS ? text : `${text.slice(0, LONGEST_STATUS - 3)}...` };
}

/** `needs` is what the token needs for what was tried. */
function reasonOf({ message, fault }: CallFailed, { tokenVariable }: Site, needs: string, isExcused: boolean): string {
  switch (fault.kind) {
    case "unauthorized":
      return `${tokenVariable} is refused: ${message}`;
    case "forbidden":
      return isExcused
        ? `the change comes from a fork, whose token may only read: ${message}`
        : `${tokenVariable} may not do that, it needs ${needs}: ${message}`;
    case "missing":
      return `${tokenVariable} sees nothing there, or needs ${needs}: ${message}`;
    case "too-long":
      return `the comment is too long, however little it holds: ${message}`;
    case "unavailable":
    case "other":
      return message;
  }
}
