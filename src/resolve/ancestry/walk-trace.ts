import { twinDifference } from "../../base/name-twins.ts";
import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import { NearNames } from "../../base/similar.ts";
import { type Diagnostic, finding, type Related } from "../../model/findings/diagnostic.ts";
import type { ClassMention, Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { placeOf } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";

/** How one walk came to what it found; only what explains a node has one. */
export class WalkTrace {
  /** The mentions that lead to a class, by its step; outermost first, the class itself last. */
  readonly chains: Map<Step, Chain> = new Map();
  /**
   * Mentions that did nothing, each at the end of its chain: the class has its place already, or a removal took the
   * mention.
   */
  readonly passedOver: { readonly chain: Chain; readonly why: "placed" | "removed" }[] = [];
  /** Removals, and the mentions before each that it takes away. */
  readonly removals: { readonly removal: NameMention; readonly earlier: readonly ClassMention[] }[] = [];
  /** Definitions with applications of their own, and what their classes gave them. */
  readonly gathered: { readonly definition: Definition; readonly inherited: readonly NameMention[] }[] = [];

  /** To be called as a walk begins: what an earlier one has left is dropped, since a removal made it invalid. */
  clear(): void {
    this.chains.clear();
    for (const list of [this.passedOver, this.removals, this.gathered]) list.length = 0;
  }
}

/** The mentions that lead from the node to the current class, outermost first. */
type Chain = readonly { readonly name: string; readonly mention: NameMention }[];

export function notFound(
  name: string,
  mention: ClassMention,
  { chain, inventory }: { readonly chain: Chain; readonly inventory: Inventory },
): Diagnostic {
  const ignored = inventory.ignoredFile?.(name);
  const unheld = ignored && `${ignored} is there, but git ignores it: no commit holds it`;
  const details = { related: through(chain), missingClass: name, hint: unheld ?? wayOut(name, mention, inventory) };
  return finding("class-not-found", mention.origin, `class ${name} is listed but has no file`, details);
}

export function skipped(name: string, mention: ClassMention): Diagnostic {
  const message = `class ${name} has no file and is skipped, as ignore_class_notfound asks`;
  return finding("class-skipped", mention.origin, message, { missingClass: name });
}

export function unresolvedName(mention: ClassMention, chain: Chain): Diagnostic {
  const message = `class name ${mention.name} holds a reference without a target`;
  const hint = "only what earlier classes of the same list and earlier classes of the node set can be used here";
  return finding("class-name-unresolved", mention.origin, message, { related: through(chain), hint });
}

export function classCycle(name: string, mention: ClassMention, chain: Chain): Diagnostic {
  const start = chain.findIndex((hop) => hop.name === name);
  const loop = [...chain.slice(start), { name, mention }];
  const names = loop.map((hop) => hop.name);
  const way = `${names[0]} includes ${names.slice(1).join(", which includes ")} again`;
  const message = loop.length > 2 ? way : `${name} includes itself`;
  const inner = loop.slice(1, -1);
  const related = inner.map((hop) => ({ span: hop.mention.origin, caption: `${hop.name} is included here` }));
  const hint = "move what these classes share into one that includes none of them";
  return finding("class-cycle", mention.origin, message, { related, hint });
}

/** `beyond` are the earlier classes that the removal does not reach. */
export function removesNothing(
  what: "class" | "application",
  { name, origin }: NameMention,
  beyond: readonly Definition[] = [],
): Diagnostic {
  const isIt = (mention: NameMention) => mention.name === name && !mention.remove;
  const owner = beyond.find(({ applications }) => applications.some(isIt));
  const there = owner?.applications.find(isIt);
  if (owner === undefined || there === undefined)
    return finding("remove-nothing", origin, `~${name} removes nothing: no earlier list has this ${what}`);
  const message = `~${name} removes nothing: class ${owner.name} has it, which is no ancestor of this class`;
  const related = [{ span: there.origin, caption: `${owner.name} has ${name}` }];
  const hint = `write ~${name} in the node, whose list reaches everything, or include ${owner.name} here`;
  return finding("remove-nothing", origin, message, { related, hint });
}

export function unsettled(removals: readonly NameMention[]): Diagnostic {
  const names = removals.map(({ name }) => `~${name}`).join(", ");
  const [first, ...rest] = removals;
  const isOne = removals.length === 1;
  const message = isOne ? `the removal ${names} undoes itself` : `the removals ${names} undo each other`;
  const related = rest.map(({ name, origin }) => ({ span: origin, caption: `~${name} takes part` }));
  const hint = isOne ? "delete it" : "delete one of them";
  return finding("removal-unsettled", first?.origin, message, { related, hint });
}

function through(chain: Chain): readonly Related[] {
  return chain.map(({ name, mention }) => ({ span: mention.origin, caption: `reached through ${name}` }));
}

const nearNames = kept("shared", ({ classNames }: Inventory) => new NearNames(classNames));

/** What to do about a missing class; the names are prepared once, since many nodes tend to miss the same class. */
function wayOut(name: string, { origin }: ClassMention, inventory: Inventory): string {
  const known = nearNames(inventory);
  const written = origin.file.text.slice(origin.start, origin.end).replace(/^["']|["']$/g, "");
  const [near] = known.twins(name);
  if (near !== undefined) {
    const { difference, shown } = twinDifference(near, name);
    const meant = shown(near) === near ? `did you mean ${near}?` : "rename it";
    return `${shown(inventory.fileOf("class", near) ?? near)} is there and differs in ${difference}: ${meant}`;
  }
  const meant = written.startsWith(".") ? sameLastPart(name, inventory.classNames) : undefined;
  if (meant !== undefined) return `${written} in ${placeOf(origin).file} is ${name}; ${meant} is there: write ${meant}`;
  const other = known.nearest(name);
  if (other !== undefined) return `did you mean ${other}?`;
  const [first = name] = name.split(".", 1);
  const isApart =
    first !== name && !inventory.classNames.some((each) => each === first || each.startsWith(`${first}.`));
  const elsewhere = isApart ? `; if ${first}.* is elsewhere, set ignore_class_notfound` : "";
  return `create a file for ${name}, or remove the entry${elsewhere}`;
}

/** Of the classes whose last part is that of a name the one that begins most like it. */
function sameLastPart(name: string, names: readonly string[]): string | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const common = (other: string) => [...other].findIndex((letter, at) => letter !== name[at]);
  const found = names.filter((each) => each === last || each.endsWith(`.${last}`));
  return found.toSorted((one, other) => common(other) - common(one))[0];
}

/** Whether the settings ignore that a class has no file. */
export function mayMiss(name: string, settings: Settings): boolean {
  return settings.ignore_class_notfound && ignoredClasses(settings)?.begins(name) === true;
}

/** Undefined if the patterns are invalid: settings with an error ignore no class. */
const ignoredClasses = kept("shared", ({ ignore_class_notfound_regexp: patterns }: Settings): Pattern | undefined => {
  const compiled = compilePattern(patterns.join("|"));
  return isPatternFault(compiled) ? undefined : compiled;
});
