import { Identities } from "../../compare/identity.ts";
import { mergeValues } from "../../compare/three-way/values.ts";
import { readFile, type WrittenPart } from "./parts.ts";
import { type Chunk, type ItemOrder, mergedPart, type TextConflict } from "./texts.ts";

/** The texts of a file in three states; empty where a state does not have it. */
export interface FileTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What is said of each side at a conflict, behind its marker. */
export type SideLabels = Pick<FileTexts, "ours" | "theirs">;

export interface GitMerge {
  readonly text: string;
  readonly isClean: boolean;
}

/** A file that both sides changed in two ways. */
export interface FileConflict {
  readonly kind: "conflict";
  /** With markers of a size. */
  marked(labels: SideLabels, size: number): string;
  /** The file with what each side has at the conflicts. */
  readonly sides: readonly [ours: string, theirs: string];
  /** Where items can be put in several orders, and nothing else is in conflict: the file in each, the usual one first. */
  readonly orders: readonly string[];
}

/** A merged file; of the kind `git`, only git can merge it. */
export type FileMerge = { readonly kind: "merged"; readonly text: string } | { readonly kind: "git" } | FileConflict;

/** A file that is longer, in characters, is left to git. */
const LONGEST = 1_000_000;

const MOST_ORDERS = 24;

/** Merges a file by what it says (docs/merges.md); `byGit`, which may throw, wins if it is clean and says the same. */
export async function mergeFile(texts: FileTexts, byGit: () => Promise<GitMerge>): Promise<FileMerge> {
  if (Object.values(texts).some(({ length }) => length > LONGEST)) return { kind: "git" };
  const identities = new Identities();
  const newline = /\r?\n/.exec(texts.ours)?.[0] ?? "\n";
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) => {
    return part(text === texts.ours ? text : text.replace(/\r?\n/g, newline), identities);
  });
  if (base === undefined || ours === undefined || theirs === undefined) return { kind: "git" };
  const three = { base: base.body.value, ours: ours.body.value, theirs: theirs.body.value };
  let isSure = true;
  const wanted = mergeValues(three, identities, () => {
    isSure = false;
  });
  const means = (text: string) =>
    wanted !== "conflict" && part(text, identities)?.body.identity === (wanted.value && identities.of(wanted.value));
  const git = isSure && wanted !== "conflict" ? await byGit() : undefined;
  if (git?.isClean && means(git.text)) return { kind: "merged", text: git.text };
  const isNew = texts.base === "";
  const chunks = mergedPart({ base: isNew ? undefined : base, ours, theirs }, 0);
  const open = chunks.filter((chunk) => typeof chunk !== "string");
  if (open.length === 0) {
    const text = chunks.join("");
    return means(text) ? { kind: "merged", text } : wholeConflict(texts, await byGit());
  }
  return conflictOf(chunks, open, means);
}

function part(text: string, identities: Identities): WrittenPart | undefined {
  return readFile({ path: "merged", blob: "merged", text }, identities);
}

/** Where the parts do not give the text that is meant: git's conflict, or all of both. */
function wholeConflict(texts: FileTexts, git: GitMerge): FileMerge {
  return git.isClean ? conflictOf([texts], [texts], () => false) : { kind: "git" };
}

function conflictOf(
  chunks: readonly Chunk[],
  open: readonly TextConflict[],
  means: (text: string) => boolean,
): FileConflict {
  const marked = (labels: SideLabels, size: number) => textOf(chunks, (conflict) => marks(conflict, labels, size));
  const sides = [textOf(chunks, ({ ours }) => ours), textOf(chunks, ({ theirs }) => theirs)] as const;
  const puts = open.map(({ orders }) => orders);
  const isOrder = puts.every((each) => each !== undefined) && 2 ** puts.length <= MOST_ORDERS;
  const orders = Array.from({ length: isOrder ? 2 ** puts.length : 0 }, (_, choice) => {
    const chosen = (at: number): ItemOrder => ((choice >> at) % 2 === 0 ? "usual" : "swapped");
    return textOf(chunks, (conflict) => conflict.orders?.[chosen(open.indexOf(conflict))] ?? "");
  });
  return { kind: "conflict", marked, sides, orders: means(orders[0] ?? "") ? orders : [] };
}

function textOf(chunks: readonly Chunk[], resolved: (conflict: TextConflict) => string): string {
  return chunks.map((chunk) => (typeof chunk === "string" ? chunk : resolved(chunk))).join("");
}

function marks({ ours, theirs }: TextConflict, labels: SideLabels, size: number): string {
  const newline = /\r?\n/.exec(ours + theirs)?.[0] ?? "\n";
  const line = (character: string, label: string) => `${character.repeat(size)}${label}${newline}`;
  const lines = (text: string) => (text === "" || text.endsWith("\n") ? text : text + newline);
  return line("<", ` ${labels.ours}`) + lines(ours) + line("=", "") + lines(theirs) + line(">", ` ${labels.theirs}`);
}
