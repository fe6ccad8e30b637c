import { addToSet } from "../../base/grouped.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { isSkipped } from "../../model/inventory/lfs-or-filter.ts";
import type { LeftOut } from "../../model/results/left-out.ts";

/** The path of the file that a finding is about, if the reader left that file out (`heir.skipFilter`). */
function skippedFile({ code, span }: Pick<Diagnostic, "code" | "span">): string | undefined {
  return code === "filtered-file" && span !== undefined && isSkipped(span.file.blob) ? span.file.path : undefined;
}

/** Nodes that are not judged, as they need files that the reader left out (rule S17 in docs/concepts/snapshots.md). */
export class NotJudged {
  private readonly files = new Map<string, Set<string>>();

  /** Whether these findings of nodes are about such files; if so, the nodes are not judged. */
  takes(diagnostics: readonly Pick<Diagnostic, "code" | "span">[], nodes: readonly string[]): boolean {
    const files = diagnostics.flatMap((each) => skippedFile(each) ?? []);
    for (const file of files) for (const node of nodes) addToSet(this.files, file, node);
    return files.length > 0;
  }

  has(node: string): boolean {
    return [...this.files.values()].some((nodes) => nodes.has(node));
  }

  /** The files that some node needs. */
  get leftOut(): readonly LeftOut[] {
    return filesLeftOut(this.files);
  }
}

/** Files that were left out, with the nodes that need them. */
export function filesLeftOut(files: ReadonlyMap<string, ReadonlySet<string>>): readonly LeftOut[] {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([file, nodes]) => ({ kind: "filter", file, nodes: [...nodes].sort() }));
}
