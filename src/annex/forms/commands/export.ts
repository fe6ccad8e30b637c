import { resolve } from "node:path";
import { exit } from "../../../cli/commands/command.ts";
import { printLeftOut } from "../../../cli/output/rows.ts";
import { chosenNodes } from "../../../cli/reading/names.ts";
import { commitRead, noteUnresolved, stateCommand, warnProblems } from "../../../cli/reading/state.ts";
import { givenSecrets, nodeOption, programSecretsOption, revOption } from "../../../cli/words/options.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { rudderProperties } from "../../../report/inventory/json.ts";
import { soundNode, type ToolForm } from "../../../report/inventory/writer.ts";
import { counted } from "../../../report/text/row.ts";
import { hasError, maskedNode, shownValues } from "../../../workspace/load/outcome.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import { forms } from "../forms.ts";
import { writeExport } from "../written.ts";

const tools: Readonly<Record<string, ToolForm>> = forms;
const exported = Object.entries(tools).flatMap(([name, { file }]) => (file === undefined ? [] : [name]));

/** `heir export FORM`: the resolved nodes of one commit as files for a tool, one for each node. */
export const exportCommand = stateCommand({
  examples: [
    ["heir export salt-pillar -r deployed --out /srv/pillar", "/srv/pillar/NODE.json for every node"],
    ["heir export hiera --out data/nodes", "data/nodes/NODE.yaml for a hierarchy of Hiera"],
    ["heir export rudder 'web*' --out build", "build/NODE/properties.d/properties.json for some nodes"],
  ],
  operands: [
    { name: "FORM", kind: "choice", choices: [...exported, "rudder"], required: true },
    { name: "SELECTOR", kind: "selector", many: true },
  ],
  options: {
    ...revOption,
    ...nodeOption,
    ...programSecretsOption,
    out: { kind: "folder", required: true, summary: "the folder to write to; created if missing" },
  },
  details: [
    "Files that differ are replaced by renaming, and files of an earlier export are removed if their nodes are gone, or if it " +
      "was of another form; other files stay, also those of nodes that SELECTOR leaves out. DIR/.heir.json names the form, the commit and the files; it names no commit until all are written. If a node does not resolve, " +
      "fully or in part, nothing is written: the folder has the last good export.",
    "Each file but those of rudder has the text that heir inventory --format FORM --host NODE prints.",
    "Values are written whole, secrets as well; --secrets mask is for a look at the form.",
  ],
  exits: { 3: "a node does not resolve" },
  async answer(asked) {
    const { args, context, workspace, inventory, scope } = asked;
    const [form = "", ...patterns] = args.operands;
    const out = args.text("out") ?? "";
    const names = (await chosenNodes([...args.list("node"), ...patterns], [asked], asked)) ?? inventory.nodeNames;
    const tool = tools[form];
    const answers = tool === undefined ? rudderAnswers(asked, names) : formAnswers(asked, names, tool);
    const fold = createProblemFold();
    const files: { readonly path: string; readonly text: string; readonly isSecret: boolean }[] = [];
    const isMasked = givenSecrets(args) === "mask";
    for (const { name, text, masked, diagnostics } of answers) {
      fold.add(diagnostics, name);
      const shown = isMasked ? masked : text;
      if (shown !== undefined) files.push({ path: fileOf(form, name), text: shown, isSecret: shown !== masked });
      await context.step(files.length, names.length);
    }
    warnProblems(context, fold.problems());
    const failed = names.length - files.length;
    noteUnresolved(context, failed, names.length);
    if (failed === 0) {
      const chosen = new Set(names);
      const others = inventory.nodeNames.filter((name) => !chosen.has(name)).map((name) => fileOf(form, name));
      const commit = await commitRead(args, workspace);
      await writeExport(resolve(context.cwd, out), { form, commit, files, others });
      context.note(`wrote ${counted(names.length, "node")}  ${out}`);
    }
    printLeftOut(context, scope.leftOut);
    return failed > 0 ? exit.unresolved : exit.ok;
  },
});

/** The path of a node's file in the folder of a form. */
function fileOf(form: string, name: string): string {
  const tool = tools[form];
  return tool === undefined ? `${name}/properties.d/properties.json` : `${name}.${tool.file}`;
}

/** The answer for each node, without a text if the node does not resolve whole. */
function* formAnswers({ workspace, inventory }: StateReading, names: readonly string[], form: ToolForm) {
  for (const outcome of workspace.resolve(inventory, names)) {
    const { name, diagnostics } = outcome;
    const node = soundNode(outcome);
    const masked = node && form.host?.(maskedNode(node, inventory));
    yield { name, text: node && form.host?.(node), masked, diagnostics };
  }
}

/** The properties of each node in the one file that its Rudder agent reads. */
function* rudderAnswers({ workspace, inventory }: StateReading, names: readonly string[]) {
  const views = workspace.views(inventory);
  for (const name of names) {
    const { view, diagnostics } = views.propertyValues(name);
    const isWhole = view !== undefined && !hasError({ diagnostics });
    const textBy = (choice: "mask" | "show"): string | undefined => {
      const shown = shownValues([inventory], choice);
      const entries = [...(view ?? [])].map(([key, value]) => [key, shown(value, ["parameters", key])] as const);
      return isWhole ? rudderProperties(new Map(entries)) : undefined;
    };
    yield { name, text: textBy("show"), masked: textBy("mask"), diagnostics };
  }
}
