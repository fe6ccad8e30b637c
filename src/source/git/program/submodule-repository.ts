import { diskEntry } from "../../disk/disk-entry.ts";
import { findRepository } from "../../repository/find.ts";
import { type GitProgram, gitProgram } from "./call.ts";
import { withoutRepository } from "./environment.ts";

/** The repository of its own that is checked out in a folder. */
export interface SubmoduleRepository {
  readonly program: GitProgram;
  /** Where git keeps what all its work trees share. */
  readonly commonDir: string | undefined;
}

/** The repository in the folder of a submodule; undefined where it is not checked out. Never fails. */
export function submoduleRepository({ env }: GitProgram, folder: string): SubmoduleRepository | undefined {
  if (diskEntry(`${folder}/.git`).kind === "none") return undefined;
  const program = gitProgram(folder, withoutRepository(env));
  return { program, commonDir: findRepository(folder, program.env)?.commonDir };
}
