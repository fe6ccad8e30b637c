import type { FileOperationRegistrationOptions, InitializeResult } from "vscode-languageserver/node";
import type { Client } from "./client.ts";

/** The kinds of semantic tokens, in the order of their numbers. */
export const TOKEN_TYPES = ["class", "namespace", "variable", "operator"] as const;

export const PREVIEW_COMMAND = "heir.preview";

const INCREMENTAL = 2;
const MOVED: FileOperationRegistrationOptions = {
  filters: [
    { scheme: "file", pattern: { glob: "**/*.{yml,yaml}", matches: "file" } },
    { scheme: "file", pattern: { glob: "**", matches: "folder" } },
  ],
};

/** What the server says of itself. */
export function serverCapabilities({ encoding, hints, lenses }: Client, version: string): InitializeResult {
  return {
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
      hoverProvider: true,
      definitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      codeActionProvider: { codeActionKinds: ["quickfix"] },
      codeLensProvider: lenses ? {} : undefined,
      inlayHintProvider: hints ? true : undefined,
      renameProvider: { prepareProvider: true },
      executeCommandProvider: { commands: [PREVIEW_COMMAND] },
      semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] }, full: true },
      completionProvider: { triggerCharacters: [".", ":", "{", "~", " "] },
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: { willRename: MOVED },
      },
    },
    serverInfo: { name: "heir", version },
  };
}
