import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A program that is there for many command lines: what would start Node for each of them asks it instead. */
export interface StandingProgram {
  /** In place of Node: it takes the file of a program, which it leaves alone, and the words for heir. */
  readonly node: string;
  /** Ends it. */
  end(): void;
}

/** Has the program of a build stand by, in a folder of its own that is made for it and removed with it. */
export function standBy(build: string, folder: string): StandingProgram {
  const node = join(folder, "node");
  mkdirSync(folder);
  execFileSync("mkfifo", [join(folder, "asked")]);
  writeFileSync(node, client(folder), { mode: 0o755 });
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "standing-program.js"), build, folder],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  child.unref();
  return {
    node,
    end() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Passes words, environment and, for hooks that read it, standard input on; then prints what was printed. */
function client(folder: string): string {
  return `#!/bin/sh
[ -f "$1" ] || exit 1
shift
at='${folder}'/$$
for word; do printf '%s\\0' "$word"; done >"$at.args"
env -0 >"$at.env"
case "$1 $2 $3" in
  'hooks run pre-push' | 'hooks run pre-receive' | 'hooks run post-rewrite') cat >"$at.in" ;;
  *) : >"$at.in" ;;
esac
[ -p "$at.done" ] || mkfifo "$at.done"
printf '%s\\n' "$$ $PWD" >'${folder}/asked'
read -r status <"$at.done"
[ ! -s "$at.out" ] || cat "$at.out"
[ ! -s "$at.err" ] || cat "$at.err" >&2
exit "$status"
`;
}
