import { displayWidth } from "../../report/align.ts";
import { type Binding, bindings, isOn, keyName, type Section } from "../keymap.ts";
import type { Size } from "../layout.ts";
import { cell, type Line, plain, span } from "../line.ts";
import type { ScreenName } from "../state/state.ts";
import { drawPane } from "./pane.ts";

const TITLES: Readonly<Record<Section, string>> = { move: "Move", look: "Look", act: "Act" };

/** What is known of the signs on each screen. */
const REMARKS: readonly string[] = [
  "+ added  - removed  ~ changed  > renamed  ! newly fails  * resolves again",
  "Numbers of a commit: nodes touched, values, nodes that newly fail; · nothing, … computing.",
  "Nothing in heir tui writes to your repository without asking first.",
];

/** The keys that match what was typed, those of this screen first. */
export function helpLines(search: string, screen: ScreenName): readonly Line[] {
  const word = search.toLowerCase();
  const found = bindings.filter((each) => textOf(each).toLowerCase().includes(word));
  const here = found.filter((each) => isOn(each, screen));
  const elsewhere = found.filter((each) => !isOn(each, screen));
  const width = Math.max(0, ...found.map((each) => displayWidth(keysOf(each))));
  const sections = Object.entries(TITLES).flatMap(([section, title]): readonly Line[] => {
    return group(
      title,
      here.filter((each) => each.section === section),
      width,
    );
  });
  const other = group("On other screens", elsewhere, width);
  const remarks = word === "" ? [[], ...REMARKS.map((text) => [span("muted", text)])] : [];
  return found.length === 0
    ? [[span("muted", `no key has "${search}" in its description`)]]
    : [...sections, ...other, ...remarks];
}

function group(title: string, members: readonly Binding[], width: number): readonly Line[] {
  if (members.length === 0) return [];
  return [[span("heading", title)], ...members.map((each) => bindingLine(each, width))];
}

function bindingLine(binding: Binding, width: number): Line {
  const on = binding.on === undefined ? [] : [span("muted", `  ${binding.on.join(", ")}`)];
  return [plain("  "), span("key", cell(keysOf(binding), width)), plain(`  ${binding.help}`), ...on];
}

function keysOf({ keys }: Binding): string {
  return keys.map(keyName).join(" ");
}

function textOf(binding: Binding): string {
  return `${keysOf(binding)} ${binding.help}`;
}

/** The help as a pane over the whole body. */
export function drawHelp(
  { search, top }: { readonly search: string; readonly top: number },
  screen: ScreenName,
  { size, isBoxed }: { readonly size: Size; readonly isBoxed: boolean },
): readonly Line[] {
  const foot = search === "" ? "type to search these keys" : `search: ${search}`;
  const title = [span("heading", "Keys")];
  return drawPane({ title, foot, isFocused: true, lines: helpLines(search, screen).slice(top) }, size, isBoxed);
}
