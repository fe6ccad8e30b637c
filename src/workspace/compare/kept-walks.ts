import type { Definition } from "../../model/inventory/definition.ts";
import { sameNames } from "../../model/inventory/mention.ts";
import type { WalkedNode } from "../../resolve/node.ts";
import { pathNames } from "../load/listed-names.ts";
import { keepsWalks } from "./node-dependencies.ts";
import type { Between } from "./side.ts";

/** The definitions of so many edited files are read to find out. */
const MOST_EDITED = 8;

/** The walks of nodes in the later of two states that differ from those in the earlier one only in what edited classes write. */
export class KeptWalks {
  private readonly between: Between;
  /** The edited classes, as in the later state; none where an edit can lead elsewhere. Found with the first node, as their files are read then. */
  private known: { readonly edited: ReadonlyMap<string, Definition> | undefined } | undefined;

  constructor(between: Between) {
    this.between = between;
  }

  /**
   * The walk of a node in the later state, from that in the earlier one; the places of mentions in edited files are those of the
   * earlier state. Undefined where it has to be walked. Never fails.
   */
  later(old: WalkedNode): WalkedNode | undefined {
    this.known ??= { edited: this.found() };
    const { edited } = this.known;
    const { ancestry, definition } = old;
    const { inventory } = this.between.after;
    if (edited === undefined || ancestry.templates.length > 0 || ancestry.diagnostics.length > 0) return undefined;
    if (ancestry.removes || inventory.node(definition.name) !== definition) return undefined;
    const steps = ancestry.steps.map((step) => {
      const now = step.layer === "class" ? edited.get(step.name) : undefined;
      return now === undefined ? step : { ...step, parameters: now.parameters, exports: now.exports };
    });
    return { inventory, definition, ancestry: { ...ancestry, steps } };
  }

  private found(): ReadonlyMap<string, Definition> | undefined {
    const { between } = this;
    const isSmall = between.files.paths.size <= MOST_EDITED;
    return isSmall && keepsWalks(between) ? editedClasses(between) : undefined;
  }
}

/** Undefined if a file is no class or node, or if a class has a fault, or names other applications than before. */
function editedClasses({ before, after, files }: Between): ReadonlyMap<string, Definition> | undefined {
  const edited = new Map<string, Definition>();
  for (const path of files.paths) {
    const names = pathNames(path, after.inventory.settings);
    if (names === undefined) return undefined;
    const name = names.class;
    if (name === undefined) continue;
    const [old, now] = [before, after].map(({ inventory }) => inventory.class(name));
    if (old === undefined || now === undefined || old.diagnostics.length + now.diagnostics.length > 0) return undefined;
    if (!sameNames(old.applications, now.applications)) return undefined;
    edited.set(name, now);
  }
  return edited;
}
