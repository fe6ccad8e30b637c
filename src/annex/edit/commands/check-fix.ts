import type { Arguments, Context, ExitCode } from "../../../cli/commands/command.ts";
import { isOnRequest } from "../../../model/findings/codes.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { placeOf } from "../../../model/values/value.ts";
import { counted } from "../../../report/text/row.ts";
import { checkExcused } from "../../../workspace/check/baseline.ts";
import { editableFiles } from "../../../workspace/write/worktree-files.ts";
import { type Fix, fixableCodes, fixedCodes, fixesOf, plannedFixes } from "./fixes.ts";
import { carryOut } from "./writing.ts";

/** `heir check --fix`: takes out what findings say is without effect, and proves that nothing changes. */
export async function fixFindings(args: Arguments, context: Context): Promise<ExitCode> {
  if (args.operands.length > 0) throw new HeirError("usage", "--fix edits the work tree", "leave out the revision");
  const codes = codesOf(args);
  const { signal, progress } = context;
  const workspace = await context.open();
  const snapshot = await workspace.snapshot("WORKTREE", { signal });
  const infos = codes.some((code) => isOnRequest(code));
  const { findings } = await checkExcused(workspace, snapshot, { signal, progress, infos });
  const wanted = findings.filter(({ diagnostic: { code } }) => codes.some((each) => each === code));
  const inventory = await workspace.load(snapshot, { scope: "shared", signal });
  const files = await editableFiles(workspace, snapshot);
  const allowUnresolved = args.has("allow-unresolved");
  const scope = { workspace, snapshot, inventory, files, allowUnresolved, signal };
  const { plan, fixes, left } = await plannedFixes(fixesOf(wanted.map(({ diagnostic }) => diagnostic)), scope);
  const count = counted(fixes.length, "finding");
  const done = fixes.length === 0 ? "nothing to fix" : `fixed ${count}`;
  const isRefused = fixes.length === 0 && left.length > 0;
  const refused = isRefused ? left.map(notFixed) : [];
  const code = await carryOut(args, context, { workspace, plan, done, refused });
  if (!isRefused) for (const fix of left) context.note(notFixed(fix));
  return code;
}

/** Throws HeirError for a code that has no fix. */
function codesOf(args: Arguments): (typeof fixableCodes)[number][] {
  const only = args.list("only");
  const other = only.find((code) => !fixableCodes.some((each) => each === code));
  if (other !== undefined) {
    throw new HeirError("usage", `${other} has no fix`, `--fix goes with ${fixableCodes.join(", ")}`);
  }
  const skip = new Set(args.list("skip"));
  const wanted: readonly string[] = only.length > 0 ? only : fixedCodes;
  return fixableCodes.filter((code) => wanted.includes(code) && !skip.has(code));
}

function notFixed({ finding: { code, span, message } }: Fix): string {
  const place = span === undefined ? "" : ` ${span.file.path}:${placeOf(span).line}`;
  return `not fixed: ${code}${place}  ${message}: without it, something else would change`;
}
