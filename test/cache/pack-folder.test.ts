import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Kept } from "../../src/cache/pack.ts";
import { PackFolder } from "../../src/cache/pack-folder.ts";
import { userKey } from "../../src/cache/user-key.ts";
import { tempDir } from "../support/git/repo.ts";
import { packPlace } from "../support/pack-place.ts";

const one = "1".repeat(40);
const two = "2".repeat(40);
const three = "3".repeat(40);

test("what was added is there for whoever reads next, and nothing else", () => {
  const folder = tempDir();
  at(folder).add(entries({ [one]: ["bytes", "record"], [two]: ["", ""] }));

  expect(found(at(folder), [one, two, three])).toEqual({ [one]: ["bytes", "record"], [two]: ["", ""] });
});

test("what is read of a pack holds no memory of what is beside it", () => {
  const folder = tempDir();
  const beside = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(40, "2"));
  at(folder).add(
    entries(Object.fromEntries([one, three, ...beside].map((id) => [id, ["b".repeat(500), "r".repeat(500)]]))),
  );
  const kept = at(folder)
    .read([one, ...beside, three])
    .get(three);

  expect(kept?.record.buffer.byteLength).toBeLessThan(10_000);
  expect(kept?.bytes.buffer).toBe(kept?.record.buffer);
});

test("ids that begin alike are told apart, also the longer ones of SHA-256", () => {
  const folder = tempDir();
  const [first, second] = [`${"a".repeat(60)}0001`, `${"a".repeat(60)}0002`];
  at(folder).add(entries({ [first]: ["1", "x"], [second]: ["2", "y"] }));

  expect(found(at(folder), [second, `${"a".repeat(60)}0003`, "a".repeat(40)])).toEqual({ [second]: ["2", "y"] });
});

test("what another stamp has left counts for nothing", () => {
  const folder = tempDir();
  at(folder, { stamp: "older" }).add(entries({ [one]: ["bytes", "record"] }));

  expect(found(at(folder), [one])).toEqual({});
  expect([...at(folder).contents()].map(({ kind }) => kind)).toEqual(["other"]);
});

test("many packs become few, and keep what they held", () => {
  const folder = tempDir();
  const all = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(40, "0"));
  for (const id of all) at(folder).add(entries({ [id]: [id, "record"] }));

  expect(packs(folder).length).toBeLessThanOrEqual(8);
  expect(Object.keys(found(at(folder), all))).toHaveLength(40);
});

test("beyond the limit the oldest packs go, and what alone is beyond it is not kept", () => {
  const folder = tempDir();
  const large = "x".repeat(600);
  at(folder, { limit: 1000 }).add(entries({ [one]: [large, ""] }));
  for (const name of packs(folder)) utimesSync(join(folder, name), 1, 1);
  at(folder, { limit: 1000 }).add(entries({ [two]: [large, ""] }));
  at(folder, { limit: 1000 }).add(entries({ [three]: [large.repeat(3), ""] }));

  expect(Object.keys(found(at(folder), [one, two, three]))).toEqual([two]);
});

test("a byte that changed takes away the blob that holds it, and no other; a cut takes what is behind it", () => {
  const folder = tempDir();
  at(folder).add(entries({ [one]: ["first", "r1"], [two]: ["second", "r2"] }));
  const [name = ""] = packs(folder);
  const whole = readFileSync(join(folder, name));
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);

  writeFileSync(join(folder, name), changed);
  expect(Object.keys(found(at(folder), [one, two]))).toEqual([one]);
  writeFileSync(join(folder, name), whole.subarray(0, whole.length - 1));
  expect(Object.keys(found(at(folder), [one, two]))).toEqual([one]);
});

test("whatever stands in a pack, reading it fails with nothing", () => {
  const folder = tempDir();
  at(folder).add(entries({ [one]: ["first", "r1"], [two]: ["second", "r2"] }));
  const [name = ""] = packs(folder);
  const whole = readFileSync(join(folder, name));
  for (let cut = 0; cut < whole.length; cut += 3) {
    writeFileSync(join(folder, name), whole.subarray(0, cut));
    for (const kept of Object.values(found(at(folder), [one, two]))) expect(kept).toEqual(["first", "r1"]);
  }
  for (let at_ = 0; at_ < whole.length; at_ += 1) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at_) ^ 0x55, at_);
    writeFileSync(join(folder, name), changed);
    const { [one]: first = ["first", "r1"], [two]: second = ["second", "r2"] } = found(at(folder), [one, two]);
    expect([first, second]).toEqual([
      ["first", "r1"],
      ["second", "r2"],
    ]);
  }
});

