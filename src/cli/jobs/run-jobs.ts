import type { AskWorkers } from "../../base/division.ts";
import type { States } from "../../workspace/workspace.ts";
import type { Arguments, Command } from "../commands/command.ts";
import type { Host } from "../start/host.ts";
import { autoJobs, isInHook, jobsOf, requireAddresses } from "./jobs.ts";
import { thisMachine } from "./machine.ts";
import type { Pool } from "./pool.ts";

/** The command that runs, its command line, and the states that it reads. */
interface Dividing {
  readonly command: Partial<Pick<Command, "divides" | "options">> | undefined;
  readonly argv?: readonly string[];
  states(): Promise<States>;
}

/** The processes of one run: a given number begins with the command, `auto` where the command knows how much there is to do. */
export class Jobs {
  private readonly host: Host;
  private readonly argv: readonly string[];
  private readonly states: () => Promise<States>;
  private readonly asked: number | "auto";
  private pool: Promise<Pool> | undefined;

  /** Throws HeirError for a wrong `--jobs`, and where there is too little memory for workers. */
  constructor(host: Host, args: Arguments, { command, argv = [], states }: Dividing) {
    this.states = states;
    this.host = host;
    this.argv = argv;
    const { options = {}, divides } = command ?? {};
    const asked = "jobs" in options ? jobsOf(args) : 1;
    this.asked = divides?.(args) === true ? asked : 1;
    if (this.asked !== "auto" && this.asked > 1) requireAddresses(thisMachine());
  }

  /** Starts the processes of `--jobs N` while the command reads its state. */
  begin(): void {
    const { asked } = this;
    if (asked === "auto" || asked === 1) return;
    const start = async (): Promise<void> => {
      if ((await this.states()).source.isPartial !== true) await this.start(asked);
    };
    // The command meets the same error.
    start().catch(() => undefined);
  }

  readonly workers: AskWorkers = async (effort) => {
    const { serving } = this.host;
    const states = await this.states();
    // What a partial clone lacks is fetched by one process, in one request.
    if (states.source.isPartial === true) return undefined;
    const helping = serving ?? (await this.start(this.asked === "auto" ? await this.auto(effort) : this.asked));
    return helping?.of([...states.read].sort().join(" "));
  };

  private async auto(effort: () => number | Promise<number>): Promise<number> {
    return isInHook(this.host.env) ? 1 : autoJobs(effort, thisMachine());
  }

  /** Waits until they have written what they cache. */
  async end(): Promise<void> {
    await (await this.pool)?.end();
  }

  private start(count: number): Promise<Pool> | undefined {
    const { stdout, serving, startPool } = this.host;
    if (count < 2 || serving !== undefined) return undefined;
    const { isTTY, columns } = stdout;
    const look = { ...(isTTY && { isTTY }), ...(columns !== undefined && { columns }) };
    this.pool ??= startPool?.(count, this.argv, look);
    return this.pool;
  }
}
