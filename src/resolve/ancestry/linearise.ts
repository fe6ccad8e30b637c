import { isSameSet, madeOnce } from "../../base/made-once.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { ClassMention, Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory, ReadSet, Step } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Query } from "../../model/values/query.ts";
import { type Span, startOf, type TemplateValue } from "../../model/values/value.ts";
import { rulesOf, walkedNames } from "../contracts/node-contracts.ts";
import type { ValueRules } from "../contracts/value-rules.ts";
import { type NodeGroups, nodeGroups } from "../groups/node-groups.ts";
import { WorkAllowance } from "../limits.ts";
import { joinApplications, withApplications } from "./applications.ts";
import { mappedClasses, unknownMappings } from "./class-mapping.ts";
import { automaticStep, environmentText, PropertySteps } from "./made-steps.ts";
import { nameText } from "./name-text.ts";
import * as faults from "./walk-trace.ts";
import { WalkTrace } from "./walk-trace.ts";

/** The ancestry of one node, weakest layer first, and what was gathered on the way. */
export interface Linearisation {
  readonly steps: readonly Step[];
  /** Class names as written, in the order of merging. */
  readonly classes: readonly NameMention[];
  readonly applications: readonly NameMention[];
  /** The applications that each group with classes gathers by itself, by its id. */
  readonly brought: ReadonlyMap<string, readonly NameMention[]>;
  /** The groups that hold the node, and their order. */
  readonly held: NodeGroups;
  /** Class names with references that were met. */
  readonly templates: readonly TemplateValue[];
  /** Whether a removal of a class was met, in this walk or in one before it. */
  readonly removes: boolean;
  readonly reads: ReadSet;
  /** What contracts change about its values; undefined if they change nothing. */
  readonly rules: ValueRules | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** How a walk differs from that of the node as it is. */
export interface WalkOptions {
  /** What other groups, or another order of them, would make of the node. */
  readonly held?: NodeGroups | undefined;
  readonly trace?: WalkTrace;
}

/**
 * Walks a node's ancestry: global parameters, its groups, each behind the classes that it carries, then its classes,
 * depth first, parents before children, each once, mapped classes before all others (rules L1 to L9 and G1). A removal
 * (`~name`) takes effect by walking again without the mentions it removed, until nothing changes. Never fails: faults
 * are in `diagnostics`, the walk continues.
 */
export function linearise(
  inventory: Inventory,
  node: Definition,
  { held = nodeGroups(inventory, node), trace }: WalkOptions = {},
): Linearisation {
  // Made once: passes know a mention by its identity.
  const mapped = mappedClasses(node, inventory.settings);
  const tried: Pass[] = [];
  let left: ReadonlySet<ClassMention> = new Set();
  for (;;) {
    const walk = new Walk(inventory, left, trace);
    const result = walk.node(node, mapped, held);
    if (isSameSet(walk.removed, left)) return result;
    tried.push({ left, removals: walk.removals });
    const again = tried.findIndex((pass) => isSameSet(pass.left, walk.removed));
    if (again !== -1) {
      const fault = faults.unsettled(unsettledRemovals(tried.slice(again)));
      return { ...result, diagnostics: [...result.diagnostics, fault] };
    }
    left = walk.removed;
  }
}

/** The ancestry of a node, and how the walk came to it. */
export function tracedAncestry(inventory: Inventory, node: Definition) {
  const trace = new WalkTrace();
  return { ancestry: linearise(inventory, node, { trace }), trace };
}

export type TracedAncestry = ReturnType<typeof tracedAncestry>;

/** The classes of a walk in the order of merging. */
export function placedClasses({ steps }: Pick<Linearisation, "steps">): readonly string[] {
  return steps.flatMap(({ layer, name }) => (layer === "class" ? [name] : []));
}

/** What a node depends on besides its files: `globals.yml`, the groups that hold it, and their order. */
export function groupsRead({ groups }: Inventory, held: NodeGroups): string {
  return `${groups.globals.values.origin.file.blob}\n${held.signature}`;
}

/** One walk: the mentions it left out, and the removals that it met. */
interface Pass {
  readonly left: ReadonlySet<ClassMention>;
  readonly removals: readonly NameMention[];
}

/** Removals that some passes of a circle meet and others do not. */
function unsettledRemovals(circle: readonly Pass[]): readonly NameMention[] {
  const all = new Set(circle.flatMap(({ removals }) => removals));
  return [...all].filter((removal) => !circle.every(({ removals }) => removals.includes(removal)));
}

/** How far the steps reach that a class name may refer to: its own ancestry so far, and what the node has merged. */
interface Reach {
  readonly ownStart: number;
  readonly contextEnd: number;
}

interface Hop {
  readonly name: string;
  readonly mention: ClassMention;
}

/** A list of classes that is being walked. */
interface OpenList {
  readonly mentions: readonly ClassMention[];
  next: number;
  readonly reach: Reach;
  gathered: readonly NameMention[];
  /** The class that it is the list of; none for the list that the walk started with. */
  readonly of: OpenClass | undefined;
}

interface OpenClass extends Hop {
  readonly definition: Definition;
  readonly mentionedIn: OpenList;
}

type Used = Pick<Definition, "file">;

/** Many never ask for the files. */
function readSet(used: readonly Used[], rest: Omit<ReadSet, "files">): ReadSet {
  const files = madeOnce(() => new Map(used.map(({ file }) => [file.path, file.blob])));
  return {
    ...rest,
    get files() {
      return files();
    },
  };
}

/** One pass over the ancestry, leaving out the mentions in `left`. */
class Walk {
  /** Mentions that a later removal takes away; the next pass leaves them out. */
  readonly removed = new Set<ClassMention>();
  readonly removals: NameMention[] = [];
  readonly steps: Step[] = [];
  private readonly brought = new Map<string, readonly NameMention[]>();
  private readonly templates: TemplateValue[] = [];
  private readonly properties = new PropertySteps();
  private readonly classes = new Map<string, NameMention>();
  /** Classes that the walk came to: whether they have their place, or what they include is still being walked. */
  private readonly reached = new Map<string, "open" | "placed">();
  /** The path to the current class, outermost first. */
  private readonly chain: Hop[] = [];
  private readonly mentions: Hop[] = [];
  private readonly used: Used[] = [];
  private readonly missed = new Set<string>();
  private readonly queries: Query[] = [];
  private readonly diagnostics: Diagnostic[] = [];
  /** Faults in class names, held back until the walk reaches them: faults are reported in the order of the walk. */
  private readonly unread = new Map<Span, Diagnostic>();
  private readonly inventory: Inventory;
  private readonly allowance = new WorkAllowance();
  private readonly settings: Settings;
  private readonly left: ReadonlySet<ClassMention>;
  private readonly trace: WalkTrace | undefined;

