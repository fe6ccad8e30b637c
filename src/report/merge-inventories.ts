import { compareText } from "../base/text-order.ts";
import { HeirError } from "../model/failure.ts";
import { createNameIndex, type NameIndex } from "./inventory.ts";
import { inventoryText } from "./inventory-json.ts";
import { checkComplete, type ReportPart } from "./merge-parts.ts";

/** An inventory of all nodes made from inventories of shares of them. */
export interface MergedInventory {
  /** What `heir inventory --format json` prints for all nodes at once. */
  readonly pieces: Iterable<string>;
  /** How many nodes do not resolve. */
  readonly failed: number;
}

/** A member of the inventory with its line, which is kept to the letter: numbers would not survive being read. */
interface Line {
  readonly name: string;
  readonly text: string;
}

interface Sections {
  readonly nodes: readonly Line[];
  readonly errors: readonly Line[];
  readonly classes: readonly Line[];
  readonly applications: readonly Line[];
  readonly shard: unknown;
}

/**
 * Joins the inventories of all shares, node by node. Throws HeirError where a part is no inventory of a share as heir
 * wrote it, or where one is missing.
 */
export function mergeInventories(parts: readonly ReportPart[]): MergedInventory {
  const read = parts.map((part) => ({ name: part.name, sections: sectionsOf(part) }));
  checkComplete(read.map(({ name, sections }) => ({ name, shard: sections.shard })));
  const all = (pick: (sections: Sections) => readonly Line[]): readonly string[] => {
    const lines = read.flatMap(({ sections }) => pick(sections));
    return lines.toSorted((one, other) => compareText(one.name, other.name)).map(({ text }) => text);
  };
  const errors = all(({ errors: lines }) => lines);
  const text = {
    nodes: all(({ nodes }) => nodes),
    errors,
    classes: indexOf(read.flatMap(({ sections }) => sections.classes)),
    applications: indexOf(read.flatMap(({ sections }) => sections.applications)),
  };
  return { pieces: inventoryText(text), failed: errors.length };
}

/** Whether a text begins as an inventory does. */
export function isInventory({ text }: ReportPart): boolean {
  return text.startsWith('{"nodes": {');
}

/** Whether a text says that the inventory as a whole cannot be read, which is so for every share. */
export function isUnreadable({ text }: ReportPart): boolean {
  return text.startsWith('{"nodes":{},"errors":{},"error":');
}

function indexOf(lines: readonly Line[]): NameIndex {
  const index = createNameIndex();
  for (const { name, text } of lines) {
    const nodes: unknown = JSON.parse(text.slice(text.indexOf(": [") + 2));
    for (const node of Array.isArray(nodes) ? nodes : []) index.add([name], String(node));
  }
  return index;
}

/** Each section begins with its title on a line, and holds a member on each further line. */
function sectionsOf({ name, text }: ReportPart): Sections {
  const lines = new Map<string, Line[]>();
  let section: Line[] = [];
  let shard: unknown;
  for (const raw of text.split("\n")) {
    const line = raw.replace(/,$/, "");
    const title = /^\{?"(nodes|errors|classes|applications)": \{(\}{0,2})$/.exec(line)?.[1];
    if (title !== undefined) {
      section = [];
      lines.set(title, section);
    } else if (line.startsWith('"shard": ')) shard = JSON.parse(line.slice('"shard": '.length, -1));
    else if (line.startsWith('"')) section.push({ name: memberName(line, name), text: line });
    else if (line !== "" && line !== "}" && line !== "}}") throw notInventory(name);
  }
  const of = (title: string): readonly Line[] => lines.get(title) ?? [];
  if (!lines.has("nodes") || !lines.has("applications")) throw notInventory(name);
  return { nodes: of("nodes"), errors: of("errors"), classes: of("classes"), applications: of("applications"), shard };
}

function memberName(line: string, part: string): string {
  const key = /^"(?:[^"\\]|\\.)*"(?=: )/.exec(line)?.[0];
  if (key === undefined) throw notInventory(part);
  return String(JSON.parse(key));
}

function notInventory(part: string): HeirError {
  return new HeirError("usage", `${part} is not what heir inventory --format json prints`);
}
