import { pythonStr } from "../../encoding/python.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Span } from "../../model/values/origin.ts";
import { type Query, splitPath } from "../../model/values/query.ts";
import { SharedEntry } from "../../model/values/shared-entry.ts";
import type {
  Hop,
  ListValue,
  MapEntry,
  MapValue,
  ScalarValue,
  TemplatePart,
  TemplateValue,
  Value,
} from "../../model/values/value.ts";
import { hasBareKeys } from "../merge/bare-keys.ts";
import { childOf, isFollowed, isFollowedEntry } from "../merge/child.ts";
import type {
  FollowedValue,
  FollowingNode,
  MergeObserver,
  MissingTarget,
  QueryAnswers,
  ReferenceFault,
  Stops,
} from "../merge/followed.ts";
import { type MergeContext, ownedMap } from "../merge/merge.ts";
import {
  asRaw,
  type MergedMap,
  originOf,
  type PartialEntry,
  type PartialValue,
  type Pending,
  type RawMap,
} from "../merge/partial-value.ts";
import { mergePending } from "../merge/pending.ts";
import * as faults from "./faults.ts";
import { fixedPath, type Reference } from "./fixed-path.ts";
import { expandedSize, isWithinText, MAX_CHAIN, MAX_EXPANDED } from "./limits.ts";
import { Memo } from "./memo.ts";
import * as queryFaults from "./query-faults.ts";

type Path = readonly string[];

/**
 * Fills in the references of one node (rules R1 to R9 in docs/concepts/references.md), on demand: a value is followed
 * when something needs it, once. Paths in references always start at `root`.
 *
 * Never throws on the user's data: what cannot be filled in becomes null and a fault.
 */
export class Interpolation implements FollowingNode {
  readonly faults: ReferenceFault[] = [];
  readonly settings: Settings;
  readonly observer: MergeObserver | undefined;
  private readonly root: MergedMap;
  private readonly answers: QueryAnswers | undefined;
  private readonly fold: MergeContext;
  private readonly recurrence: Memo | undefined;
  private readonly owned = new Map<MapValue, MergedMap>();
  private readonly shapes = new Map<TemplateValue | Pending, FollowedValue>();
  private readonly results = new Map<object, Value>();
  private readonly items = new Map<readonly Value[], readonly Value[]>();
  private readonly trail: { readonly what: object; readonly path: Path; readonly origin: Span }[] = [];

  /** Without `answers`, an inventory query is a fault. */
  constructor(root: MergedMap, settings: Settings, answers?: QueryAnswers, observer?: MergeObserver) {
    this.observer = observer;
    this.root = root;
    this.settings = settings;
    this.answers = answers;
    if (observer === undefined) this.recurrence = new Memo(root, settings);
    this.fold = { settings, report: (diagnostic) => this.fault(diagnostic) };
  }

  /** The resolved value of a folded map; by default of the root itself. */
  resolve(map: MergedMap = this.root): MapValue {
    const value = this.deep(map, []);
    if (value.kind !== "map") throw new InvariantError("a folded map resolves to a map");
    return value;
  }

  /** The resolved value at a path of keys below a folded map; undefined where there is none. Lists are not entered. */
  valueAt(map: MergedMap, path: Path): Value | undefined {
    let cell: PartialValue = map;
    for (const [at, key] of path.entries()) {
      const shape = this.shape(cell, path.slice(0, at));
      const child = shape.kind === "list" ? undefined : childOf(shape, key, true);
      if (child === undefined) return undefined;
      cell = child;
    }
    return this.deep(cell, path);
  }

  /** The text that a template comes to, or undefined when a reference in it has no target. Faults stand in `faults`. */
  text(template: TemplateValue): string | undefined {
    const shape = this.attempt(template, []);
    return shape.kind === "missing" ? undefined : pythonStr(this.deep(shape, []));
  }

