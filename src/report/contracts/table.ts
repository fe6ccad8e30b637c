import { clip, terminalSafe } from "../../base/terminal-text.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { ContractSetters, ListedContract } from "../../model/results/contracts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { entryOf } from "../../model/values/value.ts";
import { codeSpan } from "../diff/markup.ts";
import { layerName } from "../text/layer-name.ts";
import { inlineValue } from "../text/row.ts";
import { saysText } from "./rows.ts";

const HEAD = ["Parameter", "Type", "Default", "Meaning", "Owner", "Set by", "Contract"];
const WIDTH = 80;

/** How many layers are named in a cell. */
const NAMED = 5;

/** All parameters that contracts are about, as one table in Markdown; `setters` are the layers that set them today. */
export function* contractTable(listed: readonly Masked<ListedContract>[], setters: ContractSetters): Iterable<string> {
  yield line(HEAD);
  yield line(HEAD.map(() => "---"));
  for (const { contract } of listed) {
    const layers = setters.get(contract.path) ?? [];
    yield line(
      cells(
        contract,
        layers.map((layer) => plain(layerName(layer))),
      ),
    );
  }
}

function cells({ of, path, says }: ValueContract, setters: readonly string[]): readonly string[] {
  const fallback = entryOf(says, "default")?.value;
  const text = (key: string) => {
    const value = entryOf(says, key)?.value;
    return value?.kind === "scalar" ? plain(String(value.data)) : "";
  };
  const unit = text("unit");
  const { line: at } = placeOf(path.origin);
  return [
    code(path.text),
    code(saysText({ ...says, entries: says.entries.filter(({ key }) => key !== "default") })),
    fallback === undefined ? "" : code(clip(inlineValue(fallback, WIDTH), WIDTH)),
    [text("description"), unit === "" ? "" : `in ${unit}`].filter((part) => part !== "").join(", "),
    text("owner"),
    setters.length > NAMED
      ? `${setters.slice(0, NAMED).join(", ")} and ${setters.length - NAMED} more`
      : setters.join(", "),
    code(`${of.file.path}:${at}`),
  ];
}

function line(each: readonly string[]): string {
  return `| ${each.join(" | ")} |`;
}

function code(text: string): string {
  return text === "" ? "" : codeSpan(text).replaceAll("|", "\\|");
}

/** Text without markup: what has a meaning in Markdown or HTML is escaped. */
function plain(text: string): string {
  return terminalSafe(text.replace(/\s+/g, " ")).replace(/[\\`*_[\]<>|~&@#]/g, "\\$&");
}
