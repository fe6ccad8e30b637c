import fc from "fast-check";
import type { Files } from "../side.ts";

const CLASSES = ["a", "b", "c", "d.e", "d.init", "f"];
const NODES = ["n1", "n2", "n3"];
const KEYS = ["k", "l", "m", "~l", "=m", "deep", "list"];

const reference = fc.constantFrom(
  "${k}",
  "${deep:k}",
  "x-${l}",
  "${m}${k}",
  "${deep}",
  "${list}",
  "${missing}",
  "${k${l}}",
);
const query = fc.constantFrom(
  "$[ exports:k ]",
  "$[ if exports:k == 1 ]",
  "$[ exports:deep:k if exports:k != self:k ]",
  "$[ +AllEnvs +IgnoreErrors exports:m ]",
);
const scalar = fc.oneof(
  fc.constantFrom("1", "text", "yes", "null", "1.5", "''", "0x1f"),
  reference.map((text) => JSON.stringify(text)),
  query.map((text) => JSON.stringify(text)),
);
const list = fc.array(fc.oneof(scalar, fc.constantFrom("{name: x, v: 1}", "{name: y, v: 2}")), { maxLength: 3 });
const inner = fc.dictionary(fc.constantFrom("k", "l", "~l"), scalar, { maxKeys: 3 });
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: list.map((items) => `[${items.join(", ")}]`) },
  { weight: 2, arbitrary: inner.map(flow) },
);
const parameters = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 4 }).map(flow);
const mention = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...CLASSES) },
  { weight: 1, arbitrary: fc.constantFrom(".b", "d.${l}", "nowhere") },
  { weight: 1, arbitrary: fc.constantFrom(...CLASSES).map((name) => `~${name}`) },
);
const applications = fc.array(fc.constantFrom("p", "q", "~p", "~r", "s"), { maxLength: 3 });

const environment = fc.constantFrom("null", "live", "test");

const definition = fc
  .record({ classes: fc.array(mention, { maxLength: 3 }), applications, parameters, exports: parameters, environment })
  .map(
    ({ classes, applications, parameters, exports, environment }) =>
      `environment: ${environment}\nclasses: ${JSON.stringify(classes)}\napplications: ${JSON.stringify(applications)}\n` +
      `parameters: ${parameters}\nexports: ${exports}\n`,
  );

const paths = [
  ...CLASSES.map((name) => `classes/${name.replaceAll(".", "/")}.yml`),
  ...NODES.map((name) => `nodes/${name}.yml`),
];

/** A small inventory: classes that may be missing, loop or clash, references that may lead nowhere. */
export const anyInventory: fc.Arbitrary<Files> = fc
  .array(fc.tuple(fc.constantFrom(...paths), definition), { minLength: 3, maxLength: 9 })
  .map((files) => ({ "nodes/n1.yml": "classes: [a, b]\n", ...Object.fromEntries(files) }));

/** Files to write over an inventory (null: to delete). */
export const anyEdit: fc.Arbitrary<Readonly<Record<string, string | null>>> = fc.dictionary(
  fc.constantFrom(...paths),
  fc.oneof({ weight: 3, arbitrary: definition }, { weight: 1, arbitrary: fc.constant(null) }),
  { minKeys: 1, maxKeys: 3 },
);

function flow(entries: Readonly<Record<string, string>>): string {
  return `{${Object.entries(entries)
    .map(([key, text]) => `"${key}": ${text}`)
    .join(", ")}}`;
}
