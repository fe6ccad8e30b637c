import { HeirError } from "../../model/findings/failure.ts";
import type { Command, Options } from "../commands/command.ts";
import type { DividedResults } from "../commands/shares.ts";
import { shardText } from "../reading/shard.ts";
import { isJson } from "../words/options.ts";
import { jobsOf } from "./jobs.ts";
import { RunShares } from "./run-shares.ts";

/** The options of commands whose work can be divided, among machines and among processes. */
const shareOptions: Options = {
  shard: { kind: "text", value: "I/N", summary: "process share I of N; auto, auto/N: ask the CI" },
  jobs: { kind: "text", value: "N|auto", summary: "use N processes (default auto: as many as help)" },
};

/** A command whose work is divided: by `--shard` among machines, by `--jobs` among processes; each does a share. */
export function shared(name: keyof DividedResults, command: Command): Command {
  return {
    ...command,
    options: { ...command.options, ...shareOptions },
    follows: (args, states, env) => {
      jobsOf(args);
      const share = shardText(args, env);
      return command.follows?.(args, states, env)?.then((read) => [...read, share]);
    },
    async run(args, context) {
      if (args.has("shard") && name !== "check" && !isJson(args)) {
        throw new HeirError("usage", "shares are joined as JSON alone", "add --json");
      }
      const shares = new RunShares(name, args, context);
      try {
        const open = () => {
          shares.begin();
          return context.open();
        };
        const code = await command.run(args, { ...context, open, shares });
        await shares.end();
        return code;
      } finally {
        shares.kill();
      }
    },
  };
}
