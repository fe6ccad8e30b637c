import { type Disposable, EventEmitter, Uri, window, workspace } from "vscode";

/** The command of the server that says what edits change; its lenses name it too. */
export const PREVIEW = "heir.preview";

const SCHEME = "heir";

/** What edits change, as read-only documents: one for each inventory. */
export class Previews implements Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new EventEmitter<Uri>();
  private readonly provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: this.changed.event,
    provideTextDocumentContent: (uri) => this.texts.get(uri.toString()) ?? "",
  });

  /** The folder that a lens names, or that of the file in front; undefined leaves the choice to the server. */
  folderOf([folder]: readonly unknown[]): string | undefined {
    if (typeof folder === "string") return folder;
    const uri = window.activeTextEditor?.document.uri;
    return uri?.scheme === "file" ? Uri.joinPath(uri, "..").toString() : undefined;
  }

  /** Shows a text, in the tab that shows the one before. */
  async show(folder: string | undefined, text: string): Promise<void> {
    const uri = Uri.from({ scheme: SCHEME, path: "What edits change", query: folder ?? "" });
    this.texts.set(uri.toString(), text === "" ? "nothing changes\n" : text);
    this.changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.provider.dispose();
    this.changed.dispose();
  }
}
