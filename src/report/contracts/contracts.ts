import { clip, terminalSafe } from "../../base/terminal-text.ts";
import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { ContractData } from "../../model/documents/explanation.ts";
import type { ContractDraft, ContractSetters, DraftEntry, ListedContract } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { MapEntry, MapValue, Value } from "../../model/values/value.ts";
import { entryOf, exactPlace, isMap, placeOf, spanPlace } from "../../model/values/value.ts";
import { codeSpan } from "../text/markdown.ts";
import { layerName } from "../text/origin.ts";
import type { Row } from "../text/row.ts";
import { counted, firstNames, inlineValue, plainText, segment, tableRows, titledColumns } from "../text/row.ts";
import { scalarYaml, textYaml } from "../values/value.ts";

const HEAD = ["Parameter", "Type", "Default", "Meaning", "Owner", "Set by", "Contract"];

const TABLE_WIDTH = 80;

/** How many layers are named in a cell. */
const NAMED = 5;

const COLUMNS = ["path", "says", "for", "nodes", "owner", "place", "description"];

/** Contracts, for people: one line each. */
export function contractRows(listed: readonly Masked<ListedContract>[]): readonly Row[] {
  const lines = listed.map(({ contract: { of, path, says }, nodes }) => {
    const targets = of.targets.map(({ text }) => text).join(", ");
    const [owner, meaning] = [text(says, "owner"), text(says, "description")];
    return [path.text, saysText(says), targets, nodes, owner, spanPlace(path.origin), meaning];
  });
  return tableRows(COLUMNS, lines);
}

/** What contracts say about one value: a line each, and nothing for no contract. */
export function sayingRows(contracts: readonly ValueContract[]): Iterable<Row> {
  const cells = contracts.map(({ of, path, says }) => [
    [plainText(`    ${of.id}`)],
    [plainText(saysText(says))],
    [segment("source", exactPlace(path.origin))],
    [segment("muted", peopleText(says))],
  ]);
  return titledColumns("contracts", cells);
}

