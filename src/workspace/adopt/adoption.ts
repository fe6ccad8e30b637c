import { dirname, join } from "node:path";
import { createFiles, sortedNamesIn } from "../../source/disk/changed-files.ts";
import { gitProgram } from "../../source/git/program/call.ts";
import { makeRepository } from "../../source/git/program/single.ts";
import { settingOrigin } from "../../source/repository/settings.ts";
import { openWorkspace } from "../open.ts";
import { writeBaseline } from "../write/baseline-file.ts";
import { starterFiles } from "../write/starter.ts";
import { emptyLook, type LookOptions, lookAround } from "./look.ts";
import { type AdoptionPlanOptions, type PlannedFile, planAdoption } from "./plan.ts";

/** What was found in a folder, and what `heir init` proposes for it. */
export type Adoption = Awaited<ReturnType<typeof adoptionOf>>;

/** Looks at a folder, and writes nothing. Throws what `lookAround` throws. */
export async function adoptionOf(options: LookOptions & AdoptionPlanOptions) {
  const look = (await isForStarter(options.path)) ? emptyLook(options.path) : await lookAround(options);
  return { look, plan: await planAdoption(look, options) };
}

/** Whether a folder has nothing, or nothing but files of a starter that was begun. */
export async function isForStarter(folder: string): Promise<boolean> {
  const known = starterFiles.map(({ path }) => path);
  for (const name of await sortedNamesIn(folder)) {
    if (name === ".git" || known.includes(name)) continue;
    const isFolder = known.some((path) => dirname(path) === name);
    if (!isFolder || (await sortedNamesIn(join(folder, name))).some((file) => !known.includes(`${name}/${file}`)))
      return false;
  }
  return true;
}

/** Makes the repository that a plain folder lacks. Throws HeirError when git fails. */
export async function makeGit({ look }: Adoption): Promise<void> {
  await makeRepository(gitProgram(process.cwd(), process.env), look.top);
}

/** Writes some of the planned files, and gives the paths of those written: none that exists is touched. */
export async function writePlanned({ look }: Adoption, files: readonly PlannedFile[]): Promise<readonly string[]> {
  const texts = files.flatMap(({ file, text }) => (text === undefined ? [] : [{ path: file, text }]));
  const created = [...(await createFiles(look.top, texts))];
  for (const { file, text } of files) {
    if (text !== undefined) continue;
    const workspace = await openWorkspace({ cwd: join(look.top, file, "..") });
    await writeBaseline(workspace);
    await workspace.close();
    created.push(file);
  }
  return created;
}

/** The settings of git that a commit needs and that are not there. Throws HeirError when git fails. */
export async function missingIdentity(top: string) {
  const program = gitProgram(top, process.env);
  const names = ["user.name", "user.email"] as const;
  const origins = await Promise.all(names.map((name) => settingOrigin(program, name)));
  return names.filter((_, at) => origins[at] === undefined);
}
