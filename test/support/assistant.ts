import { PassThrough } from "node:stream";
import { runMcp } from "../../src/annex/editor/mcp/run.ts";
import type { Host } from "../../src/cli/commands/command.ts";
import { commands } from "../../src/cli/commands/table.ts";
import { openFolder } from "../../src/cli/host.ts";
import { run } from "../../src/cli/run.ts";
import { hermeticEnv } from "./git/repo.ts";
import { sink } from "./host.ts";

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Answer;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The members of results that tests look at. */
export interface Answer {
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly tools?: readonly OfferedTool[];
  readonly resources?: readonly { readonly uri: string; readonly name: string }[];
  readonly nextCursor?: string;
  readonly contents?: readonly { readonly uri: string; readonly text: string }[];
  readonly messages?: readonly { readonly content: { readonly text: string } }[];
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly description: string; readonly type?: unknown }>>;
    readonly required: readonly string[];
  };
  readonly outputSchema: object;
  readonly annotations: Readonly<Record<string, boolean>>;
}

type Runner = Parameters<typeof runMcp>[0]["run"];

export interface AssistantParts {
  readonly writes?: boolean;
  /** In place of running command lines in a folder. */
  readonly run?: Runner;
}

/** Runs command lines in a folder as `heir mcp` does. */
function runnerIn(folder: string): Runner {
  const host = { cwd: folder, env: hermeticEnv(), open: openFolder, stdout: sink(), stderr: sink() };
  return (argv, on) => {
    const both: Host = { ...host, ...on };
    return run(argv, both);
  };
}

/** A client of the server for assistants, over streams in memory. */
export class TestAssistant {
  readonly notes: string[] = [];
  readonly notifications: Message[] = [];
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  private readonly input = new PassThrough();
  private readonly answers = new Map<number, (message: Message) => void>();
  private last = 0;

  constructor(folder: string, { writes = false, run: runner = runnerIn(folder) }: AssistantParts = {}) {
    const output = new PassThrough();
    let text = "";
    output.on("data", (chunk: Buffer) => {
      const lines = (text + chunk.toString()).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.take(JSON.parse(line) as Message);
    });
    const note = (each: string): void => void this.notes.push(each);
    this.ended = runMcp({ version: "0", commands, writes, run: runner, input: this.input, output, note });
  }

  /** Sends a request, and gives its number and its answer. */
  begin(method: string, params: object = {}): { readonly id: number; readonly answer: Promise<Message> } {
    this.last += 1;
    const id = this.last;
    const answer = new Promise<Message>((resolve) => this.answers.set(id, resolve));
    this.send({ jsonrpc: "2.0", id, method, params });
    return { id, answer };
  }

  ask(method: string, params?: object): Promise<Message> {
    return this.begin(method, params).answer;
  }

  send(message: object): void {
    this.input.write(`${JSON.stringify(message)}\n`);
  }

  async tools(): Promise<readonly OfferedTool[]> {
    return (await this.ask("tools/list")).result?.tools ?? [];
  }

  /** Calls a tool; throws where the answer is an error of the protocol. */
  async call(name: string, given: object = {}): Promise<Answer> {
    const { result, error } = await this.ask("tools/call", { name, arguments: given });
    if (result === undefined) throw new Error(`${error?.code}: ${error?.message}`);
    return result;
  }

  /** The text of an answer. */
  async text(name: string, given: object = {}): Promise<string> {
    return textOf(await this.call(name, given));
  }

  async end(): Promise<void> {
    this.input.end();
    await this.ended;
  }

  private take(message: Message): void {
    if (message.id === undefined) this.notifications.push(message);
    else this.answers.get(message.id)?.(message);
  }
}

export function textOf({ content = [] }: Answer): string {
  return content.map(({ text }) => text).join("\n");
}
