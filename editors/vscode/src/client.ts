import { join } from "node:path";
import { workspace } from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from "vscode-languageclient/node";
import { PREVIEW, type Previews } from "./previews.ts";

/** A client that is not started yet, with the settings as they are now. */
export function clientOf(extensionPath: string, previews: Previews): LanguageClient {
  return new LanguageClient("heir", "heir", serverOf(extensionPath), optionsOf(previews));
}

/** The server of this extension, run by the Node of VS Code, unless `heir.path` names another one. */
function serverOf(extensionPath: string): ServerOptions {
  const command = workspace.getConfiguration("heir").get("path", "");
  const args = ["lsp"];
  const transport = TransportKind.stdio;
  return command === "" ? { module: join(extensionPath, "server", "cli.js"), args, transport } : { command, args };
}

function optionsOf(previews: Previews): LanguageClientOptions {
  const settings = workspace.getConfiguration("heir");
  const forwarded = ["level", "hints", "lenses"].map((name) => [name, settings.get<unknown>(name)] as const);
  return {
    documentSelector: ["yaml", "json"].map((language) => ({ scheme: "file", language })),
    initializationOptions: Object.fromEntries(forwarded),
    middleware: {
      // The server answers the command with a text; here it is shown.
      executeCommand: async (command, args, next) => {
        if (command !== PREVIEW) return next(command, args);
        const folder = previews.folderOf(args);
        const text: unknown = await next(command, folder === undefined ? [] : [folder]);
        return typeof text === "string" ? previews.show(folder, text) : text;
      },
    },
  };
}
