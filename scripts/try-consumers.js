// Tests the forms of heir and the files of integrations/ with the programs that read them: the answer for a node that resolves,
// and what happens for one that does not. Nothing is installed: a program that is not there is skipped.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { clientPath, clients } from "./clients.js";
import { root, run } from "./ready.js";
import { Failed, Unavailable } from "./trials.js";

/** @typedef {{ code: number | null, text: string }} Result */

/** @type {Readonly<Record<import("./clients.js").Client, (program: string, dir: string) => void>>} */
const attempts = {
  "ansible-inventory": ansible,
  "salt-call": salt,
  puppet,
  promtool,
  "cf-agent": cfengine,
  kapitan,
};

const work = mkdtempSync(join(tmpdir(), "heir-consumers-"));
/** @type {NodeJS.ProcessEnv} */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GIT_|HEIR)/.test(name))),
  PATH: [join(work, "bin"), process.env["PATH"]].join(delimiter),
  HOME: work,
  NO_COLOR: "1",
  PYTHONDONTWRITEBYTECODE: "1",
};

/** @type {import("./trials.js").Trials} */
export const consumers = {
  work,
  prepare() {
    if (run(process.execPath, ["scripts/build.js"]) !== 0) throw new Failed("heir cannot be built");
    script("bin/heir", `exec "${process.execPath}" "${join(root, "dist/cli.js")}" "$@"`);
  },
  trials: clients.map((name) => ({
    name,
    attempt() {
      const program = clientPath(name);
      if (program === undefined) throw new Unavailable("it is neither in CLIENTS nor on PATH");
      attempts[name](program, inventory(name));
      return "one node read and one refused";
    },
  })),
};

/**
 * Ansible's script, copied into the inventory.
 *
 * @param {string} program
 * @param {string} dir
 */
function ansible(program, dir) {
  const inventoryScript = join(dir, "heir");
  copyFileSync(join(root, "integrations/ansible/heir-inventory"), inventoryScript);
  expectText(start(program, ["-i", inventoryScript, "--list", "--export"]), 0, "192.0.2.11");
  breakNode(dir);
  const { text } = start(program, ["-i", inventoryScript, "--list"]);
  expectText({ code: 0, text }, 0, "class-not-found");
}

/**
 * The pillar and the top of a minion without a master.
 *
 * @param {string} program
 * @param {string} dir
 */
function salt(program, dir) {
  const home = dirname(dir);
  const options = `{inventory: ${dir}}`;
  const modules = join(root, "integrations/salt");
  const settings = ["cachedir", "pki_dir", "sock_dir"].map((name) => `${name}: ${join(home, name)}`);
  const asked = (/** @type {string} */ minion, /** @type {readonly string[]} */ words) => {
    files(home, {
      "etc/minion": `id: ${minion}\nfile_client: local\nmaster_type: disable\nlog_file: ${join(home, "log")}\n${settings.join("\n")}
enable_fqdns_grains: false\nmodule_dirs: [${modules}]\next_pillar: [{heir: ${options}}]\nmaster_tops: {heir: ${options}}\n`,
    });
    return start(program, ["--local", "-c", join(home, "etc"), "--out", "json", ...words]);
  };
  const rendered = ["slsutil.renderer", "string={{ pillar | json }}", "default_renderer=jinja"];
  expectText(asked("web1", rendered), 0, "192.0.2.11");
  expectText(asked("web1", ["state.show_top"]), 0, "ntp");
  breakNode(dir);
  const { code, text } = asked("web2", ["state.apply"]);
  if (code === 0) throw failed("salt-call state.apply ended well for a node that does not resolve", text);
}

/**
 * The node classifier, and the data of Hiera.
 *
 * @param {string} program
 * @param {string} dir
 */
function puppet(program, dir) {
  const home = dirname(dir);
  script(join(home, "enc"), `exec heir -C "${dir}" inventory --format enc --host "$1"`);
  const places = ["conf", "var", "code"].flatMap((name) => [`--${name}dir`, join(home, name)]);
  mkdirSync(join(home, "code/environments/production/manifests"), { recursive: true });
  const found = (/** @type {string} */ node) => {
    const terminus = ["--node_terminus", "exec", "--external_nodes", join(home, "enc"), "--facts_terminus", "memory"];
    return start(program, ["node", "find", node, ...terminus, ...places, "--render-as", "json"]);
  };
  expectText(found("web1"), 0, "192.0.2.11");
  expectText(start(join(work, "bin/heir"), ["-C", dir, "export", "hiera", "--out", join(home, "data")]), 0, "");
  files(home, {
    "hiera.yaml": `version: 5\nhierarchy:\n  - {name: heir, path: web1.yaml, datadir: ${join(home, "data")}, data_hash: yaml_data}\n`,
    "facts.json": '{"certname": "web1"}',
  });
  const lookup = ["lookup", "log", "--hiera_config", join(home, "hiera.yaml"), "--facts", join(home, "facts.json")];
  expectText(start(program, [...lookup, "--node", "web1", ...places]), 0, "%{Referer}i");
  breakNode(dir);
  const { code, text } = found("web2");
  if (code === 0) throw failed("puppet found a node that does not resolve", text);
}

