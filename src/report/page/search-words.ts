import { terminalSafe } from "../../base/terminal-text.ts";
import type { Block } from "../../model/results/block.ts";
import type { CauseEdit, FoldedChange } from "../../model/results/change.ts";
import { blockSign } from "../diff/block-rows.ts";
import { editText } from "../diff/edit-text.ts";
import { KINDS } from "./data.ts";

/** The classes that an edit is about: those it adds, removes, renames or is written in, and those that nodes gain or lose. */
export function blockClasses({ edit, effects }: Block, changes: readonly FoldedChange[]): readonly string[] {
  const renamed = edit.kind === "class-renamed" && edit.renamed ? [edit.renamed.from, edit.renamed.to] : [];
  const causes = [...(edit.cause === undefined ? [] : [edit.cause]), ...edit.also];
  const lists = effects.filter(({ path }) => path[0] === "classes").flatMap((effect) => effect.changes);
  const moved = lists.flatMap((index) => {
    const change = changes[index]?.change;
    if (change?.kind !== "changed") return [];
    return change.items.map((item) => (item.kind === "removed" ? item.before : item.after));
  });
  const names = moved.flatMap((value) => (value.kind === "scalar" ? [String(value.data)] : []));
  return [...new Set([...renamed, ...causes.flatMap(causeClasses), ...names])].map(terminalSafe);
}

function causeClasses(cause: CauseEdit): readonly string[] {
  const own = "class" in cause ? [cause.class] : [];
  const owner = "in" in cause && cause.in.layer === "class" ? [cause.in.name] : [];
  return [...own, ...owner];
}

/** What a block does, as bits of {@link KINDS}. */
export function blockKinds(block: Block): number {
  const { edit, failing, effects } = block;
  const kinds = new Set<string>(effects.map(({ kind }) => (kind === "conflict" ? "fails" : kind)));
  if (failing.length > 0) kinds.add("fails");
  if (edit.kind === "node-added") kinds.add("added");
  if (edit.kind === "node-removed") kinds.add("removed");
  if (edit.kind.endsWith("-renamed")) kinds.add("renamed");
  return KINDS.reduce((bits, kind, at) => (kinds.has(kind) ? bits | (1 << at) : bits), 0);
}

/** What free text finds besides paths, values and nodes. */
export function blockText(block: Block): string {
  const messages = block.failing.map(({ diagnostic }) => `${diagnostic.code} ${diagnostic.message}`);
  const files = block.edit.places.flatMap(({ old, new: now }) => (now ?? old)?.file.path ?? []);
  const parts = [blockSign(block), editText(block), block.selector ?? "", ...new Set(files), ...messages];
  const said = parts.filter((part) => part !== "").join(" ");
  return terminalSafe(said.replaceAll("\n", " "));
}
