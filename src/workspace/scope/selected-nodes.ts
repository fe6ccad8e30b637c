import { madeOnce } from "../../base/made-once.ts";
import { didYouMean } from "../../base/similar.ts";
import { command } from "../../base/terminal-text.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import { factPath } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { type Atom, atomsOf, holds, isByName, nameHolds, type Selector } from "../../model/selector/selector.ts";
import { exactFilter, NearPaths } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { atomHolds, type NodeNames } from "../../resolve/contracts/node-contracts.ts";
import { factsAt } from "../../resolve/groups/match.ts";
import { nodeGroups } from "../../resolve/groups/node-groups.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";
import { hasError, shownValues, wholeNode } from "../load/outcome.ts";
import type { Steps } from "../load/progress.ts";
import { type Leaving, PathSearch, type PathTest, pathTest } from "./paths.ts";
import { namesOf, noSuchName, type StateReading } from "./things.ts";

export interface Selection {
  /** In the order of the states, with those that are undecided. */
  readonly names: readonly string[];
  /** Nodes that do not resolve, so that nobody knows whether they are selected. */
  readonly undecided: readonly string[];
  /** How many nodes have a secret where a value is asked for. */
  readonly secrets: number;
}

/** Nodes selected in at least one state: rules W6 to W9 of docs/concepts/selectors.md. Throws what the scope throws. */
export async function selectNodes(
  selector: Selector,
  states: readonly StateReading[],
  { scope, steps }: { readonly scope: Leaving; readonly steps: Steps },
): Promise<Selection> {
  const found = new Selected(selector, steps);
  for (const atom of atomsOf(selector)) {
    const error = atom.of === "has" ? undefined : await unnamed(atom, states, steps);
    if (error !== undefined) leaveOut(atom, error, scope);
  }
  for (const state of states) await found.add(state, state.inventory.nodeNames);
  for (const atom of found.missing) {
    const error = await noPath(atom, states, { steps, asked: found.asked });
    if (error !== undefined) leaveOut(atom, error, scope);
  }
  return found.result();
}

/** Behind `not`, what names nothing would select everything. */
export function leaveOut(atom: Atom, error: EmptyScope, scope: Leaving): void {
  if (atom.isNegated) throw error;
  scope.leaveOut(error);
}

/** Those of some names that a selector selects in at least one of some states, also where that is undecided. */
export async function selectedOf(
  selector: Selector,
  names: readonly string[],
  { states, steps }: { readonly states: readonly StateReading[]; readonly steps: Steps },
): Promise<readonly string[]> {
  const found = new Selected(selector, steps);
  for (const state of states) {
    const there = new Set(state.inventory.nodeNames);
    const present = names.filter((name) => there.has(name));
    await found.add(state, present);
  }
  const selected = new Set(found.result().names);
  return names.filter((name) => selected.has(name));
}

/** The error where a selector whose every part names something selects nobody. */
export function nobody(words: readonly string[]): EmptyScope {
  const text = words.map((word) => `"${word}"`).join(" or ");
  const hint = "each of its parts is known, but no node has what it asks for; --allow-empty accepts that";
  return new EmptyScope(words.join(" "), `${text} selects no node`, hint, { word: undefined });
}

class Selected {
  private readonly selector: Selector;
  private readonly steps: Steps;
  private readonly tests: ReadonlyMap<Atom, PathTest>;
  /** Whether a selected node is surely selected. */
  private readonly sure = new Map<string, boolean>();
  /** All nodes, in their order. */
  private readonly seen = new Set<string>();
  private readonly known = new Set<PathTest>();
  /** The nodes whose values were asked for. */
  readonly asked = new Set<string>();
  private readonly secret = new Set<string>();

  constructor(selector: Selector, steps: Steps) {
    this.selector = selector;
    this.steps = steps;
    const ofValues = atomsOf(selector).filter(({ of }) => of === "has");
    this.tests = new Map(ofValues.map((atom) => [atom, pathTest(atom.asked, "with")]));
  }

  /** Asks for no more of each node than decides: its name, its classes, groups and facts, its values. */
  async add(state: StateReading, names: readonly string[]): Promise<void> {
    const { workspace, snapshot, inventory } = state;
    for (const name of names) this.seen.add(name);
    let open = this.decide(names, (name) => nameHolds(this.selector, name));
    if (open.length === 0 || isByName(this.selector)) return;
    if (!hasError(inventory)) {
      await workspace.load(snapshot, { nodes: open, signal: this.steps.signal });
      open = this.decide(open, (name) => holds(this.selector, nodeAnswers(inventory, name)));
      if (this.tests.size > 0 && open.length > 0) open = await this.byValue(state, open);
    }
    for (const name of open) if (!this.sure.has(name)) this.sure.set(name, false);
  }

  /** The conditions on values at paths that no node has that was asked. */
  get missing(): readonly Atom[] {
    return [...this.tests].flatMap(([atom, test]) => (this.known.has(test) ? [] : [atom]));
  }

  result(): Selection {
    const names = [...this.seen].filter((name) => this.sure.has(name));
    return { names, undecided: names.filter((name) => this.sure.get(name) === false), secrets: this.secret.size };
  }

  /** Notes the nodes that are selected, and returns those of which that is not known. */
  private decide(names: readonly string[], answerOf: (name: string) => boolean | undefined): readonly string[] {
    return names.filter((name) => {
      const answer = answerOf(name);
      if (answer === true) this.sure.set(name, true);
      return answer === undefined;
    });
  }

