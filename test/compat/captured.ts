import { readFileSync } from "node:fs";

/** One drawn inventory. */
export interface Drawn {
  readonly inventory: number;
  readonly topics: readonly string[];
  readonly kapitan: boolean;
  readonly files: Readonly<Record<string, string>>;
}

/** What the reference made of one node: its sections, an error of its own, or a crash. */
export interface CapturedNode {
  readonly classes?: unknown;
  readonly applications?: unknown;
  readonly parameters?: unknown;
  readonly exports?: unknown;
  readonly environment?: unknown;
  /** The code that heir has for the error with which the reference stopped. */
  readonly error?: string;
  /** The name of the Python exception that it did not mean to raise. */
  readonly crash?: string;
  /** Why the node is not compared: one of the reasons in the head of the file. */
  readonly left_out?: string;
}

/** What the reference made of one inventory; `nodes` is absent when it reads none of it. */
export interface Captured {
  readonly inventory: number;
  readonly nodes?: Readonly<Record<string, CapturedNode>>;
  readonly error?: string;
  readonly crash?: string;
}

/** The inventories that were drawn, by number. */
export function drawnInventories(file: string): ReadonlyMap<number, Drawn> {
  return new Map(lines(file).map((line) => [(line as Drawn).inventory, line as Drawn]));
}

/** What the reference made of them, in the order of their numbers. */
export function capturedInventories(file: string): readonly Captured[] {
  return lines(file) as readonly Captured[];
}

/** What reclass-rs made of the node `n` of an inventory with defaults of references. */
export interface CapturedDefault {
  readonly files: Readonly<Record<string, string>>;
  /** Absent if it fails. */
  readonly parameters?: unknown;
  readonly classes?: number;
}

/** The inventories with defaults of references, with their results. */
export function capturedDefaults(file: string): readonly CapturedDefault[] {
  return lines(file) as readonly CapturedDefault[];
}

/** The lines of a fixture behind its head. */
function lines(file: string): readonly unknown[] {
  const text = readFileSync(file, "utf8").trimEnd();
  return text
    .split("\n")
    .slice(1)
    .map((line): unknown => JSON.parse(line));
}
