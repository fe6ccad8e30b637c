import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupConflict, Inventory } from "../../src/model/inventory/inventory.ts";
import { contentText } from "../../src/resolve/merge/merge.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { policiesOfNode } from "../../src/resolve/policies/node-policies.ts";
import { profileOf, questionsOf } from "../../src/resolve/policies/profile.ts";
import { Proposals } from "../../src/resolve/proposals/proposals.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { anyOrders, type DrawnOrders, orderFiles, type Rewriting, rewritings } from "../support/arbitrary/orders.ts";
import { newRepo } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";
import { type Files, Sides } from "../support/side.ts";

test.each(Object.keys(rewritings))(
  "%s: values, names, variables, conflicts and errors stay what they are",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(rewritten(kind), async ({ drawn, other }) => {
        const [one, two] = [await inventoryOf(orderFiles(drawn)), await inventoryOf(other.files)];

        for (const name of one.nodeNames) {
          expect(
            resultOf(two, name, (id) => id),
            name,
          ).toEqual(resultOf(one, name, other.id));
        }
      }),
      { numRuns: 50 },
    );
  },
);

test("groups with other names: the same chains are proposed, with the same effects", async () => {
  await fc.assert(
    fc.asyncProperty(rewritten("groups with other names"), async ({ drawn, other }) => {
      const [one, two] = [await inventoryOf(orderFiles(drawn)), await inventoryOf(other.files)];

      for (const name of one.nodeNames) {
        expect(
          proposalsOf(two, name, (id) => id),
          name,
        ).toEqual(proposalsOf(one, name, other.id));
      }
    }),
    { numRuns: 20 },
  );
});

/** What is asked of each repository: how these end must not depend on words. */
const COMMANDS: readonly (readonly string[])[] = [
  ["inventory", "--format", "json"],
  ["check"],
  ["show", "n1"],
  ["explain", "n1", "k"],
  ["policies", "n2"],
  ["properties", "n2"],
  ["properties", "--conflicts"],
];

test.each(Object.keys(rewritings))("%s: commands end with the same codes", async (kind) => {
  await fc.assert(
    fc.asyncProperty(rewritten(kind), async ({ drawn, other }) => {
      expect(await exitCodes(other.files)).toEqual(await exitCodes(orderFiles(drawn)));
    }),
    { numRuns: 3 },
  );
});

async function exitCodes(files: Files): Promise<readonly string[]> {
  const repo = newRepo();
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const codes: string[] = [];
  for (const argv of COMMANDS) codes.push(`${argv.join(" ")}: ${(await heir(argv, { workspace })).code}`);
  return codes;
}

interface Rewritten {
  readonly drawn: DrawnOrders;
  readonly other: Rewriting;
}

function rewritten(kind: string): fc.Arbitrary<Rewritten> {
  return anyOrders.chain((drawn) => {
    const other = rewritings[kind]?.(drawn) ?? fc.constant({ id: (id: string) => id, files: orderFiles(drawn) });
    return other.map((each) => ({ drawn, other: each }));
  });
}

async function inventoryOf(files: Files): Promise<Inventory> {
  return (await new Sides().of(files)).inventory;
}

/** What a node comes to, with the groups by their names afterwards. */
function resultOf(inventory: Inventory, name: string, id: (name: string) => string): unknown {
  const outcome = resolveNode(inventory, name);
  const { node, diagnostics } = outcome;
  // Of a node that fails, the first error is the one that all orders have.
  const [error] = diagnostics.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
  const conflicts = questionsOf(inventory, outcome).map((conflict) => question(conflict, id));
  const result = { error, conflicts: conflicts.sort() };
  if (node === undefined) return result;
  return {
    ...result,
    latent: node.latent.map((conflict) => question(conflict, id)).sort(),
    parameters: contentText(node.parameters),
    exports: contentText(node.exports),
    classes: node.classes.map((each) => each.name),
    applications: node.applications.map((each) => each.name),
    variables: [...policiesOfNode(inventory, node).variables].map(([each, value]) => `${each} ${contentText(value)}`),
  };
}

function question({ groups, paths }: GroupConflict, id: (name: string) => string): string {
  return JSON.stringify([groups.map(id).sort(), paths.map(({ path }) => path.join(":")).sort()]);
}

/** Each question with its chains. Of chains of three and more, not all are given: only whether there are any. */
function proposalsOf(inventory: Inventory, name: string, id: (name: string) => string): readonly string[] {
  const proposals = new Proposals(inventory);
  return questionsOf(inventory, resolveNode(inventory, name))
    .map((conflict) => {
      const found = proposals.of((each) => profileOf(each, name), conflict);
      const chains = found.map(({ chain, changes }) => {
        if (chain.length > 2) return "longer";
        const effect = changes.map(({ node, path, value }) => [node, path, value && contentText(value)].join(" "));
        return [...chain.map(id), ...effect.sort()].join("\n");
      });
      return [question(conflict, id), ...new Set(chains.sort())].join("\n");
    })
    .sort();
}