test("a folder that cannot be written is done without, and files that are no packs are left alone", () => {
  const folder = tempDir();
  writeFileSync(join(folder, "notes.txt"), "mine");
  writeFileSync(join(folder, "file"), "");
  at(join(folder, "file", "below")).add(entries({ [one]: ["bytes", ""] }));
  const packed = at(folder);
  packed.add(entries({ [one]: ["bytes", ""] }));
  packed.clear();

  expect(readdirSync(folder).sort()).toEqual(["file", "notes.txt"]);
});

test("what ended processes have left unfinished is deleted by the next reader", () => {
  const folder = tempDir();
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  const [left, mine] = [ended, process.pid].map((pid) => `heir-tmp-${pid}-0.pack`);
  for (const name of [left, mine]) writeFileSync(join(folder, name ?? ""), "half");
  at(folder).read([one]);

  expect(readdirSync(folder)).toEqual([mine]);
});

test("what is written with another key, or for another kind, does not exist", () => {
  const folder = tempDir();
  at(folder).add(entries({ [one]: ["bytes", "record"] }));
  const other = userKey({ XDG_STATE_HOME: tempDir() });

  expect(found(new PackFolder({ ...packPlace(folder), key: other }), [one])).toEqual({});
  expect(found(new PackFolder({ ...packPlace(folder), kind: "other" }), [one])).toEqual({});
  expect(found(new PackFolder({ ...packPlace(folder), key: undefined }), [one])).toEqual({});
  expect(found(at(folder), [one])).toEqual({ [one]: ["bytes", "record"] });
});

test("an entry that is put under another id, with all digests right, is not believed", () => {
  const folder = tempDir();
  at(folder).add(entries({ [one]: ["bytes", "record"] }));
  const [name = ""] = packs(folder);
  const bytes = readFileSync(join(folder, name));
  const at1 = bytes.indexOf(Buffer.from(one, "hex"));
  Buffer.from(two, "hex").copy(bytes, at1);
  writeFileSync(join(folder, name), bytes);

  expect(found(at(folder), [one, two])).toEqual({});
});

test("files and folders have their modes whatever the umask", () => {
  const folder = join(tempDir(), "heir/parse");
  const before = process.umask(0o022);
  new PackFolder({ ...packPlace(folder), modes: () => ({ file: 0o660, folder: 0o2770 }) }).add(
    entries({ [one]: ["", ""] }),
  );
  process.umask(before);
  const mode = (path: string) => (statSync(path).mode & 0o7777).toString(8);

  expect([mode(dirname(folder)), mode(folder), mode(join(folder, packs(folder)[0] ?? ""))]).toEqual([
    "2770",
    "2770",
    "660",
  ]);
});

function at(folder: string, { stamp = "now", limit = 1_000_000 } = {}): PackFolder {
  return new PackFolder(packPlace(folder, { stamp, limit }));
}

function packs(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".pack"));
}

/** Blobs with their bytes and records, as text. */
function entries(texts: Readonly<Record<string, readonly [string, string]>>): ReadonlyMap<string, Kept> {
  return new Map(
    Object.entries(texts).map(([id, [bytes, record]]) => {
      return [id, { bytes: Buffer.from(bytes), record: Buffer.from(record) }];
    }),
  );
}

function found(folder: PackFolder, ids: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const kept = [...folder.read(ids)].sort(([left], [right]) => (left < right ? -1 : 1));
  folder.close();
  return Object.fromEntries(
    kept.map(([id, { bytes, record }]) => [id, [Buffer.from(bytes).toString(), Buffer.from(record).toString()]]),
  );
}

test("nothing is written where the repository has gone away", () => {
  const folder = join(tempDir(), "heir/parse");
  new PackFolder({ ...packPlace(folder), isWanted: () => false }).add(entries({ [one]: ["", ""] }));
  expect(existsSync(dirname(folder))).toBe(false);
});
