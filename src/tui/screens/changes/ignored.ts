import type { ChangeRow } from "../../worker/rows/block-rows.ts";

/** What lists of changes leave out: options of `heir diff`. */
export type Ignored = ReadonlySet<string>;

/** The options by the kind of change that they leave out. */
export const ignoreOptions: Readonly<Record<NonNullable<ChangeRow["only"]>, string>> = {
  order: "--ignore-order",
  type: "--ignore-type-changes",
};

const PATH = "--exclude-path ";

/** The option that leaves out a path and everything below it. */
export function ignoreOption(path: string): string {
  return PATH + path;
}

/** The path of such an option; undefined for others. */
export function ignoredPath(option: string): string | undefined {
  return option.startsWith(PATH) ? option.slice(PATH.length) : undefined;
}

/** Whether a change is left out, by its kind or by its path. */
export function isIgnored({ only, isValue, title }: ChangeRow, ignored: Ignored): boolean {
  if (ignored.size === 0 || !isValue) return false;
  if (only !== undefined && ignored.has(ignoreOptions[only])) return true;
  for (let end = title.length; end > 0; end = title.lastIndexOf(":", end - 1)) {
    if (ignored.has(ignoreOption(title.slice(0, end)))) return true;
  }
  return false;
}
