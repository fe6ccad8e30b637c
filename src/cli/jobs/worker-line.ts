/** The first word of the command line of a worker: then come how its terminal looks, and the command line that it helps. */
export const WORK = "__work";

/** The terminal of the process that a worker helps, as far as a command asks for it. */
export interface Look {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The words with which a worker is started. */
export function workerLine(look: Look, argv: readonly string[]): readonly string[] {
  return [WORK, JSON.stringify(look), ...argv];
}
