import type { Hover } from "vscode-languageserver/node";
import { grouped } from "../../../base/text-order.ts";
import { type Fate, fateOf, ValueTallies } from "../../../inspect/impact/impact.ts";
import { contentOf } from "../../../inspect/uses/writers.ts";
import { writtenLayers } from "../../../inspect/uses/written-values.ts";
import { descriptionOf } from "../../../model/forms/form.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import { type Contribution, countingOf, type ListedContract } from "../../../model/results/explanation.ts";
import type { WrittenValue } from "../../../model/results/impact.ts";
import { mask, maskValue } from "../../../model/secrets/mask.ts";
import { type Masked, SECRET_TEXT } from "../../../model/secrets/masked.ts";
import { isSecretPath } from "../../../model/secrets/secrets.ts";
import { maskedText } from "../../../model/secrets/text-masking.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { type MapValue, placeOf, type Stretch, spanPlace } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { peopleText, saysText } from "../../../report/contracts/contracts.ts";
import { counted, inlineValue, nodeSet, rowText } from "../../../report/text/row.ts";
import type { ContractSet } from "../../../resolve/contracts/node-contracts.ts";
import { contractsAt, contractsOf, resolvedNames } from "../../../resolve/contracts/node-contracts.ts";
import type { KeyMark, Mark } from "../../edit/rename/marks.ts";
import { type Asked, type FileQuestion, type Question, type Subject, subjectOf } from "./editor-inventory.ts";
import { mentionsOf } from "./references.ts";

/** What is known of the thing at a place, as Markdown lines. */
export async function hover(question: Question): Promise<Hover | undefined> {
  const subject = subjectOf(question);
  const own = subject === undefined || subject.kind === "form" ? dataLines(question, subject?.mark) : [];
  const lines = [...own, ...((subject && (await linesOf(question, subject))) ?? [])];
  if (lines.length === 0) return undefined;
  const mark = subject?.mark;
  const range = mark && question.positions(question.marks.file).range(mark);
  return { contents: { kind: "markdown", value: lines.join("  \n") }, range };
}

async function linesOf(question: Question, subject: Subject): Promise<readonly string[] | undefined> {
  switch (subject.kind) {
    case "names":
      return (await Promise.all(subject.names.map((name) => nameLines(question, subject.of, name)))).flat();
    case "path":
      return [
        ...(subject.mark.kind === "key" ? keyLines(question, subject.mark) : valueLines(question, subject.path)),
        ...fileContracts(question)(subject.path).map(contractLine),
      ];
    case "form": {
      const { name, type } = subject.mark.key;
      return [`**${name}** · ${type.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")}`, descriptionOf(subject.mark.key)];
    }
  }
}

async function nameLines(asked: Asked, of: string, name: string): Promise<readonly string[]> {
  if (of === "class") return classLines(asked, name);
  return of === "group" ? groupLines(asked, name) : [`**${of} ${name}**`];
}

async function classLines(asked: Asked, name: string): Promise<readonly string[]> {
  const { state } = asked;
  const definition = state.inventory.class(name);
  if (definition === undefined) return [];
  const includes = definition.classes.filter(({ remove }) => !remove).map((mention) => mention.name);
  const listed = await listedBy(asked, "class", name);
  return [
    `**class ${name}** · ${nodesText(state.nodesWith("class", name).map((node) => node.name))}`,
    ...(includes.length > 0 ? [`includes: ${includes.join(", ")}`] : []),
    ...(listed.length > 0 ? [`listed by: ${namesText(listed)}`] : []),
  ];
}

/** The names of what mentions a class or group in its file, sorted; the path of a file that has no name. */
export async function listedBy(asked: Asked, of: "class" | "group", name: string): Promise<readonly string[]> {
  const { state } = asked;
  const spans = await mentionsOf(asked, of, name);
  const files = [...new Set(spans.map(({ file }) => file.path))];
  const all = await Promise.all(files.map(async (path) => (await state.files.marks(path))?.defines?.name ?? path));
  return [...new Set(all)];
}

async function groupLines(asked: Asked, name: string): Promise<readonly string[]> {
  const { state } = asked;
  const { inventory } = state;
  const group = inventory.groups.groups.get(name);
  if (group === undefined) return [];
  const { members, parents } = group;
  const { criteria, join } = members.kind === "match" ? members.match : { criteria: [], join: "all" };
  const texts = criteria.map(({ text }) => maskedText(text, inventory.secrets));
  return [
    `**group ${name}** · ${nodesText(state.nodesWith("group", name).map((node) => node.name))}`,
    ...(parents.length > 0 ? [`parents: ${parents.map((parent) => parent.name).join(", ")}`] : []),
    ...(texts.length > 0 ? [`holds: ${texts.join(join === "all" ? " and " : " or ")}`] : []),
  ];
}

