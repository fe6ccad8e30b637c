import { pathToFileURL } from "node:url";

/** A stand-in for the module `vscode`: what the extension of heir uses is here, the rest is answered with {@link blank}. */
export class StandIn {
  readonly commands: Map<string, (...args: unknown[]) => unknown> = new Map();
  readonly settings: Map<string, unknown> = new Map();
  /** Codes of findings, by path. */
  readonly findings: Map<string, readonly unknown[]> = new Map();
  /** The documents that the extension showed, and the commands of VS Code that it ran. */
  readonly shown: string[] = [];
  readonly configured: Emitter<object> = new Emitter();
  private readonly opened = new Emitter<object>();
  private readonly documents: object[] = [];
  private readonly providers = new Map<string, { provideTextDocumentContent(uri: Address): string }>();
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What `require("vscode")` gives. */
  module(): object {
    const { commands, window, workspace, languages } = this.apis();
    return filled({
      version: "1.101.0",
      env: filled({ appName: "stand-in", language: "en" }),
      Uri: Address,
      EventEmitter: Emitter,
      Position,
      Range,
      Location: Place,
      Diagnostic: Finding,
      CancellationTokenSource: Source,
      commands,
      window,
      workspace,
      languages,
    });
  }

  open(path: string, text: string): void {
    const uri = Address.file(`${this.folder}/${path}`);
    const document = { uri, languageId: "yaml", version: 1, getText: () => text };
    this.documents.push(document);
    this.opened.fire(document);
  }

  private apis() {
    const { documents, providers, shown, settings } = this;
    return {
      commands: {
        registerCommand: (name: string, run: (...args: unknown[]) => unknown) => {
          if (this.commands.has(name)) throw new Error(`command ${name} is there already`);
          this.commands.set(name, run);
          return { dispose: () => this.commands.delete(name) };
        },
        executeCommand: (name: string, ...args: unknown[]) => shown.push(`${name} ${JSON.stringify(args)}`),
      },
      window: filled({
        activeTextEditor: undefined,
        visibleTextEditors: [],
        tabGroups: filled({ all: [] }),
        showErrorMessage: async (text: string) => void shown.push(text),
        createOutputChannel: () => filled({ error: (text: string) => shown.push(text) }),
        showTextDocument: async ({ getText }: { getText(): string }) => void shown.push(getText()),
      }),
      workspace: filled({
        isTrusted: true,
        textDocuments: documents,
        notebookDocuments: [],
        workspaceFolders: [{ uri: Address.file(this.folder), name: "folder", index: 0 }],
        onDidOpenTextDocument: this.opened.event,
        onDidChangeConfiguration: this.configured.event,
        getConfiguration: (section: string) => ({
          get: (name: string, otherwise?: unknown) => settings.get(`${section}.${name}`) ?? otherwise,
        }),
        registerTextDocumentContentProvider: (scheme: string, provider: never) => {
          providers.set(scheme, provider);
          return { dispose: () => providers.delete(scheme) };
        },
        openTextDocument: async (uri: Address) => ({
          getText: () => providers.get(uri.scheme)?.provideTextDocumentContent(uri),
        }),
      }),
      languages: filled({
        match: (_: unknown, { uri }: { uri: Address }) => (uri.scheme === "file" ? 10 : 0),
        createDiagnosticCollection: () => ({
          set: ({ path }: Address, found: readonly Finding[] = []) => {
            this.findings.set(
              path.slice(this.folder.length + 1),
              found.map(({ code }) => code),
            );
          },
          dispose: () => undefined,
        }),
      }),
    };
  }
}

/** Answers all that is asked of it with itself; can be called, created and extended. */
const blank: object = new Proxy(class {}, {
  get: (target, name) => {
    if (name === "prototype") return target.prototype;
    return typeof name === "symbol" || name === "then" ? undefined : blank;
  },
  apply: () => blank,
  construct: () => ({ dispose: () => undefined }),
});

/** An object, with {@link blank} for what it lacks. */
function filled(known: object): object {
  return new Proxy(known, {
    get: (target, name) => (name in target || name === "then" ? Reflect.get(target, name) : blank),
  });
}

class Emitter<Of> {
  private readonly listeners = new Set<(of: Of) => unknown>();
  readonly event = (listener: (of: Of) => unknown, self?: unknown): { dispose(): void } => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.listeners.add(bound);
    return { dispose: () => void this.listeners.delete(bound) };
  };

  fire(of: Of): void {
    for (const listener of [...this.listeners]) listener(of);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

class Address {
  private readonly url: URL;

  private constructor(url: URL) {
    this.url = url;
  }

  static parse(text: string): Address {
    return new Address(new URL(text));
  }

  static file(path: string): Address {
    return Address.parse(pathToFileURL(path).href);
  }

  static from({ scheme, path, query }: { scheme: string; path: string; query: string }): Address {
    return new Address(new URL(`${scheme}:${encodeURIComponent(path)}?${encodeURIComponent(query)}`));
  }

  static joinPath({ url }: Address, ...parts: readonly string[]): Address {
    return new Address(new URL(`${url.href}/${parts.join("/")}`));
  }

  get scheme(): string {
    return this.url.protocol.slice(0, -1);
  }

  get path(): string {
    return decodeURIComponent(this.url.pathname);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return this.url.href;
  }
}

class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...at: readonly [number, number, number, number]) {
    this.start = new Position(at[0], at[1]);
    this.end = new Position(at[2], at[3]);
  }
}

class Place {
  readonly uri: Address;
  readonly range: Range;

  constructor(uri: Address, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

class Finding {
  readonly range: Range;
  readonly message: string;
  code: unknown;

  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

class Source {
  readonly token = { isCancellationRequested: false, onCancellationRequested: new Emitter<object>().event };

  cancel(): void {}

  dispose(): void {}
}
