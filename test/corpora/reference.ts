import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { openFolder } from "../../src/cli/host.ts";
import { heir } from "../support/host.ts";
import { isRecord, typedJson } from "./typed-json.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Where the corpora lie; a checkout without them skips what needs them. */
export const corpora: string = join(project, "../shared/corpora");
export const hasCorpora: boolean = existsSync(corpora);

/** How much of a corpus is looked at: a sample, or as much as ever with `HEIR_CORPORA=whole`. */
export function amount(sample: number, whole: number): number {
  return process.env["HEIR_CORPORA"] === "whole" ? whole : sample;
}

/** Every third of some, the first of them; all with `HEIR_CORPORA=whole`. */
export function sample<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % amount(3, 1) === 0);
}

export interface Plan {
  readonly commits: readonly string[];
  readonly pairs: readonly { readonly old: string; readonly new: string; readonly why: string }[];
}

export async function readPlan(name: string): Promise<Plan> {
  return JSON.parse(await readFile(join(corpora, "golden", name, "plan.json"), "utf8")) as Plan;
}

export async function readGolden(...path: string[]): Promise<unknown> {
  return typedJson(gunzipSync(await readFile(join(corpora, "golden", ...path))).toString("utf8"));
}

/** What a command prints, as typed JSON: the built program in a process of its own, or what it consists of in this one. */
export async function heirJson(cwd: string, args: readonly string[], isBuilt = false): Promise<unknown> {
  if (isBuilt) return typedJson(await output(process.execPath, [join(project, "dist/cli.js"), "-C", cwd, ...args]));
  const { out, err } = await heir(args, { cwd, open: openFolder });
  if (out === "") throw new Error(`heir ${args.join(" ")} printed nothing: ${err}`);
  return typedJson(out);
}

export async function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "")
    throw new Error(`${[command, ...args].join(" ")} printed nothing (status ${String(status)}): ${complaint}`);
  return text;
}

/** Nodes on which reclass itself crashed: there heir may resolve or fail. */
export function crashedNodes(golden: unknown): ReadonlySet<string> {
  const errors = isRecord(golden) && isRecord(golden["errors"]) ? golden["errors"] : {};
  const crashed = Object.entries(errors).filter(([, message]) =>
    /^(RecursionError|KeyError|TypeError)/.test(String(message)),
  );
  return new Set(crashed.map(([name]) => name));
}

/** The entries of a resolved diff, one per node and path, keyed so that two diffs can be compared. */
export function referenceEntries(golden: unknown): ReadonlyMap<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const { node, path, ...rest } of golden as readonly Record<string, unknown>[]) {
    entries.set(JSON.stringify([node, path]), rest);
  }
  return entries;
}

/** What `heir diff --json` printed, in the form of the reference. */
export function heirEntries(printed: unknown): ReadonlyMap<string, unknown> {
  const entries = new Map<string, unknown>();
  const { changes, nodes } = printed as {
    changes: readonly {
      path: readonly string[];
      old?: { value: unknown };
      new?: { value: unknown };
      nodes: readonly string[];
    }[];
    nodes: Readonly<Record<string, readonly unknown[]>>;
  };
  for (const change of changes) {
    const sides = { ...(change.old && { old: change.old.value }), ...(change.new && { new: change.new.value }) };
    for (const node of change.nodes) entries.set(JSON.stringify([node, change.path]), sides);
  }
  const whole = {
    added: "node-added",
    removed: "node-removed",
    newly_failing: "node-failed",
    newly_resolving: "node-mended",
  };
  for (const [list, change] of Object.entries(whole)) {
    for (const node of nodes[list] ?? []) entries.set(JSON.stringify([nodeName(node), []]), { change });
  }
  return entries;
}

function nodeName(node: unknown): unknown {
  return isRecord(node) ? (node["name"] ?? node["node"]) : node;
}
