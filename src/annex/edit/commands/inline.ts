import { counted } from "../../../report/text/row.ts";
import { editableFiles } from "../../../workspace/write/worktree-files.ts";
import { inlining } from "./inlining.ts";
import { carryOut, writingCommand } from "./writing.ts";

/** `heir inline CLASS`: writes the content of a class into each file that lists it. */
export const inline = writingCommand({
  examples: [
    ["heir inline ntp.web", "write what the class says where it is listed, and remove it"],
    ["heir inline ntp.web --dry-run", "print the patch instead"],
  ],
  operands: [{ name: "CLASS", kind: "class", required: true }],
  options: {},
  details: [
    "The inverse of heir extract. What a file says itself stays; classes of the class take its place in the list, its applications and " +
      "the items of its lists come before those of the file, other values come behind its keys. Comments of values go along, other " +
      "comments of the class do not.",
  ],
  async run(args, context) {
    const { signal } = context;
    const name = args.operands[0]?.replace(/^class:/, "") ?? "";
    const workspace = await context.open();
    const snapshot = await workspace.snapshot("WORKTREE", { signal });
    const inventory = await workspace.load(snapshot, { scope: "shared", signal });
    const files = await editableFiles(workspace, snapshot);
    const { plan, lists, left } = await inlining(name, { workspace, snapshot, inventory, files });
    const refused = left.map((file) => `${file} mentions ${name}, and cannot take its content`);
    const inlined = `inlined class ${name} into ${counted(lists, "file")}`;
    const done = lists === 0 ? `removed class ${name}, which no file lists` : inlined;
    return carryOut(args, context, { workspace, plan, done, refused });
  },
});
