import { expect, test } from "vitest";
import type { InventoryPlace } from "../../../src/model/inventory/snapshot.ts";
import { settingsParser } from "../../../src/workspace/load/settings-parser.ts";
import { settingsReader } from "../../../src/workspace/load/states.ts";

const TOP: InventoryPlace = { folder: "" };

const TEXTS: readonly string[] = [
  "",
  "secrets: [password]\n",
  "nodes_uri: hosts\n",
  "inventory_base_uri: inv\nclasses_uri: shared/classes\n",
  "dialect: kapitan\n",
  '"nodes\\u005furi": hosts\n',
  '"nodes\\x5furi": hosts\n',
  "? nodes_uri\n: hosts\n",
  "&k nodes_uri: hosts\n",
  "{classes_uri: c}\n",
  "- no\n- mapping\n",
  "storage_type: yaml_fs\ninventory_base_uri: .\nnodes_uri: nodes\nclasses_uri: classes\n",
  "nodes_uri: nodes\r\nclasses_uri: shared\r\n",
  "nodes_uri: hosts\nnodes_uri: nodes\n",
  "checks: |\n  nodes_uri: nodes\nnodes_uri: nodes # as ever\n",
];

test.each(TEXTS)("the folders are those of the settings, whether or not these must be parsed: %j", async (text) => {
  const places: readonly InventoryPlace[] = [
    TOP,
    { folder: "", layout: "kapitan" },
    { folder: "", defaults: { path: "defaults.yml", blob: text, text } },
    { folder: "", guards: { settings: { classes_uri: "guarded" }, key: "g" } },
  ];
  for (const [overrides, place] of [[], ["nodes_uri=other"]].flatMap((each) =>
    places.map((at) => [each, at] as const),
  )) {
    const files = new Map([["heir.yml", text]]);
    const parsed = settingsParser(overrides, undefined).readFolders(files, place);

    expect(await settingsReader(overrides).readFolders(files, place)).toEqual(await parsed);
  }
});
