import { type Disposable, type ExtensionContext, workspace } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { clientOf } from "./client.ts";
import { Previews } from "./previews.ts";
import { showReferences } from "./references.ts";

let running: Promise<LanguageClient> | undefined;

/** VS Code calls this once, when the first YAML file or inventory is opened. */
export async function activate({ extensionPath, subscriptions }: ExtensionContext): Promise<void> {
  const previews = new Previews();
  const restart = () => {
    running = started(running, () => clientOf(extensionPath, previews));
    return running;
  };
  const own: readonly Disposable[] = [
    previews,
    showReferences(async () => (await running)?.protocol2CodeConverter),
    workspace.onDidChangeConfiguration((event) => {
      // What hinders the server is shown by its client.
      if (event.affectsConfiguration("heir")) void restart().catch(() => undefined);
    }),
  ];
  subscriptions.push(...own);
  await restart();
}

/** VS Code calls this when the extension or the window ends. */
export async function deactivate(): Promise<void> {
  await stopped(running);
  running = undefined;
}

async function started(
  before: Promise<LanguageClient> | undefined,
  create: () => LanguageClient,
): Promise<LanguageClient> {
  await stopped(before);
  const client = create();
  await client.start();
  return client;
}

/** A server that never started has nothing to end; the client has shown why. */
async function stopped(before: Promise<LanguageClient> | undefined): Promise<void> {
  const client = await before?.catch(() => undefined);
  await client?.dispose();
}
