import { setImmediate } from "node:timers/promises";
import type { CancellationToken } from "vscode-languageserver/node";
import { createConnection, ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { HeirError } from "../../../model/findings/failure.ts";
import { type RequestAnswer, requestAnswers } from "./answers.ts";
import { BadParams, isAble, member, type Params } from "./params.ts";
import { ClientSession, type SessionOptions } from "./session.ts";

export type ServeOptions = Pick<SessionOptions, "open" | "version"> & {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
};

/** Serves the editor that started this process. Never returns: the process ends with its client. */
export function serveEditor(options: Pick<ServeOptions, "open" | "version">): Promise<never> {
  serve({ ...options, input: process.stdin, output: process.stdout });
  return new Promise(() => undefined);
}

type Connection = ReturnType<typeof createConnection>;

/** Serves one client over two streams, `output` for messages only. Ends the process: 0 after `shutdown`, else 1. */
export function serve({ input, output, ...options }: ServeOptions): void {
  const connection = createConnection(input, output);
  const sender: SessionOptions["sender"] = {
    notify: (method, params) => void connection.sendNotification(method, params),
    request: (method, params) => connection.sendRequest(method, params),
  };
  const life = new Life(connection, { ...options, sender });
  for (const [method, answer] of requestAnswers) {
    connection.onRequest(method, (params: Params, token) => life.answered(answer, params, token));
  }
  for (const [method, take] of taken) connection.onNotification(method, (params: Params) => life.taken(take, params));
  connection.listen();
}

type Take = (session: ClientSession, params: Params) => Promise<void> | void;

/** What the client sends. */
const taken: ReadonlyMap<string, Take> = new Map<string, Take>([
  ["initialized", (session) => session.begin()],
  ["textDocument/didOpen", (session, params) => session.open(params)],
  ["textDocument/didChange", (session, params) => session.change(params)],
  ["textDocument/didClose", (session, params) => session.close(params)],
  ["textDocument/didSave", (session) => session.touched()],
  ["workspace/didChangeWatchedFiles", (session) => session.touched()],
  ["workspace/didChangeWorkspaceFolders", (session, params) => session.changeFolders(params)],
]);

/** A connection from before `initialize` to after `shutdown`. */
class Life {
  private session: ClientSession | undefined;
  private isOver = false;

  constructor(connection: Connection, options: SessionOptions) {
    connection.onInitialize((params: Params) => {
      try {
        this.session = new ClientSession(params, options);
      } catch (error) {
        throw responseTo(error);
      }
      return this.session.capabilities();
    });
    connection.onShutdown(async () => {
      this.isOver = true;
      await this.session?.end();
    });
  }

  /** Notifications before `initialize`, and ones that cannot be read, are passed over. */
  async taken(take: Take, params: Params): Promise<void> {
    if (this.session === undefined || this.isOver) return;
    try {
      await take(this.session, params);
    } catch (error) {
      if (!(error instanceof BadParams || error instanceof HeirError)) throw error;
    }
  }

  async answered(answer: RequestAnswer, params: Params, token: CancellationToken): Promise<unknown> {
    const { session } = this;
    if (this.isOver) throw new ResponseError(ErrorCodes.InvalidRequest, "the server was shut down");
    if (session === undefined) throw new ResponseError(ErrorCodes.ServerNotInitialized, "initialize comes first");
    // The token of a request that is cancelled before its turn calls no listener.
    if (token.isCancellationRequested) throw cancelled();
    const version = versionOf(session, params);
    const controller = new AbortController();
    const { signal } = controller;
    token.onCancellationRequested(() => controller.abort());
    // A request that is cancelled at once is not begun.
    await setImmediate();
    try {
      await session.settled;
      signal.throwIfAborted();
      const result = await answer(session, params, signal);
      signal.throwIfAborted();
      if (versionOf(session, params) === version) return session.clean(result ?? null);
    } catch (error) {
      throw signal.aborted ? cancelled() : responseTo(error);
    }
    throw new ResponseError(LSPErrorCodes.ContentModified, "the text changed");
  }
}

function versionOf(session: ClientSession, params: Params): number | undefined {
  if (!isAble(params, "textDocument", "uri")) return undefined;
  const uri = member(member(params, "textDocument"), "uri");
  return typeof uri === "string" ? session.versionOf(uri) : undefined;
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
}

function responseTo(error: unknown): unknown {
  if (error instanceof BadParams) return new ResponseError(ErrorCodes.InvalidParams, error.message);
  if (!(error instanceof HeirError)) return error;
  const text = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
  return new ResponseError(LSPErrorCodes.RequestFailed, text);
}
