import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { mergeBases } from "../git/program/merge-tree.ts";
import { git } from "../git/program/process.ts";

/** Two commits that are merged. */
type Sides = readonly [ours: string, theirs: string];

/** What git reads to merge two commits. */
interface MergeNeeds {
  /** The commits whose trees it reads. */
  readonly commits: readonly string[];
  /** The ids of blobs. */
  blobs(): Promise<readonly string[]>;
}

/**
 * What git reads to merge two commits: the contents of files that both sides change, of those that a side adds and removes,
 * among which it looks for renames, and of the attributes at the top. Of several bases it first merges these. Throws
 * HeirError when git fails.
 */
export async function mergeNeeds(program: GitProgram, sides: Sides, options: Abortable = {}): Promise<MergeNeeds> {
  const bases = await mergeBases(program, sides, options);
  const [first, ...more] = bases;
  const inner = first === undefined ? [] : more.map((base) => mergeNeeds(program, [first, base], options));
  const before = await Promise.all(inner);
  return {
    commits: [...new Set([...bases, ...sides, ...before.flatMap(({ commits }) => commits)])],
    async blobs() {
      const steps = bases.map(async (base) => {
        const [ours, theirs] = await Promise.all(sides.map((side) => edits(program, [base, side], options)));
        return ours === undefined || theirs === undefined ? [] : readToMerge(ours, theirs);
      });
      const found = await Promise.all([...steps, ...before.map((each) => each.blobs())]);
      const ids = found.flat();
      return ids.length === 0 ? [] : [...ids, ...(await topAttributes(program, [...bases, ...sides], options))];
    },
  };
}

/** What a side does to a path: the id of each blob, if there is one. */
interface Edit {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Edits = ReadonlyMap<string, Edit>;

function readToMerge(ours: Edits, theirs: Edits): readonly string[] {
  const both = [...ours].flatMap(([path, edit]) => {
    const other = theirs.get(path);
    return other === undefined ? [] : [edit, other];
  });
  const read = [...both, ...renamable(ours), ...renamable(theirs)];
  return read.flatMap(({ before, after }) => [before, after]).filter((id) => id !== undefined);
}

/** The files that a side may have renamed: it must both add and remove some. */
function renamable(edits: Edits): readonly Edit[] {
  const added = [...edits.values()].filter(({ before }) => before === undefined);
  const removed = [...edits.values()].filter(({ after }) => after === undefined);
  return added.length === 0 || removed.length === 0 ? [] : [...added, ...removed];
}

const COMPARE = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative"];

/** Each edit is `:MODE MODE ID ID STATUS` and a path, with a NUL behind each. */
async function edits(program: GitProgram, [from, to]: Sides, options: Abortable): Promise<Edits> {
  const fields = (await git(program, [...COMPARE, from, to, "--"], options)).toString("latin1").split("\0");
  const found = new Map<string, Edit>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [old = "", now = "", before = "", after = ""] = (fields[at] ?? "").split(" ");
    found.set(fields[at + 1] ?? "", { before: blobOf(old.slice(1), before), after: blobOf(now, after) });
  }
  return found;
}

/** Files and links have blobs, submodules and what is not there have none. */
function blobOf(mode: string, id: string): string | undefined {
  return mode.startsWith("10") || mode.startsWith("12") ? id : undefined;
}

/** git reads the attributes at the top, which can say how a file is merged. */
async function topAttributes(
  program: GitProgram,
  commits: readonly string[],
  options: Abortable,
): Promise<readonly string[]> {
  const listed = commits.map((commit) => {
    return git(program, ["ls-tree", "-z", "--full-tree", commit, ".gitattributes"], options);
  });
  return (await Promise.all(listed)).flatMap((line) => / blob ([0-9a-f]+)\t/.exec(line.toString())?.[1] ?? []);
}
