import { resolve } from "node:path";
import type { ReportPart } from "../../report/shards/parts.ts";
import { LineFile } from "../../source/disk/line-file.ts";

/** Calls `use` with the reports in some files, open until it ends. Throws HeirError where one cannot be read, and what `use` throws. */
export async function withReports<T>(
  { names, cwd }: { readonly names: readonly string[]; readonly cwd: string },
  use: (parts: readonly ReportPart[]) => Promise<T>,
): Promise<T> {
  const parts = names.map((name) => ({ name, file: new LineFile(resolve(cwd, name)) }));
  try {
    return await use(parts);
  } finally {
    for (const { file } of parts) file.close();
  }
}
