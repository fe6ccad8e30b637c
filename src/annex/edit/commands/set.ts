import { momentIn } from "../../../base/moment.ts";
import { exit } from "../../../cli/commands/command.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { heirComments } from "../../../model/findings/heir-comment.ts";
import { isOfNames, printPath } from "../../../model/values/parameter-path.ts";
import type { ValuePlace } from "../../../model/values/value-place.ts";
import { counted, type Row } from "../../../report/text/row.ts";
import { placesRows } from "../report/places.ts";
import { meantNodes, planSet, type SetPlan, type ValueToSet, type WantedValue } from "../value/wanted.ts";
import { askedValue, givenValue, newOption, nowhereText, wantedOperands } from "./asked-value.ts";
import { carryOut, writingCommand } from "./writing.ts";

/** The most places that are listed where none is exact. */
const MOST_LISTED = 10;

/** `heir set NODES PATH VALUE`: writes a value at the best place. */
export const set = writingCommand({
  examples: [
    ["heir set class:role.db ntp:server ntp9.example.org", "at the place that heir place lists first"],
    ["heir set web1 dns '[192.0.2.9]' --dry-run", "print the patch instead"],
    ["heir set web1 classes:tls", "give it a class: a name has no VALUE"],
    ["heir set all db:password -", "read a secret from standard input"],
  ],
  operands: [...wantedOperands, { name: "VALUE", kind: "text" }],
  options: {
    in: { kind: "text", value: "FILE", summary: "write to this file, from the inventory folder" },
    until: { kind: "text", value: "'DATE (REASON)'", summary: "give the line an end: heir check reports it then" },
    also: { kind: "selector", value: "NODES", summary: "other nodes that may change, too" },
    ...newOption,
  },
  details: [
    "NODES, PATH and VALUE are those of heir place. The first place is written if every wanted node gets the value there and " +
      "no other node changes; else the places are listed. If all have the value already, nothing is written. A name of a list, " +
      "such as classes:tls or applications:motd, has no VALUE.",
  ],
  async run(args, context) {
    const until = checkedEnd(args.text("until"));
    const asked = await askedValue(args, context, args.has("new"));
    if (asked === undefined) return exit.unresolved;
    const { workspace, nodes, path } = asked;
    const source = await givenValue(args.operands[2]);
    const others = args.text("also");
    const also = others === undefined ? [] : await meantNodes(others, [asked], context);
    const file = args.text("in");
    const found = await planSet(asked, { source, until, file, also }, context);
    const { plan, outcome } = found;
    const count = counted(nodes.length, "node");
    const already = isOfNames(path)
      ? `${counted(nodes.length, "node has", "nodes have")} ${printPath(path)}`
      : `${printPath(path)} has this value on ${count}`;
    const done = outcome === "already" ? `nothing to do: ${already}` : `set ${printPath(path)} on ${count}`;
    const refused = outcome === "none" ? whyNone(found, { until, file }, asked) : [];
    return carryOut(args, context, { workspace, plan, done, refused });
  },
});

/** Throws HeirError for what is not a date that exists, with a reason. */
function checkedEnd(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const file = { path: "", blob: "", text: `# heir: until ${text}` };
  const [comment] = heirComments(file, "until");
  const isWhole = comment?.span.end === file.text.length && comment.reason !== undefined;
  if (isWhole && momentIn(comment.subject) !== undefined) return text;
  throw new HeirError("usage", `invalid --until "${text}"`, "write '2026-11-30 (reason)', or a time with its zone");
}

/** Why nothing is written where no place is exact: the best places, or why there is none. */
function whyNone(
  { places, search }: SetPlan,
  { until, file }: Pick<ValueToSet, "until" | "file">,
  wanted: WantedValue,
): readonly (Row | string)[] {
  if (places.length > 0) return listed(places);
  const path = printPath(wanted.path);
  if (until !== undefined) return [`no place: an end of the line of ${path} would be about more than that`];
  return [file === undefined ? nowhereText(wanted.path) : noPlace(search, file, wanted)];
}

function listed(places: readonly ValuePlace[]): readonly (Row | string)[] {
  const others = new Set(places[0]?.also);
  const named = [...others].slice(0, MOST_LISTED).join(", ");
  const why = others.size === 0 ? "no place is exact" : `no place is exact; the first also changes ${named}`;
  return [...placesRows(places.slice(0, MOST_LISTED)), why];
}

/** Why a file is no place: no layer of a wanted node, or its text cannot say the value and nothing else. */
function noPlace(search: SetPlan["search"], file: string, { nodes }: WantedValue): string {
  const line = search.lineIn(file);
  if (line !== undefined) return `${line.file}:${line.line} cannot be edited without changing something else`;
  const names = nodes.slice(0, MOST_LISTED).map(({ name }) => name);
  if (search.isLayer(file)) return `${file} cannot say the value: something else is in the way`;
  return `${file} is no layer of ${names.join(", ")}`;
}
