import { beforeAll, describe, expect, test } from "vitest";
import { openFolder } from "../../src/cli/host.ts";
import { HeirError, mask, open, type Repository, render } from "../../src/index.ts";
import { newRepo, type TestRepo } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

let repo: TestRepo;

beforeAll(() => {
  repo = newRepo();
  repo.commit("first", {
    "heir.yml": 'secrets: ["**:password"]\n',
    "classes/base.yml": "applications: [sshd]\nparameters:\n  ntp: ntp1\n  db: {user: app, password: correct-horse}\n",
    "nodes/web1.yml": "classes: [base]\n",
    "nodes/web2.yml": "classes: [base]\nparameters: {ntp: own, made: '${db:password}'}\n",
  });
  repo.commit("second", {
    "classes/base.yml": "applications: [sshd]\nparameters:\n  ntp: ntp2\n  db: {user: app, password: battery-staple}\n",
    "nodes/broken.yml": "classes: [nowhere]\n",
  });
});

async function withRepository<T>(use: (repository: Repository) => Promise<T>): Promise<T> {
  await using repository = await open(repo.dir);
  return await use(repository);
}

async function printed(...argv: readonly string[]): Promise<string> {
  return (await heir(argv, { cwd: repo.dir, open: openFolder })).out;
}

async function messageOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof HeirError ? `${error.message} (${error.hint})` : undefined;
}

describe("what the commands print as JSON, the library gives as objects:", () => {
  test("inventory, with the paths of secrets", async () => {
    const { secretPaths, ...inventory } = await withRepository((repository) => repository.inventory());

    expect(inventory).toEqual(JSON.parse(await printed("inventory", "--format", "json")));
    expect({ ...secretPaths }).toEqual({ web1: ["db:password"], web2: ["db:password", "made"] });
    expect(inventory.nodes["web1"]?.parameters["db"]).toEqual({ user: "app", password: "battery-staple" });
  });

  test("log of everything, of a node and of a value", async () => {
    await withRepository(async (repository) => {
      expect(await repository.log()).toEqual(JSON.parse(await printed("log", "--json")));
      expect(await repository.log({ node: "web1", maxCount: 1 })).toEqual(
        JSON.parse(await printed("log", "web1", "-n", "1", "--json")),
      );
      expect(await repository.log({ node: "web2", path: "ntp", range: "HEAD~1" })).toEqual(
        JSON.parse(await printed("log", "web2", "ntp", "-r", "HEAD~1", "--json")),
      );
    });
  });

  test("why", async () => {
    const why = await withRepository((repository) => repository.why("web1", "ntp", { from: "HEAD~1", to: "HEAD" }));

    expect(why).toEqual(JSON.parse(await printed("why", "HEAD~1", "HEAD", "web1", "ntp", "--json")));
  });

  test("impact", async () => {
    const impact = await withRepository((repository) => repository.impact("classes/base.yml:3"));

    expect(impact).toEqual(JSON.parse(await printed("impact", "classes/base.yml:3", "--json")));
  });
});

describe("a rendered diff is", () => {
  test("the text and the Markdown that heir diff prints", async () => {
    await withRepository(async (repository) => {
      const diff = await repository.diff("HEAD~1", "HEAD");
      const states = ["diff", "HEAD~1", "HEAD"] as const;

      expect(render(diff, { format: "text" })).toBe(await printed(...states));
      expect(render(diff, { format: "text", full: true })).toBe(await printed(...states, "--full"));
      expect(render(diff, { format: "text", block: 2 })).toBe(await printed(...states, "--block", "2"));
      expect(render(diff, { format: "markdown" })).toBe(await printed(...states, "--format", "markdown"));
      expect(render(diff, { format: "markdown", maxBytes: 2000 })).toBe(
        await printed(...states, "--format", "markdown", "--max-bytes", "2000"),
      );
    });
  });

  test("the page that heir diff prints", async () => {
    await withRepository(async (repository) => {
      const diff = await repository.diff("HEAD~1", "HEAD");
      const link = "https://example.org/blob/{rev}/{file}#L{line}";
      const states = ["diff", "HEAD~1", "HEAD", "--format", "html"] as const;

      expect(await render(diff, { format: "html" })).toBe(await printed(...states));
      expect(await render(diff, { format: "html", link })).toBe(await printed(...states, "--link", link));
      await expect(render(diff, { format: "html", link: "main" })).rejects.toThrow('invalid link "main"');
      await expect(render({ ...diff }, { format: "html" })).rejects.toThrow("not a copy");
    });
  });

  test("refused for copies, for a block that is not there, and for too few bytes", async () => {
    await withRepository(async (repository) => {
      const diff = await repository.diff("HEAD~1", "HEAD");

      expect(() => render({ ...diff }, { format: "text" })).toThrow("not a copy");
      expect(() => render(diff, { format: "text", block: 9 })).toThrow("there is no block 9");
      expect(() => render(diff, { format: "markdown", maxBytes: 10 })).toThrow("maxBytes 10 is too small");
    });
  });
});