/**
 * Targets for Prometheus.
 *
 * @param {string} program
 * @param {string} dir
 */
function promtool(program, dir) {
  const targets = join(dirname(dir), "targets.json");
  const config = `scrape_configs: [{job_name: heir, file_sd_configs: [{files: ["${targets}"]}]}]\n`;
  files(dirname(dir), { "prometheus.yml": config });
  const filter = join(root, "integrations/jq/file_sd.jq");
  const line = 'set -o pipefail; "$0" -C "$1" inventory --json | jq -f "$2" > "$3"';
  const made = () => start("bash", ["-c", line, join(work, "bin/heir"), dir, filter, targets]);
  expectText(made(), 0, "");
  expectText(start(program, ["check", "config", join(dirname(dir), "prometheus.yml")]), 0, "SUCCESS");
  breakNode(dir);
  expectText(made(), 3, "class-not-found");
}

/**
 * What Rudder's agents read.
 *
 * @param {string} program
 * @param {string} dir
 */
function cfengine(program, dir) {
  const out = join(dirname(dir), "out");
  const exported = () => start(join(work, "bin/heir"), ["-C", dir, "export", "rudder", "--out", out]);
  expectText(exported(), 0, "");
  const policy = join(dirname(dir), "policy.cf");
  const read = `data => readjson("${join(out, "web1/properties.d/properties.json")}")`;
  writeFileSync(policy, `bundle agent main { vars: "d" ${read}; reports: "port=$(d[properties][web][port])"; }\n`);
  chmodSync(policy, 0o600);
  expectText(start(program, ["-KI", "-f", policy]), 0, "port=4711");
  breakNode(dir);
  expectText(exported(), 3, "class-not-found");
}

/**
 * A project that compiles one file for each target.
 *
 * @param {string} program
 * @param {string} dir
 */
function kapitan(program, dir) {
  const kapitanHeir = [join(root, "integrations/kapitan/kapitan-heir"), "compile", "--output-path", join(dir, "out")];
  files(dir, {
    "inventory/classes/app.yml":
      "parameters:\n  kapitan:\n    vars: {target: web1}\n    compile: [{output_path: ., input_type: jinja2, input_paths: [conf.txt]}]\n  port: 4711\n",
    "inventory/targets/web1.yml": "classes: [app]\n",
    "conf.txt": "port={{ inventory.parameters.port }}\n",
  });
  const python = join(dirname(program), "python3");
  expectText(start(python, kapitanHeir, dir), 0, "Compiled web1");
  expectText(start("cat", [join(dir, "out/compiled/web1/conf.txt")]), 0, "port=4711");
  files(dir, { "inventory/targets/web1.yml": "classes: [ap]\n" });
  expectText(start(python, kapitanHeir, dir), 1, "class-not-found");
}

/**
 * An inventory in a folder of its own, in which all nodes resolve.
 *
 * @param {string} name
 */
function inventory(name) {
  const dir = join(work, name, "inventory");
  files(dir, {
    "classes/base.yml": "applications: [ntp]\nparameters: {day: 2026-01-02, log: '%{Referer}i'}\n",
    "groups/web.yml": "nodes: [web1]\nproperties: {web: {port: 4711}}\n",
    "nodes/web1.yml": "classes: [base]\nparameters: {address: 192.0.2.11}\n",
    "nodes/web2.yml": "classes: [base]\nparameters: {address: 192.0.2.12}\n",
  });
  return dir;
}

/** @param {string} dir */
function breakNode(dir) {
  files(dir, { "nodes/web2.yml": "classes: [bsae]\n" });
}

/**
 * @param {string} dir
 * @param {Readonly<Record<string, string>>} texts
 */
function files(dir, texts) {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/**
 * @param {string} path
 * @param {string} line
 */
function script(path, line) {
  const file = path.startsWith("/") ? path : join(work, path);
  files(dirname(file), { [file.slice(dirname(file).length + 1)]: `#!/bin/sh\n${line}\n` });
  chmodSync(file, 0o755);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Result}
 */
function start(program, args, cwd = work) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (error !== undefined) throw new Failed(`${program} could not be started: ${error.message}`);
  return { code: status, text: `${stdout}${stderr}` };
}

/**
 * @param {Result} result
 * @param {number} code
 * @param {string} part
 */
function expectText(result, code, part) {
  if (result.code === code && result.text.includes(part)) return;
  throw failed(`exit code ${result.code}, expected ${code} with "${part}"`, result.text);
}

/**
 * @param {string} what
 * @param {string} text
 */
function failed(what, text) {
  return new Failed(`${what}\n${text}`);
}
