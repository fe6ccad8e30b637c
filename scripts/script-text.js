// The scripts of the build: what is put around what the bundler made, for the loaders in src/cli and for Node.

/** Those that the script loads on first use: most inventories, or commands, do without. The others are loaded by `import()`. */
const late = ["./libraries/re2js.cjs", "./libraries/yaml.cjs", "node:crypto"];
/** What loads libraries on first use. */
const scriptParts = `const __loaded={},__late=Object.fromEntries(${JSON.stringify(late)}.map((file)=>
[file,new Proxy({},{get:(_,name)=>(__loaded[file]??=__load(file))[name]})]));
const require=(name)=>__late[name]??__load(name);`;
/** The script is one function with the parameters of a CommonJS module, and defines what an ES module provides. */
const scriptHead = `(function(module,__load,__filename){const __url=__load("node:url").pathToFileURL(__filename).href;
${scriptParts}`;
/** For the script that is loaded before the program, which needs none of this. */
const beginHead = "(function(module,require){";
/** @type {Record<string, [head: string, end: string]>} */
const heads = {
  "program.cjs": [scriptHead, "})"],
  "read.cjs": [scriptHead, "})"],
  "terminal.cjs": [scriptHead, "})"],
  "begin.cjs": [beginHead, "})"],
};

/** The names of the scripts. */
export const scripts = Object.keys(heads);

/**
 * A script as it is written.
 *
 * @param {string} name
 * @param {string} bundled
 */
export function scriptText(name, bundled) {
  const [head, end] = heads[name] ?? ["", ""];
  return `${head}${inAscii(bundled)}${end}`;
}

/**
 * Code in ASCII: a script is read byte by byte, and esbuild leaves regular expressions as they are written.
 *
 * @param {string} text
 */
function inAscii(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
