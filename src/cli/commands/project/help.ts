import { posix } from "node:path";
import { didYouMean, similar } from "../../../base/similar.ts";
import { command } from "../../../base/terminal-text.ts";
import { documentJson } from "../../../encoding/json.ts";
import { codes, isCode } from "../../../model/findings/codes.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { readCodePage, readTopic } from "../../../workspace/write/installed.ts";
import {
  fullHelp,
  helpSubject,
  longHelp,
  topicList,
  topicName,
  topicOf,
  topics,
  WRITES,
  writingList,
} from "../../words/help.ts";
import { formatOptions, isJson } from "../../words/options.ts";
import { type Command, type Context, type ExitCode, exit } from "../command.ts";
import { tableData } from "./table-data.ts";

/** `heir help [COMMAND | CODE | TOPIC]`: what a command does, what a finding means, or a page of docs. */
export const help: Command = {
  examples: [
    ["heir help", "list all commands"],
    ["heir help diff", "one command, with examples"],
    ["heir help class-not-found", "what a finding means, and how to fix it"],
    ["heir help merge", "a topic; heir help topics lists them"],
    ["heir help --json", "all commands with their operands, options and examples"],
  ],
  operands: [{ name: "COMMAND|CODE|TOPIC", kind: "topic" }],
  options: formatOptions("text", "json"),
  async run(args, context) {
    const [topic] = args.operands;
    if (isJson(args)) return printData(topic, context);
    context.page();
    if (topic === undefined) await context.write(fullHelp(context.commands, context.helpColumns));
    else await context.write(await helpFor(topic, context));
    return exit.ok;
  },
};

/** All commands as data, one of them, or the text about a finding or a topic. Throws HeirError for any other word. */
async function printData(topic: string | undefined, context: Context): Promise<ExitCode> {
  const { commands } = context;
  const entry = topic === undefined ? undefined : commands.get(topic);
  const isTable = topic === undefined || entry !== undefined;
  const chosen = entry === undefined ? commands : new Map([[topic ?? "", entry]]);
  const data = isTable ? await tableData(chosen) : { v: 1, topic, text: await helpFor(topic, context) };
  await context.print(documentJson(data, 2));
  return exit.ok;
}

async function helpFor(word: string, { commands, helpColumns: columns }: Context): Promise<string> {
  const entry = commands.get(word);
  if (entry !== undefined) return longHelp(await helpSubject(word, entry), commands, columns);
  if (isCode(word)) {
    const { codeHelpText, codePage } = await import("../../../report/help/page-text.ts");
    return codeHelpText(word, codePage(await readCodePage(word)), { columns, helpFor: helpOfLink("checks") });
  }
  if (word === "topics") return topicList(columns);
  if (word === WRITES) return writingList(commands, columns);
  const topic = topicOf(word);
  if (topic === undefined) throw unknownTopic(word, commands);
  const { pageText } = await import("../../../report/help/page-text.ts");
  return pageText(await readTopic(topic.page), { columns, helpFor: helpOfLink(posix.dirname(topic.page)) });
}

/** The most names offered that hold a word. */
const MOST = 5;

function unknownTopic(word: string, commands: Context["commands"]): HeirError {
  const words = [...commands.keys(), ...Object.keys(codes), ...topics.keys(), WRITES];
  const alike = similar(word, words);
  const near = alike.length > 0 ? alike : words.filter((each) => each.includes(word)).slice(0, MOST);
  const hint = didYouMean(near) ?? "heir help lists all commands, heir help topics all topics";
  const details = { code: "unknown-topic", candidates: near } as const;
  return new HeirError("usage", `there is no command, no finding and no topic "${word}"`, hint, details);
}

/** The command that prints the page of a link, for the links of a page in a folder of docs. */
function helpOfLink(folder: string): (address: string) => string | undefined {
  return (address) => {
    const page = posix.join(folder, address.replace(/#.*$/, ""));
    const [, code] = /^checks\/(.+)\.md$/.exec(page) ?? [];
    const name = code !== undefined && isCode(code) ? code : topicName(page);
    return name === undefined ? undefined : command(["heir", "help", name]);
  };
}
