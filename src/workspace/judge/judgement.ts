import { addTo } from "../../base/text-order.ts";
import { differentPaths } from "../../compare/affected.ts";
import { providerFindings } from "../../compare/guards/providers.ts";
import { findingKey } from "../../model/findings/diagnostic.ts";
import { countOf, restKey, textNumber } from "../../model/findings/finding-limit.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { joinedSecrets } from "../../model/secrets/secrets.ts";
import { lineText, placeOf } from "../../model/values/value.ts";
import { listingFindings } from "../check/findings.ts";
import type { CheckOptions, CompareOptions, Finding, Workspace } from "../workspace.ts";

export interface Judgement {
  readonly comparison: Masked<Comparison>;
  /** Findings that the earlier state does not have. */
  readonly fresh: readonly Finding[];
  /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
  readonly older: readonly Finding[] | undefined;
}

export interface Interval {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * Checks a state as a whole, and says which findings an earlier state does not have. The earlier one is checked only if
 * there are findings to compare; a missing one has none. Throws what reading the states throws.
 */
export async function judgeWhole(workspace: Workspace, { before, after }: Interval, options: CheckOptions) {
  const comparison = await workspace.compare(before, after, options);
  const { findings: later, lookedAt } = await workspace.check(after, options);
  const isSame = before.id === after.id && settingsBesides(before.place) === settingsBesides(after.place);
  const moves = movesOf(comparison, after);
  if (isSame) return { comparison, ...splitFindings(later, later, moves), lookedAt };
  const ofChange = await changeFindings(workspace, { before, after }, options);
  const isNeeded = later.length > 0 && before.place.missing === undefined;
  const earlier = isNeeded ? (await workspace.check(before, options)).findings : [];
  const { fresh, older } = splitFindings(earlier, later, moves);
  return { comparison, fresh: [...ofChange, ...fresh], older, lookedAt };
}

/** Checks a step as far as the change reaches; reads only what that needs. Throws what reading the states throws. */
export async function judgeChange(
  workspace: Workspace,
  { before, after }: Interval,
  options: CompareOptions = {},
): Promise<Judgement> {
  const known = await workspace.knownFindings(before, options);
  const comparison = await workspace.compare(before, after, options);
  if (comparison.lookedAt.files.length === 0 && (await isSameListing(workspace, { before, after }))) {
    return { comparison, fresh: [], older: undefined };
  }
  const ofChange = await changeFindings(workspace, { before, after }, options);
  // A finding in an unchanged file that no node uses is not new: such files need not be read.
  const scope = { ...options, unused: differentPaths(before.blobs, after.blobs), known };
  const later = (await workspace.check(after, scope)).findings;
  const earlier = later.length === 0 ? [] : (await workspace.check(before, scope)).findings;
  const { fresh, older } = splitFindings(earlier, later, movesOf(comparison, after));
  for (const snapshot of [before, after]) await workspace.keepFindings(snapshot, known);
  return { comparison, fresh: [...ofChange, ...fresh], older };
}

/** The nodes and paths that moved between two states. */
export function movesOf({ nodes }: Comparison, { blobs }: Snapshot): Moves {
  return { renamed: new Map(nodes.renamed.map(({ from, to }) => [to, from])), isGone: (path) => !blobs.has(path) };
}

/** Whether two states with equal files are equal in everything else that findings depend on. */
async function isSameListing(workspace: Workspace, { before, after }: Interval): Promise<boolean> {
  if (before.diagnostics.length + after.diagnostics.length > 0) return false;
  const [old, now] = [before.lost, after.lost].map((lost) => [...(lost?.keys() ?? [])].join("\0"));
  if (old !== now) return false;
  const found = async (state: Snapshot) =>
    listingFindings(state, await workspace.load(state, { scope: "names" })).map(findingKey);
  return (await found(before)).join("\n") === (await found(after)).join("\n");
}

/** Findings about a change itself, which neither of its two states has alone: who changed what belongs to a provider. */
export async function changeFindings(
  workspace: Workspace,
  { before, after }: Interval,
  options: CheckOptions = {},
): Promise<readonly Finding[]> {
  if (before.id === after.id) return [];
  const changed = differentPaths(before.blobs, after.blobs);
  const read = { scope: "shared", files: changed, signal: options.signal } as const;
  const [old, now] = [await workspace.load(before, read), await workspace.load(after, read)];
  const found = providerFindings(old, now, changed);
  const secrets = joinedSecrets([old.secrets, now.secrets]);
  return maskFindings(found, secrets).map((diagnostic) => ({ diagnostic, nodes: [] }));
}

/** The findings that stop a commit: errors, findings that the team's settings make stop it, and silently lost text. */
export function stoppedAt(level: "error" | "warning"): (finding: Finding) => boolean {
  return ({ diagnostic: { code, severity } }) => {
    if (severity !== "warning") return severity === "error";
    // A duplicate key is only a warning, as reclass accepts it; but nobody writes one on purpose.
    return level === "warning" || code === "yaml-duplicate-key";
  };
}

export interface Moves {
  /** New name of a node to its former name. */
  readonly renamed: ReadonlyMap<string, string>;
  isGone(path: string): boolean;
}

/**
 * Decides which findings are new, and which an earlier state has: an error on more nodes than before is new on the new
 * nodes, and older. A finding equals an earlier one of equal code, severity, message and text. The text is the same
 * place of an unchanged file, else of a file with the same content, else an equal line of the same path, else any place
 * in that path, else any for a finding about the same contract, else any at all if the earlier path is gone. Each
 * earlier finding excuses one later one, an error only for the nodes that had it. Of the findings of one code in one
 * file beyond the thousand that are kept, only messages and number are compared. Never fails.
 */
export function splitFindings(earlier: readonly Finding[], later: readonly Finding[], moves: Moves) {
  const matches = matched(earlier, later, moves);
  const restWith = restsOf(earlier);
  const fresh: Finding[] = [];
  const older: Finding[] = [];
  for (const finding of later) {
    const before = matches.get(finding) ?? restWith(finding);
    const more = before === undefined ? finding.nodes : newNodes(finding, before, moves);
    if (before === undefined || more.length > 0 || hasNewPart(finding, before)) fresh.push({ ...finding, nodes: more });
    if (before !== undefined && more.length < Math.max(1, finding.nodes.length)) older.push(finding);
  }
  return { fresh, older };
}

/** Finds, in what a state has beyond the findings that are kept, the rest that has a finding, or all that another rest stands for. */
function restsOf(findings: readonly Finding[]): (finding: Finding) => Finding | undefined {
  const rests = findings.filter(({ diagnostic }) => diagnostic.rest !== undefined);
  const known = (rest: Finding) => ({ rest, messages: new Set(rest.diagnostic.rest?.messages) });
  const byPlace = new Map(rests.map((rest) => [restKey(rest.diagnostic), known(rest)]));
  for (const { diagnostic } of rests.length === 0 ? [] : findings) {
    byPlace.get(restKey(diagnostic))?.messages.add(textNumber(diagnostic.message));
  }
  return ({ diagnostic }) => {
    const known = byPlace.get(restKey(diagnostic));
    if (known === undefined) return undefined;
    const { rest, message } = diagnostic;
    if (rest === undefined) return known.messages.has(textNumber(message)) ? known.rest : undefined;
    const isKnown = [...rest.messages].every((each) => known.messages.has(each));
    return isKnown && rest.count <= countOf(known.rest.diagnostic) ? known.rest : undefined;
  };
}

/** The nodes for which an error is new. Other findings fail no node, so another node with them is not new. */
function newNodes({ diagnostic, nodes }: Finding, before: Finding, { renamed }: Moves): readonly string[] {
  if (diagnostic.severity !== "error") return [];
  const had = new Set(before.nodes);
  return nodes.filter((name) => !had.has(renamed.get(name) ?? name));
}

/** Whether a part of the inventory breaks a rule that it kept before. */
function hasNewPart({ diagnostic: { parts = [] } }: Finding, before: Finding): boolean {
  return parts.some((part) => before.diagnostic.parts?.includes(part) !== true);
}

type Key = (finding: Finding) => string | undefined;

function matched(earlier: readonly Finding[], later: readonly Finding[], { isGone }: Moves) {
  const found = new Map<Finding, Finding>();
  // A state that could not be read excuses nothing.
  const used = new Set<Finding>(
    earlier.filter(({ diagnostic: { code, rest } }) => code === "path-not-found" || rest !== undefined),
  );
  const single = later.filter(({ diagnostic }) => diagnostic.rest === undefined);
  const pair = (keyOf: Key, earlierKeyOf: Key = keyOf): void => {
    const waiting = new Map<string | undefined, Finding[]>();
    for (const finding of earlier) if (!used.has(finding)) addTo(waiting, earlierKeyOf(finding), finding);
    waiting.delete(undefined);
    for (const finding of single) {
      const before = found.has(finding) ? undefined : waiting.get(keyOf(finding))?.shift();
      if (before === undefined) continue;
      found.set(finding, before);
      used.add(before);
    }
  };
  pair(placeKey);
  pair(textKey);
  pair(lineKey);
  pair(pathKey);
  pair(contractOf);
  pair(identity, (finding) => (isGone(finding.diagnostic.span?.file.path ?? "") ? identity(finding) : undefined));
  return found;
}

function identity({ diagnostic: { code, severity, message } }: Finding): string {
  return [code, severity, message].join("\0");
}

function placeKey(finding: Finding): string | undefined {
  const text = textKey(finding);
  return text && [text, finding.diagnostic.span?.file.path].join("\0");
}

function textKey(finding: Finding): string | undefined {
  const { span } = finding.diagnostic;
  if (span === undefined || span.file.blob === "") return undefined;
  return [identity(finding), span.file.blob, span.start].join("\0");
}

function lineKey(finding: Finding): string | undefined {
  const { span } = finding.diagnostic;
  if (span === undefined) return undefined;
  return [pathKey(finding), lineText(span.file, placeOf(span).line).trim()].join("\0");
}

/** A broken contract is the same wherever in the layers its value is written. */
function contractOf(finding: Finding): string | undefined {
  const { contract, path } = finding.diagnostic;
  return contract && JSON.stringify([identity(finding), contract.id, contract.path, path]);
}

function pathKey(finding: Finding): string {
  return [identity(finding), finding.diagnostic.span?.file.path].join("\0");
}
