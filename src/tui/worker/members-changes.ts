import { quotedName } from "../../base/name-set.ts";
import type { SecretsChoice } from "../../model/secrets/masked.ts";
import { readPathAndValue } from "../../model/selector/read.ts";
import { counted } from "../../report/text/inline.ts";
import { segment } from "../../report/text/row.ts";
import { SharedValues, type Spread, spreads } from "../../report/values/spread.ts";
import { shownValues, wholeNode } from "../../workspace/load/node-value.ts";
import { Pace } from "../../workspace/load/pace.ts";
import { pathTest } from "../../workspace/scope/path-test.ts";
import type { CompareOptions, Workspace } from "../../workspace/workspace.ts";
import { comparedKey, type MembersTarget } from "../state/compared.ts";
import { NodeIndexes, type Sign, signPart } from "./rows/block-rows.ts";
import type { ChangeSet, Ends, SeenChanges } from "./rows/change-set.ts";
import { spreadRow, spreadRows } from "./rows/spread.ts";

interface MembersWork {
  readonly workspace: Workspace;
  /** The state twice. */
  readonly ends: Ends;
  readonly secrets: SecretsChoice;
  readonly names: readonly string[];
  readonly options: CompareOptions;
}

/** How the nodes of two groups or two classes differ in one state: the values that only one of them has. */
export async function membersChanges(
  target: MembersTarget,
  { workspace, ends, secrets, names, options }: MembersWork,
): Promise<SeenChanges> {
  const inventory = await workspace.load(ends[1], { signal: options.signal });
  const shown = shownValues([inventory], secrets);
  const sides = [new SharedValues(), new SharedValues()] as const;
  const list = target.of === "class" ? "classes" : "groups";
  const tests = target.names.map((name) => pathTest(readPathAndValue(`${list}=${quotedName(name)}`), "with"));
  const pace = new Pace(options, names.length);
  let [done, failing] = [0, 0];
  for (const { name, node } of workspace.resolve(inventory, names)) {
    await pace.step(done);
    done += 1;
    if (node === undefined) failing += 1;
    const whole = node && wholeNode(inventory, node);
    if (whole === undefined) continue;
    const seen = shown(whole, []);
    for (const [at, side] of sides.entries()) if (tests[at]?.found(whole, seen)[0] !== undefined) side.add(name, seen);
  }
  const found = spreads(...sides);
  const about = sides.map(({ count }, at) => `${"AB"[at]} is ${target.names[at]}, ${counted(count, "node")}`);
  const left = failing === 0 ? "" : `; not compared: ${counted(failing, "node")} that fail`;
  const set = setOf(target, found, `${target.of}: ${about.join("; ")}${left}`);
  return { set, spreads: found.map((spread) => spreadRows(spread, target.names)), ends };
}

/** The paths as changes of one block, which says what is compared. */
function setOf(target: MembersTarget, found: readonly Spread[], text: string): ChangeSet {
  const indexes = new NodeIndexes([]);
  const changes = found.map((spread) => spreadRow(spread, (each) => indexes.of(each)));
  const nodes = indexes.all;
  const count = (sign: Sign): number => changes.filter((row) => row.sign === sign).length;
  const counts = { nodes: nodes.length, changed: count("~"), added: count("+"), removed: count("-") };
  const summary = changes.length === 0 ? `the same values; ${text}` : `${counted(changes.length, "path")}; ${text}`;
  const [from, to] = target.names;
  return {
    key: comparedKey(target),
    isOfCommit: false,
    from,
    to,
    subject: undefined,
    counts: { ...counts, failing: 0, resolving: 0, unknown: 0 },
    nodes,
    blocks: [
      {
        ...{ id: text, sign: "~", text, nodes: indexes.of(nodes), places: [] },
        row: [signPart("~"), segment("title", text, "path")],
        rows: [[segment("muted", summary)]],
      },
    ],
    changes,
    files: [],
    summary,
  };
}
