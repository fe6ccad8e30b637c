import type { MenuItem } from "../../state/menu.ts";
import { type Reduced, step, type TuiState, withOverlay } from "../../state.ts";
import type { ChangeRow } from "../../worker/rows/change-set.ts";

/** The options by the kind of change that they leave out. */
const ignoreOptions: Readonly<Record<NonNullable<ChangeRow["only"]>, string>> = {
  order: "--ignore-order",
  type: "--ignore-type-changes",
};

const PATH = "--exclude-path ";

/** The option that leaves out a path and everything below it. */
function ignoreOption(path: string): string {
  return PATH + path;
}

/** The path of such an option; undefined for others. */
function ignoredPath(option: string): string | undefined {
  return option.startsWith(PATH) ? option.slice(PATH.length) : undefined;
}

/** Whether a change is left out, by its kind or by its path. */
export function isIgnored({ only, isValue, title }: ChangeRow, ignored: ReadonlySet<string>): boolean {
  if (ignored.size === 0 || !isValue) return false;
  if (only !== undefined && ignored.has(ignoreOptions[only])) return true;
  for (let end = title.length; end > 0; end = title.lastIndexOf(":", end - 1)) {
    if (ignored.has(ignoreOption(title.slice(0, end)))) return true;
  }
  return false;
}

/** The menu of what the list of changes leaves out, with the options of `heir diff` that do the same. */
export function openIgnore(state: TuiState, row: ChangeRow | undefined): Reduced {
  const { ignored } = state.changes;
  const toggle = (key: string, text: string, option: string): MenuItem => {
    const value = `${option}${ignored.has(option) ? "  ignored" : ""}`;
    return { key, text, value, choice: { kind: "ignore", option } };
  };
  const paths = [...ignored].flatMap((option) => ignoredPath(option) ?? []);
  const items = [
    toggle("o", "changes of order in lists", ignoreOptions.order),
    toggle("t", 'type-only changes, such as "1" and 1', ignoreOptions.type),
    ...(row?.isValue === true ? [toggle("p", "this path and everything below", ignoreOption(row.title))] : []),
    ...paths.map((path, at) => toggle(String(at + 1), "this path and everything below", ignoreOption(path))),
    ...(ignored.size === 0 ? [] : [all]),
  ];
  return step(withOverlay(state, { kind: "menu", own: { title: "Ignore", items, at: 0, top: 0 } }));
}

const all: MenuItem = { key: "a", text: "show all", value: "", choice: { kind: "ignore", option: undefined } };