  constructor(inventory: Inventory, left: ReadonlySet<ClassMention>, trace: WalkTrace | undefined) {
    this.inventory = inventory;
    this.settings = inventory.settings;
    this.left = left;
    this.trace = trace;
  }

  node(node: Definition, mapped: readonly ClassMention[], held: NodeGroups): Linearisation {
    this.trace?.clear();
    this.use(node);
    this.diagnostics.push(...held.diagnostics, ...unknownMappings(node, this.settings));
    const fromGroups = this.groups(held.groups);
    const before = this.parents(mapped, { ownStart: 0, contextEnd: 0 }, fromGroups);
    this.list(mapped);
    const automatic = automaticStep(node, this.settings);
    if (automatic !== undefined) this.steps.push(automatic);
    const gathered = this.parents(node.classes, { ownStart: 0, contextEnd: -1 }, before);
    this.list(node.classes);
    this.steps.push(step("node", node, startOf(node.file)));
    const own = node.own?.properties;
    if (own !== undefined && own.properties.length > 0) this.steps.push(this.properties.node(node.name, own));
    return {
      steps: this.steps,
      classes: [...this.classes.values()],
      applications: this.ownApplications(gathered, node),
      brought: this.brought,
      held,
      templates: this.templates,
      removes: this.removals.length > 0 || this.left.size > 0,
      reads: readSet(this.used, {
        missed: this.missed,
        queries: this.queries,
        environment: environmentText(node, this.settings),
        groups: groupsRead(this.inventory, held),
      }),
      rules: rulesOf(this.inventory, () =>
        walkedNames({ definition: node, steps: this.steps, groups: held.groups.map(({ id }) => id) }),
      ),
      diagnostics: this.diagnostics,
    };
  }

