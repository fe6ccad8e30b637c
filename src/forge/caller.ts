import { CallFailed, type Comment, type ForgeFault } from "./forge.ts";
import { repeated, type Sleep } from "./keep-comment.ts";

/** How many comments are asked for at once; the most that the forges give. */
export const PAGE_SIZE = 100;

/** How the program reaches the network and waits. */
export interface Transport {
  readonly fetch: typeof fetch;
  readonly sleep: Sleep;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** The name of this program, for the forge. */
  readonly agent: string;
}

/** One call of a REST interface; the path is below its address. */
interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The body of an answer, parsed, and whether another page follows. */
export interface ForgeAnswer {
  readonly data: unknown;
  readonly hasNext: boolean;
}

const MOST_REDIRECTS = 5;
/** Milliseconds after which an answer counts as a broken connection. */
const LONGEST_CALL = 60_000;
const LONGEST_MESSAGE = 200;

/** Calls one REST interface by JSON. The token is in `headers`, and goes to no other host. */
export class Caller {
  private readonly address: URL;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly transport: Transport;

  constructor(address: URL, headers: Readonly<Record<string, string>>, transport: Transport) {
    this.address = address;
    this.headers = headers;
    this.transport = transport;
  }

  /** A call, repeated while the forge is unavailable. Throws CallFailed for any other answer than success. */
  repeated(call: Call): Promise<ForgeAnswer> {
    return repeated(() => this.once(call), this.transport.sleep);
  }

  /** The same, not repeated. */
  async once(call: Call): Promise<ForgeAnswer> {
    const { method, path } = call;
    const response = await this.sent(call);
    const text = await response.text().catch((error: unknown) => this.broken(call, error));
    const { status, headers } = response;
    if (!response.ok) {
      const fault = faultOf({ status, headers, text }, this.transport.now());
      throw new CallFailed(`${method} ${path}: ${status} ${messageIn(text)}`.trim(), fault);
    }
    return { data: parsed(text), hasNext: hasNext(headers) };
  }

  /** A call that deletes something; done also if it is gone already. */
  async gone(call: Call): Promise<void> {
    await this.repeated(call).catch((error: unknown) => {
      if (!(error instanceof CallFailed) || error.fault.kind !== "missing") throw error;
    });
  }

  /** The account that the token belongs to; undefined if the token may not ask. */
  async account(path: string, field: string): Promise<string | undefined> {
    try {
      const { data } = await this.repeated({ method: "GET", path });
      return textField(data, field) || undefined;
    } catch (error) {
      if (error instanceof CallFailed && (error.fault.kind === "forbidden" || error.fault.kind === "missing"))
        return undefined;
      throw error;
    }
  }

  /** The answer at the end of redirects, which must stay on the host; the method stays, too. */
  private async sent(call: Call): Promise<Response> {
    let url = new URL(`${this.address.href.replace(/\/$/, "")}${call.path}`);
    for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
      const response = await this.fetched(call, url);
      const location = isRedirect(response.status) ? response.headers.get("location") : null;
      if (location === null) return response;
      await response.body?.cancel();
      url = this.next(call, new URL(location, url));
    }
    throw new CallFailed(`${call.method} ${call.path}: too many redirects`, { kind: "other" });
  }

  private next({ method, path }: Call, to: URL): URL {
    if (to.host === this.address.host && to.protocol === this.address.protocol) return to;
    throw new CallFailed(`${method} ${path}: redirected to another host, ${to.host}: refused`, { kind: "other" });
  }

  private async fetched(call: Call, url: URL): Promise<Response> {
    const { fetch: send, agent, signal } = this.transport;
    const { method, body } = call;
    const json: Readonly<Record<string, string>> = body === undefined ? {} : { "Content-Type": "application/json" };
    try {
      return await send(url, {
        method,
        redirect: "manual",
        headers: { ...this.headers, "User-Agent": agent, ...json },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL)]),
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      return this.broken(call, error);
    }
  }

  /** The connection broke, or nothing answers. */
  private broken({ method, path }: Call, error: unknown): never {
    this.transport.signal.throwIfAborted();
    throw new CallFailed(`${method} ${path}: ${reasonOf(error)}`, { kind: "unavailable", waitMs: undefined });
  }
}

/** `ECONNREFUSED`; only what the system says, since other texts may quote what was sent. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error && error.name === "TimeoutError" ? "no answer" : "the connection broke";
}

function isRedirect(status: number): boolean {
  return [301, 302, 307, 308].includes(status);
}

interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function faultOf({ status, headers, text }: Refused, now: number): ForgeFault {
  const waitMs = waitIn(headers, now);
  const isBusy = [429, 502, 503, 504].includes(status);
  const isLimited = status === 403 && (waitMs !== undefined || headers.get("x-ratelimit-remaining") === "0");
  if (isBusy || isLimited) return { kind: "unavailable", waitMs };
  if (status === 401) return { kind: "unauthorized" };
  if (status === 403) return { kind: "forbidden" };
  if (status === 404) return { kind: "missing" };
  if ([400, 413, 422].includes(status) && /too (?:long|large)/i.test(text)) return { kind: "too-long" };
  return { kind: "other" };
}

/** `Retry-After`: seconds, or a date. */
function waitIn(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** What a forge says about a failure, on one line. */
function messageIn(text: string): string {
  const data = parsed(text);
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  const said = typeof message === "string" ? message : message === undefined ? "" : JSON.stringify(message);
  return said.length > LONGEST_MESSAGE ? `${said.slice(0, LONGEST_MESSAGE)}...` : said;
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasNext(headers: Headers): boolean {
  return (headers.get("link") ?? "").includes('rel="next"') || (headers.get("x-next-page") ?? "") !== "";
}

/** A field of parsed JSON, below others; undefined if there is none. */
function fieldIn(data: unknown, keys: readonly string[]): unknown {
  let value = data;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** A text in such a field; "" for anything else. */
export function textField(data: unknown, ...keys: readonly string[]): string {
  const value = fieldIn(data, keys);
  return typeof value === "string" ? value : "";
}

/** A whole number in such a field; 0 for anything else. */
export function numberField(data: unknown, ...keys: readonly string[]): number {
  const value = fieldIn(data, keys);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** All comments of all pages, the oldest first. Throws CallFailed for an answer that is no list, and what a page throws. */
export async function allComments(
  page: (number: number) => Promise<ForgeAnswer>,
  comment: (row: unknown) => Comment | undefined,
): Promise<readonly Comment[]> {
  const comments: Comment[] = [];
  for (let number = 1; ; number += 1) {
    const { data, hasNext } = await page(number);
    if (!Array.isArray(data)) throw new CallFailed("the list of comments is no list", { kind: "other" });
    const rows: readonly unknown[] = data;
    comments.push(...rows.flatMap((row) => comment(row) ?? []));
    if (rows.length === 0 || (!hasNext && rows.length < PAGE_SIZE)) break;
  }
  return comments.sort((left, right) => left.id - right.id);
}
