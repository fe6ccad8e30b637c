import { counted } from "../../../report/text/row.ts";
import { planMv } from "../rename/rename.ts";
import { alwaysAnError } from "../value/wanted.ts";
import { carryOut, writingCommand } from "./writing.ts";

/** `heir mv OLD NEW`: gives a thing of the inventory another name, everywhere. */
export const mv = writingCommand({
  examples: [
    ["heir mv class:ntp time", "rename a class: its file, and every mention"],
    ["heir mv 'class:role.*' 'roles.*'", "move all classes below role"],
    ["heir mv path:ntp:server ntp:host", "rename a key in every layer and reference"],
    ["heir mv node:web1 www1 --dry-run", "print the patch instead"],
  ],
  operands: [
    { name: "OLD", says: "a class, group, node, property or path", kind: "text", required: true },
    { name: "NEW", says: "the new name", kind: "text", required: true },
  ],
  options: {},
  details: [
    "OLD is KIND:NAME; the kind can be left out if only one kind has the name. Kinds are class, node, group, path, " +
      "application, technique, directive and rule; of a path, only the last key can differ. Comments and texts that hold the name stay as they are, and are listed.",
  ],
  async run(args, context) {
    const { signal } = context;
    const [old = "", now = ""] = args.operands;
    const workspace = await context.open();
    const { plan, renames } = await planMv(workspace, [old, now], { signal }).catch(alwaysAnError);
    const [{ kind, from, to }, ...more] = renames;
    const one = `${kind} ${from} to ${to}`;
    const done = `renamed ${more.length === 0 ? one : counted(renames.length, "class", "classes")}`;
    return carryOut(args, context, { workspace, plan, done });
  },
});
