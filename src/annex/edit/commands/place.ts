import { type Command, exit } from "../../../cli/commands/command.ts";
import { printResult } from "../../../cli/output/rows.ts";
import { formatOptions } from "../../../cli/words/options.ts";
import { editableFiles } from "../../../workspace/write/worktree-files.ts";
import { placesData, placesRows } from "../report/places.ts";
import { placeSearch, wantedSource } from "../value/wanted.ts";
import { askedValue, givenValue, newOption, nowhereText, wantedOperands } from "./asked-value.ts";

const MOST_LISTED = 10;

/** Stands for a value that is not known yet. */
const ANY_VALUE = "VALUE";

/** `heir place NODES PATH [VALUE]`: where a value could be written. */
export const place: Command = {
  examples: [
    ["heir place class:role.db ntp:server ntp9.example.org", "where to write it so that these nodes get it"],
    ["heir place web1 dns '[192.0.2.9]' --json", "the same for programs, with the edits"],
  ],
  operands: [...wantedOperands, { name: "VALUE", kind: "text" }],
  options: {
    ...newOption,
    all: { kind: "flag", summary: `list all places, not only the ${MOST_LISTED} best` },
    ...formatOptions("text", "json"),
  },
  refusesEmpty: true,
  details: [
    "NODES is a selector (heir help selectors). VALUE is YAML as in a file, and the value that the " +
      "nodes are to have in the end: a list or mapping that would be merged gets ~ before its key. - reads it from standard " +
      "input. Without VALUE a text is tried.",
    "hit counts the wanted nodes that get the value, missed those that do not, also the others that change. All three are " +
      "found by resolving with the new text. > is before a place that reaches all that is wanted and nothing else. Nothing is " +
      "written.",
  ],
  exits: { 3: "a node does not resolve" },
  async run(args, context) {
    const asked = await askedValue(args, context, args.has("new"));
    if (asked === undefined) return exit.unresolved;
    const { workspace, snapshot, nodes, path } = asked;
    const source = wantedSource(path, await givenValue(args.operands[2]), ANY_VALUE);
    const files = await editableFiles(workspace, snapshot);
    const search = placeSearch(asked, { source, files, signal: context.signal });
    const all = await search.all(args.has("all") ? "all" : "enough");
    const places = args.has("all") ? all : all.slice(0, MOST_LISTED);
    const found = { path, nodes: nodes.map(({ name }) => name), places };
    await printResult(args, context, { data: () => placesData(found), rows: () => placesRows(places) });
    if (all.length === 0) context.note(nowhereText(path));
    if (all.length > places.length) context.note(`and ${all.length - places.length} more (--all lists them)`);
    return exit.ok;
  },
};
