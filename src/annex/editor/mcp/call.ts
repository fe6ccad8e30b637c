import { type CallToolResult, ErrorCode, McpError, type Tool as ToolData } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { parsedJson } from "../../../base/json-text.ts";
import { command } from "../../../base/terminal-text.ts";
import type { Command } from "../../../cli/commands/command.ts";
import { type Given, inputSchema, lineWords, type ToolArgument, toolArguments } from "./arguments.ts";
import { type Asking, PrintedText, printTo } from "./running.ts";
import type { Tool } from "./tools.ts";

/** The longest text of a result, in characters, and the longest structured content, in bytes. */
const [MOST_TEXT, MOST_DATA] = [20_000, 100_000];

const schemas = new AjvJsonSchemaValidator();

/** A tool with its command. */
export class CallableTool {
  /** As clients see it. */
  readonly data: ToolData;
  readonly writes: boolean;
  private readonly command: Command;
  private readonly verb: string;
  private readonly args: readonly ToolArgument[];
  private readonly fits: ReturnType<typeof schemas.getValidator>;

  constructor(verb: string, tool: Tool, summary: string, loaded: Command) {
    const { name = verb, use, writes } = tool;
    this.verb = verb;
    this.command = loaded;
    this.writes = writes !== undefined;
    this.args = toolArguments(tool, loaded);
    const schema = inputSchema(this.args);
    this.fits = schemas.getValidator(schema);
    this.data = {
      name,
      title: command(["heir", verb]),
      description: `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}. ${use}`,
      inputSchema: schema,
      outputSchema: { type: "object", description: "What the command prints with --json: see docs/reference/json.md" },
      annotations: {
        readOnlyHint: !this.writes,
        destructiveHint: false,
        idempotentHint: writes !== "again",
        openWorldHint: false,
      },
    };
  }

  /**
   * Answers a call: with what the command prints as JSON, and as text for people; where there is no JSON, with the text as an error.
   * Throws McpError for arguments that do not fit, and what `printTo` throws.
   */
  async call(given: Given, asking: Asking): Promise<CallToolResult> {
    const fault = this.fits(given).errorMessage ?? ("to" in given && !("from" in given) ? "to needs from" : undefined);
    if (fault !== undefined) {
      const takes = `${this.data.name} takes ${this.args.map(({ name }) => name).join(", ") || "no arguments"}`;
      throw new McpError(ErrorCode.InvalidParams, `${fault.replaceAll(/\bdata\/?/g, "")}; ${takes}`);
    }
    const masking = "secrets" in this.command.options ? ["--secrets=mask"] : [];
    const words = [...masking, ...lineWords(this.command, this.args, given)];
    const [json, errors, text] = [new PrintedText(), new PrintedText(), new PrintedText()];
    await printTo({ stdout: json, stderr: errors }, [this.verb, "--json", ...words], asking);
    const data = dataOf(json);
    // What is written cannot be written once more for its text.
    if (this.writes && (data === undefined || (data["written"] !== false && given["dryRun"] !== true))) {
      json.write(errors.text);
      return this.result(json, data);
    }
    const line = this.writes ? [this.verb, "--dry-run", ...words] : [this.verb, ...words];
    const code = await printTo({ stdout: text, stderr: text }, line, asking);
    const meanings: Readonly<Partial<Record<number, string>>> = this.command.exits ?? {};
    if (text.length === 0 || (this.writes && code > 0)) text.write(meanings[code] ?? "nothing is found");
    return this.result(text, data);
  }

  /** A text that is too long is cut after a whole line, and the last line says so. */
  private result({ text, length }: PrintedText, data: Given | undefined): CallToolResult {
    const ways = ["path", "paths", "nodes", "maxCount"].filter((way) => this.args.some(({ name }) => name === way));
    const less = ways.length === 0 ? "ask about less" : `ask for less with ${ways.join(" or ")}`;
    const end = length > MOST_TEXT ? Math.max(text.lastIndexOf("\n", MOST_TEXT), MOST_TEXT / 2) : length;
    const lines = [text.slice(0, end).trimEnd()];
    if (length > MOST_TEXT) lines.push(`${length - end} more characters are left out: ${less}`);
    if (data === LEFT_OUT) lines.push(`the structured content is left out: ${less}`);
    const content = [{ type: "text" as const, text: lines.join("\n") }];
    return data === undefined ? { content, isError: true } : { content, structuredContent: data };
  }
}

/** Stands for structured content that is too long: the protocol wants some wherever there is no error. */
const LEFT_OUT: Given = { left_out: `longer than ${MOST_DATA} bytes` };

/** The JSON that a command printed, as an object; undefined if it printed none. */
function dataOf({ text, length }: PrintedText): Given | undefined {
  if (length > text.length || Buffer.byteLength(text) > MOST_DATA) return LEFT_OUT;
  const value = parsedJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  return value === undefined ? undefined : { value };
}
