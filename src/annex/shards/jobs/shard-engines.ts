import type { Shard } from "../../../base/name-key.ts";
import { HeirError } from "../../../model/findings/failure.ts";

const SLURM: Engine = { index: "SLURM_ARRAY_TASK_ID", from: 1, total: "SLURM_ARRAY_TASK_COUNT" };

const engines: readonly Engine[] = [
  // An Indexed Job of Kubernetes, `parallel:` of GitLab, CircleCI, Buildkite, a Slurm array, GNU parallel.
  { index: "JOB_COMPLETION_INDEX", from: 0 },
  { index: "CI_NODE_INDEX", from: 1, total: "CI_NODE_TOTAL" },
  { index: "CIRCLE_NODE_INDEX", from: 0, total: "CIRCLE_NODE_TOTAL" },
  { index: "BUILDKITE_PARALLEL_JOB", from: 0, total: "BUILDKITE_PARALLEL_JOB_COUNT" },
  SLURM,
  { index: "PARALLEL_SEQ", from: 1 },
];

type Environment = Readonly<Record<string, string | undefined>>;

/** How an engine that runs one job several times tells each which it is. */
interface Engine {
  /** The variable with the number of the job. */
  readonly index: string;
  /** The number of the first job. */
  readonly from: 0 | 1;
  /** The variable with the number of jobs; absent where the engine does not say it. */
  readonly total?: string;
}

/** What one engine says; `of` is absent where it does not say a total. */
interface Answer {
  readonly engine: Engine;
  readonly index: number;
  readonly of: number | undefined;
}

/**
 * The share of this job by its engine's variables: `--shard auto`, or `auto/N` with a total (rule S1 in docs/scale.md).
 * Throws HeirError that names the variables where no engine or several say it, and where they contradict.
 */
export function engineShare(env: Environment, total: number | undefined): Shard {
  const answers = engines.filter((engine) => isSeen(engine, env)).map((engine) => answerOf(engine, env, total));
  // A job that is not divided may run in one that is, and the other way round.
  const dividing = answers.filter(({ index, of }) => index !== 1 || of !== 1);
  const [answer, ...more] = dividing.length > 0 ? dividing : answers.slice(0, 1);
  if (answer === undefined) {
    throw unclear(`no engine says which share this is: none of ${engines.map(({ index }) => index).join(", ")} is set`);
  }
  if (more.length > 0) {
    throw unclear(`several engines say which share this is: ${dividing.map(({ engine }) => engine.index).join(", ")}`);
  }
  return checked(answer, total);
}

/** Outside `parallel:`, GitLab sets the total of one job alone. */
function isSeen({ index, total }: Engine, env: Environment): boolean {
  return isSet(env[index]) || (total === "CI_NODE_TOTAL" && env[total] === "1");
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

function answerOf(engine: Engine, env: Environment, total: number | undefined): Answer {
  const isSlurm = engine === SLURM;
  if (isSlurm && total === undefined) return slurmArray(env);
  // With a total, the number of a task of Slurm is its share, so that some shares can be run again.
  const of = engine.total === undefined || isSlurm ? undefined : numberOf(engine.total, env);
  const index = isSet(env[engine.index]) ? numberOf(engine.index, env) - engine.from + 1 : 1;
  return { engine, index, of };
}

/** The array as it is: its first task is the first share. */
function slurmArray(env: Environment): Answer {
  const number = (name: string): number => numberOf(`SLURM_ARRAY_TASK_${name}`, env);
  const [id, least, most, step, of] = [number("ID"), number("MIN"), number("MAX"), number("STEP"), number("COUNT")];
  if ((most - least) / step + 1 !== of) {
    const range = `SLURM_ARRAY_TASK_MIN ${least}, _MAX ${most}, _STEP ${step}`;
    throw unclear(`the array has holes: ${range}, but SLURM_ARRAY_TASK_COUNT ${of}`);
  }
  return { engine: SLURM, index: (id - least) / step + 1, of };
}

function numberOf(variable: string, env: Environment): number {
  const text = env[variable] ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw unclear(text === "" ? `${variable} is not set` : `${variable} is no number: ${text}`);
}

function checked({ engine, index, of }: Answer, total: number | undefined): Shard {
  const count = of ?? total;
  if (count === undefined) throw unclear(`${engine.index} says no total: write --shard auto/N`);
  if (total !== undefined && count !== total) throw unclear(`${engine.total} says ${count} shares, not ${total}`);
  if (!Number.isInteger(index) || index < 1 || index > count) {
    throw unclear(`${engine.index} says share ${index} of ${count}`);
  }
  return { index, of: count };
}

function unclear(message: string): HeirError {
  return new HeirError("usage", message, "--shard I/N says it in any engine");
}
