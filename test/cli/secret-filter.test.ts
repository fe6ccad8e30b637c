import { expect, test } from "vitest";
import { filteredContext } from "../../src/cli/cached-run.ts";
import type { Context } from "../../src/cli/commands/command.ts";

/** What a filtered context prints of a text, once these secrets are known. */
async function printed(text: string, secrets: readonly string[], argv: readonly string[] = []): Promise<string> {
  let out = "";
  const texts = new Set<string>();
  const secretTexts = [{ texts, isName: (name: string) => name === "web-server" }];
  const under: Partial<Context> = {
    env: { GITHUB_TOKEN: "ghs_16C7e42F292c6912E7", HOME: "/home/somebody" },
    open: async () => ({ secretTexts }) as unknown as Awaited<ReturnType<Context["open"]>>,
    print: async (line) => {
      out += line;
    },
  };
  const context = filteredContext(under as Context, argv);
  await context.open();
  // Secrets become known while files are read.
  for (const each of secrets) texts.add(each);
  await context.print(text);
  return out;
}

test.each([
  ["pw=geheim-1.", ["geheim-1"], "pw=(secret)."],
  ['{"pw":"a\\"b\\nsecond"}', ['a"b\nsecond'], '{"pw":"(secret)"}'],
  ["<a>x&amp;y&lt;z&gt;</a>", ["x&y<z>"], "<a>(secret)</a>"],
  ["::error::one%0Atwo%25", ["one\ntwo%"], "::error::(secret)"],
  ["  MIIBiQYJKoZIhvcNAQcD", ["-----BEGIN KEY-----\nMIIBiQYJKoZIhvcNAQcD\n"], "  (secret)"],
])("%s is printed without its secrets", async (text, secrets, out) => {
  expect(await printed(text, secrets)).toBe(out);
});

test("a token of the environment is no text for any output", async () => {
  expect(await printed("Bearer ghs_16C7e42F292c6912E7 of /home/somebody", [])).toBe(
    "Bearer (secret) of /home/somebody",
  );
});

test.each([
  ["short texts", "a b abc12", ["abc12"]],
  ["single words of small letters", '{"changes": 1}', ["changes"]],
  ["names", "web-server", ["web-server"]],
  ["digits within a number", "1234567", ["123456"]],
])("%s stay", async (_, text, secrets) => {
  expect(await printed(text, secrets)).toBe(text);
});

test("what the user wrote stays, so that the output does not confirm a guess", async () => {
  expect(await printed("nothing matches geheim-1", ["geheim-1"], ["grep", "geheim-1"])).toContain("geheim-1");
});

test("many secrets, some of them new", async () => {
  const secrets = Array.from({ length: 100 }, (_, index) => `geheim-number-${index}`);

  expect(await printed(secrets.join(" "), secrets)).toBe(secrets.map(() => "(secret)").join(" "));
});
