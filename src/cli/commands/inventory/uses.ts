import { namesWith } from "../../../base/name-key.ts";
import type { EmptyScope } from "../../../model/findings/failure.ts";
import type { FoundUses, NothingFound, Uses } from "../../../model/results/uses.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { usesData, usesRows } from "../../../report/uses/uses.ts";
import { leftOutOf, readSecrets } from "../../../workspace/load/outcome.ts";
import { nothingFound } from "../../../workspace/scope/things.ts";
import type { WorkPart } from "../../../workspace/workspace.ts";
import { emptyText, printLeftOut, printResult } from "../../output/rows.ts";
import { chosenNodes, fileOperand, ownNodes } from "../../reading/names.ts";
import { type AskedState, atRevision, stateCommand } from "../../reading/state.ts";
import { formatOptions, nodeOption, nodesBehind, revOption, secretsOption } from "../../words/options.ts";
import { type Arguments, exit } from "../command.ts";

/** `heir uses NAME`: what includes a class or reads a value, and which nodes have it. */
export const uses = stateCommand({
  examples: [
    ["heir uses ssh.server", "what includes a class, and which nodes have it"],
    ["heir uses ntp:server", "what sets a value, and which references read it"],
    ["heir uses classes/dc/par1.yml:7", "everything defined on one line"],
    ["heir uses group:os.debian", "parents, criteria, orders and rules that name a group"],
  ],
  operands: [
    {
      name: "CLASS|GROUP|NODE|FILE[:LINE]|PATH",
      kind: "thing",
      of: ["node", "group", "class", "file", "path"],
      required: true,
    },
  ],
  rest: nodesBehind,
  options: {
    ...revOption,
    ...nodeOption,
    full: { kind: "flag", summary: "list all nodes" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  details: [
    "The operand is looked up as a node, then group, class and file; anything else is the path of a value. Prefix it with " +
      "`node:`, `group:`, `class:` or `path:` to choose.",
    "References, queries, operands and criteria are listed as written, in all definitions; a reference with a nested reference is listed " +
      "if it may read the value.",
  ],
  exits: { 3: "a node does not resolve; the others were looked at" },
  follows: atRevision,
  reads: () => "names",
  async answer(asked) {
    const { args, context, snapshot, inventory, scope } = asked;
    const { shares } = context;
    const thing = await fileOperand(asked);
    const chosen = await chosenNodes(args.list("node"), [asked], asked);
    const names = ownNodes(inventory, shares, chosen);
    const among = (some: readonly string[]) => usesAmong(some, thing, asked);
    const part = ({ own }: WorkPart) => among(namesWith(names, own));
    const found =
      (await shares?.divided({ names, part, join: (some, joins) => joins.uses(some) })) ?? (await among(names));
    const nothing = found.every(isNothing)
      ? await nothingFound({ text: thing, kinds: KINDS, reading: asked, unset: "no value has" }, context)
      : undefined;
    const leftOut = [...leftOutOf([snapshot]), ...scope.leftOut];
    if (shares?.own !== undefined) {
      const share: FoundUses = { found, leftOut, nothing: nothing && ofAllShares(nothing, args) };
      await shares.print(share, [snapshot]);
    } else if (nothing !== undefined) throw nothing;
    else {
      await printResult(args, context, {
        data: () => usesData(found, leftOut),
        rows: () => found.flatMap((each) => [...usesRows(each, args.has("full"))]),
      });
    }
    printLeftOut(context, leftOut);
    const unresolved = new Set(found.flatMap((each) => each.unresolved));
    if (unresolved.size === 0) return exit.ok;
    context.note(`${unresolved.size} of ${names.length} nodes not searched: they do not resolve`);
    return exit.unresolved;
  },
});

/** The uses in all files and among some nodes. */
async function usesAmong(
  names: readonly string[],
  thing: string,
  { workspace, snapshot, context, secrets }: AskedState,
): Promise<readonly Masked<Uses>[]> {
  const inventory = await workspace.load(snapshot, { signal: context.signal });
  // Which texts are masked depends on what all nodes read.
  readSecrets(inventory, inventory.nodeNames);
  const searches = workspace.views(inventory, secrets).uses(thing);
  for (const [index, name] of names.entries()) {
    for (const search of searches) search.visit(name);
    await context.step(index + 1, names.length);
  }
  return searches.map((search) => search.result());
}

const KINDS = ["node", "group", "class"] as const;

/** A path that no definition sets and no node has. */
function isNothing({ target, uses: some, nodes }: Uses): boolean {
  return target.kind === "path" && some.length === 0 && nodes.length === 0;
}

/** What is said where no share finds anything. */
function ofAllShares(empty: EmptyScope, args: Arguments): NothingFound {
  const { operand, message, hint = "", details } = empty;
  const accepted = args.has("allow-empty") ? emptyText(empty) : undefined;
  return { operand, message, hint, candidates: details.candidates ?? [], accepted };
}
