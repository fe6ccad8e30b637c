import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { played } from "../support/scenario/run.ts";
import { parseScenarios, printScenarios, type Scenario } from "../support/scenario/text.ts";

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const update = Boolean(process.env["UPDATE"]);

// `UPDATE=1 npx vitest run test/scenarios` writes what is printed into the files: read the difference before keeping it.
describe.each(files)("%s", (file) => {
  const path = join(folder, file);
  const scenarios = parseScenarios(readFileSync(path, "utf8"));
  const results: Scenario[] = [];

  afterAll(() => {
    if (update && results.length > 0) {
      const kept = scenarios.map((scenario) => results.find(({ title }) => title === scenario.title) ?? scenario);
      writeFileSync(path, printScenarios(kept));
    }
  });

  test.concurrent.each(scenarios.map((scenario) => [scenario.title, scenario] as const))("%s", async (_, scenario) => {
    const result = await played(scenario);
    if (update) results.push(result);
    else expect(printScenarios([result])).toBe(printScenarios([scenario]));
  });
});

test("titles are unique within a file and are sentences", () => {
  for (const file of files) {
    const titles = parseScenarios(readFileSync(join(folder, file), "utf8")).map(({ title }) => title);
    expect(titles, file).toEqual([...new Set(titles)]);
    for (const title of titles) expect(title).toMatch(/^[A-Z`"'$~].*\.$/);
  }
});
