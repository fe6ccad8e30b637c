import { expect, test } from "vitest";
import { forms } from "../../../src/annex/forms/forms.ts";
import { resolvedNode } from "../../support/node.ts";
import { entries, float, setOf, typed } from "../../support/value.ts";

function hostText(form: keyof typeof forms, parameters: Parameters<typeof resolvedNode>[0]): string {
  return forms[form].host?.(resolvedNode(parameters)) ?? "";
}

test("Hiera gets each %{ of texts and keys, at any depth, as the literal that it turns back", () => {
  expect(hostText("hiera", { parameters: { log: ["%h", { "%{a}": "x %{b}i" }], rate: "50%" } })).toBe(
    ["log:", '  - "%h"', `  - "%{literal('%')}{a}": x %{literal('%')}{b}i`, "rate: 50%", ""].join("\n"),
  );
});

test("Ansible gets texts of Ansible Vault marked, at any depth", () => {
  const vault = "$ANSIBLE_VAULT;1.1;AES256\n3133\n";
  const variables = JSON.parse(hostText("ansible", { parameters: { db: { passwords: [vault, "plain"] } } }));
  expect(variables.db).toEqual({ passwords: [{ __ansible_vault: vault }, "plain"] });
});

test("keys that Python does not take as names are below heir_parameters", () => {
  const variables = JSON.parse(
    hostText("ansible", {
      parameters: { ok_1: 1, _ok: 2, "a-b": 3, "9lives": 4, class: 5, "": 6, ä: 7, heir_parameters: 8 },
    }),
  );
  const { __reclass__: _, ...own } = variables;
  expect(own).toEqual({
    ok_1: 1,
    _ok: 2,
    heir_parameters: { "a-b": 3, "9lives": 4, class: 5, "": 6, ä: 7, heir_parameters: 8 },
  });
});

test("Puppet gets an environment only if somebody named one", () => {
  expect(hostText("enc", { applications: ["ntp"] })).toBe("classes:\n  - ntp\nparameters: {}\n");
  expect(hostText("enc", { environment: "dev" })).toBe("classes: []\nparameters: {}\nenvironment: dev\n");
});

test("Puppet and Hiera get the types of JSON, since Ruby refuses dates and sets", () => {
  const parameters = {
    a: [typed("date", "2026-01-02"), typed("datetime", "2026-01-02 03:04:05")],
    b: setOf("y", "x"),
    c: typed("binary", "aGk="),
    d: entries([1, float(Number.POSITIVE_INFINITY)], [true, float(1)]),
  };
  const yaml =
    'a:\n  - "2026-01-02"\n  - "2026-01-02T03:04:05"\nb:\n  - x\n  - y\nc: aGk=\nd:\n  "1": Infinity\n  "true": 1.0\n';
  expect(hostText("hiera", { parameters })).toBe(yaml);
  expect(hostText("enc", { parameters })).toBe(`classes: []\nparameters:\n${yaml.replaceAll(/^(?=.)/gm, "  ")}`);
});

test("all values for Terraform are text", () => {
  const answer: Record<string, unknown> = JSON.parse(
    hostText("terraform", { parameters: { big: 12345678901234567890n } }),
  );
  expect(Object.values(answer).every((value) => typeof value === "string")).toBe(true);
  expect(answer["parameters"]).toBe('{"big":12345678901234567890}');
});
