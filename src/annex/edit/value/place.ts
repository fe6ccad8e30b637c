import { keptAt, madeOnce } from "../../../base/made-once.ts";
import { compareText } from "../../../base/text-order.ts";
import { Identities } from "../../../compare/identity.ts";
import { orNone } from "../../../model/findings/failure.ts";
import type { GroupConflict, ResolvedNode } from "../../../model/inventory/inventory.ts";
import { asSecret, type FileEdit } from "../../../model/results/file-edit.ts";
import { isOfNames, type ParameterPath } from "../../../model/values/parameter-path.ts";
import { isMap, placeOf, type Span, type Value } from "../../../model/values/value.ts";
import { someValue } from "../../../model/values/value-at.ts";
import type {
  DecidingLine,
  MissedNode,
  OpenOrder,
  PlaceKind,
  ValueLayer,
  ValuePlace,
} from "../../../model/values/value-place.ts";
import { valueOfNode } from "../../../workspace/load/outcome.ts";
import type { EditedState } from "../../../workspace/write/worktree-files.ts";
import { callsIn } from "../../../written/property-calls.ts";
import { layerEdit, meantValue } from "../layer/layer-value.ts";
import { SourceText } from "../text/source-text.ts";
import { type EditEffect, editEffect } from "./effect.ts";
import { Reach, type WantedLayer, wantedLayers } from "./layers.ts";

/** A value that nodes are wanted to have. */
export interface PlaceQuestion {
  /** From the node object on. */
  readonly path: ParameterPath;
  /** The value as a file would have it; of a name in a list, the name. */
  readonly source: string;
  /** The end of its line: `DATE (reason)`. */
  readonly until?: string | undefined;
  /** Whether neither the value nor what is there now may be shown. */
  readonly isSecret: boolean;
  /** The wanted nodes, all of which resolve, in the order of the inventory. */
  readonly nodes: readonly ResolvedNode[];
}

/** The number of places at which the search ends, unless all are wanted. */
const ENOUGH = 16;

/** The places where a value can be written (rules X10 and X11 of docs/concepts/edits.md), found by resolving with each. */
export class PlaceSearch {
  private readonly question: PlaceQuestion;
  private readonly options: EditedState;
  private readonly layers: readonly WantedLayer[];
  /** What each wanted node has now. */
  private readonly had: ReadonlyMap<string, Value | undefined>;
  private readonly texts = new Map<string, Promise<SourceText>>();
  private readonly identities = new Identities();
  private readonly value: Value;
  private readonly reach: Reach;
  /** The value that each wanted node is to have: with references, what its own file would give it. */
  private readonly wantedValues = madeOnce(() => this.findWanted());

  /** Throws HeirError for a value that is not YAML. */
  constructor(question: PlaceQuestion, options: EditedState) {
    this.question = question;
    this.options = options;
    const { inventory } = options;
    this.had = new Map(question.nodes.map((node) => [node.name, valueOfNode(inventory, node, question.path)]));
    this.layers = wantedLayers(inventory, question.nodes, question.path);
    this.reach = new Reach(inventory, question.path);
    this.value = meantValue(question, inventory.settings);
  }

  /** The places, the best first: those layers are tried first that probably fit, and with `enough` no more than needed. */
  async all(extent: "enough" | "all" = "enough"): Promise<readonly ValuePlace[]> {
    const found = new Map<string, ValuePlace>();
    const add = (place: ValuePlace | undefined) => {
      if (place !== undefined) found.set(filesOf(place.layers).sort(compareText).join("\0"), place);
    };
    const wanted = new Set(this.had.keys());
    const distances = new Map(this.layers.map(({ file }) => [file, this.reach.distance(file, wanted)]));
    const away = ({ file }: WantedLayer) => distances.get(file) ?? 0;
    const silent = ({ says }: WantedLayer) => (says === undefined ? 1 : 0);
    add(await this.place(this.ownLayers(await this.lacking())));
    for (const layer of this.layers.toSorted((one, other) => away(one) - away(other) || silent(one) - silent(other))) {
      if (extent === "enough" && found.size >= ENOUGH) break;
      if (layer.layer === "node" && wanted.size > 1 && layer.says === undefined) continue;
      const place = await this.place([layer]);
      if (place === undefined || (place.hit.length === 0 && layer.says === undefined)) continue;
      add(place);
      if (place.hit.length > 0 && place.missed.length > 0) add(await this.filled(layer, place));
    }
    const sorted = [...found.values()].sort((one, other) => this.compare(one, other));
    return sorted.filter((place, index) => !sorted.slice(0, index).some((better) => isPart(better, place)));
  }

