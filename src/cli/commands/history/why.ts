import { documentJson } from "../../../encoding/json.ts";
import { orNone } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { isDifferent, isKnownOnBothSides, type NodeWhy, type Why } from "../../../model/results/why.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { whyData, whyRows } from "../../../report/history/why.ts";
import { givenText, readComparedPath, unknownNode } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { printSignedRows } from "../../output/rows.ts";
import { formatOptions, isJson, layersOption, nodePathOperands, stagedOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, exit } from "../command.ts";

/** `heir why [A [B]] NODE PATH`: why a value differs between two states. */
export const why: Command = {
  examples: [
    ["heir why web01.par1 ntp:server", "uncommitted changes or, without any, the last commit"],
    ["heir why HEAD~1 HEAD web01.par1 ssh:port", "between two revisions"],
    ["heir why main...topic web01.par1 ntp", "what a branch changes below ntp"],
    ["heir why --staged web01.par1 applications", "what the next commit does to a list of names"],
    ["heir why deployed web01.par1 variables:dnssec", "a policy variable: a tag and the work tree"],
  ],
  operands: [{ name: "A", kind: "range" }, { name: "B", kind: "revision" }, ...nodePathOperands],
  options: {
    ...stagedOption,
    ...layersOption,
    full: { kind: "flag", summary: "do not shorten lists of changes, commits and lines" },
    ...formatOptions("text", "json"),
    "exit-code": { kind: "flag", summary: "exit 1 if the value differs" },
  },
  details: [
    "Revisions are written as for heir diff; they may also follow NODE PATH. Without one, HEAD is compared with the work " +
      "tree; if the value does not differ there, HEAD~1 with HEAD. The first line of the output names the two states.",
    "PATH is a path that heir diff prints: a value, a mapping, `applications`, `classes`, `groups` or one name in them, " +
      "`exports:...`, `policies:...` or `variables:...`. NODE:PATH works, too.",
  ],
  exits: { 1: "with --exit-code: the value differs", 3: "the value does not resolve in one of the states" },
  async run(args, context) {
    const workspace = await context.open();
    const shown = await answer(args, context, workspace);
    const options = { full: args.has("full"), width: context.width };
    if (isJson(args)) await context.print(documentJson(whyData(shown)));
    else await printSignedRows(context, whyRows(shown, options));
    if (!isKnownOnBothSides(shown)) return exit.unresolved;
    return args.has("exit-code") && isDifferent(shown) ? exit.findings : exit.ok;
  },
};

async function answer(args: Arguments, context: Context, workspace: Workspace): Promise<Masked<Why>> {
  const { signal } = context;
  const place = { args, workspace, signal };
  const asked = await find(await statesFirst(place), place);
  const path = await readComparedPath(givenText(asked.text), asked, { workspace, signal });
  const options = { signal, all: args.has("all") };
  if (asked.isLast && !asked.node.differs(path)) {
    // A root commit has no parent.
    const ends = await workspace.ends(["HEAD~1", "HEAD"], false, { signal }).catch(orNone);
    const node = ends && (await workspace.why(...ends, asked.name, { signal }));
    if (node?.differs(path)) return node.why(path, options);
    if (ends !== undefined) context.note("HEAD~1 and HEAD do not differ, either; name an earlier revision");
  }
  return asked.node.why(path, options);
}

type Asked = Awaited<ReturnType<typeof asked>> & { readonly node: NodeWhy };

type Place = Abortable & { readonly args: Arguments; readonly workspace: Workspace };

/** The operands with the states in front, if they follow node and path, and the first operand is no state. */
async function statesFirst({ args, workspace, signal }: Place): Promise<readonly string[]> {
  const { operands } = args;
  const areStates = async (words: readonly string[]): Promise<boolean> => {
    if (words.length === 0 || words.length > 2) return false;
    const ends = await workspace.ends(words, args.has("staged"), { signal }).catch(() => undefined);
    return ends !== undefined;
  };
  if (operands.length < 3 || (await areStates(operands.slice(0, 1)))) return operands;
  for (const count of [2, 1]) {
    const states = operands.slice(count);
    if (await areStates(states)) return [...states, ...operands.slice(0, count)];
  }
  return operands;
}

/** Node and path are the last two operands, or the last one with a colon in between; a node alone has all that differs. */
async function find(operands: readonly string[], place: Place): Promise<Asked> {
  const last = operands.at(-1) ?? "";
  const colon = last.indexOf(":");
  const node = operands.at(-2);
  const apart = node === undefined ? undefined : await asked(operands.slice(0, -2), node, last, place);
  if (apart?.node !== undefined) return { ...apart, node: apart.node };
  if (colon > 0) {
    const [name, text] = [last.slice(0, colon), last.slice(colon + 1)];
    const joined = await asked(operands.slice(0, -1), name, text, place);
    if (joined.node !== undefined) return { ...joined, node: joined.node };
    if (apart === undefined) throw await unknownNode(name, { ends: joined.ends, operand: last }, place);
  }
  const whole = asked(operands.slice(0, -1), last, "parameters", place);
  // Where node and path are apart, the words before the last one need not be states.
  const alone = apart === undefined ? await whole : await whole.catch(() => apart);
  if (alone.node !== undefined) return { ...alone, node: alone.node };
  const { name, ends } = apart ?? alone;
  throw await unknownNode(name, { ends }, place);
}

/** A node between two states; `isLast`: no revision was given, so that the last commit counts, too. */
async function asked(words: readonly string[], name: string, text: string, { args, workspace, signal }: Place) {
  const isLast = words.length === 0 && !args.has("staged");
  const states = isLast ? (workspace.defaultRevision === "HEAD" ? ["HEAD~1", "HEAD"] : ["HEAD"]) : words;
  const ends = await workspace.ends(states, args.has("staged"), { signal });
  return { ends, node: await workspace.why(...ends, name, { signal }), name, text, isLast };
}