  /** Follows a cell until its kind is known. Missing references become null and a fault. */
  shape(cell: PartialValue, path: Path): FollowedValue {
    const shape = this.attempt(cell, path);
    if (shape.kind !== "missing") return shape;
    const { diagnostic, nested, lost } = shape;
    this.faults.push({ diagnostic, stops: nested ? "at-once" : "at-end", ...(lost !== undefined && { lost }) });
    const nothing = nullAt(originOf(cell));
    if (cell.kind === "template" || cell.kind === "stack") this.shapes.set(cell, nothing);
    return nothing;
  }

  /** As `shape`, but a missing reference is handed back for the caller to judge. */
  attempt(cell: PartialValue, path: Path): FollowedValue | MissingTarget {
    switch (cell.kind) {
      case "scalar":
      case "set":
      case "list":
      case "merged-map":
      case "raw":
        return cell;
      case "merged-list":
        return { kind: "list", items: cell.items, plain: cell.plain, origin: cell.origin };
      case "map":
        return this.bare(cell);
      case "alias":
        return this.shape(cell.target, cell.path);
      case "template":
      case "stack":
        return this.once(cell, path);
    }
  }

  /** A fold of this node's rules for maps that come up while references are filled in. */
  foldContext(path: Path = [], layer?: number): MergeContext {
    const watched = this.observer?.watchedBelow(path);
    return watched === undefined ? this.fold : { ...this.fold, watch: { below: watched, layer } };
  }

  fault(diagnostic: Diagnostic, stops: Stops = "at-once"): void {
    this.faults.push({ diagnostic, stops });
  }

  /** A map whose keys are taken as they are. */
  private bare(map: MapValue): MapValue | MergedMap {
    if (hasBareKeys(map, this.settings)) return map;
    let owned = this.owned.get(map);
    if (owned === undefined) {
      owned = ownedMap(map, this.fold);
      this.owned.set(map, owned);
    }
    return owned;
  }

  private once(cell: TemplateValue | Pending, path: Path): FollowedValue | MissingTarget {
    const known = this.shapes.get(cell);
    if (known !== undefined) return known;
    const origin = originOf(cell);
    if (!this.enter(cell, path, origin)) return nullAt(origin);
    const shape = cell.kind === "stack" ? mergePending(cell, path, this) : this.template(cell, path);
    this.trail.pop();
    if (shape.kind !== "missing") this.shapes.set(cell, shape);
    return shape;
  }

  /** Puts a cell on the trail; false after reporting when it is there already or the trail is too long. */
  private enter(what: object, path: Path, origin: Span): boolean {
    const start = this.trail.findIndex((hop) => hop.what === what);
    if (start !== -1) {
      this.fault(faults.referenceCycle(this.trail.slice(start)));
      return false;
    }
    if (this.trail.length > MAX_CHAIN) {
      this.fault(faults.limit(`references are chained more than ${MAX_CHAIN} deep`, origin));
      return false;
    }
    this.trail.push({ what, path, origin });
    return true;
  }

  private template(template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    const [first, ...rest] = template.parts;
    if (first !== undefined && rest.length === 0) {
      if (first.kind === "reference") return this.reference(first, template, path);
      if (first.kind === "query") return this.query(first.query, template);
      return first.kind === "text" ? textAt(first.text, template.origin) : nullAt(template.origin);
    }
    return this.composite(template, path);
  }

  private composite(template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    // All are followed before one is printed, as in reclass: a circle counts before a reference without a target.
    const shapes = template.parts.map((part) => {
      return part.kind === "reference" ? this.reference(part, template, path) : undefined;
    });
    const missing = shapes.filter((shape) => shape?.kind === "missing");
    const first = missing.find(({ nested }) => nested) ?? missing[0];
    if (first !== undefined) return first;
    let text = "";
    let via: Hop | undefined;
    for (const [at, part] of template.parts.entries()) {
      const shape = shapes[at];
      if (part.kind === "reference" && shape !== undefined && shape.kind !== "missing") {
        via ??= "via" in shape ? shape.via : undefined;
        if (isContainer(shape))
          this.fault(faults.containerInText(part.source, { origin: template.origin, path }), "at-end");
        text += pythonStr(this.deep(shape, path));
      } else if (part.kind === "text") text += part.text;
      if (!isWithinText(text)) {
        this.fault(faults.limit("text grows without bound through references", template.origin));
        return nullAt(template.origin);
      }
    }
    const value = textAt(text, template.origin);
    return via === undefined ? value : { ...value, via };
  }

