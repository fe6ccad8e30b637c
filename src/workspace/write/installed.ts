import { dirname, join } from "node:path";
import { allCodes, type DiagnosticCode } from "../../model/findings/codes.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { changedFiles, replaceFiles, replaceLink, sortedNamesIn } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import type { Environment } from "../../source/git/program/program.ts";
import { installedFile, installedFolder, installedText } from "../../source/installed/installation.ts";

/** Builds the example repository with its history in a folder that is empty or does not exist yet. */
export async function createExample(into: string, { signal }: Abortable = {}) {
  const { replayExample } = await import("../../source/installed/replay.ts");
  const from = await installedFolder("example-repo");
  const { commits, branches } = await replayExample({ from, into, signal });
  return { commits, branches: [...branches.keys()] };
}

/** What is shipped for one other program: its name, its folder as an absolute path, and the files there. */
export type Integration = Awaited<ReturnType<typeof shippedIntegrations>>[number];

/** All integrations, by their names. Throws HeirError where the installation lacks them. */
export async function shippedIntegrations() {
  const top = await installedFolder("integrations");
  const names = await sortedNamesIn(top);
  return Promise.all(
    names.map(async (name) => {
      const folder = join(top, name);
      const files = await sortedNamesIn(folder);
      return { name, folder, files: files.filter((file) => regularFileText(join(folder, file)) !== undefined) };
    }),
  );
}

/** The text of a file of an integration; undefined if it has none of that name. Never fails. */
export function integrationText({ folder, files }: Integration, file: string): string | undefined {
  return files.includes(file) ? regularFileText(join(folder, file)) : undefined;
}

/** The file of the manual page of a command, or of heir. Throws HeirError when the installation lacks it. */
export function manualFile(command: string | undefined): Promise<string> {
  return installedFile(`man/${pageName(command)}`);
}

/** Copies manual pages to a folder `man1`, made if needed; gives those changed. Throws HeirError if one is missing. */
export async function installManual(folder: string, commands: Iterable<string>): Promise<readonly string[]> {
  const names = [pageName(undefined), "git-heir.1", ...[...commands].map(pageName)];
  const files = await Promise.all(names.map(async (path) => ({ path, text: await installedText(`man/${path}`) })));
  const changed = changedFiles(folder, files);
  await replaceFiles(folder, changed);
  return changed.map(({ path }) => path);
}

function pageName(command: string | undefined): string {
  return command === undefined ? "heir.1" : `heir-${command}.1`;
}

/** Where a shell looks for completion scripts, and the names of the one for heir. */
export interface ShellPlace {
  readonly file: string;
  /** The name of a link beside it, for shells that look for `git heir` under another name. */
  readonly link?: string;
}

/** Writes a completion script, and tells whether anything was other there or absent. Folders are made if needed. */
export async function installCompletion({ file, link }: ShellPlace, text: string): Promise<boolean> {
  const folder = dirname(file);
  const changed = changedFiles(folder, [{ path: file.slice(folder.length + 1), text }]);
  await replaceFiles(folder, changed);
  const isLinked = link !== undefined && (await replaceLink(join(folder, link), file.slice(folder.length + 1)));
  return changed.length > 0 || isLinked;
}

const DEFAULTS = { XDG_DATA_HOME: ".local/share", XDG_CONFIG_HOME: ".config" } as const;

/** A folder of the user's own, named by a variable or at its place in HOME. Throws HeirError where neither is set. */
export function userFolder(name: keyof typeof DEFAULTS, env: Environment): string {
  const folder = env[name] || (env["HOME"] && join(env["HOME"], DEFAULTS[name]));
  if (!folder) throw new HeirError("environment", `neither ${name} nor HOME is set`);
  return folder;
}

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
