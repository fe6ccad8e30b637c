import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cause } from "../../src/model/results/change.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { placeOf, type Span } from "../../src/model/values/value.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import * as reference from "./reference.ts";

const COMMITS = reference.amount(20, 100);

/** Why values of real inventories changed, over real history. Skipped without the corpora. */
describe.skipIf(!reference.hasCorpora).each(["mk-lab", "system"])("the corpus %s", (name) => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heir-causes-"));
    const bundle = join(reference.corpora, `${name}.bundle`);
    await reference.output("git", ["clone", "-q", "--bare", bundle, folder]).catch(() => "");
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test(`every change of ${COMMITS} commits has a cause, on a line that git says was edited`, async () => {
    const history = await reference.output("git", ["-C", folder, "log", "--no-merges", "--format=%H %P", "HEAD"]);
    const workspace = await openWorkspace({ cwd: folder });
    const kinds = new Map<string, number>();
    const problems: string[] = [];
    let seen = 0;
    for (const line of history.trim().split("\n")) {
      const [commit = "", parent] = line.split(" ");
      if (parent === undefined || seen === COMMITS) continue;
      const ends = await workspace.ends([parent, commit], false);
      const { changes } = await workspace.compare(...ends, { causes: true });
      if (changes.length === 0) continue;
      seen += 1;
      const edited = await editedLines(folder, parent, commit);
      for (const { change, nodes } of changes) {
        for (const root of rootsOf(change.cause)) {
          kinds.set(root.kind, (kinds.get(root.kind) ?? 0) + 1);
          const problem = problemOf(root, edited);
          if (problem !== undefined) {
            problems.push(`${commit.slice(0, 12)} ${printPath(change.path)} on ${nodes[0]}: ${root.kind} ${problem}`);
          }
        }
      }
    }
    await workspace.close();
    console.info(`${name}: causes of ${seen} commits: ${JSON.stringify(Object.fromEntries(kinds))}`);
    expect(problems).toEqual([]);
    expect(seen).toBe(COMMITS);
  }, 600_000);
});

/** What references lead to, and what else had a part. */
function rootsOf(cause: Cause | undefined): readonly Cause[] {
  if (cause === undefined) return [{ kind: "unknown" }];
  return ["cause" in cause ? rootsOf(cause.cause) : [cause], (cause.also ?? []).flatMap(rootsOf)].flat();
}

/** Names of classes stand on one line, so that must be one that was edited; a value may begin above the edit. */
function problemOf(root: Cause, edited: ReadonlySet<string>): string | undefined {
  if (root.kind === "unknown") return "";
  const sides = "in" in root ? [place("old", root.old), place("new", root.new)] : [];
  const places = sides.filter((each) => each !== undefined);
  const isLine = root.kind === "class-added" || root.kind === "class-removed" || root.kind.startsWith("application-");
  const isEdited = places.some(({ file, line }) => edited.has(isLine ? `${file}:${line}` : file));
  return isEdited ? undefined : places.map(({ file, line }) => `${file}:${line}`).join(" ");
}

function place(
  side: "old" | "new",
  span: Span | undefined,
): { readonly file: string; readonly line: number } | undefined {
  if (span === undefined) return undefined;
  const { file, line } = placeOf(span);
  return { file: `${side} ${file}`, line };
}

/** `old FILE` and `new FILE` of each file that differs, and `old FILE:LINE` and `new FILE:LINE` of each edited line. */
async function editedLines(folder: string, from: string, to: string): Promise<ReadonlySet<string>> {
  const text = await reference.output("git", ["-C", folder, "diff", "--no-renames", "-U0", from, to]);
  const edited = new Set<string>();
  let [old, now] = ["", ""];
  for (const line of text.split("\n")) {
    if (line.startsWith("--- ")) old = line.replace(/^--- (a\/)?/, "");
    if (line.startsWith("+++ ")) now = line.replace(/^\+\+\+ (b\/)?/, "");
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null) continue;
    const [, oldStart, oldCount = "1", newStart, newCount = "1"] = hunk;
    for (const [side, file, start, count] of [
      ["old", old, oldStart, oldCount],
      ["new", now, newStart, newCount],
    ]) {
      edited.add(`${side} ${file}`);
      for (let at = 0; at < Number(count); at += 1) edited.add(`${side} ${file}:${Number(start) + at}`);
    }
  }
  return edited;
}
