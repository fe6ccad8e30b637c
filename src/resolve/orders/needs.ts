import type { Settings } from "../../model/inventory/settings.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import { type MapValue, textValue } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";
import type { NodeLayers } from "./layers.ts";
import { entriesByName, referredBy, type Section, type Slot, slotOf } from "./outcome.ts";

/** Which names of a node need which others, by the references in the values of its layers. */
export class NameNeeds {
  private readonly direct = new Map<Slot, readonly Slot[]>();
  /** Names that may need any other. */
  private readonly unsure = new Set<Slot>();
  private readonly layers: NodeLayers;

  constructor(layers: NodeLayers) {
    this.layers = layers;
    for (const { parameters, exports } of this.steps()) {
      this.add("parameters", parameters);
      this.add("exports", exports);
    }
    this.addDefaults();
  }

  /** Defaults of contracts refer to names, too. */
  private addDefaults(): void {
    for (const { path, fallback } of this.layers.rules?.referring ?? []) {
      const section = path.section === "exports" ? path.section : "parameters";
      const [first] = path.keys;
      const names = first?.kind === "key" ? [first.text] : this.namesFitting(section, first);
      for (const key of names) {
        const entries = [{ key, keyNode: textValue(key, fallback.origin), value: fallback }];
        this.add(section, { kind: "map", entries, origin: fallback.origin, plain: false });
      }
    }
  }

  private namesFitting(section: Section, pattern: Exclude<KeyPattern, { kind: "key" }> | undefined): readonly string[] {
    const names = new Set<string>();
    for (const { [section]: map } of this.steps()) {
      for (const key of entriesByName(map, this.layers.settings).keys()) names.add(key);
    }
    return [...names].filter((name) => pattern?.kind === "any" || pattern?.fits(name));
  }

  /** What a name needs over any number of references, and itself. */
  closure(slot: Slot): ReadonlySet<Slot> {
    const found = new Set([slot]);
    for (const each of found) {
      if (this.unsure.has(each)) return new Set([...found, ...this.all()]);
      for (const other of this.direct.get(each) ?? []) found.add(other);
    }
    return found;
  }

  /** For each name that needs some of those given: which of them. */
  needing(some: ReadonlySet<Slot>): ReadonlyMap<Slot, ReadonlySet<Slot>> {
    const found = new Map<Slot, ReadonlySet<Slot>>();
    for (const slot of new Set([...some, ...this.leadingTo(some), ...this.unsure])) {
      const needed = new Set([...this.closure(slot)].filter((each) => some.has(each)));
      if (needed.size > 0) found.set(slot, needed);
    }
    return found;
  }

  /** The names from which references lead to some of those given. */
  private leadingTo(some: ReadonlySet<Slot>): ReadonlySet<Slot> {
    const found = new Set<Slot>();
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const [slot, needs] of this.direct) {
        if (!found.has(slot) && needs.some((each) => some.has(each) || found.has(each) || this.unsure.has(each))) {
          found.add(slot);
        }
      }
    }
    return found;
  }

  private add(section: Section, map: MapValue): void {
    for (const { slot, needs } of nameReferencesIn(section, map, this.layers.settings)) {
      if (needs === "all") this.unsure.add(slot);
      else {
        const known = this.direct.get(slot);
        this.direct.set(slot, known === undefined ? needs : [...known, ...needs]);
      }
    }
  }

  private all(): readonly Slot[] {
    const { settings, globals, groups } = this.layers;
    const properties = [globals, ...groups.map(({ group }) => group.properties)];
    const named = properties.flatMap((each) => each.properties.map(({ name }) => slotOf("parameters", name)));
    const written = this.steps().flatMap(({ parameters }) => [...entriesByName(parameters, settings).keys()]);
    return [...named, ...written.map((name) => slotOf("parameters", name))];
  }

  private steps(): readonly { readonly parameters: MapValue; readonly exports: MapValue }[] {
    return [...this.layers.groups.flatMap(({ classes }) => classes), ...this.layers.above];
  }
}

/** A name, and the names that its values refer to. */
export interface NameReference {
  readonly slot: Slot;
  readonly needs: readonly Slot[] | "all";
}

const NONE: readonly NameReference[] = [];

/** The names of a section that hold references, and what these lead to. */
export function nameReferencesIn(section: Section, map: MapValue, settings: Settings): readonly NameReference[] {
  if (map.plain || map.entries.length === 0) return NONE;
  return referring(map, section, settings);
}

const referring = kept("shared", (map: MapValue, section: Section, settings: Settings): readonly NameReference[] => {
  return [...entriesByName(map, settings)].flatMap(([name, entries]) => {
    return entries.flatMap(({ value }) => {
      const referred = referredBy(value, settings.delimiter);
      if (referred !== "all" && referred.size === 0) return [];
      const needs = referred === "all" ? referred : [...referred].map((each) => slotOf("parameters", each));
      return { slot: slotOf(section, name), needs };
    });
  });
});