  private reference(part: Reference, template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    const parts = this.keysOf(part, template, path);
    if ("kind" in parts) return { ...parts, nested: true };
    const target = this.lookUp(parts);
    if (target === undefined) {
      const diagnostic = faults.unresolved(part.source, { origin: template.origin, path, known: this.siblings(parts) });
      const lost = { parameter: path[0] ?? "", needs: parts[0] ?? "" };
      return { kind: "missing", nested: false, diagnostic, lost };
    }
    const shape = this.shape(target, parts);
    if (shape.kind === "merged-map" || shape.kind === "raw" || (shape.kind === "map" && !shape.plain)) return shape;
    const via = { reference: part.source, target: originOf(target) };
    const { origin } = template;
    // Nearly all are scalars: to list their fields is quicker than to copy what is there.
    if (shape.kind === "scalar" && shape.secret === undefined)
      return { kind: "scalar", type: shape.type, data: shape.data, origin, via };
    return { ...shape, origin, via };
  }

  /** The keys of a reference's path, or the reference within it that has no target. */
  private keysOf(part: Reference, template: TemplateValue, path: Path): Path | MissingTarget {
    const known = fixedPath(part, this.settings.delimiter);
    if (known !== undefined) return known;
    const text = this.pathText(part.path, template, path);
    return typeof text === "string" ? splitPath(text, this.settings.delimiter) : text;
  }

  private query(query: Query, { origin }: TemplateValue): FollowedValue | MissingTarget {
    if (this.answers === undefined) {
      this.fault(queryFaults.noAnswer(origin));
      return nullAt(origin);
    }
    const value = this.answers.answer(query, {
      origin,
      parameter: (path) => this.parameter(path, origin),
      fault: (diagnostic, stops) => this.fault(diagnostic, stops),
    });
    if (value === undefined || value.kind === "template") return nullAt(origin);
    return value;
  }

  private parameter(path: Path, origin: Span): Value | MissingTarget {
    const cell = this.lookUp(path);
    if (cell !== undefined) return this.deep(cell, path);
    const source = `self${this.settings.delimiter}${path.join(this.settings.delimiter)}`;
    const diagnostic = faults.unresolved(source, { origin, path: [], known: this.siblings(path) });
    return { kind: "missing", nested: false, diagnostic };
  }

  private pathText(parts: readonly TemplatePart[], template: TemplateValue, path: Path): string | MissingTarget {
    let text = "";
    for (const part of parts) {
      if (part.kind === "text") text += part.text;
      if (part.kind !== "reference") continue;
      const shape = this.reference(part, template, path);
      if (shape.kind === "missing") return shape;
      text += pythonStr(this.deep(shape, path));
    }
    return text;
  }

  /** The cell at a path of keys. Lists are entered by index, but a path cannot end in one. */
  private lookUp(parts: Path): PartialValue | undefined {
    let cell: PartialValue | undefined = this.root;
    for (let at = 0; at < parts.length && cell !== undefined; at += 1) {
      const shape: FollowedValue =
        isFollowed(cell) || cell.kind === "merged-map" ? cell : this.shape(cell, parts.slice(0, at));
      cell = childOf(shape, parts[at] ?? "", at === parts.length - 1);
    }
    return cell;
  }

  /** The keys next to a path that has no target, for the hint. */
  private siblings(parts: Path): readonly string[] {
    const parent = this.lookUp(parts.slice(0, -1));
    const shape = parent === undefined ? undefined : this.shape(parent, parts.slice(0, -1));
    if (shape?.kind === "merged-map") return [...shape.entries.keys()];
    return shape?.kind === "map" ? shape.entries.map((entry) => entry.key) : [];
  }

