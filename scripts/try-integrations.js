// Tests the files of integrations/ and .pre-commit-hooks.yaml with their tools. Each tool is installed into a temporary folder
// and set up in a small repository there; then git must refuse bad changes and accept good ones. A tool that cannot be
// installed is skipped.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "./ready.js";
import { Failed, Unavailable } from "./trials.js";

const versions = { husky: "9.1.7", lefthook: "2.2.2", "pre-commit": "4.7.0" };

/**
 * @typedef {{ name: string, heir: "on PATH" | "in node_modules" | "nowhere", wire: (repo: Repo) => void }} Tool
 * @typedef {{ dir: string, env: NodeJS.ProcessEnv }} Repo
 */

/** @type {readonly Tool[]} */
const tools = [
  { name: `husky ${versions.husky}`, heir: "in node_modules", wire: wireHusky },
  { name: `lefthook ${versions.lefthook}`, heir: "on PATH", wire: wireLefthook },
  { name: `pre-commit ${versions["pre-commit"]}`, heir: "on PATH", wire: (repo) => wirePreCommit(repo, piece()) },
  {
    name: `pre-commit ${versions["pre-commit"]}, installing heir`,
    heir: "nowhere",
    wire: (repo) => wirePreCommit(repo, installingPiece()),
  },
  {
    name: `pre-commit ${versions["pre-commit"]}, .pre-commit-hooks.yaml`,
    heir: "in node_modules",
    wire: (repo) => wirePreCommit(repo, manifestUse()),
  },
];

/** Each tries a bad change and a good one. */
const judgements = { commit, "commit -a": commitAll, deletion, merge, reach, push };

const work = mkdtempSync(join(tmpdir(), "heir-integrations-"));

/**
 * A fixed environment: no settings of the user, of an outer git hook, or of the tools.
 *
 * @type {NodeJS.ProcessEnv & Record<"GIT_CONFIG_GLOBAL", string>}
 */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(GIT_|HEIR|HUSKY|LEFTHOOK|SKIP$)/.test(name)),
  ),
  GIT_CONFIG_GLOBAL: join(work, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  XDG_CONFIG_HOME: join(work, "config"),
  PRE_COMMIT_HOME: join(work, "pre-commit"),
  LC_ALL: "C.UTF-8",
};

/** @type {import("./trials.js").Trials} */
export const integrations = {
  work,
  prepare() {
    writeFileSync(
      env.GIT_CONFIG_GLOBAL,
      "[user]\nname = A. Tester\nemail = tester@example.org\n[init]\ndefaultBranch = main\n",
    );
    installHeir();
  },
  trials: tools.map((tool) => ({ name: tool.name, attempt: () => attempt(tool) })),
};

/** @param {Tool} tool */
function attempt(tool) {
  const repo = newRepo(tool);
  tool.wire(repo);
  must(repo, "git", "add", "-A");
  must(repo, "git", "-c", "core.hooksPath=/dev/null", "commit", "-qm", "start");
  for (const judge of Object.values(judgements)) judge(repo);
  return `bad refused and good passed: ${Object.keys(judgements).join(", ")}`;
}

// Changes that git must refuse, each with one that it must accept.

/** @param {Repo} repo */
function commit(repo) {
  write(repo, { "nodes/n1.yml": "classes: [base, gone]\n" });
  must(repo, "git", "add", "-A");
  write(repo, { "nodes/n1.yml": "classes: [base, web]\n" });
  refused(repo, "class gone", "commit", "-m", "staged is bad, the work tree good");
  must(repo, "git", "reset", "-q", "--hard");
  write(repo, { "classes/base.yml": "parameters: {port: 81}\n" });
  must(repo, "git", "add", "-A");
  write(repo, { "nodes/n1.yml": "classes: [base, gone]\n" });
  passed(repo, "1 of 1 node changes", "commit", "-m", "staged is good, the work tree bad");
  must(repo, "git", "reset", "-q", "--hard");
}

/** @param {Repo} repo */
function commitAll(repo) {
  write(repo, { "nodes/n1.yml": "classes: [base, gone]\n" });
  refused(repo, "class gone", "commit", "-am", "bad, in an index of its own");
  write(repo, { "nodes/n1.yml": "classes: [base, web]\nparameters: {a: 1}\n" });
  passed(repo, "1 of 1 node changes", "commit", "-am", "good, in an index of its own");
}

/** @param {Repo} repo */
function deletion(repo) {
  must(repo, "git", "rm", "-q", "classes/web.yml");
  refused(repo, "class web", "commit", "-m", "a class that is used goes");
  must(repo, "git", "reset", "-q", "--hard");
  must(repo, "git", "rm", "-q", "classes/spare.yml");
  passed(repo, "no node changes", "commit", "-m", "a class that nobody uses goes");
}

