import { basename, join } from "node:path";
import type { EditWant } from "./state.ts";

/** Editors that take the line before the file, as vi does; unknown editors get only the file. */
const PLUS = /^(?:vi|vim|nvim|view|gvim|elvis|nano|pico|joe|jed|mg|ne|kak|emacs|emacsclient|micro|mcedit|ed|ex)$/;
const GOTO = /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/;
const COLON = /^(?:hx|helix|subl|zed)$/;

/** The command line, for `sh`, of the user's editor: $VISUAL, else $EDITOR, else vi; and its arguments for a line of a file. */
export function editorCommand(env: Readonly<Record<string, string | undefined>>, want: EditWant) {
  const line = env["VISUAL"]?.trim() || env["EDITOR"]?.trim() || "vi";
  const path = join(want.root, want.file);
  return { line, args: argumentsFor(basename(line.split(/\s+/)[0] ?? ""), path, want.line) };
}

function argumentsFor(name: string, path: string, line: number): readonly string[] {
  if (PLUS.test(name)) return [`+${line}`, path];
  if (GOTO.test(name)) return ["--goto", `${path}:${line}`];
  return [COLON.test(name) ? `${path}:${line}` : path];
}

/** Runs the editor on this terminal until it is closed; returns what failed, if anything. */
export async function runEditor(want: EditWant): Promise<string | undefined> {
  const { spawn } = await import("node:child_process");
  const { userPrograms } = await import("../workspace/programs.ts");
  const { line, args } = editorCommand(process.env, want);
  return new Promise((resolve) => {
    // Through the shell, as git does: the variables may contain arguments. It finds nothing in the work tree.
    const { env } = userPrograms(process.env, want.root);
    const child = spawn("sh", ["-c", `${line} "$@"`, line, ...args], { stdio: "inherit", env });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code) => resolve(code === 0 ? undefined : `${line} ended with exit code ${code ?? "none"}`));
  });
}
