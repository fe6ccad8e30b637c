import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import type { Secrets } from "../../../src/model/secrets/secrets.ts";
import type { Span } from "../../../src/model/values/value.ts";
import { diagnosticRows } from "../../../src/report/findings/diagnostic.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { spanOf } from "../../support/found.ts";
import { secretsAt } from "../../support/secrets.ts";

/** The lines of a finding at `at`, in a file where `secret` is a secret. */
function lines(text: string, { at, ...given }: Given, parts: Partial<Diagnostic> = {}): readonly string[] {
  const span = spanOf("a.yml", text, at);
  const diagnostic: Diagnostic = { code: "bad-value", severity: "error", message: "m", span, related: [], ...parts };
  const shown = mask("finding", diagnostic, secretIn(span, text, given));
  return diagnosticRows({ diagnostic: shown, nodes: [] }).map(rowText);
}

interface Given {
  readonly at: string;
  readonly secret: string;
  readonly texts?: readonly string[];
  /** The setting `secrets`. */
  readonly paths?: readonly string[];
}

function secretIn({ file }: Span, text: string, { secret, texts = [], paths = ["pw"] }: Omit<Given, "at">): Secrets {
  const start = text.indexOf(secret);
  const place = { start, end: start + secret.length, text: secret.replaceAll('"', "") };
  return { ...secretsAt(paths, texts), places: new Map(start === -1 ? [] : [[file, [place]]]) };
}

test("a quoted line shows a mark for a secret, and the signs below stay under what is at fault", () => {
  expect(lines('{ pw: "geheim", host: web }\n', { at: "web", secret: '"geheim"' })).toEqual([
    "error[bad-value]: m",
    " --> a.yml:1:23",
    "  |",
    "1 | { pw: (secret), host: web }",
    "  |                       ^^^",
  ]);
  expect(lines("{ host: web, pw: geheim }\n", { at: "web", secret: "geheim" }).at(-2)).toBe(
    "1 | { host: web, pw: (secret) }",
  );
});

test("a place inside a secret marks all of it", () => {
  expect(lines("pw: geheim and more # why\n", { at: "and", secret: "geheim and more" }).slice(-2)).toEqual([
    "1 | pw: (secret) # why",
    "  |     ^^^^^^^^",
  ]);
});

test("each line of a secret over several lines is hidden", () => {
  expect(lines("pw: |\n  one\n  two\n", { at: "two", secret: "|\n  one\n  two\n" }).slice(-2)).toEqual([
    "3 | (secret)",
    "  | ^^^^^^^^",
  ]);
});

test("what a file may hide beyond its secrets is looked for once, for all of its findings", () => {
  const text = "pw: one\npw: two\npw: three\n";
  const secrets = secretsAt(["pw"], []);
  const spans = ["two", "three"].map((at) => ({ ...spanOf("a.yml", text, at) }));
  const [file] = spans.map((span) => span.file);
  const found = spans.map((span): Diagnostic => {
    const place = { ...span, file: file ?? span.file };
    return { code: "yaml-duplicate-key", severity: "warning", message: "m", span: place, related: [] };
  });
  const [first, second] = found.map((finding) => mask("finding", finding, secrets).span?.file);

  expect(first?.hidden).toHaveLength(3);
  expect(second).toBe(first);
});

test("a finding that is masked again stays as it is, also where the text at its place is a word of its message", () => {
  const span = spanOf("a.yml", "pw: secret\n", "secret");
  const message = "pw looks like a secret in clear text";
  const diagnostic: Diagnostic = { code: "secret-in-clear", severity: "warning", message, span, related: [] };
  const secrets = secretsAt([], []);
  const once = mask("finding", diagnostic, secrets);
  const again = mask("finding", once, secrets);

  expect([once.message, again.message]).toEqual([message, message]);
  expect(again.span?.file.hidden).toEqual(once.span?.file.hidden);
});

test("texts of a finding do not repeat the secret at its place, as written or as read", () => {
  const parts = { message: '0123 is read as 83, not "0123"', hint: "write 01234", note: "0123" };
  expect(lines("pw: 0123\n", { at: "0123", secret: "0123" }, parts)).toEqual([
    'error[bad-value]: (secret) is read as 83, not "(secret)"',
    " --> a.yml:1:5",
    "  |",
    "1 | pw: (secret)",
    "  |     ^^^^^^^^",
    "  |",
    "  = note: (secret)",
    "  = help: write 01234",
  ]);
});

test("long secrets are found in every text and every quoted line", () => {
  const related = [{ span: spanOf("b.yml", "x: a geheim1 b\n", "a"), caption: "says geheim1" }];
  expect(
    lines("y: geheim1!\n", { at: "!", secret: "none", texts: ["geheim1"] }, { message: "geheim1?", related }),
  ).toEqual([
    "error[bad-value]: (secret)?",
    " --> a.yml:1:11",
    "  |",
    "1 | y: (secret)!",
    "  |            ^",
    " ::: b.yml:1:4",
    "  |",
    "1 | x: a (secret) b",
    "  |    - says (secret)",
  ]);
});

