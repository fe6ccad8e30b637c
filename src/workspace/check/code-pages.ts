import { allCodes, type DiagnosticCode } from "../../model/findings/codes.ts";
import { installedText } from "../../source/disk/installation.ts";

/** The Markdown that explains a code. Throws HeirError when the installation lacks it. */
export function readCodePage(code: DiagnosticCode): Promise<string> {
  return installedText(`docs/checks/${code}.md`);
}

/** The Markdown of a topic, by its path from the folder docs. Throws HeirError when the installation lacks it. */
export function readTopic(page: string): Promise<string> {
  return installedText(`docs/${page}`);
}

export async function readCodePages(): Promise<ReadonlyMap<DiagnosticCode, string>> {
  return new Map(await Promise.all(allCodes.map(async (code) => [code, await readCodePage(code)] as const)));
}
