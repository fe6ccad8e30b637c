import { displayWidth } from "../../base/terminal-text.ts";
import { recordKeys } from "../../base/text-order.ts";
import { cell, type Line, plain, span } from "../draw/line.ts";
import { actionKeys, bindings as allBindings, type Binding, type KeySection, keyName, worksOn } from "../keymap.ts";
import { type Reduced, step, type TuiState, withOverlay } from "../state.ts";
import type { OverlayPart } from "./part.ts";

const TITLES: Readonly<Record<KeySection, string>> = { move: "Move", look: "Look", act: "Act" };

const REMARKS: readonly string[] = [
  "+ added  - removed  ~ changed  > renamed  ! newly fails  * resolves again",
  "Numbers of a commit: nodes touched, values, nodes that newly fail; · nothing, … computing.",
  "Nothing in heir tui writes to your repository without asking first.",
];

export const helpOverlay: OverlayPart<"help"> = {
  title: "keys",
  foot: ({ typed }) => (typed === "" ? "type to search these keys" : `search: ${typed}`),
  content: ({ typed }, state) => ({ lines: helpLines(typed, state) }),
  press: ({ typed }, key, state) => (key === "?" && typed === "" ? step(withOverlay(state, undefined)) : undefined),
};

export function openHelp(state: TuiState): Reduced {
  return step(withOverlay(state, { kind: "help", own: { typed: "", top: 0 } }));
}

/** The keys that match what is typed, those of this screen first. */
function helpLines(search: string, { screen, header }: TuiState): readonly Line[] {
  // The user's own keys first, without those that now mean something else.
  const bindings = allBindings.map((each) => ({ ...each, keys: actionKeys(each.action, screen, header?.keys) }));
  const word = search.toLowerCase();
  const found = bindings.filter((each) => `${keyNames(each)} ${each.help}`.toLowerCase().includes(word));
  const here = found.filter((each) => worksOn(each, screen));
  const elsewhere = found.filter((each) => !worksOn(each, screen));
  const width = Math.max(0, ...found.map((each) => displayWidth(keyNames(each))));
  const sections = recordKeys(TITLES).flatMap((name) => {
    const members = here.filter(({ section }) => section === name);
    return group(TITLES[name], members, width);
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
  return [plain("  "), span("key", cell(keyNames(binding), width)), plain(`  ${binding.help}`), ...on];
}

function keyNames({ keys }: Binding): string {
  return keys.map(keyName).join(" ");
}
