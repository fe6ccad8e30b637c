import { requestAnswers } from "../../src/annex/editor/lsp/answers.ts";
import { TextPositions } from "../../src/annex/editor/lsp/positions.ts";
import { ClientSession } from "../../src/annex/editor/lsp/session.ts";
import { memoryWorkspace } from "../../src/workspace/open.ts";

const FOLDER = "/somewhere/memory";

/** A file of the inventory as an editor addresses it. */
export const address = (path: string): string => `file://${FOLDER}/${encodeURI(path)}`;

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly range: object }[];
}

/** A client of the language server over an inventory in memory. */
export class TestEditor {
  readonly session: ClientSession;
  readonly published: Published[] = [];
  private readonly texts: Map<string, string>;
  private readonly versions = new Map<string, number>();

  constructor(files: Readonly<Record<string, string>>, initialize: object = {}) {
    this.texts = new Map(Object.entries(files));
    const capabilities = {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
      },
    };
    this.session = new ClientSession(
      { capabilities, workspaceFolders: [{ uri: `file://${FOLDER}` }], ...initialize },
      {
        version: "0",
        open: async () => memoryWorkspace(Object.entries(files)),
        sender: {
          notify: (_, params) => this.published.push(params as Published),
          request: async () => null,
        },
      },
    );
  }

  /** Types a text in place of another one; the document is opened first if it is not. */
  async type(path: string, old: string, now: string): Promise<void> {
    const before = this.texts.get(path) ?? "";
    const version = (this.versions.get(path) ?? 0) + 1;
    const text = before.replace(old, () => now);
    const uri = address(path);
    if (version === 1) await this.session.open({ textDocument: { uri, version, text } });
    else await this.session.change({ textDocument: { uri, version }, contentChanges: [{ text }] });
    this.versions.set(path, version);
    this.texts.set(path, text);
  }

  /** The answer at the sign `¦` of a piece of a file's text. */
  async ask(method: string, path: string, piece = "¦", more: object = {}): Promise<unknown> {
    const text = this.texts.get(path) ?? "";
    const plain = piece.replace("¦", "");
    if (piece !== "¦" && text.split(plain).length !== 2) throw new Error(`${plain} is not in ${path} once`);
    const position = new TextPositions(text, "utf-16").position(text.indexOf(plain) + piece.indexOf("¦"));
    return this.send(method, { textDocument: { uri: address(path) }, position, ...more });
  }

  async send(method: string, params: object): Promise<unknown> {
    const answer = requestAnswers.get(method);
    if (answer === undefined) throw new Error(`no ${method}`);
    return this.session.clean((await answer(this.session, params, new AbortController().signal)) ?? null);
  }

  /** The places of an answer: `path line:column-line:column`, from 1. */
  places(answer: unknown): readonly string[] {
    const found = answer as readonly { readonly uri: string; readonly range: { start: Place; end: Place } }[];
    return found.map(({ uri, range }) => {
      const path = decodeURI(uri).slice(`file://${FOLDER}/`.length);
      return `${path} ${placeText(range.start)}-${placeText(range.end)}`;
    });
  }
}

interface Place {
  readonly line: number;
  readonly character: number;
}

function placeText({ line, character }: Place): string {
  return `${line + 1}:${character + 1}`;
}
