import { didYouMean, similar } from "../../../base/similar.ts";
import { command } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { type Integration, integrationText, shippedIntegrations } from "../../../workspace/write/installed.ts";
import { type Command, exit } from "../command.ts";

/** `heir integrations [NAME] [FILE]`: what lets another program use heir. */
export const integrations: Command = {
  examples: [
    ["heir integrations", "list them with their files"],
    ["heir integrations ansible > heir-inventory", "an inventory for Ansible; make it executable"],
    ["heir integrations gitlab heir.gitlab-ci.yml", "one file of several"],
    ["heir integrations salt --path", "the folder, for what takes one"],
  ],
  operands: [
    { name: "NAME", kind: "text" },
    { name: "FILE", kind: "text" },
  ],
  options: { path: { kind: "flag", summary: "print where the folder or the file is" } },
  async run(args, context) {
    const [name, file] = args.operands;
    const all = await shippedIntegrations();
    if (name === undefined) {
      const width = Math.max(...all.map((each) => each.name.length));
      for (const each of all) await context.print(`${each.name.padEnd(width)}  ${each.files.join(", ")}`);
      return exit.ok;
    }
    const found = all.find((each) => each.name === name);
    if (found === undefined) {
      const names = all.map((each) => each.name);
      const hint = didYouMean(similar(name, names)) ?? "heir integrations lists all of them";
      throw new HeirError("usage", `no integration is called "${name}"`, hint);
    }
    if (args.has("path")) await context.print([found.folder, ...(file === undefined ? [] : [file])].join("/"));
    else await context.write(textOf(found, file));
    return exit.ok;
  },
};

/** The text of a file, by default that of the only one. Throws HeirError for no such file, and for none of several. */
function textOf(found: Integration, file: string | undefined): string {
  const [only = "", ...others] = found.files;
  const text = integrationText(found, file ?? (others.length === 0 ? only : ""));
  if (text !== undefined) return text;
  const message = file === undefined ? `${found.name} has several files` : `${found.name} has no file "${file}"`;
  throw new HeirError("usage", message, command(["heir", "integrations", found.name], [only]));
}
