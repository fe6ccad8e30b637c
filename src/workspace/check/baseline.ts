import { join } from "node:path";
import { BASELINE_FILE, type Baseline, type BaselineEntry } from "../../model/findings/baseline.ts";
import { isCode, isOnRequest, isUnread } from "../../model/findings/codes.ts";
import { type Diagnostic, finding, isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { countOf, restMessage } from "../../model/findings/finding-limit.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets } from "../../model/secrets/secrets.ts";
import { parseBaseline } from "../../parse/settings/baseline.ts";
import { sortedProblems } from "../../report/findings/problems.ts";
import { counted } from "../../report/text/row.ts";
import { textYaml } from "../../report/values/value.ts";
import { editableText, replaceEdited } from "../../source/disk/changed-files.ts";
import type { CheckOptions, CheckResult, Finding, Workspace } from "../workspace.ts";

/** A state's baseline, and what is wrong with its file; undefined if none. Throws what reading the state throws. */
export async function readBaseline(
  workspace: Pick<Workspace, "filesAt">,
  snapshot: Snapshot,
  { signal }: Abortable = {},
): Promise<{ readonly baseline: Baseline; readonly faults: readonly Diagnostic[] } | undefined> {
  const faults: Diagnostic[] = [];
  const report = (fault: Diagnostic) => faults.push(fault);
  const file = (await workspace.filesAt(snapshot, [BASELINE_FILE], { signal, report })).get(BASELINE_FILE);
  return file && { baseline: parseBaseline(file, report), faults };
}

/**
 * Applies a baseline (rule J9 in docs/concepts/gates.md): an entry fits a finding by code, file and message, never by
 * line, and only for its nodes. An entry `and 500 more CODE` fits so many of its code and file that no other entry
 * fits. Never fails. Gives what is kept; how many findings are excused, at least for some of their nodes; these
 * findings, for those nodes (`found`); and the entries that have a finding, only for the nodes that have it.
 */
export function excuse(findings: readonly Finding[], { entries }: Pick<Baseline, "entries">) {
  const known = byKey(entries);
  const kept: Finding[] = [];
  const found: Finding[] = [];
  const used: BaselineEntry[] = [];
  let excused = 0;
  for (const each of findings) {
    const entry = fitting(entryOf(each), known);
    const nodes = entry && known.get(keyOf(entry))?.nodes;
    const fits = nodes !== undefined && (each.nodes.length === 0 || each.nodes.some((name) => nodes.has(name)));
    const rest = each.nodes.filter((name) => nodes?.has(name) !== true);
    if (!fits || rest.length > 0) kept.push({ ...each, nodes: rest });
    if (entry === undefined || !fits) continue;
    excused += countOf(each.diagnostic);
    const own = each.nodes.filter((name) => nodes.has(name));
    found.push({ ...each, nodes: own });
    used.push({ ...entry, nodes: own });
  }
  return { kept, excused, found, used: joinedEntries(used) };
}

/** Entries by what they fit. */
type Known = Map<string, { readonly nodes: Set<string>; more: number }>;

function byKey(entries: readonly BaselineEntry[]): Known {
  const known: Known = new Map();
  for (const entry of entries) {
    const { nodes, more } = known.get(keyOf(entry)) ?? { nodes: [], more: 0 };
    known.set(keyOf(entry), { nodes: new Set([...nodes, ...entry.nodes]), more: more + (entry.more ?? 0) });
  }
  return known;
}

/** The entry for a finding: its own, or a part of one for several that has room for it. */
function fitting(own: BaselineEntry, known: Known): BaselineEntry | undefined {
  if (own.more === undefined && known.has(keyOf(own))) return own;
  const several = { ...own, more: own.more ?? 1 };
  const room = known.get(keyOf(several));
  if (room === undefined || room.more < several.more) return undefined;
  room.more -= several.more;
  return several;
}

/** Whether a first baseline takes a finding in: only what is wrong in the data, never what was not read. */
export function isExcusable({ diagnostic: { code, severity } }: Finding): boolean {
  return severity !== "info" && !isUnread(code);
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
  const known = byKey(others);
  return entries.flatMap((entry) => {
    const other = known.get(keyOf(entry));
    const nodes = entry.nodes.filter((name) => other?.nodes.has(name) !== true);
    const isLarger = other === undefined || (entry.more ?? 0) > other.more;
    return isLarger || nodes.length > 0 ? [{ ...entry, nodes }] : [];
  });
}

/** `baseline-stale`: entries, or nodes of them, without a finding. */
function staleFinding({ file, entries }: Baseline, used: readonly BaselineEntry[]): Finding | undefined {
  const stale = entriesBeyond(entries, used).filter(({ code }) => !isCode(code) || !isOnRequest(code));
  if (stale.length === 0) return undefined;
  const verb = stale.length === 1 ? "has" : "have";
  const message = `${counted(stale.length, "entry", "entries")} of ${BASELINE_FILE} ${verb} no finding any more`;
  const hint = "heir check --write-baseline removes what is not needed";
  const found = finding("baseline-stale", { file, start: 0, end: 0 }, message, { hint });
  return { diagnostic: mask("finding", found, noSecrets), nodes: [] };
}

function entryOf({ diagnostic: { code, message, span, rest }, nodes }: Finding): BaselineEntry {
  return { code, file: span?.file.path, message, nodes, more: rest?.count };
}

function keyOf({ code, file, message, more }: BaselineEntry): string {
  return JSON.stringify([code, file ?? null, more === undefined ? message : null]);
}

function joinedEntries(entries: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const joined = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const known = joined.get(keyOf(entry));
    const nodes = [...new Set([...(known?.nodes ?? []), ...entry.nodes])].sort();
    const more = (known?.more ?? 0) + (entry.more ?? 0);
    const several = entry.more === undefined ? {} : { more, message: restMessage(entry.code, more) };
    joined.set(keyOf(entry), { ...entry, nodes, ...several });
  }
  return [...joined.values()];
}

