import { parsedJson } from "../../base/json-text.ts";
import { compareText } from "../../base/text-order.ts";
import type { HeirError } from "../../model/findings/failure.ts";
import { indexLine, inventoryText } from "../inventory/json.ts";
import { checkComplete, firstLine, type LinePlace, type LineSource, notReport, type ReportPart } from "./parts.ts";

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

/**
 * Joins the inventories of all shards, node by node, into what `heir inventory --format json` prints for all nodes at once,
 * and counts those that do not resolve; only the name of each node is in memory. Throws HeirError if a part is not an
 * inventory of a shard as heir wrote it, or if one is missing.
 */
export function mergeInventories(parts: readonly ReportPart[]) {
  const read = parts.map(sectionsOf);
  checkComplete(read);
  const all = (title: string): readonly Member[] => {
    const members = read.flatMap(({ sections }) => sections.get(title) ?? []);
    return members.sort((one, other) => compareText(one.name, other.name));
  };
  const errors = all("errors");
  const pieces = inventoryText({
    nodes: linesOf(all("nodes")),
    errors: linesOf(errors),
    classes: joinedLines(all("classes")),
    applications: joinedLines(all("applications")),
  });
  return { pieces, failed: errors.length };
}

/** The error of a report if the inventory as a whole could not be read; every shard then has the same error. */
export function unreadable({ file }: ReportPart): string | undefined {
  const line = firstLine(file);
  return line.startsWith('{"v":1,"nodes":{},"errors":{},"error":') ? `${line}\n` : undefined;
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
function sectionsOf({ name, file }: ReportPart) {
  const sections = new Map<string, Member[]>();
  let section: Member[] = [];
  let shard: unknown;
  for (const { text, at } of file.lines()) {
    if (shard !== undefined) throw notInventory(name);
    const line = text.replace(/,$/, "");
    const title = /^(?:\{"v": 1, )?"(nodes|errors|classes|applications)": \{(\}{0,2})$/.exec(line)?.[1];
    if (title !== undefined) {
      section = [];
      sections.set(title, section);
    } else if (line.startsWith('"shard": ')) shard = parsed(line.slice('"shard": '.length, -1), name);
    else if (line.startsWith('"')) {
      const place = { offset: at.offset, length: at.length - (text.length - line.length) };
      section.push({ name: memberName(line, name), part: name, from: file, at: place });
    } else if (line !== "" && line !== "}" && line !== "}}") throw notInventory(name);
  }
  if (!sections.has("nodes") || !sections.has("applications")) throw notInventory(name);
  return { name, sections, shard };
}

function memberName(line: string, part: string): string {
  const key = /^"(?:[^"\\]|\\.)*"(?=: )/.exec(line)?.[0];
  if (key === undefined) throw notInventory(part);
  return String(parsed(key, part));
}

function parsed(text: string, part: string): unknown {
  const data = parsedJson(text);
  if (data === undefined) throw notInventory(part);
  return data;
}

function notInventory(part: string): HeirError {
  return notReport(part, "inventory --format json");
}
