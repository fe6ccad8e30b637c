import { resolve } from "node:path";
import { type Arguments, type Command, type Context, exit } from "../../../cli/commands/command.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { fileForms } from "../../../model/forms/file-forms.ts";
import { schemaText } from "../schema/json-schema.ts";

/** `heir schema [NAME]`: the JSON Schemas of the files that heir reads. */
export const schema: Command = {
  examples: [
    ["heir schema", "the names of all schemas, and their files"],
    ["heir schema group", "the schema of files of groups"],
    ["heir schema --write schemas", "all schemas as files, schemas/NAME.json"],
  ],
  operands: [{ name: "NAME", kind: "choice", choices: fileForms.map(({ name }) => name) }],
  options: { write: { kind: "folder", value: "DIR", summary: "write all schemas to DIR, as NAME.json" } },
  details: [
    "JSON Schema, draft 2020-12, for editors and other programs; the package holds the same files as git-heir/schemas/NAME.json. " +
      "A schema refuses what heir check reports about keys, types and words. Whether a name exists, only heir check and heir lsp report.",
  ],
  async run(args, context) {
    const folder = args.text("write");
    if (folder !== undefined) await writeAll(folder, args, context);
    else await print(args.operands[0], context);
    return exit.ok;
  },
};

async function print(name: string | undefined, context: Context): Promise<void> {
  const form = fileForms.find((each) => each.name === name);
  if (form !== undefined) return context.write(schemaText(form));
  const width = Math.max(...fileForms.map((each) => each.name.length));
  for (const { name: each, files } of fileForms) await context.print(`${each.padEnd(width)}  ${files.join(", ")}`);
}

async function writeAll(folder: string, args: Arguments, context: Context): Promise<void> {
  if (args.operands.length > 0)
    throw new HeirError("usage", "--write writes all schemas", "leave out NAME, or --write");
  const { writeSchemas } = await import("../schemas.ts");
  const path = resolve(context.cwd, args.text("C") ?? ".", folder);
  for (const file of await writeSchemas(path)) await context.print(`wrote  ${folder.replace(/\/+$/, "")}/${file}`);
}
