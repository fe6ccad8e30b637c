import { type Prefetch, prefetchListing } from "../../workspace/load/prefetch.ts";
import { cutVerb } from "../words/verb.ts";

/** The commands that read the work tree unless a revision is named. */
export const READ_WORK_TREE: ReadonlySet<string> = new Set([
  "show",
  "explain",
  "check",
  "uses",
  "impact",
  "grep",
  "nodes",
  "classes",
  "groups",
  "properties",
  "policies",
  "rules",
  "inventory",
  "graph",
  "export",
]);

/**
 * Has git list the work tree if the command line looks as if that will be read: before the command is loaded, or it is
 * known whether the line is right. Undefined where it does not look so. Never fails.
 */
export function prefetchWorkTree(argv: readonly string[], cwd: string): Prefetch | undefined {
  const { verb, rest } = cutVerb(argv);
  if (verb === undefined || !READ_WORK_TREE.has(verb) || rest.some((word) => OTHERWISE.test(word))) return undefined;
  if (TAKES_REVISION.has(verb) && rest.some((word) => !word.startsWith("-"))) return undefined;
  return prefetchListing(cwd);
}

/** Of these, the ones that take a revision as an operand, too. */
const TAKES_REVISION: ReadonlySet<string> = new Set(["check"]);

/** Words that name a revision, the index or another folder, or ask for help; and some that only look so. */
const OTHERWISE = /^(?:-[^-]*[rCh]|--(?:rev|help|version|staged|new-since))/;
