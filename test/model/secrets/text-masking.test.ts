import { expect, test } from "vitest";
import { noSecrets } from "../../../src/model/secrets/secrets.ts";
import { maskedText } from "../../../src/model/secrets/text-masking.ts";

test.each([
  ["one that holds another", "is hunter22-long", ["hunter22", "hunter22-long"], "is (secret)"],
  ["one that the mark holds", "a password and a secret", ["password", "secret"], "a (secret) and a (secret)"],
  ["one that is there twice", "hunter22hunter22", ["hunter22"], "(secret)(secret)"],
])("a text is the same whichever secret was read first: %s", (_, text, secrets, masked) => {
  for (const texts of [secrets, [...secrets].reverse()]) {
    expect(maskedText(text, { ...noSecrets, texts: new Set(texts) })).toBe(masked);
  }
});