describe("secrets", () => {
  test("are masked in what people read, unless they are asked for", async () => {
    await withRepository(async (repository) => {
      const ends = { from: "HEAD~1", to: "HEAD" } as const;
      const ask = async (secrets: "mask" | "show") => [
        await repository.diff("HEAD~1", "HEAD", { secrets }),
        await repository.log({ secrets }),
        await repository.why("web1", "db:password", { ...ends, secrets }),
        await repository.impact("db:password", { secrets }),
        await repository.explain("web1", "db:password", { secrets }),
      ];

      for (const result of await ask("mask")) expect(JSON.stringify(result)).not.toContain("battery");
      for (const result of await ask("show")) expect(JSON.stringify(result)).toContain("battery-staple");
      expect(JSON.stringify(await repository.review(ends))).not.toContain("battery");
    });
  });

  test("of a diff that shows them are rendered only for who says so", async () => {
    await withRepository(async (repository) => {
      const diff = await repository.diff("HEAD~1", "HEAD", { secrets: "show" });

      expect(() => render(diff, { format: "text" })).toThrow("the diff was made with its secrets shown");
      expect(render(diff, { format: "text", secrets: "show" })).toContain("battery-staple");
    });
  });

  test("are masked in a copy of an inventory as heir inventory --secrets mask prints it", async () => {
    await withRepository(async (repository) => {
      const inventory = await repository.inventory();
      const { secretPaths: _, ...masked } = mask(inventory);

      expect(masked).toEqual(JSON.parse(await printed("inventory", "--format", "json", "--secrets", "mask")));
      expect(() => mask({ ...inventory })).toThrow("not a copy");
    });
  });
});

describe("a name or path that nothing has is an error with near ones:", () => {
  test("nodes", async () => {
    await withRepository(async (repository) => {
      const ends = { from: "HEAD~1", to: "HEAD" } as const;
      const expected = 'no node is called "web3" (did you mean web1 or web2?)';

      expect(await messageOf(repository.resolve("web3"))).toBe(expected);
      expect(await messageOf(repository.explain("web3", "ntp"))).toBe(expected);
      expect(await messageOf(repository.diff("HEAD~1", "HEAD", { nodes: ["web1", "web3"] }))).toBe(expected);
      expect(await messageOf(repository.check({ nodes: ["web3"] }))).toBe(expected);
      expect(await messageOf(repository.inventory({ nodes: ["web3"] }))).toBe(expected);
      expect(await messageOf(repository.log({ node: "web3" }))).toBe(expected);
      expect(await messageOf(repository.why("web3", "ntp", ends))).toBe(expected);
      expect(
        await messageOf(
          repository
            .resolveAll({ nodes: ["web3"] })
            [Symbol.asyncIterator]()
            .next(),
        ),
      ).toBe(expected);
      expect((await repository.diff("HEAD~1", "HEAD", { nodes: ["broken"] })).nodes.added).toEqual(["broken"]);
    });
  });

  test("paths", async () => {
    await withRepository(async (repository) => {
      const ends = { from: "HEAD~1", to: "HEAD" } as const;

      expect(await messageOf(repository.log({ node: "web1", path: "ntpp" }))).toMatch(/"ntpp" \(did you mean ntp\?\)/);
      expect(await messageOf(repository.why("web1", ["ntpp"], ends))).toMatch(/"ntpp".*\(did you mean ntp\?\)/);
      expect(await messageOf(repository.impact("ntpp"))).toMatch(/"ntpp".*\(did you mean ntp\?\)/);
    });
  });
});