  private async byValue({ workspace, inventory }: StateReading, names: readonly string[]): Promise<readonly string[]> {
    const open: string[] = [];
    let done = 0;
    for (const { name, node } of workspace.resolve(inventory, names)) {
      this.asked.add(name);
      const whole = node && wholeNode(inventory, node);
      const shown = whole && shownValues([inventory], "mask")(whole, []);
      const answer = nodeAnswers(inventory, name);
      const ask = (atom: Atom): boolean | undefined => {
        const test = this.tests.get(atom);
        if (test === undefined) return answer(atom);
        if (whole === undefined || shown === undefined) return undefined;
        if (test.isIn(whole)) this.known.add(test);
        if (test.isSecret(whole, shown)) this.secret.add(name);
        return test.found(whole, shown).length > 0;
      };
      open.push(...this.decide([name], () => holds(this.selector, ask)));
      done += 1;
      await this.steps.step(done, names.length);
    }
    return open;
  }
}

/** Whether a condition holds for a node, values aside; undefined if a fault can hide it. Computes only as asked. */
function nodeAnswers(inventory: Inventory, name: string): (atom: Atom) => boolean | undefined {
  const definition = () => inventory.node(name);
  const walked = madeOnce(() => walkNode(inventory, name));
  const held = () => {
    const node = definition();
    return node && nodeGroups(inventory, node);
  };
  const names: NodeNames = {
    name,
    get classes() {
      return namesOfWalked(walked()).classes;
    },
    get groups() {
      return held()?.groups.map(({ id }) => id) ?? [];
    },
    get facts() {
      return definition()?.own?.facts;
    },
  };
  const faultsOf = (of: Atom["of"]): readonly Diagnostic[] => {
    if (of === "class") return walked().ancestry.diagnostics;
    if (of === "group") return held()?.diagnostics ?? [];
    return of === "fact" ? (definition()?.diagnostics ?? []) : [];
  };
  return (atom) => {
    const answer = atomHolds(atom, names);
    return answer === false && faultsOf(atom.of).some(isError) ? undefined : answer;
  };
}

/** The error for what no state has: a name, a fact, or a path of a value. Undefined for what is there. */
export async function unnamed(
  atom: Atom,
  states: readonly StateReading[],
  steps: Steps,
): Promise<EmptyScope | undefined> {
  const { of, name, fits } = atom;
  if (of === "all") return undefined;
  if (of === "fact") return noFact(atom, states);
  if (of === "has") return noPath(atom, states, { steps });
  const names = new Set(states.flatMap(({ inventory }) => namesOf(of, inventory)));
  if (names.has(name)) return undefined;
  for (const each of names) if (fits(each)) return undefined;
  return of === "node" ? noNode(atom, states, names) : noSuchName([of], name, names);
}

/** The nodes that were asked before come last. */
async function noPath(
  { asked: wanted }: Atom,
  states: readonly StateReading[],
  { steps, asked = new Set() }: { readonly steps: Steps; readonly asked?: ReadonlySet<string> },
): Promise<EmptyScope | undefined> {
  const found: EmptyScope[] = [];
  for (const { workspace } of states.slice(0, 1)) {
    const search = new PathSearch([pathTest(wanted, "with")], { workspace, steps });
    for (const { snapshot, inventory } of states) {
      const others = inventory.nodeNames.filter((name) => !asked.has(name));
      await search.visit({ snapshot, names: [...others, ...inventory.nodeNames.filter((name) => asked.has(name))] });
    }
    search.inScope({ leaveOut: (error) => found.push(error) });
  }
  return found[0];
}

/** A word that is no node may lack the word for its kind. */
async function noNode({ name, text, asked }: Atom, states: readonly StateReading[], names: Iterable<string>) {
  const error = noSuchName(["node"], name, names);
  const kind = (["class", "group"] as const).find((of) =>
    states.some(({ inventory }) => namesOf(of, inventory).includes(name)),
  );
  const isFact = asked.value !== undefined && (await factsOf(states)).some((facts) => hasFact(facts, asked.path));
  const meant = kind ?? (asked.value === undefined ? undefined : isFact ? "fact" : "has");
  if (meant === undefined) return error;
  const details = { ...error.details, word: undefined };
  return new EmptyScope(name, error.message, `did you mean ${command([`${meant}:${text}`])}?`, details);
}

async function noFact({ name }: Atom, states: readonly StateReading[]): Promise<EmptyScope | undefined> {
  const all = await factsOf(states);
  if (all.some((facts) => hasFact(facts, name))) return undefined;
  const near = new NearPaths(exactFilter(factPath(name) ?? []).keys);
  for (const facts of all) near.add(facts);
  const separator = name.includes(":") ? ":" : ".";
  const candidates = near.nearest(MOST_NEAR).map((keys) => keys.map(({ text }) => text).join(separator));
  const hint = didYouMean(candidates) ?? "heir grep --path facts '' lists the facts";
  return new EmptyScope(name, `no node has the fact "${name}"`, hint, { candidates, word: undefined });
}

const MOST_NEAR = 3;

async function factsOf(states: readonly StateReading[]): Promise<readonly Value[]> {
  const all: Value[] = [];
  for (const { workspace, snapshot, inventory } of states) {
    const names = hasError(inventory) ? [] : inventory.nodeNames;
    const files = names.flatMap((name) => inventory.fileOf("node", name) ?? []);
    await workspace.load(snapshot, { scope: "names", files });
    all.push(...names.flatMap((name) => inventory.node(name)?.own?.facts ?? []));
  }
  return all;
}

function hasFact(facts: Value, path: string): boolean {
  const keys = factPath(path);
  return keys !== undefined && factsAt(facts, keys).length > 0;
}
