import { mapFour } from "../../compare/merges/merge.ts";
import { finding } from "../../model/findings/diagnostic.ts";
import { type FoldedMergedValue, isSemanticConflict } from "../../model/results/branch-merge.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { counted, inlineValue } from "../../report/text/row.ts";
import { commitsBeyond } from "../../source/commits/commits.ts";
import { countMet, otherFindings } from "../merge/merge.ts";
import { type Arrival, type Meeting, meetOn } from "../merge/ways.ts";
import { isStrictMerge, timeFor } from "../repository/git-settings.ts";
import type { RepositoryReader } from "../repository/hook-repository.ts";
import { TRAILERS } from "./consent.ts";
import type { Gate } from "./gate.ts";
import { findingOf, type Objection } from "./objections.ts";

/**
 * What each new commit of two lines of work makes that no side wrote (rule J10 in docs/concepts/gates.md), newest
 * first, while there is time. `heir.strictMerge` refuses what is found or not reached. Throws what reading throws.
 */
export async function judgeMerges(
  gate: Gate,
  old: string | undefined,
  now: string | undefined,
): Promise<{ readonly merges: readonly Meeting[]; readonly objections: readonly Objection[] }> {
  const { repository, workspace, signal, depth } = gate;
  const none = { merges: [], objections: [] };
  if (repository === undefined || depth !== "whole" || old === undefined || now === undefined) return none;
  const reader = { workspace, repository, signal };
  const ways = await newWays(gate, reader, { old, now });
  const merges: Meeting[] = [];
  let done = 0;
  const hasTime = timeFor(repository.settings);
  for (const way of ways) {
    if (!hasTime()) break;
    const met = await meetOn(reader, way);
    done += 1;
    if (countMet(met) > 0) merges.push({ way, met });
  }
  const as = isStrictMerge(repository.settings) ? undefined : "warning";
  const late = `${ways.length - done} of ${counted(ways.length, "new merge")} not compared (heir.judgeSeconds)`;
  const lateFinding = findingOf(finding("semantic-conflict", undefined, late, { as }));
  const unreached: readonly Objection[] = done === ways.length ? [] : [{ kind: "merge", finding: lateFinding }];
  return { merges, objections: [...merges.flatMap((each) => objectionsTo(each, as)), ...unreached] };
}

/** The ways of a step: of a ref that is rewritten, of merges, and of copies of commits that other refs have. */
async function newWays({ policyTip }: Gate, reader: RepositoryReader, { old, now }: Step): Promise<readonly Arrival[]> {
  const { program, source } = reader.repository;
  const base = policyTip && (await source.mergeBase(now, policyTip, reader));
  const known = [old, ...(base === undefined || base === now ? [] : [base])];
  const commits = await commitsBeyond(program, { revisions: [now], known }, reader);
  const isRewritten = base !== undefined && (await goesOnFrom(base, reader, { old, now }));
  const seen = isRewritten ? [now, old] : [now];
  const copied = commits.length === 0 ? new Map() : await originals(reader, seen);
  const made = commits.flatMap(({ id, parents, key, subject }): readonly Arrival[] => {
    const [ours, ...heads] = parents;
    const name = `${id.slice(0, 7)} "${subject}"`;
    // Of several heads, each is asked alone with what the first parent has.
    if (ours === undefined) return [];
    if (heads.length > 0) return heads.map((theirs) => ({ kind: "merge", ours, theirs, name, made: id }));
    const other = copied.get(key);
    if (other === undefined) return [];
    return [{ kind: "cherry-pick", base: other.parent, ours, theirs: other.id, name, made: id }];
  });
  if (!isRewritten) return made;
  return [{ kind: "rebase", ours: base, theirs: old, name: `${now.slice(0, 7)}, rewritten`, made: now }, ...made];
}

type Step = Readonly<Record<"old" | "now", string>>;

/** Whether a ref is rewritten: it goes on from a commit of the policy ref from which it has not gone on before. */
async function goesOnFrom(base: string, reader: RepositoryReader, { old, now }: Step): Promise<boolean> {
  const { source } = reader.repository;
  if (base === now || base === old || (await source.mergeBase(old, now, reader)) === old) return false;
  return (await source.mergeBase(old, base, reader)) !== base;
}

/** So many commits of other refs are looked at for one that was copied. */
const MOST_COPIED = 1000;

/** Commits of other refs, by what a copy keeps of a commit: its author, the date and the subject. */
async function originals(
  { repository, signal }: RepositoryReader,
  known: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly parent: string }>> {
  const asked = { revisions: ["--all"], known };
  const others = await commitsBeyond(repository.program, asked, { signal, most: MOST_COPIED });
  const single = others.filter(({ parents }) => parents.length < 2);
  return new Map(single.map(({ id, parents: [parent = ""], key }) => [key, { id, parent }]));
}

function objectionsTo({ way, met }: Meeting, as: "warning" | undefined): readonly Objection[] {
  const needs = { name: TRAILERS.merge, value: countMet(met) };
  const made = way.kind === "rebase" ? undefined : way.made;
  const note = `${way.kind} ${way.name}`;
  return met.flatMap((each) => {
    const { values, nodes } = each.comparison;
    const found = [
      ...values.filter(isSemanticConflict).map((value) => {
        return { span: (value.values.merged ?? value.values.ours)?.origin, text: valueText(value), names: value.nodes };
      }),
      ...nodes.failing.map(({ name, diagnostics: [first] }) => {
        return { span: first?.span, text: `resolves on each side, fails merged: ${first?.message}`, names: [name] };
      }),
      ...[...nodes.missing, ...nodes.kept].map((name) => {
        return { span: undefined, text: "is not as either side has it", names: [name] };
      }),
      ...otherFindings(each).map(({ diagnostic, nodes: names }) => {
        return { span: diagnostic.span, text: `on neither side: ${diagnostic.message}`, names };
      }),
    ];
    return found.map(({ span, text, names }): Objection => {
      const diagnostic = finding("semantic-conflict", span, text, { as, note });
      return { kind: "merge", made, needs, finding: { ...findingOf(diagnostic), nodes: names } };
    });
  });
}

/** `ntp:server is 3, on neither side: base 1, ours 2, theirs 1`. */
function valueText({ kind, path, values }: FoldedMergedValue): string {
  const { base, ours, theirs, merged } = mapFour(values, (value) => inlineValue(value));
  const what =
    kind === "neither" ? "on neither side" : `the change of ${kind === "ours-lost" ? "ours" : "theirs"} is lost`;
  return `${printPath(path)} is ${merged}, ${what}: base ${base}, ours ${ours}, theirs ${theirs}`;
}
