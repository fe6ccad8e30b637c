import { buffer } from "node:stream/consumers";
import { terminalSafeLines } from "../../../base/terminal-text.ts";
import { gitHooks, type Hook, hookNamed, skipOnce } from "../../../hooks/install/names.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { type HookRepository, openHookRepository } from "../../../workspace/repository/hook-repository.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { version } from "../../version.ts";
import { type Arguments, type Context, type ExitCode, exit } from "../command.ts";

/** `heir hooks run HOOK [-- ARGUMENT...]`. Exits with 1 to refuse; if checks cannot run, with that reason's code. */
export async function runHookOf(args: Arguments, context: Context): Promise<ExitCode> {
  const [, name, ...given] = args.operands;
  // On a server the environment is that of the user who pushes: `heir.receive=off` is for its owner.
  const isSkipped = process.env["HEIR"] === "0" && name !== "pre-receive";
  const opened = isSkipped ? undefined : openAll(context);
  // Errors are reported where the promise is awaited.
  opened?.catch(() => undefined);
  const { runHook } = await import("../../../hooks/judge/run.ts");
  const { name: hook, kind } = expectHook(name);
  if (opened === undefined) {
    if (kind === "blocks") context.warn(`heir: ${hook} skipped, as HEIR=0 asks`);
    return exit.ok;
  }
  try {
    const [repository, workspace] = await opened;
    const verdict = await runHook({
      hook,
      args: given,
      repository,
      workspace,
      env: process.env,
      signal: context.signal,
      theme: context.errorTheme,
      version,
      input: standardInput,
      say: context.warn,
    });
    return verdict === "passed" ? exit.ok : exit.findings;
  } catch (error) {
    return failed(error, args, context);
  }
}

function expectHook(name = ""): Hook {
  const hook = hookNamed(name);
  if (hook !== undefined) return hook;
  const known = gitHooks.map((each) => each.name).join(", ");
  throw new HeirError("usage", "run needs the name of a hook", `hooks are ${known}`);
}

/** The repository and its workspace; git runs while the rest of heir is loaded. */
function openAll({ cwd, states, open }: Context): Promise<readonly [HookRepository, Workspace]> {
  const repository = states().then(({ source }) => openHookRepository(source, cwd));
  return Promise.all([repository, open()]);
}

/** All of standard input; empty if it is a terminal. */
async function standardInput(): Promise<string> {
  return process.stdin.isTTY ? "" : (await buffer(process.stdin)).toString();
}

/** Any error stops git with a message: a hook must not accept what it could not check. */
function failed(error: unknown, args: Arguments, context: Context): ExitCode {
  if (context.signal.aborted || !(error instanceof Error) || error.name === "AbortError") throw error;
  const name = args.operands[1] ?? "";
  const isKnown = error instanceof HeirError;
  const hint = isKnown && error.hint !== undefined ? [`hint: ${error.hint}`] : [];
  for (const text of [`heir: ${name} cannot judge: ${error.message}`, ...hint]) {
    for (const line of terminalSafeLines(text)) context.warn(line);
  }
  if (!isKnown && (args.has("trace") || process.env["HEIR_TRACE"])) context.warn(error.stack ?? "");
  else if (!isKnown)
    context.warn("hint: this is a bug in heir; run it again with HEIR_TRACE=1 and report what it prints");
  if (hookNamed(name)?.kind === "blocks" && name !== "pre-receive") context.warn(skipOnce(name));
  return isKnown ? exit.usage : exit.bug;
}
