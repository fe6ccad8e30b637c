import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { absoluteName, className, nodeName } from "../../../src/parse/definitions/names.ts";

describe("the class of a file", () => {
  test.each([
    ["a.yml", "a"],
    ["a/b.yaml", "a.b"],
    ["a/init.yml", "a"],
    ["a/b/init.yml", "a.b"],
    ["init.yml", "init"],
    ["init/init.yml", "init"],
    ["salt.minion.yml", "salt.minion"],
    [".a.yml", ".a"],
    ["a.YML", undefined],
    ["a.json", undefined],
    [".git/a.yml", undefined],
    ["a/CVS/b.yml", undefined],
    ["a/SCCS/b.yml", undefined],
    ["a/.b/c.yml", undefined],
    ["a/CVSS/b.yml", "a.CVSS.b"],
    ["a/CVS.yml", "a.CVS"],
    ["a/.b.yml", "a..b"],
    ["a/xinit.yml", "a.xinit"],
  ])("%s: %s", (path, name) => {
    expect(className(path)?.name).toBe(name);
  });
});

describe("the node of a file: its name, and what mappings by path match", () => {
  test.each([
    ["n.yml", "n", "./n"],
    ["a/n.yml", "n", "a/n"],
    ["_a/b/n.yml", "n", "_a/b/n"],
    ["a/_b/n.x.yml", "n.x", "a/_b/n.x"],
  ])("%s", (path, name, pathName) => {
    expect(nodeName(path, defaultSettings)).toEqual({ name, pathName });
  });

  const composing = { ...defaultSettings, compose_node_name: true };

  test.each([
    ["n.yml", "n", "n"],
    ["a/n.yml", "a.n", "a/n"],
    ["_a/b/n.yml", "n", "_a/b/n"],
    ["a/_b/n.x.yml", "a._b.n.x", "a/_b/n.x"],
  ])("%s, composed", (path, name, pathName) => {
    expect(nodeName(path, composing)).toEqual({ name, pathName });
  });
});

describe("a class name as written in a file of some name", () => {
  test.each([
    ["x", "a.b", "x"],
    [".x", "a.b", "a.x"],
    ["..x", "a.b", "x"],
    ["....x", "a.b", "x"],
    [".x", "web", "x"],
    ["..init", "a.b.c", "a.init"],
    [".${role}", "a.b", "a.${role}"],
  ])("%s in %s means %s", (written, owner, name) => {
    expect(absoluteName(written, owner)).toBe(name);
  });
});
