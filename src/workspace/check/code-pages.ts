import { allCodes, type DiagnosticCode } from "../../model/findings/codes.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { installedText } from "../../source/installed/installation.ts";

/** The Markdown that explains a code. Throws HeirError when the installation lacks it. */
export async function readCodePage(code: DiagnosticCode): Promise<string> {
  return (await pageReader())(pageOf(code));
}

/** The Markdown of a topic, by its path from the folder docs. Throws HeirError when the installation lacks it. */
export async function readTopic(page: string): Promise<string> {
  return (await pageReader())(`docs/${page}`);
}

export async function readCodePages(): Promise<ReadonlyMap<DiagnosticCode, string>> {
  const read = await pageReader();
  return new Map(await Promise.all(allCodes.map(async (code) => [code, await read(pageOf(code))] as const)));
}

function pageOf(code: DiagnosticCode): string {
  return `docs/checks/${code}.md`;
}

/** A build has all pages in one file, the sources have the pages themselves. */
async function pageReader(): Promise<(path: string) => Promise<string>> {
  const text = await installedText("pages.json").catch(() => undefined);
  if (text === undefined) return installedText;
  const pages: Readonly<Record<string, string>> = JSON.parse(text);
  return async (path) => {
    const page = pages[path];
    if (page === undefined) throw new HeirError("environment", `this installation of heir lacks ${path}`);
    return page;
  };
}
