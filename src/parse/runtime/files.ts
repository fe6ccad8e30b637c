import { addTo } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { RuntimeFile } from "../../model/inventory/policy.ts";
import type { ParsedRuntimeFile } from "../../model/inventory/runtime.ts";
import { rooted } from "../../model/inventory/settings.ts";
import { pathsBelow } from "../../model/inventory/snapshot.ts";
import type { MapValue } from "../../model/values/value.ts";
import type { Files } from "../forms/files.ts";
import { parseJson } from "./json.ts";

/** The folders of `properties.d` on the node: files from the server, and local ones. */
const FOLDERS = {
  server: "/var/rudder/cfengine_community/inputs/properties.d/",
  local: "/var/rudder/local/properties.d/",
} as const;

interface Listed {
  readonly side: keyof typeof FOLDERS;
  readonly name: string;
  readonly path: string;
}

/**
 * The files of `properties.d/NODE/` for each node: first those in `server/`, then the local ones, both sorted by the
 * bytes of their names. Listed on first use. Skips names that begin with a dot, as the agent does.
 */
export function runtimeFilesOf(files: Files): (node: string) => readonly ParsedRuntimeFile[] {
  let listing: ReadonlyMap<string, readonly Listed[]> | undefined;
  // The same node is asked for several times in a row.
  let latest: readonly [node: string, files: readonly ParsedRuntimeFile[]] = ["", []];
  return (node) => {
    listing ??= listed(files);
    if (latest[0] === node) return latest[1];
    const parsed = (listing.get(node) ?? []).map(({ side, name, path }) => {
      const faults: Diagnostic[] = [];
      const file = files.file(path, files.blobs.get(path) ?? "", (fault) => faults.push(fault));
      return parseRuntimeFile({ file, pathOnNode: FOLDERS[side] + name, ...(faults.length > 0 && { faults }) });
    });
    latest = [node, parsed];
    return parsed;
  };
}

function listed({ blobs, folders, settings }: Files): ReadonlyMap<string, readonly Listed[]> {
  const root = rooted(settings, "properties.d");
  if (!folders.has(root.slice(0, -1))) return new Map();
  const found = pathsBelow(blobs, [root]).flatMap((path) => runtimePath(path, root));
  const byNode = new Map<string, Listed[]>();
  for (const { node, ...file } of found.sort(inOrder)) addTo(byNode, node, file);
  return byNode;
}

function runtimePath(path: string, root: string): (Listed & { readonly node: string })[] {
  const [node = "", ...rest] = path.slice(root.length).split("/");
  const side = rest.length === 2 && rest[0] === "server" ? "server" : "local";
  const name = rest.at(-1) ?? "";
  const isRead = rest.length === (side === "server" ? 2 : 1) && name.endsWith(".json") && !name.startsWith(".");
  return isRead ? [{ node, side, name, path }] : [];
}

function inOrder(left: Listed, right: Listed): number {
  if (left.side !== right.side) return left.side === "server" ? -1 : 1;
  return compareText(left.name, right.name);
}

/**
 * Reads one file of `properties.d/NODE/`. Never fails: a file that is not JSON is reported as `json-syntax`, and one
 * that is not an object as `not-an-object`; both have no content.
 */
export function parseRuntimeFile(runtimeFile: RuntimeFile): ParsedRuntimeFile {
  const { faults = [] } = runtimeFile;
  if (faults.length > 0) return { ...runtimeFile, content: undefined, diagnostics: faults.map(asJsonFault) };
  const diagnostics: Diagnostic[] = [];
  const content = objectIn(runtimeFile, (diagnostic) => diagnostics.push(diagnostic));
  return { ...runtimeFile, content, diagnostics };
}

function objectIn({ file }: RuntimeFile, report: Report): MapValue | undefined {
  const value = parseJson(file, report);
  if (value === undefined || value.kind === "map") return value;
  report(
    finding("not-an-object", value.origin, "the file must hold an object of namespaces", {
      hint: 'write {"NAMESPACE": {"KEY": value}}',
    }),
  );
  return undefined;
}

/** Bytes that are not text are first reported as a fault of YAML. */
function asJsonFault(fault: Diagnostic): Diagnostic {
  return fault.code === "yaml-syntax" ? { ...fault, code: "json-syntax" } : fault;
}
