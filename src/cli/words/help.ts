import { command, indented, wrapped } from "../../base/terminal-text.ts";
import type { Command, CommandEntry, CommandTable, Operand, Option, Options, TableRow } from "../commands/command.ts";
import { commandGroups } from "../commands/command.ts";
import { globalOptions, ownOptions, placeholder, spellings } from "./options.ts";

/** What `heir` alone prints: the commands of daily use. */
export function dailyHelp(commands: CommandTable, columns: number): string {
  const daily = new Map([...commands].filter(([, entry]) => entry.daily));
  const more: readonly TableRow[] = [
    ["heir COMMAND -h", "help for a command"],
    ["heir help", "all commands and common options"],
  ];
  return text([
    ...wrapped("heir shows what value each node gets, where it comes from, and what a commit changes.", columns),
    "",
    ...table(summaries(daily), columns),
    "",
    ...table(more, columns),
  ]);
}

/** What `heir help` prints: all commands in their groups. */
export function fullHelp(commands: CommandTable, columns: number): string {
  const more: readonly TableRow[] = [
    ["heir help COMMAND", "help for a command, with examples"],
    ["heir help CODE", "help for a finding, such as class-not-found"],
    ["heir help TOPIC", "help for a topic, such as merge; heir help topics lists them"],
  ];
  return text([
    "usage: heir [OPTIONS] COMMAND [...]",
    ...commandGroups.flatMap((group) => {
      const members = new Map([...commands].filter(([, entry]) => entry.group === group));
      return ["", `${group}:`, ...table(summaries(members), columns)];
    }),
    "",
    "options of every command:",
    ...table(optionRows(globalOptions).map(aligned), columns),
    "",
    ...table(more, columns),
  ]);
}

/** What `heir help topics` prints. */
export function topicList(columns: number): string {
  const rows = [...topics].map(([name, { summary }]) => [command(["heir", "help", name]), summary] as const);
  return text(["topics:", "", ...table(rows, columns)]);
}

/** The topic that is made of the table of commands. */
export const WRITES = "writes";

/** What `heir help writes` prints: the commands that write, and what. */
export function writingList(commands: CommandTable, columns: number): string {
  const rows = [...commands].flatMap(([name, { writes = [] }]) =>
    writes.length === 0 ? [] : [[command(["heir", name]), writes.join(", ")] as const],
  );
  const others =
    "No other command writes but to a cache in the git directory, signed with a key in ~/.local/state/heir, and where an option " +
    "names a file. What these write, and when, is in heir help COMMAND.";
  return text(["commands that write:", "", ...table(rows, columns), "", ...wrapped(others, columns)]);
}

function summaries(commands: CommandTable): readonly TableRow[] {
  return [...commands].map(([name, { summary }]) => [name, summary] as const);
}

/** A command of the table as help shows it, loaded. */
export async function helpSubject(name: string, { summary, see, load }: CommandEntry) {
  return { name, summary, see, command: await load() };
}

export type HelpSubject = Awaited<ReturnType<typeof helpSubject>>;

/** How many examples `heir COMMAND -h` prints. */
const FEW_EXAMPLES = 3;

/** What `heir COMMAND -h` prints: a few examples, usage, and a line for each option. */
export function shortHelp(subject: HelpSubject, columns: number): string {
  const { name } = subject;
  const options = optionRows(ownOptions(subject.command));
  return text([
    ...opening(subject, subject.command.examples.slice(0, FEW_EXAMPLES), columns),
    ...(options.length === 0 ? [] : ["", ...table(options.map(aligned), columns)]),
    "",
    `more: ${command(["heir", name, "--help"])}`,
  ]);
}

/** What `heir COMMAND --help` and `heir help COMMAND` print. Shared options that the command redefines are left out. */
export function longHelp(subject: HelpSubject, commands: CommandTable, columns: number): string {
  const own = ownOptions(subject.command);
  const { details: told = [] } = subject.command;
  const details = told.map((part) => (typeof part === "string" ? wrapped(part, columns) : table(part, columns)));
  const others = Object.entries(globalOptions).filter(([name]) => own[name] === undefined);
  const next = subject.see.map((word) => {
    const summary = (commands.get(word) ?? topics.get(word))?.summary ?? "";
    return [command(["heir", "help", word]), summary] as const;
  });
  return text([
    ...opening(subject, subject.command.examples, columns),
    ...details.flatMap((lines) => ["", ...lines]),
    ...(Object.keys(own).length === 0 ? [] : ["", "options:", ...optionParagraphs(own, columns)]),
    "",
    "exit codes:",
    ...table(exitRows(subject.command), columns),
    "",
    "options of every command:",
    ...table(optionRows(Object.fromEntries(others)).map(aligned), columns),
    "",
    "see also:",
    ...table(next, columns),
  ]);
}

