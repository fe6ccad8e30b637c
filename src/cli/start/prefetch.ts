import { type Prefetch, prefetchListing } from "../../workspace/load/prefetch.ts";
import { cutVerb } from "../words/verb.ts";

/** The commands that read the work tree unless a revision is given. */
export const READ_WORK_TREE: ReadonlySet<string> = new Set([
  "show",
  "explain",
  "check",
  "test",
  "uses",
  "impact",
  "grep",
  "nodes",
  "classes",
  "groups",
  "properties",
  "policies",
  "rules",
  "contracts",
  "inventory",
  "graph",
  "export",
]);

/**
 * Starts git listing the work tree if the command line looks as if it reads it, before the command is loaded and its line
 * parsed; undefined otherwise. Never fails.
 */
export function prefetchWorkTree(argv: readonly string[], cwd: string): Prefetch | undefined {
  const { verb, rest } = cutVerb(argv);
  if (verb === undefined || !READ_WORK_TREE.has(verb) || rest.some((word) => OTHERWISE.test(word))) return undefined;
  if (TAKES_REVISION.has(verb) && rest.some((word) => !word.startsWith("-"))) return undefined;
  return prefetchListing(cwd);
}

/** Those that take a revision as an operand, too. */
const TAKES_REVISION: ReadonlySet<string> = new Set(["check"]);

/** Words that may choose a revision, the index or another folder, or print help. */
const OTHERWISE = /^(?:-[^-]*[rCh]|--(?:rev|help|version|staged|new-since|since))/;