/** What the contract says for people. */
export function peopleText(says: MapValue): string {
  const unit = text(says, "unit");
  const owner = text(says, "owner");
  const example = entryOf(says, "example")?.value;
  return [
    text(says, "description"),
    unit === "" ? "" : `in ${unit}`,
    example === undefined ? "" : `such as ${clip(inlineValue(example, WIDTH), WIDTH)}`,
    owner === "" ? "" : `owner ${owner}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** What has a column of its own, or is for people. */
const ELSEWHERE: ReadonlySet<string> = new Set(["description", "owner", "example", "unit"]);
const WIDTH = 40;

/** What a contract says in short, without what is for people. */
export function saysText({ entries }: MapValue): string {
  return entries.flatMap((entry) => (ELSEWHERE.has(entry.key) ? [] : partText(entry))).join(", ");
}

function partText({ key, value }: MapEntry): readonly string[] {
  if (value.kind === "scalar" && value.type === "bool") return value.data === true ? [key] : [];
  if (key === "type" && value.kind === "scalar") return [value.type === "null" ? "null" : String(value.data)];
  if (key === "deprecated" && isMap(value)) return [deprecationText(value)];
  return [`${key} ${clip(inlineValue(value, WIDTH), WIDTH)}`];
}

/** `deprecated (since 2026-01-01, use ssh:port, moved)`, as far as it is said. */
function deprecationText(says: MapValue): string {
  const since = entryOf(says, "since")?.value;
  const [use, note] = [text(says, "use"), text(says, "note")];
  const parts = [
    // A date is a date, a version text.
    since?.kind === "scalar" ? `since ${String(since.data)}` : "",
    use === "" ? "" : `use ${use}`,
    clip(note, WIDTH),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "deprecated" : `deprecated (${parts.join(", ")})`;
}

function text(says: MapValue, key: string): string {
  const value = entryOf(says, key)?.value;
  return value?.kind === "scalar" && value.type === "text" ? String(value.data) : "";
}

/** All parameters that contracts are about, as one table in Markdown; `setters` are the layers that set them today. */
export function* contractTable(listed: readonly Masked<ListedContract>[], setters: ContractSetters): Iterable<string> {
  yield line(HEAD);
  yield line(HEAD.map(() => "---"));
  for (const { contract } of listed) {
    const layers = setters.get(contract.path)?.map((layer) => plain(layerName(layer)));
    yield line(cells(contract, layers ?? []));
  }
}

function cells({ of, path, says }: ValueContract, setters: readonly string[]): readonly string[] {
  const fallback = entryOf(says, "default")?.value;
  const text = (key: string) => {
    const value = entryOf(says, key)?.value;
    return value?.kind === "scalar" ? plain(String(value.data)) : "";
  };
  const unit = text("unit");
  const { line: at } = placeOf(path.origin);
  return [
    code(path.text),
    code(saysText({ ...says, entries: says.entries.filter(({ key }) => key !== "default") })),
    fallback === undefined ? "" : code(clip(inlineValue(fallback, TABLE_WIDTH), TABLE_WIDTH)),
    [text("description"), unit === "" ? "" : `in ${unit}`].filter((part) => part !== "").join(", "),
    text("owner"),
    firstNames(setters, NAMED),
    code(`${of.file.path}:${at}`),
  ];
}

function line(each: readonly string[]): string {
  return `| ${each.join(" | ")} |`;
}

function code(text: string): string {
  return text === "" ? "" : codeSpan(text).replaceAll("|", "\\|");
}

/** Text without markup: what has a meaning in Markdown or HTML is escaped. */
function plain(text: string): string {
  return terminalSafe(text.replace(/\s+/g, " ")).replace(/[\\`*_[\]<>|~&@#]/g, "\\$&");
}

/** A draft of contracts as the lines of a file. */
export function* draftLines({ entries, nodes, states }: ContractDraft): Iterable<string> {
  const earlier = states > nodes ? `, and ${counted(states - nodes, "earlier state")} of nodes` : "";
  yield `# A draft: the values of ${counted(nodes, "node")}${earlier} keep it. Keep what is meant, and remove what only happens to be so.`;
  yield entries.length === 0 ? "values: {}" : "values:";
  for (const entry of entries) yield `  ${textYaml(entry.path)}: {${said(entry)}}  # ${holders(entry)}`;
}

function holders({ isPattern, nodes }: DraftEntry): string {
  return `${isPattern ? "at least " : ""}${counted(nodes, "node")}`;
}

function said({ type, required, choices }: DraftEntry): string {
  return [
    ...(type === undefined ? [] : [`type: ${textYaml(type)}`]),
    ...(required ? ["required: true"] : []),
    ...(choices.length === 0 ? [] : [`enum: [${choices.map(choice).join(", ")}]`]),
  ].join(", ");
}

/** A value inside of brackets. */
function choice(value: Value): string {
  if (value.kind !== "scalar") return "null";
  const text = scalarYaml(value);
  return value.type === "text" && /[,[\]{}]/.test(text) && !text.startsWith('"') ? JSON.stringify(value.data) : text;
}

/** What a contract says about one value of a node: `contracts` of `heir explain --json`. */
export function contractData(contract: ValueContract): ContractData<DataValue> {
  const { of, path } = contract;
  return { id: of.id, path: path.text, place: placeOf(path.origin), ...allKeys(contract) };
}

/** `heir contracts --json`: what each contract says, for whom it holds and for how many nodes. */
export function contractsData(listed: readonly Masked<ListedContract>[]): object {
  const contracts = listed.map(({ contract, nodes }) => {
    const { of, path } = contract;
    const targets = of.targets.map(({ text }) => text);
    return { id: of.id, path: path.text, for: targets, place: placeOf(path.origin), nodes, ...allKeys(contract) };
  });
  return { v: 1, contracts };
}

function allKeys({ says }: ValueContract): { readonly [key: string]: DataValue } {
  return Object.fromEntries(says.entries.map(({ key, value }) => [key, new DataValue(value)]));
}
