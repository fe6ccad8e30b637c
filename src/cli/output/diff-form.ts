import { documentLines, documentRecords } from "../../encoding/json.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import { type Comparison, differingNodes, type ReviewedComparison } from "../../model/results/comparison.ts";
import type { Evidence, PageMaker } from "../../model/results/evidence.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { comparisonData } from "../../report/data/comparison.ts";
import { comparisonRows, statRows } from "../../report/diff/comparison.ts";
import { comparisonMarkdown } from "../../report/diff/markdown.ts";
import { differingNodeNames, newlyFails, notCompared } from "../../report/diff/summary.ts";
import { plainText } from "../../report/text/row.ts";
import { withBlocks } from "../../workspace/evidence/reviewed.ts";
import { type Arguments, type Context, type ExitCode, exit } from "../commands/command.ts";
import { printRows, printSignedRows } from "./rows.ts";

type DiffForm = "text" | "stat" | "nodes-only" | "markdown" | "html" | "json" | "jsonl";

const flags = ["stat", "nodes-only"] as const;

export const diffFormats = ["text", "markdown", "html", "json", "jsonl"] as const;

/** The form that the options choose. Throws HeirError for `--block` with one that is no text. */
export function askedDiffForm(args: Arguments): DiffForm {
  const format = diffFormats.find((each) => each === args.text("format"));
  const form = flags.find((each) => args.has(each)) ?? format ?? "text";
  if (args.number("block") !== undefined && form !== "text") {
    throw new HeirError("usage", "--block goes with text only", "--format html and --json have every block in full");
  }
  return form;
}

export interface DiffOutput {
  readonly form: DiffForm;
  readonly full: boolean;
  /** The command line that compares the same states. */
  readonly command: string;
  /** Of text: only this block. */
  readonly block?: number;
  /** Of markdown. */
  readonly maxBytes?: number;
  /** Of html, which has them: what is behind the values, the addresses of files, and what makes the page. */
  readonly evidence?: (comparison: Masked<ReviewedComparison>) => Promise<Masked<Evidence>>;
  readonly link?: string;
  readonly page?: () => Promise<PageMaker>;
}

/** Prints a comparison in one of the forms. */
export async function writeDiff(context: Context, comparison: Masked<Comparison>, output: DiffOutput): Promise<void> {
  const { form, full, command, block, maxBytes } = output;
  const width = full || context.width === undefined ? {} : { width: context.width };
  switch (form) {
    case "text":
      return printSignedRows(context, comparisonRows(withBlocks(comparison), { full, command, ...width, block }));
    case "stat":
      return printRows(context, statRows(withBlocks(comparison), { full }));
    case "nodes-only":
      return printRows(
        context,
        differingNodeNames(comparison).map((name) => [plainText(name)]),
      );
    case "markdown":
      return context.write(comparisonMarkdown(withBlocks(comparison), maxBytes === undefined ? {} : { maxBytes }));
    case "html":
      return writePage(context, withBlocks(comparison), output);
    case "json":
      return writeAll(context, documentLines(comparisonData(withBlocks(comparison)), "changes"));
    case "jsonl":
      return writeAll(context, documentRecords(comparisonData(withBlocks(comparison)), "changes"));
  }
}

async function writePage(context: Context, comparison: Masked<ReviewedComparison>, output: DiffOutput) {
  const { evidence, link, page } = output;
  const [maker, found] = [await page?.(), await evidence?.(comparison)];
  if (maker === undefined || found === undefined) throw new InvariantError("a page is made with its evidence");
  const { clean } = context;
  await context.writeCleaned(await maker.comparisonPage(comparison, { evidence: found, link, clean }));
}

async function writeAll(context: Context, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await context.write(piece);
}

/** What `heir diff --exit-code` ends with: if nodes could not be compared, the result is neither "equal" nor "different". */
export function diffVerdict(context: Pick<Context, "note">, comparison: Comparison): ExitCode {
  const { newlyFailing, stillFailing } = comparison.nodes;
  const failing = [...newlyFails(newlyFailing.length), ...notCompared(stillFailing.length, "node")];
  if (failing.length > 0) {
    context.note(failing.join("; "));
    return exit.unresolved;
  }
  // Of an index with conflicts not all is compared, whatever the nodes in scope need.
  if (comparison.lookedAt.leftOut.some(({ kind }) => kind === "unmerged")) return exit.unresolved;
  const isUnpaired = (comparison.sideBySide?.unpaired.length ?? 0) > 0;
  return isUnpaired || differingNodes(comparison).size > 0 ? exit.findings : exit.ok;
}
