import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import {
  joinedSecrets,
  looksEncrypted,
  maskedValue,
  noSecrets,
  type Secrets,
} from "../../../src/model/secrets/secrets.ts";
import { type Span, textValue } from "../../../src/model/values/value.ts";
import { secretsAt } from "../../support/secrets.ts";
import { at, type Plain, setOf, value } from "../../support/value.ts";

function shown(parameters: Readonly<Record<string, Plain>>, secrets: Secrets): string {
  return valueJson(maskedValue(value("a.yml", parameters), ["parameters"], secrets));
}

test("a path means the value and all below it, a pattern what it fits", () => {
  const given = { db: { user: "app", password: "geheim" }, users: [{ token: 1 }, { token: true }], x: null };

  expect(shown(given, secretsAt(["db"]))).toBe('{"db":"(secret)","users":[{"token":1},{"token":true}],"x":null}');
  expect(shown(given, secretsAt(["users:*:token", "**:password"]))).toBe(
    '{"db":{"user":"app","password":"(secret)"},"users":[{"token":"(secret)"},{"token":"(secret)"}],"x":null}',
  );
  expect(shown(given, secretsAt(["exports:db"]))).toBe(valueJson(value("a.yml", given)));
});

test("a key is matched without the signs that folding takes off", () => {
  const given = { "~password": "geheim", db: { "=password": "x", "~=password": "y" } };

  expect(shown(given, secretsAt(["**:password"]))).toBe(
    '{"~password":"(secret)","db":{"=password":"(secret)","~=password":"(secret)"}}',
  );
});

test("what directives declare is a secret where a parameter of that name is one", () => {
  expect(valueJson(maskedValue(value("d.yml", { token: "t" }), ["variables"], secretsAt(["token"])))).toBe(
    '{"token":"(secret)"}',
  );
});

test("a text that holds a secret is one, wherever it stands, and so is a number that is one", () => {
  const secrets = secretsAt(["password"], ["geheim1", "1234567"]);

  expect(shown({ url: "app:geheim1@db", list: ["a", "geheim1"], pin: 1234567, other: 12345678 }, secrets)).toBe(
    '{"url":"(secret)","list":["a","(secret)"],"pin":"(secret)","other":12345678}',
  );
  expect(shown({ set: setOf("a", "geheim1") }, secrets)).toBe('{"set":"(secret)"}');
});

test("a value that a reference took from the place of a secret is one, however short", () => {
  const origin = at("b.yml:2");
  const target: Span = at("a.yml:3");
  const places = new Map([[target.file, [{ start: target.start, end: target.end, text: "x" }]]]);
  const copy = { ...textValue("x", origin), via: { reference: "${pin}", target } };

  expect(maskedValue(copy, ["parameters", "copy"], { ...secretsAt(["pin"]), places })).toMatchObject({
    data: "(secret)",
    origin,
    via: copy.via,
  });
  expect(maskedValue(textValue("x", origin), ["parameters", "y"], { ...secretsAt(["pin"]), places })).toMatchObject({
    data: "x",
  });
});

test("a reference at a secret path names a value and holds none", () => {
  const origin = at("a.yml");
  const reference = {
    kind: "template",
    text: "${vault}",
    parts: [{ kind: "reference", path: [{ kind: "text", text: "vault" }], source: "${vault}" }],
    origin,
  } as const;
  const mixed = { ...reference, text: "x${vault}", parts: [{ kind: "text", text: "x" }, ...reference.parts] } as const;

  expect(maskedValue(reference, ["parameters", "password"], secretsAt(["password"]))).toBe(reference);
  expect(maskedValue(mixed, ["parameters", "password"], secretsAt(["password"]))).toMatchObject({ data: "(secret)" });
});

test("a value without a secret is left as the object that it is", () => {
  const plain = value("a.yml", { a: [1, { b: "c" }], d: {} });

  expect(maskedValue(plain, [], secretsAt(["password"], ["geheim1"]))).toBe(plain);
});

test.each([
  ["eyaml", "ENC[PKCS7,MIIB]", true],
  ["SOPS", "ENC[AES256_GCM,data:abc,iv:d,tag:e,type:str]", true],
  ["Ansible Vault", "$ANSIBLE_VAULT;1.1;AES256\n6132\n", true],
  ["OpenPGP", "-----BEGIN PGP MESSAGE-----\n\nhQEM\n", true],
  ["age with armour", "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n", true],
  ["age", "age-encryption.org/v1\n-> X25519 abc\n", true],
  ["a reference of kapitan, which names a secret and holds none", "password=?{gpg:a/b|randomstr}", false],
  ["a public key", "-----BEGIN PGP PUBLIC KEY BLOCK-----", false],
  ["a recipient of age", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", false],
  ["a question", "really? {yes}", false],
])("what looks encrypted: %s", (_, text, expected) => {
  expect(looksEncrypted(text)).toBe(expected);
});

test("what is secret in one of several inventories is secret in all", () => {
  const both = joinedSecrets([secretsAt(["a"], ["geheim1"]), secretsAt(["b"])]);

  expect(shown({ a: 1, b: 2, c: "geheim1", d: 3 }, both)).toBe('{"a":"(secret)","b":"(secret)","c":"(secret)","d":3}');
  expect(joinedSecrets([])).toBe(noSecrets);
});
