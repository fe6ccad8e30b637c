import { cutVerb } from "../words/verb.ts";

/** The commands that have a script of their own, which is loaded in less time than that of all. */
const READING: ReadonlySet<string> = new Set(["show", "explain", "nodes", "inventory"]);

/** Whether a command line is for the script of these commands. */
export function isReading(argv: readonly string[]): boolean {
  const { verb } = cutVerb(argv);
  return verb !== undefined && READING.has(verb);
}

/**
 * The commands that run until their client or user ends them. They are ES modules: the terminal UI needs top-level await, which a
 * script cannot contain, and what starts once need not start fast.
 */
const SERVING: ReadonlySet<string> = new Set(["tui", "lsp", "mcp"]);

/** Whether a command line is for one of these. */
export function isServing(argv: readonly string[]): boolean {
  const { verb } = cutVerb(argv);
  return verb !== undefined && SERVING.has(verb);
}
