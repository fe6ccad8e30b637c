import { describe, expect, test } from "vitest";
import { allCodes, severitiesOf } from "../../../src/model/findings/codes.ts";
import { heir } from "../../support/host.ts";

test("heir help CODE says what a finding means, its causes, and how to fix it", async () => {
  const { code, out, err } = await heir(["help", "section-type"]);

  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatchInlineSnapshot(`
    "section-type: a section of a node or class file has the wrong type

    severity: error

    A file is a mapping in which classes and applications are lists of text, and
    parameters and exports mappings; null counts as absent.

    Common causes

      A class without the dash of a list, or a name that looks like a number or like
      yes.

    How to fix it

      - Write a list, even for one name: classes: [base].
      - Quote such names: applications: ["80", "yes"].

    Example

        # nodes/web1.yml
        classes: base
        # classes/base.yml

        $ heir check

    See also

      What is in a file (heir help names)
    "
  `);
});

test("heir help CODE names the command that lists a finding, and that of the index for what only the index has", async () => {
  expect((await heir(["help", "class-not-found"])).out).toContain("\n  - heir check --only class-not-found ");
  expect((await heir(["help", "unmerged"])).out).toContain("\n  - heir check --staged --only unmerged ");
});

test("a code that is nearly one is not explained, but named", async () => {
  expect(await heir(["help", "class-not-fund"])).toMatchObject({
    code: 2,
    out: "",
    err: 'heir: there is no command, no finding and no topic "class-not-fund"\nhint: did you mean class-not-found?\n',
  });
});

describe.each(allCodes)("heir help %s", (code) => {
  test("begins with its title and severity, and says what there is to say", async () => {
    const { out } = await heir(["help", code]);

    expect(out).toMatch(new RegExp(`^${code}: [a-z].+\n\nseverity: ${severitiesOf(code).join(" or ")}\n\n`));
    expect(out.split("\n").filter((line) => /^[A-Z][\w ]+$/.test(line))).toEqual(
      expect.arrayContaining(["Common causes", "How to fix it", "Example", "See also"]),
    );
  });

  test("is plain text: no fences, no links, nothing that a command printed", async () => {
    const { out } = await heir(["help", code]);

    expect(out).not.toMatch(/```|\]\(|\[\w[\w.-]*\]: /);
  });

  test("has lines of at most 80 columns, apart from files and commands", async () => {
    const { out } = await heir(["help", code]);

    expect(out.split("\n").filter((line) => line.length > 80 && !line.startsWith("    "))).toEqual([]);
  });
});
