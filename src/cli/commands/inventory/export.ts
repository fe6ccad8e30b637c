import { resolve } from "node:path";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { rudderProperties } from "../../../report/inventory/export-rudder.ts";
import { counted } from "../../../report/text/count.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import { writeExport } from "../../../workspace/write/export.ts";
import { exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { chosenNames } from "../../reading/names.ts";
import { warnProblems, warnUnreadable } from "../../reading/problems.ts";
import { Scope } from "../../reading/scope.ts";
import { givenSecrets, programSecretsOption } from "../../reading/secrets.ts";
import { readInventory } from "../../reading/state.ts";
import { revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";

/** `heir export rudder`: the resolved properties of each node as a file for the Rudder agent. */
export const exportCommand: Command = {
  examples: [
    { line: "heir export rudder --out build", meaning: "build/NODE/properties.d/properties.json for every node" },
    { line: "heir export rudder 'web*' --out build", meaning: "for some nodes" },
  ],
  operands: [
    { name: "FORM", kind: "choice", choices: ["rudder"], required: true },
    { name: "NODE-GLOB", kind: "node-glob", many: true },
  ],
  options: {
    ...revOption,
    ...programSecretsOption,
    out: { kind: "folder", required: true, summary: "the folder to write to; created if missing" },
  },
  details: [
    "Existing files of the same name are replaced; no other file is touched. Nodes that fail to resolve, fully or in part, " +
      "get no file, and the exit code is 3.",
    "Values are written whole, secrets as well; --secrets mask is for a look at the form.",
  ],
  async run(args, context) {
    const [, ...patterns] = args.operands;
    const out = args.text("out") ?? "";
    const { workspace, inventory } = await readInventory(args, context);
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const scope = new Scope(args);
    const names = chosenNames("node", { names: inventory.nodeNames, patterns, scope });
    const fold = createProblemFold();
    const files: { readonly path: string; readonly text: string }[] = [];
    const views = workspace.views(inventory);
    const shown = shownValues([inventory], givenSecrets(args) ?? "show");
    for (const [index, name] of names.entries()) {
      await context.step(index, names.length);
      const { view, diagnostics } = views.propertyValues(name);
      fold.add(diagnostics, name);
      if (view === undefined || diagnostics.some(({ severity }) => severity === "error")) continue;
      const propertiesShown = new Map([...view].map(([key, value]) => [key, shown(value, ["parameters", key])]));
      files.push({ path: `${name}/properties.d/properties.json`, text: rudderProperties(propertiesShown) });
    }
    await writeExport(resolve(context.cwd, out), files);
    warnProblems(context, fold.problems());
    context.note(`wrote ${files.length} of ${counted(names.length, "node")}  ${out}/NODE/properties.d/properties.json`);
    printLeftOut(context, scope.leftOut);
    return files.length < names.length ? exit.unresolved : exit.ok;
  },
};
