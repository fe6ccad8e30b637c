import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { keyOf, type PathLayer, PathLayers } from "./layers.ts";
import { type Asked, beginningOf, type Location, locationOf, type Question, subjectOf } from "./question.ts";

/** Where the thing at a place is defined. */
export async function definition(question: Question): Promise<readonly Location[]> {
  const subject = subjectOf(question);
  if (subject?.kind === "names") {
    const files = subject.names.flatMap((name) => question.state.fileOf(subject.of, name) ?? []);
    return files.map((file) => beginningOf(question, file));
  }
  if (subject?.kind !== "path") return [];
  return keysOf(
    question,
    layersOf(question, subject.path).filter(({ wins }) => wins),
  );
}

/** Every layer that sets the path at a place, weakest first. Of a name, its definition. */
export async function implementation(question: Question): Promise<readonly Location[]> {
  const subject = subjectOf(question);
  return subject?.kind === "path" ? keysOf(question, layersOf(question, subject.path)) : definition(question);
}

/** The layers of the nodes that a file reaches, those of one node in their order. */
function layersOf({ state, path: file }: Question, path: ParameterPath): readonly PathLayer[] {
  const layersAt = new PathLayers(path, state.inventory.settings);
  const all = state.nodesOf(file).map((node) => layersAt.of(node));
  return all.flatMap((layers) => layers.map((layer, index) => ({ ...layer, index }))).toSorted(byStrength);
}

type Ranked = PathLayer & { readonly index: number };

const LAYERS: readonly string[] = ["default", "global", "group", "automatic", "class", "node"];

function byStrength(one: Ranked, other: Ranked): number {
  return LAYERS.indexOf(one.step.layer) - LAYERS.indexOf(other.step.layer) || one.index - other.index;
}

/** The keys of layers in their files, each once. */
async function keysOf(asked: Asked, layers: readonly PathLayer[]): Promise<readonly Location[]> {
  const entries = new Map(layers.map((layer) => [layer.entry, layer]));
  const found = new Map<string, Location>();
  for (const layer of entries.values()) {
    const span = await keyOf(asked, layer);
    if (span !== undefined) found.set(`${span.file.path} ${span.start}`, locationOf(asked, span));
  }
  return [...found.values()];
}
