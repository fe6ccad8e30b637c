import { HeirError } from "../../model/findings/failure.ts";
import { factPath } from "../../model/inventory/group.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { bytesAfter } from "../../model/results/file-edit.ts";
import { type Atom, readSelectors, type Selector } from "../../model/selector/selector.ts";
import { type ParameterPath, parsePath } from "../../model/values/parameter-path.ts";
import type { Steps } from "../../workspace/load/progress.ts";
import { selectedOf, unnamed } from "../../workspace/scope/selected-nodes.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { editedSnapshot } from "../../workspace/write/worktree-files.ts";
import { layerEdit } from "./layer/layer-value.ts";
import { nameAtEnd } from "./layer/list-items.ts";
import { SourceText } from "./text/source-text.ts";
import { alwaysAnError, meantNodes } from "./value/wanted.ts";

/** A condition, and what the own file of a node says for it: an entry at the end of a list, or a value. */
interface Supposition {
  readonly selector: Selector;
  readonly atom: Atom;
  readonly path: ParameterPath;
  /** The value; undefined for an entry, which the path ends with. */
  readonly source: string | undefined;
}

/**
 * A state as if `ATOM [and ATOM...] on SELECTOR` held, by edits of the nodes' own files; a node for which a condition holds is not
 * edited. Nothing is written: rules I1 and I2 of docs/concepts/as-if.md. Throws HeirError for anything else, and for names that are not there.
 */
export async function supposed(
  workspace: Workspace,
  snapshot: Snapshot,
  text: string,
  steps: Steps,
): Promise<Snapshot> {
  const [, what = "", on = ""] = /^((?:"(?:[^"\\]|\\.)*"|[^"])*?)\s+on\s+(.+)$/s.exec(text) ?? [];
  const selector = on === "" ? undefined : readSelectors([what]);
  if (selector === undefined) throw wrong(text, "it says no nodes");
  const all = (selector.kind === "and" ? selector.parts : [selector]).map((part) => suppositionOf(part, text));
  const inventory = await workspace.load(snapshot, { scope: "shared", signal: steps.signal });
  const states = [{ workspace, snapshot, inventory }];
  for (const { atom, source } of all) {
    const error = source === undefined ? await unnamed(atom, states, steps) : undefined;
    if (error !== undefined) alwaysAnError(error);
  }
  const names = await meantNodes(on, states, steps);
  const files = new Map<string, Uint8Array>();
  for (const each of all) {
    const holding = new Set(await selectedOf(each.selector, names, { states, steps }));
    for (const name of names.filter((other) => !holding.has(other))) {
      const path = inventory.fileOf("node", name) ?? "";
      const id = snapshot.blobs.get(path) ?? "";
      const before = files.get(path) ?? (await snapshot.read([id], steps)).get(id) ?? new Uint8Array();
      const after = saying(new SourceText(path, before), each, { layer: "node", name, settings: inventory.settings });
      if (after === undefined) throw wrong(text, `${path} cannot say ${each.atom.text}`);
      files.set(path, after);
    }
  }
  return editedSnapshot(snapshot, files);
}

function saying(
  text: SourceText,
  { path, source }: Supposition,
  form: Omit<Parameters<typeof layerEdit>[2], "override">,
): Uint8Array | undefined {
  const [list = "", entry = ""] = path;
  if (source !== undefined) {
    const found = layerEdit(text, { path, source }, { ...form, override: false });
    return found && bytesAfter(found.edit);
  }
  const changes = nameAtEnd(text, list, entry);
  return changes && bytesAfter(text.edit(changes));
}

const LISTS: Partial<Record<Atom["of"], string>> = { class: "classes", group: "groups" };

function suppositionOf(selector: Selector, text: string): Supposition {
  const atom = selector.kind === "not" ? selector.of : selector;
  if (atom.kind !== "atom") throw wrong(text, "only and joins what is to hold");
  const { of, name, asked } = atom;
  const bare = atom.text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  const list = LISTS[of];
  if ((list === undefined ? /[*?]/ : /[*?[]/).test(bare)) throw wrong(text, `${atom.text} is a pattern`);
  if (list !== undefined) {
    return { selector, atom, path: [list, selector.kind === "not" ? `~${name}` : name], source: undefined };
  }
  if (selector.kind === "not" || (of !== "fact" && of !== "has"))
    throw wrong(text, `${selector.kind === "not" ? "not " : ""}${atom.text} cannot be written`);
  const source = asked.value?.source;
  if (source === undefined || asked.isNot) throw wrong(text, `${atom.text} needs =VALUE`);
  const read = parsePath(asked.path);
  const path = of === "fact" ? ["facts", ...(factPath(asked.path) ?? [])] : read.kind === "path" ? read.path : [];
  if (of === "has" && path[0] !== "parameters") throw wrong(text, `${atom.text} is no parameter`);
  return { selector, atom, path, source };
}

function wrong(text: string, why: string): HeirError {
  return new HeirError("usage", `cannot suppose "${text}": ${why}`, "as in --if 'class:tuned and has:port=1 on web1'");
}
