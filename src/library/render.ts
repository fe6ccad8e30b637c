import { HeirError } from "../model/findings/failure.ts";
import { comparisonRows } from "../report/diff/comparison.ts";
import { checkedBytes, comparisonMarkdown } from "../report/diff/markdown.ts";
import { checkedLink } from "../report/page/file-link.ts";
import { rowText } from "../report/text/row.ts";
import { type DiffSource, sourceOf } from "./diff.ts";
import { maskedResult } from "./node-result.ts";
import type { NodeResult, PlainDiff, PlainInventory, RenderOptions, RenderPageOptions, SecretsShown } from "./types.ts";

/**
 * A diff as `heir diff` prints it: text or a pull request's comment at once, a page later, with the repository open.
 * Throws HeirError, or rejects with it, for no result of `diff`, one with secrets shown unless the options say `show`
 * too, a block that is not there, fewer than 2,000 bytes, and a link that is no address.
 */
export function render(diff: PlainDiff, options: RenderOptions): string;
export function render(diff: PlainDiff, options: RenderPageOptions): Promise<string>;
export function render(diff: PlainDiff, options: RenderOptions | RenderPageOptions): string | Promise<string>;
export function render(diff: PlainDiff, options: RenderOptions | RenderPageOptions): string | Promise<string> {
  switch (options.format) {
    case "text": {
      const { comparison, command, clean } = checkedSource(diff, options);
      const { full = false, block } = options;
      const rows = comparisonRows(comparison, { full, command, block });
      return clean(Array.from(rows, (row) => `${rowText(row)}\n`).join(""));
    }
    case "markdown": {
      const { comparison, clean } = checkedSource(diff, options);
      const { maxBytes } = options;
      const limit = maxBytes === undefined ? {} : { maxBytes: checkedBytes("maxBytes", maxBytes) };
      return clean(comparisonMarkdown(comparison, limit));
    }
    case "html":
      return page(diff, options);
  }
}

function checkedSource(diff: PlainDiff, options: SecretsShown): DiffSource {
  const source = sourceOf(diff);
  if (source === undefined) throw new HeirError("usage", "render takes a result of diff, not a copy of one");
  if (source.secrets === "mask" || options.secrets === "show") return source;
  const hint = 'render it with { secrets: "show" }, or compare without';
  throw new HeirError("usage", "the diff was made with its secrets shown", hint);
}

/** The page is loaded only when it is asked for, and with it its script and style. */
async function page(diff: PlainDiff, options: RenderPageOptions): Promise<string> {
  const { comparison, clean, evidence } = checkedSource(diff, options);
  const link = options.link === undefined ? {} : { link: checkedLink("link", options.link) };
  const [{ comparisonPage }, found] = await Promise.all([
    import("../report/page/page.ts"),
    evidence(comparison, { signal: options.signal }),
  ]);
  return comparisonPage(comparison, { evidence: found, clean, ...link });
}

/**
 * A copy of a result with `(secret)` for each secret, also in what its functions return. A node that does not resolve
 * has no values. Throws HeirError for anything but a result of `resolve`, `resolveAll` or `inventory`.
 */
export function mask(result: NodeResult): NodeResult;
export function mask(result: PlainInventory): PlainInventory;
export function mask(result: NodeResult | PlainInventory): NodeResult | PlainInventory {
  const masked = "ok" in result && !result.ok ? result : maskedResult(result);
  if (masked !== undefined) return masked;
  throw new HeirError("usage", "mask takes a result of resolve, resolveAll or inventory, not a copy of one");
}