/** The exit codes of a command and what they mean, but for those that say nothing of the answer. */
export function exitRows({ exits = {} }: Pick<Command, "exits">): readonly TableRow[] {
  return Object.entries({ 0: "done", 2: "wrong use, or a broken environment", ...exits });
}

function opening({ name, summary, command: shown }: HelpSubject, examples: readonly TableRow[], columns: number) {
  const [first = "", ...more] = wrapped(`usage: ${usageLine(name, shown)}`, columns - HANGING.length);
  const title = wrapped(`${command(["heir", name])}: ${summary}`, columns);
  return [...title, "", ...table(examples, columns), "", first, ...more.map((line) => HANGING + line)];
}

const HANGING = " ".repeat("usage: ".length);

/** Each option on a line, with what it does below. */
function optionParagraphs(options: Options, columns: number): readonly string[] {
  const below = " ".repeat(8);
  return describedOptions(options).flatMap(([flags, meaning]) => [`  ${flags}`, ...indented(meaning, below, columns)]);
}

/** Each option as it is written, and all that is said of it. */
export function describedOptions(options: Options): readonly TableRow[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const details = option.details === undefined ? "" : `. ${option.details}`;
    return optionRows({ [name]: option }).map(([flags, meaning]) => [flags, meaning + details] as const);
  });
}

/** `heir show [OPTIONS] NODE [PATH]`; optional operands are nested, because each needs those before it. */
export function usageLine(name: string, { operands, options, rest }: Command): string {
  const first = operands.findIndex(({ required }) => required);
  const groups = [operands.slice(0, Math.max(0, first)), operands.slice(Math.max(0, first))];
  const needed = Object.entries(options).filter(([, option]) => "required" in option && option.required);
  const given = needed.map(([each, option]) => spelling(each, option));
  const behind = rest === undefined ? "" : `[-- ${operandWord(rest)}]`;
  const words = [`${command(["heir", name])} [OPTIONS]`, ...given, ...groups.map(nested), behind];
  return words.filter((word) => word !== "").join(" ");
}

function nested(operands: readonly Operand[]): string {
  const required = operands.filter((operand) => operand.required).map(operandWord);
  const optional = operands.filter((operand) => !operand.required);
  const inner = optional.reduceRight((rest, operand) => ` [${operandWord(operand)}${rest}]`, "").trim();
  return [...required, inner].filter((word) => word !== "").join(" ");
}

/** Longer lists of choices have a name in the usage line. */
const MOST_CHOICES = 5;

function operandWord(operand: Operand): string {
  const choices = "choices" in operand ? operand.choices : [];
  const word = choices.length === 0 || choices.length > MOST_CHOICES ? operand.name : choices.join("|");
  return operand.many ? `${word}...` : word;
}

/** An option without a letter, below those with one. */
function aligned([flags, meaning]: TableRow): TableRow {
  return [flags.replace(/^--/, "    --"), meaning];
}

/** Each option as it is written, such as `-r, --rev REV`, and its meaning. */
export function optionRows(options: Options): readonly TableRow[] {
  return Object.entries(options).map(([name, option]) => [spelling(name, option), option.summary + choicesOf(option)]);
}

/** `: text (default), json or jsonl`, where there is a choice. */
function choicesOf(option: Option): string {
  if ((option.kind !== "choice" && option.kind !== "column") || option.choices.length < 2) return "";
  const words = option.choices.map((choice) => (choice === option.default ? `${choice} (default)` : choice));
  const last = option.list ? "" : ` or ${words.pop()}`;
  return `: ${words.join(", ")}${last}`;
}

function spelling(name: string, option: Option): string {
  const flags = spellings(name, option).join(", ");
  if (option.kind === "flag") return flags;
  const word = placeholder(option);
  return option.implied === undefined ? `${flags} ${word}` : `${flags}[=${word}]`;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** With fewer columns the meaning stands under its word. */
const TWO_COLUMNS = 60;
const INDENT = "  ";
const GAP = "   ";

/** Rows in two columns, or with little room each meaning under its word. Only a word may be longer than the columns. */
function table(rows: readonly TableRow[], columns: number): readonly string[] {
  if (columns < TWO_COLUMNS) {
    return rows.flatMap(([left, right]) => [INDENT + left.trimStart(), ...indented(right, INDENT.repeat(3), columns)]);
  }
  const most = Math.floor(columns / 2);
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= most));
  return rows.flatMap(([left, right]) => {
    const margin = INDENT + " ".repeat(width) + GAP;
    const [first = "", ...more] = indented(right, margin, columns);
    if (left.length > width) return [INDENT + left, first, ...more];
    return [(INDENT + left.padEnd(width) + GAP + first.slice(margin.length)).trimEnd(), ...more];
  });
}

