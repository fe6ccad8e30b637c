import { setTimeout } from "node:timers/promises";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../../../cli/commands/command.ts";
import { printLeftOut } from "../../../cli/output/rows.ts";
import { askedPaths, pathsInScope, Scope } from "../../../cli/reading/names.ts";
import { version } from "../../../cli/version.ts";
import { pathOption } from "../../../cli/words/options.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { isChangedAt } from "../../../model/results/path-selection.ts";
import { checkedBytes, MOST_BYTES } from "../../../report/diff/markdown.ts";
import type { States } from "../../../workspace/load/states.ts";
import { proofFindings } from "../../edit/proof/verify.ts";
import type { ChangeRequest, ForgeName } from "../forge/forge.ts";
import { addOutputs, addToRunPage } from "../forge/job.ts";
import { forgeOfJob, type Posted, post, sites } from "../forge/post.ts";
import { reviewMarkdown, reviewStatus, reviewVerdict } from "../report/markdown.ts";
import { changeEnds, type MergedEnds, mergedEnds } from "../workspace/ends.ts";
import { type ChangeReview, reviewChange } from "../workspace/review.ts";

/** `heir review [A B]`: what a change does and breaks, in Markdown; with `--post` as the comment of its request. */
export const review: Command = {
  examples: [
    ["heir review main...topic", "what merging topic does to main as it is now"],
    ["heir review main HEAD", "what the comment on a pull request would say"],
    ["heir review --post github", "in a workflow: keep one comment on the pull request"],
    ["heir review --post gitlab --status", "in a merge request pipeline: with a commit status"],
  ],
  operands: [
    { name: "A", kind: "range" },
    { name: "B", kind: "revision" },
  ],
  options: {
    post: {
      kind: "choice",
      value: "FORGE",
      choices: ["github", "gitlab"],
      summary: "keep the review as one comment on the pull or merge request of this CI job",
    },
    key: { kind: "text", value: "KEY", summary: "the name of the comment (default: the inventory folder)" },
    author: { kind: "text", value: "NAME", summary: "the account whose comments are ours, if the token may not ask" },
    status: { kind: "flag", summary: "also set a commit status" },
    "max-bytes": { kind: "number", summary: "at most N bytes (default 60000)" },
    ...pathOption,
  },
  details: [
    "A is compared, as it is now, with git's merge of A and B, or with B if it contains A; A...B is the same. Values that the merge has and " +
      "neither side has written are a section of their own.",
    "Without A and B, the two states are those of the pull or merge request of this CI job.",
    "The exit code is 2 if the review could not be posted, unless it is 1.",
    "Tokens and addresses are taken from the environment: GITHUB_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY and " +
      "GITHUB_EVENT_PATH, or HEIR_GITLAB_TOKEN, CI_API_V4_URL, CI_PROJECT_ID and CI_MERGE_REQUEST_IID.",
  ],
  exits: {
    1: "a node newly fails, an error is new, or a merge has what neither side has",
    3: "a node was not compared",
  },
  async run(args, context) {
    const asked = askedOf(args);
    const { env, signal, progress } = context;
    const job = asked.post ?? (args.operands.length === 0 ? forgeOfJob(env) : undefined);
    const change = job && (await sites[job].change(env));
    // Where it cannot be posted at all, nothing is compared.
    if (asked.post !== undefined && change !== undefined) sites[asked.post].rest(env, change);
    const workspace = await context.open();
    const { ends, conflicts } = await endsOf(args, workspace, { change, signal });
    const [from, to] = ends;
    const question = { old: from, now: to, overrides: args.list("set") };
    const scope = new Scope(args);
    const paths = askedPaths(args, "path");
    const options = { signal, progress, paths, conflicts, proofs: proofFindings };
    const result = await reviewChange(workspace, question, options);
    // A path that nothing has: no change, and no node of either state.
    const unchanged = paths.filter(({ filter }) => !isChangedAt(result.comparison, filter));
    const searched = result.states.map((snapshot) => ({ snapshot }));
    await pathsInScope(unchanged, searched, { workspace, context, scope });
    printLeftOut(context, [...result.comparison.lookedAt.leftOut, ...scope.leftOut]);
    const text = (maxBytes: number) => context.clean(reviewMarkdown(result, { maxBytes }));
    const made = { asked, result, ends, text };
    if (asked.post !== undefined && change !== undefined) return posted(context, made, { name: asked.post, change });
    await context.write(text(asked.maxBytes));
    return CODES[reviewStatus(result)];
  },
};

