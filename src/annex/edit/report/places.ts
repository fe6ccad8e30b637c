import { wordList } from "../../../base/name-set.ts";
import { clip, command } from "../../../base/terminal-text.ts";
import { grouped } from "../../../base/text-order.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { Proposal } from "../../../model/values/proposal.ts";
import type { DecidingLine, MissedNode, ValuePlace, ValuePlaces } from "../../../model/values/value-place.ts";
import { isExact } from "../../../model/values/value-place.ts";
import { counted, plainText, type Row, type Segment, segment } from "../../../report/text/row.ts";
import { placedChanges } from "./placed-changes.ts";

const WIDTH = 60;

/** Where a value could be written, a line for each place; `>` is before one that reaches all that is wanted and nothing else. */
export function* placesRows(places: readonly ValuePlace[]): Iterable<Row> {
  yield [segment("muted", "    hit  missed  also  place")];
  for (const place of places) {
    const counts = right(place.hit.length, 6) + right(place.missed.length, 8) + right(place.also.length, 6);
    const mark = isExact(place) ? segment("added", ">") : plainText(" ");
    yield [mark, plainText(`${counts}  `), ...whereTo(place)];
  }
}

function right(count: number, width: number): string {
  return String(count).padStart(width);
}

function whereTo(place: ValuePlace): Row {
  const { edits, hit, missed } = place;
  const [first] = edits;
  const changes = first === undefined ? [] : placedChanges(first);
  // With a prefix for its key, or a comment to keep, a value is written by several changes.
  const [change] = changes.toSorted((one, other) => other.old.length - one.old.length);
  if (first === undefined || change === undefined) return [];
  if (edits.length > 1) return [plainText(`${edits.length} files `), ...names(edits.map(({ path }) => path))];
  const winners = missed.length === 0 ? [] : winnerText(missed);
  const source = segment("source", place.kind === "line" ? `${first.path}:${change.line}` : first.path);
  if (hit.length === 0) return [source, plainText("  "), ...winners];
  const what = place.kind === "line" ? replaceText(change.old, change.new) : insertText(change);
  return [source, plainText(`  ${what}`), ...(winners.length === 0 ? [] : [plainText("; "), ...winners])];
}

function names(paths: readonly string[]): readonly Segment[] {
  const [first = "", second = "", ...more] = paths;
  const last = more.at(-1) ?? second;
  return [segment("source", first), plainText(more.length > 0 ? " … " : ", "), segment("source", last)];
}

function replaceText(old: string, now: string): string {
  if (now === "") return `take out ${oneLine(old)}`;
  return old === "" ? `write ${oneLine(now)}` : `replace ${oneLine(old)}`;
}

function insertText({ line, column, new: text }: ReturnType<typeof placedChanges>[number]): string {
  const after = column === 1 ? line - 1 : line;
  return after === 0 ? `begin with ${oneLine(text)}` : `insert after line ${after}: ${oneLine(text)}`;
}

/** Keys on lines below each other as in brackets. */
function oneLine(text: string): string {
  const lines = text
    .replace(/^,\s*/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const isNested = lines.length > 1 && lines.slice(0, -1).every((line) => line.endsWith(":"));
  const flat = isNested
    ? lines.reduceRight((inner, line) => (inner === "" ? line.trim() : `${line.trim()} ${inBrackets(inner)}`), "")
    : lines.map((line) => line.trim()).join(" ");
  return clip(flat, WIDTH);
}

function inBrackets(text: string): string {
  return text.startsWith("- ") ? `[${text.slice(2)}]` : `{${text}}`;
}

/** Why some nodes do not get the value. */
function reasonText({ by, open, count }: MissedNode & { readonly count: number }): readonly Segment[] {
  if (by !== undefined) {
    const who = by.layer === undefined ? "another line" : by.layer === "global" ? "globals" : `${by.layer} ${by.name}`;
    return [plainText(`${who} wins on ${count}: `), segment("source", `${by.file}:${by.line}`)];
  }
  if (open === undefined) return [plainText(`${counted(count, "node does", "nodes do")} not have it`)];
  const edges = open.edges.map((edge) => `[${edge.join(", ")}]`).join(" and ");
  const settled = edges === "" ? "" : `: ${edges} in order.yml`;
  return [plainText(`nothing orders ${wordList(open.groups, "and")} on ${count}${settled}`)];
}

/** What wins on the nodes that a place misses. */
function winnerText(missed: readonly MissedNode[]): readonly Segment[] {
  const alike = grouped(missed, ({ by, open }) => JSON.stringify([by?.file, by?.line, open]));
  const reasons = [...alike.values()].flatMap(([first, ...more]) =>
    first ? { ...first, count: more.length + 1 } : [],
  );
  const sorted = reasons.toSorted((one, other) => Number(one.by === undefined) - Number(other.by === undefined));
  return sorted.map(reasonText).flatMap((each, index) => (index === 0 ? each : [plainText("; "), ...each]));
}

/** Where a value could be written, the best first: `heir place --json`. */
export function placesData({ path, nodes, places }: ValuePlaces) {
  return { v: 1, path: printPath(path), nodes, places: places.map(placeData) };
}

function placeData({ edits, hit, missed, also }: ValuePlace) {
  return {
    files: edits.map(({ path }) => path),
    edits: edits.flatMap((edit) => placedChanges(edit).map((change) => ({ file: edit.path, ...change }))),
    hit,
    missed: missed.map(({ node, by, open }) => ({ node, by: by === undefined ? null : lineData(by), open })),
    also,
  };
}

function lineData({ layer, name, file, line }: DecidingLine) {
  return { layer: layer ?? null, name: name ?? null, file, line };
}

/** Proposals with the commands that carry them out, the one that saves most lines first: `heir extract --json`. */
export function proposalsData(proposals: readonly Proposal[]) {
  const data = proposals.map((proposal) => {
    const { paths, nodes, linesSaved, to } = proposal;
    const shared = { paths: paths.map(printPath), nodes, lines_saved: linesSaved, to: `${to.kind}:${to.name}` };
    return { ...shared, command: commandOf(proposal) };
  });
  return { v: 1, proposals: data };
}

/** A line for each proposal, with the command that carries it out. */
export function* proposalRows(proposals: readonly Proposal[]): Iterable<Row> {
  if (proposals.length > 0) yield [segment("muted", "lines  nodes  command")];
  for (const proposal of proposals) {
    const [lines, nodes] = [String(proposal.linesSaved).padStart(5), String(proposal.nodes.length).padStart(5)];
    yield [plainText(`${lines}  ${nodes}  ${commandOf(proposal)}`)];
  }
}

function commandOf({ wanted, paths, to }: Proposal): string {
  return command(["heir", "extract"], [wanted, ...paths.map(printPath)], ["--to", `${to.kind}:${to.name}`]);
}
