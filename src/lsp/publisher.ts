import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { addTo } from "../base/grouped.ts";
import type { Severity } from "../model/findings/codes.ts";
import { HeirError } from "../model/findings/failure.ts";
import { rank } from "../report/findings/problems.ts";
import type { Client } from "./capabilities.ts";
import type { Checked, EditorFinding, EditorInventory } from "./editor-inventory.ts";
import { uriOf } from "./params.ts";
import type { FilePositions } from "./positions.ts";

export interface PublisherOptions {
  readonly client: Client;
  readonly positions: FilePositions;
  send(publication: PublishDiagnosticsParams): void;
  /** Called when an inventory was examined. */
  done(inventory: EditorInventory): void;
}

/** How long a text must rest before it is examined. */
const REST_MS = 50;

/** Says what is found in inventories, soon after they change. */
export class Publisher {
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
    this.waiting.set(
      inventory,
      setTimeout(() => void this.examine(inventory), REST_MS),
    );
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
      const uri = (path: string) => uriOf(inventory.absolute(path));
      const found = findingsByFile(checked, { positions, level: client.level, uri });
      this.publish(inventory, found, checked.state.versions);
      this.options.done(inventory);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HeirError)) throw error;
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
      const publication = { uri: uriOf(inventory.absolute(path)), version, diagnostics };
      const text = JSON.stringify(publication);
      if (diagnostics.length > 0 || version !== undefined) now.set(path, text);
      if (before.get(path) !== text) this.options.send(publication);
    }
    this.said.set(inventory, now);
  }
}

interface FindingContext {
  readonly positions: FilePositions;
  readonly level: Severity;
  uri(path: string): string;
}

const BEGINNING = { line: 0, character: 0 };
const UNNECESSARY = 1;
const FADED: ReadonlySet<string> = new Set(["class-unused", "dead-value", "value-repeated"]);
const SEVERITIES = { error: 1, warning: 2, info: 3 } as const;

/** The findings of a state by file; one that is about no file is at the beginning of the settings. */
function findingsByFile({ result }: Checked, context: FindingContext): ReadonlyMap<string, Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const finding of result.findings) {
    const { diagnostic } = finding;
    if (rank[diagnostic.severity] > rank[context.level]) continue;
    const path = diagnostic.span?.file.path ?? "heir.yml";
    addTo(found, path, published(finding, context));
  }
  return found;
}

function published({ diagnostic }: EditorFinding, { positions, uri }: FindingContext): Diagnostic {
  const { code, severity, message, span, related, note, hint } = diagnostic;
  return {
    range: span === undefined ? { start: BEGINNING, end: BEGINNING } : positions(span.file).range(span),
    severity: SEVERITIES[severity],
    code,
    source: "heir",
    message: [message, note, hint].filter((line) => line !== undefined).join("\n"),
    relatedInformation: related.map((each) => ({
      location: { uri: uri(each.span.file.path), range: positions(each.span.file).range(each.span) },
      message: each.caption,
    })),
    tags: FADED.has(code) ? [UNNECESSARY] : undefined,
  };
}