function askedOf(args: Arguments) {
  const post = (["github", "gitlab"] as const).find((name) => name === args.text("post"));
  const alone = ["key", "author", "status"].find((option) => args.has(option));
  if (post === undefined && alone !== undefined) {
    throw new HeirError("usage", `--${alone} goes with --post`, "add --post github or --post gitlab");
  }
  if (args.text("key") === "") throw new HeirError("usage", "--key is empty", "leave it out, or give a name");
  return {
    post,
    key: args.text("key"),
    author: args.text("author"),
    hasStatus: args.has("status"),
    maxBytes: checkedBytes("--max-bytes", args.number("max-bytes") ?? MOST_BYTES),
  };
}

/** The two states that are compared: those that are named, else those of the request. */
async function endsOf(
  { operands }: Arguments,
  states: Pick<States, "source">,
  { change, signal }: { readonly change: ChangeRequest | undefined; readonly signal: AbortSignal },
): Promise<MergedEnds> {
  if (operands.length > 0) return mergedEnds(states, operands, { signal });
  if (change !== undefined) return { ends: await changeEnds(states, change), conflicts: [] };
  throw new HeirError("usage", "this is no CI job of a pull or merge request", "name the two states: heir review A B");
}

interface Made {
  readonly asked: ReturnType<typeof askedOf>;
  readonly result: ChangeReview;
  readonly ends: readonly [string, string];
  readonly text: (maxBytes: number) => string;
}

/** Posts the review and reports how; what cannot be posted goes to the page of the run, else to standard output. */
async function posted(context: Context, made: Made, to: { name: ForgeName; change: ChangeRequest }): Promise<ExitCode> {
  const { asked, result, text } = made;
  const { env, signal } = context;
  const verdict = reviewVerdict(result);
  const sleep = async (ms: number) => setTimeout(ms, undefined, { signal });
  const transport = { fetch, sleep, now: Date.now, signal, agent: `heir/${version}` };
  const done = await post(
    { ...to, env, transport },
    {
      key: asked.key ?? (result.folder === "" ? "." : result.folder),
      author: asked.author,
      text,
      maxBytes: asked.maxBytes,
      isWorthMaking: result.comparison.blocks.length > 0 || result.findings.length > 0,
      status: asked.hasStatus ? { isGood: reviewStatus(result) !== "fails", text: verdict } : undefined,
    },
  );
  if (to.name === "github") await addOutputs(env, outputsOf(made, verdict));
  if (done.kind === "posted") sayPosted(context, done, to.change.number);
  else {
    context.warn(terminalSafe(`heir: not posted: ${done.reason}`));
    const markdown = text(asked.maxBytes);
    if (!(await addToRunPage(env, markdown))) await context.write(markdown);
  }
  const code = CODES[reviewStatus(result)];
  const isFailed = done.kind === "not-posted" && !done.isExcused && code !== exit.findings;
  return isFailed ? exit.usage : code;
}

function sayPosted({ note, warn }: Context, { comment }: Extract<Posted, { kind: "posted" }>, number: number) {
  switch (comment) {
    case "left to a later run":
      return warn(`heir: not posted: a later run has written the comment of request ${number} already`);
    case "not needed":
      return note(`heir: nothing differs and nothing is found: no comment of request ${number}`);
    case "created":
    case "edited":
    case "unchanged":
      return note(`heir: comment of request ${number} ${comment}`);
  }
}

/** The outputs of the step of a workflow: numbers, words of heir's own and ids of commits. */
function outputsOf({ result, ends: [from, to] }: Made, verdict: string): Readonly<Record<string, string>> {
  const { blocks, nodes } = result.comparison;
  const numbers = { blocks: String(blocks.length), "newly-failing": String(nodes.newlyFailing.length) };
  return { verdict, status: reviewStatus(result), ...numbers, from, to };
}

const CODES: Readonly<Record<ReturnType<typeof reviewStatus>, ExitCode>> = {
  passes: exit.ok,
  fails: exit.findings,
  incomplete: exit.unresolved,
};
