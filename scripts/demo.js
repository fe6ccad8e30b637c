// `npm run demo`: a tour of heir in a fresh clone. Creates the example repository with its history in a temporary folder,
// runs a few commands there, and prints what to try next.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NotReady, ready, root, run, runJob } from "./ready.js";

const heir = join(root, "dist", "cli.js");

/** @type {{ says: string, program?: "git", args: string[] }[]} */
const tour = [
  { says: "The last commit edited two lines:", program: "git", args: ["diff", "--stat", "HEAD~1", "HEAD"] },
  { says: "What that changes, on which nodes, and from where:", args: ["diff", "HEAD~1", "HEAD"] },
  {
    says: "One of these values on one node, and the line that supplies it:",
    args: ["show", "web03.par1", "ntp", "--sources"],
  },
  { says: "A commit that tidied nine files. Does any node notice?", args: ["diff", "85c69e2~1", "85c69e2"] },
  { says: "A machine moved to another rack. No file is wrong, and yet:", args: ["diff", "HEAD~3", "HEAD~2"] },
];

await runJob(() => {
  ready();
  need(run(process.execPath, ["scripts/build.js"]), "the build");
  const folder = join(mkdtempSync(join(tmpdir(), "heir-demo-")), "example");
  need(run(process.execPath, [heir, "-q", "init", "--example", folder], { stdout: "stderr" }), "`heir init --example`");
  for (const { says, program = "heir", args } of tour) {
    const line = [program, ...args].join(" ");
    console.log(`\n# ${says}\n$ ${line}`);
    const [file, before] =
      program === "git" ? ["git", ["-c", "core.pager=cat"]] : [process.execPath, [heir, "--no-pager"]];
    need(run(file, [...before, ...args], { cwd: folder }), `\`${line}\``);
  }
  console.log(`\n${farewell(folder)}`);
  return 0;
});

/**
 * @param {number} code
 * @param {string} what
 */
function need(code, what) {
  if (code !== 0) throw new NotReady(`\nThe demo stops here: ${what} ended with exit code ${code}.`);
}

/** @param {string} folder */
function farewell(folder) {
  return `Now you. The repository stays where it is:

  cd ${folder}
  alias heir='node "${heir}"'

  heir nodes                       all nodes
  heir show db01.par1              everything one node gets
  heir diff deployed HEAD          what the next deployment will do
  git apply exercises/class-typo.patch && heir check
                                   a mistake, and how heir names it (git restore . takes it back)
  heir help                        all commands; README.md in that folder is a tour of a quarter of an hour

When you are done:  rm -r ${dirname(folder)}`;
}
