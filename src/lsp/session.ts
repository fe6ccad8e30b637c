import { SecretFilter } from "../model/secrets/secret-filter.ts";
import { type Client, readClient, serverCapabilities } from "./capabilities.ts";
import { Buffers, type EditorInventory } from "./editor-inventory.ts";
import { Inventories, type OpenFolder, orNone } from "./inventories.ts";
import { isAble, listIn, member, numberParam, type Params, pathOf, rangeIn, textParam, uriOf } from "./params.ts";
import { type FilePositions, filePositions } from "./positions.ts";
import { Publisher } from "./publisher.ts";
import type { Asked } from "./question.ts";

/** What a session says to the client by itself. */
export interface Sender {
  notify(method: string, params: object): void;
  request(method: string, params: object): Promise<unknown>;
}

export interface SessionOptions {
  readonly open: OpenFolder;
  readonly version: string;
  readonly sender: Sender;
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
  /** Ends when what came in so far has been taken in. */
  private settling: Promise<unknown> = Promise.resolve();

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
    const document = member(params, "textDocument");
    await this.edited(document, (path) => {
      this.buffers.set(path, { version: numberParam(document, "version"), text: textParam(document, "text") });
    });
  }

  async change(params: Params): Promise<void> {
    const document = member(params, "textDocument");
    await this.edited(document, (path) => {
      const changes = listIn(params, "contentChanges").map((change) => {
        return { text: textParam(change, "text"), ...(isAble(change, "range") && { range: rangeIn(change, "range") }) };
      });
      this.buffers.change(path, numberParam(document, "version"), changes);
    });
  }

  async close(params: Params): Promise<void> {
    await this.edited(member(params, "textDocument"), (path) => this.buffers.delete(path));
  }

  /** Files on disk are others than before. */
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
    const uri = (path: string) => uriOf(inventory.absolute(path));
    return { client, signal, inventory, state: await inventory.state(), positions, uri };
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

  /** Ends when all that the client said so far counts. */
  async settled(): Promise<void> {
    await this.settling;
  }

  /** Takes in what a document is now; one that is no file is passed over. */
  private async edited(document: Params, change: (path: string) => void): Promise<void> {
    const path = pathOf(textParam(document, "uri"));
    if (path === undefined) return;
    change(path);
    const taken = this.takeIn(path);
    this.settling = Promise.allSettled([this.settling, taken]);
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
    const { refreshesLenses, refreshesHints } = this.client;
    const { sender } = this.options;
    if (refreshesLenses) void sender.request("workspace/codeLens/refresh", {}).catch(() => undefined);
    if (refreshesHints) void sender.request("workspace/inlayHint/refresh", {}).catch(() => undefined);
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
