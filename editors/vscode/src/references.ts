import { commands, type Disposable } from "vscode";
import type { LanguageClient, Location, Position } from "vscode-languageclient/node";

type Converter = LanguageClient["protocol2CodeConverter"];

/** The command of the lenses `2 nodes` and `listed by 2`: opens the list of references of VS Code. */
export function showReferences(converter: () => Promise<Converter | undefined>): Disposable {
  return commands.registerCommand("heir.references", async (uri: string, position: Position, found: Location[]) => {
    const convert = await converter();
    if (convert === undefined) return;
    const at = [convert.asUri(uri), convert.asPosition(position), found.map((each) => convert.asLocation(each))];
    await commands.executeCommand("editor.action.showReferences", ...at);
  });
}