/** A fact, the environment, an application, a variable or a list, with the number of nodes on which it counts, as `impact` has it. */
function dataLines({ state, path, marks, offset }: Question, form: Mark | undefined): readonly string[] {
  const { inventory } = state;
  const [content] = contentOf(inventory, path);
  if (content === undefined) return [];
  const { line } = placeOf({ file: marks.file, start: offset, end: offset });
  const layers = writtenLayers(inventory, { kind: "file", file: path, of: content.by, line });
  const isIn = ({ start, end }: Stretch): boolean => start <= offset && offset <= end;
  const isHere = ({ key, value, path: [section] }: WrittenValue): boolean => {
    if (form?.kind === "form") return section === "environment" && form.key.name === section;
    return isIn(key) || (value.kind === "list" && isIn(value.origin));
  };
  const here = layers.map(({ map, values }) => ({ map, values: values.filter(isHere) }));
  const tallies = new ValueTallies(inventory, here);
  for (const node of state.nodesOf(path)) tallies.count(node);
  return tallies.results().map((each) => `**${printPath(each.path)}** · wins on ${each.wins.length}`);
}

function keyLines(question: Question, { path, merged }: KeyMark): readonly string[] {
  const all = [...fatesOf(question, merged)];
  const lost = all.filter(({ fate }) => fate.kind === "overridden");
  const winning = lost.flatMap(({ contributions }) => [...countingOf(contributions)]);
  const others = grouped(winning, ({ value }) => spanPlace(value.origin));
  const secret = isSecretPath(path, question.state.inventory.secrets.paths) ? ` · ${SECRET_TEXT}` : "";
  const overridden = lost.length > 0 ? ` · overridden on ${lost.length}` : "";
  const lines = [...others].map(([place, counting]) => `${counting[0]?.step.name} on ${counting.length}: ${place}`);
  return [`**${printPath(path)}** · wins on ${all.length - lost.length}${overridden}${secret}`, ...lines];
}

const MOST_VALUES = 8;
const LONGEST = 60;

/** The values of some nodes at a path, masked, each with its nodes, those of most nodes first. */
export function hoverValues({ state }: Asked, nodes: readonly ResolvedNode[], path: ParameterPath) {
  const [section, ...keys] = path;
  const found = nodes.flatMap(({ name, parameters, exports }) => {
    const value = valueAt(section === "exports" ? exports : parameters, keys);
    if (value === undefined) return [];
    return { name, text: inlineValue(maskValue(value, path, state.inventory.secrets), LONGEST), origin: value.origin };
  });
  const alike = [...grouped(found, ({ text, origin }) => `${text}\0${spanPlace(origin)}`).values()];
  const values = alike.flatMap(([first, ...more]) => {
    return first === undefined ? [] : { ...first, nodes: [first, ...more].map(({ name }) => name) };
  });
  return values.sort((one, other) => other.nodes.length - one.nodes.length);
}

function valueLines(question: Question, path: ParameterPath): readonly string[] {
  const values = hoverValues(question, question.state.nodesOf(question.path), path);
  const lines = values.slice(0, MOST_VALUES).map(({ text, nodes, origin }) => {
    return `${text} on ${nodesText(nodes)} · ${spanPlace(origin)}`;
  });
  const more = values.length - lines.length;
  return [`**${printPath(path)}**`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

function nodesText(names: readonly string[]): string {
  return names.length === 0 ? "0 nodes" : `${counted(names.length, "node")}: ${namesText(names)}`;
}

const FEW = 3;

/** Up to three names as they are, more as a set. */
function namesText(names: readonly string[]): string {
  return names.length <= FEW ? names.join(", ") : rowText(nodeSet(names));
}

/** What becomes on a node of what a file writes at a path. */
export interface NodeFate {
  readonly node: ResolvedNode;
  readonly fate: Fate;
  /** What all layers of the node do to the value, weakest first. */
  readonly contributions: readonly Contribution[];
}

/** The fate of what a file writes at a path, on each node that it reaches. */
export function* fatesOf({ state, path: file }: FileQuestion, path: ParameterPath): Iterable<NodeFate> {
  const isMeant = ({ value, path: at }: Contribution) => at.length === path.length && value.origin.file.path === file;
  for (const node of state.nodesOf(file)) {
    const contributions = state.merges.at(node, path);
    const fate = fateOf(node, path, { contributions, isMeant });
    if (fate !== undefined) yield { node, fate, contributions };
  }
}

/** What the contracts of the nodes that a file reaches say about a path. */
export function fileContracts({ state, path: file }: FileQuestion) {
  const { contracts, secrets } = state.inventory;
  const nodes = state.nodesOf(file);
  // Nodes with the same contracts have the same set. Whether a key is the number of an item, one of them decides for all.
  const sets: ReadonlyMap<ContractSet, MapValue> = new Map(
    contracts && nodes.map((node) => [contractsOf(contracts, resolvedNames(node)), node.parameters]),
  );
  return (path: ParameterPath): readonly Masked<ListedContract>[] => {
    const found = [...sets].flatMap(([set, parameters]) =>
      contractsAt(set, path, path[0] === "parameters" ? parameters : undefined),
    );
    return [...new Set(found)].map((contract) => mask("contract", { contract, nodes: nodes.length }, secrets));
  };
}

function contractLine({ contract: { of, path, says } }: Masked<ListedContract>): string {
  return `contract ${of.id}: ${[...parts(says), spanPlace(path.origin)].join(" · ")}`;
}

/** What contracts say in short; undefined if there are none. */
export function contractsText(contracts: readonly Masked<ListedContract>[]): string | undefined {
  const texts = contracts.map(({ contract: { says } }) => parts(says).join(" · "));
  return texts.length === 0 ? undefined : texts.join("; ");
}

function parts(says: MapValue): readonly string[] {
  return [saysText(says), peopleText(says)].filter((part) => part !== "");
}
