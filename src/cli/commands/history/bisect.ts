import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { Bisection } from "../../../model/results/bisection.ts";
import type { Why } from "../../../model/results/why.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { bisectionData, bisectionRows } from "../../../report/history/blame.ts";
import { whyRows } from "../../../report/history/why.ts";
import { givenText, readComparedPath, type TwoStates, unknownNode } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { printResult } from "../../output/rows.ts";
import { formatOptions, nodePathOperands } from "../../words/options.ts";
import { type Command, exit } from "../command.ts";

/** `heir bisect NODE [PATH] --good REV`: the commit that introduced the current value. */
export const bisect: Command = {
  examples: [
    ["heir bisect web01.par1 ssh:port --good v1.2", "the commit that introduced the value at HEAD"],
    ["heir bisect web01.par1 ntp --good v1.2 --bad v1.4", "a mapping, between two revisions"],
    ["heir bisect web01.par1 ssh:port --good v1.2 --value 22", "when the value became 22, or stopped being 22"],
    ["heir bisect web01.par1 --good v1.2", "the last change of the whole node"],
  ],
  operands: nodePathOperands,
  options: {
    good: { kind: "revision", required: true, summary: "a revision with a different value" },
    bad: { kind: "revision", default: "HEAD", summary: "a later revision, with the current value (default HEAD)" },
    value: { kind: "text", value: "VALUE", summary: "look for this value, written as YAML" },
    full: { kind: "flag", summary: "do not shorten lists of changes and lines" },
    ...formatOptions("text", "json"),
  },
  details: [
    "The search halves the range as git bisect does, so of n commits about log2 n are resolved. The result is a commit with " +
      "the value of --bad, or of --value, whose parents have a different one; if several commits qualify, one of them. A " +
      "node that is missing or fails to resolve counts as different. Nothing is checked out.",
    "PATH is written as for heir why. The output ends with what heir why prints for that commit.",
  ],
  async run(args, context) {
    const { signal, width } = context;
    const workspace = await context.open();
    const [good = "", bad = ""] = [args.text("good"), args.text("bad")];
    const ends = [await workspace.snapshot(good, { signal }), await workspace.snapshot(bad, { signal })] as const;
    const asked = await askedValue(args.operands, ends, { workspace, signal });
    const found = await workspace.bisect({ ...asked, good, bad, value: args.text("value") }, { signal });
    const why = await explained(found, { workspace, signal });
    const options = { full: args.has("full"), width };
    await printResult(args, context, {
      data: () => bisectionData(found, why),
      rows: () => [...bisectionRows(found), ...(why === undefined ? [] : whyRows(why, options))],
    });
    return exit.ok;
  },
};

type Place = Abortable & { readonly workspace: Workspace };

/** `NODE`, `NODE PATH` or `NODE:PATH`; without a path it is the whole node. */
async function askedValue([given = "", second]: readonly string[], ends: TwoStates, { workspace, signal }: Place) {
  const colon = second === undefined ? given.indexOf(":") : -1;
  for (const at of colon === -1 ? [given.length] : [given.length, colon]) {
    const name = given.slice(0, at);
    const text = second ?? (at === given.length ? undefined : given.slice(at + 1));
    const node = await workspace.why(...ends, name, { signal });
    if (node === undefined) continue;
    if (text === undefined) return { node: name, path: [] as const };
    const path = await readComparedPath(givenText(text), { node, name, ends }, { workspace, signal });
    return { node: name, path };
  }
  throw await unknownNode(given, { ends }, { workspace, signal });
}

/** What the commit changed against a parent without the value; undefined for a root commit. */
async function explained(found: Bisection, { workspace, signal }: Place): Promise<Masked<Why> | undefined> {
  const { first, parents, taken, node: name, path } = found;
  const parent = parents.find((each) => each !== taken);
  if (parent === undefined) return undefined;
  const ends = await workspace.ends([parent, first.id], false, { signal });
  const node = await workspace.why(...ends, name, { signal });
  return node?.why(path, { signal });
}
