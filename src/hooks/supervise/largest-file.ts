import { HeirError } from "../../model/findings/failure.ts";
import type { GitProgram } from "../../source/git/program/call.ts";
import { gitNow } from "../../source/git/program/process.ts";

/** `nodes/web1.yml (12.5 MB)`: the largest YAML file of some commits, or of the index; undefined if none can be read. Never fails. */
export function largestFile(git: GitProgram, states: readonly string[] | "index"): string | undefined {
  const sizes = states === "index" ? stagedSizes(git) : states.flatMap((state) => yamlSizes(git, state));
  const [largest] = sizes.sort((left, right) => right.size - left.size);
  return largest && `${largest.path} (${(largest.size / 1_000_000).toFixed(1)} MB)`;
}

interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** `MODE blob ID SIZE<tab>PATH` for each file. */
function yamlSizes(git: GitProgram, state: string): readonly SizedFile[] {
  const listing = output(git, ["ls-tree", "-r", "-z", "--full-tree", "-l", state]);
  return entriesOf(listing).flatMap(({ words: [, , , size], path }) => sized(path, size));
}

/** The index is read only: git would look at files to write it as a tree. */
function stagedSizes(git: GitProgram): SizedFile[] {
  const entries = entriesOf(output(git, ["ls-files", "--stage", "-z", "--full-name"]));
  const ids = entries.map(({ words: [, id] }) => `${id}\n`).join("");
  const sizes = output(git, ["cat-file", "--batch-check=%(objectsize)"], ids)?.split("\n") ?? [];
  return entries.flatMap(({ path }, index) => sized(path, sizes[index]));
}

/** `WORD WORD ...<tab>PATH` for each file, each ended by NUL. */
function entriesOf(listing = ""): readonly { readonly words: readonly string[]; readonly path: string }[] {
  const lines = listing.split("\0").slice(0, -1);
  return lines.map((line) => {
    const tab = line.indexOf("\t");
    return { words: line.slice(0, tab).split(/ +/), path: line.slice(tab + 1) };
  });
}

function sized(path: string, text: string | undefined): readonly SizedFile[] {
  const size = Number(text);
  return /\.ya?ml$/.test(path) && Number.isFinite(size) ? [{ path, size }] : [];
}

function output(git: GitProgram, args: readonly string[], input = ""): string | undefined {
  try {
    return gitNow(git, args, input).toString();
  } catch (error) {
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}