/** @param {Repo} repo */
function merge(repo) {
  unasked(repo, { "classes/shared.yml": "parameters: {b: 1}\n" });
  must(repo, "git", "checkout", "-q", "-b", "side");
  must(repo, "git", "rm", "-q", "classes/shared.yml");
  unasked(repo, {});
  must(repo, "git", "checkout", "-q", "main");
  unasked(repo, { "nodes/n2.yml": "classes: [shared]\n" });
  refused(repo, "class shared", "merge", "--no-edit", "side");
  must(repo, "git", "merge", "--abort");
  must(repo, "git", "checkout", "-q", "-b", "other", "HEAD~1");
  unasked(repo, { "nodes/n3.yml": "classes: [base]\n" });
  must(repo, "git", "checkout", "-q", "main");
  passed(repo, "1 of 3 nodes", "merge", "--no-edit", "other");
}

/** @param {Repo} repo */
function reach(repo) {
  must(repo, "git", "config", "heir.maxNodes", "1");
  write(repo, { "classes/base.yml": "parameters: {port: 82}\n" });
  must(repo, "git", "add", "-A");
  refused(repo, "Heir-Allow-Nodes", "commit", "-m", "more nodes than allowed");
  passed(repo, "2 of 3 nodes", "commit", "-m", "allowed", "--trailer", "Heir-Allow-Nodes: 2");
  must(repo, "git", "config", "--unset", "heir.maxNodes");
}

/** @param {Repo} repo */
function push(repo) {
  const server = join(repo.dir, "../server.git");
  must(repo, "git", "init", "-q", "--bare", server);
  must(repo, "git", "remote", "add", "origin", server);
  unasked(repo, { "nodes/n1.yml": "classes: [base, gone]\n" });
  must(repo, "git", "branch", "bad");
  must(repo, "git", "reset", "-q", "--hard", "HEAD~1");
  refused(repo, "class gone", "push", "origin", "bad");
  passed(repo, "refs/heads/main: no error", "push", "origin", "main");
  must(repo, "git", "branch", "also-bad", "bad");
  refused(repo, "class gone", "push", "origin", "also-bad:main");
}

/**
 * @param {Repo} repo
 * @param {string} reason  what git's output has to hold
 * @param {readonly string[]} args
 */
function refused(repo, reason, ...args) {
  const { code, text } = start(repo, "git", args);
  if (code === 0 || !text.includes(reason)) throw failed("was not refused", { reason, args, text });
}

/**
 * @param {Repo} repo
 * @param {string} remark  what git's output has to hold
 * @param {readonly string[]} args
 */
function passed(repo, remark, ...args) {
  const { code, text } = start(repo, "git", args);
  if (code !== 0 || !text.includes(remark)) throw failed("did not pass", { reason: remark, args, text });
}

/**
 * @param {string} what
 * @param {{ reason: string, args: readonly string[], text: string }} details
 */
function failed(what, { reason, args, text }) {
  return new Failed(`git ${args.join(" ")} ${what} with "${reason}"\n${text}`);
}

/**
 * Commits all files, including these, without running hooks.
 *
 * @param {Repo} repo
 * @param {Readonly<Record<string, string>>} files
 */
function unasked(repo, files) {
  write(repo, files);
  must(repo, "git", "add", "-A");
  must(repo, "git", "-c", "core.hooksPath=/dev/null", "commit", "-qm", "unasked");
}

// The tools.

/** @param {Repo} repo */
function wireHusky(repo) {
  must(repo, "node", fromNpm("husky", "bin.js"));
  cpSync(join(root, "integrations/husky"), join(repo.dir, ".husky"), { recursive: true });
}

/** @param {Repo} repo */
function wireLefthook(repo) {
  cpSync(join(root, "integrations/lefthook/lefthook.yml"), join(repo.dir, "lefthook.yml"));
  const program = fromNpm("lefthook", "bin/index.js");
  must(repo, "node", program, "install");
  // The hooks find lefthook themselves.
  repo.env["PATH"] = [dirname(join(work, "npm/node_modules/.bin/lefthook")), repo.env["PATH"]].join(delimiter);
}

/**
 * A file of a package, installed by npm.
 *
 * @param {"husky" | "lefthook"} name
 * @param {string} file
 */
function fromNpm(name, file) {
  const folder = join(work, "npm");
  write({ dir: folder }, { "package.json": '{ "private": true }\n' });
  obtain("npm", "install", "--prefix", folder, "--ignore-scripts", `${name}@${versions[name]}`);
  return join(folder, "node_modules", name, file);
}

/**
 * @param {Repo} repo
 * @param {string} config
 */
