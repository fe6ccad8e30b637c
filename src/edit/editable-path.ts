import { command } from "../base/command.ts";
import { HeirError } from "../model/findings/failure.ts";
import { isOfNames, type ParameterPath, printPath } from "../model/values/parameter-path.ts";
import type { NodeData } from "../resolve/data/node-data.ts";
import { operandPaths } from "./made-from.ts";

/**
 * The path that an edit of these nodes writes (rule X15 of docs/concepts/edits.md): of a name by its number, the name; of a property
 * that no run-time file sets, the parameter. Throws HeirError for data that other files say, and names the command that serves.
 */
export function editablePath(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const [section = "", name, ...keys] = path;
  if (section === "policies") throw policyRefusal(path, data);
  if (section === "runtime") return runtimeTarget(path, data);
  if (section === "environment") return path;
  const isName = isOfNames(path);
  if (name === undefined || (isName && keys.length > 0)) {
    const hint = `write ${section}:${isName ? "NAME" : "KEY"}`;
    throw new HeirError("usage", `${printPath(path)} is no path of a value`, hint);
  }
  if (section === "variables") expectUnmerged(path, data);
  return isName ? byName(path, data) : path;
}

function byName(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const found = data
    .flatMap((each) => each.at(path) ?? [])
    .map((each) => (each.kind === "scalar" ? `${each.data}` : ""));
  const [name = path[1] ?? "", ...others] = new Set(found);
  if (others.length === 0) return [...path.slice(0, 1), name];
  throw new HeirError("usage", `${printPath(path)} means ${[name, ...others].join(", ")}`, "write one of these names");
}

function policyRefusal(path: ParameterPath, data: readonly NodeData[]): HeirError {
  const [id] = path[1]?.split("/") ?? [];
  const files = data.flatMap(({ node, policies: { policies } }) => {
    const pairs = policies.flatMap(({ technique, directives }) => (technique.id === id ? directives : []));
    return pairs.map(({ rule }): NodeFile => [node.name, rule.file.path]);
  });
  return refusal(`${printPath(path)} follows from rules`, "policies", files);
}

function runtimeTarget(path: ParameterPath, data: readonly NodeData[]): ParameterPath {
  const [, namespace = "", key = "", ...keys] = path;
  const files = data.flatMap(({ node, runtime }): readonly NodeFile[] => {
    const file = runtime.namespaces.get(namespace)?.get(key)?.file;
    return file === undefined ? [] : [[node.name, file]];
  });
  if (namespace === "properties" && key !== "" && files.length === 0) return ["parameters", key, ...keys];
  throw refusal(`${printPath(path)} is what machines and servers say`, "properties --runtime", files);
}

type NodeFile = readonly [node: string, file: string];

function refusal(what: string, verb: string, said: readonly NodeFile[]): HeirError {
  const [[node] = ["NODE"]] = said;
  const files = [...new Set(said.map(([, file]) => file))].join(", ");
  const hint = `${command(["heir", ...verb.split(" ")], [node])} lists where it is from${files === "" ? "" : `: ${files}`}`;
  return new HeirError("usage", `${what}, which heir does not write`, hint);
}

/** Throws HeirError for a variable that the agent merges: its operands have edits. */
function expectUnmerged(path: ParameterPath, data: readonly NodeData[]): void {
  const [, name = ""] = path;
  const merging = data.find((each) => each.isMerged(name));
  const merge = merging?.policies.merges.find((each) => each.name === name);
  if (merge === undefined) return;
  const operands = [merge.first, merge.second];
  const uses = operands.map((each) => command(["heir", "uses"], operandPaths(each).slice(0, 1).map(printPath)));
  const from = operands.map(({ text }) => text).join(" and ");
  throw new HeirError(
    "usage",
    `the agent merges ${printPath(path)} from ${from}`,
    `${uses.join(", ")} say where they are set`,
  );
}