  private deep(cell: PartialValue, path: Path): Value {
    switch (cell.kind) {
      case "scalar":
      case "set":
        return cell;
      case "list":
        return cell.plain ? cell : this.deepList(cell, path);
      case "merged-map":
      case "raw":
        return this.deepOnce(cell, path);
      case "map":
        return cell.plain ? cell : (this.known(cell) ?? this.written(cell, path));
      case "alias":
        return this.deep(cell.target, cell.path);
      case "merged-list":
      case "stack":
        return this.deep(this.shape(cell, path), path);
      case "template":
        return this.known(cell) ?? this.written(cell, path);
    }
  }

  /** What a value of a definition came to on a node before, where it comes to the same here. */
  private known(cell: MapValue | TemplateValue): Value | undefined {
    return this.recurrence?.find(cell, this.trail.length);
  }

  private written(cell: MapValue | TemplateValue, path: Path): Value {
    const value = cell.kind === "template" ? this.through(cell, path) : this.deepOnce(this.bare(cell), path);
    if (this.faults.length === 0) this.recurrence?.keep(cell, value);
    return value;
  }

  /** A container's result, made once; containers that hold themselves through references are a cycle. */
  private deepOnce(cell: MapCell, path: Path): Value {
    // Taken raw, a map can come to something else than it does elsewhere.
    const what = cell.kind === "raw" ? cell.map.entries : cell;
    const known = this.results.get(what);
    if (known !== undefined) return known;
    const { origin } = cell.kind === "raw" ? cell.map : cell;
    if (!this.enter(what, path, origin)) return nullAt(origin);
    const entries = this.deepEntries(cell, path);
    const value: MapValue = { kind: "map", entries, origin, plain: true };
    this.trail.pop();
    this.results.set(what, value);
    return value;
  }

  private deepEntries(cell: MapCell, path: Path): readonly MapEntry[] {
    const entries: MapEntry[] = [];
    for (const entry of cell.kind === "raw" ? cell.map.entries : cell.entries.values()) {
      entries.push(isFollowedEntry(entry) ? entry : this.deepEntry(entry, path, cell.kind === "raw"));
    }
    return entries;
  }

  private deepEntry(entry: PartialEntry, path: Path, isRaw: boolean): MapEntry {
    const { key, keyNode, value } = entry;
    const cell = isRaw && value.kind === "map" ? asRaw(value) : value;
    if (cell.kind !== "template" && cell.kind !== "map")
      return { key, keyNode, value: this.deep(cell, [...path, key]) };
    const known = this.known(cell);
    if (known === undefined) return { key, keyNode, value: this.written(cell, [...path, key]) };
    return entry instanceof SharedEntry ? entry.with(known) : { key, keyNode, value: known };
  }

  private through(template: TemplateValue, path: Path): Value {
    const shape = this.shape(template, path);
    if (shape.kind === "scalar") return shape;
    // On the trail, so that a mapping which holds a reference to itself is named by that reference.
    if (!this.enter(template, path, template.origin)) return nullAt(template.origin);
    const value = this.deep(shape, path);
    this.trail.pop();
    if (value.kind === "scalar" || value.kind === "template") return value;
    if (expandedSize(value) > MAX_EXPANDED) {
      this.fault(faults.limit("values grow without bound through references", template.origin));
      return nullAt(template.origin);
    }
    return { ...value, origin: template.origin, via: value.via ?? { reference: template.text, target: value.origin } };
  }

  private deepList(list: ListValue, path: Path): Value {
    let items = this.items.get(list.items);
    if (items === undefined) {
      if (!this.enter(list.items, path, list.origin)) return nullAt(list.origin);
      items = list.items.map((item, index) => this.deep(asRaw(item), [...path, String(index)]));
      this.trail.pop();
      this.items.set(list.items, items);
    }
    return { ...list, items, plain: true };
  }
}

type MapCell = MergedMap | MapValue | RawMap;

function isContainer(shape: FollowedValue): boolean {
  return shape.kind !== "scalar";
}

function textAt(data: string, origin: Span): ScalarValue {
  return { kind: "scalar", type: "text", data, origin };
}

function nullAt(origin: Span): ScalarValue {
  return { kind: "scalar", type: "null", data: null, origin };
}