  /** The place that one file is; none if it is no layer, or its text cannot say the value. */
  async inFile(file: string): Promise<readonly ValuePlace[]> {
    const layer = this.layers.find((each) => each.file === file);
    const place = layer && (await this.place([layer]));
    return place === undefined ? [] : [place];
  }

  /** Wanted nodes that have the value already. */
  async alreadyThere(): Promise<readonly string[]> {
    const wanted = await this.wantedValues();
    return this.question.nodes.flatMap((node) => {
      return this.isWanted(node.name, this.had.get(node.name), wanted) ? [node.name] : [];
    });
  }

  isLayer(file: string): boolean {
    return this.layers.some((layer) => layer.file === file);
  }

  /** The line of a file that says the path for a wanted node; undefined if none does. */
  lineIn(file: string): DecidingLine | undefined {
    const said = this.layers.find((layer) => layer.file === file)?.says;
    return said && this.lineOf(said);
  }

  /** The nodes whose own files are a place: a name is not written to those that have it, unless all do. */
  private async lacking(): Promise<readonly string[]> {
    const names = this.question.nodes.map(({ name }) => name);
    if (!isOfNames(this.question.path)) return names;
    const there = await this.alreadyThere();
    return there.length === names.length ? names : names.filter((name) => !there.includes(name));
  }

  /** A layer, and for the nodes that it misses the lines that win there if they reach wanted nodes alone, else their own files. */
  private async filled(layer: WantedLayer, place: ValuePlace): Promise<ValuePlace | undefined> {
    let layers: readonly WantedLayer[] = [layer];
    let best = place;
    for (const file of new Set(place.missed.flatMap(({ by }) => by?.file ?? []))) {
      const winner = this.layers.find((each) => each.file === file);
      if (winner === undefined || layers.includes(winner)) continue;
      const isOwn = winner.layer === "node";
      const trial = isOwn ? undefined : await this.place([...layers, winner]);
      const isBetter =
        trial !== undefined && trial.also.length <= best.also.length && trial.missed.length < best.missed.length;
      if (!isOwn && !isBetter) continue;
      layers = [...layers, winner];
      best = trial ?? best;
    }
    const named = new Set(filesOf(layers));
    const left = this.ownLayers(best.missed.map(({ node }) => node)).filter(({ file }) => !named.has(file));
    if (left.length === 0 && best !== place && layers.every((each) => best.layers.includes(each))) return best;
    return this.place([...layers, ...left]);
  }

  private ownLayers(names: readonly string[]): readonly WantedLayer[] {
    const own = new Set(names);
    return this.layers.filter(({ layer, name }) => layer === "node" && own.has(name));
  }

  /** The place that some layers are together; undefined if a text cannot say the value, or says more. */
  private async place(layers: readonly WantedLayer[]): Promise<ValuePlace | undefined> {
    const wanted = await this.wantedValues();
    let best: ValuePlace | undefined;
    for (const overrides of this.overridings(layers)) {
      const written = await this.written(layers, overrides);
      const place = written && this.judged(layers, written, await this.effect(written.edits), wanted);
      if (place !== undefined && (best === undefined || distance(place) < distance(best))) best = place;
      if (best?.missed.length === 0) break;
    }
    return best;
  }

  private effect(edits: readonly FileEdit[]): Promise<EditEffect> {
    const { workspace, snapshot: before, signal } = this.options;
    return editEffect(edits, { workspace, before, path: this.question.path, reach: this.reach, signal });
  }

  /** For which of the layers `~` is put before the key: the likeliest way first, others only where values are merged. */
  private overridings(layers: readonly WantedLayer[]): readonly (readonly boolean[])[] {
    const isCollection = this.value.kind === "list" || isMap(this.value) || this.value.kind === "template";
    const likely = layers.map(
      (layer) => layer.merges || (isCollection && layers.some((each) => each.order < layer.order)),
    );
    if (!isCollection && !layers.some(({ merges }) => merges)) return [layers.map(() => false)];
    const all = [layers.map(() => false), likely, layers.map(() => true)];
    return [...new Map(all.map((each) => [each.join(), each])).values()];
  }

  private async written(layers: readonly WantedLayer[], overrides: readonly boolean[]): Promise<Written | undefined> {
    const { settings } = this.options.inventory;
    const edits: FileEdit[] = [];
    let kind: PlaceKind = "line";
    for (const [index, { file, layer, name }] of layers.entries()) {
      const text = await this.text(file).catch(orNone);
      const override = overrides[index] === true;
      const found = text && layerEdit(text, this.question, { layer, name, settings, override });
      if (found === undefined) return undefined;
      edits.push(this.question.isSecret ? asSecret(found.edit) : found.edit);
      if (kinds.indexOf(found.kind) > kinds.indexOf(kind)) kind = found.kind;
    }
    const sorted = edits.sort((one, other) => compareText(one.path, other.path));
    return sorted.length === 0 ? undefined : { edits: sorted, kind };
  }

