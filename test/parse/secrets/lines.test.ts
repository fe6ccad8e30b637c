import { expect, test } from "vitest";
import { hiddenStretches } from "../../../src/model/secrets/finding-masking.ts";
import { Sides } from "../../support/side.ts";

/** The file of a node, each stretch that is not quoted as `#`. */
async function hiddenIn(parameters: string): Promise<string> {
  const text = `parameters:\n${parameters}`;
  const { inventory } = await new Sides().of({ "heir.yml": "secrets: ['**:pw']\n", "nodes/n1.yml": text });
  const file = inventory.node("n1")?.file;
  if (file === undefined) throw new TypeError("the node is there");
  const out = [...text];
  for (const { start, end } of hiddenStretches(file, inventory.secrets)) out.fill("#", start, end);
  return out.join("").slice("parameters:\n".length);
}

test.each([
  ["a tag", "  pw: !!str x\n", "  pw: #######\n"],
  ["an anchor", "  pw: &key x\n  b: c\n", "  pw: ######\n  b: c\n"],
  ["an alias", "  a: {b: &k x, pw: *k}\n", "  a: {b: &k #, pw: ##}\n"],
  ["a comment", "  pw: x  # old\n  b: c # d\n", "  pw: #  #####\n  b: c # d\n"],
  ["a comment between key and value", "  pw:\n    # old\n    x\n", `  pw:\n    ${"#".repeat(11)}\n`],
  ["a comment in place of a value", "  pw: # old\n  b: c\n", "  pw: #####\n  b: c\n"],
  ["comments inside a list", "  pw:\n  - x # a\n  - y\n", `  pw:\n  ${"#".repeat(13)}\n`],
  ["not a # within a text", '  a: {pw: x, b: "c#d"}\n', '  a: {pw: #, b: "c#d"}\n'],
  ["a reference stays, its comment does not", "  a: y\n  pw: ${a} # old\n", "  a: y\n  pw: ${a} #####\n"],
])("%s is hidden with a secret", async (_, written, hidden) => {
  expect(await hiddenIn(written)).toBe(hidden);
});
