// `npm run pictures`: draws the pictures of terminals in docs/images again, as SVG, from what heir and Neovim print in a
// terminal (tmux) in the example repository. Needs tmux and nvim; what is not there is said, and its pictures stay as they are.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { screenPicture } from "./screen-picture.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const heir = join(root, "dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "heir-pictures-"));
const repository = join(folder, "example");
const socket = join(folder, "tmux");

/** A Neovim that starts the server as docs/editors.md says, in the words that 0.7 has, too. */
const editorSetup = `
vim.o.swapfile, vim.o.number, vim.o.signcolumn = false, true, "yes"
vim.o.hlsearch = false
vim.cmd("highlight SignColumn ctermbg=NONE | highlight NormalFloat ctermbg=NONE | highlight FloatBorder cterm=NONE ctermbg=NONE | highlight Special ctermfg=NONE")
vim.lsp.handlers["textDocument/hover"] = vim.lsp.with(vim.lsp.handlers.hover, { border = "rounded" })
vim.diagnostic.config({ virtual_text = true, update_in_insert = true })
vim.api.nvim_create_autocmd("FileType", { pattern = "yaml", callback = function()
  local id = vim.lsp.start_client({ name = "heir", cmd = { "node", "${heir}", "lsp" }, root_dir = "${repository}", on_attach = function() print("the server is ready") end })
  vim.lsp.buf_attach_client(0, id)
end })
`;

/**
 * A picture: a command line, the keys that are pressed once a text is shown, and the text that shows that it is done.
 *
 * @typedef {{ name: string, title: string, columns: number, rows: number, command: string, steps: readonly (readonly [shown: string, ...keys: string[]])[], needs?: string }} Picture
 */

const ui = `${process.execPath} ${heir} tui`;
const editor = `nvim --clean -u ${join(folder, "init.lua")}`;

/** @type {readonly Picture[]} */
const pictures = [
  {
    name: "diff",
    title: "heir diff of the last commit: two edits, each with its nodes, and the values that it changes",
    columns: 100,
    rows: 21,
    command: `${process.execPath} ${heir} diff HEAD~1 HEAD; cat`,
    steps: [["files changed"]],
  },
  {
    name: "check",
    title: "heir check: a class that is not there, with its line and the name that is near",
    columns: 100,
    rows: 12,
    command: `sed -i s/role.web/role.wbe/ nodes/web01.par1.yml; ${process.execPath} ${heir} check --only class-not-found; cat`,
    steps: [["checked 16"]],
  },
  {
    name: "graph",
    title: "heir graph: the groups of a node with their parents, its classes, and the order of the groups",
    columns: 60,
    rows: 23,
    command: `${process.execPath} ${heir} -P graph web01.par1; cat`,
    steps: [["order os"]],
  },
  {
    name: "tui-commits",
    title: "Commits with how much each changes, and the edits of the chosen one",
    columns: 120,
    rows: 28,
    command: ui,
    // The counts of old commits come last.
    steps: [["1n ~9"]],
  },
  {
    name: "tui-changes",
    title: "Edits with their effects, one of them open: the value before and after, and the layers behind it",
    columns: 120,
    rows: 24,
    command: ui,
    steps: [["2 edits", "Enter"], ["changed lines"]],
  },
  {
    name: "tui-side-by-side",
    title: "A change with the value before it at the left and after it at the right",
    columns: 140,
    rows: 20,
    command: ui,
    steps: [["2 edits", "Enter"], ["changed lines", "|", "|"], ["side by side"]],
  },
  {
    name: "tui-explain",
    title: "The layers of ntp:server on one node, strongest last, and the way by which the node gets each of them",
    columns: 120,
    rows: 20,
    command: ui,
    steps: [["2 edits", "Enter"], ["changed lines", "x"], ["references"]],
  },
  {
    name: "tui-blame",
    title: "The parts of ntp on one node, each with the commit that last changed it, and the line",
    columns: 120,
    rows: 18,
    command: ui,
    steps: [["2 edits", ":"], ["go to", "web01.par1 ntp", "Enter"], ["iburst", "b"], ["4e80648"]],
  },
  {
    name: "tui-timeline",
    title: "The commits that changed ntp:server of one node, each with the values and the line",
    columns: 120,
    rows: 18,
    command: ui,
    steps: [["2 edits", "Enter"], ["changed lines", "t"], ["4e80648"]],
  },
  {
    name: "tui-find",
    title: "Resolved values that contain 10.33, each with the number of its nodes and its line",
    columns: 120,
    rows: 18,
    command: ui,
    steps: [["2 edits", ":"], ["go to", "10.33"], ["searched 16 of 16"]],
  },
  {
    name: "tui-compare",
    title: "States to compare with: the parent, the work tree, the index, HEAD, branches and tags",
    columns: 100,
    rows: 18,
    command: ui,
    steps: [["2 edits", "d"], ["deployed"]],
  },
  {
    name: "tui-nodes",
    title: "Nodes, and the tree of one of them in which one value is marked as changed",
    columns: 120,
    rows: 24,
    command: ui,
    steps: [["2 edits", "3"], ["environment"]],
  },
  {
    name: "tui-work",
    title: "A file that is about to be deleted, the findings that follow, and what changes",
    columns: 120,
    rows: 30,
    command: `git rm -q order.yml; ${ui} --staged`,
    steps: [["would be stopped"]],
  },
  {
    name: "tui-merge",
    title: "What merging a branch would do: values that are on neither side come first",
    columns: 120,
    rows: 24,
    command: `${ui} --merge feature/par1-domain`,
    steps: [["base"]],
  },
  {
    name: "tui-wide",
    title: "Commits, the changes of one, and the value of a change, side by side",
    columns: 180,
    rows: 30,
    command: ui,
    steps: [["2 edits", "Enter"], ["changed lines"]],
  },
  {
    name: "tui-narrow",
    title: "The changes of a commit on a terminal of 46 columns",
    columns: 46,
    rows: 16,
    command: ui,
    steps: [["6db8146", "Enter"], ["ntp:server"]],
  },
  {
    name: "editor-finding",
    title: "Neovim: a finding of heir at the end of the line where a class is misspelt",
    columns: 100,
    rows: 14,
    command: `${editor} nodes/web01.par1.yml`,
    steps: [["the server is ready", "/web$", "Enter", "xp", "h"], ["has no file"]],
    needs: "nvim",
  },
  {
    name: "editor-hover",
    title: "Neovim: on how many nodes a value wins, and who wins elsewhere",
    columns: 100,
    rows: 20,
    command: `${editor} classes/ntp/client.yml`,
    steps: [["the server is ready", "/server:", "Enter", ":lua vim.lsp.buf.hover()", "Enter"], ["wins"]],
    needs: "nvim",
  },
];

