import { terminalSafe } from "../../base/terminal-text.ts";
import { documentLines, documentRecords } from "../../encoding/document.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { comparisonData } from "../../report/data/comparison.ts";
import { comparisonRows } from "../../report/diff/comparison.ts";
import { comparisonMarkdown } from "../../report/diff/markdown.ts";
import { differingNodeNames } from "../../report/diff/nodes-only.ts";
import { porcelainRecords } from "../../report/diff/porcelain.ts";
import { statRows } from "../../report/diff/stat.ts";
import type { Arguments, Context } from "../commands/command.ts";
import { printRows } from "./rows.ts";

/** The forms in which a comparison can be printed. */
export type DiffForm = "text" | "stat" | "nodes-only" | "markdown" | "json" | "jsonl" | "porcelain";

const flags = ["stat", "nodes-only", "porcelain"] as const;
const byNul: ReadonlySet<DiffForm> = new Set(["nodes-only", "porcelain"]);

/** The choices of `--format`. */
export const diffFormats = ["text", "markdown", "json", "jsonl"] as const;

/** The form that the options choose. Throws HeirError for `-z` with a form that has no records. */
export function askedForm(args: Arguments): DiffForm {
  const format = diffFormats.find((each) => each === args.text("format"));
  const form = flags.find((each) => args.has(each)) ?? format ?? "text";
  if (args.has("z") && !byNul.has(form)) throw new HeirError("usage", "-z goes with --nodes-only or --porcelain");
  return form;
}

export interface DiffOutput {
  readonly form: DiffForm;
  readonly full: boolean;
  readonly nul: boolean;
}

/** Prints a comparison in one of the forms. */
export async function writeDiff(
  context: Context,
  comparison: Masked<Comparison>,
  { form, full, nul }: DiffOutput,
): Promise<void> {
  const width = full || context.width === undefined ? {} : { width: context.width };
  switch (form) {
    case "text":
      return printRows(context, comparisonRows(comparison, { full, ...width }));
    case "stat":
      return printRows(context, statRows(comparison, { full }));
    case "nodes-only":
      return writeNames(context, differingNodeNames(comparison), nul);
    case "markdown":
      return context.write(comparisonMarkdown(comparison));
    case "json":
      return writeAll(context, documentLines(comparisonData(comparison), "changes"));
    case "jsonl":
      return writeAll(context, documentRecords(comparisonData(comparison), "changes"));
    case "porcelain":
      return writeAll(context, porcelainRecords(comparison, { nul }));
  }
}

async function writeNames(context: Context, names: readonly string[], nul: boolean): Promise<void> {
  if (nul)
    return writeAll(
      context,
      names.map((name) => `${name}\0`),
    );
  context.page();
  for (const name of names) await context.print(terminalSafe(name));
}

async function writeAll(context: Context, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await context.write(piece);
}
