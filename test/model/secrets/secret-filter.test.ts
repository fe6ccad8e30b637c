import { expect, test } from "vitest";
import { SecretFilter } from "../../../src/model/secrets/masked.ts";

function clean(text: string, secrets: readonly string[], names: readonly string[]): string {
  const filter = new SecretFilter([]);
  filter.sources = [{ texts: new Set(secrets), isName: (each) => names.includes(each) }];
  return filter.clean(text);
}

test("a secret text is replaced, and no name or place that has it as a part", () => {
  const secrets = ["classes/db", "targets/", "Web-Cluster-7", "db.yml:1"];
  const names = ["classes/db.yml", "targets/eu.yml", "Web-Cluster-7"];

  expect(clean(" --> classes/db.yml:1:4", secrets, names)).toBe(" --> classes/db.yml:1:4");
  expect(clean("+++ b/inventory/targets/eu.yml", secrets, names)).toBe("+++ b/inventory/targets/eu.yml");
  expect(clean('{"file":"inventory/classes/db.yml"}', secrets, names)).toBe('{"file":"inventory/classes/db.yml"}');
  expect(clean("node Web-Cluster-7", secrets, names)).toBe("node Web-Cluster-7");
  expect(clean("path: classes/db, targets/x", secrets, names)).toBe("path: (secret), (secret)x");
});
