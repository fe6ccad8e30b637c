import { compareText } from "../../base/text-order.ts";
import type { HeirError } from "../../model/findings/failure.ts";
import { indexLine, inventoryText } from "../inventory/json.ts";
import { checkComplete, type LinePlace, type LineSource, notReport, type ReportPart } from "./parts.ts";

/** An inventory of all nodes made from inventories of their shards. */
export interface MergedInventory {
  /** What `heir inventory --format json` prints for all nodes at once. */
  readonly pieces: Iterable<string>;
  /** The number of nodes that do not resolve. */
  readonly failed: number;
}

/**
 * A member of the inventory and the place of its line. The line is copied as it is, since parsing would change numbers.
 */
interface Member {
  readonly name: string;
  /** The report that it is in. */
  readonly part: string;
  readonly from: LineSource;
  readonly at: LinePlace;
}

interface Sections {
  readonly nodes: readonly Member[];
  readonly errors: readonly Member[];
  readonly classes: readonly Member[];
  readonly applications: readonly Member[];
  readonly shard: unknown;
}

/**
 * Joins the inventories of all shards, node by node; only the name of each node is in memory. Throws HeirError if a
 * part is not an inventory of a shard as heir wrote it, or if one is missing.
 */
export function mergeInventories(parts: readonly ReportPart[]): MergedInventory {
  const read = parts.map((part) => ({ name: part.name, sections: sectionsOf(part) }));
  checkComplete(read.map(({ name, sections }) => ({ name, shard: sections.shard })));
  const all = (pick: (sections: Sections) => readonly Member[]): readonly Member[] => {
    const members = read.flatMap(({ sections }) => pick(sections));
    return members.sort((one, other) => compareText(one.name, other.name));
  };
  const errors = all((sections) => sections.errors);
  const pieces = inventoryText({
    nodes: linesOf(all(({ nodes }) => nodes)),
    errors: linesOf(errors),
    classes: joinedLines(all(({ classes }) => classes)),
    applications: joinedLines(all(({ applications }) => applications)),
  });
  return { pieces, failed: errors.length };
}

/** The error of a report if the inventory as a whole could not be read; every shard then has the same error. */
export function unreadable({ file }: ReportPart): string | undefined {
  const line = firstLine(file);
  return line.startsWith('{"v":1,"nodes":{},"errors":{},"error":') ? `${line}\n` : undefined;
}

function firstLine(file: LineSource): string {
  for (const { text } of file.lines()) return text;
  return "";
}

function* linesOf(members: readonly Member[]): Generator<string, void> {
  for (const { from, at } of members) yield from.read(at);
}

/** A line for each name, with the nodes of all members that have it; members with the same name are adjacent. */
function* joinedLines(members: readonly Member[]): Generator<string, void> {
  let nodes: readonly string[] = [];
  for (const [at, member] of members.entries()) {
    nodes = [...nodes, ...nodesIn(member)];
    if (members[at + 1]?.name === member.name) continue;
    yield indexLine(member.name, nodes.toSorted(compareText));
    nodes = [];
  }
}

function nodesIn({ from, at, part }: Member): readonly string[] {
  const line = from.read(at);
  const nodes = parsed(line.slice(line.indexOf(": [") + 2), part);
  return Array.isArray(nodes) ? nodes.map(String) : [];
}

/** Each section begins with a line for its title, followed by one line for each member; the last line names the share. */
function sectionsOf({ name, file }: ReportPart): Sections {
  const members = new Map<string, Member[]>();
  let section: Member[] = [];
  let shard: unknown;
  for (const { text, at } of file.lines()) {
    if (shard !== undefined) throw notInventory(name);
    const line = text.replace(/,$/, "");
    const title = /^(?:\{"v": 1, )?"(nodes|errors|classes|applications)": \{(\}{0,2})$/.exec(line)?.[1];
    if (title !== undefined) {
      section = [];
      members.set(title, section);
    } else if (line.startsWith('"shard": ')) shard = parsed(line.slice('"shard": '.length, -1), name);
    else if (line.startsWith('"')) {
      const place = { offset: at.offset, length: at.length - (text.length - line.length) };
      section.push({ name: memberName(line, name), part: name, from: file, at: place });
    } else if (line !== "" && line !== "}" && line !== "}}") throw notInventory(name);
  }
  const of = (title: string): readonly Member[] => members.get(title) ?? [];
  if (!members.has("nodes") || !members.has("applications")) throw notInventory(name);
  return { nodes: of("nodes"), errors: of("errors"), classes: of("classes"), applications: of("applications"), shard };
}

function memberName(line: string, part: string): string {
  const key = /^"(?:[^"\\]|\\.)*"(?=: )/.exec(line)?.[0];
  if (key === undefined) throw notInventory(part);
  return String(parsed(key, part));
}

function parsed(text: string, part: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notInventory(part);
  }
}

function notInventory(part: string): HeirError {
  return notReport(part, "inventory --format json");
}
