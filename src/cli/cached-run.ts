import { noOutputs, type OutputCache, outputKey } from "../cache/run-cache.ts";
import { orNone } from "../model/findings/failure.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";
import { SecretFilter, type SecretTexts, tokensIn } from "../model/secrets/masked.ts";
import { plainTheme } from "../report/text/theme.ts";
import type { FollowedStates, States } from "../workspace/load/states.ts";
import { diskAnswers, isAsAnswered, isByCommit, keepRepeated, listingOf } from "../workspace/repeat/repeated-answer.ts";
import type { Arguments, Command, Context, ExitCode } from "./commands/command.ts";
import type { Session } from "./context.ts";
import { type CachedOutput, isDataAlone, printedTexts, Recording, readOutput } from "./recording.ts";
import { givesSecrets, showsSecrets } from "./words/options.ts";

export interface Run {
  readonly command: Command;
  readonly args: Arguments;
  readonly argv: readonly string[];
}

/** Runs a command, or prints its cached output if nothing it depends on differs. Caches no error and no long output. */
export async function runCached(run: Run, session: Session): Promise<ExitCode> {
  const { command, args } = run;
  const { context } = session;
  if (command.follows === undefined || showsSecrets(command, args)) return runFiltered(run, context);
  const named = await namedKey(run, context);
  const known = named && readNamed(named);
  if (known !== undefined) return print(known, context);
  const entry = await entryOf(run, context);
  if (entry === undefined) return runFiltered(run, context);
  const { key, outputs, states } = entry;
  const bytes = outputs.get(key);
  const cached = bytes && readOutput(bytes);
  if (named !== undefined && isNamed(states, await context.states())) outputs.put(named.key, Buffer.from(key));
  if (cached !== undefined && isAsAnswered(cached.answers, states)) {
    keepAgain(run, session, entry, cached);
    return print(cached, context);
  }
  const recording = new Recording();
  const code = await runFiltered(run, recording.of(context));
  const output = recording.output(code, diskAnswers(states));
  // An entry is never replaced: one for other empty folders or ignored files stays.
  if (output !== undefined && cached === undefined) {
    outputs.put(key, output);
    keepAgain(run, session, entry, readOutput(output));
  }
  return code;
}

/** Lets `repeat` find the run: where it reads only the work tree, git listed it in advance, and git sets no pager. */
function keepAgain({ argv, args }: Run, { context, host, settings }: Session, entry: Entry, cached: CachedOutput) {
  const { opened, states, outputs, key } = entry;
  const { prefetch, stderr } = host;
  const [state, ...more] = states;
  if (state?.seen === undefined || more.length > 0 || (state.unstored?.size ?? 0) > 0) return;
  const { seen, place } = state;
  const isPlain = opened.foreignFolders.length === 0 && isDataAlone(cached);
  if (!isPlain || prefetch === undefined || settings.pager !== undefined || context.verbose) return;
  const { cwd, env, width } = context;
  const answer = { seen, place, entry: key, pager: !args.has("no-pager") };
  keepRepeated({ argv, cwd, env, width, isErrorTerminal: stderr.isTTY === true }, prefetch, { outputs, answer });
}

/** The key of an answer about commits, which needs no listing: it leads to the key of the entry. */
type NamedKey = Pick<Entry, "key" | "outputs">;

/** Undefined if an answer depends on other states than commits, or if the inventory is not around the command. */
async function namedKey(run: Run, context: Context): Promise<NamedKey | undefined> {
  const asked = await follow(run, context, ({ commits }) => commits);
  if (asked === undefined || asked.follows.includes(undefined)) return undefined;
  return { key: outputKey("named 1", [...asked.from, asked.follows]), outputs: asked.opened.outputs };
}

/** Whether commits alone say what is printed, also at the end of the run. */
function isNamed(states: readonly Snapshot[], { foreignFolders }: States): boolean {
  return states.every(isByCommit) && foreignFolders.length === 0;
}

