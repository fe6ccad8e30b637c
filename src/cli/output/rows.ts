import { documentJson } from "../../encoding/json.ts";
import type { EmptyScope } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { leftOutText } from "../../report/text/left-out.ts";
import type { Row } from "../../report/text/row.ts";
import { createLegend } from "../../report/text/sign.ts";
import type { Arguments, Command, Context } from "../commands/command.ts";
import { emptyScope } from "../reading/names.ts";
import { isJson } from "../words/options.ts";

/** Prints rows for people, in a pager if they are longer than the screen. */
export async function printRows(context: Context, rows: Iterable<Row>): Promise<void> {
  context.page();
  for (const row of rows) await context.print(context.theme(row));
}

/** The same for rows with signs of changes: a terminal gets a legend of those that occur first, unless with `-q`. */
export async function printSignedRows(context: Context, rows: Iterable<Row>): Promise<void> {
  if (context.width === undefined || context.quiet) return printRows(context, rows);
  const all = [...rows];
  const legend = createLegend()(all);
  return printRows(context, legend === undefined ? all : [legend, ...all]);
}

/** Prints the result of a command, which is made in both forms, as JSON or as rows. */
export async function printResult(
  args: Arguments,
  context: Context,
  result: { data(): object; rows(): Iterable<Row> },
): Promise<void> {
  await (isJson(args) ? context.print(documentJson(result.data())) : printRows(context, result.rows()));
}

/** Prints a line to standard error for each part that an answer leaves out (rule S13). */
export function printLeftOut(context: Context, leftOut: readonly LeftOut[]): void {
  for (const left of leftOut) context.notice(leftOutText(left));
}

/** Prints the answer of a command whose one operand names nothing, as `--allow-empty` accepts: nothing, and a notice. */
export async function printEmpty(
  { command, args }: { readonly command: Command; readonly args: Arguments },
  context: Context,
  empty: EmptyScope,
): Promise<void> {
  const hasJson = command.options["format"] !== undefined && isJson(args);
  if (hasJson) await context.write(emptyText(empty));
  printLeftOut(context, [emptyScope(empty)]);
}

/** That answer as JSON. */
export function emptyText(empty: EmptyScope): string {
  return `${documentJson({ v: 1, looked_at: { left_out: [emptyScope(empty)] } })}\n`;
}
