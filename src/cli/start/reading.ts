import { cutVerb } from "../words/verb.ts";

/** The commands that have a script of their own, which is loaded in less time than that of all. */
const READING: ReadonlySet<string> = new Set(["show", "explain", "nodes", "inventory", "tui"]);

/** Whether a command line is for the script of these commands. */
export function isReading(argv: readonly string[]): boolean {
  const { verb } = cutVerb(argv);
  return verb !== undefined && READING.has(verb);
}
