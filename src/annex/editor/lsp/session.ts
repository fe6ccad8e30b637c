import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { addTo } from "../../../base/text-order.ts";
import { expected, orNone } from "../../../model/findings/failure.ts";
import { SecretFilter } from "../../../model/secrets/masked.ts";
import { rank } from "../../../report/findings/problems.ts";
import { type Client, readClient, serverCapabilities } from "./capabilities.ts";
import type { Asked, Checked, EditorFinding, EditorInventory } from "./editor-inventory.ts";
import { Buffers, locationOf } from "./editor-inventory.ts";
import { Inventories, type OpenFolder } from "./inventories.ts";
import { isAble, listIn, member, numberParam, type Params, pathOf, rangeIn, textParam } from "./params.ts";
import { type FilePositions, filePositions } from "./positions.ts";

export interface SessionOptions {
  readonly open: OpenFolder;
  readonly version: string;
  /** What a session says to the client by itself. */
  readonly sender: {
    notify(method: string, params: object): void;
    request(method: string, params: object): Promise<unknown>;
  };
}

/** How often the disk is looked at, where the client does not watch it. */
const LOOK_MS = 1500;

/** One client from `initialize` on: its open documents, their inventories, and what is said of them. */
export class ClientSession {
  readonly client: Client;
  readonly inventories: Inventories;
  private readonly options: SessionOptions;
  private readonly buffers: Buffers;
  private readonly positions: FilePositions;
  private readonly publisher: Publisher;
  private readonly filter = new SecretFilter([]);
  private looking: NodeJS.Timeout | undefined;
  /** Ends when all that the client said so far counts. */
  settled: Promise<unknown> = Promise.resolve();

  /** Throws BadParams for parameters of `initialize` that the protocol does not allow. */
  constructor(params: Params, options: SessionOptions) {
    this.options = options;
    this.client = readClient(params);
    this.buffers = new Buffers(this.client.encoding);
    this.positions = filePositions(this.client.encoding);
    this.inventories = new Inventories(options.open, this.buffers);
    this.publisher = new Publisher({
      client: this.client,
      positions: this.positions,
      send: (publication) => options.sender.notify("textDocument/publishDiagnostics", this.clean(publication)),
      done: () => this.refresh(),
    });
    // More come while states are read.
    this.filter.sources = { [Symbol.iterator]: () => this.secretTexts() };
  }

  capabilities(): ReturnType<typeof serverCapabilities> {
    return serverCapabilities(this.client, this.options.version);
  }

  /** The client is ready: watches the disk, and reads the inventories of its folders. */
  async begin(): Promise<void> {
    const { watches, folders } = this.client;
    if (watches) {
      const watchers = [{ globPattern: "**/*.{yml,yaml,json}" }, { globPattern: "**/.gitignore" }];
      const registrations = [{ id: "files", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }];
      void this.options.sender.request("client/registerCapability", { registrations }).catch(() => undefined);
    } else this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
    await Promise.all(folders.map((folder) => this.readFolder(folder)));
  }

  async changeFolders(params: Params): Promise<void> {
    const uris = listIn(member(params, "event"), "added").map((each) => textParam(each, "uri"));
    await Promise.all(uris.flatMap((uri) => pathOf(uri) ?? []).map((folder) => this.readFolder(folder)));
  }

  async open(params: Params): Promise<void> {
    await this.edited(params, (path, document) => {
      this.buffers.set(path, { version: numberParam(document, "version"), text: textParam(document, "text") });
    });
  }

  async change(params: Params): Promise<void> {
    await this.edited(params, (path, document) => {
      const changes = listIn(params, "contentChanges").map((change) => {
        return { text: textParam(change, "text"), ...(isAble(change, "range") && { range: rangeIn(change, "range") }) };
      });
      this.buffers.change(path, numberParam(document, "version"), changes);
    });
  }

  async close(params: Params): Promise<void> {
    await this.edited(params, (path) => this.buffers.delete(path));
  }

  touched(): void {
    this.inventories.touched();
    for (const inventory of this.inventories.all()) this.publisher.changed(inventory);
  }

  /** What a question about a file is answered from; undefined for a file of no inventory. */
  async asked(uri: string, signal: AbortSignal): Promise<(Asked & { readonly path: string }) | undefined> {
    const absolute = pathOf(uri);
    const inventory = absolute === undefined ? undefined : await this.inventories.of(absolute);
    const path = absolute === undefined ? undefined : inventory?.pathIn(absolute);
    if (absolute === undefined || inventory === undefined || path === undefined) return undefined;
    if (this.buffers.get(absolute) !== undefined) inventory.take(absolute);
    return { ...(await this.askedOf(inventory, signal)), path };
  }

  async askedOf(inventory: EditorInventory, signal: AbortSignal): Promise<Asked> {
    const { client, positions } = this;
    return { client, signal, inventory, state: await inventory.state(), positions };
  }

  /** The version of an open document; undefined for one that is not open. */
  versionOf(uri: string): number | undefined {
    const path = pathOf(uri);
    return path === undefined ? undefined : this.buffers.get(path)?.version;
  }

  /** What may be sent: without what is left of secret texts. */
  clean<T>(value: T): T {
    return cleaned(value, (text) => this.filter.clean(text));
  }

  async end(): Promise<void> {
    clearInterval(this.looking);
    this.publisher.close();
    await this.inventories.close();
  }

