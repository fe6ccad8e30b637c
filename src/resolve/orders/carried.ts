import { withGaps } from "../../base/glob.ts";
import type { ClassMention, Definition } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { TemplateValue } from "../../model/values/value.ts";
import { keptForBoth } from "../../speed/kept.ts";

/** What the list of classes of a group can bring to a node, in any order of groups. */
export interface Carried {
  /** Names of classes in the order in which they are placed where none is yet; of a name with references all that fit. */
  readonly classes: ReadonlySet<string>;
  /** Names that it removes. */
  readonly removed: ReadonlySet<string>;
  /** Class names with references. */
  readonly templates: readonly TemplateValue[];
  /** Whether a class of it removes applications. */
  readonly removesApplications: boolean;
}

/** Computed once for a group. */
export function carriedBy(group: Group, inventory: Inventory): Carried {
  return carried(inventory.class, group, inventory);
}

const carried = keptForBoth("shared", (_: Inventory["class"], { classes }: Group, inventory: Inventory): Carried => {
  return new Carrying(inventory).of(classes);
});

interface Visit {
  readonly names: Generator<string, void>;
  /** The class that is placed behind them. */
  readonly of: readonly [string, Definition] | undefined;
}

class Carrying implements Carried {
  readonly classes = new Set<string>();
  readonly removed = new Set<string>();
  readonly templates: TemplateValue[] = [];
  removesApplications = false;
  private readonly begun = new Set<string>();
  private readonly inventory: Inventory;

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** Visits the classes and what they include, parents before children, with a stack of its own. */
  of(mentions: readonly ClassMention[]): Carried {
    const open: Visit[] = [{ names: this.named(mentions), of: undefined }];
    for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
      const { value: name, done } = visit.names.next();
      if (done === true) {
        if (visit.of !== undefined) this.place(...visit.of);
        open.pop();
      } else if (!this.begun.has(name)) {
        this.begun.add(name);
        const definition = this.inventory.class(name);
        if (definition !== undefined) open.push({ names: this.named(definition.classes), of: [name, definition] });
      }
    }
    return this;
  }

  private place(name: string, { applications }: Definition): void {
    this.classes.add(name);
    this.removesApplications ||= applications.some(({ remove }) => remove);
  }

  /** The classes that mentions bring; removals and templates are noted. */
  private *named(mentions: readonly ClassMention[]): Generator<string, void> {
    for (const { name, remove, template } of mentions) {
      if (template !== undefined) this.templates.push(template);
      for (const each of template === undefined ? [name] : this.fitting(template)) {
        if (remove) this.removed.add(each);
        else yield each;
      }
    }
  }

  /** The classes whose names a template can give. */
  private fitting({ parts }: TemplateValue): readonly string[] {
    const texts = [""];
    for (const part of parts) {
      if (part.kind === "text") texts.push((texts.pop() ?? "") + part.text);
      else texts.push("");
    }
    const fits = withGaps(texts);
    return this.inventory.classNames.filter((name) => fits(name));
  }
}