  /** Global parameters, then each group with the classes that it carries before it; gives the applications gathered. */
  private groups(groups: readonly Group[]): readonly NameMention[] {
    const { globals } = this.inventory.groups;
    if (globals.properties.length > 0) this.steps.push(this.properties.global(globals));
    let gathered: readonly NameMention[] = [];
    for (const group of groups) {
      this.used.push(group);
      if (!group.enabled) continue;
      if (group.classes.length > 0) gathered = this.carried(group, gathered);
      this.steps.push(this.properties.group(group));
    }
    return gathered;
  }

  private carried({ id, classes }: Group, gathered: readonly NameMention[]): readonly NameMention[] {
    const isShared = this.settings.dialect === "kapitan";
    const own = this.parents(classes, { ownStart: this.steps.length, contextEnd: -1 }, isShared ? gathered : []);
    this.brought.set(id, own);
    this.list(classes);
    return joinApplications(isShared ? [] : gathered, own);
  }

  /** Visits a list and all it includes, on a stack of its own: chains may be long. Gives the applications gathered. */
  private parents(
    mentions: readonly ClassMention[],
    reach: Reach,
    given: readonly NameMention[],
  ): readonly NameMention[] {
    let list: OpenList = { mentions, next: 0, reach, gathered: given, of: undefined };
    for (;;) {
      const mention = list.mentions[list.next];
      if (mention === undefined) {
        if (list.of === undefined) return list.gathered;
        list = this.placed(list.of, list.gathered);
        continue;
      }
      list.next += 1;
      const name = this.nameOf(mention, list.reach);
      if (name === undefined) continue;
      if (mention.remove) this.remove(name, mention);
      else if (this.isWanted(name, mention)) list = this.opened(name, mention, list);
    }
  }

  private isWanted(name: string, mention: ClassMention): boolean {
    const hop = { name, mention };
    this.mentions.push(hop);
    const isRemoved = this.left.has(mention);
    const reached = this.reached.get(name);
    if (isRemoved || reached === "placed") {
      this.trace?.passedOver.push({ chain: [...this.chain, hop], why: isRemoved ? "removed" : "placed" });
      return false;
    }
    if (reached === undefined) return true;
    this.diagnostics.push(faults.classCycle(name, mention, this.chain));
    return false;
  }

  /**
   * The list of a class that the walk comes to, or the list that mentions a missing one. In reclass a class starts
   * without applications: its removals reach its own ancestors only; in kapitan's dialect it goes on with those there.
   */
  private opened(name: string, mention: ClassMention, list: OpenList): OpenList {
    const definition = this.inventory.class(name);
    if (definition === undefined) {
      this.missing(name, mention);
      return list;
    }
    this.use(definition);
    const contextEnd = list.reach.contextEnd === -1 ? this.steps.length : list.reach.contextEnd;
    this.reached.set(name, "open");
    this.chain.push({ name, mention });
    return {
      mentions: definition.classes,
      next: 0,
      reach: { ownStart: this.steps.length, contextEnd },
      gathered: this.settings.dialect === "kapitan" ? list.gathered : [],
      of: { name, mention, definition, mentionedIn: list },
    };
  }

  /** Places a class behind what it includes; gives the list that mentions it, with the applications gathered so far. */
  private placed({ name, mention, definition, mentionedIn }: OpenClass, inherited: readonly NameMention[]): OpenList {
    this.reached.set(name, "placed");
    this.list(definition.classes);
    const placed = step("class", definition, mention.origin);
    this.steps.push(placed);
    this.trace?.chains.set(placed, [...this.chain]);
    this.chain.pop();
    const own = this.ownApplications(inherited, definition);
    mentionedIn.gathered = this.settings.dialect === "kapitan" ? own : joinApplications(mentionedIn.gathered, own);
    return mentionedIn;
  }

