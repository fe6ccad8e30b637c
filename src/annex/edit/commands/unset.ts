import { exit } from "../../../cli/commands/command.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { counted } from "../../../report/text/row.ts";
import { planUnset } from "../value/wanted.ts";
import { askedValue, wantedOperands } from "./asked-value.ts";
import { carryOut, leftText, writingCommand } from "./writing.ts";

/** `heir unset NODES PATH`: takes out the lines that say a value for these nodes alone. */
export const unsetCommand = writingCommand({
  examples: [
    ["heir unset web1 ntp:server", "the node gets what its classes say"],
    ["heir unset class:role.db ntp --dry-run", "print the patch instead"],
  ],
  operands: wantedOperands,
  options: {
    in: { kind: "text", value: "FILE", summary: "only the line of this file, from the inventory folder" },
  },
  details: [
    "Takes out the lines that say PATH and reach these nodes alone. A mapping that becomes empty goes with them. If the value " +
      "comes from elsewhere then, that is printed. null is a value: heir set writes it. A name that " +
      "comes from other lines, too, is taken out with ~ in the nodes' own files.",
  ],
  async run(args, context) {
    const asked = await askedValue(args, context);
    if (asked === undefined) return exit.unresolved;
    const { workspace, nodes, path } = asked;
    const { plan, found } = await planUnset(asked, args.text("in"), context);
    const what = `${printPath(path)} on ${counted(nodes.length, "node")}`;
    const nothing = found.edits.length === 0;
    const done = nothing ? `nothing to do: no line says ${what}` : `unset ${what}`;
    const origins = [...found.origins].map(([place, names]) => {
      return `${printPath(path)} comes from ${place} then, on ${counted(names.length, "node")}`;
    });
    const why = found.left.length > 0 ? found.left.map(leftText) : origins;
    const refused = found.isRefused ? why : [];
    const code = await carryOut(args, context, { workspace, plan, done, refused });
    if (code === exit.ok) for (const each of origins) context.note(each);
    return code;
  },
});