/** The findings of a state without those that its baseline excuses. */
export interface ExcusedCheck extends CheckResult {
  /** How many findings `heir-baseline.yml` excuses; absent where the state has none. */
  readonly excused?: number;
  /** These findings. */
  readonly found?: readonly Finding[];
}

/** Checks a state as its own baseline has it (rule J9 in docs/concepts/gates.md). Throws what reading the state throws. */
export async function checkExcused(
  workspace: Workspace,
  snapshot: Snapshot,
  options: CheckOptions = {},
): Promise<ExcusedCheck> {
  const result = await workspace.check(snapshot, options);
  const read = await readBaseline(workspace, snapshot, options);
  if (read === undefined) return result;
  const { kept, excused, found, used } = excuse(result.findings, read.baseline);
  // An entry without a finding in some nodes may have one in others.
  const isWhole = options.own === undefined && options.nodes === undefined;
  const stale = isWhole ? staleFinding(read.baseline, used) : undefined;
  return { ...result, findings: stale === undefined ? kept : sortedProblems([...kept, stale]), excused, found };
}

/**
 * Writes errors and warnings of the work tree to `heir-baseline.yml`; a file that is there only shrinks (rule J9 in
 * docs/concepts/gates.md). Throws HeirError if it is invalid or has changed. Counts entries now and before (if any).
 */
export async function writeBaseline(workspace: Workspace, options: CheckOptions = {}) {
  const snapshot = await workspace.snapshot("WORKTREE", options);
  const path = join(await workspace.worktreeFolder(), BASELINE_FILE);
  const text = await editableText(path, BASELINE_FILE);
  const read = await readBaseline(workspace, snapshot, options);
  const fault = read?.faults.find(isError);
  if (fault !== undefined) throw new HeirError("environment", `${BASELINE_FILE} is not valid: ${fault.message}`);
  const { findings } = await workspace.check(snapshot, options);
  const entries = read === undefined ? baselineOf(findings.filter(isExcusable)) : excuse(findings, read.baseline).used;
  const listed = entries.length === 0 ? " []\n" : `\n${entries.map(entryText).join("")}`;
  if (!(await replaceEdited(path, BASELINE_FILE, { before: text, after: `version: 1\nfindings:${listed}` }))) {
    throw new HeirError("environment", `${BASELINE_FILE} has changed meanwhile`, "try again");
  }
  return { entries: entries.length, before: read?.baseline.entries.length };
}

function entryText({ code, file, message, nodes }: BaselineEntry): string {
  const lines = [
    `code: ${textYaml(code)}`,
    ...(file === undefined ? [] : [`file: ${textYaml(file)}`]),
    `message: ${textYaml(message)}`,
    ...(nodes.length === 0 ? [] : [`nodes: [${nodes.map(nodeYaml).join(", ")}]`]),
  ];
  return `  - ${lines.join("\n    ")}\n`;
}

/** A name inside brackets, where more characters need quotes. */
function nodeYaml(name: string): string {
  return /^[\w.-]+$/.test(name) ? textYaml(name) : JSON.stringify(name);
}
