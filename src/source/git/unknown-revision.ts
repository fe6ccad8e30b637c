import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";

interface UnknownRevision {
  readonly revision: string;
  /** Branches and tags that there are. */
  readonly refNames: readonly string[];
  readonly headExists: boolean;
}

/** The error for a revision that names no commit: why, and which names are near. */
export function unknownRevision({ revision, refNames, headExists }: UnknownRevision): HeirError {
  if (!headExists && refNames.length === 0) {
    return new NoCommits("this repository has no commits yet", "make a first commit with git commit");
  }
  if (!headExists && /^(HEAD|@)([~^].*)?$/.test(revision)) {
    return new NoCommits("the current branch has no commits yet", `name a commit: ${names(refNames)}`);
  }
  const near = similar(revision.replace(/[~^].*$/, ""), refNames);
  const hint = near.length === 0 ? undefined : `did you mean ${names(near)}?`;
  return new HeirError("environment", `unknown revision "${revision}"`, hint);
}

/** HEAD is a branch without commits: what is staged for the first one can still be compared, with nothing. */
export class NoCommits extends HeirError {
  constructor(message: string, hint: string) {
    super("environment", message, hint);
  }
}

function names(refNames: readonly string[]): string {
  const shown = refNames.slice(0, 3);
  const last = shown.pop();
  return shown.length === 0 ? String(last) : `${shown.join(", ")} or ${last}`;
}