  /** Takes in what a document is now; one that is no file is passed over. */
  private async edited(params: Params, change: (path: string, document: Params) => void): Promise<void> {
    const document = member(params, "textDocument");
    const path = pathOf(textParam(document, "uri"));
    if (path === undefined) return;
    change(path, document);
    const taken = this.takeIn(path);
    this.settled = Promise.allSettled([this.settled, taken]);
    await taken;
  }

  private async takeIn(path: string): Promise<void> {
    const inventory = await this.inventories.of(path);
    if (inventory === undefined) return;
    inventory.take(path);
    this.publisher.changed(inventory);
  }

  private async readFolder(folder: string): Promise<void> {
    const inventory = await this.inventories.at(folder).catch(orNone);
    if (inventory?.folder === folder) this.publisher.changed(inventory);
  }

  private async look(): Promise<void> {
    for (const inventory of this.inventories.all()) {
      if (await inventory.look()) this.publisher.changed(inventory);
    }
  }

  private refresh(): void {
    const { sender } = this.options;
    for (const kind of this.client.refreshes) {
      void sender.request(`workspace/${kind}/refresh`, {}).catch(() => undefined);
    }
  }

  private *secretTexts() {
    for (const inventory of this.inventories.all()) yield* inventory.workspace.secretTexts;
  }
}

/** Addresses stay as they are. */
const ADDRESSES: ReadonlySet<string> = new Set(["uri", "oldUri", "newUri", "targetUri"]);

/** A message with every text in it passed through a filter. */
function cleaned<T>(value: T, clean: (text: string) => string): T;
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    return [name, ADDRESSES.has(name) ? item : cleaned(item, clean)] as const;
  });
  return Object.fromEntries(entries);
}

interface PublisherOptions {
  readonly client: Client;
  readonly positions: FilePositions;
  send(publication: PublishDiagnosticsParams): void;
  /** Called when an inventory was examined. */
  done(inventory: EditorInventory): void;
}

/** How long a text must rest before it is examined. */
const REST_MS = 50;

/** Says what is found in inventories, soon after they change. */
class Publisher {
  private readonly options: PublisherOptions;
  private readonly waiting = new Map<EditorInventory, NodeJS.Timeout>();
  private readonly running = new Map<EditorInventory, AbortController>();
  /** What was said of each file, as text, by address. */
  private readonly said = new Map<EditorInventory, Map<string, string>>();

  constructor(options: PublisherOptions) {
    this.options = options;
  }

  /** Something of an inventory changed: what is being examined is void. */
  changed(inventory: EditorInventory): void {
    clearTimeout(this.waiting.get(inventory));
    this.running.get(inventory)?.abort();
    const timer = setTimeout(() => void this.examine(inventory), REST_MS);
    this.waiting.set(inventory, timer);
  }

  close(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    for (const controller of this.running.values()) controller.abort();
  }

  private async examine(inventory: EditorInventory): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.running.set(inventory, controller);
    try {
      const { client, positions } = this.options;
      const checked = await inventory.check({ signal, infos: client.level === "info" });
      if (signal.aborted) return;
      const found = findingsByFile(checked, { inventory, positions, client });
      this.publish(inventory, found, checked.state.versions);
      this.options.done(inventory);
    } catch (error) {
      if (signal.aborted) return;
      expected(error);
      this.publish(inventory, new Map(), new Map());
    }
  }

  /** Open documents always get an answer for their version; other files only if it is another one than before. */
  private publish(
    inventory: EditorInventory,
    found: ReadonlyMap<string, Diagnostic[]>,
    versions: ReadonlyMap<string, number>,
  ): void {
    const before = this.said.get(inventory) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const path of new Set([...before.keys(), ...versions.keys(), ...found.keys()])) {
      const version = versions.get(path);
      const diagnostics = found.get(path) ?? [];
      const publication = { uri: inventory.uri(path), version, diagnostics };
      const text = JSON.stringify(publication);
      if (diagnostics.length > 0 || version !== undefined) now.set(path, text);
      if (before.get(path) !== text) this.options.send(publication);
    }
    this.said.set(inventory, now);
  }
}

type FindingContext = Omit<Asked, "state">;

const BEGINNING = { line: 0, character: 0 };
const UNNECESSARY = 1;
const FADED: ReadonlySet<string> = new Set(["class-unused", "dead-value", "value-repeated"]);
const SEVERITIES = { error: 1, warning: 2, info: 3 } as const;

/** The findings of a state by file; one that is about no file is at the beginning of the settings. */
function findingsByFile({ result }: Checked, context: FindingContext): ReadonlyMap<string, Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const finding of result.findings) {
    const { diagnostic } = finding;
    if (rank[diagnostic.severity] > rank[context.client.level]) continue;
    const path = diagnostic.span?.file.path ?? "heir.yml";
    addTo(found, path, published(finding, context));
  }
  return found;
}

function published({ diagnostic }: EditorFinding, context: FindingContext): Diagnostic {
  const { code, severity, message, span, related, note, hint } = diagnostic;
  return {
    range: span === undefined ? { start: BEGINNING, end: BEGINNING } : context.positions(span.file).range(span),
    severity: SEVERITIES[severity],
    code,
    source: "heir",
    message: [message, note, hint].filter((line) => line !== undefined).join("\n"),
    relatedInformation: related.map((each) => ({ location: locationOf(context, each.span), message: each.caption })),
    tags: FADED.has(code) ? [UNNECESSARY] : undefined,
  };
}
