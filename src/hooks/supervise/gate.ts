import { hookNamed } from "../install/names.ts";

/** A command that accepts or refuses a change. */
export interface SupervisedGate {
  /** What a refusal names where there are no refs. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly dir: string;
  readonly isHook: boolean;
  readonly readsRefs: boolean;
  /** The revisions that it judges; what is about to be committed if absent. */
  readonly states?: readonly string[];
}

const READS_REFS = new Set(["pre-receive", "pre-push"]);

/** The gate of a command line that runs a hook that can stop git; undefined for any other. */
export function hookGate(argv: readonly string[]): SupervisedGate | undefined {
  const [verb, action, name = ""] = argv;
  if (verb !== "hooks" || action !== "run" || hookNamed(name)?.kind !== "blocks") return undefined;
  return { name, argv: coloured(argv), dir: process.cwd(), isHook: true, readsRefs: READS_REFS.has(name) };
}

/** The judgement writes to a pipe; whether that leads to a terminal is known here. */
function coloured(argv: readonly string[]): readonly string[] {
  const isPlain = process.env["NO_COLOR"] || process.env["TERM"] === "dumb" || process.stderr.isTTY !== true;
  return isPlain || argv.some((word) => word.startsWith("--color")) ? argv : argv.toSpliced(3, 0, "--color=always");
}
