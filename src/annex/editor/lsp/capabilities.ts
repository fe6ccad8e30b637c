import type { FileOperationRegistrationOptions, InitializeResult } from "vscode-languageserver/node";
import { isAble, listIn, member, optionalText, type Params, pathOf } from "./params.ts";
import type { Encoding } from "./positions.ts";

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

/** What the server says about itself. */
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

/** What the client can do, and what its user wants. */
export interface Client {
  readonly encoding: Encoding;
  readonly level: "error" | "warning" | "info";
  readonly hints: boolean;
  readonly lenses: boolean;
  /** Absolute paths. */
  readonly folders: readonly string[];
  readonly watches: boolean;
  readonly movesFiles: boolean;
  readonly createsFiles: boolean;
  /** What it asks for again when it is told to. */
  readonly refreshes: readonly string[];
}

/** Reads the parameters of `initialize`. Throws BadParams for what the protocol does not allow. */
export function readClient(params: Params): Client {
  const capabilities = member(params, "capabilities");
  const options = member(params, "initializationOptions");
  const level = options && optionalText(options, "level");
  return {
    encoding: encodingOf(capabilities),
    level: level === "error" || level === "info" ? level : "warning",
    hints: isOn(options, "hints"),
    lenses: isOn(options, "lenses"),
    folders: foldersOf(params),
    watches: isAble(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration"),
    movesFiles: canDo(capabilities, "rename"),
    createsFiles: canDo(capabilities, "create"),
    refreshes: ["codeLens", "inlayHint"].filter((kind) => isAble(capabilities, "workspace", kind, "refreshSupport")),
  };
}

/** The first of those that the client offers and heir has; UTF-16 otherwise, as the protocol wants it. */
function encodingOf(capabilities: Params): Encoding {
  if (!isAble(capabilities, "general", "positionEncodings")) return "utf-16";
  const offered = listIn(member(capabilities, "general"), "positionEncodings");
  return offered.find((each) => each === "utf-8" || each === "utf-16") === "utf-8" ? "utf-8" : "utf-16";
}

function canDo(capabilities: Params, operation: string): boolean {
  if (!isAble(capabilities, "workspace", "workspaceEdit", "resourceOperations")) return false;
  const edit = member(member(capabilities, "workspace"), "workspaceEdit");
  return isAble(edit, "documentChanges") && listIn(edit, "resourceOperations").includes(operation);
}

function foldersOf(params: Params): readonly string[] {
  const given = member(params, "workspaceFolders");
  const root = isAble(params, "rootUri") ? optionalText(params, "rootUri") : undefined;
  const uris = Array.isArray(given) ? given.map((each) => optionalText(each, "uri")) : [root];
  return uris.flatMap((uri) => (uri === undefined ? [] : (pathOf(uri) ?? [])));
}

function isOn(options: Params, name: string): boolean {
  return typeof options !== "object" || options === null || member(options, name) !== false;
}
