import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, parseDocument, visit } from "yaml";

/** The 15 salt masters of mk-lab; its other nodes are generated from their resolved values. */
const NODES = "nodes/control/";
const LIBRARY = "classes/system/";
/** A library class that refers to a parameter that one of the nodes lacks. */
const LEFT_OUT = `${LIBRARY}openssh/server/team/lab.yml`;

/**
 * A lab: few nodes, and a library of classes of which they use a small part. It has the nodes and classes of `lab`, and the
 * classes of `library` that `lab` does not define. Path to text; of duplicate keys the last one is kept, as reclass does;
 * reclass-rs refuses duplicates.
 */
export function labFiles(lab: string, library: string): ReadonlyMap<string, string> {
  const own = listed(lab).filter((path) => path.startsWith(NODES) || !path.startsWith("nodes/"));
  const defined = new Set(own.map(className));
  const more = listed(library).filter((path) => {
    return path.startsWith(LIBRARY) && path !== LEFT_OUT && !defined.has(className(path));
  });
  const files = [...own.map((path) => [path, lab] as const), ...more.map((path) => [path, library] as const)];
  return new Map(files.map(([path, folder]) => [path, withoutDoubles(readFileSync(join(folder, path), "utf8"))]));
}

function listed(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => name.replaceAll("\\", "/"));
  return paths.filter((path) => path.endsWith(".yml") && !path.startsWith(".git/")).sort();
}

/** `a/init.yml` defines the same class as `a.yml`. */
function className(path: string): string {
  return path.replace(/(\/init)?\.yml$/, "");
}

function withoutDoubles(text: string): string {
  if (parseDocument(text).errors.every(({ code }) => code !== "DUPLICATE_KEY")) return text;
  const document = parseDocument(text, { uniqueKeys: false });
  visit(document, (_, each) => {
    if (!isMap(each)) return;
    const last = new Map(each.items.map(({ key }, at) => [String(key), at]));
    each.items = each.items.filter(({ key }, at) => last.get(String(key)) === at);
  });
  return document.toString({ lineWidth: 0 });
}
