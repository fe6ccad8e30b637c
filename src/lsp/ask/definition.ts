import { type Contribution, countingOf } from "../../model/results/contribution.ts";
import type { Span } from "../../model/values/origin.ts";
import { written } from "../../written/written.ts";
import { type Asked, beginningOf, type FileLocation, locationOf, type Question, subjectOf } from "./question.ts";

/** Where the thing at a place is defined. */
export async function definition(question: Question): Promise<readonly FileLocation[]> {
  const subject = subjectOf(question);
  if (subject?.kind === "names") {
    const files = subject.names.flatMap((name) => question.state.fileOf(subject.of, name) ?? []);
    return files.map((file) => beginningOf(question, file));
  }
  return subject?.kind === "path" ? keysOf(question, subject, (all) => [...countingOf(all)]) : [];
}

/** Every layer that sets the path at a place, weakest first. Of a name, its definition. */
export async function implementation(question: Question): Promise<readonly FileLocation[]> {
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
): Promise<readonly FileLocation[]> {
  const asked = mark.kind === "key" ? mark.merged : path;
  const { state, path: file } = question;
  const all = state.nodesOf(file).flatMap((node) => wanted(state.merges.at(node, asked)));
  const ranked = all.toSorted((one, other) => {
    return LAYERS.indexOf(one.step.layer) - LAYERS.indexOf(other.step.layer) || one.position - other.position;
  });
  const found = new Map<string, FileLocation>();
  for (const origin of new Set(ranked.map(({ value }) => value.origin))) {
    const layer = ranked.find(({ value }) => value.origin === origin);
    const span = layer && (await keyOf(question, layer));
    if (span !== undefined) found.set(`${span.file.path} ${span.start}`, locationOf(question, span));
  }
  return [...found.values()];
}

/** The key of a layer in its file, without prefix and quotes; undefined for a layer that no file writes. */
async function keyOf(
  { state }: Asked,
  { step, value: { origin }, path: [section] }: Contribution,
): Promise<Span | undefined> {
  const layer = section === "exports" ? step.exports : step.parameters;
  const key = written(layer, state.inventory.settings).find(({ value }) => value.origin === origin)?.entry?.keyNode;
  const marks = key && (await state.marks(key.origin.file.path));
  const mark = marks?.marks.find((each) => each.kind === "key" && each.whole.start === key?.origin.start);
  return mark && marks && { file: marks.file, start: mark.start, end: mark.end };
}
