import { HeirError } from "../model/findings/failure.ts";
import { comparisonRows } from "../report/diff/comparison.ts";
import { checkedBytes, comparisonMarkdown } from "../report/diff/markdown.ts";
import { rowText } from "../report/text/row.ts";
import { sourceOf } from "./diff.ts";
import type { PlainDiff, RenderOptions } from "./types.ts";

/**
 * A diff as `heir diff` prints it, as text or as the comment of a pull request. Throws HeirError for anything else than a
 * result of `diff`, for one that was made with secrets shown unless the options say `show` too, for the number of a block that
 * is not there, and for fewer than 2,000 bytes.
 */
export function render(diff: PlainDiff, options: RenderOptions): string {
  const source = sourceOf(diff);
  if (source === undefined) throw new HeirError("usage", "render takes a result of diff, not a copy of one");
  const { comparison, command, secrets } = source;
  if (secrets === "show" && options.secrets !== "show") {
    const hint = 'render it with { secrets: "show" }, or compare without';
    throw new HeirError("usage", "the diff was made with its secrets shown", hint);
  }
  switch (options.format) {
    case "text": {
      const { full = false, block } = options;
      const rows = comparisonRows(comparison, { full, command, ...(block !== undefined && { block }) });
      return Array.from(rows, (row) => `${rowText(row)}\n`).join("");
    }
    case "markdown": {
      const { maxBytes } = options;
      const limit = maxBytes === undefined ? {} : { maxBytes: checkedBytes("maxBytes", maxBytes) };
      return comparisonMarkdown(comparison, limit);
    }
  }
}
