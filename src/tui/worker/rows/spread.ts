import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { sourceText } from "../../../report/diff/parts.ts";
import { counted, inlineValue, nodeSet, plainText, type Row, segment } from "../../../report/text/row.ts";
import { signPart } from "../../../report/text/sign.ts";
import { nodesIn, type Spread, signOf } from "../../../report/values/spread.ts";
import type { ChangeRow } from "./block-rows.ts";

/** `ntp:server  A: "ntp1" (6 nodes)  B: "ntp1" (5 nodes), "ntp2" (1 node)`. */
export function spreadRow(spread: Spread, indexesOf: (names: readonly string[]) => Uint32Array): ChangeRow {
  const { path, sides } = spread;
  const sign = signOf(spread);
  const names = new Set(sides.flatMap((side) => side.flatMap(({ nodes }) => nodes)));
  const [first] = [...sides[1], ...sides[0]];
  return {
    id: `${sign} ${printPath(path)}`,
    block: 0,
    sign,
    title: printPath(path),
    isValue: true,
    row: [
      signPart(sign),
      segment("path", printPath(path), "path"),
      segment("removed", `  A: ${textOfSide(spread, 0)}`, "old"),
      segment("added", `  B: ${textOfSide(spread, 1)}`, "new"),
    ],
    isGone: false,
    nodes: indexesOf([...names]),
    cause: "",
    place: first === undefined ? "" : sourceText(first.value),
  };
}

const LONGEST = 60;
const MOST_VALUES = 3;

function textOfSide({ sides, unset }: Spread, at: 0 | 1): string {
  const side = sides[at];
  if (side.length === 0) return "not set";
  const shown = side.slice(0, MOST_VALUES);
  const more = side.slice(MOST_VALUES);
  return [
    ...shown.map(({ value, nodes }) => `${inlineValue(value, LONGEST)} (${counted(nodes.length, "node")})`),
    ...(more.length === 0 ? [] : [`${counted(more.length, "other value")} (${counted(nodesIn(more), "node")})`]),
    ...(unset[at] === 0 ? [] : [`not set (${counted(unset[at], "node")})`]),
  ].join(", ");
}

/** A path and each value of both sets with its nodes. */
export interface SpreadRows {
  readonly path: ParameterPath;
  readonly rows: readonly Row[];
}

/** The values at a path as rows, below the name of each set. */
export function spreadRows({ path, sides, unset }: Spread, names: readonly [string, string]): SpreadRows {
  const rows = ([0, 1] as const).flatMap((at): readonly Row[] => [
    [segment("title", `${at === 0 ? "A" : "B"}  ${names[at]}`)],
    ...sides[at].map(({ value, nodes }): Row => {
      return [
        plainText("   "),
        segment("value", inlineValue(value, LONGEST)),
        segment("muted", "  on  "),
        ...nodeSet(nodes, { full: true }),
      ];
    }),
    ...(unset[at] === 0 ? [] : [[segment("muted", `   not set on ${counted(unset[at], "node")}`)]]),
    [],
  ]);
  return { path, rows };
}
