import { didYouMean, similar } from "../../../base/similar.ts";
import { command } from "../../../base/terminal-text.ts";
import { documentJson } from "../../../encoding/json.ts";
import { EmptyScope, HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { PropertiesView } from "../../../model/results/lineage.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { checkRows, checkSummary } from "../../../report/findings/diagnostic.ts";
import { choiceText } from "../../../report/properties/chain-text.ts";
import {
  type ConflictQuestion,
  conflictsData,
  propertiesData,
  propertiesRows,
  runtimeData,
  runtimeRows,
} from "../../../report/properties/properties.ts";
import { hasError } from "../../../workspace/load/outcome.ts";
import { namesOf, noSuchName } from "../../../workspace/scope/things.ts";
import type { Views } from "../../../workspace/views/views.ts";
import { printLeftOut, printResult, printRows } from "../../output/rows.ts";
import { checkName, chosenNodes } from "../../reading/names.ts";
import { type AskedState, atRevision, stateCommand, warnFindings } from "../../reading/state.ts";
import { formatOptions, isJson, nodeOption, revOption, secretsOption } from "../../words/options.ts";
import { type Arguments, type ExitCode, exit } from "../command.ts";

/** `heir properties NODE|GROUP [NAME]`: the layers that define each property, and the one that wins. */
export const properties = stateCommand({
  examples: [
    ["heir properties web1", "all properties of a node, each with its layers"],
    ["heir properties os.debian dns", "one property of a group"],
    ["heir properties --conflicts", "all conflicts, and how to resolve them"],
    ["heir properties --conflicts --node 'web*'", "the conflicts of some nodes"],
    ["heir properties web1 --try-edge os.debian:dc.munich", "the effect of one more edge in order.yml"],
    ["heir properties web1 --runtime", "what the agent sees on the node, including properties.d"],
  ],
  operands: [
    { name: "NODE|GROUP|globals", kind: "thing", of: ["node", "group"] },
    { name: "NAME", kind: "property" },
  ],
  options: {
    ...revOption,
    ...nodeOption,
    conflicts: { kind: "flag", summary: "only conflicts, and conflicts hidden by a later layer" },
    "try-edge": { kind: "text", value: "LOWER:HIGHER", summary: "show the effect of one more chain in order.yml" },
    runtime: { kind: "flag", summary: "the namespaces that the agent sees on the node" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  details: [
    "A name that a node and a group share means the node; write `group:NAME` for the group. `globals` means the properties " +
      "of all nodes.",
  ],
  exits: { 3: "a property is in conflict, or the node does not resolve" },
  follows: atRevision,
  async answer(asked) {
    const { args } = asked;
    const [name] = args.operands;
    if (name !== undefined && args.has("node"))
      throw new HeirError("usage", "--node goes with --conflicts", "leave out the node or group");
    if (name === undefined) return allConflicts(asked);
    return args.has("runtime") ? runtime(name, asked) : one(name, asked);
  },
});

async function one(name: string, { args, context, inventory, ...asked }: AskedState): Promise<ExitCode> {
  const [, property] = args.operands;
  const views = asked.views();
  const chain = chainOf(args, inventory);
  const found = views.properties(name, chain);
  if (found === undefined) throw unknownOwner(name, inventory);
  const { view, diagnostics } = found;
  const effect = chain && views.chains.effect(chain);
  if (effect?.refused !== undefined) {
    await context.print(choiceText(effect, []));
    return exit.unresolved;
  }
  const others = diagnostics.filter(({ code }) => code !== "group-conflict");
  warnFindings(context, { diagnostics: others, name: view === undefined || view.kind === "node" ? name : undefined });
  if (view === undefined) return exit.unresolved;
  const shown = narrowed(view, { property, conflicts: args.has("conflicts") });
  const choices = () => (chain === undefined ? views.propertyChoices(name) : new Map());
  await printResult(args, context, {
    data: () => propertiesData(shown),
    rows: () => propertiesRows(shown, { name: property, width: 60, choices: choices() }),
  });
  if (effect !== undefined && !isJson(args)) {
    const changed = effect.changes.slice(0, 1).map(({ path }) => path);
    await context.print(`\n${choiceText(effect, changed)}`);
  }
  return shown.conflicts.length > 0 ? exit.unresolved : exit.ok;
}

/** With the prefix `group:` only groups are near. */
function unknownOwner(text: string, inventory: Inventory): EmptyScope {
  const [, group] = /^group:(.+)$/s.exec(text) ?? [];
  if (group !== undefined) return noSuchName(["group"], group, namesOf("group", inventory), text);
  return noSuchName(["node", "group"], text, [...namesOf("node", inventory), ...namesOf("group", inventory)]);
}

function narrowed(
  view: Masked<PropertiesView>,
  { property, conflicts }: { readonly property: string | undefined; readonly conflicts: boolean },
): Masked<PropertiesView> {
  const isMeant = (name: string): boolean => property === undefined || name === property;
  const disputed = new Set([...view.conflicts, ...view.latent].map((each) => each.property));
  const properties = view.properties.filter(
    ({ property: name }) => isMeant(name) && (!conflicts || disputed.has(name)),
  );
  if (property !== undefined && properties.length === 0 && !conflicts) {
    const names = view.properties.map((each) => each.property);
    const hint = didYouMean(similar(property, names)) ?? `${command(["heir", "properties"], [view.name])} lists them`;
    throw new EmptyScope(property, `${view.name} has no property "${property}"`, hint);
  }
  const ofThese = <T extends { readonly property: string }>(some: readonly T[]): readonly T[] =>
    some.filter((each) => isMeant(each.property));
  const [open, latent] = [ofThese(view.conflicts), ofThese(view.latent)];
  return derived(view, (whole) => ({ ...whole, properties, conflicts: open, latent }));
}

/** The groups of `--try-edge LOWER:HIGHER`. */
function chainOf(args: Arguments, inventory: Inventory): readonly string[] | undefined {
  const text = args.text("try-edge");
  if (text === undefined) return undefined;
  const chain = text.split(":");
  if (chain.length < 2 || chain.includes("")) {
    throw new HeirError("usage", `--try-edge takes LOWER:HIGHER, not "${text}"`, "as in --try-edge os:dc");
  }
  for (const id of chain) checkName("group", id, inventory);
  return chain;
}

async function allConflicts(asked: AskedState): Promise<ExitCode> {
  const { args, context, workspace, snapshot, scope } = asked;
  if (!args.has("conflicts")) {
    const hint = "heir properties --conflicts lists the conflicts of all nodes";
    throw new HeirError("usage", "properties needs a node or a group", hint);
  }
  const { signal, progress } = context;
  const names = (await chosenNodes(args.list("node"), [asked], asked)) ?? asked.inventory.nodeNames;
  const { findings, ...found } = await workspace.check(snapshot, { signal, progress, nodes: new Set(names) });
  const lookedAt = { ...found.lookedAt, leftOut: [...found.lookedAt.leftOut, ...scope.leftOut] };
  const conflicts = findings.filter(({ diagnostic }) => CONFLICTS.has(diagnostic.code));
  if (isJson(args))
    await context.print(documentJson(conflictsData(conflicts, lookedAt, openQuestions(asked.views(), names)), 2));
  else await printRows(context, checkRows(conflicts, context.width));
  context.note(checkSummary(conflicts, lookedAt));
  printLeftOut(context, lookedAt.leftOut);
  return conflicts.some(({ diagnostic }) => diagnostic.severity === "error") ? exit.unresolved : exit.ok;
}

const CONFLICTS: ReadonlySet<string> = new Set(["group-conflict", "order-limit", "latent-conflict"]);

function* openQuestions(views: Views, names: readonly string[]): Iterable<ConflictQuestion> {
  for (const node of names) {
    for (const conflict of views.questions(node))
      yield { node, conflict, proposals: views.chains.all({ node, conflict }) };
  }
}

async function runtime(name: string, { args, context, inventory, views }: AskedState): Promise<ExitCode> {
  checkName("node", name, inventory);
  const { view, diagnostics } = views().runtime(name);
  warnFindings(context, { diagnostics, name });
  if (view === undefined) return exit.unresolved;
  await printResult(args, context, { data: () => runtimeData(view), rows: () => runtimeRows(view) });
  return hasError({ diagnostics }) ? exit.unresolved : exit.ok;
}
