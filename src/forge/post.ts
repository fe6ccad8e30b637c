import type { Transport } from "./caller.ts";
import type { ChangeRequest, Forge, ForgeName, ForgeWords, Variables } from "./forge.ts";
import { CallFailed } from "./forge.ts";
import { githubAddress, githubChange, githubForge, githubWords } from "./github.ts";
import { gitlabAddress, gitlabChange, gitlabForge, gitlabWords } from "./gitlab.ts";
import { type KeptComment, keepComment } from "./keep-comment.ts";

/** A review to be posted. */
export interface Posting {
  readonly key: string;
  /** `--author`. */
  readonly author: string | undefined;
  readonly text: (maxBytes: number) => string;
  readonly maxBytes: number;
  /** Whether it says anything. */
  readonly isWorthMaking: boolean;
  /** Also set as the status of the commit; undefined without `--status`. */
  readonly status: { readonly isGood: boolean; readonly text: string } | undefined;
}

/** What became of a posting. */
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

/** The pull or merge request of a CI job. Throws HeirError outside one. */
export function changeOfJob(name: ForgeName, env: Variables): Promise<ChangeRequest> {
  return name === "github" ? githubChange(env) : Promise.resolve(gitlabChange(env));
}

/** Throws HeirError where a review cannot be posted at all: an address is missing, or is none for a token. */
export function checkAddress(name: ForgeName, env: Variables): void {
  if (name === "github") githubAddress(env);
  else gitlabAddress(env);
}

/** Where something is posted, and how. */
export interface PostingPlace {
  readonly name: ForgeName;
  readonly env: Variables;
  readonly change: ChangeRequest;
  readonly transport: Transport;
}

/**
 * Keeps the comment of a change, and its status (rules V20 to V24 in docs/concepts/review.md). What a forge refuses is a
 * reason in one line. Throws HeirError as {@link checkAddress}.
 */
export async function post(place: PostingPlace, posting: Posting): Promise<Posted> {
  const { name, env, change, transport } = place;
  const words = name === "github" ? githubWords : gitlabWords;
  let step = words.toComment;
  try {
    const forge = (name === "github" ? githubForge : gitlabForge)(env, change, transport);
    const comment = await keepComment(withUsualAuthor(forge, words), wantedOf(place, posting), transport.sleep);
    step = words.toSetStatus;
    if (posting.status !== undefined) await forge.setStatus(statusOf(posting.key, posting.status));
    return { kind: "posted", comment };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const isExcused = change.isFork && error.fault.kind === "forbidden";
    return { kind: "not-posted", reason: reasonOf(error, { words, needs: step, isExcused }), isExcused };
  }
}

function wantedOf({ change }: PostingPlace, { key, ...rest }: Posting) {
  return { ...rest, marker: { key, run: change.run, head: change.head } };
}

function withUsualAuthor(forge: Forge, { usualAuthor }: ForgeWords): Forge {
  return { ...forge, account: async () => (await forge.account()) ?? usualAuthor };
}

function statusOf(key: string, { isGood, text }: NonNullable<Posting["status"]>) {
  const name = key === "." ? "heir" : `heir/${key}`;
  return { name, isGood, text: text.length <= LONGEST_STATUS ? text : `${text.slice(0, LONGEST_STATUS - 3)}...` };
}

interface Refusal {
  readonly words: ForgeWords;
  /** What the token needs for what was tried. */
  readonly needs: string;
  readonly isExcused: boolean;
}

function reasonOf({ message, fault }: CallFailed, { words, needs, isExcused }: Refusal): string {
  switch (fault.kind) {
    case "unauthorized":
      return `${words.tokenVariable} is refused: ${message}`;
    case "forbidden":
      return isExcused
        ? `the change comes from a fork, whose token may only read: ${message}`
        : `${words.tokenVariable} may not do that, it needs ${needs}: ${message}`;
    case "missing":
      return `${words.tokenVariable} sees nothing there, or needs ${needs}: ${message}`;
    case "too-long":
      return `the comment is too long, however little it holds: ${message}`;
    case "unavailable":
    case "exhausted":
    case "other":
      return message;
  }
}
