import { type Command, exit } from "../../../cli/commands/command.ts";
import { formatOptions, isJson } from "../../../cli/words/options.ts";
import { documentJson } from "../../../encoding/json.ts";
import { counted } from "../../../report/text/row.ts";
import { doneEdits, editedPlace, finishEdit, type UndoneEdit, undoEdit } from "../write.ts";

/** `heir undo`: takes back the last edit that was not taken back, or ends one that was interrupted. */
export const undoCommand: Command = {
  examples: [
    ["heir undo", "the files, folders and index as they were before the last edit"],
    ["heir undo --list", "the edits that can be taken back, the last one first"],
    ["heir undo --finish", "complete an edit that was interrupted"],
  ],
  operands: [],
  options: {
    list: { kind: "flag", summary: "list the edits that can be taken back, and change nothing" },
    finish: { kind: "flag", summary: "complete the edit that was interrupted, instead of taking it back" },
    ...formatOptions("text", "json"),
  },
  exclusive: [["list", "finish"]],
  details: [
    "The last 20 edits can be taken back one after the other, whatever was committed meanwhile. Exits with 2, and changes nothing, if " +
      "there is no edit, or if one of its files has changed since.",
    "An edit is interrupted if heir or the machine stops while it is written. Until it is taken back or completed, every " +
      "command that reads the work tree exits with 2.",
  ],
  async run(args, context) {
    const place = editedPlace(await context.states());
    if (args.has("list")) {
      const edits = doneEdits(place);
      if (isJson(args)) {
        const listed = edits.map(({ claim, files }) => ({ claim, files }));
        await context.print(documentJson({ v: 1, edits: listed }));
      } else for (const edit of edits) await context.print(editText(edit));
      return exit.ok;
    }
    const isFinished = args.has("finish");
    const edit = await (isFinished ? finishEdit(place) : undoEdit(place));
    const { claim, files } = edit;
    const data = { v: 1, edit: isFinished ? "finish" : "undo", claim, written: true, files };
    const text = `${isFinished ? "completed" : "undone"}: ${editText(edit)}`;
    await context.print(isJson(args) ? documentJson(data) : text);
    return exit.ok;
  },
};

/** `set ntp:server on 2 nodes (1 file)` */
function editText({ claim, verb = "", files }: UndoneEdit): string {
  const deed = claim.startsWith("only ") ? `${verb} ${claim.slice("only ".length)}`.trim() : claim;
  const made = deed.startsWith(verb) ? deed : `${verb}: ${deed}`;
  return `${made} (${counted(files.length, "file")})`;
}
