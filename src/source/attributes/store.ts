import { join } from "node:path";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { type GitProgram, gitProgram } from "../git/program/call.ts";
import { withoutRepository } from "../git/program/environment.ts";
import type { Checkout, FileAttributes, GitFacts, GitStore } from "../git/store.ts";
import { smallFileText } from "../repository/find.ts";
import { parentOf, pathIn } from "../snapshot/folder-paths.ts";
import { checkAttributes, saysStoredForm } from "./check-attr.ts";

/** A repository whose attributes are read by git. */
interface AttributedRepository {
  readonly program: GitProgram;
  readonly facts: GitFacts;
}

/**
 * A store whose checkouts also have the attributes of their dirty files (rule S16 in docs/concepts/snapshots.md). git is
 * asked only where a file of attributes has one of the words. Its methods throw what the store throws.
 */
export function withAttributes(store: GitStore, repository: AttributedRepository): GitStore {
  return {
    ...store,
    async checkout(prefix, options) {
      const checkout = await store.checkout(prefix, options);
      return checkoutWithAttributes(store, checkout, { ...options, ...atTop(repository), prefix });
    },
    async submodule(folder, options) {
      const checkout = await store.submodule(folder, options);
      if (checkout === undefined) return undefined;
      const program = gitProgram(folder, withoutRepository(repository.program.env));
      return checkoutWithAttributes(store, checkout, { ...options, program, prefix: "", info: undefined });
    },
  };
}

/** Where git is started at the top of a work tree, and the part of the work tree that is listed. */
interface CheckoutPlace extends Abortable {
  readonly program: GitProgram;
  readonly prefix: string;
  /** The repository's own file of attributes. */
  readonly info: string | undefined;
}

/** Relative variables would mean something else at the top. */
function atTop({ program, facts }: AttributedRepository): Pick<CheckoutPlace, "program" | "info"> {
  const { topLevel = facts.gitDir, gitDir, commonDir, indexFile } = facts;
  const { GIT_DIR, GIT_INDEX_FILE } = program.env;
  const env = {
    ...program.env,
    ...(GIT_DIR !== undefined && { GIT_DIR: gitDir, GIT_WORK_TREE: topLevel }),
    ...(GIT_INDEX_FILE !== undefined && { GIT_INDEX_FILE: indexFile }),
  };
  return { program: { ...program, cwd: topLevel, env, up: "" }, info: join(commonDir, "info/attributes") };
}

async function checkoutWithAttributes(
  store: GitStore,
  checkout: Checkout,
  { program, prefix, info, ...options }: CheckoutPlace,
): Promise<Checkout> {
  if (checkout.dirty.size === 0 || !(await hasAttributes(store, checkout, { program, prefix, info }))) return checkout;
  const paths = [...checkout.dirty].map((path) => pathIn(prefix, path));
  const found = await checkAttributes(program, paths, { ...options, from: "worktree" });
  const start = prefix === "" ? 0 : prefix.length + 1;
  const attributes = new Map<string, FileAttributes>();
  for (const [path, each] of found) attributes.set(path.slice(start), each);
  return { ...checkout, attributes };
}

const FILE = ".gitattributes";

/** Whether a file of attributes that reaches into a checkout says how files are stored. */
async function hasAttributes(
  store: GitStore,
  { others, dirty }: Checkout,
  { program, prefix, info }: CheckoutPlace,
): Promise<boolean> {
  const onDisk = (path: string) => smallFileText(join(program.cwd, path));
  const above: string[] = [];
  for (let at = prefix; at !== ""; at = parentOf(at)) above.push(onDisk(pathIn(parentOf(at), FILE)) ?? "");
  const isAttributes = (path: string) => path === FILE || path.endsWith(`/${FILE}`);
  const texts = [info === undefined ? "" : (smallFileText(info) ?? ""), ...above];
  for (const path of dirty) if (isAttributes(path)) texts.push(onDisk(pathIn(prefix, path)) ?? "");
  const sparse: string[] = [];
  for (const [path, id] of others) {
    if (!isAttributes(path)) continue;
    const text = onDisk(pathIn(prefix, path));
    if (text === undefined) sparse.push(id);
    else texts.push(text);
  }
  const stored = sparse.length === 0 ? [] : [...(await store.blobs(sparse)).values()];
  return [...texts, ...stored.map((bytes) => Buffer.from(bytes).toString())].some(saysStoredForm);
}
