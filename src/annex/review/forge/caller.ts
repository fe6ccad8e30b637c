import { parsedJson } from "../../../base/json-text.ts";
import { CallFailed, type Comment, type ForgeFault, type RestInterface, type Status } from "./forge.ts";

/** How many comments are asked for at once; the most that the forges give. */
const PAGE_SIZE = 100;

export interface Transport {
  readonly fetch: typeof fetch;
  readonly sleep: Sleep;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** The name of this program, for the forge. */
  readonly agent: string;
}

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
/** Milliseconds after which an answer counts as a broken connection. */
const LONGEST_CALL = 60_000;
const LONGEST_MESSAGE = 200;

/** The comments of one pull or merge request, by REST. Methods throw `CallFailed`; the token goes to no other host. */
export class Forge {
  private readonly rest: RestInterface;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly transport: Transport;

  constructor(rest: RestInterface, token: string, transport: Transport) {
    this.rest = rest;
    this.headers = rest.headers(token);
    this.transport = transport;
  }

  /** All comments of all pages, the oldest first. */
  async list(): Promise<readonly Comment[]> {
    const found: Comment[] = [];
    const { comments, query } = this.rest;
    for (let page = 1; ; page += 1) {
      const { data, hasNext } = await this.call("GET", `${comments}?${query}per_page=${PAGE_SIZE}&page=${page}`);
      if (!Array.isArray(data)) throw new CallFailed("the list of comments is no list", { kind: "other" });
      const rows: readonly unknown[] = data;
      found.push(...rows.flatMap((row) => this.comment(row) ?? []));
      if (rows.length === 0 || (!hasNext && rows.length < PAGE_SIZE)) break;
    }
    return found.sort((left, right) => left.id - right.id);
  }

  /** Makes a comment, or edits the one with this id. One that is made may be there although the answer says otherwise. */
  async write(body: string, id?: number): Promise<void> {
    const { comments, editing, noun, one } = this.rest;
    const { data } = await (id === undefined
      ? this.call("POST", comments, { body })
      : this.call(editing, one(id), { body }));
    if (this.comment(data) === undefined)
      throw new CallFailed(`the answer to a ${noun} is no ${noun}`, { kind: "other" });
  }

  /** Also done if there is no such comment any more. */
  async delete(id: number): Promise<void> {
    await this.call("DELETE", this.rest.one(id)).catch((error: unknown) => {
      if (!isFault(error, "missing")) throw error;
    });
  }

  /** The account that the token belongs to; undefined if the token may not ask. */
  async account(): Promise<string | undefined> {
    try {
      const { data } = await this.call("GET", "/user");
      return textField(data, this.rest.account) || undefined;
    } catch (error) {
      if (isFault(error, "forbidden") || isFault(error, "missing")) return undefined;
      throw error;
    }
  }

  async setStatus(status: Status): Promise<void> {
    const { path, body } = this.rest.status(status);
    await this.call("POST", path, body);
  }

  /** A comment that a person or a program wrote, in a row of JSON; undefined for anything else. */
  private comment(row: unknown): Comment | undefined {
    const id = numberField(row, "id");
    if (id < 1 || fieldIn(row, ["system"]) === true) return undefined;
    return { id, body: textField(row, "body"), author: textField(row, this.rest.author, this.rest.account) };
  }

  /** Throws CallFailed for any other answer than success. Redirects must stay on the host; the method stays, too. */
  private async call(method: Method, path: string, body?: Body) {
    const { api } = this.rest;
    const { signal, now } = this.transport;
    const failed = (why: string, fault: ForgeFault) => new CallFailed(`${method} ${path}: ${why}`.trim(), fault);
    let url = new URL(`${api.href.replace(/\/$/, "")}${path}`);
    for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
      const { response, text } = await this.fetched(method, url, body).catch((error: unknown) => {
        signal.throwIfAborted();
        throw failed(reasonOf(error), { kind: "unavailable", waitMs: undefined });
      });
      const { ok, status, headers } = response;
      if (ok) return { data: parsedJson(text), hasNext: hasNext(headers) };
      const location = REDIRECTS.has(status) ? headers.get("location") : null;
      if (location === null) throw failed(`${status} ${messageIn(text)}`, faultOf(response, text, now()));
      url = new URL(location, url);
      if (url.origin !== api.origin) {
        throw failed(`redirected to another host, ${url.host}: refused`, { kind: "other" });
      }
    }
    throw failed("too many redirects", { kind: "other" });
  }

  private async fetched(method: Method, url: URL, body: Body | undefined) {
    const { fetch: send, agent, signal } = this.transport;
    const json: Readonly<Record<string, string>> = body === undefined ? {} : { "Content-Type": "application/json" };
    const response = await send(url, {
      method,
      redirect: "manual",
      headers: { ...this.headers, "User-Agent": agent, ...json },
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL)]),
      body: body && JSON.stringify(body),
    });
    return { response, text: await response.text() };
  }
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

type Body = Readonly<Record<string, unknown>>;

function isFault(error: unknown, kind: ForgeFault["kind"]): boolean {
  return error instanceof CallFailed && error.fault.kind === kind;
}

/** `ECONNREFUSED`; only what the system says, since other texts may quote what was sent. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error && error.name === "TimeoutError" ? "no answer" : "the connection broke";
}

function faultOf({ status, headers }: Response, text: string, now: number): ForgeFault {
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
  const message = fieldIn(parsedJson(text), ["message"]);
  const said = typeof message === "string" ? message : message === undefined ? "" : JSON.stringify(message);
  return said.length > LONGEST_MESSAGE ? `${said.slice(0, LONGEST_MESSAGE)}...` : said;
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

export type Sleep = (milliseconds: number) => Promise<void>;

/** Before the second, third and fourth try, unless the forge says how long. */
const PAUSES = [1000, 2000, 4000];
/** A job does not wait longer for one answer. */
const LONGEST = 5 * 60_000;

/**
 * Does work up to four times while the forge is unavailable: after the time it names, else 1, 2 and 4 seconds (rule
 * V22 in docs/concepts/review.md). Throws the last `CallFailed`, and any other error at once.
 */
export async function repeated<T>(work: () => Promise<T>, sleep: Sleep): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.fault.kind !== "unavailable") throw error;
      const pause = PAUSES[tries];
      if (pause === undefined) throw exhausted(error, `${tries + 1} times`);
      const { waitMs = pause } = error.fault;
      // Waiting does not help.
      if (waitMs > LONGEST) throw exhausted(error, `asks to wait ${Math.ceil(waitMs / 1000)} s`);
      await sleep(waitMs);
    }
  }
}

function exhausted({ message, fault }: CallFailed, how: string): CallFailed {
  return new CallFailed(`${message} (${how})`, fault);
}
