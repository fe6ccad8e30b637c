import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import { NearNames } from "../../base/similar.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ClassMention, NameMention } from "../../model/inventory/mention.ts";
import { foldedName, twinDifference } from "../../model/inventory/name-twins.ts";
import type { Settings } from "../../model/inventory/settings.ts";

/** The mentions that lead from the node to the current class, outermost first. */
export type Chain = readonly { readonly name: string; readonly mention: NameMention }[];

export function notFound(
  name: string,
  mention: ClassMention,
  context: { chain: Chain; inventory: Inventory },
): Diagnostic {
  const ignored = context.inventory.ignoredFile?.(name);
  return finding("class-not-found", mention.origin, `class ${name} is listed but has no file`, {
    related: through(context.chain),
    hint:
      ignored === undefined
        ? wayOut(name, context.inventory)
        : `${ignored} is there, but git ignores it: no commit holds it`,
  });
}

export function skipped(name: string, mention: ClassMention): Diagnostic {
  return finding(
    "class-skipped",
    mention.origin,
    `class ${name} has no file and is skipped, as ignore_class_notfound asks`,
    { missingClass: name },
  );
}

export function unresolvedName(mention: ClassMention, chain: Chain): Diagnostic {
  return finding(
    "class-name-unresolved",
    mention.origin,
    `class name ${mention.name} holds a reference without a target`,
    {
      related: through(chain),
      hint: "only what earlier classes of the same list and earlier classes of the node set can be used here",
    },
  );
}

export function classCycle(name: string, mention: ClassMention, chain: Chain): Diagnostic {
  const start = chain.findIndex((hop) => hop.name === name);
  const loop = [...chain.slice(start), { name, mention }];
  const names = loop.map((hop) => hop.name);
  const steps = names
    .slice(1)
    .map((next, at) => (at === 0 ? `${names[0]} includes ${next}` : `which includes ${next}`));
  return finding(
    "class-cycle",
    mention.origin,
    loop.length > 2 ? `${steps.join(", ")} again` : `${name} includes itself`,
    {
      related: loop.slice(1, -1).map((hop) => ({ span: hop.mention.origin, caption: `${hop.name} is included here` })),
      hint: "move what these classes share into one that includes none of them",
    },
  );
}

export function removesNothing(what: "class" | "application", mention: NameMention): Diagnostic {
  return finding(
    "remove-nothing",
    mention.origin,
    `~${mention.name} removes nothing: no earlier list has this ${what}`,
  );
}

export function unsettled(removals: readonly NameMention[]): Diagnostic {
  const names = removals.map(({ name }) => `~${name}`).join(", ");
  const [first, ...rest] = removals;
  return finding(
    "removal-unsettled",
    first?.origin,
    removals.length === 1 ? `the removal ${names} undoes itself` : `the removals ${names} undo each other`,
    {
      related: rest.map(({ name, origin }) => ({ span: origin, caption: `~${name} takes part` })),
      hint: removals.length === 1 ? "delete it" : "delete one of them",
    },
  );
}

function through(chain: Chain): readonly Related[] {
  return chain.map(({ name, mention }) => ({ span: mention.origin, caption: `reached through ${name}` }));
}

const classNames = new WeakMap<Inventory, { readonly near: NearNames; readonly twins: ReadonlyMap<string, string> }>();

/** What to do about a missing class; the names are prepared once, since many nodes tend to miss the same class. */
function wayOut(name: string, inventory: Inventory): string {
  let known = classNames.get(inventory);
  if (known === undefined) {
    const names = inventory.classNames;
    known = { near: new NearNames(names), twins: new Map(names.map((each) => [foldedName(each), each])) };
    classNames.set(inventory, known);
  }
  const twin = known.twins.get(foldedName(name));
  const near = twin ?? known.near.nearest(name);
  if (near === undefined) return `create a file for ${name}, or remove the entry`;
  if (twin === undefined) return `did you mean ${near}?`;
  const { difference, shown } = twinDifference(twin, name);
  const meant = shown(twin) === twin ? `did you mean ${twin}?` : "rename it";
  return `${shown(inventory.fileOf("class", twin) ?? twin)} is there and differs in ${difference}: ${meant}`;
}

/** Whether the settings ignore that a class has no file. */
export function mayMiss(name: string, settings: Settings): boolean {
  return settings.ignore_class_notfound && ignoredClasses(settings)?.begins(name) === true;
}

/** Undefined if the patterns are invalid: settings with an error ignore no class. */
function ignoredClasses(settings: Settings): Pattern | undefined {
  if (patterns.has(settings)) return patterns.get(settings);
  const compiled = compilePattern(settings.ignore_class_notfound_regexp.join("|"));
  const pattern = isPatternFault(compiled) ? undefined : compiled;
  patterns.set(settings, pattern);
  return pattern;
}

const patterns = new WeakMap<Settings, Pattern | undefined>();
