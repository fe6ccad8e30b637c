/** What the bundler wrote down about its output: each file with what went into it and what it imports. */
export interface Bundle {
  readonly outputs: Readonly<Record<string, Output>>;
  /** Source files of the script, each with what it imports. */
  readonly inputs: Readonly<Record<string, { readonly imports: Output["imports"] }>>;
}

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

/** Reads the `meta.json` of a build. */
export function bundleFrom(meta: string): Bundle {
  return JSON.parse(meta) as Bundle;
}

/** The file that a source file became part of. */
export function outputOf(bundle: Bundle, source: string): string {
  const found = Object.keys(bundle.outputs).find((name) => source in (bundle.outputs[name]?.inputs ?? {}));
  if (found === undefined) throw new Error(`${source} is in no file of the bundle`);
  return found;
}

/** `files` and all that loads together with them; what they `import()` later is left out. */
export function staticClosure(bundle: Bundle, files: readonly string[]): readonly string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const { path, kind } of bundle.outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && path in bundle.outputs) found.add(path);
    }
  }
  return [...found];
}

/** `sources` and all that the script runs together with them; what they `import()` later is left out. */
export function runWith({ inputs }: Bundle, sources: readonly string[]): readonly string[] {
  const found = new Set(sources);
  for (const source of found) {
    for (const { path, kind } of inputs[source]?.imports ?? []) if (kind !== "dynamic-import") found.add(path);
  }
  return [...found];
}

/** Names of the libraries that have a part in `files`. */
export function librariesIn(bundle: Bundle, files: readonly string[]): readonly string[] {
  return librariesAmong(
    files.flatMap((file) => {
      const { inputs = {}, imports = [] } = bundle.outputs[file] ?? {};
      // Modules name a library beside them; the script loads one when it is needed.
      const loaded = imports.filter(({ path, kind }) => path.startsWith("#") && kind !== "dynamic-import");
      return [...Object.keys(inputs), ...loaded.map(({ path }) => path)];
    }),
  );
}

/** Names of the libraries that `sources` are of: in their own folders, or beside the script. */
export function librariesAmong(sources: readonly string[]): readonly string[] {
  const names = sources.map(
    (source) => /^(?:.*\/|#)?(?:node_modules|libraries)\/((?:@[^/]+\/)?[^/]+?)(?:\.cjs$|\/|$)/.exec(source)?.[1],
  );
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}
