import { HeirError } from "../../model/findings/failure.ts";
import type { GitProgram } from "../../source/git/program/call.ts";
import { gitNow } from "../../source/git/program/process.ts";

/** `nodes/web1.yml (12.5 MB)`: the largest YAML file of some states; undefined if none can be read. Never fails. */
export function largestFile(git: GitProgram, states: readonly string[]): string | undefined {
  const sizes = states.flatMap((state) => yamlSizes(git, state));
  const [largest] = sizes.sort((left, right) => right.size - left.size);
  return largest && `${largest.path} (${megabytes(largest.size)})`;
}

/** The state that is about to be committed, as an object; undefined if the index has none. Never fails. */
export function stagedTree(git: GitProgram): string | undefined {
  return output(git, ["write-tree"])?.trim();
}

interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** `MODE blob ID SIZE<tab>PATH` for each file. */
function yamlSizes(git: GitProgram, state: string): readonly SizedFile[] {
  const listing = output(git, ["ls-tree", "-r", "-z", "--full-tree", "-l", state]) ?? "";
  return listing.split("\0").flatMap((entry) => {
    const tab = entry.indexOf("\t");
    const path = entry.slice(tab + 1);
    const size = Number(entry.slice(0, tab).trim().split(/ +/).at(-1));
    return /\.ya?ml$/.test(path) && Number.isFinite(size) ? [{ path, size }] : [];
  });
}

function output(git: GitProgram, args: readonly string[]): string | undefined {
  try {
    return gitNow(git, args, "").toString();
  } catch (error) {
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}

function megabytes(size: number): string {
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
