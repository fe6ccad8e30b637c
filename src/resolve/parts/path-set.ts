type Path = readonly string[];

/** What a set has below a key: all of it, or some paths. */
export type Branch = ReadonlyMap<string, Branch> | "whole";

type OpenBranch = Map<string, OpenBranch | "whole">;

/** Paths of values. A path stands for all that is below it, too. */
export class PathSet {
  private readonly branches: OpenBranch = new Map();

  get root(): ReadonlyMap<string, Branch> {
    return this.branches;
  }

  get isEmpty(): boolean {
    return this.branches.size === 0;
  }

  /** Adds a path, which has a key; whether it was not among the others. */
  add(path: Path): boolean {
    let branch = this.branches;
    for (const [at, key] of path.entries()) {
      const next = branch.get(key);
      if (next === "whole") return false;
      if (at === path.length - 1) {
        branch.set(key, "whole");
        return true;
      }
      const below: OpenBranch = next ?? new Map();
      if (next === undefined) branch.set(key, below);
      branch = below;
    }
    return false;
  }

  /** Whether a path is above, below or equal to one of these. */
  meets(path: Path): boolean {
    let branch: Branch = this.branches;
    for (const key of path) {
      const next: Branch | undefined = branch.get(key);
      if (next === undefined) return false;
      if (next === "whole") return true;
      branch = next;
    }
    return branch.size > 0;
  }

  /** Equal for equal sets. */
  text(): string {
    return branchText(this.branches);
  }
}

function branchText(branch: Branch): string {
  if (branch === "whole") return "*";
  const texts = Array.from(branch, ([key, below]) => `${JSON.stringify(key)}:${branchText(below)}`);
  return `{${texts.sort().join()}}`;
}
