import { parsedJson } from "../../../base/json-text.ts";
import { command } from "../../../base/terminal-text.ts";
import { compareText, grouped, recordKeys } from "../../../base/text-order.ts";
import { documentJson, type ShareMark } from "../../../encoding/json.ts";
import { type Packed, packed, unpacked } from "../../../encoding/packed.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Place } from "../../../model/values/place.ts";
import { indexLine, inventoryStart, inventoryText } from "../../../report/inventory/json.ts";
import type { withReports } from "../../../workspace/write/named-files.ts";

/** A file with its name in messages; it is read line by line, since it can be too large for memory. */
export type ReportPart = Parameters<Parameters<typeof withReports>[1]>[0][number];

/** The data of a report of one share. Throws HeirError for a text that is not JSON with these members, or is cut short. */
export function shareData<Data extends object>(
  { name, file }: ReportPart,
  command: string,
  ...members: readonly (keyof Data)[]
): Data {
  const data = parsedJson(Array.from(file.lines(), ({ text }) => text).join("\n"));
  if (hasMembers<Data>(data, members)) return data;
  throw notReport(name, command);
}

/** Whether parsed JSON, of which no more is known, is an object with these members. */
export function hasMembers<Data extends object>(data: unknown, members: readonly (keyof Data)[]): data is Data {
  return typeof data === "object" && data !== null && members.every((name) => name in data);
}

/** The report of one share, for the join alone; undefined: of an inventory that cannot be read. */
export function shareReport(command: string, found: unknown, shard: ShareMark): string {
  return `${documentJson({ v: 1, share: command, found: found === undefined ? found : packed(found), shard })}\n`;
}

/** What shares found, in order; undefined for an unreadable inventory. Throws HeirError for a wrong or missing one. */
export function foundByShares<Found>(parts: readonly ReportPart[], command: string): readonly Found[] | undefined {
  const shares = parts.map((part) => {
    const data = shareData<FoundShare>(part, `${command} --json`, "share", "shard");
    if (data.share !== command) throw notReport(part.name, `${command} --json`);
    return data;
  });
  checkComplete(shares.map(({ shard }, at) => ({ name: parts[at]?.name ?? "", shard })));
  shares.sort((one, other) => one.shard.index - other.shard.index);
  // The digest of the run names the build that made the parts.
  const read = shares.flatMap(({ found }) => (found === undefined ? [] : [unpacked<Found>(found)]));
  return read.length < shares.length ? undefined : read;
}

interface FoundShare {
  readonly share: string;
  readonly found?: Packed;
  readonly shard: ShareMark;
}

/** The error for a file that no share of a command is. */
export function notReport(name: string, share: string): HeirError {
  const heir = command(["heir", ...share.split(" ")]);
  return new HeirError("usage", `${name} is not what ${heir} prints for a share, or is cut short`);
}

/** Throws HeirError unless the reports, each with what its last member says, are all shares of one run, each once. */
export function checkComplete(parts: readonly { readonly name: string; readonly shard: unknown }[]): void {
  const marked = parts.map(({ name, shard }) => {
    if (isMark(shard)) return { name, shard };
    throw new HeirError("usage", `${name} is not the report of a share, or is cut short`, "write it with --shard I/N");
  });
  const seen = new Map<number, string>();
  for (const { name, shard } of marked) {
    const other = seen.get(shard.index);
    if (other !== undefined) throw new HeirError("usage", `${other} and ${name} are the same share`);
    seen.set(shard.index, name);
  }
  checkSameRun(marked);
  const of = [...new Set(marked.map(({ shard }) => shard.of))];
  if (of.length > 1) throw new HeirError("usage", `the reports divide the nodes in different ways: ${of.join(", ")}`);
  const [count = 0] = of;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) throw new HeirError("usage", `missing shares, of ${count}: ${missing.join(", ")}`);
}

/** Names the reports of another run than most. */
function checkSameRun(parts: readonly { readonly name: string; readonly shard: ShareMark }[]): void {
  const runs = grouped(parts, ({ shard }) => shard.run);
  const [most = [], ...others] = [...runs.values()].sort((one, other) => other.length - one.length);
  const strays = others.flat().map(({ name }) => name);
  if (strays.length === 0) return;
  const message = `${strays.join(", ")} ${strays.length === 1 ? "is" : "are"} of another run than ${most[0]?.name}`;
  const hint =
    "shares that belong together have the same command, settings and commit or files, and are of the same heir";
  throw new HeirError("usage", message, hint);
}

function isMark(value: unknown): value is ShareMark {
  if (!hasMembers<ShareMark>(value, ["index", "of", "run"])) return false;
  return typeof value.index === "number" && typeof value.of === "number" && typeof value.run === "string";
}

type SharedCommand = "inventory" | "diff" | "log" | "uses" | "test" | "check";

/** How the first line of its shares begins. */
export const starts: Readonly<Record<SharedCommand, string>> = {
  inventory: inventoryStart,
  log: '{"v":1,"commits":[',
  diff: '{"v":1,"share":"diff"',
  uses: '{"v":1,"share":"uses"',
  test: '{"v":1,"share":"test"',
  check: "{",
};

/** The command of most of the reports: joining them as its shares names the others. */
export function commandOf(parts: readonly ReportPart[]): SharedCommand {
  const kinds = parts.flatMap(({ file }) => {
    const first = firstLine(file);
    return recordKeys(starts).find((command) => first.startsWith(starts[command])) ?? [];
  });
  const [most = []] = [...grouped(kinds, (kind) => kind).values()].sort((one, other) => other.length - one.length);
  return most[0] ?? "check";
}

function firstLine(file: ReportPart["file"]): string {
  for (const { text } of file.lines()) return text;
  return "";
}

/** By file, line and column; what has no place comes first. */
export function comparePlaces(one: Place | undefined, other: Place | undefined): number {
  return (
    compareText(one?.file ?? "", other?.file ?? "") ||
    (one?.line ?? 0) - (other?.line ?? 0) ||
    (one?.column ?? 0) - (other?.column ?? 0)
  );
}

/** A member of the inventory, and the place of its line, copied as it is since parsing would change numbers. */
interface Member {
  readonly name: string;
  /** The report that it is in. */
  readonly part: string;
  readonly from: ReportPart["file"];
  readonly at: Parameters<ReportPart["file"]["read"]>[0];
}

/**
 * Joins shards' inventories into what `heir inventory --format json` prints at once, and counts unresolved nodes; only
 * names are in memory. Throws HeirError if a part is no shard's inventory as heir wrote it, or if one is missing.
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
