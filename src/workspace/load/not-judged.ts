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
  private readonly nodes = new Set<string>();

  /** Whether these findings of nodes are about such files; if so, the nodes are not judged. */
  takes(diagnostics: readonly Pick<Diagnostic, "code" | "span">[], nodes: readonly string[]): boolean {
    const files = diagnostics.flatMap((each) => skippedFile(each) ?? []);
    for (const file of files) {
      const known = this.files.get(file) ?? new Set();
      this.files.set(file, known);
      for (const node of nodes) {
        known.add(node);
        this.nodes.add(node);
      }
    }
    return files.length > 0;
  }

  has(node: string): boolean {
    return this.nodes.has(node);
  }

  /** The files that some node needs. */
  get leftOut(): readonly LeftOut[] {
    const needed = [...this.files]
      .filter(([, nodes]) => nodes.size > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return needed.map(([file, nodes]) => ({ kind: "filter", file, nodes: [...nodes].sort() }));
  }
}
