import type { Location } from "vscode-languageserver/node";
import { compareText } from "../../../base/text-order.ts";
import { usesSearch } from "../../../inspect/uses/uses.ts";
import { type Contribution, countingOf } from "../../../model/results/explanation.ts";
import { isSamePath, type ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Span } from "../../../model/values/value.ts";
import { beginsWith } from "../../../written/reference-text.ts";
import { written } from "../../../written/written.ts";
import type { DefinedKind, Mark } from "../../edit/rename/marks.ts";
import { fileOfName } from "../../edit/rename/names.ts";
import { type Asked, beginningOf, locationOf, type Question, subjectOf } from "./editor-inventory.ts";

/** Everything that mentions the thing at a place. */
export async function references(question: Question, withDeclaration: boolean): Promise<readonly Location[]> {
  const subject = subjectOf(question);
  if (subject?.kind === "path") return pathReferences(question, subject.path, withDeclaration);
  if (subject?.kind !== "names") return [];
  const all = await Promise.all(subject.names.map((name) => mentionsOf(question, subject.of, name)));
  const files = withDeclaration
    ? subject.names.flatMap((name) => fileOfName(subject.of, name, question.state.inventory) ?? [])
    : [];
  return [...files.map((file) => beginningOf(question, file)), ...all.flat().map((span) => locationOf(question, span))];
}

/** All mentions of a name, sorted. */
export async function mentionsOf(asked: Asked, of: DefinedKind, name: string): Promise<readonly Span[]> {
  const isMeant = (mark: Mark) => mark.kind === "name" && mark.of === of && mark.name === name;
  const { uses } = usesSearch(asked.state.inventory, { kind: of, name }).result();
  const spans = uses.map(({ origin }) => origin);
  const written = await marked(asked, spans, isMeant);
  return sorted([...written, ...(of === "class" ? await namesMadeFor(asked, name) : [])]);
}

/** The names with references that become a class on some node. */
export function namesMadeFor(asked: Asked, name: string): Promise<readonly Span[]> {
  const steps = asked.state.nodes().flatMap((node) => node.steps);
  const spans = steps.filter((step) => step.layer === "class" && step.name === name).map(({ because }) => because);
  return marked(asked, spans, (mark) => mark.kind === "name" && mark.isOpen);
}

async function pathReferences(
  asked: Asked,
  path: ParameterPath,
  withDeclaration: boolean,
): Promise<readonly Location[]> {
  const { uses } = usesSearch(asked.state.inventory, { kind: "path", path }).result();
  const spans = uses.filter(({ how }) => how === "reads").map(({ origin }) => origin);
  const [section, ...keys] = path;
  const reads = await marked(asked, spans, (mark) => {
    return mark.kind === "reference" && mark.section === section && beginsWith(mark.segments, keys);
  });
  const sets = withDeclaration ? await keysSetting(asked, path) : [];
  return sorted([...reads, ...sets]).map((span) => locationOf(asked, span));
}

/** Every key that sets a path, in the whole inventory. */
async function keysSetting(asked: Asked, path: ParameterPath): Promise<readonly Span[]> {
  const found: Span[] = [];
  for (const file of asked.state.files.paths()) {
    found.push(...(await marksIn(asked, file, (mark) => mark.kind === "key" && isSamePath(mark.path, path))));
  }
  return found;
}

async function marked(
  asked: Asked,
  spans: readonly Span[],
  isMeant: (mark: Mark) => boolean,
): Promise<readonly Span[]> {
  const found: Span[] = [];
  for (const { file, start, end } of spans) {
    const isInside = (mark: Mark) => start <= mark.start && mark.end <= end && isMeant(mark);
    found.push(...(await marksIn(asked, file.path, isInside)));
  }
  return found;
}

/** The places of some marks of a file. */
async function marksIn({ state }: Asked, path: string, isMeant: (mark: Mark) => boolean): Promise<readonly Span[]> {
  const { file, marks = [] } = (await state.files.marks(path)) ?? {};
  return marks.flatMap((mark) => (file && isMeant(mark) ? { file, start: mark.start, end: mark.end } : []));
}

function sorted(spans: readonly Span[]): readonly Span[] {
  const unique = new Map(spans.map((span) => [`${span.file.path} ${span.start}`, span]));
  return [...unique.values()].sort((one, other) => {
    return compareText(one.file.path, other.file.path) || one.start - other.start;
  });
}

/** Where the thing at a place is defined. */
export async function definition(question: Question): Promise<readonly Location[]> {
  const subject = subjectOf(question);
  if (subject?.kind === "names") {
    const files = subject.names.flatMap((name) => fileOfName(subject.of, name, question.state.inventory) ?? []);
    return files.map((file) => beginningOf(question, file));
  }
  return subject?.kind === "path" ? keysOf(question, subject, (all) => [...countingOf(all)]) : [];
}

/** Every layer that sets the path at a place, weakest first. Of a name, its definition. */
export async function implementation(question: Question): Promise<readonly Location[]> {
  const subject = subjectOf(question);
  if (subject?.kind !== "path") return definition(question);
  return keysOf(question, subject, (all) => all.filter(({ action }) => action !== "removed"));
}

const LAYERS: readonly string[] = ["default", "global", "group", "automatic", "class", "node"];

/** The keys of some of the layers that set a path on the nodes that a file reaches, weakest layer first, each once. */
async function keysOf(
  question: Question,
  { path, mark }: Extract<ReturnType<typeof subjectOf>, { kind: "path" }>,
  wanted: (all: readonly Contribution[]) => readonly Contribution[],
): Promise<readonly Location[]> {
  const asked = mark.kind === "key" ? mark.merged : path;
  const { state, path: file } = question;
  const all = state.nodesOf(file).flatMap((node) => wanted(state.merges.at(node, asked)));
  const ranked = all.toSorted((one, other) => {
    return LAYERS.indexOf(one.step.layer) - LAYERS.indexOf(other.step.layer) || one.position - other.position;
  });
  const found = new Map<string, Location>();
  for (const origin of new Set(ranked.map(({ value }) => value.origin))) {
    const layer = ranked.find(({ value }) => value.origin === origin);
    const span = layer && (await keyOf(question, layer));
    if (span !== undefined) found.set(`${span.file.path} ${span.start}`, locationOf(question, span));
  }
  return [...found.values()];
}

/** The key of a layer in its file, without prefix and quotes; undefined for a layer that no file writes. */
async function keyOf(asked: Asked, { step, value, path: [section] }: Contribution): Promise<Span | undefined> {
  const layer = section === "exports" ? step.exports : step.parameters;
  const all = written(layer, asked.state.inventory.settings);
  const key = all.find((each) => each.value.origin === value.origin)?.entry?.keyNode.origin;
  const isMeant = (mark: Mark) => mark.kind === "key" && mark.whole.start === key?.start;
  return key && (await marksIn(asked, key.file.path, isMeant))[0];
}
