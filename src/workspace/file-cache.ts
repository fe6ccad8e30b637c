import type { Diagnostic, Report } from "../model/diagnostic.ts";
import { InvariantError } from "../model/failure.ts";
import type { SourceFile } from "../model/origin.ts";
import type { Abortable, Snapshot } from "../model/snapshot.ts";
import { sourceFile } from "../parse/source-file.ts";

/** The files of every snapshot that was loaded: bytes by blob id, so that equal content is read once. */
export class FileCache {
  private readonly bytes = new Map<string, Uint8Array>();
  private readonly files = new Map<string, { readonly file: SourceFile; readonly faults: readonly Diagnostic[] }>();

  /** Reads, in one batch, those blobs of a snapshot that are not known yet. */
  async load(snapshot: Snapshot, paths: Iterable<string>, options?: Abortable): Promise<void> {
    const wanted = new Set<string>();
    for (const path of paths) {
      const blob = snapshot.blobs.get(path);
      if (blob !== undefined && !this.bytes.has(blob)) wanted.add(blob);
    }
    if (wanted.size === 0) return;
    for (const [blob, bytes] of await snapshot.read(wanted, options)) this.bytes.set(blob, bytes);
  }

  /** The text of a file whose blob was loaded. Faults in its bytes go to `report`, each time it is asked for. */
  file(path: string, blob: string, report: Report): SourceFile {
    const key = `${blob} ${path}`;
    let known = this.files.get(key);
    if (known === undefined) {
      const bytes = this.bytes.get(blob);
      if (bytes === undefined) throw new InvariantError(`${path} is read before it was loaded`);
      const faults: Diagnostic[] = [];
      const file = sourceFile({ path, blob, bytes }, (fault) => faults.push(fault));
      known = { file, faults };
      this.files.set(key, known);
    }
    for (const fault of known.faults) report(fault);
    return known.file;
  }
}
