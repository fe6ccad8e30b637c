import { diskEntry } from "../../disk/disk-entry.ts";
import { findRepository } from "../../repository/find.ts";
import { type GitProgram, gitProgram } from "./call.ts";
import { withoutRepository } from "./environment.ts";

/** Where a checkout is on disk. */
export interface CheckoutPlace {
  /** The top of its work tree. */
  readonly root: string;
  readonly indexFile: string | undefined;
}

/** The repository of its own that is checked out in a folder. */
export interface SubmoduleRepository extends CheckoutPlace {
  readonly program: GitProgram;
  /** Where git keeps what all its work trees share. */
  readonly commonDir: string | undefined;
}

/** The repository in the folder of a submodule; undefined where it is not checked out. Never fails. */
export function submoduleRepository({ env }: GitProgram, folder: string): SubmoduleRepository | undefined {
  if (diskEntry(`${folder}/.git`).kind === "none") return undefined;
  const program = gitProgram(folder, withoutRepository(env));
  const found = findRepository(folder, program.env);
  return { program, root: folder, indexFile: found?.indexFile, commonDir: found?.commonDir };
}