export interface Topic {
  readonly summary: string;
  /** Where the page is, from the folder docs. */
  readonly page: string;
}

/** Topics as help names and orders them; a page with the name of a command is listed by its path. */
export const topics: ReadonlyMap<string, Topic> = new Map(
  Object.entries({
    inventories: { summary: "where heir looks for an inventory", page: "concepts/inventories.md" },
    names: { summary: "from files to nodes and classes", page: "concepts/names.md" },
    ancestry: { summary: "which classes a node gets, and in which order", page: "concepts/ancestry.md" },
    "class-mappings": { summary: "classes by the name of a node", page: "concepts/class-mappings.md" },
    merge: { summary: "how values are laid over one another", page: "concepts/merge.md" },
    references: { summary: "values made from other values: ${path}", page: "concepts/references.md" },
    queries: { summary: "values made from other nodes: $[ exports:... ]", page: "concepts/queries.md" },
    applications: { summary: "the other list that nodes and classes contribute to", page: "concepts/applications.md" },
    "concepts/groups": { summary: "groups: which nodes, and in which order", page: "concepts/groups.md" },
    "concepts/properties": { summary: "values of globals, groups and nodes", page: "concepts/properties.md" },
    "concepts/contracts": { summary: "what a value may be, and who may set it", page: "concepts/contracts.md" },
    "concepts/policies": { summary: "what the agents run, and in which order", page: "concepts/policies.md" },
    "properties-d": { summary: "what the agent finds on the machine", page: "concepts/properties-d.md" },
    snapshots: {
      summary: "commits, the index, the work tree, and how they are compared",
      page: "concepts/snapshots.md",
    },
    sections: { summary: "the ten kinds of data of a node, and one spelling of paths", page: "concepts/sections.md" },
    selectors: { summary: "which nodes: by name, class, group, fact, value", page: "concepts/selectors.md" },
    "side-by-side": { summary: "nodes compared with other nodes", page: "concepts/side-by-side.md" },
    "as-if": { summary: "what an edit would change", page: "concepts/as-if.md" },
    ends: { summary: "lines that are meant for a while", page: "concepts/ends.md" },
    owners: { summary: "whose files, nodes and values change", page: "concepts/owners.md" },
    stages: { summary: "where changes wait to go to, and what waits", page: "concepts/stages.md" },
    revisions: { summary: "how a state is named: REV, INDEX, WORKTREE, A..B, A...B", page: "revisions.md" },
    "concepts/review": { summary: "a change as edits with their effects", page: "concepts/review.md" },
    edits: { summary: "what a change is claimed to do, and the proof", page: "concepts/edits.md" },
    submodules: { summary: "classes from another repository", page: "concepts/submodules.md" },
    gates: { summary: "what a commit or a push must not do", page: "concepts/gates.md" },
    patterns: { summary: "globs, patterns of paths, regular expressions", page: "concepts/patterns.md" },
    yaml: { summary: "what is text, a number, a date", page: "concepts/yaml.md" },
    settings: { summary: "the keys of heir.yml", page: "reference/settings.md" },
    files: { summary: "every key of every file", page: "reference/files.md" },
    "exit-codes": { summary: "what an exit code says, and errors as JSON", page: "reference/exit-codes.md" },
    signs: { summary: "the signs of diff, why and log: ~ + - > !", page: "signs.md" },
    secrets: { summary: "which values are masked, and where", page: "secrets.md" },
    "docs/hooks": { summary: "each commit, merge and push is checked before git makes it", page: "hooks.md" },
    ci: { summary: "findings where a team sees them", page: "ci.md" },
    salt: { summary: "a first hour with a model of Salt", page: "tutorials/salt.md" },
    kapitan: { summary: "a first hour with an inventory of kapitan", page: "tutorials/kapitan.md" },
    ansible: { summary: "a first hour beside Ansible", page: "tutorials/ansible.md" },
    monorepo: { summary: "an inventory in a folder of a larger repository", page: "tutorials/monorepo.md" },
    assistants: { summary: "heir as the tools of an assistant", page: "assistants.md" },
    faq: { summary: "questions that come up", page: "faq.md" },
    offline: { summary: "what needs a network: nothing that reads", page: "offline.md" },
    glossary: { summary: "one word for one idea", page: "glossary.md" },
  } satisfies Record<string, Topic>),
);

/** The topic of a name, or of the path of a page: `concepts/groups`, `docs/concepts/groups.md`. */
export function topicOf(word: string): Topic | undefined {
  const path = `${word.replace(/^docs\//, "").replace(/\.md$/, "")}.md`;
  return topics.get(word) ?? [...topics.values()].find(({ page }) => page === path);
}

/** The name under which help lists a page, by its path from the folder docs. */
export function topicName(path: string): string | undefined {
  return [...topics].find(([, { page }]) => page === path)?.[0];
}