function readNamed({ key, outputs }: NamedKey): CachedOutput | undefined {
  const entry = outputs.get(key);
  const bytes = entry && outputs.get(Buffer.from(entry).toString());
  return bytes && readOutput(bytes);
}

/** Runs a command, without secret texts in its output unless the run gives values whole. */
export function runFiltered({ command, args, argv }: Run, context: Context): Promise<ExitCode> {
  return command.run(args, givesSecrets(command, args) ? context : filteredContext(context, argv));
}

interface Entry {
  readonly key: string;
  readonly opened: States;
  readonly outputs: OutputCache;
  readonly states: readonly Snapshot[];
}

/** Where the output of a run is cached; undefined if it is not. */
async function entryOf(run: Run, context: Context): Promise<Entry | undefined> {
  const asked = await follow(run, context, (states): FollowedStates<Snapshot> => states);
  if (asked === undefined) return undefined;
  const { opened, from, follows } = asked;
  const { outputs } = opened;
  const states = follows.filter((each) => typeof each !== "string");
  if (!states.every((state) => outputs.takes(state))) return undefined;
  const read = follows.map((each) => (typeof each === "string" ? each : listingOf(each)));
  return { key: outputKey("printed 3", [...from, ...read]), opened, outputs, states };
}

/** What a run depends on, with states as `of` gives them; undefined if its output is not cached. */
async function follow<State>(
  { command, args, argv }: Run,
  { cwd, env, theme, errorTheme, links, width, states }: Context,
  of: (states: States) => FollowedStates<State>,
) {
  try {
    const opened = await states();
    const { outputs, source } = opened;
    const follows = outputs === noOutputs ? undefined : await command.follows?.(args, of(opened), env);
    if (follows === undefined) return undefined;
    const look = [theme !== plainTheme, errorTheme !== plainTheme, links ?? null, width ?? null];
    const from = [process.version, cwd, withoutOption(argv, "jobs"), look, [...source.settings]] as const;
    return { opened, from, follows };
  } catch (error) {
    // The command meets the same error, after what it prints before that.
    return orNone(error);
  }
}

async function print(cached: CachedOutput, context: Context): Promise<ExitCode> {
  for (const { kind, text } of printedTexts(cached)) {
    if (kind === "page") context.page();
    else if (kind === "write") await context.write(text);
    else context[kind](text.toString());
  }
  return cached.code;
}

/** A command line without an option that takes a value, on which no answer depends. What follows `--` is no option. */
export function withoutOption(argv: readonly string[], name: string): readonly string[] {
  const end = argv.indexOf("--");
  return argv.filter((word, at) => {
    const isOf = argv[at - 1] === `--${name}` || word === `--${name}` || word.startsWith(`--${name}=`);
    return !isOf || (end !== -1 && at >= end);
  });
}

/**
 * A context that replaces what is left of secret texts of the states read, and of tokens of the environment, in its
 * output. Values are masked where they leave the workspace; this is the second door.
 */
export function filteredContext(context: Context, argv: readonly string[]): Context {
  const tokens = tokensIn(context.env);
  const filter = new SecretFilter(argv);
  let states: Iterable<SecretTexts> = [];
  // More states have secrets while they are read.
  filter.sources = {
    *[Symbol.iterator]() {
      yield tokens;
      yield* states;
    },
  };
  return {
    ...context,
    open: async () => {
      const workspace = await context.open();
      states = workspace.secretTexts;
      return workspace;
    },
    clean: (text) => filter.clean(text),
    write: (text) => context.write(filter.clean(typeof text === "string" ? text : Buffer.from(text).toString())),
    print: (line) => context.print(filter.clean(line)),
    warn: (text) => context.warn(filter.clean(text)),
    note: (text) => context.note(filter.clean(text)),
    notice: (text) => context.notice(filter.clean(text)),
  };
}
