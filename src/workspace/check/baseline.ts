import { BASELINE_FILE, type Baseline, type BaselineEntry } from "../../model/findings/baseline.ts";
import { isCode, isOnRequest } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets } from "../../model/secrets/secrets.ts";
import { parseBaseline } from "../../parse/settings/baseline.ts";
import { sourceFile } from "../../parse/yaml/source-file.ts";
import { counted } from "../../report/text/count.ts";
import type { Finding } from "../workspace.ts";

/** The baseline of a state, and what is wrong with its file. */
export interface ReadBaseline {
  readonly baseline: Baseline;
  readonly faults: readonly Diagnostic[];
}

/** The baseline of a state; undefined where it has none. Throws what reading the state throws. */
export async function readBaseline(snapshot: Snapshot, options: Abortable = {}): Promise<ReadBaseline | undefined> {
  const blob = snapshot.blobs.get(BASELINE_FILE);
  if (blob === undefined) return undefined;
  const bytes = (await snapshot.read([blob], options)).get(blob) ?? new Uint8Array();
  const faults: Diagnostic[] = [];
  const report = (fault: Diagnostic) => faults.push(fault);
  const baseline = parseBaseline(sourceFile({ path: BASELINE_FILE, blob, bytes }, report), report);
  return { baseline, faults };
}

/** Findings without those that a baseline excuses. */
export interface Excused {
  readonly kept: readonly Finding[];
  /** How many findings are excused, at least for some of their nodes. */
  readonly excused: number;
  /** What is left of the entries: those with a finding, only for the nodes that have it. */
  readonly used: readonly BaselineEntry[];
}

/**
 * Applies a baseline: an entry fits a finding by code, file and message, never by line, and only for its nodes (rule J9 in
 * docs/concepts/gates.md). Never fails.
 */
export function excuse(findings: readonly Finding[], { entries }: Pick<Baseline, "entries">): Excused {
  const known = new Map<string, Set<string>>();
  for (const entry of entries) known.set(keyOf(entry), new Set([...(known.get(keyOf(entry)) ?? []), ...entry.nodes]));
  const kept: Finding[] = [];
  const used: BaselineEntry[] = [];
  let excused = 0;
  for (const each of findings) {
    const entry = entryOf(each);
    const nodes = known.get(keyOf(entry));
    const fits = nodes !== undefined && (each.nodes.length === 0 || each.nodes.some((name) => nodes.has(name)));
    const rest = each.nodes.filter((name) => nodes?.has(name) !== true);
    if (!fits || rest.length > 0) kept.push({ ...each, nodes: rest });
    if (!fits) continue;
    excused += 1;
    used.push({ ...entry, nodes: each.nodes.filter((name) => nodes.has(name)) });
  }
  return { kept, excused, used: joinedEntries(used) };
}

/** The entries of all findings, one for each code, file and message. */
export function baselineOf(findings: readonly Finding[]): readonly BaselineEntry[] {
  return joinedEntries(findings.map(entryOf));
}

/** Entries, or nodes of them, that other entries lack. */
export function entriesBeyond(
  entries: readonly BaselineEntry[],
  others: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const known = new Map<string, Set<string>>();
  for (const other of others) known.set(keyOf(other), new Set([...(known.get(keyOf(other)) ?? []), ...other.nodes]));
  return entries.flatMap((entry) => {
    const nodes = known.get(keyOf(entry));
    const more = entry.nodes.filter((name) => nodes?.has(name) !== true);
    return nodes === undefined || more.length > 0 ? [{ ...entry, nodes: more }] : [];
  });
}

/** `baseline-stale`: entries, or nodes of them, without a finding. */
export function staleFinding({ file, entries }: Baseline, used: readonly BaselineEntry[]): Finding | undefined {
  const stale = entriesBeyond(entries, used).filter(({ code }) => !isCode(code) || !isOnRequest(code));
  if (stale.length === 0) return undefined;
  const verb = stale.length === 1 ? "has" : "have";
  const message = `${counted(stale.length, "entry", "entries")} of ${BASELINE_FILE} ${verb} no finding any more`;
  const hint = "heir check --write-baseline removes what is not needed";
  const found = finding("baseline-stale", { file, start: 0, end: 0 }, message, { hint });
  return { diagnostic: mask("finding", found, noSecrets), nodes: [] };
}

function entryOf({ diagnostic: { code, message, span }, nodes }: Finding): BaselineEntry {
  return { code, file: span?.file.path, message, nodes };
}

function keyOf({ code, file, message }: BaselineEntry): string {
  return JSON.stringify([code, file ?? null, message]);
}

function joinedEntries(entries: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const joined = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const known = joined.get(keyOf(entry));
    joined.set(keyOf(entry), { ...entry, nodes: [...new Set([...(known?.nodes ?? []), ...entry.nodes])].sort() });
  }
  return [...joined.values()];
}
