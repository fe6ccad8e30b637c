import { expect, test } from "vitest";
import { createOutput } from "../../src/cli/output-stream.ts";
import { type Pager, type PagerCommand, pagerCommand } from "../../src/cli/pager.ts";
import { sink } from "../support/host.ts";

const screen = { columns: 80, rows: 3 };

function recorder(starts = true): { start(command: PagerCommand): Promise<Pager | undefined>; log: string[] } {
  const log: string[] = [];
  const pager: Pager = {
    write: async (text) => {
      log.push(text);
    },
    end: async () => {
      log.push("END");
    },
  };
  const start = async ({ program }: PagerCommand): Promise<Pager | undefined> => {
    log.push(`START ${program}`);
    return starts ? pager : undefined;
  };
  return { start, log };
}

test("text that fits the screen is not paged", async () => {
  const { start, log } = recorder();
  const stdout = sink(screen);
  const output = createOutput(stdout, { env: {}, pager: true, start });
  output.page();
  await output.write("1\n2\n");
  await output.finish();

  expect([stdout.text(), log]).toEqual(["1\n2\n", []]);
});

test("text that outgrows the screen goes to the pager, all of it", async () => {
  const { start, log } = recorder();
  const stdout = sink(screen);
  const output = createOutput(stdout, { env: {}, pager: true, start });
  output.page();
  for (const line of ["1\n", "2\n", "3\n", "4\n"]) await output.write(line);
  await output.finish();

  expect([stdout.text(), log]).toEqual(["", ["START less", "1\n2\n3\n", "4\n", "END"]]);
});

test("without a pager that starts, the text is printed all the same", async () => {
  const { start } = recorder(false);
  const stdout = sink(screen);
  const output = createOutput(stdout, { env: {}, pager: true, start });
  output.page();
  for (const line of ["1\n", "2\n", "3\n", "4\n"]) await output.write(line);
  await output.finish();

  expect(stdout.text()).toBe("1\n2\n3\n4\n");
});

test.each([
  ["the text is for programs", { size: screen, pager: true, env: {}, page: false }],
  ["there is no terminal", { size: undefined, pager: true, env: {}, page: true }],
  ["--no-pager is given", { size: screen, pager: false, env: {}, page: true }],
  ["the pager is cat", { size: screen, pager: true, env: { HEIR_PAGER: "cat" }, page: true }],
])("nothing is paged when %s", async (_, { size, pager, env, page }) => {
  const { start, log } = recorder();
  const stdout = sink(size);
  const output = createOutput(stdout, { env, pager, start });
  if (page) output.page();
  await output.write("1\n2\n3\n4\n");

  expect([stdout.text(), log]).toEqual(["1\n2\n3\n4\n", []]);
});

test.each([
  [{}, { program: "less", args: [] }],
  [{ PAGER: "more" }, { program: "more", args: [] }],
  [
    { PAGER: "more", GIT_PAGER: "less -S" },
    { program: "less", args: ["-S"] },
  ],
  [{ PAGER: `'/my programs/less' -p "a b" --x=\\ y` }, { program: "/my programs/less", args: ["-p", "a b", "--x= y"] }],
  [{ GIT_PAGER: "less", HEIR_PAGER: "delta | less" }, undefined],
  [{ HEIR_PAGER: "", PAGER: "more" }, undefined],
  [{ PAGER: "cat" }, undefined],
])("with %j the pager is %j", (env, command) => {
  expect(pagerCommand(env, undefined)).toEqual(command);
});

test("the pager of git's settings comes before PAGER", () => {
  expect(pagerCommand({ PAGER: "more" }, "delta --dark")).toEqual({ program: "delta", args: ["--dark"] });
  expect(pagerCommand({ GIT_PAGER: "less", PAGER: "more" }, "delta")).toEqual({ program: "less", args: [] });
});
