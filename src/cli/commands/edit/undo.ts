import { takeBack } from "../../../edit/apply.ts";
import type { UndoneEdit } from "../../../edit/write.ts";
import { documentJson } from "../../../encoding/json.ts";
import { counted } from "../../../report/text/count.ts";
import { exit } from "../../exit.ts";
import { formatOptions, isJson } from "../../words/options.ts";
import type { Command } from "../command.ts";

/** `heir undo`: takes back the last edit, or ends one that was interrupted. */
export const undo: Command = {
  examples: [
    { line: "heir undo", meaning: "the files, folders and index as they were before the last edit" },
    { line: "heir undo --finish", meaning: "complete an edit that was interrupted" },
  ],
  operands: [],
  options: {
    finish: { kind: "flag", summary: "complete the edit that was interrupted, instead of taking it back" },
    ...formatOptions("text", "json"),
  },
  details: [
    "Exits with 2, and changes nothing, if there is no edit, or if one of its files has changed since. Only the last edit can " +
      "be taken back: what is older is in git.",
    "An edit is interrupted if heir or the machine stops while it is written. Until it is taken back or completed, every " +
      "command that reads the work tree exits with 2.",
  ],
  async run(args, context) {
    const isFinished = args.has("finish");
    const edit = await takeBack(await context.states(), isFinished);
    await context.print(isJson(args) ? documentJson(undoData(edit, isFinished)) : undoText(edit, isFinished));
    return exit.ok;
  },
};

function undoData({ claim, files }: UndoneEdit, isFinished: boolean): object {
  return { v: 1, edit: isFinished ? "finish" : "undo", claim, written: true, files };
}

function undoText({ claim, files }: UndoneEdit, isFinished: boolean): string {
  return `${isFinished ? "completed" : "took back"} ${claim}: ${counted(files.length, "file")}`;
}