  private text(file: string): Promise<SourceText> {
    return keptAt(this.texts, file, async () => new SourceText(file, await this.options.files.bytes(file)));
  }

  private judged(
    layers: readonly ValueLayer[],
    { edits, kind }: Written,
    effect: EditEffect,
    wanted: ReadonlyMap<string, Value>,
  ): ValuePlace | undefined {
    const { nodes } = this.question;
    if (nodes.some(({ name }) => effect.beyond.has(name))) return undefined;
    const now = (name: string) => (effect.values.has(name) ? effect.values.get(name) : this.had.get(name));
    const isHit = ({ name }: ResolvedNode) => !effect.failing.has(name) && this.isWanted(name, now(name), wanted);
    return {
      layers: layers.map(({ layer, name, file }) => ({ layer, name, file })),
      kind,
      edits,
      hit: nodes.filter(isHit).map(({ name }) => name),
      missed: nodes
        .filter((node) => !isHit(node))
        .map(({ name }): MissedNode => {
          const origin = effect.failing.get(name) ?? now(name)?.origin ?? this.removal(name);
          const question = origin === undefined ? effect.open.get(name) : undefined;
          return { node: name, by: origin && this.lineOf(origin), open: question && openOrder(question, layers) };
        }),
      also: [...effect.changed].filter((name) => !this.had.has(name)).sort(compareText),
    };
  }

  private isWanted(name: string, value: Value | undefined, wanted: ReadonlyMap<string, Value>): boolean {
    const own = wanted.get(name);
    return own !== undefined && value !== undefined && this.identities.same(value, own);
  }

  /** The line that takes a name out of a node. */
  private removal(node: string): Span | undefined {
    if (!isOfNames(this.question.path)) return undefined;
    return this.layers.findLast(({ merges, nodes }) => merges && nodes.includes(node))?.says;
  }

  private async findWanted(): Promise<ReadonlyMap<string, Value>> {
    const { nodes, path } = this.question;
    const isVariable = path[0] === "variables";
    const isMade = isVariable
      ? callsIn(this.value).length > 0
      : someValue(this.value, ({ kind }) => kind === "template");
    if (!isMade) return new Map(nodes.map(({ name }) => [name, this.value]));
    const names = nodes.map(({ name }) => name);
    // The text of a variable gives a node the same whichever directive has it.
    const last = names.flatMap((name) => this.layers.findLast((layer) => layer.nodes.includes(name)) ?? []);
    const own = isVariable ? [...new Set(last)] : this.ownLayers(names);
    for (const override of [true, false]) {
      const overrides = own.map(() => override);
      const written = await this.written(own, overrides);
      if (written === undefined) continue;
      const { values } = await this.effect(written.edits);
      return new Map([...values].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
    }
    return new Map();
  }

  private lineOf(origin: Span): DecidingLine {
    const { file, line } = placeOf(origin);
    const found = this.layers.find((layer) => layer.file === file);
    return { layer: found?.layer, name: found?.name, file, line };
  }

  private compare(one: ValuePlace, other: ValuePlace): number {
    return (
      distance(one) - distance(other) ||
      one.also.length - other.also.length ||
      one.layers.length - other.layers.length ||
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      this.order(other) - this.order(one) ||
      compareText(filesOf(one.layers).join("\0"), filesOf(other.layers).join("\0"))
    );
  }

  /** How late the first layer of a place comes. */
  private order({ layers: [first] }: ValuePlace): number {
    return this.layers.find(({ file }) => file === first?.file)?.order ?? 0;
  }
}

type Written = Pick<ValuePlace, "edits" | "kind">;

const kinds: readonly PlaceKind[] = ["line", "key", "mapping"];

function filesOf(layers: readonly ValueLayer[]): string[] {
  return layers.map(({ file }) => file);
}

/** A question with the edges that resolve it for the edited groups. */
function openOrder({ groups, pairs }: GroupConflict, layers: readonly ValueLayer[]): OpenOrder {
  const edited = new Set(layers.flatMap(({ layer, name }) => (layer === "group" ? [name] : [])));
  const edges = pairs.flatMap(([one, other]): readonly (readonly [string, string])[] => {
    if (edited.has(one) === edited.has(other)) return [];
    return [edited.has(one) ? [other, one] : [one, other]];
  });
  return { groups, edges };
}

/** Whether a place edits a part of the files of another one. */
function isPart(one: ValuePlace, other: ValuePlace): boolean {
  return one.layers.every(({ file }) => other.layers.some((each) => each.file === file));
}

function distance({ missed, also }: ValuePlace): number {
  return missed.length + also.length;
}
