import type { InitializeResult } from "vscode-languageserver/node";
import type { Client } from "./client.ts";

const INCREMENTAL = 2;

/** What the server says of itself. */
export function serverCapabilities({ encoding }: Client, version: string): InitializeResult {
  return {
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
      hoverProvider: true,
      definitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      completionProvider: { triggerCharacters: [".", ":", "{", "~", " "] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: "heir", version },
  };
}