test("a part of the secret at its place is not quoted either", () => {
  const parts = { message: 'expected "if", found "geheim ==" in "another"', hint: '"geheim = …"' };
  expect(lines('pw: "$[ geheim == ]"\n', { at: "$", secret: '"$[ geheim == ]"' }, parts)).toEqual([
    'error[bad-value]: expected "if", found "(secret)" in "another"',
    " --> a.yml:1:6",
    "  |",
    "1 | pw: (secret)",
    "  |     ^^^^^^^^",
    "  |",
    '  = help: "(secret)"',
  ]);
});

test("of values that nobody reads those are hidden whose key is that of a secret", () => {
  const quoted = (text: string, at: string, code: Diagnostic["code"], paths?: readonly string[]) =>
    lines(text, { at, secret: "none", ...(paths && { paths }) }, { code }).at(-2);

  expect(quoted("paramaters: {pw: geheim}\n", "paramaters", "unknown-key")).toBe("1 | paramaters: {pw: (secret)}");
  expect(quoted('{"set" : {pw: {a: geheim}, b: 1}}', '"set"', "unknown-key")).toBe(
    '1 | {"set" : {pw: (secret), b: 1}}',
  );
  expect(quoted("sets: [{pw: geheim}] # x\n", "[{pw: geheim}]", "bad-value")).toBe("1 | sets: (secret) # x");
  expect(quoted("priority: high\n", "high", "bad-value")).toBe("1 | priority: high");
  expect(quoted("paramaters: {pw: geheim}\n", "paramaters", "unknown-key", [])).toBe("1 | paramaters: {pw: geheim}");
  expect(quoted("paramaters: {my_token: geheim}\n", "paramaters", "unknown-key", [])).toBe(
    "1 | paramaters: {my_token: (secret)}",
  );
});

test("of a file that could not be read lines are quoted without what belongs to a key of a secret", () => {
  const quoted = (text: string, at: string, paths = ["db:pw", "vault:**"]) =>
    lines(text, { at, secret: "none", paths }, { code: "yaml-syntax" }).at(-2);

  expect(quoted('pw: "geheim\n', '"')).toBe("1 | pw: (secret)");
  expect(quoted("a: Note: b\n", "Note")).toBe("1 | a: Note: b");
  expect(quoted("{user: app, pw: x, port: [1\n", "[1")).toBe("1 | {user: app, pw: (secret), port: [1");
  expect(quoted("vault:\n  db: geheim: x\n", "geheim")).toBe("2 |   (secret)");
  expect(quoted("pw: |\n  a\n\tgeheim\n", "geheim")).toBe("3 |     (secret)");
  expect(quoted("pw:\n- geheim: x\nb: y: z\n", "y")).toBe("3 | b: y: z");
  expect(quoted("pw:\n- geheim: x\n", "geheim")).toBe("2 | (secret)");
  expect(quoted("- -----BEGIN RSA PRIVATE KEY-----\n  MIIB: x\n", "MIIB")).toBe("2 |   (secret)");
  expect(quoted("a: b: c\n", "b", ["**"])).toBe("1 | (secret)");
});

describe("encrypted text, without any setting", () => {
  test("is in no text of a finding, whole or cut short", () => {
    const parts = { message: "ENC[GPG,abc] and ENC[GPG,d", hint: "not $ANSIBLE_VAULT;1.1;AES256", note: "ENC" };
    expect(lines("a: b\n", { at: "b", secret: "none", paths: [] }, parts)).toEqual([
      "error[bad-value]: (secret) and (secret)",
      " --> a.yml:1:4",
      "  |",
      "1 | a: b",
      "  |    ^",
      "  |",
      "  = note: ENC",
      "  = help: not (secret)",
    ]);
  });

  test("is hidden in lines that are quoted, and where only a part of it is at fault", () => {
    const text = "a: |\n  -----BEGIN PGP MESSAGE-----\n\n  hQEMA1\n  -----END PGP MESSAGE-----\n";
    const parts = { message: "hQEMA1 is no key" };
    expect(lines(text, { at: "hQEMA1", secret: "none", paths: [] }, parts)).toEqual([
      "error[bad-value]: (secret) is no key",
      " --> a.yml:4:3",
      "  |",
      "4 | (secret)",
      "  | ^^^^^^^^",
    ]);
  });

  test("is hidden in a file that does not parse, and the lines around it are not", () => {
    const encrypted = { secret: "none", paths: [] };
    expect(lines("x: [\na: ENC[b]\n", { ...encrypted, at: "x" }, { code: "yaml-syntax" }).at(-2)).toBe("1 | x: [");
    expect(lines("x: [\na: ENC[b]\n", { ...encrypted, at: "a" }, { code: "yaml-syntax" }).at(-2)).toBe(
      "2 | a: (secret)",
    );
  });
});

test("a finding that is masked twice hides what was found at its places", () => {
  const span = spanOf("a.yml", "pw: abc\n", "pw");
  const secrets = secretIn(span, "pw: abc\n", { secret: "abc", paths: ["pw"] });
  const diagnostic: Diagnostic = { code: "bad-value", severity: "error", message: "m", span, related: [] };
  const twice = mask("finding", mask("finding", diagnostic, secrets), secrets);
  expect(diagnosticRows({ diagnostic: twice, nodes: [] }).map(rowText)).toContain("1 | pw: (secret)");
});

test("without a path of secrets a finding stays what it is", () => {
  const diagnostic: Diagnostic = { code: "yaml-syntax", severity: "error", message: "m", related: [] };
  expect(mask("finding", diagnostic, secretsAt([]))).toEqual(diagnostic);
});
