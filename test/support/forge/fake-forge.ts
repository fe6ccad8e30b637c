import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ForgeName } from "../../../src/annex/review/forge/forge.ts";

export const TOKEN = "ghs_16C7e42F292c6912E7";

/** A comment as the forge keeps it. */
export interface KeptComment {
  readonly id: number;
  body: string;
  readonly by: string;
  readonly system: boolean;
}

/** A call that the forge was asked for. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly agent: string;
  readonly sent: Readonly<Record<string, unknown>>;
}

/** How the forge misbehaves: the first rule that fits a call and is not used up. */
export interface Misbehaviour {
  readonly method?: string;
  readonly path?: RegExp;
  /** For ever when absent. */
  times?: number;
  readonly status: number | "broken";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The call is carried out, whatever is answered. */
  readonly isDone?: boolean;
}

export interface ForgeParts {
  readonly comments?: readonly { readonly body: string; readonly by?: string; readonly system?: boolean }[];
  readonly rules?: readonly Misbehaviour[];
  /** The most characters of a comment. */
  readonly limit?: number;
  readonly me?: string;
  /** Whether the token may ask whose it is. */
  readonly knowsMe?: boolean;
}

/** A GitHub or a GitLab with one pull or merge request, number 7 of acme/fleet. */
export interface FakeForge {
  readonly url: string;
  readonly comments: KeptComment[];
  readonly calls: SeenCall[];
  readonly statuses: Readonly<Record<string, unknown>>[];
  /** Methods and paths of the calls that are no questions. */
  writes(): readonly string[];
}

/** Starts a forge on the loopback interface, until the test ends. */
export async function fakeForge(kind: ForgeName, parts: ForgeParts = {}): Promise<FakeForge> {
  const me = parts.me ?? (kind === "github" ? "github-actions[bot]" : "project_9_bot");
  const state: State = {
    ...parts,
    kind,
    me,
    knowsMe: parts.knowsMe ?? kind === "gitlab",
    comments: (parts.comments ?? []).map(({ body, by = me, system = false }, at) => ({
      id: 100 + at,
      body,
      by,
      system,
    })),
    calls: [],
    statuses: [],
  };
  const server = createServer((request, response) => void serve(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { comments, calls, statuses } = state;
  const writes = () => calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, calls, statuses, writes };
}

interface State extends ForgeParts {
  readonly kind: ForgeName;
  readonly me: string;
  readonly comments: KeptComment[];
  readonly calls: SeenCall[];
  readonly statuses: Readonly<Record<string, unknown>>[];
  readonly knowsMe: boolean;
}

type Reply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];
type Sent = Readonly<Record<string, unknown>>;

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "", "http://localhost");
  const text = Buffer.concat(chunks).toString();
  const sent: Sent = text === "" ? {} : JSON.parse(text);
  const { method = "" } = request;
  state.calls.push({ method, path: url.pathname, query: url.search, agent: request.headers["user-agent"] ?? "", sent });
  const rule = (state.rules ?? []).find((each) => {
    return (each.method ?? method) === method && (each.path ?? /^/).test(url.pathname) && (each.times ?? 1) > 0;
  });
  if (rule?.times !== undefined) rule.times -= 1;
  const given = request.headers.authorization?.replace("Bearer ", "") ?? request.headers["private-token"];
  if (rule?.isDone === true) answer(state, { method, url, sent });
  if (rule?.status === "broken") return void request.socket.destroy();
  const [status, body, headers = {}] =
    given !== TOKEN
      ? ([401, { message: "Bad credentials" }] as Reply)
      : rule === undefined
        ? answer(state, { method, url, sent })
        : ([rule.status, rule.body ?? { message: "as told" }, rule.headers] as Reply);
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

interface Question {
  readonly method: string;
  readonly url: URL;
  readonly sent: Sent;
}

function answer(state: State, { method, url, sent }: Question): Reply {
  const isGithub = state.kind === "github";
  const root = isGithub ? "/repos/acme/fleet" : "/api/v4/projects/42";
  const all = `${root}${isGithub ? "/issues" : "/merge_requests"}/7/${isGithub ? "comments" : "notes"}`;
  const one = isGithub ? `${root}/issues/comments/` : `${all}/`;
  const { pathname: path } = url;
  if (path.startsWith(`${root}/statuses/`) && method === "POST") {
    state.statuses.push({ ...sent, commit: path.slice(`${root}/statuses/`.length) });
    return [201, sent];
  }
  if (path === (isGithub ? "/user" : "/api/v4/user")) {
    return state.knowsMe
      ? [200, { login: state.me, username: state.me }]
      : [403, { message: "Resource not accessible" }];
  }
  if (path === all && method === "GET") return page(state, url);
  if (path === all && method === "POST") return stored(state, sent) ?? [201, shown(state, newest(state, sent))];
  const comment = path.startsWith(one) ? state.comments.find(({ id }) => `${one}${id}` === path) : undefined;
  if (comment === undefined) return [404, { message: "Not Found" }];
  if (method === "DELETE") {
    state.comments.splice(state.comments.indexOf(comment), 1);
    return [204, undefined];
  }
  if (method !== (isGithub ? "PATCH" : "PUT")) return [404, { message: "Not Found" }];
  const refused = stored(state, sent);
  if (refused === undefined) comment.body = String(sent["body"]);
  return refused ?? [200, shown(state, comment)];
}

/** A refusal of a comment that is too long. */
function stored({ kind, limit = 65_536 }: State, sent: Sent): Reply | undefined {
  const long = `is too long (maximum is ${limit} characters)`;
  if (String(sent["body"]).length <= limit) return undefined;
  return kind === "github"
    ? [422, { message: "Validation Failed", errors: [{ field: "data", message: `Body ${long}` }] }]
    : [400, { message: { note: [long] } }];
}

function newest({ comments, me }: State, sent: Sent): KeptComment {
  const comment = { id: 100 + comments.length + 1000, body: String(sent["body"]), by: me, system: false };
  comments.push(comment);
  return comment;
}

function page(state: State, { searchParams, pathname }: URL): Reply {
  const size = Number(searchParams.get("per_page") ?? 20);
  const number = Number(searchParams.get("page") ?? 1);
  const rows = state.comments.slice((number - 1) * size, number * size).map((comment) => shown(state, comment));
  const hasNext = state.comments.length > number * size;
  return [200, rows, hasNext ? { Link: `<https://elsewhere${pathname}?page=${number + 1}>; rel="next"` } : {}];
}

function shown({ kind }: State, { id, body, by, system }: KeptComment) {
  return kind === "github" ? { id, body, user: { login: by } } : { id, body, system, author: { username: by } };
}