function wirePreCommit(repo, config) {
  const venv = join(work, "venv");
  obtain("python3", "-m", "venv", venv);
  obtain(join(venv, "bin/pip"), "install", "-q", `pre-commit==${versions["pre-commit"]}`);
  write(repo, { ".pre-commit-config.yaml": config });
  // This includes what pre-commit itself installs.
  must(repo, join(venv, "bin/pre-commit"), "install", "--install-hooks");
}

function piece() {
  return readFileSync(join(root, "integrations/pre-commit/.pre-commit-config.yaml"), "utf8");
}

/** The file as its comment suggests, but with the package of this checkout. */
function installingPiece() {
  const proposed = "language: node, additional_dependencies: [git-heir]";
  if (!piece().includes(`\`${proposed}\``)) throw new Error(`the piece for pre-commit does not propose ${proposed}`);
  return piece().replace("language: system,", `${proposed.replace("git-heir", packed())},`);
}

/** The configuration of a repository that takes its hooks from the repository of heir. */
function manifestUse() {
  const dir = join(work, "source");
  for (const path of [".pre-commit-hooks.yaml", "hooks", "integrations"]) {
    cpSync(join(root, path), join(dir, path), { recursive: true });
  }
  must({ dir, env }, "git", "init", "-q");
  must({ dir, env }, "git", "add", "-A");
  must({ dir, env }, "git", "commit", "-qm", "hooks");
  const { text } = start({ dir, env }, "git", ["rev-parse", "HEAD"]);
  const hooks = ["check", "merge", "message", "push"].map((name) => `{id: heir-${name}}`);
  return `default_install_hook_types: [pre-commit, pre-merge-commit, commit-msg, pre-push]
repos:
  - {repo: "${dir}", rev: "${text.trim()}", hooks: [${hooks.join(", ")}]}
`;
}

// heir itself, and repositories that use it.

/** Builds the package of this checkout and installs it as npm does. */
function installHeir() {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const dir = join(work, "package");
  for (const path of ["package.json", ...files.filter((/** @type {string} */ each) => !/^!|^dist$/.test(each))]) {
    cpSync(join(root, path), join(dir, path), { recursive: true });
  }
  must({ dir: root, env }, process.execPath, "scripts/build.js", "--outdir", join(dir, "dist"));
  must({ dir, env }, "npm", "pack", "--ignore-scripts", "--pack-destination", work);
  write({ dir: join(work, "heir") }, { "package.json": '{ "private": true }\n' });
  must({ dir: work, env }, "npm", "install", "--prefix", join(work, "heir"), "--offline", packed());
}

function packed() {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return join(work, `${name}-${version}.tgz`);
}

/**
 * @param {Tool} tool
 * @returns {Repo}
 */
function newRepo({ heir }) {
  const modules = join(work, "heir/node_modules");
  const path = heir === "on PATH" ? [join(modules, ".bin"), env["PATH"]].join(delimiter) : env["PATH"];
  const repo = { dir: join(mkdtempSync(join(work, "trial-")), "repo"), env: { ...env, PATH: path } };
  write(repo, {
    ".gitignore": "node_modules\n",
    "nodes/n1.yml": "classes: [base, web]\n",
    "classes/base.yml": "parameters: {port: 80}\n",
    "classes/web.yml": "parameters: {url: 'http://h:${port}/'}\n",
    "classes/spare.yml": "parameters: {spare: 1}\n",
  });
  if (heir === "in node_modules") symlinkSync(modules, join(repo.dir, "node_modules"));
  must(repo, "git", "init", "-q");
  return repo;
}

/**
 * @param {{ dir: string }} place
 * @param {Readonly<Record<string, string>>} files
 */
function write({ dir }, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/**
 * @param {Repo} place
 * @param {string} program
 * @param {readonly string[]} args
 */
function start({ dir, env }, program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: dir, env, encoding: "utf8", input: "" });
  return { code: status, text: error === undefined ? stdout + stderr : error.message };
}

/**
 * Runs a step that must succeed before anything can be tested.
 *
 * @param {Repo} place
 * @param {string} program
 * @param {readonly string[]} args
 */
function must(place, program, ...args) {
  const { code, text } = start(place, program, args);
  if (code !== 0) throw new Failed(`${program} ${args.join(" ")} ended with ${code}:\n${text}`);
}

/**
 * Runs a step that downloads something.
 *
 * @param {string} program
 * @param {readonly string[]} args
 */
function obtain(program, ...args) {
  const { code, text } = start({ dir: work, env }, program, args);
  if (code === 0) return;
  const lines = text.trim().split("\n");
  const reason = lines.find((line) => !/warn/i.test(line)) ?? lines[0];
  throw new Unavailable(`${program} ${args.join(" ")} ended with ${code}: ${reason}`);
}
