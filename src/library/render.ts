import { HeirError } from "../model/findings/failure.ts";
import type { PageMaker } from "../model/results/evidence.ts";
import { comparisonRows } from "../report/diff/comparison.ts";
import { checkedBytes, comparisonMarkdown } from "../report/diff/markdown.ts";
import { rowText } from "../report/text/row.ts";
import { type DiffSource, sourceOf } from "./diff.ts";
import { maskedResult } from "./node-result.ts";
import type { NodeResult, PlainDiff, PlainInventory, RenderOptions, RenderPageOptions, SecretsShown } from "./types.ts";

/** A diff in a form: text at once, a page later, by what makes pages. Throws as `render` of the library does. */
export function rendered(
  diff: PlainDiff,
  options: RenderOptions | RenderPageOptions,
  loadPage: () => Promise<PageMaker>,
): string | Promise<string> {
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
      return page(diff, options, loadPage);
  }
}

function checkedSource(diff: PlainDiff, options: SecretsShown): DiffSource {
  const source = sourceOf(diff);
  if (source === undefined) throw new HeirError("usage", "render takes a result of diff, not a copy of one");
  if (source.secrets === "mask" || options.secrets === "show") return source;
  const hint = 'render it with { secrets: "show" }, or compare without';
  throw new HeirError("usage", "the diff was made with its secrets shown", hint);
}

async function page(diff: PlainDiff, options: RenderPageOptions, loadPage: () => Promise<PageMaker>): Promise<string> {
  const { comparison, clean, evidence } = checkedSource(diff, options);
  const maker = await loadPage();
  const link = options.link === undefined ? {} : { link: maker.checkedLink("link", options.link) };
  const found = await evidence(comparison, { signal: options.signal });
  return maker.comparisonPage(comparison, { evidence: found, clean, ...link });
}

/** As `mask` of the library. */
export function maskedCopy(result: NodeResult | PlainInventory): NodeResult | PlainInventory {
  const masked = "ok" in result && !result.ok ? result : maskedResult(result);
  if (masked !== undefined) return masked;
  throw new HeirError("usage", "mask takes a result of resolve, resolveAll or inventory, not a copy of one");
}
