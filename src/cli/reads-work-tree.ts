import { cutVerb } from "./verb.ts";

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

/** Whether a command line looks as if it reads the work tree around the current folder. A wrong guess costs time only. */
export function readsWorkTree(argv: readonly string[]): boolean {
  const { verb, rest } = cutVerb(argv);
  if (verb === undefined || !READ_WORK_TREE.has(verb) || rest.some((word) => OTHERWISE.test(word))) return false;
  return !TAKES_REVISION.has(verb) || rest.every((word) => word.startsWith("-"));
}

/** Those that take a revision as an operand, too. */
const TAKES_REVISION: ReadonlySet<string> = new Set(["check"]);

/** Words that may choose a revision, the index or another folder, or print help. */
const OTHERWISE = /^(?:-[^-]*[rCh]|--(?:rev|help|version|staged|new-since|since))/;