/** @param {readonly string[]} args */
function tmux(...args) {
  return execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], { cwd: repository, encoding: "utf8" });
}

/** @param {string} program */
function has(program) {
  return spawnSync(program, ["-V"]).error === undefined;
}

/** Waits until the screen of a picture shows a text; throws after half a minute. @param {string} name @param {string} text */
async function shows(name, text) {
  const screen = () => tmux("capture-pane", "-p", "-t", name);
  for (let tries = 0; tries < 300; tries += 1) {
    if (screen().includes(text)) return;
    await wait(100);
  }
  throw new Error(`no "${text}" in:\n${screen()}`);
}

/** @param {Picture} picture */
async function draw({ name, title, columns, rows, command, steps }) {
  // What the picture before has changed.
  execFileSync("git", ["reset", "-q", "--hard"], { cwd: repository });
  tmux("new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, "-s", name, command);
  tmux("set-option", "-g", "status", "off");
  tmux("resize-window", "-t", name, "-x", `${columns}`, "-y", `${rows}`);
  try {
    for (const [shown, ...keys] of steps) {
      await shows(name, shown);
      for (const key of keys) tmux("send-keys", "-t", name, key);
    }
    await wait(1500);
    const text = tmux("capture-pane", "-p", "-e", "-t", name);
    writeFileSync(join(root, `docs/images/${name}.svg`), screenPicture(text, { title, columns }));
    console.log(`docs/images/${name}.svg`);
  } finally {
    tmux("kill-session", "-t", name);
  }
}

try {
  execFileSync(process.execPath, [heir, "-q", "init", "--example", repository]);
  writeFileSync(join(folder, "init.lua"), editorSetup);
  const isDrawn = has("tmux");
  if (!isDrawn) console.log("tmux is not installed");
  // While one session is there, tmux goes on.
  if (isDrawn) tmux("new-session", "-d", "-s", "first", "cat");
  for (const picture of isDrawn ? pictures : []) {
    if (picture.needs !== undefined && !has(picture.needs))
      console.log(`${picture.name}: ${picture.needs} is not installed`);
    else await draw(picture);
  }
} finally {
  spawnSync("tmux", ["-S", socket, "kill-server"]);
  rmSync(folder, { recursive: true, force: true });
}
