import { addTo } from "../../base/text-order.ts";
import { countOf, restKey, textNumber } from "../../model/findings/finding-limit.ts";
import { lineText, placeOf } from "../../model/values/value.ts";
import type { Finding } from "../workspace.ts";

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
