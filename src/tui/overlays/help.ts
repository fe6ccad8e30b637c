import { displayWidth } from "../../base/terminal-text.ts";
import { recordKeys } from "../../base/text-order.ts";
import { cell, type Line, plain, span } from "../draw/line.ts";
import { actionKeys, bindings as allBindings, type Binding, type KeySection, keyName, worksOn } from "../keymap.ts";
import { step, type TuiState, withOverlay } from "../state.ts";
import type { OverlayPart } from "./overlay.ts";

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

/** The keys that match what is typed, those of this screen first. */
function helpLines(search: string, { screen, header }: TuiState): readonly Line[] {
  // The user's own keys first, without those that now mean something else.
  const bindings = allBindings.map((each) => {
    return { ...each, names: actionKeys(each.action, screen, header?.keys).map(keyName).join(" ") };
  });
  const word = search.toLowerCase();
  const found = bindings.filter(({ names, help }) => `${names} ${help}`.toLowerCase().includes(word));
  if (found.length === 0) return [[span("muted", `no key has "${search}" in its description`)]];
  const here = found.filter((each) => worksOn(each, screen));
  const elsewhere = found.filter((each) => !worksOn(each, screen));
  const width = Math.max(0, ...found.map((each) => displayWidth(each.names)));
  const membersOf = (name: KeySection) => here.filter(({ section }) => section === name);
  const sections = recordKeys(TITLES).flatMap((name) => group(TITLES[name], membersOf(name), width));
  const remarks = word === "" ? [[], ...REMARKS.map((text) => [span("muted", text)])] : [];
  return [...sections, ...group("On other screens", elsewhere, width), ...remarks];
}

type Named = Pick<Binding, "on" | "help"> & { readonly names: string };

function group(title: string, members: readonly Named[], width: number): readonly Line[] {
  if (members.length === 0) return [];
  return [[span("heading", title)], ...members.map((each) => bindingLine(each, width))];
}

function bindingLine({ on, names, help }: Named, width: number): Line {
  const screens = on === undefined ? [] : [span("muted", `  ${on.join(", ")}`)];
  return [plain("  "), span("key", cell(names, width)), plain(`  ${help}`), ...screens];
}
