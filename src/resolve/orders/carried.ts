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
  readonly removed: ReadonlySet<string>;
  /** Class names with references. */
  readonly templates: readonly TemplateValue[];
  readonly removesApplications: boolean;
}

/** Computed once for a group. */
export function carriedBy(group: Group, inventory: Inventory): Carried {
  return carried(inventory.class, group, inventory);
}

const carried = keptForBoth("shared", carriedIn);

interface Visit {
  readonly names: Generator<string, void>;
  /** The class that is placed behind them. */
  readonly of: readonly [string, Definition] | undefined;
}

/** Visits the classes and what they include, parents before children, with a stack of its own. */
function carriedIn(_: Inventory["class"], group: Group, inventory: Inventory): Carried {
  const [classes, removed, begun] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const templates: TemplateValue[] = [];
  let removesApplications = false;
  /** The classes that mentions bring; removals and templates are noted. */
  function* named(mentions: readonly ClassMention[]): Generator<string, void> {
    for (const { name, remove, template } of mentions) {
      if (template !== undefined) templates.push(template);
      for (const each of template === undefined ? [name] : fitting(template, inventory)) {
        if (remove) removed.add(each);
        else yield each;
      }
    }
  }
  const open: Visit[] = [{ names: named(group.classes), of: undefined }];
  for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
    const { value: name, done } = visit.names.next();
    if (done === true) {
      const [placed, definition] = visit.of ?? [];
      if (placed !== undefined) classes.add(placed);
      removesApplications ||= definition?.applications.some(({ remove }) => remove) === true;
      open.pop();
    } else if (!begun.has(name)) {
      begun.add(name);
      const definition = inventory.class(name);
      if (definition !== undefined) open.push({ names: named(definition.classes), of: [name, definition] });
    }
  }
  return { classes, removed, templates, removesApplications };
}

/** The classes whose names a template can give. */
function fitting({ parts }: TemplateValue, { classNames }: Inventory): readonly string[] {
  const texts = [""];
  for (const part of parts) {
    if (part.kind === "text") texts.push((texts.pop() ?? "") + part.text);
    else texts.push("");
  }
  const fits = withGaps(texts);
  return classNames.filter((name) => fits(name));
}