  private nameOf(mention: ClassMention, reach: Reach): string | undefined {
    if (mention.template === undefined) return mention.name;
    if (isFaulty(mention)) {
      this.diagnostics.push(this.unread.get(mention.origin) ?? faults.unresolvedName(mention, this.chain));
      return undefined;
    }
    this.templates.push(mention.template);
    const own = this.steps.slice(this.settings.dialect === "kapitan" ? 0 : reach.ownStart);
    // The list of a group sees globals and the groups below it; that of a node has all of it in its own reach.
    const reading = { inventory: this.inventory, allowance: this.allowance };
    const isWhole = reach.contextEnd === -1 && reach.ownStart === 0;
    const context = isWhole ? [] : this.steps.slice(0, reach.contextEnd === -1 ? undefined : reach.contextEnd);
    const first = nameText(mention.template, own, reading);
    const isFinal = context.length === 0 || first?.usesDefault === false;
    // A value counts more than a default, wherever it is.
    const second = isFinal ? undefined : nameText(mention.template, context, reading);
    const name = (second ?? first)?.text;
    if (name === undefined) this.diagnostics.push(faults.unresolvedName(mention, this.chain));
    return name;
  }

  private missing(name: string, mention: ClassMention): void {
    this.missed.add(name);
    const lost = this.inventory.lostClass?.(name);
    if (lost !== undefined) this.diagnostics.push(lost);
    else if (!faults.mayMiss(name, this.settings)) {
      this.diagnostics.push(faults.notFound(name, mention, { chain: this.chain, inventory: this.inventory }));
    } else if (this.settings.ignore_class_notfound_warning) this.diagnostics.push(faults.skipped(name, mention));
  }

  private remove(name: string, removal: NameMention): void {
    this.removals.push(removal);
    const earlier = this.mentions.flatMap((hop) => (hop.name === name ? [hop.mention] : []));
    this.trace?.removals.push({ removal, earlier });
    for (const mention of earlier) this.removed.add(mention);
    if (earlier.length === 0) this.diagnostics.push(faults.removesNothing("class", removal));
  }

  private list(mentions: readonly ClassMention[]): void {
    for (const mention of mentions) {
      if (mention.remove || this.left.has(mention) || this.classes.has(mention.name)) continue;
      this.classes.set(mention.name, mention);
    }
  }

  private ownApplications(gathered: readonly NameMention[], definition: Definition): readonly NameMention[] {
    if (definition.applications.length > 0) this.trace?.gathered.push({ definition, inherited: gathered });
    return withApplications(gathered, definition.applications, (removal) => {
      // A class reaches what its own ancestors have; the node reaches everything.
      const earlier = definition.kind === "class" ? placedClasses(this) : [];
      const beyond = earlier.flatMap((name) => this.inventory.class(name) ?? []);
      this.diagnostics.push(faults.removesNothing("application", removal, beyond));
    });
  }

  private use(definition: Definition): void {
    this.used.push(definition);
    for (const query of definition.queries) this.queries.push(query);
    if (definition.diagnostics.length === 0) return;
    const names = new Set(definition.classes.filter(isFaulty).map(({ origin }) => origin));
    for (const diagnostic of definition.diagnostics) {
      if (diagnostic.span !== undefined && names.has(diagnostic.span)) this.unread.set(diagnostic.span, diagnostic);
      else this.diagnostics.push(diagnostic);
    }
  }
}

/** Whether the references in a class name cannot be parsed. */
function isFaulty({ template }: ClassMention): boolean {
  return template?.parts[0]?.kind === "fault";
}

function step(layer: "class" | "node", definition: Definition, because: Step["because"]): Step {
  const { name, parameters, exports } = definition;
  return { layer, name, because, parameters, exports };
}
